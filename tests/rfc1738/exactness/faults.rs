//! The complete suites can fail: they find every change to the grammar that changes its language.
//!
//! The tests change one production at a time. The acceptors are the automata of the changed
//! production and of its users; the suites are those of the unchanged grammar.

use std::collections::{BTreeMap, HashMap, HashSet};

use rfc1738::Rule;
use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::conformance::Suite;
use rfcbnf::syntax::{Grammar, Production};

use super::changes::changes;
use super::reference::Reference;

/// The changes that no suite without extra states finds, because they add states. Those of
/// `gopherurl` accept an unfinished escape after the first character of a selector or a search,
/// whereas the suites try one as the first character. The change of `unreserved` accepts a digit
/// after a digit, whereas the suites try each class after one representative only.
const MISSED: [(&str, &str); 5] = [
    ("gopherurl", "character changed"),
    ("gopherurl", "literal shortened"),
    ("gopherurl", "character changed"),
    ("gopherurl", "literal shortened"),
    ("unreserved", "reference swapped"),
];

/// The verdict of a suite without extra states on an acceptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finding {
    /// The acceptor accepts exactly what the production derives.
    Equal,
    /// A verdict is wrong.
    Fault,
    /// All verdicts are right: the acceptor has more states than the theorem allows for.
    Missed,
}

/// The texts of a suite, with the right verdicts.
struct Verdicts {
    original: &'static Automaton,
    texts: Vec<(Vec<u8>, bool)>,
}

impl Verdicts {
    fn new(name: &str) -> Self {
        let rule: Rule = name.parse().expect("every production is a rule");
        let original = Reference::get().automaton(rule);
        let suite = Suite::new(original, 0).expect("the suite is small");
        let verdict = |text: Vec<u8>| {
            let is_word = original.accepts(&text);
            (text, is_word)
        };
        Self {
            original,
            texts: suite.texts().map(verdict).collect(),
        }
    }

    /// Runs the suite on an acceptor. Panics if the suite misses a fault that it must find.
    fn judge(&self, acceptor: &Automaton) -> Finding {
        if acceptor == self.original {
            return Finding::Equal;
        }
        let mut texts = self.texts.iter();
        if texts.any(|(text, is_word)| acceptor.accepts(text) != *is_word) {
            return Finding::Fault;
        }
        assert!(acceptor.states().len() > self.original.states().len());
        Finding::Missed
    }
}

/// A grammar with one production to change.
struct Changing<'g> {
    /// The productions that do not use it.
    unaffected: Automata<'g>,
    /// The productions that use it, each after those that it uses itself.
    users: Vec<&'g Production>,
}

impl<'g> Changing<'g> {
    /// Takes the grammar, and the grammar without the production and its users.
    fn new(grammar: &'g Grammar, without: &'g Grammar) -> Self {
        let is_left = |production: &&Production| without.production(&production.name).is_none();
        Self {
            unaffected: Automata::new(without).expect("no production is too large"),
            users: grammar.users_last().into_iter().filter(is_left).collect(),
        }
    }

    /// Returns the automaton of the changed production.
    fn own(&self, changed: &Production) -> Automaton {
        let used = self.users.iter().filter(|user| user.name != changed.name);
        let used = used.filter(|user| changed.body.references().contains(&user.name.as_str()));
        assert_eq!(used.count(), 0, "{} uses itself", changed.name);
        let automaton = self.unaffected.define(changed, &HashMap::new());
        automaton.expect("it is small enough")
    }

    /// Returns the automata of the changed production and of its users.
    fn automata<'c>(&self, changed: &'c Production) -> HashMap<&'c str, Automaton>
    where
        'g: 'c,
    {
        let mut automata = HashMap::new();
        for user in &self.users {
            let is_changed = user.name == changed.name;
            let user: &'c Production = if is_changed { changed } else { user };
            let automaton = self.unaffected.define(user, &automata);
            automata.insert(user.name.as_str(), automaton.expect("it is small enough"));
        }
        automata
    }
}

/// Returns the grammar without the production and its users.
fn without(grammar: &Grammar, production: &Production) -> Grammar {
    let mut left = grammar.clone();
    left.productions.retain(|other| {
        let used = grammar.reachable_from([other.name.as_str()]);
        !used.contains(production.name.as_str())
    });
    left
}

/// Returns the suite of each production, by its name.
fn suites(grammar: &Grammar) -> HashMap<&str, Verdicts> {
    let names = grammar.productions.iter().map(|it| it.name.as_str());
    names.map(|name| (name, Verdicts::new(name))).collect()
}

#[test]
fn a_suite_finds_every_change_that_adds_no_state() {
    let grammar = &Reference::get().grammar;
    let automata = Automata::new(grammar).expect("no production is too large");
    let (mut faults, mut missed) = (0, 0);
    for (name, suite) in suites(grammar) {
        let production = grammar.production(name).expect("the production exists");
        let mut found = 0;
        for change in changes(grammar, production) {
            let acceptor = automata.define(&change.production, &HashMap::new());
            match suite.judge(&acceptor.expect("it is small enough")) {
                Finding::Equal => {}
                Finding::Fault => found += 1,
                Finding::Missed => missed += 1,
            }
        }
        assert!(found >= 2, "{name}: {found}");
        faults += found;
    }
    // Together, these are the changes that alter the language. The missed ones add states.
    assert_eq!((faults, missed), (1415, 26));
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn other_changes_are_found_by_users_or_are_known() {
    let grammar = &Reference::get().grammar;
    let suites = suites(grammar);
    let (mut found_in_url, mut missed) = (BTreeMap::new(), Vec::new());
    for production in &grammar.productions {
        let rest = without(grammar, production);
        let changing = Changing::new(grammar, &rest);
        let mut seen = HashSet::new();
        for change in changes(grammar, production) {
            // The users take time. They judge one change of each kind, and every change that the
            // production's own suite does not find.
            let own = suites[production.name.as_str()].judge(&changing.own(&change.production));
            if own == Finding::Equal || own == Finding::Fault && !seen.insert(change.kind) {
                continue;
            }
            let mut findings = HashMap::new();
            for (&name, acceptor) in &changing.automata(&change.production) {
                findings.insert(name, suites[name].judge(acceptor));
            }
            if !findings.values().any(|finding| *finding == Finding::Fault) {
                missed.push((production.name.as_str(), change.kind));
            }
            if findings.get("url") == Some(&Finding::Fault) {
                *found_in_url.entry(change.kind).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(missed, MISSED);
    assert_eq!(found_in_url.len(), 16, "{found_in_url:?}");
    let found: usize = found_in_url.values().sum();
    // The changes judged above that the suite of `url` finds.
    assert_eq!(found, 394, "{found_in_url:?}");
}
