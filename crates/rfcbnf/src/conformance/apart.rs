//! Suites that keep productions apart whose states are equivalent.

use std::borrow::Cow;
use std::collections::HashSet;

use super::alphabet::Alphabet;
use super::case::Subject;
use super::completed::Completed;
use super::{Suite, SuiteError};
use crate::automaton::{Automata, Automaton, AutomatonError, TooLarge, Work};
use crate::depth;
use crate::resolved::ResolvedGrammar;
use crate::syntax::Grammar;

/// The greatest length of the texts of a production of single characters: an escape such as `%7E`.
const CHARACTER: usize = 3;

/// The productions that a suite keeps apart, although the minimal automaton has one state for several.
///
/// # The theorem
///
/// In RFC 3986, the same texts can follow `x:a` and `x:?a`: in both, `?` may come next, and the rest is the
/// same. So the minimal automaton *M* has one state for the inside of a path and of a query. A parser
/// written by hand has code for each production, and can be wrong in one of them.
///
/// Let *F* be the automaton whose state after *u* is that of *M*, and for each production *k* that is kept
/// apart, the residual of the *prefixes into k*: the prefixes after which the next character can be
/// derived by *k*. It accepts the same texts as *M*, and is the minimal machine that
/// also knows which of these productions the next character can be in. The suite is that of *M* with the
/// states of *F*: an access text for each state of *F*, all infixes after it, and texts that identify the
/// state of *M* to which these lead. Verdicts do not tell states apart that *M* has as one, so no texts
/// could identify the states of *F*.
///
/// > Let *r* be the number of states of an acceptor to which the access texts lead it. If it has at most
/// > *r* + *K* states and accepts other texts than the production derives, it gives a wrong verdict on at
/// > least one text of the suite with *K* extra states.
///
/// *Proof.* As in [the module](crate::conformance), with V(*i*) the access texts of *F* followed by at most
/// *i* characters. By 1, texts in V(*K* + 1) that lead *M* to different states lead the acceptor to different
/// states. V(0) leads it to *r* states, so V(*K*) leads it to every reachable state as in 2, and 3 and 4
/// follow. ∎
///
/// By 1, *r* is at least the number *n* of states of *M*, so every acceptor with at most *n* + *K* states
/// is found, as by the suite of *M*. If different access texts lead the acceptor to different states, *r* is the
/// number of states of *F*: the acceptor may have all the states of *F* and *K* more, and any number of its
/// verdicts and steps may be wrong. A suite of *M* with as many extra states finds that acceptor too, and
/// is many times larger. An acceptor that merges two states of *F*, and has others in their place, can pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptApart {
    /// All that the production leads to, except those whose texts have at most three octets.
    All,
    /// Those of these names.
    Named(Vec<String>),
}

impl Suite<'static> {
    /// Plans the suite of a production, as [`Suite::to_depth`] does, whose states are those of a larger
    /// automaton: states are kept apart where the next character can be in other productions. It finds a
    /// parser that is wrong in one of two productions after which the same texts can follow.
    ///
    /// # Errors
    ///
    /// Returns [`SuiteError`] if one of the productions does not exist, if the production has an obstacle
    /// other than recursion or derives no text, or if anything is too large.
    ///
    /// ```
    /// use rfcbnf::conformance::{KeptApart, Suite};
    ///
    /// let grammar = rfcbnf::read("uri = path [ \"?\" query ]\npath = *a\nquery = *( a / \"?\" )\na = \"x\"\n")?;
    /// let apart = Suite::keeping_apart(&grammar, "uri", &KeptApart::All, 0, 0)?;
    /// assert!(apart.states() >= Suite::to_depth(&grammar, "uri", 0, 0)?.states());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keeping_apart(
        grammar: &Grammar,
        production: &str,
        apart: &KeptApart,
        depth: u32,
        extra_states: u8,
    ) -> Result<Self, SuiteError> {
        let subject = Subject::of(grammar, production)?;
        let too_large = || AutomatonError::TooLarge {
            production: subject.name.to_owned(),
        };
        let part = grammar.part([subject.name]);
        let limited = part.to_depth(depth).ok_or_else(too_large)?;
        let automata = Automata::reachable_from(&limited, subject.name)?;
        let automaton = automata.production(subject.name).ok_or_else(too_large)?;
        let marks = marks(&automata, subject.name, &names(grammar, &subject, apart)?)?;
        let alphabet = Alphabet::of(automaton);
        let completed = Completed::marked(automaton, &marks, &alphabet);
        let completed = completed.map_err(|TooLarge| too_large())?;
        let automaton = Cow::Owned(automaton.clone());
        let mut suite = Self::of_states((alphabet, completed), automaton, extra_states)?;
        suite.encoding = grammar.encoding;
        suite.depth = subject.recurses.then_some(depth);
        suite.judge = subject.recognizer(grammar)?;
        Ok(suite)
    }
}

/// Returns the automata of the prefixes into each production, those of all its copies together.
fn marks(
    automata: &Automata<'_>,
    production: &str,
    names: &[String],
) -> Result<Vec<Automaton>, AutomatonError> {
    let work = Work::new();
    let productions = &automata.grammar().productions;
    let mut marks: Vec<Automaton> = Vec::new();
    for name in names {
        let all = productions.iter().map(|one| one.name.as_str());
        let into: HashSet<&str> = all.filter(|one| depth::original(one) == name).collect();
        let mark = automata.prefixes_into(production, &into, &work)?;
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }
    Ok(marks)
}

/// Returns the names of the productions that are kept apart.
fn names(
    grammar: &Grammar,
    subject: &Subject<'_>,
    apart: &KeptApart,
) -> Result<Vec<String>, AutomatonError> {
    let names = match apart {
        KeptApart::Named(names) => names,
        KeptApart::All => return Ok(longer_than_characters(grammar, subject.name)),
    };
    let found = names
        .iter()
        .map(|name| Ok(grammar.lookup(name)?.name.clone()));
    found.collect()
}

fn longer_than_characters(grammar: &Grammar, production: &str) -> Vec<String> {
    let resolved = ResolvedGrammar::new(grammar);
    let reached = resolved.find(production).into_iter();
    let reached = reached.flat_map(|start| resolved.reachable_from(start));
    let longer = reached.filter(|&one| {
        let body = resolved.production(one).body();
        let longest = resolved.properties(body).longest();
        longest.is_none_or(|longest| longest > CHARACTER)
    });
    let names = longer.map(|one| resolved.production(one).name());
    names
        .filter(|name| *name != production)
        .map(str::to_owned)
        .collect()
}
