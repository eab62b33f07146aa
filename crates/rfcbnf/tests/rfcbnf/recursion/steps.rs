//! The steps of a parser that backtracks.
//!
//! The answer is a parser from the syntax tree: a function for each part, which gets what is to follow
//! as another function. It never notices that it does not end. So it is stopped where a production is
//! open in itself at one offset more often than there are offsets: each time, it could have found a new
//! end of the outermost one at best.

use rfcbnf::interpret::Interpreter;
use rfcbnf::recognizer::{Recognizer, Rule};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::Detail;
use rfcbnf_engine::Production;
use rfcbnf_engine::trace::{Event, Step, Trace, trace};

use super::parts::{Fit, Part, PartId, Parts, Terminal};
use super::random;
use super::texts;
use super::verdict::{Spans, offsets};
use super::written::{GRAMMARS, read};
use crate::extent::few_or_many;

/// The length of the longest text.
const LONGEST: usize = 8;

/// Returns the number of texts to compare for a grammar. Some have fewer.
fn most_texts() -> usize {
    few_or_many(60, 150)
}

/// The most steps of a text. Texts with more are left out, and counted.
const STEPS: usize = 20_000;

/// What happens to a production, and the offset at which it begins or ends.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Port {
    Try(String, usize),
    Match(String, usize),
    Redo(String, usize),
    Fail(String, usize),
}

/// Why a parser stops before it has tried everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Found,
    Endless,
    TooLong,
}

/// A parser, with the productions that are open or have matched on its way.
struct Parser<'s, 'a> {
    spans: &'s Spans<'a>,
    target: Option<usize>,
    ports: Vec<Port>,
    /// The part, the offset and whether it opens there.
    way: Vec<(PartId, usize, bool)>,
    steps: usize,
}

/// Parses what follows at an offset. Returns an end, or `None` if it fails.
type Following<'f, 's, 'a> = &'f mut dyn FnMut(&mut Parser<'s, 'a>, usize) -> Option<End>;

impl<'s, 'a> Parser<'s, 'a> {
    /// Returns how the parser ends, and what it has done.
    fn run(spans: &'s Spans<'a>) -> (Option<End>, Vec<Port>) {
        let target = offsets(spans.ends(spans.parts.start, 0)).last();
        let mut parser = Parser {
            spans,
            target,
            ports: Vec::new(),
            way: Vec::new(),
            steps: 0,
        };
        let end = parser.part(spans.parts.start, 0, &mut |parser, end| {
            (parser.target == Some(end) && parser.is_tree()).then_some(End::Found)
        });
        (end, parser.ports)
    }

    fn part(&mut self, part: PartId, from: usize, rest: Following<'_, 's, 'a>) -> Option<End> {
        self.steps += 1;
        if self.steps > STEPS {
            return Some(End::TooLong);
        }
        let parts = self.spans.parts;
        if !parts.is_productive[part] && part != parts.start {
            return None;
        }
        match &parts.all[part] {
            Part::Either(members) => self.either(members, from, rest),
            Part::Sequence(members) => self.sequence(members, from, rest),
            Part::Rounds { .. } => self.rounds(part, 0, from, rest),
            Part::Terminal(terminal) => {
                let longest = self.spans.text.len();
                let mut ends = from + 1..=longest;
                let end = ends.find(|&end| terminal.fit(&self.spans.text[from..end]) == Fit::Is)?;
                rest(self, end)
            }
            &Part::Node { production, body } => {
                let name = parts.names[production].to_owned();
                self.node((part, name), body, from, rest)
            }
        }
    }

    /// Parses alternatives. Neighbors that are single octets are one alternative.
    fn either(
        &mut self,
        members: &[PartId],
        from: usize,
        rest: Following<'_, 's, 'a>,
    ) -> Option<End> {
        let mut is_taken = false;
        members.iter().find_map(|&member| {
            let is_octet = match &self.spans.parts.all[member] {
                Part::Terminal(Terminal::Literal { octets, .. }) => octets.len() == 1,
                Part::Terminal(Terminal::Octet { .. }) => true,
                Part::Terminal(Terminal::Utf8 { last, .. }) => *last < 0x80,
                _ => false,
            };
            if is_octet && is_taken {
                return None;
            }
            let ends = self.spans.ends(member, from);
            is_taken = is_octet && ends != 0;
            self.part(member, from, rest)
        })
    }

    fn sequence(
        &mut self,
        members: &[PartId],
        from: usize,
        rest: Following<'_, 's, 'a>,
    ) -> Option<End> {
        match members.split_first() {
            None => rest(self, from),
            Some((&first, others)) => self.part(first, from, &mut |parser, end| {
                parser.sequence(others, end, rest)
            }),
        }
    }

    /// Parses what is left of a repetition after that many rounds.
    fn rounds(
        &mut self,
        part: PartId,
        behind: u32,
        from: usize,
        rest: Following<'_, 's, 'a>,
    ) -> Option<End> {
        let parts = self.spans.parts;
        let &Part::Rounds {
            body,
            least,
            most,
            quantifier,
        } = &parts.all[part]
        else {
            return None;
        };
        let one_more = |parser: &mut Self, rest: Following<'_, 's, 'a>| {
            if most.is_some_and(|most| behind >= most) || !parts.is_productive[body] {
                return None;
            }
            parser.part(body, from, &mut |parser, end| {
                let is_empty = end == from && behind >= least;
                (!is_empty)
                    .then(|| parser.rounds(part, behind + 1, end, rest))
                    .flatten()
            })
        };
        let is_enough = behind >= least;
        if quantifier == rfcbnf::syntax::Quantifier::Greedy {
            let found = one_more(self, rest);
            found.or_else(|| is_enough.then(|| rest(self, from)).flatten())
        } else {
            let found = is_enough.then(|| rest(self, from)).flatten();
            found.or_else(|| one_more(self, rest))
        }
    }

    fn node(
        &mut self,
        (part, name): (PartId, String),
        body: PartId,
        from: usize,
        rest: Following<'_, 's, 'a>,
    ) -> Option<End> {
        self.ports.push(Port::Try(name.clone(), from));
        let mark = self.way.len();
        self.way.push((part, from, true));
        if self.open_here(part, from) > self.spans.text.len() + 2 {
            return Some(End::Endless);
        }
        let found = self.part(body, from, &mut |parser, end| {
            parser.ports.push(Port::Match(name.clone(), end));
            let mark = parser.way.len();
            parser.way.push((part, end, false));
            let found = rest(parser, end);
            if found.is_none() {
                parser.way.truncate(mark);
                parser.ports.push(Port::Redo(name.clone(), end));
            }
            found
        });
        if found.is_none() {
            self.way.truncate(mark);
            self.ports.push(Port::Fail(name, from));
        }
        found
    }

    /// Returns how often a production is open that begins at the offset.
    fn open_here(&self, part: PartId, offset: usize) -> usize {
        let mut open: Vec<(PartId, usize)> = Vec::new();
        for &(part, at, opens) in &self.way {
            if opens {
                open.push((part, at));
            } else {
                open.pop();
            }
        }
        open.iter().filter(|one| **one == (part, offset)).count()
    }

    /// Returns whether no node of the way has an ancestor of the same production and span.
    fn is_tree(&self) -> bool {
        let parts = self.spans.parts;
        let mut open: Vec<(usize, usize, usize)> = Vec::new();
        let mut nodes: Vec<(usize, usize, usize)> = Vec::new();
        for &(part, at, opens) in &self.way {
            let Part::Node { production, .. } = parts.all[part] else {
                continue;
            };
            if opens {
                open.push((production, at, nodes.len()));
            } else if let Some((production, start, inside)) = open.pop() {
                let node = (production, start, at);
                if nodes[inside..].contains(&node) {
                    return false;
                }
                nodes.push(node);
            }
        }
        true
    }
}

/// Leaves out that a parser goes back into a production and finds nothing there.
fn reduced(ports: impl IntoIterator<Item = Port>) -> Vec<Port> {
    let mut kept: Vec<Port> = Vec::new();
    for port in ports {
        if let (Port::Fail(name, _), Some(Port::Redo(other, _))) = (&port, kept.last())
            && name == other
        {
            kept.pop();
        } else {
            kept.push(port);
        }
    }
    kept
}

/// What a trace shows of its productions, up to the step that says that the parser never ends.
fn ports<P: Production + ToString>(trace: &Trace<'_, P>) -> Vec<Port> {
    let events = trace.steps().map(Step::event);
    let events = events.take_while(|event| !matches!(event, Event::Endless { .. }));
    let ports = events.filter_map(|event| match event {
        Event::Try { rule, offset, .. } => Some(Port::Try(rule.to_string(), *offset)),
        Event::Match { rule, span } => Some(Port::Match(rule.to_string(), span.end)),
        Event::Redo { rule, span, .. } => Some(Port::Redo(rule.to_string(), span.end)),
        Event::Fail { rule, offset } => Some(Port::Fail(rule.to_string(), *offset)),
        _ => None,
    });
    ports.collect()
}

/// Depth, name, start and end of the productions that the steps try and keep.
fn kept<P: Production + ToString>(trace: &Trace<'_, P>) -> Vec<(usize, String, usize, usize)> {
    let mut nodes = Vec::new();
    let mut open = Vec::new();
    for step in trace.steps().filter(|step| step.is_kept()) {
        match step.event() {
            Event::Try { rule, offset, .. } => {
                assert_eq!(step.depth(), open.len());
                open.push(nodes.len());
                nodes.push((step.depth(), rule.to_string(), *offset, *offset));
            }
            Event::Match { rule, span } => {
                let node: &mut (usize, String, usize, usize) =
                    &mut nodes[open.pop().expect("it is open")];
                assert_eq!((&node.1, node.2), (&rule.to_string(), span.start));
                node.3 = span.end;
            }
            _ => panic!("only productions are kept"),
        }
    }
    assert!(open.is_empty());
    nodes
}

/// Asserts that the steps that are kept are the first tree of the longest prefix.
fn assert_kept_is_the_tree(rule: Rule<'_>, text: &[u8], context: &str) {
    for detail in [Detail::Rules, Detail::Characters] {
        let trace = rule.trace(text, detail).expect("it has steps");
        let mut nodes = Vec::new();
        if let Some(longest) = trace.prefix() {
            let tree = rule.check(&text[..longest], detail).expect("it is decided");
            let tree = tree.expect("it is valid");
            nodes.extend(tree.root().descendants_with_depth().map(|(depth, node)| {
                let span = node.span();
                (depth, node.rule().to_string(), span.start, span.end)
            }));
        }
        assert_eq!(kept(&trace), nodes, "{context}");
    }
}

#[derive(Debug, Default)]
struct Count {
    found: usize,
    failed: usize,
    endless: usize,
    redone: usize,
    left_out: usize,
}

fn compare(grammar: &Grammar, characters: &str, seed: usize, count: &mut Count) {
    let parts = Parts::of(grammar, "s");
    let recognizer =
        Recognizer::with_characters(grammar, "s", |name| name == "t").expect("a recognizer");
    let rule = recognizer.rule();
    for text in texts::short_and_derived(&parts, characters, seed, (most_texts(), LONGEST)) {
        let context = format!(
            "{:?} of\n{}",
            String::from_utf8_lossy(&text),
            grammar.source
        );
        assert_kept_is_the_tree(rule, &text, &context);
        let spans = Spans::of(&parts, &text);
        let (end, expected) = Parser::run(&spans);
        let expected = reduced(expected);
        let trace = rule.trace(&text, Detail::Characters).expect("it has steps");
        if trace.exceeded().is_some() {
            assert_eq!(end, Some(End::TooLong), "{context}");
            count.left_out += 1;
            continue;
        }
        let own = reduced(ports(&trace));
        let is_endless = (trace.steps()).any(|step| matches!(step.event(), Event::Endless { .. }));
        count.redone += usize::from(own.iter().any(|port| matches!(port, Port::Redo(..))));
        match end {
            Some(End::TooLong) => count.left_out += 1,
            Some(End::Endless) => {
                assert!(is_endless, "{context}");
                assert!(
                    expected.starts_with(&own),
                    "{context}\n{own:?}\n{expected:?}"
                );
                count.endless += 1;
            }
            Some(End::Found) | None => {
                assert!(!is_endless, "{context}");
                assert_eq!(own, expected, "{context}");
                *(if end.is_some() {
                    &mut count.found
                } else {
                    &mut count.failed
                }) += 1;
            }
        }
    }
}

#[test]
fn the_steps_are_those_of_a_parser_that_backtracks() {
    let mut count = Count::default();
    let written = GRAMMARS.iter();
    let written = written.map(|(kind, source, characters)| (read(kind, source), *characters));
    let all: Vec<_> = written
        .chain(random::grammars(few_or_many(8, 100)))
        .collect();
    for (seed, (grammar, characters)) in all.iter().enumerate() {
        compare(grammar, characters, seed, &mut count);
    }
    println!("{count:?}");
    assert!(count.found > 500 && count.failed > 100, "{count:?}");
    assert!(count.endless > 500 && count.redone > 200, "{count:?}");
    assert!(count.left_out * 10 < count.found, "{count:?}");
}

#[test]
fn regular_productions_have_the_kept_steps_of_combinators() {
    for (source, texts) in [
        (
            "s = \"(\" t \")\" / \"x\" \"y\" / \"x\"\nt = \"x\" \"y\" / \"x\"\n",
            &["(x)", "(xy)", "x", "xy", "xyz", "(x", "(z)", ""][..],
        ),
        (
            "s = *( t \".\" ) u\nt = 1*DIGIT / 1*ALPHA\nu = *DIGIT [ t ]\n",
            &["1.a.2", "1.2.", "a", "", "1a", "1.-"],
        ),
        (
            "s = 1*3t [ u ] \"!\"\nt = \"a\" / \"ab\"\nu = *\"b\"\n",
            &["aab!", "abb!", "aaaa!", "aa", "ab!!"],
        ),
    ] {
        let grammar = read("", source);
        let recognizer = Recognizer::new(&grammar, "s").expect("a recognizer");
        let interpreter = Interpreter::new(&grammar).expect("an interpreter");
        let parser = interpreter.find("s").expect("it exists");
        for text in texts {
            let own = recognizer.rule().trace(text.as_bytes(), Detail::Rules);
            let own = own.expect("it has steps");
            let combinators = trace(parser, text.as_bytes(), Detail::Rules);
            assert_eq!(own.prefix(), combinators.prefix(), "{text} of {source}");
            assert_eq!(kept(&own), kept(&combinators), "{text} of {source}");
        }
    }
}
