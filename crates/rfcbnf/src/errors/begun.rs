//! What errors remember of the productions that are open.

use std::sync::Arc;

use rfcbnf_engine::{CharacterProduction, CharacterSet, ProductionId};

/// What is remembered of a production from its start on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Begun {
    /// The number of octets of a character production; `None` if they are more than 255.
    Character(Option<u8>),
    /// The octets of a production that must not begin with some texts, in lower case, as long as one of
    /// these texts can follow.
    Excluding(Arc<[Vec<u8>]>, Vec<u8>),
}

impl Begun {
    /// Returns the octets that cannot come next, in lower case.
    pub(super) fn excluded(&self) -> impl Iterator<Item = u8> {
        let (excluded, begun): (&[_], &[_]) = match self {
            Self::Excluding(excluded, begun) => (excluded, begun),
            Self::Character(_) => (&[], &[]),
        };
        let rest = |text: &Vec<u8>| match text.strip_prefix(begun) {
            Some(&[last]) => Some(last),
            _ => None,
        };
        excluded.iter().filter_map(rest)
    }

    /// Adds an octet.
    pub(super) fn push(&mut self, octet: u8) {
        match self {
            Self::Character(octets) => *octets = octets.and_then(|octets| octets.checked_add(1)),
            Self::Excluding(excluded, begun) => {
                begun.push(octet.to_ascii_lowercase());
                if !excluded.iter().any(|text| text.starts_with(begun)) {
                    *excluded = [].into();
                    begun.clear();
                }
            }
        }
    }
}

/// What is remembered of each production.
#[derive(Debug, Clone)]
pub(super) struct Remembered(Vec<Production>);

#[derive(Debug, Clone)]
struct Production {
    is_character: bool,
    excluded: Arc<[Vec<u8>]>,
}

impl Remembered {
    /// `excluded` are the texts that each production must not begin with.
    pub(super) fn new(excluded: &[Vec<String>], characters: &[CharacterProduction]) -> Self {
        let productions = excluded.iter().enumerate().map(|(index, excluded)| {
            let excluded = excluded.iter();
            let mut characters = characters.iter();
            Production {
                is_character: characters.any(|one| one.production().index() == index),
                excluded: excluded
                    .map(|text| text.to_ascii_lowercase().into_bytes())
                    .collect(),
            }
        });
        Self(productions.collect())
    }

    pub(super) fn is_character(&self, production: ProductionId) -> bool {
        self.0[production.index()].is_character
    }

    /// Returns what is remembered at the start of a production.
    pub(super) fn begun(&self, production: ProductionId) -> Option<Begun> {
        let production = &self.0[production.index()];
        if !production.excluded.is_empty() {
            let excluded = Arc::clone(&production.excluded);
            return Some(Begun::Excluding(excluded, Vec::new()));
        }
        production.is_character.then_some(Begun::Character(Some(0)))
    }

    /// Returns the octets that tell excluded texts from others, each with its other case.
    pub(super) fn octets(&self) -> impl Iterator<Item = CharacterSet> {
        let octets = self.0.iter().flat_map(|one| one.excluded.iter().flatten());
        octets.map(|&octet| CharacterSet::EMPTY.with_octet(octet).any_case())
    }
}
