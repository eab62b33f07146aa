//! Contexts in which the parser is asked about the texts of a production.
//!
//! A context is a text before the production, a text after it, and a window. For example, `port` in `httpurl`
//! can have a context between `http://h:` and the end. The parser is asked about `http://h:1` and `http://h:`. It
//! should accept the first, because `1` is a port, and reject the second, because the empty text is none. It is
//! not asked about `1/a` there, which is no port, though `http://h:1/a` is a URL: the window has no `/`.
//!
//! Invariant: between the texts of a context, the grammar derives exactly those texts of the window
//! that the production derives.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Instant;

use super::elsewhere::Elsewhere;
use super::oracle::{Oracle, Stop};
use super::paths;
use super::probes;
use super::sites::{samples, sites};
use super::texts::thinned;
use super::window::window;
use crate::automaton::{Automata, Automaton, Definitions, TooLarge, Work};
use crate::conformance::{Context, Suite};
use crate::recognizer::Recognizer;
use crate::search_end::Watch;
use crate::sentences::RecursiveSentences;
use crate::syntax::Production;

/// The greatest number of contexts of one site that are asked about.
const CONTEXTS: usize = 6;

/// The greatest number of texts that one production is asked about in all its contexts.
const TEXTS: usize = 300_000;

/// The part of the time that is left in which they are asked about, those of small suites first, and the number of
/// texts that are asked together.
const SHARE: u32 = 3;
const TOGETHER: usize = 20_000;

/// The greatest number of texts for which a suite gets more extra states.
const DEEPER: u64 = 6_000;

/// The greatest number of more extra states.
const DEPTH: u8 = 2;

/// The greatest number of texts of a production that are tried in a context.
const MEMBERS: usize = 6;

/// The number of texts at random that are tried if the parser rejects the shortest, the number of contexts that a
/// production has in them, where they begin, and the greatest number of those accepted that are read.
const LONGER: usize = 2_000;
const LONGER_CONTEXTS: usize = 2;
const SEED: u64 = 0;
const ACCEPTED: usize = 100;

/// A context for the texts of a production.
#[derive(Debug, Clone)]
pub(super) struct ProbeContext {
    /// The symbols before and after the production.
    pub(super) around: Context,
    /// The texts that can be asked about here.
    pub(super) window: Automaton,
    /// The number of the reference to the production that leads to this context.
    pub(super) site: usize,
    /// Whether the parser accepts a text of the production here.
    pub(super) is_open: bool,
    /// The texts of the production's suite, those along the paths of its automaton, and what a person
    /// would try.
    pub(super) texts: Rc<[Vec<u8>]>,
    /// The number of the texts that say which production is at fault. They come first: the suite, the
    /// paths, and numbers. What neighbouring grammars have is seldom a fault of one production.
    pub(super) systematic: usize,
}

impl ProbeContext {
    /// Returns whether the production is all of the text.
    pub(super) fn is_whole(&self) -> bool {
        self.around.before.is_empty() && self.around.after.is_empty()
    }

    /// Returns the whole text with this one in the context.
    pub(super) fn whole(&self, text: &[u8]) -> Vec<u8> {
        self.around.with(text)
    }

    /// Returns the whole texts with those of these texts that are in the window.
    pub(super) fn inside(&self, texts: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let inside = texts.iter().filter(|text| self.window.accepts(text));
        inside.map(|text| self.whole(text)).collect()
    }

    /// Returns the texts of the window that these whole texts have in the context.
    pub(super) fn texts_in<'t>(
        &self,
        whole: impl IntoIterator<Item = &'t Vec<u8>>,
    ) -> impl Iterator<Item = &'t [u8]> {
        let texts = whole.into_iter();
        let texts = texts.filter_map(|text| self.around.inside(text));
        texts.filter(|text| self.window.accepts(text))
    }

    /// Asks about those of the texts that are in the window.
    pub(super) fn ask(&self, oracle: &mut Oracle<'_>, texts: &[Vec<u8>]) -> Result<(), Stop> {
        oracle.ask(self.inside(texts))
    }

    /// Asks again about those of the texts that are in the window and have an answer. Returns whether an answer is
    /// another one now.
    pub(super) fn ask_again(
        &self,
        oracle: &mut Oracle<'_>,
        texts: &[Vec<u8>],
    ) -> Result<bool, Stop> {
        oracle.ask_again(&self.inside(texts))
    }

    /// Returns whether the parser accepts the text here; `None` if that is not known.
    pub(super) fn verdict(&self, oracle: &Oracle<'_>, text: &[u8]) -> Option<bool> {
        let is_inside = self.window.accepts(text);
        is_inside.then(|| oracle.verdict(&self.whole(text)))?
    }
}

/// Adds texts that say which production is at fault to the contexts of one production. They share them.
pub(super) fn add_systematic(contexts: &mut [ProbeContext], more: &[Vec<u8>]) {
    let Some(first) = contexts.first() else {
        return;
    };
    let (systematic, others) = first.texts.split_at(first.systematic);
    let texts = systematic.iter().chain(more).chain(others).cloned();
    let texts: Rc<[Vec<u8>]> = texts.collect();
    for context in contexts {
        context.texts = Rc::clone(&texts);
        context.systematic += more.len();
    }
}

/// The contexts of each production.
pub(super) type ProbeContexts<'g> = HashMap<&'g str, Vec<ProbeContext>>;

/// Looks for contexts of every production, users before the productions that they use.
pub(super) struct ContextSearch<'a, 'g> {
    automata: &'a Automata<'g>,
    /// The automaton of the whole production.
    whole: &'a Automaton,
    extra_states: u8,
    watch: &'a Watch,
    /// For each production, the references to it: the name of its user, and texts around it.
    references: HashMap<&'g str, Vec<(&'g str, Vec<Context>)>>,
    contexts: ProbeContexts<'g>,
    /// What is known of productions in longer texts, once a production needs them.
    accepted: Option<Elsewhere>,
}

/// A reference between the texts of a context of its user.
struct Candidates {
    site: usize,
    around: Vec<Context>,
    /// Whether the production is all that its user derives there.
    is_alone: bool,
    /// Whether the parser is known to accept a text of the production there, or need not.
    is_open: bool,
}

impl<'a, 'g> ContextSearch<'a, 'g> {
    pub(super) fn new(
        automata: &'a Automata<'g>,
        whole: &'a Automaton,
        extra_states: u8,
        watch: &'a Watch,
    ) -> Result<Self, TooLarge> {
        let definitions = Definitions {
            encoding: automata.grammar().encoding,
            find: &|name| automata.production(name),
        };
        let mut references: HashMap<&str, Vec<(&str, Vec<Context>)>> = HashMap::new();
        let work = Work::watched(watch);
        for user in automata.productions() {
            for (name, sites) in sites(&user.body, definitions, &work)? {
                let sites = sites.into_iter().map(|around| (&*user.name, around));
                references.entry(name).or_default().extend(sites);
            }
        }
        Ok(Self {
            automata,
            whole,
            extra_states,
            watch,
            references,
            contexts: HashMap::new(),
            accepted: None,
        })
    }

    /// Finds the contexts, and asks about the suite of each production there.
    pub(super) fn run(mut self, oracle: &mut Oracle<'_>) -> Result<ProbeContexts<'g>, Stop> {
        let mut levels = self.levels().into_iter();
        for production in levels.next().unwrap_or_default() {
            let alone = Candidates {
                site: 0,
                around: vec![Context::default()],
                is_alone: true,
                is_open: true,
            };
            self.choose(production, vec![alone], oracle);
        }
        for level in levels {
            let mut candidates = Vec::new();
            let mut questions = Vec::new();
            for production in level {
                let around = self.candidates(&production.name);
                questions.extend(self.probes(
                    &production.name,
                    &around,
                    oracle.alphabet().symbols(),
                ));
                candidates.push((production, around));
            }
            oracle.ask(questions)?;
            for (production, around) in candidates {
                oracle.go_on()?;
                self.choose(production, around, oracle);
                if !self.is_open(production) {
                    let longer = self.longer(production, oracle)?;
                    self.choose(production, longer, oracle);
                }
            }
        }
        let mut texts = Vec::new();
        let productions = self.automata.productions().iter();
        let contexts = productions.filter_map(|one| self.contexts.get(one.name.as_str()));
        let mut contexts: Vec<&ProbeContext> = contexts.flatten().collect();
        contexts.sort_by_key(|context| (context.texts.len(), &context.around.before));
        for context in contexts {
            oracle.go_on()?;
            let asked = context.inside(&context.texts);
            if texts.len() + asked.len() > oracle.left() {
                oracle.exhaust();
                break;
            }
            texts.extend(asked);
        }
        let end = self.watch.end_of_share(SHARE);
        for some in texts.chunks(TOGETHER) {
            if end.is_some_and(|end| Instant::now() >= end) {
                oracle.fall_short();
                break;
            }
            oracle.ask(some.iter().cloned())?;
        }
        Ok(self.contexts)
    }

    fn is_open(&self, production: &Production) -> bool {
        let contexts = self.contexts.get(production.name.as_str());
        contexts.is_some_and(|contexts| contexts.iter().any(|context| context.is_open))
    }

    /// Returns the contexts of the production in longer texts that the parser accepts: the month of a shortest date
    /// is 00, and few parsers accept that. With them come the contexts that it has.
    fn longer(
        &mut self,
        production: &Production,
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<Candidates>, Stop> {
        if self.accepted.is_none() {
            self.accepted = Some(self.accept_longer(oracle)?);
        }
        let accepted = self.accepted.iter();
        let contexts = accepted.flat_map(|it| it.contexts(&production.name));
        let alphabet = oracle.alphabet();
        let around = thinned(contexts.collect(), LONGER_CONTEXTS).map(|context| Context {
            before: alphabet.symbols_of(&context.before),
            after: alphabet.symbols_of(&context.after),
        });
        let site = self.references.get(&*production.name).map_or(0, Vec::len);
        let candidates = around.map(|around| Candidates {
            site,
            around: vec![around],
            is_alone: false,
            is_open: true,
        });
        let mut candidates: Vec<Candidates> = candidates.collect();
        candidates.extend(self.candidates(&production.name));
        Ok(candidates)
    }

    /// Asks about texts at random, and about what a person would try, and reads those that the parser accepts.
    fn accept_longer(&self, oracle: &mut Oracle<'_>) -> Result<Elsewhere, Stop> {
        let Some(root) = self.automata.productions().last() else {
            return Ok(Elsewhere::default());
        };
        // Which contexts there are does not depend on what readings exclude.
        let mut part = self.automata.grammar().part([&*root.name]);
        for production in &mut part.productions {
            production.excluded.clear();
        }
        let Ok(right) = Recognizer::new(&part, &root.name) else {
            return Ok(Elsewhere::default());
        };
        let mut texts = probes::neighbours(&[]);
        if let Ok(sentences) = RecursiveSentences::new(&part, &root.name) {
            texts.extend(sentences.random(SEED).take(LONGER));
        }
        let symbols = texts.iter().map(|text| oracle.alphabet().symbols_of(text));
        let mut symbols: Vec<Vec<u8>> = symbols.collect();
        symbols.retain(|text| self.whole.accepts(text));
        oracle.ask(symbols)?;
        let accepted = oracle.accepted(ACCEPTED);
        Ok(Elsewhere::of(&right, accepted.iter().map(Vec::as_slice)))
    }

    /// Returns the productions, those without users first, each level after all of its users.
    fn levels(&self) -> Vec<Vec<&'g Production>> {
        let mut depths: HashMap<&str, usize> = HashMap::new();
        let mut levels: Vec<Vec<&Production>> = Vec::new();
        for &production in self.automata.productions().iter().rev() {
            let depth = depths.get(&*production.name).copied().unwrap_or(0);
            for used in production.body.references() {
                let known = depths.entry(used).or_default();
                *known = (*known).max(depth + 1);
            }
            if levels.len() <= depth {
                levels.resize_with(depth + 1, Vec::new);
            }
            levels[depth].push(production);
        }
        levels
    }

    /// Returns the texts that may surround a production in the whole text.
    fn candidates(&self, name: &str) -> Vec<Candidates> {
        let references = self.references.get(name).into_iter().flatten().enumerate();
        let candidates = references.flat_map(|(site, (user, around))| {
            let contexts = self.contexts.get(user).map_or(&[][..], |contexts| contexts);
            let open: Vec<&ProbeContext> =
                contexts.iter().filter(|context| context.is_open).collect();
            thinned(open, CONTEXTS).map(move |context| Candidates {
                site,
                around: around
                    .iter()
                    .map(|inner| context.around.around(&inner.before, &inner.after))
                    .collect(),
                is_alone: around
                    .first()
                    .is_some_and(|first| first.before.is_empty() && first.after.is_empty()),
                is_open: false,
            })
        });
        candidates.collect()
    }

    /// Returns some texts of the production in each of the surroundings.
    fn probes(&self, name: &str, candidates: &[Candidates], alphabet: &[u8]) -> Vec<Vec<u8>> {
        let members = self.members(name, alphabet);
        let around = candidates.iter().flat_map(|candidates| &candidates.around);
        around
            .flat_map(|around| members.iter().map(|member| around.with(member)))
            .collect()
    }

    /// Returns some texts of the production, spelled with different symbols.
    fn members(&self, name: &str, alphabet: &[u8]) -> Vec<Vec<u8>> {
        let Some(automaton) = self.automata.production(name) else {
            return Vec::new();
        };
        let mut members =
            samples(automaton, MEMBERS, &Work::watched(self.watch)).unwrap_or_default();
        let mut others = paths::texts(automaton, alphabet);
        others.sort_by_key(|text| (text.len(), Reverse(text.clone())));
        others.dedup();
        members.extend(thinned(others, MEMBERS));
        members
    }

    /// Keeps a context for each of the candidates, if there is one.
    fn choose(
        &mut self,
        production: &'g Production,
        candidates: Vec<Candidates>,
        oracle: &Oracle<'_>,
    ) {
        let name = production.name.as_str();
        let Some(automaton) = self.automata.production(name) else {
            return;
        };
        let members = self.members(name, oracle.alphabet().symbols());
        let Some((texts, systematic)) = self.suite(automaton, &members, oracle) else {
            return;
        };
        let most = (TEXTS / texts.len().max(1)).max(1);
        let mut contexts: Vec<ProbeContext> = Vec::new();
        for Candidates {
            site,
            around,
            is_alone,
            is_open,
        } in candidates
        {
            let is_first_of_site = contexts.iter().all(|context| context.site != site);
            if contexts.len() >= most && !is_first_of_site {
                continue;
            }
            let is_open = |around: &Context| {
                let mut members = members.iter();
                is_open || members.any(|member| oracle.verdict(&around.with(member)) == Some(true))
            };
            let context = |around: &Context, is_open| {
                let window = self.window(automaton, around)?;
                Some(ProbeContext {
                    around: around.clone(),
                    window,
                    site,
                    is_open,
                    texts: Rc::clone(&texts),
                    systematic,
                })
            };
            let mut open = around.iter().filter(|around| is_open(around));
            let found = open.find_map(|around| context(around, true));
            let blind = || context(around.first()?, false);
            contexts.extend(found.or_else(|| if is_alone { blind() } else { None }));
        }
        self.contexts.insert(name, contexts);
    }

    fn window(&self, automaton: &Automaton, around: &Context) -> Option<Automaton> {
        let work = Work::watched(self.watch);
        let context = self.whole.between(&around.before, &around.after, &work);
        window(automaton, &context.ok()?, &work).ok()?
    }

    /// Returns the texts to ask about: a suite with more extra states if it is small, the paths, and what
    /// a person would try; and the number of those before the last.
    fn suite(
        &self,
        automaton: &Automaton,
        members: &[Vec<u8>],
        oracle: &Oracle<'_>,
    ) -> Option<(Rc<[Vec<u8>]>, usize)> {
        let alphabet = oracle.alphabet();
        let mut extra_states = self.extra_states;
        let mut suite = Suite::over(alphabet.clone(), automaton, extra_states).ok()?;
        while suite.size() > oracle.left() as u64 && extra_states > 0 {
            extra_states -= 1;
            suite = Suite::over(alphabet.clone(), automaton, extra_states).ok()?;
        }
        while suite.size() <= DEEPER && extra_states < self.extra_states.saturating_add(DEPTH) {
            extra_states += 1;
            match Suite::over(alphabet.clone(), automaton, extra_states) {
                Ok(deeper) if deeper.size() <= DEEPER => suite = deeper,
                _ => break,
            }
        }
        let paths = paths::texts(automaton, alphabet.symbols());
        let numbers = probes::numbers(automaton);
        let neighbours = probes::neighbours(members);
        let neighbours = neighbours.iter().map(|text| alphabet.symbols_of(text));
        let texts = suite.symbols().take_while(|_| !self.watch.is_over());
        let mut texts: Vec<Vec<u8>> = texts.chain(paths).chain(numbers).collect();
        let systematic = texts.len();
        texts.extend(neighbours);
        Some((texts.into(), systematic))
    }
}
