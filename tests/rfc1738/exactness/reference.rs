//! Judges a text by the grammar file, and compares the result with the library.
//!
//! Invariant: the answers come from [`rfcbnf::automaton`] and [`rfcbnf::derivations`], which share
//! no code with the generated parsers.

use std::sync::LazyLock;

use rfc1738::rules::parse_prefix;
use rfc1738::{Detail, Rule, is_valid, parse, parse_in_detail};
use rfcbnf::Layout;
use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::derivations::{DerivationTree, derivations};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::Grammar;

static REFERENCE: LazyLock<Reference> = LazyLock::new(Reference::load);

/// The grammar and its automata.
pub(crate) struct Reference {
    pub(crate) grammar: Grammar,
    /// Knows which productions are character productions.
    layout: Layout,
    /// The automaton of each production, in the order of `Rule::ALL`.
    automata: Vec<Automaton>,
}

/// The judgement of a text as a production.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) is_valid: bool,
    /// The length of the longest prefix that the production derives.
    pub(crate) taken: Option<usize>,
    /// The offset of the error, the expected characters, and whether the text could end there.
    pub(crate) error: Option<(usize, String, bool)>,
}

impl Reference {
    /// Returns the reference that all tests share.
    pub(crate) fn get() -> &'static Self {
        &REFERENCE
    }

    fn load() -> Self {
        let (grammar, _) = load(BNF, READINGS).expect("the grammar can be read");
        let layout = Layout::from_toml(include_str!("../../../grammar/layout.toml"));
        let automata = Automata::new(&grammar).expect("no production is too large");
        let automaton = |rule: Rule| automata.production(rule.name()).cloned();
        let automata: Option<Vec<Automaton>> = Rule::ALL.into_iter().map(automaton).collect();
        Self {
            automata: automata.expect("every rule is in the grammar"),
            layout: layout.expect("the layout can be read"),
            grammar,
        }
    }

    pub(crate) fn is_character(&self, production: &str) -> bool {
        self.layout.is_character(production)
    }

    pub(crate) fn automaton(&self, rule: Rule) -> &Automaton {
        &self.automata[rule as usize]
    }

    /// Asserts that the library agrees on the verdict, on the longest prefix that the parser of the
    /// production matches, and on the offset and the expected set of an error. Returns the verdict.
    pub(crate) fn compare(&self, rule: Rule, text: impl AsRef<[u8]>) -> bool {
        let text = text.as_ref();
        let expected = Answer::of_automaton(self.automaton(rule), text);
        let found = Answer::of_library(rule, text);
        assert_eq!(found, expected, "{rule} on \"{}\"", text.escape_ascii());
        expected.is_valid
    }

    /// Compares the judgement of a text as one production. The first octet of the input chooses the
    /// production, and the rest is the text. Returns both if the production derives the text.
    pub(crate) fn compare_chosen<'i>(&self, input: &'i [u8]) -> Option<(Rule, &'i str)> {
        let (choice, text) = input.split_first()?;
        let rule = Rule::ALL[usize::from(*choice) % Rule::ALL.len()];
        let is_valid = self.compare(rule, text);
        is_valid.then(|| {
            let text = str::from_utf8(text).expect("no production derives other octets");
            (rule, text)
        })
    }

    /// Asserts that the library's tree is the first derivation, with the character productions and
    /// without, or that neither exists. Returns whether a tree exists.
    pub(crate) fn compare_tree(&self, rule: Rule, text: &str) -> bool {
        let trees = derivations(&self.grammar, rule.name(), text);
        let full = trees.expect("every rule is in the grammar").next();
        let plain = full.as_ref();
        let plain = plain.map(|tree| tree.without_characters(&self.layout));
        for (detail, expected) in [(Detail::Characters, &full), (Detail::Rules, &plain)] {
            let found = parse_in_detail(rule, text, detail).ok();
            let same = match (&found, expected) {
                (Some(found), Some(expected)) => are_alike(found, expected),
                (None, None) => true,
                _ => false,
            };
            if !same {
                let show = |tree: Option<String>| tree.unwrap_or_else(|| "no tree\n".to_owned());
                let found = show(found.map(|tree| tree.to_string()));
                let expected = show(expected.as_ref().map(ToString::to_string));
                panic!("{rule} on {text:?} gives:\n{found}where the grammar has:\n{expected}");
            }
        }
        full.is_some()
    }
}

impl Answer {
    pub(crate) fn of_automaton(automaton: &Automaton, text: &[u8]) -> Self {
        let prefix = automaton.viable_prefix(text);
        let is_valid = prefix.length() == text.len() && prefix.can_end();
        Self {
            is_valid,
            taken: automaton.longest_prefix(text),
            error: (!is_valid).then(|| {
                (
                    prefix.length(),
                    prefix.next().characters(),
                    prefix.can_end(),
                )
            }),
        }
    }

    pub(crate) fn of_library(rule: Rule, text: &[u8]) -> Self {
        let derived = parse_prefix::<_, ()>(rule, text).ok();
        let error = parse(rule, text).err();
        Self {
            is_valid: is_valid(rule, text),
            taken: derived.map(|(_, taken)| taken.len()),
            error: error.map(|error| (error.offset(), error.next().to_string(), error.can_end())),
        }
    }
}

/// Returns whether all productions, spans and depths are equal.
fn are_alike(found: &rfc1738::Tree<'_>, expected: &DerivationTree) -> bool {
    let found = found.root().descendants_with_depth();
    let found = found.map(|(depth, node)| (depth, node.rule().name(), node.span()));
    let expected = expected.iter_with_depth();
    found.eq(expected.map(|(depth, node)| (depth, node.production(), node.span())))
}
