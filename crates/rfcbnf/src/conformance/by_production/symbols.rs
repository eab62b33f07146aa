//! The body of a production as an automaton over symbols, and the characters that the texts of a suite consist of.
//!
//! A symbol is a character, or a production that the body refers to. Automata read octets, so an octet
//! that no terminal of the body derives represents each production:
//!
//! ```text
//! pair = "(" [ pair ] ")"        octets: ( ) FF        texts: (), (FF)
//! ```

use std::collections::HashMap;

use crate::automaton::{Automaton, Definitions, TooLarge, Work, octet_classes};
use crate::conformance::Alphabet;
use crate::network::{network, terminals};
use crate::octets::OctetSet;
use crate::resolved::{ProductionId, ResolvedGrammar, ResolvedKind};
use crate::sentences::Shortest;
use crate::spare::spare;
use crate::syntax::Grammar;

/// The body of a production over symbols.
pub(super) struct Symbols {
    pub(super) automaton: Automaton,
    /// The characters and the octets that represent productions.
    pub(super) alphabet: Alphabet,
    /// The text for each octet that represents a production.
    texts: HashMap<u8, Vec<u8>>,
}

/// Why a body has no automaton over symbols.
pub(super) enum NoSymbols {
    /// It refers to too many productions.
    Many,
    TooLarge,
}

impl From<TooLarge> for NoSymbols {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

impl Symbols {
    /// Reads the body of a production.
    pub(super) fn of(
        grammar: &ResolvedGrammar<'_>,
        production: ProductionId,
        shortest: &Shortest<'_, '_>,
        characters: &Characters,
        work: &Work,
    ) -> Result<Self, NoSymbols> {
        let body = grammar.production(production).body();
        let own = grammar.own_octets(body);
        let taken = own | characters.unspelled();
        let mut free = spare([taken], (0..=u8::MAX).rev()).filter(|it| it.twin.is_none());
        let mut definitions: HashMap<&str, Automaton> = HashMap::new();
        let mut texts = HashMap::new();
        for used in references(grammar, production) {
            // A production without a text is in no text.
            let Some(text) = shortest.of_production(used) else {
                continue;
            };
            let code = free.next().ok_or(NoSymbols::Many)?.octet;
            definitions.insert(grammar.production(used).name(), Automaton::of_text(&[code]));
            texts.insert(code, text.clone());
        }
        let find = |name: &str| definitions.get(name);
        let definitions = Definitions {
            encoding: grammar.grammar().encoding,
            find: &find,
        };
        let source = grammar.expression(body).source();
        let automaton = Automaton::of_expression(source, definitions, work)?;
        let codes = texts
            .keys()
            .fold(OctetSet::EMPTY, |all, &code| all | OctetSet::single(code));
        Ok(Self {
            automaton,
            alphabet: characters.beside(codes, own, production.index()),
            texts,
        })
    }

    /// Returns one symbol for each class of symbols that are equal to the automaton: the first in the
    /// order of the alphabet.
    pub(super) fn representatives(&self) -> Alphabet {
        let derived = self.automaton.octets();
        let mut known = Vec::new();
        let mut first = self.alphabet.symbols().to_vec();
        first.retain(|&symbol| {
            let class = derived
                .contains(symbol)
                .then(|| self.automaton.class_of(symbol));
            let is_new = !known.contains(&class);
            known.extend(is_new.then_some(class));
            is_new
        });
        self.alphabet.only(&first)
    }

    /// Returns the text that these symbols spell.
    pub(super) fn spelled(&self, symbols: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        for symbol in symbols {
            match self.texts.get(symbol) {
                Some(own) => text.extend_from_slice(own),
                None => text.extend(self.alphabet.spelled(&[*symbol])),
            }
        }
        text
    }
}

/// Returns the productions that a body refers to, each once.
fn references(grammar: &ResolvedGrammar<'_>, production: ProductionId) -> Vec<ProductionId> {
    let mut references = Vec::new();
    let body = grammar.production(production).body();
    grammar.visit(body, &mut |expression| {
        if let &ResolvedKind::Reference { production, .. } = grammar.kind(expression)
            && !references.contains(&production)
        {
            references.push(production);
        }
    });
    references
}

/// The characters, divided by the terminals of a grammar.
pub(super) struct Characters {
    alphabet: Alphabet,
    /// The characters that no terminal tells apart.
    classes: Vec<Vec<u8>>,
}

impl Characters {
    /// Returns the characters of an alphabet, for the production and all that it leads to.
    pub(super) fn of(grammar: &Grammar, production: &str, alphabet: Alphabet) -> Self {
        let part = grammar.part([production]);
        let network = network(&ResolvedGrammar::new(&part));
        let classes = octet_classes(terminals(&network)).into_iter().map(|class| {
            let symbols = alphabet.symbols().iter().copied();
            symbols.filter(|&symbol| class.contains(symbol)).collect()
        });
        Self {
            classes: classes.collect(),
            alphabet,
        }
    }

    /// Returns the symbols that are not octets of texts.
    fn unspelled(&self) -> OctetSet {
        self.alphabet.unspelled()
    }

    /// Returns the symbols for a production, after those of `first`: its own characters of ASCII, and a
    /// member of each class of its other characters, and of each class of all others. The turn says which.
    fn beside(&self, first: OctetSet, own: OctetSet, turn: usize) -> Alphabet {
        let mut symbols: Vec<u8> = first.iter().collect();
        for class in &self.classes {
            let (mine, others): (Vec<u8>, Vec<u8>) =
                class.iter().partition(|&&one| own.contains(one));
            let (ascii, mine): (Vec<u8>, Vec<u8>) = mine.into_iter().partition(u8::is_ascii);
            symbols.extend(ascii);
            for members in [mine, others] {
                symbols.extend(members.get(turn % members.len().max(1)));
            }
        }
        self.alphabet.beginning_with(first).only(&symbols)
    }
}
