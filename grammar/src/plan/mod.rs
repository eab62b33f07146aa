//! Which combinator each place of a grammar needs.
//!
//! Read as ordered choice with greedy repetition, a grammar loses words: an alternative is
//! taken that is a prefix of what a later one derives, or a part takes what the next one
//! needs. For each place this module decides, on the languages of the parts, whether that
//! can happen, and what to do there. Each decision rests on a question that
//! [`Language`] answers completely; none is a guess.

mod list;

use std::collections::HashSet;

use crate::language::{Language, Languages, TooLarge, Witness};
use crate::syntax::{Expression, Grammar, Kind, Production, Quantifier};

pub use list::List;

/// How alternatives are tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// In order; the first that derives a prefix is taken.
    Ordered,
    /// All; the longest is taken. The witness is a word of the later alternative of which
    /// the earlier one derives a part.
    Longest {
        /// The alternative that would be taken, counted from 0.
        earlier: usize,
        /// The alternative that would have been needed.
        later: usize,
        /// What shows it.
        witness: Witness,
    },
}

/// How a part of a sequence and the rest of the sequence come together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Join {
    /// One after the other.
    Plain,
    /// The part gives back, so that the rest can follow.
    GiveBack(Giver, Witness),
    /// The part is as short as lets the rest derive; together they reach no further than
    /// the part alone.
    ShortestWithin,
    /// The part is as short as lets the rest derive.
    Shortest,
}

/// What can be given back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Giver {
    /// The whole of an optional part.
    Optional,
    /// The last rounds of a repetition.
    Many,
    /// Octets, one after the other.
    Any(OutOfOrder),
}

/// How the rounds of a repetition come together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rounds {
    /// Each is taken as far as it goes.
    Plain,
    /// A round can end in several places from which the next can begin, so every end is tried.
    Every(Witness, OutOfOrder),
}

/// A text whose tree is not the first in priority order, if there is one: a part that tries a
/// shorter alternative before a longer one is followed by what lets both derive the text, and
/// the tree is the one with the longer part all the same. `place` is the end of the shorter.
pub type OutOfOrder = Option<Witness>;

/// Decides the places of one grammar.
#[derive(Debug)]
pub struct Plan<'g> {
    grammar: &'g Grammar,
    languages: Languages<'g>,
}

impl<'g> Plan<'g> {
    /// Gets ready to decide.
    ///
    /// # Errors
    ///
    /// The first production that is [`TooLarge`].
    pub fn new(grammar: &'g Grammar) -> Result<Self, (&'g Production, TooLarge)> {
        Ok(Self {
            grammar,
            languages: Languages::new(grammar)?,
        })
    }

    /// The grammar.
    #[must_use]
    pub fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// The languages of its productions.
    #[must_use]
    pub fn languages(&self) -> &Languages<'g> {
        &self.languages
    }

    /// How the alternatives are tried.
    ///
    /// In order is exact where no earlier alternative derives a proper prefix of what a
    /// later one derives, or the later one derives nothing that the earlier does not.
    ///
    /// # Errors
    ///
    /// [`TooLarge`].
    pub fn choice(&self, alternatives: &[Expression]) -> Result<Choice, TooLarge> {
        let languages = self.languages.each(alternatives)?;
        for (later, other) in languages.iter().enumerate() {
            for (earlier, language) in languages[..later].iter().enumerate() {
                if let Some(witness) = language.prefix_of(other)
                    && !other.is_subset(language)
                {
                    return Ok(Choice::Longest {
                        earlier,
                        later,
                        witness,
                    });
                }
            }
        }
        Ok(Choice::Ordered)
    }

    /// An order of the alternatives, by their numbers, in which the first that derives a prefix
    /// of a text derives the longest that any of them does, if there is such an order: no word
    /// of a later one goes on after a word of an earlier one. Where two derive the same word,
    /// the grammar's order is kept.
    ///
    /// # Errors
    ///
    /// [`TooLarge`].
    pub fn ranking(&self, alternatives: &[Expression]) -> Result<Option<Vec<usize>>, TooLarge> {
        let languages = self.languages.each(alternatives)?;
        let precedes = |one: usize, other: usize| {
            let (mine, theirs) = (&languages[one], &languages[other]);
            mine.prefix_of(theirs).is_none() && (one < other || mine.common_word(theirs).is_none())
        };
        let mut left: Vec<usize> = (0..alternatives.len()).collect();
        let mut ranking = Vec::new();
        while !left.is_empty() {
            let leads = |one: &usize| {
                let mut others = left.iter().filter(|other| *other != one);
                others.all(|&other| precedes(*one, other))
            };
            let Some(place) = left.iter().position(leads) else {
                return Ok(None);
            };
            ranking.push(left.remove(place));
        }
        Ok(Some(ranking))
    }

    /// How the first of the parts and the others come together.
    ///
    /// One after the other is exact where no two ends of the part compete: what the part
    /// goes on with after the nearer end is nothing that the rest begins with, and the rest
    /// can follow the farther end wherever it can follow the nearer.
    ///
    /// # Errors
    ///
    /// [`TooLarge`].
    pub fn join(&self, parts: &'g [Expression]) -> Result<Join, TooLarge> {
        let [part, rest @ ..] = parts else {
            return Ok(Join::Plain);
        };
        if rest.is_empty() {
            return Ok(Join::Plain);
        }
        let language = self.languages.expression(part)?;
        let following = self.languages.sequence(rest)?;
        if let Kind::Reference {
            quantifier: Quantifier::Lazy,
            ..
        } = part.kind
        {
            let within =
                following.is_nullable() && self.languages.sequence(parts)?.is_subset(&language);
            return Ok(if within {
                Join::ShortestWithin
            } else {
                Join::Shortest
            });
        }
        let Some(witness) = self.competing_ends(parts)? else {
            return Ok(Join::Plain);
        };
        let body = match &part.kind {
            Kind::Optional(body) => Some((Giver::Optional, body)),
            Kind::Repetition { body, .. } => Some((Giver::Many, body)),
            _ => None,
        };
        if let Some((giver, body)) = body
            && self.languages.expression(body)?.is_prefix_free()
        {
            return Ok(Join::GiveBack(giver, witness));
        }
        let out_of_order = self.out_of_order(part, &language, &following)?;
        Ok(Join::GiveBack(Giver::Any(out_of_order), witness))
    }

    /// Whether a part that gives back may be taken greedily: whatever it takes, no shorter part
    /// followed by the rest reaches as far, not even the beginning of a rest. Then the rest is
    /// tried elsewhere only where it does not follow.
    ///
    /// # Errors
    ///
    /// [`TooLarge`].
    pub fn is_greedy(&self, giver: &Giver, parts: &'g [Expression]) -> Result<bool, TooLarge> {
        let [part, rest @ ..] = parts else {
            return Ok(false);
        };
        let following = self.languages.sequence(rest)?;
        let taken = match (giver, &part.kind) {
            (Giver::Optional, Kind::Optional(body)) => {
                let mut whole = vec![(**body).clone()];
                whole.extend_from_slice(rest);
                self.languages.sequence(&whole)?
            }
            (Giver::Many, Kind::Repetition { body, .. }) => self.languages.expression(body)?,
            _ => return Ok(false),
        };
        Ok(!taken.begins(&following))
    }

    /// How the rounds of a repetition come together.
    ///
    /// # Errors
    ///
    /// [`TooLarge`].
    pub fn rounds(&self, body: &'g Expression) -> Result<Rounds, TooLarge> {
        let Some(witness) = self.competing_rounds(body)? else {
            return Ok(Rounds::Plain);
        };
        let round = self.languages.expression(body)?;
        let more = self.more_rounds(body)?;
        let out_of_order = self.out_of_order(body, &round, &more)?;
        Ok(Rounds::Every(witness, out_of_order))
    }

    fn out_of_order(
        &self,
        part: &'g Expression,
        language: &Language,
        rest: &Language,
    ) -> Result<OutOfOrder, TooLarge> {
        let ambiguous = language.ambiguous_before(rest);
        Ok(if self.prefers_shorter(part)? {
            ambiguous
        } else {
            None
        })
    }

    /// What any number of rounds derives.
    ///
    /// # Errors
    ///
    /// [`TooLarge`].
    pub fn more_rounds(&self, body: &Expression) -> Result<Language, TooLarge> {
        let kind = Kind::Repetition {
            least: 0,
            most: None,
            body: Box::new(body.clone()),
        };
        let span = body.span.clone();
        self.languages.expression(&Expression { kind, span })
    }

    /// Whether somewhere in what the expression stands for, a derivation that comes earlier
    /// may be a shorter one: where alternatives are not simply tried in order, where a part
    /// gives back to the next, where it is as short as possible.
    fn prefers_shorter(&self, expression: &'g Expression) -> Result<bool, TooLarge> {
        let mut seen: HashSet<&str> = HashSet::new();
        let mut waiting = vec![expression];
        while let Some(expression) = waiting.pop() {
            waiting.extend(expression.children());
            match &expression.kind {
                Kind::Alternation(members) => {
                    if let Choice::Longest { .. } = self.choice(members)? {
                        return Ok(true);
                    }
                }
                Kind::Reference {
                    quantifier: Quantifier::Lazy,
                    ..
                } => return Ok(true),
                Kind::Sequence(members) => {
                    for index in 0..members.len() {
                        if self.competing_ends(&members[index..])?.is_some() {
                            return Ok(true);
                        }
                    }
                }
                Kind::Repetition { body, .. } if self.competing_rounds(body)?.is_some() => {
                    return Ok(true);
                }
                Kind::Reference { name, .. } if seen.insert(name) => {
                    let production = self.grammar.production(name);
                    waiting.extend(production.map(|production| &production.body));
                }
                _ => {}
            }
        }
        Ok(false)
    }

    /// Two ends of the first of the parts of which the others can go on from the nearer,
    /// though not, or not only, from the farther.
    fn competing_ends(&self, parts: &[Expression]) -> Result<Option<Witness>, TooLarge> {
        let [part, rest @ ..] = parts else {
            return Ok(None);
        };
        let part = self.languages.expression(part)?;
        let rest = self.languages.sequence(rest)?;
        Ok(part.eats_into(&rest).or_else(|| {
            // What can be nothing can follow anywhere.
            if rest.is_nullable() {
                None
            } else {
                part.overtakes(&rest)
            }
        }))
    }

    /// Two ends of a round such that the next can begin at the nearer, though not, or not
    /// only, at the farther.
    fn competing_rounds(&self, body: &Expression) -> Result<Option<Witness>, TooLarge> {
        let round = self.languages.expression(body)?;
        if round.is_prefix_free() {
            return Ok(None);
        }
        let more = self.more_rounds(body)?;
        Ok(round.eats_into(&more).or_else(|| round.overtakes(&round)))
    }
}
