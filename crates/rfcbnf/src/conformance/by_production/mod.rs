//! Suites that are complete for each production on its own. [`ProductionSuite`] has the idea, and says what such a
//! suite finds and misses.

mod symbols;

use std::collections::HashSet;

use super::alphabet::Alphabet;
use super::case::{Judge, Subject};
use super::{Case, Suite, SuiteError};
use crate::automaton::{AutomatonError, Work};
use crate::resolved::{ProductionId, ResolvedGrammar};
use crate::sentences::Shortest;
use crate::syntax::Grammar;
use symbols::{Characters, NoSymbols, Symbols};

/// The greatest number of texts.
const MOST: usize = 2_000_000;

/// The greatest number of octets of all texts.
const OCTETS: usize = 64 * 1_048_576;

/// A suite that is complete for each production on its own, and not for all of them together.
///
/// The body of a production is a regular expression over *symbols*: characters, and the productions that
/// it refers to. Its suite is a [`Suite`] of the minimal automaton over symbols. In a text, a production
/// stands as its shortest text that is not empty, and the whole is in a *context*: the shortest text
/// around a reference to the production. So recursion needs no depth, and the number of texts grows with
/// the grammar and not with its automaton.
///
/// - In the shortest context of a production, its texts have every ASCII character of its own terminals
///   after every state, and one of each set of other characters that no terminal of the grammar tells apart.
///   Productions take turns with the members of these sets.
/// - In the context of each other reference, one character represents each class of its automaton.
///
/// The verdicts are those of the whole grammar: what the symbols say may be wrong about a text that
/// has another derivation, too.
///
/// # What it finds
///
/// Suppose that a parser has a procedure for each production, which accepts a language over the same
/// symbols, as an automaton with at most *n* + *K* states where the minimal one has *n*. If one procedure
/// is wrong and the others are right, the suite has a sequence of symbols on which it is wrong. This assumes
/// that it tells none of the characters apart that represent each other.
///
/// > The parser gives a wrong verdict on the text of that sequence, unless another derivation, of the
/// > grammar or of the parser, derives the text.
///
/// The same holds if only one reference leads to a wrong procedure, which does not tell characters of a
/// class apart.
///
/// It misses what depends on more than one reference: a fault of a production in a production that
/// is in its shortest context in the suite, and is wrong in another; a fault that begins at some depth of
/// recursion, or after a certain number of rounds of another production. A [`Suite`] of the whole production
/// finds these, as far as its automaton tells the places apart.
///
/// ```
/// use rfcbnf::conformance::ProductionSuite;
///
/// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\" [ digit ]\ndigit = \"0\" | \"1\"\n")?;
/// let suite = ProductionSuite::new(&grammar, "pair", 0)?;
/// assert_eq!((suite.productions(), suite.contexts()), (2, 3));
/// assert!(suite.cases().any(|case| case.is_word() && case.text() == b"(())"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ProductionSuite {
    texts: Vec<Vec<u8>>,
    judge: Judge,
    productions: usize,
    contexts: usize,
}

/// The texts so far.
#[derive(Default)]
struct Texts {
    all: Vec<Vec<u8>>,
    known: HashSet<Vec<u8>>,
    octets: usize,
}

impl ProductionSuite {
    /// Makes the suite of a production and of all that it leads to, always the same one. The number of
    /// extra states is for each production.
    ///
    /// # Errors
    ///
    /// Returns [`SuiteError`] if the production does not exist, if it has an obstacle other than
    /// recursion or derives no text, or if anything is too large.
    pub fn new(grammar: &Grammar, production: &str, extra_states: u8) -> Result<Self, SuiteError> {
        let subject = Subject::of(grammar, production)?;
        let judge = Judge::of(grammar, &subject)?;
        let resolved = ResolvedGrammar::new(grammar);
        let start = resolved
            .lookup(subject.name)
            .map_err(AutomatonError::from)?;
        let shortest = Shortest::of(&resolved);
        let alphabet = Alphabet::of_octets(resolved.octets(start));
        let characters = Characters::of(grammar, subject.name, alphabet);
        let contexts = contexts(&resolved, start, &shortest);
        let mut texts = Texts::default();
        let mut made = (0, 0);
        // The production itself is the last.
        for production in resolved.reachable_from(start).into_iter().rev() {
            let contexts = &contexts[production.index()];
            let is_used = shortest.of_production(production).is_some() && !contexts.is_empty();
            if is_used {
                let symbols = symbols((&resolved, production), &shortest, &characters)?;
                texts.add(&symbols, contexts, extra_states)?;
                made = (made.0 + 1, made.1 + contexts.len());
            }
        }
        Ok(Self {
            texts: texts.all,
            judge,
            productions: made.0,
            contexts: made.1,
        })
    }

    /// Returns the number of texts.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.texts.len() as u64
    }

    /// Returns the texts, each once: those of the production first, then those of the productions that it
    /// refers to.
    #[must_use]
    pub fn texts(&self) -> &[Vec<u8>] {
        &self.texts
    }

    /// Returns the texts in the same order, with the right verdicts. A text that is undecided is
    /// left out.
    pub fn cases(&self) -> impl Iterator<Item = Case> {
        self.texts.iter().filter_map(|text| self.judge.case(text))
    }

    /// Returns the number of productions that have texts in the suite.
    #[must_use]
    pub fn productions(&self) -> usize {
        self.productions
    }

    /// Returns the number of contexts of all these productions.
    #[must_use]
    pub fn contexts(&self) -> usize {
        self.contexts
    }

    /// Returns whether an automaton gives the verdicts, and not a recognizer.
    #[must_use]
    pub fn has_automaton(&self) -> bool {
        self.judge.has_automaton()
    }
}

fn symbols(
    (grammar, production): (&ResolvedGrammar<'_>, ProductionId),
    shortest: &Shortest<'_, '_>,
    characters: &Characters,
) -> Result<Symbols, SuiteError> {
    let symbols = Symbols::of(grammar, production, shortest, characters, &Work::new());
    symbols.map_err(|error| {
        let production = grammar.production(production).name().to_owned();
        match error {
            NoSymbols::Many => SuiteError::TooManyReferences { production },
            NoSymbols::TooLarge => AutomatonError::TooLarge { production }.into(),
        }
    })
}

impl Texts {
    /// Adds the texts of a production: all in its first context, and those of representatives in the others.
    fn add(
        &mut self,
        symbols: &Symbols,
        contexts: &[Context],
        extra_states: u8,
    ) -> Result<(), SuiteError> {
        let Some((first, others)) = contexts.split_first() else {
            return Ok(());
        };
        let whole = Suite::over(symbols.alphabet.clone(), &symbols.automaton, extra_states)?;
        for text in whole.symbols() {
            self.push(first.with(&symbols.spelled(&text)))?;
        }
        let few = Suite::over(symbols.representatives(), &symbols.automaton, extra_states)?;
        for context in others {
            for text in few.symbols() {
                self.push(context.with(&symbols.spelled(&text)))?;
            }
        }
        Ok(())
    }

    fn push(&mut self, text: Vec<u8>) -> Result<(), SuiteError> {
        if self.all.len() >= MOST {
            return Err(SuiteError::TooManyTexts { most: MOST });
        }
        if self.octets + text.len() > OCTETS {
            return Err(SuiteError::TooManyOctets { most: OCTETS });
        }
        if self.known.insert(text.clone()) {
            self.octets += text.len();
            self.all.push(text);
        }
        Ok(())
    }
}

/// What comes before and after a production in a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Context {
    pub(crate) before: Vec<u8>,
    pub(crate) after: Vec<u8>,
}

impl Context {
    fn length(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// Returns the text around something in the middle of this context.
    pub(crate) fn around(&self, before: &[u8], after: &[u8]) -> Self {
        Self {
            before: [&self.before, before].concat(),
            after: [after, &self.after].concat(),
        }
    }

    /// Returns the text in this context.
    pub(crate) fn with(&self, text: &[u8]) -> Vec<u8> {
        [&self.before, text, &self.after].concat()
    }

    /// Returns what the text has in this context.
    pub(crate) fn inside<'t>(&self, text: &'t [u8]) -> Option<&'t [u8]> {
        let text = text.strip_prefix(&*self.before)?;
        text.strip_suffix(&*self.after)
    }
}

/// Returns the contexts of each production that the start leads to, in the order of their indices: for
/// each reference to it, the shortest surroundings, each once. The shortest comes first. That of the start is
/// empty.
pub(crate) fn contexts(
    grammar: &ResolvedGrammar<'_>,
    start: ProductionId,
    shortest: &Shortest<'_, '_>,
) -> Vec<Vec<Context>> {
    let reached = grammar.reachable_from(start);
    let references = reached
        .into_iter()
        .map(|one| (one, shortest.references(one)));
    let references: Vec<_> = references.collect();
    let mut first: Vec<Option<Context>> = vec![None; grammar.productions().len()];
    first[start.index()] = Some(Context::default());
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (user, references) in references.iter().rev() {
            let Some(outer) = first[user.index()].clone() else {
                continue;
            };
            for reference in references {
                let context = outer.around(&reference.before, &reference.after);
                let known = &mut first[reference.production.index()];
                if known
                    .as_ref()
                    .is_none_or(|known| context.length() < known.length())
                {
                    *known = Some(context);
                    has_changed = true;
                }
            }
        }
    }
    let mut all: Vec<Vec<Context>> = first
        .iter()
        .map(|one| one.iter().cloned().collect())
        .collect();
    for (user, references) in references.iter().rev() {
        for reference in references {
            let contexts = &mut all[reference.production.index()];
            let outer = first[user.index()].as_ref();
            let context = outer.map(|it| it.around(&reference.before, &reference.after));
            contexts.extend(context.filter(|context| !contexts.contains(context)));
        }
    }
    all
}
