//! Faults that take too many states to be learned: ignored octets, IP addresses in brackets, limits of length.
//!
//! Each is a *hypothesis*: texts about it are asked about before the rest of the search, which then sees a parser
//! without the fault.

use std::borrow::Cow;
use std::ops::Range;

use super::cause::{Cause, Deviation, Direction, GivenUp, IpLiteral, Learnt};
use super::changes::Position;
use super::diagnosis::Diagnosis;
use super::oracle::{Oracle, Stop};
use super::probe_contexts::ProbeContexts;
use crate::automaton::{Automata, Automaton, Work};

/// What the search knows of the grammar when it looks for a fault.
pub(super) struct Known<'s, 'g> {
    pub(super) automata: &'s Automata<'g>,
    /// The automaton of the whole production.
    pub(super) whole: &'s Automaton,
    /// There are none yet when ignored octets are looked for.
    pub(super) contexts: ProbeContexts<'g>,
}

/// Looks for a fault, and asks the parser about it.
pub(super) type Propose = for<'g> fn(
    &mut Known<'_, 'g>,
    &mut Oracle<'_>,
) -> Result<Option<Box<dyn Hypothesis + 'g>>, Stop>;

/// A fault that the parser has, as far as it was asked about.
pub(super) trait Hypothesis {
    /// Returns what the fault says of productions. Each is a cause.
    fn claims(&self, known: &Known<'_, '_>, oracle: &Oracle<'_>) -> Vec<Claim>;

    /// Hides what these claims say from the rest of the search: their texts count as right.
    fn hide(&self, claims: &[Claim], oracle: &mut Oracle<'_>) -> Result<(), Stop> {
        oracle.set_aside(claims.iter().map(|claim| claim.texts.clone()));
        Ok(())
    }

    /// Returns what the parser sees of a text.
    fn seen<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        Cow::Borrowed(text)
    }

    /// Returns what the parser accepts as the production with the fault, beside the causes that were learned.
    fn parser(&self, _: Option<(&str, &Diagnosis<'_, '_>)>) -> Option<Automaton> {
        None
    }

    /// Returns what the parser accepts if it sees these texts, or those of the whole.
    fn seen_as(&self, parser: Option<Automaton>, _: &Automaton, _: &Work) -> Option<Automaton> {
        parser
    }

    /// Returns what is not known of the fault if this automaton is what the parser accepts without it.
    fn unknown(&self, explained: &Automaton, oracle: &mut Oracle<'_>)
    -> Result<Vec<GivenUp>, Stop>;
}

/// What a fault says of a production.
pub(super) struct Claim {
    pub(super) production: String,
    pub(super) position: Position,
    pub(super) deviation: Deviation,
    /// A shortest text with the fault, in symbols, and where it is.
    pub(super) witness: Vec<u8>,
    pub(super) span: Range<usize>,
    /// What the parser accepts as the production.
    pub(super) observed: Automaton,
    pub(super) literal: Option<IpLiteral>,
    /// The texts to which the parser gives other answers because of the fault.
    pub(super) texts: Automaton,
}

impl Claim {
    fn cause(self, automata: &Automata<'_>, oracle: &Oracle<'_>) -> Option<Cause> {
        let alphabet = oracle.alphabet();
        let (texts, examples) = oracle.explained(&self.witness, &self.texts);
        let span = alphabet.spelled_span(&self.witness, &self.span);
        Some(Cause {
            position: self.position,
            part: self.production.clone(),
            direction: Direction::of(oracle.derives(&self.witness) == Some(false)),
            deviation: self.deviation,
            texts,
            examples,
            witness: alphabet.spelled(&self.witness),
            offset: match self.deviation {
                Deviation::End => span.end,
                Deviation::Octets(_) => span.start,
            },
            span,
            learnt: Some(Box::new(Learnt {
                expected: automata.production(&self.production)?.clone(),
                observed: self.observed,
                literal: self.literal,
                elsewhere: None,
                is_of_shortest: false,
            })),
            production: self.production,
            encoding: automata.grammar().encoding,
            outermost: None,
            unconfirmed: false,
        })
    }
}

/// The hypotheses that the parser confirmed.
#[derive(Default)]
pub(super) struct Hypotheses<'g> {
    all: Vec<Box<dyn Hypothesis + 'g>>,
    pub(super) causes: Vec<Cause>,
    /// What the parser accepts with these faults and all other causes, as far as automata say it.
    pub(super) parser: Option<Automaton>,
}

impl<'g> Hypotheses<'g> {
    /// Looks for a fault, and hides it from the rest of the search.
    pub(super) fn try_one(
        &mut self,
        propose: Propose,
        known: &mut Known<'_, 'g>,
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Stop> {
        let mut confirm = || {
            let Some(found) = propose(known, oracle)? else {
                return Ok(());
            };
            let claims = found.claims(known, oracle);
            found.hide(&claims, oracle)?;
            let claims = claims.into_iter();
            let causes = claims.filter_map(|claim| claim.cause(known.automata, oracle));
            self.causes.extend(causes);
            self.parser = found.parser(None).or(self.parser.take());
            self.all.push(found);
            Ok(())
        };
        match confirm() {
            // Other causes may take fewer questions.
            Err(Stop::GivenUp(_)) => oracle.go_on(),
            confirmed => confirmed,
        }
    }

    /// Adds what was learned to what the parser accepts.
    pub(super) fn join(&mut self, production: &str, diagnosis: &Diagnosis<'_, '_>) {
        let learned = Some((production, diagnosis));
        let parser = self.all.iter().find_map(|one| one.parser(learned));
        self.parser = parser.or(self.parser.take());
    }

    /// Takes this automaton for what was learned, instead of what was joined.
    pub(super) fn join_only(&mut self, learned: &Automaton, whole: &Automaton, work: &Work) {
        let parser = self.all.iter().find_map(|one| one.parser(None));
        let more = parser.and_then(|parser| parser.without_within(whole, work).ok());
        let either = |one, other| one || other;
        self.parser = more.and_then(|more| learned.combined(&more, &either, work).ok());
    }

    /// Returns what the parser sees of a text.
    pub(super) fn seen<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        let seen = self.all.iter().map(|one| one.seen(text));
        let mut seen = seen.filter(|seen| matches!(seen, Cow::Owned(_)));
        seen.next().unwrap_or(Cow::Borrowed(text))
    }

    /// Returns what the parser accepts, if that is not the whole.
    pub(super) fn whole_parser(
        &self,
        explained: Option<Automaton>,
        whole: &Automaton,
        work: &Work,
    ) -> Option<Automaton> {
        let parser = self.parser.clone().or(explained);
        let all = self.all.iter();
        all.fold(parser, |parser, one| one.seen_as(parser, whole, work))
    }

    /// Returns what is not known of the faults if this automaton is what the parser accepts without them.
    pub(super) fn unknown(
        &self,
        explained: &Automaton,
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<GivenUp>, Stop> {
        let mut unknown = Vec::new();
        for one in self.all.iter().rev() {
            unknown.extend(one.unknown(explained, oracle)?);
        }
        Ok(unknown)
    }
}
