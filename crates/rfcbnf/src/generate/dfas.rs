//! The DFAs of productions, for texts whose inner nodes are not needed.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

use rfcbnf_engine::CharacterSet;

use super::error::GenerateError;
use super::rust::{checked, set_of, use_line};
use super::{markdown, names};
use crate::automaton::{Automaton, Definitions, DfaState, Work};
use crate::layout::Layout;
use crate::plan::{List, Plan, part};
use crate::program::{Part, Program};
use crate::syntax::{Expression, Kind, Production};

/// The documentation of the file.
const ROOT: &str = r"//! The minimal DFAs of productions.
//!
//! If the nodes inside a production are not needed, or follow from the separators and the last
//! state, a DFA consumes the production's text. It consumes the longest match, as the production's
//! combinators do: both come from the same language.
//!
//! Each DFA lists its classes of characters, then its states. A state says whether it accepts, and
//! names the next state for each class. States are numbered from 1, the start; 0 means that no
//! transition exists.
";

/// The types of the engine that a DFA can consist of.
const PARTS: [&str; 7] = [
    "DfaState",
    "LeafDfa",
    "List",
    "ListDfa",
    "NestedDfa",
    "PairTable",
    "ShiftTable",
];

/// The greatest number of states for which a step can be a shift.
const FEW: usize = 9;

/// The greatest number of states of a DFA, and of entries in its larger table. These are the
/// limits of the engine.
const STATES: usize = 63;
const ENTRIES: usize = 1 << 15;

/// The productions whose texts a DFA can consume.
pub(super) struct Dfas<'g> {
    shared: Vec<Shared<'g>>,
    /// The index of each production in that list.
    indexes: HashMap<&'g str, usize>,
}

/// Productions that derive the same texts and lead to the same others.
struct Shared<'g> {
    productions: Vec<&'g Production>,
    /// The productions inside their trees, without the character productions.
    inside: BTreeSet<&'g str>,
    list: Option<List<'g>>,
    alternatives: Option<Alternatives<'g>>,
    table: Table,
}

/// Alternatives between which the state at the end of a match decides.
#[derive(PartialEq, Eq)]
struct Alternatives<'g> {
    /// The name of each that is a production.
    names: Vec<Option<&'g str>>,
    /// Those that are productions and derive lists or no other productions than those of characters, by their
    /// indexes.
    members: Vec<(usize, &'g str, Option<List<'g>>)>,
    /// The index of an alternative for each state.
    chosen: Vec<u8>,
    /// The characters that the matches of only one alternative begin with, and its index.
    decisive: Vec<(CharacterSet, usize)>,
}

impl<'g> Alternatives<'g> {
    /// Returns the alternatives of a production, if its program tries them in the order of the grammar and the
    /// states of its automaton decide.
    fn of(
        plan: &Plan<'g>,
        program: &Program,
        production: &'g Production,
        is_character: &dyn Fn(&str) -> bool,
    ) -> Option<Self> {
        let Kind::Alternation(alternatives) = &production.body.kind else {
            return None;
        };
        let id = plan.resolved().find(&production.name)?;
        let definition = program.exact(id.into());
        let parts = match program.part(definition.body) {
            Part::Ordered(members) => members.len(),
            Part::Ranked(members, _) | Part::Longest(members) => members.len(),
            _ => return None,
        };
        let choice = Choice::of(plan, production)?;
        if parts != choice.automata.len() || !definition.excluded.is_empty() {
            return None;
        }
        let grammar = plan.resolved().grammar();
        let members = alternatives
            .iter()
            .enumerate()
            .filter_map(|(index, member)| {
                let name = part(member).filter(|name| !is_character(name))?;
                let production = grammar.production(name)?;
                let list = plan.flat_list(production, is_character);
                let inside = grammar.reachable_from(production.uses());
                let is_leaf = inside.iter().all(|name| is_character(name));
                (is_leaf || list.is_some()).then_some((index, name, list.filter(|_| !is_leaf)))
            });
        let decisive = (0..alternatives.len()).map(|index| (choice.own_first(index), index));
        Some(Self {
            names: alternatives.iter().map(part).collect(),
            members: members.collect(),
            decisive: decisive.filter(|(own, _)| !own.is_empty()).collect(),
            chosen: choice.chosen,
        })
    }
}

impl<'g> Dfas<'g> {
    /// Selects the productions that derive texts of any length and whose automata are small enough.
    pub(super) fn new(plan: &Plan<'g>, program: &Program, layout: &Layout) -> Self {
        let grammar = plan.resolved().grammar();
        let mut shared: Vec<Shared> = Vec::new();
        let mut indexes = HashMap::new();
        for production in &grammar.productions {
            if layout.is_character(&production.name) {
                continue;
            }
            let id = plan.resolved().find(&production.name);
            let Some(table) = id.and_then(|id| table(plan.automaton(id))) else {
                continue;
            };
            let mut inside = BTreeSet::from_iter(grammar.reachable_from(production.uses()));
            inside.retain(|name| !layout.is_character(name));
            if !inside.is_empty()
                && plan.list(production).is_none()
                && is_covered(plan, layout, production)
            {
                continue;
            }
            let is_character = |name: &str| layout.is_character(name);
            let list = plan.flat_list(production, &is_character);
            let is_determined = inside.is_empty() || list.is_some();
            let alternatives = (!is_determined)
                .then(|| Alternatives::of(plan, program, production, &is_character))
                .flatten();
            let alike = |other: &Shared| {
                other.table == table
                    && other.inside == inside
                    && other.list == list
                    && other.alternatives == alternatives
            };
            let index = shared.iter().position(alike).unwrap_or(shared.len());
            if index == shared.len() {
                shared.push(Shared {
                    productions: Vec::new(),
                    inside,
                    list,
                    alternatives,
                    table,
                });
            }
            shared[index].productions.push(production);
            indexes.insert(production.name.as_str(), index);
        }
        Self { shared, indexes }
    }

    fn of(&self, production: &str) -> Option<&Shared<'g>> {
        Some(&self.shared[*self.indexes.get(production)?])
    }

    /// Returns the name of the production's DFA, if it has one.
    pub(super) fn name(&self, production: &str) -> Option<String> {
        Some(self.of(production)?.name())
    }

    /// Returns whether the production has a DFA that decides between its alternatives.
    pub(super) fn decides(&self, production: &str) -> bool {
        let shared = self.of(production);
        shared.is_some_and(|shared| shared.alternatives.is_some())
    }

    /// Returns the alternatives in Rust, if the production's DFA decides between them.
    pub(super) fn alternatives(&self, production: &str) -> Option<String> {
        let alternatives = self.of(production)?.alternatives.as_ref();
        alternatives.map(Alternatives::in_rust)
    }

    /// Returns the type of the production's DFA.
    pub(super) fn kind(&self, production: &str) -> Option<&'static str> {
        Some(self.of(production)?.kind())
    }
}

/// Returns whether the production is used as an alternative only, each time of a production with a
/// DFA. That one consumes its texts, so a DFA of its own would be idle memory.
fn is_covered(plan: &Plan<'_>, layout: &Layout, production: &Production) -> bool {
    let name = production.name.as_str();
    let is_name = |kind: &Kind| matches!(kind, Kind::Reference { name: used, .. } if used == name);
    let mentions = |expression: &Expression| {
        let mut found = false;
        expression.walk(&mut |part| found |= is_name(&part.kind));
        found
    };
    let is_alternative = |user: &Production| match &user.body.kind {
        Kind::Alternation(members) => {
            let mut others = members.iter().filter(|member| !is_name(&member.kind));
            !others.any(mentions)
        }
        _ => false,
    };
    let has_dfa = |user: &Production| {
        let id = plan.resolved().find(&user.name);
        !layout.is_character(&user.name) && id.is_some_and(|id| table(plan.automaton(id)).is_some())
    };
    let users = plan.resolved().grammar().productions.iter();
    let mut users = users.filter(|user| mentions(&user.body)).peekable();
    users.peek().is_some() && users.all(|user| is_alternative(user) && has_dfa(user))
}

/// The transitions of a DFA.
#[derive(PartialEq, Eq)]
struct Table {
    /// The classes of characters that lead on.
    classes: Vec<String>,
    /// Whether each state accepts, and its next state for each class.
    states: Vec<(bool, Vec<Option<usize>>)>,
}

/// Returns the table of an automaton, if it accepts texts of any length and is small enough.
fn table(automaton: &Automaton) -> Option<Table> {
    let count = automaton.states().len();
    if count > STATES || !repeats(automaton) {
        return None;
    }
    let leads_on = |class: &usize| {
        let mut states = automaton.states();
        states.any(|state| automaton.step_by_class(state, *class).is_some())
    };
    let classes: Vec<usize> = (0..automaton.classes().len()).filter(leads_on).collect();
    // The tables of the engine name ASCII characters.
    if !classes
        .iter()
        .all(|&class| automaton.classes()[class].is_ascii())
    {
        return None;
    }
    if count > FEW && count * classes.len().pow(2) > ENTRIES {
        return None;
    }
    let row = |state: DfaState| {
        let steps = classes.iter().map(|&class| {
            let target = automaton.step_by_class(state, class);
            target.map(DfaState::number)
        });
        (automaton.is_accepting(state), steps.collect())
    };
    let names = classes
        .iter()
        .map(|&class| automaton.classes()[class].characters());
    Some(Table {
        classes: names.collect(),
        states: automaton.states().map(row).collect(),
    })
}

/// Returns whether accepted texts have any length: then a walk can take more steps than there are
/// states.
fn repeats(automaton: &Automaton) -> bool {
    let mut reached = BTreeSet::from([automaton.start()]);
    for _ in automaton.states() {
        let classes = 0..automaton.classes().len();
        let steps = classes.flat_map(|class| {
            let states = reached.iter();
            states.filter_map(move |&state| automaton.step_by_class(state, class))
        });
        reached = steps.collect();
    }
    !reached.is_empty()
}

impl Table {
    /// Returns the transitions in Rust, one line for each state.
    fn automaton(&self) -> String {
        let kind = if self.states.len() > FEW {
            "PairTable"
        } else {
            "ShiftTable"
        };
        let mut text = format!("    {kind}::new(\n        &[\n");
        for class in &self.classes {
            let _ = writeln!(text, "            {class:?},");
        }
        text.push_str("        ],\n        &[\n");
        for (accepting, steps) in &self.states {
            let steps = steps.iter().map(|step| step.map_or(0, |state| state + 1));
            let steps: Vec<String> = steps.map(|step| step.to_string()).collect();
            let _ = writeln!(
                text,
                "            DfaState({accepting}, [{}]),",
                steps.join(", ")
            );
        }
        text + "        ],\n    )\n    .transitions(),\n"
    }
}

impl Shared<'_> {
    /// Returns the name of their DFA, which is that of the first production.
    fn name(&self) -> String {
        names::constant(&self.productions[0].name)
    }

    /// Returns the type of the DFA.
    fn kind(&self) -> &'static str {
        match self.list {
            _ if self.inside.is_empty() => "LeafDfa",
            Some(_) => "ListDfa",
            None => "NestedDfa",
        }
    }

    /// Returns the beginning of the call that makes the DFA.
    fn constructor(&self) -> String {
        if let Some(list) = self.list.as_ref().filter(|_| !self.inside.is_empty()) {
            return format!("ListDfa::of_list(\n    {},\n", list_in_rust(list));
        }
        let mut text = format!("{}::new(\n", self.kind());
        if !self.inside.is_empty() {
            text.push_str("    Rule::set(&[\n");
            for name in &self.inside {
                let _ = writeln!(text, "        Rule::{},", names::variant(name));
            }
            text.push_str("    ]),\n");
        }
        text
    }
}

impl Alternatives<'_> {
    /// Returns the alternatives in Rust.
    fn in_rust(&self) -> String {
        let decisive = self.decisive.iter();
        let decisive = decisive.map(|(own, index)| format!("({}, {index})", set_of(*own)));
        let members = self.members.iter().map(|(index, name, list)| {
            let list = list.as_ref().map_or("None".to_owned(), |list| {
                format!("Some({})", list_in_rust(list))
            });
            let production = id(name);
            format!("({index}, Alternative {{ production: {production}, list: {list} }})")
        });
        format!(
            "Alternatives {{ decisive: &[{}], members: &[{}], chosen: &{:?} }}",
            decisive.collect::<Vec<_>>().join(", "),
            members.collect::<Vec<_>>().join(", "),
            self.chosen
        )
    }
}

/// Returns the id of a production in Rust.
fn id(production: &str) -> String {
    format!("Rule::{}.id()", names::variant(production))
}

/// Returns a list in Rust.
fn list_in_rust(list: &List<'_>) -> String {
    let each = id(list.each);
    match list.separator {
        Some(separator) => {
            let end = id(list.last);
            format!("List::separated({each}, {separator:?}, {end})")
        }
        None => format!("List::one({each})"),
    }
}

impl Dfas<'_> {
    /// Returns the text of the file.
    pub(super) fn file(&self) -> Result<String, GenerateError> {
        let mut dfas = String::new();
        for shared in &self.shared {
            let productions = shared.productions.iter();
            let names = productions.map(|production| format!("`{}`", production.name));
            let _ = write!(
                dfas,
                "\n/// {}\npub(super) static {}: {} = {}{});\n",
                names.collect::<Vec<_>>().join(", "),
                shared.name(),
                shared.kind(),
                shared.constructor(),
                shared.table.automaton(),
            );
        }
        let mut text = ROOT.to_owned();
        let line = use_line("rfcbnf_engine::dfa", &PARTS, &dfas);
        if !line.is_empty() {
            let _ = write!(text, "\n{line}");
        }
        if dfas.contains("Rule::") {
            text.push_str("\nuse super::rule::Rule;\n");
        }
        text += &dfas;
        checked("dfas", &text)?;
        Ok(text)
    }

    /// Returns the sentence of a production's documentation that tells when a DFA consumes its
    /// text. A production without nodes inside needs none.
    pub(super) fn sentence(&self, production: &Production) -> Option<String> {
        let shared = self.of(&production.name)?;
        if shared.inside.is_empty() {
            return None;
        }
        if let Some(alternatives) = &shared.alternatives {
            let names = alternatives.names.iter();
            let names = names.map(|name| Some(format!("`{}`", (*name)?)));
            let names: Option<Vec<String>> = names.collect();
            let which = names.map_or("which alternative it is".to_owned(), |names| {
                format!("whether it is {}", names.join(" or "))
            });
            return Some(format!(
                "A DFA consumes the text: its last state tells {which}."
            ));
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
                let separator = markdown::code(&separator.to_string());
                format!("each {separator} separates two `{each}`")
            }
            Some(separator) => {
                let separator = markdown::code(&separator.to_string());
                format!("each {separator} ends a `{each}`, and the rest is the `{last}`")
            }
            None => format!("all of it is the `{each}`"),
        };
        Some(format!("A DFA consumes the text: {parts}."))
    }
}

/// The alternatives that are the body of a production.
struct Choice {
    /// The alternative that each state of the production's DFA decides for; 0 for states that do
    /// not accept.
    chosen: Vec<u8>,
    pub(super) automata: Vec<Automaton>,
}

impl Choice {
    /// Returns `None` if the states do not decide.
    pub(super) fn of(plan: &Plan<'_>, production: &Production) -> Option<Self> {
        let resolved = plan.resolved();
        let find = |name: &str| resolved.find(name).map(|id| plan.automaton(id));
        let automaton = find(&production.name)?;
        let Kind::Alternation(members) = &production.body.kind else {
            return None;
        };
        let encoding = resolved.grammar().encoding;
        let work = Work::new();
        let automata = members.iter().map(|member| {
            let definitions = Definitions {
                encoding,
                find: &find,
            };
            Automaton::of_expression(member, definitions, &work).ok()
        });
        let automata: Vec<Automaton> = automata.collect::<Option<_>>()?;
        let chosen = chosen(automaton, &automata)?;
        let chosen = automaton.states().map(|state| {
            let index = chosen.get(&state).copied();
            u8::try_from(index.unwrap_or_default()).ok()
        });
        let chosen = chosen.collect::<Option<_>>()?;
        Some(Self { chosen, automata })
    }

    /// Returns the characters that only this alternative's matches begin with; none if it matches
    /// the empty text.
    fn own_first(&self, index: usize) -> CharacterSet {
        let alternative = &self.automata[index];
        if alternative.is_nullable() {
            return CharacterSet::EMPTY;
        }
        let others = self.automata.iter().enumerate();
        let others = others.filter(|(other, _)| *other != index);
        let own = others.fold(alternative.first(), |own, (_, other)| own & !other.first());
        CharacterSet::of(&own.characters())
    }
}

/// Returns, for each accepting state of the union of the alternatives, the first alternative that derives the texts that lead
/// there. Returns `None` if two texts that lead to the same state have different first alternatives.
fn chosen(union: &Automaton, alternatives: &[Automaton]) -> Option<BTreeMap<DfaState, usize>> {
    let starts = alternatives.iter().map(|one| Some(one.start()));
    let start = (union.start(), starts.collect::<Vec<_>>());
    let mut seen = HashSet::from([start.clone()]);
    let mut waiting = vec![start];
    let mut chosen = BTreeMap::new();
    while let Some((state, states)) = waiting.pop() {
        if union.is_accepting(state) {
            let mut pairs = alternatives.iter().zip(&states);
            let derives = |(one, state): (&Automaton, &Option<DfaState>)| {
                state.is_some_and(|state| one.is_accepting(state))
            };
            let first = pairs.position(derives)?;
            if *chosen.entry(state).or_insert(first) != first {
                return None;
            }
        }
        for octet in 0..=u8::MAX {
            let Some(next) = union.step(state, octet) else {
                continue;
            };
            let pairs = alternatives.iter().zip(&states);
            let steps = pairs.map(|(one, state)| one.step((*state)?, octet));
            let next = (next, steps.collect());
            if seen.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    Some(chosen)
}
