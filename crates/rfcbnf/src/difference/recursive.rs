//! The comparison of productions that have no automaton: those that recurse, and those that
//! are too large.

use std::collections::{HashMap, HashSet};

use super::asked::Only;
use super::bodies::{Bodies, Spelling};
use super::decided::{Differing, Pair, of_same_body, texts};
use super::half::Half;
use super::{Among, Comparison, Equality, Origin, PairResult, Searched, Side, Texts, equality};
use crate::automaton::{Automaton, AutomatonError, Work};
use crate::octets::OctetSet;
use crate::syntax::Production;

/// Automata by the names of productions.
type More<'g> = HashMap<&'g str, Automaton>;

/// The productions without automata of two grammars.
pub(super) struct Recursive<'p, 'g> {
    a: &'p Half<'g>,
    b: &'p Half<'g>,
    bodies: Bodies<'p, 'g>,
    spelling: Option<Spelling<'g>>,
    /// The names of the productions without automata, spelled.
    names: HashMap<&'g str, Automaton>,
    depth: u32,
    work: Work,
}

impl<'p, 'g> Recursive<'p, 'g> {
    pub(super) fn new(a: &'p Half<'g>, b: &'p Half<'g>, depth: u32) -> Self {
        let work = Work::new();
        let spelling = Spelling::new([a, b], &work);
        let names: HashSet<&str> = [a, b].iter().flat_map(|half| half.names()).collect();
        let names = names.into_iter().enumerate();
        let names = names.filter_map(|(number, name)| {
            let spelled = spelling.as_ref()?.spell(number);
            Some((name, spelled))
        });
        Self {
            a,
            b,
            bodies: Bodies::new(a, b, spelling.as_ref(), &work),
            names: names.collect(),
            spelling,
            depth,
            // What was asked about bodies does not leave it without steps.
            work: Work::new(),
        }
    }

    /// Adds the results of the productions with these names, and to `differing` those that may differ.
    pub(super) fn compare(
        &self,
        pair: &Pair<'_, 'g>,
        asked: &HashSet<&str>,
        compared: &mut HashMap<String, Comparison>,
        differing: &mut Differing<'g>,
    ) {
        let more = self.more(pair);
        let names = self.a.failed.keys().chain(self.b.failed.keys());
        let names = names.filter(|name| asked.contains(*name));
        for &name in names.collect::<HashSet<_>>() {
            let of = |half: &Half<'g>| half.automata.grammar().production(name);
            let (Some(a), Some(b)) = (of(self.a), of(self.b)) else {
                compared.insert(name.to_owned(), self.only(name));
                continue;
            };
            let result = match self.known(name, name) {
                PairResult::Equal => Comparison::Equal,
                PairResult::Abstained { side, why } => Comparison::Abstained { side, why },
                PairResult::NoneFound(searched) => {
                    differing.insert(name, vec![a, b]);
                    Comparison::NoneFound(searched)
                }
                PairResult::Differs(texts) => {
                    differing.insert(name, vec![a, b]);
                    let origin = self.origin(more.as_ref(), a, b);
                    Comparison::Differs { texts, origin }
                }
            };
            compared.insert(name.to_owned(), result);
        }
    }

    /// Compares a production of the first grammar with one of the second.
    pub(super) fn known(&self, a: &str, b: &str) -> PairResult {
        let obstacle_a = self.a.obstacle(a).map(|why| (Side::A, why));
        let obstacle = obstacle_a.or_else(|| Some((Side::B, self.b.obstacle(b)?)));
        let found = match obstacle {
            Some(obstacle) => Err(obstacle),
            None if self.bodies.are_equal(a, b) => Ok(PairResult::Equal),
            None => self.decided(a, b),
        };
        found.unwrap_or_else(|(side, why)| {
            let why = Box::new(why);
            PairResult::Abstained { side, why }
        })
    }

    /// Compares all short texts, and tries a proof if none differs. Otherwise searches longer texts.
    fn decided(&self, a: &str, b: &str) -> Result<PairResult, (Side, AutomatonError)> {
        let [in_a, in_b] = [self.a, self.b].map(|half| half.automata.grammar());
        match equality((in_a, a), (in_b, b)) {
            Equality::Proved { .. } => Ok(PairResult::Equal),
            Equality::Unknown { length } => self.searched(a, b, length.unwrap_or(0)),
            Equality::Differs { only, length } => {
                let searched = self.searched(a, b, length).ok();
                Ok(PairResult::Differs(beside(only, length, searched)))
            }
        }
    }

    /// Searches a text of each production that the other does not derive. All texts of at most `whole` octets were
    /// compared before.
    fn searched(
        &self,
        a: &str,
        b: &str,
        whole: usize,
    ) -> Result<PairResult, (Side, AutomatonError)> {
        let asked_a = self.a.asked(a).map_err(|why| (Side::A, why))?;
        let asked_b = self.b.asked(b).map_err(|why| (Side::B, why))?;
        if let Some((all_a, all_b)) = asked_a.all().zip(asked_b.all()) {
            if all_a == all_b {
                return Ok(PairResult::Equal);
            }
            if let Ok(texts) = texts(&all_a, &all_b, &Work::new()) {
                return Ok(PairResult::Differs(texts));
            }
        }
        let only_a = asked_a.only(&asked_b, self.depth);
        let only_b = asked_b.only(&asked_a, self.depth);
        let (only_a, only_b) = match (only_a, only_b) {
            (Ok(Only::None(a)), Ok(Only::None(b))) => {
                // The smaller length holds for both.
                let length = a.into_iter().chain(b).min();
                return Ok(PairResult::NoneFound(Searched {
                    depth: self.depth,
                    length,
                    whole,
                }));
            }
            (Err(why), Ok(Only::None(_)) | Err(_)) => return Err((Side::A, why)),
            (Ok(Only::None(_)), Err(why)) => return Err((Side::B, why)),
            (only_a, only_b) => (text(only_a, self.depth), text(only_b, self.depth)),
        };
        // Where one side has no text, only that of the other has to be irreducible.
        let is_reduced =
            |one: &(Option<Vec<u8>>, Among)| one.0.is_none() || one.1 == Among::Irreducible;
        let among = match only_a.1.max(only_b.1) {
            Among::Random if is_reduced(&only_a) && is_reduced(&only_b) => Among::Irreducible,
            among => among,
        };
        Ok(PairResult::Differs(Texts {
            only_a: only_a.0,
            only_b: only_b.0,
            octets_of_a: asked_a.single_octets(&asked_b),
            octets_of_b: asked_b.single_octets(&asked_a),
            among,
        }))
    }

    /// Returns the result for a production that only one grammar has.
    fn only(&self, name: &str) -> Comparison {
        let (grammar_a, grammar_b) = (self.a.automata.grammar(), self.b.automata.grammar());
        let is_a = grammar_a.production(name).is_some();
        let mut others = if is_a { &self.b.open } else { &self.a.open }.iter();
        let other = others.find(|other| {
            let (a, b) = if is_a {
                (name, &*other.name)
            } else {
                (&*other.name, name)
            };
            let own = if is_a { grammar_a } else { grammar_b };
            own.production(&other.name).is_none() && self.bodies.are_equal(a, b)
        });
        Comparison::Only {
            side: if is_a { Side::A } else { Side::B },
            other_name: other.map(|other| other.name.clone()),
        }
    }

    /// Returns the productions that only one grammar has, with the definitions of the other, as bodies are read with
    /// them.
    fn more(&self, pair: &Pair<'_, 'g>) -> Option<[More<'g>; 2]> {
        let spelling = self.spelling.as_ref()?;
        let free = |more: &More<'g>| -> Option<More<'g>> {
            let freed = more.iter().map(|(name, automaton)| {
                let freed = spelling.free(automaton, &self.work).ok()?;
                Some((*name, freed))
            });
            freed.collect()
        };
        Some([free(pair.more_of_a())?, free(pair.more_of_b())?])
    }

    /// Returns the origin, without the names of the other productions. With the same definitions, the
    /// bodies are compared over octets and the names of productions without automata.
    fn origin(&self, more: Option<&[More<'g>; 2]>, a: &Production, b: &Production) -> Origin {
        let encoding = |half: &Half| half.automata.grammar().encoding;
        let encodings = [encoding(self.a), encoding(self.b)];
        if let Some(origin) = of_same_body((a, b), encodings) {
            return origin;
        }
        if a.body.references().is_empty() && b.body.references().is_empty() {
            return Origin::Body;
        }
        let (Some(spelling), Some([more_of_a, more_of_b])) = (&self.spelling, more) else {
            return Origin::Undecided;
        };
        let bodies = [(a, encodings[0]), (b, encodings[1])];
        let is_same = |(side, half): (Side, &Half<'g>), more: &HashMap<&str, Automaton>| {
            let find = |name: &str| more.get(name).or_else(|| self.names.get(name));
            let define = |body| spelling.define((side, half), body, &find, &self.work);
            let [a, b] = bodies.map(define);
            Some(a? == b?)
        };
        let with_a = is_same((Side::A, self.a), more_of_a);
        let with_b = is_same((Side::B, self.b), more_of_b);
        match (with_a, with_b) {
            (Some(true), Some(true)) => Origin::Others(Vec::new()),
            (Some(false), _) | (_, Some(false)) => Origin::Body,
            _ => Origin::Undecided,
        }
    }
}

/// Returns the texts with shortest ones in the place of those that a search found. It can have found one where no short
/// text differs.
fn beside(only: [Option<Vec<u8>>; 2], length: usize, searched: Option<PairResult>) -> Texts {
    let (octets, found) = match searched {
        Some(PairResult::Differs(texts)) => (
            (texts.octets_of_a, texts.octets_of_b),
            [(texts.only_a, texts.among), (texts.only_b, texts.among)],
        ),
        _ => (
            (OctetSet::EMPTY, OctetSet::EMPTY),
            [(None, Among::All), (None, Among::All)],
        ),
    };
    let mut among = Among::All;
    let mut texts = only
        .into_iter()
        .zip(found)
        .map(|(shortest, found)| match (shortest, found) {
            (Some(text), _) => Some(text),
            (None, (Some(text), of_text)) => {
                among = among.max(of_text);
                Some(text)
            }
            (None, (None, _)) => {
                among = among.max(Among::ToLength(length));
                None
            }
        });
    let (only_a, only_b) = (texts.next().flatten(), texts.next().flatten());
    drop(texts);
    Texts {
        only_a,
        only_b,
        octets_of_a: octets.0,
        octets_of_b: octets.1,
        among,
    }
}

/// Returns the text, and the texts among which it is shortest or there is none.
fn text(only: Result<Only, AutomatonError>, depth: u32) -> (Option<Vec<u8>>, Among) {
    match only {
        Ok(Only::Text(text, among)) => (Some(text), among),
        Ok(Only::None(_)) => (None, Among::ToDepth(depth)),
        Err(_) => (None, Among::Random),
    }
}
