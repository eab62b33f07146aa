//! The comparison of productions that have no automaton: those that lead to themselves, and those that
//! are too large.

use std::collections::{HashMap, HashSet};

use super::asked::{Asked, Only};
use super::bodies::{Bodies, Spelling};
use super::causes::Differing;
use super::decided::Pair;
use super::{Among, Comparison, Origin, Searched, Side, Texts};
use crate::automaton::{Automata, AutomatonError, Work};
use crate::recognizer::RecognizerError;
use crate::syntax::{Grammar, Production};

/// A grammar, its automata, and why the other productions have none.
pub(super) struct Half<'g> {
    pub(super) automata: Automata<'g>,
    /// The productions whose texts are known although they have no automaton, in file order.
    pub(super) open: Vec<&'g Production>,
    failed: HashMap<&'g str, AutomatonError>,
}

/// The productions without automata of two grammars.
pub(super) struct Recursive<'p, 'g> {
    a: &'p Half<'g>,
    b: &'p Half<'g>,
    bodies: Bodies<'p, 'g>,
    depth: u32,
    work: Work,
}

/// What is known about the texts of two productions.
pub(super) enum Known {
    /// They are the same.
    Equal,
    /// Some are different.
    Differs(Texts),
    /// No difference is known.
    NoneFound(Searched),
    /// A production has an obstacle, or is too large.
    Abstained(Side, AutomatonError),
}

impl<'g> Half<'g> {
    /// Makes the automata of the productions with these names, and of those that they use.
    pub(super) fn new(grammar: &'g Grammar, names: &HashSet<&str>) -> Self {
        let (automata, failed) = Automata::of_most(grammar, names);
        let is_open = |one: &&Production| match failed.get(one.name.as_str()) {
            Some(AutomatonError::Obstacle(obstacle)) => {
                obstacle.is_recursion() && !obstacle.derives_no_text()
            }
            Some(AutomatonError::TooLarge { .. }) => true,
            _ => false,
        };
        Self {
            open: grammar.productions.iter().filter(is_open).collect(),
            automata,
            failed,
        }
    }

    /// Returns why a production has neither an automaton nor texts to ask for.
    fn obstacle(&self, name: &str) -> Option<AutomatonError> {
        let is_open = self.open.iter().any(|one| one.name == name);
        self.failed.get(name).filter(|_| !is_open).cloned()
    }

    /// Returns a production and what decides about its texts.
    fn asked(&self, name: &str) -> Result<Asked<'_>, AutomatonError> {
        let production = self.automata.grammar().lookup(name)?;
        let automaton = self.automata.production(name);
        let asked = Asked::new(self.automata.grammar(), &production.name, automaton);
        asked.map_err(|error| match (error, self.failed.get(name)) {
            (RecognizerError::Obstacle(obstacle), _) => obstacle.into(),
            (RecognizerError::Excluded(_), Some(failed)) => failed.clone(),
            _ => AutomatonError::TooLarge {
                production: name.to_owned(),
            },
        })
    }
}

impl<'p, 'g> Recursive<'p, 'g> {
    pub(super) fn new(a: &'p Half<'g>, b: &'p Half<'g>, depth: u32) -> Self {
        let work = Work::new();
        let bodies = Bodies::new(a, b, &work);
        Self {
            a,
            b,
            bodies,
            depth,
            work,
        }
    }

    /// Adds the results by the names of the productions, and to `differing` those that may differ.
    pub(super) fn compare(
        &self,
        pair: &Pair<'_, 'g>,
        compared: &mut HashMap<String, Comparison>,
        differing: &mut Differing<'g>,
    ) {
        let names = self.a.failed.keys().chain(self.b.failed.keys());
        for &name in names.collect::<HashSet<_>>() {
            let of = |half: &Half<'g>| half.automata.grammar().production(name);
            let (Some(a), Some(b)) = (of(self.a), of(self.b)) else {
                compared.insert(name.to_owned(), self.only(name));
                continue;
            };
            let result = match self.known(name, name) {
                Known::Equal => Comparison::Equal,
                Known::Abstained(side, why) => Comparison::Abstained {
                    side,
                    why: Box::new(why),
                },
                Known::NoneFound(searched) => {
                    differing.insert(name, vec![a, b]);
                    Comparison::NoneFound(searched)
                }
                Known::Differs(texts) => {
                    differing.insert(name, vec![a, b]);
                    let origin = self.origin(pair, a, b);
                    Comparison::Differs { texts, origin }
                }
            };
            compared.insert(name.to_owned(), result);
        }
    }

    /// Compares a production of the first grammar with one of the second.
    pub(super) fn known(&self, a: &str, b: &str) -> Known {
        if let Some(why) = self.a.obstacle(a) {
            return Known::Abstained(Side::A, why);
        }
        if let Some(why) = self.b.obstacle(b) {
            return Known::Abstained(Side::B, why);
        }
        if self.bodies.are_equal(a, b) {
            return Known::Equal;
        }
        self.searched(a, b)
            .unwrap_or_else(|(side, why)| Known::Abstained(side, why))
    }

    /// Searches a text of each production that the other does not derive.
    fn searched(&self, a: &str, b: &str) -> Result<Known, (Side, AutomatonError)> {
        let asked_a = self.a.asked(a).map_err(|why| (Side::A, why))?;
        let asked_b = self.b.asked(b).map_err(|why| (Side::B, why))?;
        let only_a = asked_a.only(&asked_b, self.depth);
        let only_b = asked_b.only(&asked_a, self.depth);
        let (only_a, only_b) = match (only_a, only_b) {
            (Ok(Only::None(a)), Ok(Only::None(b))) => {
                // The smaller length holds for both.
                let length = a.length.into_iter().chain(b.length).min();
                return Ok(Known::NoneFound(Searched {
                    depth: self.depth,
                    length,
                }));
            }
            (Err(why), Ok(Only::None(_)) | Err(_)) => return Err((Side::A, why)),
            (Ok(Only::None(_)), Err(why)) => return Err((Side::B, why)),
            (only_a, only_b) => (text(only_a), text(only_b)),
        };
        Ok(Known::Differs(Texts {
            only_a: only_a.0,
            only_b: only_b.0,
            octets_of_a: asked_a.single_octets(&asked_b),
            octets_of_b: asked_b.single_octets(&asked_a),
            among: only_a.1.max(only_b.1),
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

    /// Returns the origin, without the names of the other productions. With the same definitions, the
    /// bodies are compared over octets and the names of productions without automata.
    fn origin(&self, pair: &Pair<'_, 'g>, a: &Production, b: &Production) -> Origin {
        let Some(spelling) = Spelling::new(&[self.a, self.b], &self.work) else {
            return Origin::Body;
        };
        let names = self.a.open.iter().chain(&self.b.open);
        let names: HashSet<&str> = names.map(|one| one.name.as_str()).collect();
        let spelled = names.into_iter().enumerate();
        let spelled = spelled.map(|(number, name)| (name, spelling.spell(number)));
        let spelled: HashMap<&str, _> = spelled.collect();
        let encoding = |half: &Half| half.automata.grammar().encoding;
        let bodies = [(a, encoding(self.a)), (b, encoding(self.b))];
        let is_same = |(half, more): (&Half<'g>, &HashMap<&str, _>)| {
            let mut more = more.clone();
            more.extend(spelled.iter().map(|(name, it)| (*name, it.clone())));
            let define = |body| half.automata.define_within(body, &more, &self.work).ok();
            let [a, b] = bodies.map(define);
            a.is_some() && a == b
        };
        if is_same((self.a, pair.more_of_a())) && is_same((self.b, pair.more_of_b())) {
            Origin::Others(Vec::new())
        } else {
            Origin::Body
        }
    }
}

/// Returns the text, and the texts among which it is shortest or there is none.
fn text(only: Result<Only, AutomatonError>) -> (Option<Vec<u8>>, Among) {
    match only {
        Ok(Only::Text(text, among)) => (Some(text), among),
        Ok(Only::None(searched)) => (None, Among::ToDepth(searched.depth)),
        Err(_) => (None, Among::Random),
    }
}
