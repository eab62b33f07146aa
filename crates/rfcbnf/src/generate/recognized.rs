//! The productions without combinators, which the recognizer reads.

use std::collections::HashMap;

use super::error::GenerateError;
use crate::recognizer::{Recognition, Recognizer};
use crate::resolved::ResolvedGrammar;
use crate::sentences::RecursiveSentences;
use crate::syntax::Grammar;

/// The number of texts that are made; one of them is shown.
const MADE: usize = 300;

/// The greatest length in octets of a text that people like to read.
const READABLE: usize = 16;

/// A production without combinators.
pub(super) struct Recognized {
    name: String,
    recognizer: Recognizer,
    /// A text that the production derives.
    pub(super) sample: Vec<u8>,
}

impl Recognized {
    /// Prepares the productions of a grammar that are not in the part with combinators.
    pub(super) fn all<'g>(
        whole: &'g Grammar,
        regular: &ResolvedGrammar<'_>,
    ) -> Result<HashMap<&'g str, Self>, GenerateError> {
        let names = whole.productions.iter().map(|one| one.name.as_str());
        let names = names.filter(|name| regular.find(name).is_none());
        let all = names.map(|name| {
            let prepared = Self::new(whole, name);
            let empty = || GenerateError::Empty(name.to_owned());
            Ok((name, prepared.ok_or_else(empty)?))
        });
        all.collect()
    }

    fn new(whole: &Grammar, name: &str) -> Option<Self> {
        let sentences = RecursiveSentences::new(whole, name).ok()?;
        let is_readable =
            |text: &Vec<u8>| text.len() <= READABLE && text.iter().all(u8::is_ascii_graphic);
        let texts = sentences.random(1).take(MADE).filter(is_readable);
        let longest = texts.max_by_key(Vec::len);
        Some(Self {
            name: name.to_owned(),
            recognizer: Recognizer::new(whole, name).ok()?,
            sample: longest.unwrap_or_else(|| sentences.typical()),
        })
    }

    /// Reads a text.
    pub(super) fn read(&self, text: &[u8]) -> Result<Recognition, GenerateError> {
        let found = self.recognizer.recognize(text);
        found.map_err(|_| GenerateError::Empty(self.name.clone()))
    }
}
