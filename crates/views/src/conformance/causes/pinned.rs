//! What a baseline pins: of a cause, all that the parser accepts or rejects in the production, and of the parser, an
//! automaton, about which a run says whether it still holds.

use std::fmt;

use anstyle::Style;
use rfcbnf::automaton::Automaton;
use rfcbnf::causes::Cause;
use rfcbnf::export::regex_of;
use rfcbnf::fnv;
use rfcbnf::syntax::Encoding;
use serde::{Deserialize, Serialize};

use crate::conformance::breakdown::quoted;
use crate::conformance::causes::expression::reading;
use crate::conformance::causes::ip_literal;
use crate::conformance::causes::sentence::{above, ignored};
use crate::count::counted;

/// How a run compares with the automaton of a baseline: what the parser was learned to accept when its causes
/// were accepted.
///
/// ```
/// use rfc1738_views::conformance::causes::pinned::{Change, PinnedAutomaton};
///
/// let mut pinned = PinnedAutomaton {
///     depth: None,
///     states: 21,
///     extra_states: 0,
///     texts: 900,
///     asked: 900,
///     deeper: 0,
///     learned: None,
///     other: None,
///     changes: 0,
///     change: None,
/// };
/// assert!(!pinned.has_changed());
/// assert!(pinned.sentence().starts_with("the parser is as the baseline pins it"));
/// pinned.changes = 4;
/// pinned.change = Some(Change { text: b"[::1]".to_vec(), was_accepted: true });
/// assert!(pinned.has_changed());
/// assert_eq!(
///     pinned.sentence(),
///     "the parser is not as the baseline pins it: it rejects \"[::1]\", and was learned to accept it when the \
///      baseline was made; it answers 4 texts otherwise than then"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinnedAutomaton {
    /// The depth of its texts; `None` if they are all.
    #[serde(default)]
    pub depth: Option<u32>,
    /// The number of its states, including the sink.
    pub states: usize,
    /// The number of extra states of its suite.
    pub extra_states: u8,
    /// The number of texts of its complete suite.
    pub texts: u64,
    /// The number of these that the parser answered in this run.
    pub asked: u64,
    /// The number of texts that the parser accepts and that can be deeper than the automaton, so that it says nothing about
    /// them.
    #[serde(default)]
    pub deeper: u64,
    /// The number of states of the automaton that this run learned, if that is another one.
    pub learned: Option<usize>,
    /// How that one differs; `None` if this run learned the same one, or did not learn one.
    #[serde(default)]
    pub other: Option<OtherAutomaton>,
    /// The number of texts that the parser answers otherwise than it did then, as far as this run asked.
    pub changes: u64,
    /// The shortest of them; `None` if there is none, or if only the sum of the answers is known.
    pub change: Option<Change>,
}

/// How the automaton that a run learned differs from the pinned one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherAutomaton {
    /// The shortest text that only one of the two accepts.
    pub text: Vec<u8>,
    /// Whether the pinned one accepts it.
    pub is_pinned: bool,
    /// Whether the parser accepts it; `None` if there is no answer.
    pub is_accepted: Option<bool>,
    /// Whether the difference fails the run. It does not if the baseline knows that its automaton is wrong about the text,
    /// or if this run asked less than the one that made the baseline.
    pub is_news: bool,
}

/// A text that the parser answers otherwise than when the baseline was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The text.
    pub text: Vec<u8>,
    /// Whether the parser accepted it then.
    pub was_accepted: bool,
}

impl PinnedAutomaton {
    /// Returns whether the parser answers some text otherwise than it did, or a complete search learned another
    /// automaton.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.changes > 0 || self.other.as_ref().is_some_and(|other| other.is_news)
    }

    /// Returns a sentence without a full stop, escaped.
    #[must_use]
    pub fn sentence(&self) -> String {
        let to_depth = self
            .depth
            .map_or_else(String::new, |depth| format!("to depth {depth}, "));
        let learned = self.learned.map_or_else(String::new, |learned| {
            format!(
                "; {to_depth}this run learned an automaton of {}, and the baseline pins one of {}{}",
                states(learned),
                self.states,
                self.differing()
            )
        });
        if self.changes > 0 {
            return match &self.change {
                Some(change) => format!("{}{}{learned}", change.sentence(), self.others()),
                None => format!(
                    "the parser has changed: it answers texts of the suite otherwise than when the baseline \
                     was made{learned}"
                ),
            };
        }
        if self.has_changed() {
            return format!(
                "the parser can have changed, although no answer is known to be another one{learned}"
            );
        }
        let Self { texts, asked, .. } = self;
        let all = self.states + usize::from(self.extra_states);
        let ruled_out = if self.deeper > 0 {
            format!(
                "; it accepts {} of which the baseline says nothing, because they can be deeper",
                counted(self.deeper, "text", "texts", Style::new())
            )
        } else if asked < texts {
            "; the other texts were not asked about".to_owned()
        } else {
            let more = match self.extra_states {
                0 => "that is none more than the automaton has".to_owned(),
                1 => "that is 1 more than the automaton has".to_owned(),
                more => format!("that is {more} more than the automaton has"),
            };
            format!(
                ", and no other parser of at most {} answers them so ({more}; --extra-states rules out more)",
                states(all)
            )
        };
        format!(
            "{to_depth}the parser is as the baseline pins it: it answers {asked} of {} of the suite of that automaton, \
             which has {}, as before{ruled_out}{learned}",
            counted(*texts, "text", "texts", Style::new()),
            states(self.states)
        )
    }

    /// Returns the text on which the two automata differ, unless it is the change.
    fn differing(&self) -> String {
        let change = self.change.as_ref().map(|change| &change.text);
        let other = self.other.as_ref();
        let Some(other) = other.filter(|other| Some(&other.text) != change) else {
            return String::new();
        };
        let verb = |accepts| if accepts { "accepts" } else { "rejects" };
        let answer = match other.is_accepted {
            None => "has no answer to".to_owned(),
            Some(accepts) => verb(accepts).to_owned(),
        };
        format!(
            "; the shortest text on which they differ is {}: the pinned one {} it, and the parser {answer} it",
            quoted(&other.text),
            verb(other.is_pinned)
        )
    }

    fn others(&self) -> String {
        match self.changes {
            1 => String::new(),
            changes => format!("; it answers {changes} texts otherwise than then"),
        }
    }
}

fn states(count: usize) -> String {
    counted(count, "state", "states", Style::new())
}

impl Change {
    fn sentence(&self) -> String {
        let (now, then) = if self.was_accepted {
            ("rejects", "accept")
        } else {
            ("accepts", "reject")
        };
        let text = quoted(&self.text);
        format!(
            "the parser is not as the baseline pins it: it {now} {text}, and was learned to {then} it when the \
             baseline was made"
        )
    }
}

/// The greatest length of a text that a pin keeps. A hash replaces the rest.
const LENGTH: usize = 400;

/// The texts that a parser accepts, or rejects, as a production otherwise than the grammar. A cause that
/// was accepted and has another pin now is new.
///
/// ```
/// use rfc1738_views::conformance::causes::pinned::Pin;
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
            format!("{shown}~{:016x}", fnv::hash(fnv::EMPTY, expression.bytes()))
        }
        None => format!(
            "{} states~{:016x}",
            texts.states().len(),
            fnv::hash(fnv::EMPTY, table(texts))
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
