//! What the automaton of the grammar file says, and the comparison with the library.

use std::sync::LazyLock;

use rfc1738::rules::derive;
use rfc1738::{Rule, is_valid, parse};
use rfcbnf::language::{Language, Languages};
use rfcbnf::rfc1738::{BNF, READINGS, load};

/// The language of each production, in the order of `Rule::ALL`.
pub(crate) struct Reference(Vec<Language>);

static REFERENCE: LazyLock<Reference> = LazyLock::new(Reference::load);

impl Reference {
    /// The one of all tests: it takes a while to work out.
    pub(crate) fn get() -> &'static Self {
        &REFERENCE
    }

    fn load() -> Self {
        let (grammar, _) = load(BNF, READINGS).expect("the grammar can be read");
        let languages = Languages::new(&grammar).expect("its languages are small");
        let language = |rule: Rule| languages.production(rule.name()).cloned();
        let all = Rule::ALL.into_iter().map(language);
        Self(
            all.collect::<Option<_>>()
                .expect("every rule is in the grammar"),
        )
    }

    pub(crate) fn language(&self, rule: Rule) -> &Language {
        &self.0[rule as usize]
    }

    /// Fails unless the library agrees: on the verdict, on the longest prefix that the parser
    /// of the production takes, and on the place of an error with what could stand there.
    pub(crate) fn compare(&self, rule: Rule, text: &str) {
        let language = self.language(rule);
        let viable = language.viable_prefix(text.as_bytes());
        let valid = viable.length == text.len() && viable.can_end;
        assert_eq!(is_valid(rule, text), valid, "verdict of {rule} on {text:?}");
        let taken = derive::<_, ()>(rule, text)
            .ok()
            .map(|(_, taken)| taken.len());
        assert_eq!(
            taken,
            language.longest_prefix(text),
            "prefix of {rule} on {text:?}"
        );
        match parse(rule, text) {
            Ok(tree) => assert!(valid && tree.text() == text, "{rule} accepts {text:?}"),
            Err(error) => {
                let found = (error.offset(), error.next().to_string(), error.can_end());
                let wanted = (viable.length, viable.next, viable.can_end);
                assert_eq!(found, wanted, "error of {rule} on {text:?}");
            }
        }
    }
}
