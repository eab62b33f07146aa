//! What a baseline keeps of a cause: all that the parser accepts or rejects in the production.

use std::fmt;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::Cause;
use rfcbnf::export::regex_of;
use rfcbnf::syntax::Encoding;
use serde::{Deserialize, Serialize};

use crate::conformance::causes::expression::reading;
use crate::conformance::causes::ip_literal;
use crate::conformance::causes::sentence::{above, ignored};

/// The greatest length of a text that a pin keeps. A hash replaces the rest.
const LENGTH: usize = 400;

/// The texts that a parser accepts, or rejects, as a production otherwise than the grammar. A cause that
/// was accepted and has another pin now is new.
///
/// ```
/// use rfc1738_views::conformance::causes::pin::Pin;
///
/// let empty = Pin { accepts: Some("^$".to_owned()), rejects: None };
/// assert_eq!(empty.to_string(), "accepts ^$");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    /// The texts that the parser accepts and the grammar does not derive, as a regular expression.
    pub accepts: Option<String>,
    /// The texts that the grammar derives and the parser does not accept, as a regular expression or in
    /// words: `numbers above 65535`.
    pub rejects: Option<String>,
}

impl Pin {
    /// Returns the pin of a cause: the texts of both directions, because a part has one cause at most. `None`
    /// if too little is known about it.
    #[must_use]
    pub fn of(cause: &Cause) -> Option<Self> {
        let (learnt, encoding) = reading(cause)?;
        if let Some(octets) = ignored(cause) {
            return Some(Self {
                accepts: Some(format!("texts with {octets}")),
                rejects: None,
            });
        }
        if let Some(literal) = &learnt.literal {
            return Some(Self {
                accepts: Some(ip_literal::pinned(literal, cause.encoding)),
                rejects: None,
            });
        }
        let (beyond, missing) = (learnt.beyond()?, learnt.missing()?);
        let limits = || learnt.limits().map(above);
        let missing = (!missing.is_empty()).then_some(missing);
        Some(Self {
            accepts: (!beyond.is_empty()).then(|| kept(&beyond, encoding)),
            rejects: missing.map(|missing| limits().unwrap_or_else(|| kept(&missing, encoding))),
        })
    }

    /// Returns whether a hash stands for a part of the texts.
    pub(super) fn is_cut(&self) -> bool {
        let mut kept = [&self.accepts, &self.rejects].into_iter().flatten();
        kept.any(|kept| {
            let hash = kept.rsplit_once('~').map(|(_, hash)| hash);
            hash.is_some_and(|it| it.len() == 16 && it.bytes().all(|it| it.is_ascii_hexdigit()))
        })
    }

    /// Returns whether it says nothing: any behaviour at the part is accepted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.accepts.is_none() && self.rejects.is_none()
    }
}

impl fmt::Display for Pin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.accepts, &self.rejects) {
            (Some(accepts), Some(rejects)) => {
                write!(formatter, "accepts {accepts}, rejects {rejects}")
            }
            (Some(accepts), None) => write!(formatter, "accepts {accepts}"),
            (None, Some(rejects)) => write!(formatter, "rejects {rejects}"),
            (None, None) => formatter.write_str("anything"),
        }
    }
}

/// Returns the texts as a regular expression, whose end a hash replaces if it is long.
fn kept(texts: &Automaton, encoding: Encoding) -> String {
    let expression = regex_of(texts, encoding, 20 * LENGTH);
    match expression.map(|regex| regex.to_string()) {
        Some(expression) if expression.len() <= LENGTH => expression,
        Some(expression) => {
            let (shown, _) = expression.split_at(LENGTH / 2);
            format!("{shown}~{:016x}", hash(expression.bytes()))
        }
        None => format!(
            "{} states~{:016x}",
            texts.states().len(),
            hash(table(texts))
        ),
    }
}

/// Returns the transitions of the automaton, which is minimal and always numbered in the same way.
fn table(automaton: &Automaton) -> impl Iterator<Item = u8> {
    automaton.states().flat_map(move |state| {
        let steps = (0..=u8::MAX).flat_map(move |octet| {
            let next = automaton.step(state, octet);
            let next = next.map_or(u32::MAX, |next| {
                u32::try_from(next.number()).unwrap_or(u32::MAX)
            });
            next.to_le_bytes()
        });
        steps.chain([u8::from(automaton.is_accepting(state))])
    })
}

/// FNV-1a with 64 bits, <http://www.isthe.com/chongo/tech/comp/fnv/>. The hash of the standard library
/// may change with its version.
fn hash(octets: impl Iterator<Item = u8>) -> u64 {
    octets.fold(0xcbf2_9ce4_8422_2325, |hash, octet| {
        (hash ^ u64::from(octet)).wrapping_mul(0x0100_0000_01b3)
    })
}
