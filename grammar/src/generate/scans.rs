//! The automata of the productions that can be passed over in one go.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use super::module::formatted;
use super::{GenerateError, Generator, HEADER, names};
use crate::language::{Languages, SmallState};
use crate::layout::Layout;
use crate::syntax::{Grammar, Kind, Production};

/// What the file begins with.
const ROOT: &str = r"//! The minimal automata of productions, for where nobody asks what is inside them.
//!
//! A state says whether a word may end there, and which characters lead to which state. What
//! an automaton passes over is the longest word of its production, as what the production's
//! combinators pass over is: both come from the same language.

use crate::Rule;
use crate::engine::{Scan, State};
";

/// The most states that a scan has: as many as the engine has room for.
const STATES: usize = 9;

/// The productions that are scanned, each with its states.
pub(super) struct Scans<'g> {
    /// Productions that derive the same words share their states.
    shared: Vec<(Vec<&'g Production>, Vec<SmallState>)>,
    /// Where in that list a production is.
    places: HashMap<&'g str, usize>,
}

impl<'g> Scans<'g> {
    /// Those productions that repeat something and whose automata are small enough.
    pub(super) fn new(grammar: &'g Grammar, languages: &Languages, layout: &Layout) -> Self {
        let mut scans = Self {
            shared: Vec::new(),
            places: HashMap::new(),
        };
        for production in &grammar.productions {
            if layout.is_character(&production.name) || !repeats(production) {
                continue;
            }
            let language = languages.production(&production.name);
            let Some(states) = language.and_then(|language| language.at_most(STATES)) else {
                continue;
            };
            let inside = inside(grammar, layout, production);
            let place = scans.shared.iter().position(|(others, theirs)| {
                *theirs == states && self::inside(grammar, layout, others[0]) == inside
            });
            let place = place.unwrap_or_else(|| {
                scans.shared.push((Vec::new(), states));
                scans.shared.len() - 1
            });
            scans.shared[place].0.push(production);
            scans.places.insert(&production.name, place);
        }
        scans
    }

    /// The name of the production's automaton, if it has one.
    pub(super) fn name(&self, production: &str) -> Option<String> {
        let place = *self.places.get(production)?;
        Some(names::constant(&self.shared[place].0[0].name))
    }
}

fn repeats(production: &Production) -> bool {
    let mut repeats = false;
    production.body.walk(&mut |expression| {
        repeats |= matches!(expression.kind, Kind::Repetition { .. });
    });
    repeats
}

/// The productions that the trees of this one hold, without the character productions.
fn inside<'g>(
    grammar: &'g Grammar,
    layout: &Layout,
    production: &'g Production,
) -> BTreeSet<&'g str> {
    let mut inside = BTreeSet::new();
    let mut waiting = production.uses();
    while let Some(name) = waiting.pop() {
        if !layout.is_character(name) && inside.insert(name) {
            let used = grammar.production(name);
            waiting.extend(used.map(Production::uses).unwrap_or_default());
        }
    }
    inside
}

impl Generator<'_> {
    /// The text of the file.
    pub(super) fn scan_file(&self) -> Result<String, GenerateError> {
        let mut text = HEADER.to_owned() + ROOT;
        for (productions, states) in &self.scans.shared {
            let names: Vec<String> = productions
                .iter()
                .map(|production| format!("`{}`", production.name))
                .collect();
            let constant = names::constant(&productions[0].name);
            let inside = inside(self.grammar, self.layout, productions[0]);
            let inside: Vec<String> = inside
                .into_iter()
                .map(|name| format!("Rule::{}", names::variant(name)))
                .collect();
            let mut code = format!(
                "/// {}\npub(super) static {constant}: Scan = Scan::new(&[{}], &[",
                names.join(", "),
                inside.join(", ")
            );
            for SmallState { accepting, steps } in states {
                let _ = write!(code, "State({accepting}, &{steps:?}), ");
            }
            code.push_str("]);");
            let _ = write!(text, "\n{}", formatted("scans", &code)?);
        }
        Ok(text)
    }

    /// What the documentation of a production says of what it is fused with.
    pub(super) fn fusion(&self, production: &Production) -> Option<String> {
        self.scans.name(&production.name)?;
        let inside = inside(self.grammar, self.layout, production);
        let names: Vec<String> = inside.into_iter().map(|name| format!("`{name}`")).collect();
        let (last, others) = names.split_last()?;
        let names = if others.is_empty() {
            last.clone()
        } else {
            format!("{} and {last}", others.join(", "))
        };
        Some(format!(
            "Fused: where nobody asks for {names}, a scan passes over the same octets."
        ))
    }
}
