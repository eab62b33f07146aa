//! IP literals: addresses in brackets, which many parsers of URLs accept beside the grammar.
//!
//! The minimal automaton of IPv6 addresses has some hundred states, more than the search learns. So these
//! literals are not learned, but compared with those of RFC 3986, Section 3.2.2, also with the looser IPv4
//! addresses of RFC 2373, Appendix B: a parser that accepts `[::1]` in all contexts of a production is asked
//! about texts of their suite there. The texts that may follow an address, such as the zone of RFC 6874,
//! and those that may follow `[v` are learned. The parser accepts the literals if it agrees on all texts.
//!
//! For example, let a parser accept `http://[::1]/` and `http://[::1]:80/`. The productions `host` and
//! `hostport` both predict the first text, and only `host` predicts the second. After
//! `http://[0:0:0:0:0:0:255.255.255.255` and before `]`, the parser accepts `%eth0`, so zones are learned.
//! Then it is asked about some thousand texts such as `http://[1:2::3:4]/`.
//!
//! Invariant: from then on, the search sees a parser without these literals. It is asked about
//! `http://[]/` instead of `http://[::1]/`.

use std::ops::Range;
use std::rc::Rc;

use super::cause::{Deviation, GivenUp, IpLiteral, Ipv4};
use super::changes::{Position, changed};
use super::diagnosis::Diagnosis;
use super::hypotheses::{Claim, Hypothesis, Known};
use super::learner::{Lesson, learn};
use super::oracle::{Oracle, Stop};
use super::probe_contexts::{ProbeContext, ProbeContexts};
use super::texts;
use crate::automaton::{Automata, Automaton, Work};
use crate::conformance::Suite;
use crate::library;
use crate::octets::OctetSet;
use crate::syntax::Production;

/// A literal that a parser accepts if it accepts any.
const LITERAL: &[u8] = b"[::1]";

/// Brackets without an address.
const OTHER: &[u8] = b"[]";

/// An address that no symbol of addresses can follow.
const LONGEST_ADDRESS: &[u8] = b"0:0:0:0:0:0:255.255.255.255";

/// The numbers of the IPv4 addresses of RFC 2373.
const RFC2373_DEC_OCTET: &str = r#"dec-octet = 1*3( "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" )
"#;

/// The greatest number of states of what follows an address, and of what follows `[v`.
const STATES: usize = 40;

/// The greatest number of texts of each of two suites in the first context of a production, and of both in
/// each other context.
const TEXTS: [usize; 2] = [8_000, 400];

/// The literals that a parser takes.
struct IpLiterals {
    /// The name of the production.
    production: String,
    /// The literals, with their brackets.
    texts: Automaton,
    /// The whole grammar with them.
    whole: Automaton,
    /// The number of texts of their suite that the parser was asked about.
    asked: usize,
    parts: IpLiteral,
    /// A shortest text with one, in symbols.
    witness: Vec<u8>,
    /// Where the literal is in it.
    span: Range<usize>,
}

/// Looks for a production as which the parser takes such literals.
pub(super) fn propose<'g>(
    known: &mut Known<'_, 'g>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Box<dyn Hypothesis + 'g>>, Stop> {
    let symbols = oracle.alphabet().symbols();
    if known.whole.octets().contains(b'[') || !LITERAL.iter().all(|one| symbols.contains(one)) {
        return Ok(None);
    }
    let automata = known.automata;
    let candidates = candidates(&known.contexts, automata, oracle)?;
    let Some((production, contexts)) = best(candidates, automata, oracle)? else {
        return Ok(None);
    };
    let literals = compared(production, &contexts, automata, oracle)?;
    Ok(literals.map(|literals| Box::new(literals) as _))
}

/// A production, and its contexts. The grammar has no brackets, so it does not matter what is in their windows.
type Candidate<'a, 'g> = (&'g Production, Vec<&'a ProbeContext>);

/// Returns the productions for which the parser accepts a literal, and no empty brackets, in each of their
/// contexts. Users come after the productions that they use.
fn candidates<'a, 'g>(
    contexts: &'a ProbeContexts<'g>,
    automata: &Automata<'g>,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Candidate<'a, 'g>>, Stop> {
    let mut candidates = Vec::new();
    for &production in automata.productions() {
        let contexts = contexts.get(production.name.as_str()).into_iter().flatten();
        let open: Vec<&ProbeContext> = contexts.filter(|context| context.is_open).collect();
        let mut takes_literals = !open.is_empty();
        for (text, is_taken) in [(LITERAL, true), (OTHER, false)] {
            let texts: Vec<Vec<u8>> = open.iter().map(|context| context.whole(text)).collect();
            oracle.ask(texts.iter().cloned())?;
            takes_literals &= texts
                .iter()
                .all(|text| oracle.verdict(text) == Some(is_taken));
        }
        if takes_literals {
            candidates.push((production, open));
        }
    }
    Ok(candidates)
}

/// Returns the candidate that predicts the answers to the texts by which candidates differ. Of some that
/// say the same, the last: a production rather than its alternatives.
fn best<'a, 'g>(
    candidates: Vec<Candidate<'a, 'g>>,
    automata: &Automata<'g>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Candidate<'a, 'g>>, Stop> {
    let literal = Automaton::of_text(LITERAL);
    let mut best: Option<(Candidate<'a, 'g>, Automaton)> = None;
    for candidate in candidates {
        let Some(whole) = with(candidate.0, &literal, automata, &oracle.work()) else {
            continue;
        };
        let other = best.as_ref().map(|(_, other)| other);
        let other =
            other.and_then(|other| whole.difference(other).or_else(|| other.difference(&whole)));
        let Some(text) = other else {
            best = Some((candidate, whole));
            continue;
        };
        oracle.ask([text.clone()])?;
        if oracle.verdict(&text) == Some(whole.accepts(&text)) {
            best = Some((candidate, whole));
        }
    }
    Ok(best.map(|(candidate, _)| candidate))
}

/// Compares what the parser takes for literals with those of RFC 3986. Returns `None` where they differ.
fn compared<'g>(
    production: &'g Production,
    contexts: &[&ProbeContext],
    automata: &Automata<'g>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<IpLiterals>, Stop> {
    let Some(context) = contexts.first() else {
        return Ok(None);
    };
    let nothing = Automaton::of_text(b"");
    let zones: [&[u8]; 8] = [b"%1", b"%a", b"%25a", b"%251", b"%eth0", b"%", b"a", b":1"];
    let longest = [b"[", LONGEST_ADDRESS].concat();
    let Some(after) = learnt(context, (&longest, &nothing), &zones, oracle)? else {
        return Ok(None);
    };
    let futures: [&[u8]; 4] = [b"1.a", b"F.:", b".", b"1"];
    let future = learnt(context, (b"[v", &Automaton::empty()), &futures, oracle)?;
    let Some(future) = in_both_cases(context, future, oracle)? else {
        return Ok(None);
    };
    let work = oracle.work();
    let mut agreed = None;
    for ipv4 in [Ipv4::Rfc3986, Ipv4::Rfc2373] {
        let parts = IpLiteral {
            ipv4,
            after: after.clone(),
            future: future.clone(),
        };
        if let Some(address) = address(ipv4)
            && let Some(texts) = parts.texts(&address, &work)
            && let Some(asked) = agrees(contexts, (&address, &parts), &texts, oracle)?
        {
            agreed = Some((parts, asked, texts));
            break;
        }
    }
    let Some((parts, asked, texts)) = agreed else {
        return Ok(None);
    };
    let Some(whole) = with(production, &texts, automata, &work) else {
        return Ok(None);
    };
    let literal = texts.shortest().unwrap_or_default();
    let mut shortest = vec![context.whole(&literal)];
    let grammar = automata.whole();
    let first = grammar.and_then(|grammar| whole.without_within(grammar, &work).ok()?.shortest());
    shortest.extend(first);
    oracle.ask(shortest.iter().cloned())?;
    shortest.retain(|text| oracle.verdict(text) == Some(true));
    let Some(witness) = texts::shortest(shortest) else {
        return Ok(None);
    };
    let start = witness.iter().position(|&octet| octet == b'[').unwrap_or(0);
    let length = texts.longest_prefix(&witness[start..]).unwrap_or(0);
    Ok(Some(IpLiterals {
        production: production.name.clone(),
        texts,
        whole,
        asked,
        parts,
        witness,
        span: start..start + length,
    }))
}

/// Returns what the grammar derives if literals may stand for a production.
fn with<'g>(
    production: &'g Production,
    literals: &Automaton,
    automata: &Automata<'g>,
    work: &Work,
) -> Option<Automaton> {
    let own = automata.production(&production.name)?;
    let both = Automaton::union([own, literals], work).ok()?;
    let root = *automata.productions().last()?;
    changed(automata, [(production, &both)].into_iter(), root, work)
}

/// Returns the IPv6 addresses of RFC 3986 with these IPv4 addresses.
fn address(ipv4: Ipv4) -> Option<Automaton> {
    let mut grammar = library::rfc3986().read().into_result().ok()?;
    if ipv4 == Ipv4::Rfc2373 {
        let looser = crate::read(RFC2373_DEC_OCTET).ok()?;
        let looser = looser.productions.into_iter().next()?;
        let mut productions = grammar.productions.iter_mut();
        let strict = productions.find(|one| one.name == looser.name)?;
        *strict = looser;
    }
    Automaton::new(&grammar, "IPv6address").ok()
}

/// Learns what the parser takes between the beginning of a literal and `]`, if that is simple.
fn learnt(
    context: &ProbeContext,
    (before, expected): (&[u8], &Automaton),
    texts: &[&[u8]],
    oracle: &mut Oracle<'_>,
) -> Result<Option<Automaton>, Stop> {
    // Parsers that remove blanks and controls do so everywhere.
    let printable = OctetSet::range(b'!', b'~') | OctetSet::range(0x80, u8::MAX);
    let inside = printable.without(b"[]/?#\\@".iter().copied().collect());
    let window = Automaton::of_states(
        vec![inside, OctetSet::ALL.without(inside)],
        (),
        &|()| true,
        &|(), octet| inside.contains(octet).then_some(()),
        &oracle.work(),
    );
    let Ok(window) = window else {
        return Ok(None);
    };
    let context = ProbeContext {
        around: context.around.around(before, b"]"),
        window,
        site: 0,
        is_open: true,
        texts: Rc::from(texts.iter().map(|text| text.to_vec()).collect::<Vec<_>>()),
        systematic: texts.len(),
    };
    context.ask(oracle, &context.texts)?;
    let lesson = Lesson {
        production: "",
        expected,
        context: &context,
        states: STATES,
        is_rough: false,
    };
    match learn(lesson, oracle) {
        Ok(learned) => Ok(learned.is_complete.then_some(learned.automaton)),
        Err(Stop::GivenUp(_)) => oracle.go_on().map(|()| None),
        Err(stop) => Err(stop),
    }
}

/// Returns what the parser takes from the letter `v` on, in either case if it takes both.
fn in_both_cases(
    context: &ProbeContext,
    future: Option<Automaton>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Automaton>, Stop> {
    let Some(future) = future else {
        return Ok(None);
    };
    let Some(shortest) = future.shortest() else {
        return Ok(Some(Automaton::empty()));
    };
    let text = context.whole(&[b"[V", &shortest[..], b"]"].concat());
    oracle.ask([text.clone()])?;
    let work = oracle.work();
    let mut v = Automaton::of_text(b"v");
    if oracle.verdict(&text) == Some(true) {
        let Ok(both) = v.in_any_case(&work) else {
            return Ok(None);
        };
        v = both;
    }
    Ok(v.then(&future, &work).ok())
}

/// Asks about texts of suites of the literals. Returns their number, if the parser agrees on all.
fn agrees(
    contexts: &[&ProbeContext],
    (address, parts): (&Automaton, &IpLiteral),
    all: &Automaton,
    oracle: &mut Oracle<'_>,
) -> Result<Option<usize>, Stop> {
    let work = oracle.work();
    let alone = IpLiteral {
        ipv4: parts.ipv4,
        after: Automaton::of_text(b""),
        future: Automaton::empty(),
    };
    let two = [b"::", LONGEST_ADDRESS].map(Automaton::of_text);
    let two = Automaton::union(&two, &work).ok();
    let suites = [
        alone.texts(address, &work),
        two.and_then(|two| parts.texts(&two, &work)),
    ];
    let mut texts = Vec::new();
    for literals in suites {
        let Some(suite) = literals.and_then(|literals| suite(&literals, oracle)) else {
            return Ok(None);
        };
        texts.extend(suite);
    }
    oracle.go_on()?;
    let [_, others] = TEXTS;
    let mut asked = 0;
    for (index, context) in contexts.iter().enumerate() {
        let step = if index == 0 {
            1
        } else {
            texts.len() / others + 1
        };
        let inside: Vec<&Vec<u8>> = texts.iter().step_by(step).collect();
        let whole: Vec<Vec<u8>> = inside.iter().map(|text| context.whole(text)).collect();
        oracle.ask(whole.iter().cloned())?;
        for (inside, whole) in inside.iter().zip(&whole) {
            match oracle.verdict(whole) {
                Some(is_accepted) if is_accepted != all.accepts(inside) => return Ok(None),
                Some(_) => asked += 1,
                // A text with a line feed cannot be asked about.
                None => {}
            }
        }
    }
    if asked == 0 {
        return Ok(None);
    }
    Ok(Some(asked))
}

/// Returns texts of a suite of literals, over two symbols of each class. What is after a bracket is another
/// part of the grammar.
fn suite(literals: &Automaton, oracle: &Oracle<'_>) -> Option<Vec<Vec<u8>>> {
    let mut symbols = Vec::new();
    for class in literals.classes() {
        let all = oracle.alphabet().symbols().iter().copied();
        let mut all = all.filter(|&it| class.contains(it) && literals.octets().contains(it));
        symbols.extend(all.next().into_iter().chain(all.next_back()));
    }
    let suite = Suite::over(oracle.alphabet().only(&symbols), literals, 0).ok()?;
    let is_between = |text: &[u8]| match text {
        [b'[', inside @ .., b']'] => {
            let own = literals.octets().without(b"[]".iter().copied().collect());
            inside.iter().all(|&octet| own.contains(octet))
        }
        _ => false,
    };
    let texts = suite.symbols().take_while(|_| oracle.go_on().is_ok());
    let texts: Vec<Vec<u8>> = texts.filter(|text| is_between(text)).collect();
    let step = texts.len() / TEXTS[0] + 1;
    Some(texts.into_iter().step_by(step).collect())
}

impl Hypothesis for IpLiterals {
    /// The search goes on with brackets without an address in the place of the literals.
    fn hide(&self, _: &[Claim], oracle: &mut Oracle<'_>) -> Result<(), Stop> {
        oracle.hide(self.texts.clone(), OTHER)
    }

    fn claims(&self, known: &Known<'_, '_>, oracle: &Oracle<'_>) -> Vec<Claim> {
        let work = oracle.work();
        let claim = || {
            let own = known.automata.production(&self.production)?;
            Some(Claim {
                production: self.production.clone(),
                position: Position::IpLiteral,
                deviation: Deviation::Octets(OctetSet::single(b'[')),
                witness: self.witness.clone(),
                span: self.span.clone(),
                observed: Automaton::union([own, &self.texts], &work).ok()?,
                literal: Some(self.parts.clone()),
                texts: self.whole.without_within(known.whole, &work).ok()?,
            })
        };
        claim().into_iter().collect()
    }

    fn parser(&self, learned: Option<(&str, &Diagnosis<'_, '_>)>) -> Option<Automaton> {
        let Some((root, diagnosis)) = learned else {
            return Some(self.whole.clone());
        };
        let own = diagnosis.observed(&self.production)?;
        let both = Automaton::union([own, &self.texts], &diagnosis.work()).ok()?;
        diagnosis.whole(root, Some((&self.production, &both)))
    }

    fn unknown(&self, _: &Automaton, _: &mut Oracle<'_>) -> Result<Vec<GivenUp>, Stop> {
        Ok(vec![GivenUp::IpLiterals { texts: self.asked }])
    }
}

impl IpLiteral {
    /// Returns the literals with these parts, with their brackets.
    fn texts(&self, address: &Automaton, work: &Work) -> Option<Automaton> {
        let addresses = address.then(&self.after, work).ok()?;
        let inside = Automaton::union([&addresses, &self.future], work).ok()?;
        let open = Automaton::of_text(b"[").then(&inside, work).ok()?;
        open.then(&Automaton::of_text(b"]"), work).ok()
    }
}
