//! The automata of the productions that can be passed over in one go.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use super::module::checked;
use super::{GenerateError, Generator, HEADER, names};
use crate::language::{Language, SmallState};
use crate::layout::Layout;
use crate::plan::{List, Plan};
use crate::syntax::Production;

/// What the file begins with.
const ROOT: &str = r"//! The minimal DFAs of productions.
//!
//! If the nodes inside a production are not needed, or follow from the separators, a DFA consumes
//! the production's text. It consumes the longest match, as the production's combinators do: both
//! come from the same language.
//!
//! Each DFA lists its classes of characters, then its states. A state says whether it accepts, and
//! names the next state for each class. States are numbered from 1, the start; 0 means that no
//! transition exists.
";

/// What of the engine a scan can be made of.
const PARTS: [&str; 7] = [
    "Automaton",
    "Fused",
    "List",
    "Shifts",
    "Single",
    "State",
    "Tables",
];

/// The most states that a step can be a shift for.
const FEW: usize = 9;

/// The most states that a scan has, and the most entries that its larger table has: as many as
/// the engine has room for.
const STATES: usize = 63;
const ENTRIES: usize = 1 << 15;

/// The productions that are scanned.
pub(super) struct Scans<'g> {
    shared: Vec<Shared<'g>>,
    /// Where in that list a production is.
    places: HashMap<&'g str, usize>,
}

/// Productions that derive the same words, and that hold the same others.
struct Shared<'g> {
    productions: Vec<&'g Production>,
    /// The productions that their trees hold, without the character productions.
    inside: BTreeSet<&'g str>,
    list: Option<List<'g>>,
    table: Table,
}

impl<'g> Scans<'g> {
    /// Those productions of which there is no longest word, and whose automata are small enough.
    pub(super) fn new(plan: &Plan<'g>, layout: &Layout) -> Self {
        let grammar = plan.grammar();
        let mut shared: Vec<Shared> = Vec::new();
        let mut places = HashMap::new();
        for production in &grammar.productions {
            if layout.is_character(&production.name) {
                continue;
            }
            let Some(table) = plan
                .languages()
                .production(&production.name)
                .and_then(table)
            else {
                continue;
            };
            let mut inside = BTreeSet::from_iter(grammar.reachable_from(production.uses()));
            inside.retain(|name| !layout.is_character(name));
            // Nothing is inside the parts, and trees show them.
            let is_all = |list: &List<'g>| inside == BTreeSet::from([list.each, list.last]);
            let list = plan.list(production).filter(is_all);
            let alike = |other: &Shared| {
                other.table == table && other.inside == inside && other.list == list
            };
            let place = shared.iter().position(alike).unwrap_or(shared.len());
            if place == shared.len() {
                shared.push(Shared {
                    productions: Vec::new(),
                    inside,
                    list,
                    table,
                });
            }
            shared[place].productions.push(production);
            places.insert(production.name.as_str(), place);
        }
        Self { shared, places }
    }

    fn of(&self, production: &str) -> Option<&Shared<'g>> {
        Some(&self.shared[*self.places.get(production)?])
    }

    /// The name of the production's automaton, if it has one.
    pub(super) fn name(&self, production: &str) -> Option<String> {
        Some(self.of(production)?.name())
    }
}

/// The table of an automaton.
#[derive(PartialEq, Eq)]
struct Table {
    /// The characters that lead from each state to the same one.
    classes: Vec<String>,
    /// For each state whether a word may end there, and for each class the state that follows,
    /// if there is one.
    states: Vec<(bool, Vec<Option<usize>>)>,
}

/// The table of a language, where there is no longest word and it is small enough.
fn table(language: &Language) -> Option<Table> {
    let states = language.at_most(STATES).filter(|states| repeats(states))?;
    let mut columns: BTreeMap<Vec<Option<usize>>, String> = BTreeMap::new();
    for character in (0..=0x7f).map(char::from) {
        let leads = |state: &SmallState| {
            let mut steps = state.steps.iter();
            let step = steps.find(|(characters, _)| characters.contains(character));
            step.map(|(_, target)| *target)
        };
        let column: Vec<_> = states.iter().map(leads).collect();
        if column.iter().any(Option::is_some) {
            columns.entry(column).or_default().push(character);
        }
    }
    let mut columns: Vec<_> = columns.into_iter().collect();
    columns.sort_by(|(_, one), (_, other)| one.cmp(other));
    if states.len() > FEW && states.len() * columns.len().pow(2) > ENTRIES {
        return None;
    }
    let row = |(index, state): (usize, &SmallState)| {
        let steps = columns.iter().map(|(column, _)| column[index]);
        (state.accepting, steps.collect())
    };
    Some(Table {
        states: states.iter().enumerate().map(row).collect(),
        classes: columns.into_iter().map(|(_, class)| class).collect(),
    })
}

/// Whether there is no longest word: then a walk can make more steps than there are states.
fn repeats(states: &[SmallState]) -> bool {
    let mut reached = BTreeSet::from([0]);
    for _ in states {
        let steps = reached
            .iter()
            .flat_map(|&state: &usize| &states[state].steps);
        reached = steps.map(|(_, target)| *target).collect();
    }
    !reached.is_empty()
}

impl Table {
    /// The automaton in Rust, a state in a line.
    fn automaton(&self) -> String {
        let (head, tail) = if self.states.len() > FEW {
            ("Automaton::Pairs(Tables::new(\n", ").pairs())")
        } else {
            ("Automaton::Shifts(&Shifts::new(\n", "))")
        };
        let mut text = format!("    {head}        &[\n");
        for class in &self.classes {
            let _ = writeln!(text, "            {class:?},");
        }
        text.push_str("        ],\n        &[\n");
        for (accepting, steps) in &self.states {
            let steps = steps.iter().map(|step| step.map_or(0, |state| state + 1));
            let steps: Vec<String> = steps.map(|step| step.to_string()).collect();
            let _ = writeln!(
                text,
                "            State({accepting}, [{}]),",
                steps.join(", ")
            );
        }
        text + "        ],\n    " + tail + ",\n"
    }
}

impl Shared<'_> {
    /// The name of the first production's automaton, which is that of them all.
    fn name(&self) -> String {
        names::constant(&self.productions[0].name)
    }

    /// What is known of the trees of the productions.
    fn kind(&self) -> &'static str {
        if self.inside.is_empty() {
            "Single"
        } else {
            "Fused"
        }
    }

    /// How the scan is made.
    fn constructor(&self) -> String {
        let rule = |name: &str| format!("Rule::{}", names::variant(name));
        if let Some(List {
            each,
            separator,
            last,
        }) = self.list
        {
            let list = match separator {
                Some(separator) => {
                    format!("separated({}, {separator:?}, {})", rule(each), rule(last))
                }
                None => format!("one({})", rule(each)),
            };
            return format!("Fused::of_list(\n    List::{list},\n");
        }
        let mut text = format!("{}::new(\n", self.kind());
        if !self.inside.is_empty() {
            text.push_str("    &[\n");
            for name in &self.inside {
                let _ = writeln!(text, "        {},", rule(name));
            }
            text.push_str("    ],\n");
        }
        text
    }
}

impl Generator<'_> {
    /// The text of the file.
    pub(super) fn scan_file(&self) -> Result<String, GenerateError> {
        let mut scans = String::new();
        for shared in &self.scans.shared {
            let productions = shared.productions.iter();
            let names = quoted(productions.map(|production| production.name.as_str()));
            let _ = write!(
                scans,
                "\n/// {}\npub(super) static {}: {} = {}{});\n",
                names.join(", "),
                shared.name(),
                shared.kind(),
                shared.constructor(),
                shared.table.automaton(),
            );
        }
        let mut parts = PARTS.to_vec();
        parts.retain(|part| {
            [":", "("]
                .iter()
                .any(|after| scans.contains(&format!("{part}{after}")))
        });
        let mut text = HEADER.to_owned() + ROOT;
        if scans.contains("Rule::") {
            text.push_str("\nuse super::Rule;");
        }
        if !parts.is_empty() {
            let _ = write!(text, "\nuse crate::engine::{{{}}};\n", parts.join(", "));
        }
        text += &scans;
        checked("scans", &text)?;
        Ok(text)
    }

    /// Returns the sentence of a production's documentation that tells when a DFA consumes its
    /// text. A production without nodes inside needs none.
    pub(super) fn fast_path(&self, production: &Production) -> Option<String> {
        let shared = self.scans.of(&production.name)?;
        if shared.inside.is_empty() {
            return None;
        }
        let Some(List {
            each,
            separator,
            last,
        }) = shared.list
        else {
            let sentence = "If inner nodes are not needed, a DFA consumes the text.";
            return Some(sentence.to_owned());
        };
        let parts = match separator {
            Some(separator) if each == last => {
                format!("each `{separator}` separates two `{each}`")
            }
            Some(separator) => {
                format!("each `{separator}` ends a `{each}`, and the rest is the `{last}`")
            }
            None => format!("all of it is the `{each}`"),
        };
        Some(format!("A DFA consumes the text: {parts}."))
    }
}

/// The names as the documentation shows them.
fn quoted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.map(|name| format!("`{name}`")).collect()
}
