//! Comparison with an enumeration that follows the definition literally, over every short text.

use rfcbnf::derivations::{DerivationTree, derivations_without};
use rfcbnf::syntax::{Case, Expression, Grammar, Kind, Quantifier};

use super::{all_of, change, grammar};
use crate::extent::few_or_many;
use crate::grammars::rfc1738;

/// An end, and the nodes up to it in the order of [`DerivationTree`](rfcbnf::derivations::DerivationTree): depth,
/// production, start, end.
type Way<'g> = (usize, Vec<(usize, &'g str, usize, usize)>);

/// The definition.
struct Naive<'g> {
    grammar: &'g Grammar,
    text: &'g str,
}

/// The context of the expressions of a production.
#[derive(Clone, Copy)]
struct Within {
    depth: usize,
    case: Case,
    quantifier: Quantifier,
}

impl<'g> Naive<'g> {
    fn trees(&self, production: &str) -> Vec<String> {
        let start = Within {
            depth: 0,
            case: Case::Exact,
            quantifier: Quantifier::Greedy,
        };
        let mut trees = Vec::new();
        for (end, nodes) in self.production(production, start, 0) {
            let lines = nodes.iter().map(|(depth, name, start, end)| {
                let text = &self.text[*start..*end];
                format!("{:1$}{name} {start}..{end} {text:?}\n", "", 2 * depth)
            });
            let tree = lines.collect();
            if end == self.text.len() && !trees.contains(&tree) {
                trees.push(tree);
            }
        }
        trees
    }

    fn production(&self, name: &str, within: Within, start: usize) -> Vec<Way<'g>> {
        let production = self
            .grammar
            .production(name)
            .expect("the production is defined");
        let below = Within {
            depth: within.depth + 1,
            ..within
        };
        let mut ways = self.expression(&production.body, below, start);
        ways.retain(|(end, _)| {
            let word = self.text[start..*end].to_ascii_lowercase();
            let mut excluded = production.excluded.iter();
            !excluded.any(|text| word.starts_with(&text.to_ascii_lowercase()))
        });
        for (end, nodes) in &mut ways {
            nodes.insert(0, (within.depth, production.name.as_str(), start, *end));
        }
        ways
    }

    fn expression(&self, expression: &'g Expression, within: Within, start: usize) -> Vec<Way<'g>> {
        match &expression.kind {
            Kind::Alternation(members) => {
                let members = members.iter();
                members
                    .flat_map(|member| self.expression(member, within, start))
                    .collect()
            }
            Kind::Sequence(members) => {
                let mut ways = vec![(start, Vec::new())];
                for member in members {
                    ways = followed(ways, |end| self.expression(member, within, end));
                }
                ways
            }
            Kind::Optional(body) => {
                let mut ways = self.expression(body, within, start);
                ways.push((start, Vec::new()));
                ways
            }
            Kind::Repetition { .. } => self.rounds(expression, within, start, 0),
            Kind::Literal { text, case, .. } => {
                let Some(word) = self.text.get(start..start + text.len()) else {
                    return Vec::new();
                };
                let ignored = *case == Case::Ignored || within.case == Case::Ignored;
                if word == text || (ignored && word.eq_ignore_ascii_case(text)) {
                    vec![(start + text.len(), Vec::new())]
                } else {
                    Vec::new()
                }
            }
            Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => panic!("not in this grammar"),
            Kind::Reference {
                name,
                case,
                quantifier,
            } => {
                let case = if *case == Case::Ignored {
                    *case
                } else {
                    within.case
                };
                let below = Within {
                    case,
                    quantifier: *quantifier,
                    ..within
                };
                self.production(name, below, start)
            }
        }
    }

    fn rounds(
        &self,
        repetition: &'g Expression,
        within: Within,
        start: usize,
        count: u32,
    ) -> Vec<Way<'g>> {
        let Kind::Repetition { least, most, body } = &repetition.kind else {
            panic!("a repetition");
        };
        let mut more = Vec::new();
        if most.is_none_or(|most| count < most) {
            let mut round = self.expression(body, within, start);
            round.retain(|(end, _)| count < *least || *end > start);
            more = followed(round, |end| self.rounds(repetition, within, end, count + 1));
        }
        let stop = (count >= *least).then(|| (start, Vec::new()));
        // Without a limit there are infinitely many of them.
        let mut empty = Vec::new();
        if count >= *least && most.is_some_and(|most| count < most) {
            let mut round = self.expression(body, within, start);
            round.retain(|(end, _)| *end == start);
            empty = followed(round, |end| self.rounds(repetition, within, end, count + 1));
        }
        match within.quantifier {
            Quantifier::Greedy => more.into_iter().chain(stop).chain(empty).collect(),
            Quantifier::Lazy => stop.into_iter().chain(more).chain(empty).collect(),
        }
    }
}

fn followed<'g>(ways: Vec<Way<'g>>, next: impl Fn(usize) -> Vec<Way<'g>>) -> Vec<Way<'g>> {
    let mut all = Vec::new();
    for (end, nodes) in ways {
        for (end, more) in next(end) {
            all.push((end, [nodes.as_slice(), &more].concat()));
        }
    }
    all
}

/// Compares leaving a production out during the search with leaving it out afterwards.
fn assert_left_out(
    grammar: &Grammar,
    (production, text): (&str, &str),
    trees: &[DerivationTree],
    left_out: &str,
) {
    let mut expected = Vec::new();
    for tree in trees {
        let tree = tree.without(|name| name == left_out);
        if !expected.contains(&tree) {
            expected.push(tree);
        }
    }
    let found = derivations_without(grammar, production, text, |name| name == left_out);
    let found: Vec<_> = found.expect("every production is defined").collect();
    assert_eq!(
        found, expected,
        "{production} without {left_out} on {text:?}"
    );
}

/// Compares over all texts of at most `most` of the characters. Returns the number of texts with a
/// tree and the number with several.
fn compare(grammar: &Grammar, characters: &str, most: usize) -> (usize, usize) {
    let (mut derived, mut ambiguous) = (0, 0);
    // In the few rounds, one production at a time is left out, in turn.
    let mut turns = 0..;
    let every = few_or_many(grammar.productions.len(), 1);
    let mut texts = vec![String::new()];
    while let Some(text) = texts.pop() {
        for production in &grammar.productions {
            let naive = Naive {
                grammar,
                text: &text,
            };
            let expected = naive.trees(&production.name);
            let trees: Vec<DerivationTree> = all_of(grammar, &production.name, &text).collect();
            let found: Vec<String> = trees.iter().map(DerivationTree::to_string).collect();
            assert_eq!(found, expected, "{} on {text:?}", production.name);
            let turn = turns.next().unwrap_or(0) / grammar.productions.len() % every;
            for left_out in grammar.productions.iter().skip(turn).step_by(every) {
                let on = (&*production.name, &*text);
                assert_left_out(grammar, on, &trees, &left_out.name);
            }
            derived += usize::from(!found.is_empty());
            ambiguous += usize::from(found.len() > 1);
        }
        if text.chars().count() < most {
            texts.extend(characters.chars().map(|next| format!("{text}{next}")));
        }
    }
    (derived, ambiguous)
}

#[test]
fn small_grammars_have_the_trees_of_the_definition() {
    for (source, most) in [
        ("s = t t\nt = *x\nx = \"a\" | \"ab\" | \"b\" | \"aa\"\n", 6),
        ("s = *x [ y ] *x\nx = \"a\" | y\ny = \"b\" | \"ab\"\n", 6),
        (
            "s = x | y | x y\nx = *[ \"a\" | \"aa\" ]\ny = [ \"b\" ] x [ \"a\" ]\n",
            6,
        ),
        (
            "s = 1*2x *3y 2y\nx = \"a\" [ \"b\" ]\ny = \"a\" | \"b\" | \"ba\"\n",
            6,
        ),
        (
            "s = *[ \"a\" x | \"ab\" | \"a\" | x \"a\" ]\nx = \"b\" | \"a\"\n",
            6,
        ),
        (
            "s = [ x ] [ [ x ] y ] [ y ]\nx = \"a\" | \"b\"\ny = *\"a\" *\"b\"\n",
            6,
        ),
        (
            "s = *[ t \"-\" ] t\nt = c | c *[ c | \"-\" ] c\nc = \"a\" | \"b\"\n",
            few_or_many(5, 6),
        ),
    ] {
        let grammar = grammar(source);
        let characters = if source.contains('-') { "ab-" } else { "ab" };
        let (derived, ambiguous) = compare(&grammar, characters, most);
        assert!(
            derived > 40 && ambiguous > 10,
            "{derived} {ambiguous} {source}"
        );
    }
}

#[test]
fn repetitions_that_can_be_empty_agree_with_the_definition() {
    for (repetition, empty) in [
        ("*x", "[ \"a\" ]"),
        ("2*3x", "*\"a\""),
        ("1*x", "[ y ]"),
        ("*3x", "[ y ]"),
        ("*2x 1*2x", "*\"a\""),
    ] {
        let mut changed = grammar(&format!(
            "s = {repetition} t\nt = *x\nx = \"b\"\ny = \"a\" | \"aa\"\n"
        ));
        let other = grammar(&format!("x = {empty}\ny = \"a\"\n"));
        changed.productions[2].body = other.productions[0].body.clone();
        let (_, ambiguous) = compare(&changed, "a", 6);
        assert!(ambiguous > 3, "{repetition} {empty}");
    }
}

#[test]
fn readings_change_the_trees_as_the_definition_does() {
    let source =
        "s = t x t | y\nt = *c *\"b\"\nx = *c\ny = 1*c [ t ]\nc = \"a\" | \"b\" | \"aB\"\n";
    let mut grammar = grammar(source);
    change(&mut grammar, "s", &mut |kind| {
        if let Kind::Reference {
            name,
            quantifier,
            case,
        } = kind
        {
            if name == "t" {
                *quantifier = Quantifier::Lazy;
            } else {
                *case = Case::Ignored;
            }
        }
    });
    change(&mut grammar, "t", &mut |kind| {
        if let Kind::Literal { case, .. } = kind {
            *case = Case::Ignored;
        }
    });
    let excluded = ["ab", "aab", "B"].map(str::to_owned);
    grammar.productions[2].excluded = excluded.to_vec();
    grammar.productions[3].excluded = excluded.to_vec();
    let (derived, ambiguous) = compare(&grammar, "abB", few_or_many(4, 5));
    assert!(
        derived > few_or_many(150, 500) && ambiguous > few_or_many(30, 100),
        "{derived} {ambiguous}"
    );
}

#[test]
fn the_trees_of_rfc_1738_agree_with_the_definition() {
    let grammar = rfc1738();
    for (production, texts) in [
        ("hostname", &["a", "1", ".", "-"][..]),
        ("host", &["1", ".", "a"]),
        ("login", &["a", ":", "@", "%41"]),
        ("fileurl", &["file://", "localhost", "/", "a"]),
        ("grouppart", &["a", "*", "@", "."]),
        ("url", &["wais://", "WAIS:", "h", "/", "?"]),
        ("url", &["x:", "//", "h", "@", ":"]),
        ("prosperourl", &["prospero://h/", ";", "=", "a"]),
        ("gopherurl", &["gopher://h/1", "%09", "a"]),
    ] {
        let mut waiting = vec![(String::new(), 0)];
        while let Some((text, length)) = waiting.pop() {
            let naive = Naive {
                grammar: &grammar,
                text: &text,
            };
            let found: Vec<String> = all_of(&grammar, production, &text)
                .map(|tree| tree.to_string())
                .collect();
            assert_eq!(found, naive.trees(production), "{production} on {text:?}");
            if length < few_or_many(3, 5) {
                waiting.extend(
                    texts
                        .iter()
                        .map(|next| (format!("{text}{next}"), length + 1)),
                );
            }
        }
    }
}
