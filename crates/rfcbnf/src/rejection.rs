//! Why a production does not derive a text, for suites and for sentences that are nearly right.

use std::ops::RangeInclusive;

use rfcbnf_engine::Production as _;
use rfcbnf_engine::utf8::viable_prefix;

use crate::automaton::Automaton;
use crate::octets::OctetSet;
use crate::recognizer::{Recognizer, Rule, Undecided};
use crate::syntax::Encoding;

/// Why the production does not derive a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The byte offset at which the viable prefix ends. In a grammar of characters, it is at a character.
    pub offset: usize,
    /// The octets that can follow there.
    pub next: OctetSet,
    /// The characters that can follow there, if the grammar is one of characters and some are above ASCII.
    pub characters: Option<Vec<RangeInclusive<char>>>,
    /// Whether the text could end there.
    pub can_end: bool,
}

impl Rejection {
    /// Returns why the production of the automaton does not derive the text; `None` if it does. The encoding is
    /// that of its grammar.
    pub(crate) fn by_automaton(
        automaton: &Automaton,
        encoding: Encoding,
        text: &[u8],
    ) -> Option<Self> {
        let (_, prefix) = viable_prefix(encoding == Encoding::Utf8, text, |text| {
            let prefix = automaton.viable_prefix(text);
            (prefix.length(), prefix)
        });
        let is_word = prefix.length() == text.len() && prefix.can_end();
        let next = prefix.next();
        (!is_word).then(|| Self {
            offset: prefix.length(),
            next,
            characters: (encoding == Encoding::Utf8 && !next.is_ascii())
                .then(|| automaton.next_characters(prefix.state())),
            can_end: prefix.can_end(),
        })
    }

    /// Returns why the text is not valid for the production of the recognizer; `None` if it is.
    pub(crate) fn by_recognizer(
        recognizer: &Recognizer,
        text: &[u8],
    ) -> Result<Option<Self>, Undecided> {
        let rule = recognizer.rule();
        if !<Rule>::is_of_characters(&rule.grammar()) {
            let found = rule.recognize(text)?;
            if found.accepts_all() && recognizer.has_unknown() {
                rule.is_valid(text)?;
            }
            return Ok((!found.accepts_all()).then(|| Self {
                offset: found.furthest,
                next: found.next.into(),
                characters: None,
                can_end: found.can_end,
            }));
        }
        let error = rule.verdict(text)?.err();
        Ok(error.map(|error| Self {
            offset: error.offset(),
            next: error.next().into(),
            characters: error.next_characters().filter(|_| !error.next().is_ascii()),
            can_end: error.can_end(),
        }))
    }
}
