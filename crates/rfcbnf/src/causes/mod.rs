//! The causes of the disagreements between a parser under test and a grammar.
//!
//! A faulty parser gives wrong verdicts on thousands of texts, and has a few faults. A *cause* is a
//! fault in terms of the grammar: the parser reads one part of it as other texts.
//!
//! # How causes are found
//!
//! The parser is a black box that says whether it accepts a text. If the production recurses in the middle,
//! the search goes through its productions one by one (`recursion`). Otherwise:
//!
//! 1. *Hypotheses* (`hypotheses`). Some faults take too many states to be learned. They are looked for one by
//!    one, and hidden from the rest of the search: octets that the parser ignores (`ignored`), IP addresses in
//!    brackets (`ip_literals`), and limits of length (`length_limits`).
//! 2. *Contexts* (`probe_contexts`, `window`). Each reference to a production gets texts around it, so that the
//!    grammar allows exactly the texts of the production between them, as far as the texts are in a
//!    *window*. The parser is asked about a complete suite of the production in each context, and about
//!    texts that a person would try (`probes`, `number_limits`).
//! 3. *Diagnosis* (`diagnosis`). Productions are judged after those that they use. A production is
//!    expected to derive what its body derives from what the parser accepts as the productions in it.
//!    It is at fault if the parser accepts other texts in most of its contexts, and the expected ones in
//!    none.
//! 4. *Learning* (`learner`). An automaton is learned of what the parser accepts as a production at
//!    fault: with a discrimination tree, and complete suites as equivalence tests. If much of the whole is read
//!    otherwise, it is learned before its parts: such a parser may have few states, however many they have.
//! 5. The whole production is judged last, by the complete suite of the automaton that all faults
//!    together lead to, by random walks through it (`paths`), and by every other text that was asked
//!    about. It is judged again while an answer contradicts that automaton. If none does, the parser
//!    accepts what the automaton accepts, or has more states.
//! 6. *Changes* (`changes`). The automaton is now known, and no more is asked. Few and simple changes
//!    of parts of the grammar are looked for that lead to it. Each is a cause. A text counts for a
//!    cause if the verdict on it becomes right when only this cause is repaired.
//!
//! # An example
//!
//! ```text
//! url   = "u:" host [ ":" port ]        The parser allows an empty port: it accepts u:h: too.
//! host  = 1*"h"
//! port  = 1*digit
//! digit = "0" | "1"
//! ```
//!
//! A context of `port` is between `u:h:` and the end. There, the parser accepts the suite's texts of `port`,
//! and the empty text. `digit` is read right, so `1*digit` is expected of `port`, and `port` is at fault.
//! The learner finds the automaton of `[01]*`. With it, `url` has 6 states, and its complete suite finds no
//! further wrong answer. One change leads to that automaton: `port` also derives the empty text. So the
//! cause is `port: accepts the empty text`.

mod cause;
mod changes;
mod deciding;
mod diagnosis;
mod elsewhere;
mod explanation;
mod faulty;
mod groups;
mod hypotheses;
pub(crate) mod id;
mod ignored;
mod ip_literals;
mod learned;
mod learner;
mod length_limits;
mod limits;
mod naming;
mod number_limits;
mod oracle;
mod paths;
mod patterns;
mod peer;
mod probe_contexts;
mod probes;
mod recursion;
mod sites;
mod steady;
mod suspects;
pub(crate) mod texts;
mod window;

pub use crate::search_end::SearchEnd;
pub use cause::{
    Cause, Conclusion, Deviation, Direction, Findings, Flaky, GivenUp, IpLiteral, Ipv4, Learnt,
    Repeats, Unexplained,
};
pub use changes::Position;
pub use learned::{Learned, LearnedTable};
pub use limits::Limits;
pub use patterns::{Pattern, Rounds};
pub use peer::{Budget, Disagreement, Peer, Repeated, Substitute};
pub use suspects::{Language, Repetition, Suspect, Suspects, SuspectsError};

use crate::automaton::{Automata, Automaton, AutomatonError};
use crate::conformance::Alphabet;
use crate::lookup::UnknownProduction;
use crate::resolved::ResolvedGrammar;
use crate::search_end::Watch;
use crate::syntax::Grammar;
use diagnosis::Diagnosis;
use explanation::{Explanation, different};
use faulty::UnitChange;
use hypotheses::{Known, Propose};
use oracle::{Oracle, Right, Stop};
use peer::{Kept, NoAnswer};
use probe_contexts::{ContextSearch, ProbeContexts};
use steady::{AnyPeer, Steady};

/// The greatest number of times that the whole production is judged again.
const ROUNDS: usize = 8;

/// Finds the causes of the disagreements of a complete suite. Asks the parser more texts, and finds
/// faults that no text of the suite shows. Without disagreements, every text of the suite counts as
/// answered.
///
/// ```
/// use std::convert::Infallible;
///
/// use rfcbnf::causes::{self, Budget, Disagreement, Peer};
///
/// /// A parser of port numbers that does not know the digit 9.
/// struct Port;
///
/// impl Peer for Port {
///     type Error = Infallible;
///
///     fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
///         let is_port = |text: &[u8]| !text.is_empty() && text.iter().all(|it| b"78".contains(it));
///         Ok(texts.iter().map(|text| Some(is_port(text))).collect())
///     }
/// }
///
/// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"7\" | \"8\" | \"9\"\n")?;
/// let nine = Disagreement { text: b"9".to_vec(), is_accepted: false };
/// let findings = causes::find(&grammar, "port", &[nine], &mut Port, &Budget::default())?;
/// let cause = &findings.causes[0];
/// assert_eq!(cause.id(), "port/rejects/9");
/// assert_eq!(cause.witness, b"9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an [`AutomatonError`] if the production has no automaton. A parser that stops answering
/// is no error: the findings hold what was found until then. The same holds for a search that
/// [`Budget::end`] ends.
pub fn find<P: Peer>(
    grammar: &Grammar,
    production: &str,
    disagreements: &[Disagreement],
    peer: &mut P,
    budget: &Budget,
) -> Result<Findings<P::Error>, AutomatonError> {
    let mut kept = Kept { peer, error: None };
    let mut findings = find_steadily(grammar, production, disagreements, &mut kept, budget)?;
    naming::name(
        grammar,
        production,
        &mut findings.causes,
        &mut findings.unexplained,
    );
    Ok(findings.with_reason(kept.error))
}

/// Finds the causes in the answers that hold. A parser with flaky answers contradicts itself.
fn find_steadily(
    grammar: &Grammar,
    production: &str,
    disagreements: &[Disagreement],
    peer: &mut (dyn Peer<Error = NoAnswer> + '_),
    budget: &Budget,
) -> Result<Findings<NoAnswer>, AutomatonError> {
    let mut steady = Steady::new(peer);
    let confirmed = if budget.end.is_requested() {
        disagreements.to_vec()
    } else {
        steady.confirmed(disagreements)
    };
    let mut findings = find_in(grammar, production, &confirmed, &mut steady, budget)?;
    findings.flaky = steady.flaky();
    let is_silent = matches!(findings.conclusion, Conclusion::Stopped(NoAnswer));
    if let Some(first) = findings.flaky.first()
        && (!is_silent || steady.is_unsteady())
    {
        let text = first.text.clone();
        findings.conclusion = Conclusion::Contradicted { text };
        findings.learned = None;
    }
    Ok(findings)
}

fn find_in(
    grammar: &Grammar,
    production: &str,
    disagreements: &[Disagreement],
    peer: &mut AnyPeer<'_>,
    budget: &Budget,
) -> Result<Findings<NoAnswer>, AutomatonError> {
    let production = grammar.lookup(production)?.name.as_str();
    let obstacle = grammar.obstacles().to_texts(production);
    if obstacle.is_some_and(|it| it.is_recursion() && !it.derives_no_text()) {
        return recursion::find(grammar, production, disagreements, peer, budget);
    }
    let texts = (disagreements, InputSymbols::Octets);
    let findings = search_regular(grammar, production, texts, peer, budget)?;
    let grammar = grammar.part([production]);
    let resolved = ResolvedGrammar::new(&grammar);
    let is_ascii = resolved.octets(resolved.lookup(production)?).is_ascii();
    let causes = findings.causes.iter();
    let changes: Vec<UnitChange> = causes
        .filter_map(|cause| UnitChange::of(cause, is_ascii))
        .collect();
    Ok(Findings {
        grammar: faulty::readable(&grammar, &changes),
        ..findings
    })
}

/// What texts consist of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InputSymbols {
    Octets,
    /// Octets, and nonterminals that stand for texts of other productions. Such texts have no length.
    Nonterminals,
}

/// Finds the causes in a production that has an automaton.
fn search_regular(
    grammar: &Grammar,
    production: &str,
    (disagreements, symbols): (&[Disagreement], InputSymbols),
    peer: &mut AnyPeer<'_>,
    budget: &Budget,
) -> Result<Findings<NoAnswer>, AutomatonError> {
    let automata = Automata::reachable_from(grammar, production)?;
    let whole = automata.production(production);
    let whole = whole.ok_or_else(|| UnknownProduction::of(grammar, production))?;
    let alphabet = Alphabet::of(whole);
    let watch = Watch::of(&budget.end);
    let mut oracle = Oracle::new(
        peer,
        (alphabet, Right::Automaton(whole)),
        disagreements,
        budget.questions,
        watch.clone(),
    );
    if disagreements.is_empty() && budget.has_complete_suite {
        oracle.suppose_right(whole);
    }
    let mut explanation = Explanation::new(
        whole,
        (production, grammar.encoding),
        disagreements,
        watch.clone(),
    );
    let found = search(
        &automata,
        (whole, symbols),
        &mut oracle,
        budget,
        &mut explanation,
    );
    let found = match found {
        Err(stop @ (Stop::NoAnswer | Stop::Contradicted(_))) => Err(stop),
        found => {
            if watch.is_requested() || matches!(found, Err(Stop::Ended)) {
                explanation.drop_rest(&oracle);
            }
            let more = match symbols {
                InputSymbols::Octets => {
                    let grammar = (grammar, production);
                    explanation.ask_more(grammar, &budget.repeated, &mut oracle)
                }
                InputSymbols::Nonterminals => Ok(()),
            };
            let found = found.map(|conclusion| explanation.with_repeated(conclusion, &oracle));
            more.and(found)
        }
    };
    let conclusion = match found {
        Err(Stop::NoAnswer) => Conclusion::Stopped(NoAnswer),
        Err(Stop::Ended) => explanation.ended(&oracle),
        // What was cut short is no limit of the search.
        Ok(_) | Err(Stop::GivenUp(_)) if watch.is_requested() => explanation.ended(&oracle),
        Ok(conclusion) => conclusion,
        Err(Stop::GivenUp(given_up)) => Conclusion::Incomplete(vec![given_up]),
        Err(Stop::Contradicted(text)) => Conclusion::Contradicted {
            text: oracle.alphabet().spelled(&text),
        },
    };
    Ok(explanation.findings(&oracle, conclusion))
}

fn search<'g>(
    automata: &Automata<'g>,
    (whole, symbols): (&Automaton, InputSymbols),
    oracle: &mut Oracle<'_>,
    budget: &Budget,
    explanation: &mut Explanation<'g>,
) -> Result<Conclusion<NoAnswer>, Stop> {
    let too_large = |_| Stop::GivenUp(explanation.too_large());
    let watch = oracle.watch().clone();
    let contexts =
        ContextSearch::new(automata, whole, budget.extra_states, &watch).map_err(too_large)?;
    oracle.ask_spelled(&budget.corpus)?;
    let hypotheses = &mut explanation.hypotheses;
    let mut known = Known {
        automata,
        whole,
        contexts: ProbeContexts::new(),
    };
    if symbols == InputSymbols::Octets {
        hypotheses.try_one(ignored::propose, &mut known, oracle)?;
    }
    known.contexts = contexts.run(oracle)?;
    let proposals: &[Propose] = match symbols {
        InputSymbols::Octets => &[
            ip_literals::propose,
            number_limits::propose,
            length_limits::propose,
        ],
        InputSymbols::Nonterminals => &[number_limits::propose],
    };
    for propose in proposals {
        hypotheses.try_one(*propose, &mut known, oracle)?;
    }
    let contexts = known.contexts;
    if oracle.wrong(whole).next().is_none() {
        if oracle.is_short_of_time() {
            return Err(Stop::Ended);
        }
        if !budget.has_complete_suite {
            let given_up = oracle.given_up().into_iter();
            let given_up = given_up.chain([GivenUp::IncompleteSuite]);
            let given_up = given_up.chain(different(whole, oracle));
            return Ok(Conclusion::Incomplete(given_up.collect()));
        }
        return explanation.agreement(oracle);
    }
    let (mut diagnosis, stopped) = Diagnosis::new(automata, &contexts, oracle, budget.states);
    let stopped = match stopped {
        None => judged_again(&mut diagnosis, oracle, budget.states).err(),
        stopped => stopped,
    };
    if let Some(stop) = stopped {
        explanation.show(&diagnosis, automata, oracle)?;
        return Err(stop);
    }
    for _ in 0..ROUNDS {
        explanation.explain(&diagnosis, automata, oracle)?;
        // A witness can be a text that was not asked about.
        if !diagnosis.reconsider(oracle, budget.states)? {
            break;
        }
    }
    let conclusion = explanation.conclude(&diagnosis, oracle, budget)?;
    if diagnosis.is_short_of_time || oracle.is_short_of_time() {
        return Err(Stop::Ended);
    }
    Ok(conclusion)
}

/// Judges the whole production again until no answer contradicts what it is taken for.
fn judged_again(
    diagnosis: &mut Diagnosis<'_, '_>,
    oracle: &mut Oracle<'_>,
    states: usize,
) -> Result<(), Stop> {
    for _ in 0..ROUNDS {
        match diagnosis.reconsider(oracle, states) {
            Ok(true) => {}
            Ok(false) | Err(Stop::GivenUp(_)) => break,
            Err(stop) => return Err(stop),
        }
    }
    Ok(())
}
