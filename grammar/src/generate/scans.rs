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
use crate::engine::{Fused, Single, State};
";

/// The most states that a scan has: as many as the engine has room for.
const STATES: usize = 9;

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
    states: Vec<SmallState>,
}

impl<'g> Scans<'g> {
    /// Those productions that repeat something and whose automata are small enough.
    pub(super) fn new(grammar: &'g Grammar, languages: &Languages, layout: &Layout) -> Self {
        let mut shared: Vec<Shared> = Vec::new();
        let mut places = HashMap::new();
        for production in &grammar.productions {
            if layout.is_character(&production.name) || !repeats(production) {
                continue;
            }
            let language = languages.production(&production.name);
            let Some(states) = language.and_then(|language| language.at_most(STATES)) else {
                continue;
            };
            let mut inside = BTreeSet::from_iter(grammar.reachable_from(production.uses()));
            inside.retain(|name| !layout.is_character(name));
            let alike = |other: &Shared| other.states == states && other.inside == inside;
            let place = shared.iter().position(alike).unwrap_or(shared.len());
            if place == shared.len() {
                shared.push(Shared {
                    productions: Vec::new(),
                    inside,
                    states,
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

impl Shared<'_> {
    /// The name of the first production's automaton, which is that of them all.
    fn name(&self) -> String {
        names::constant(&self.productions[0].name)
    }
}

fn repeats(production: &Production) -> bool {
    let mut repeats = false;
    production.body.walk(&mut |expression| {
        repeats |= matches!(expression.kind, Kind::Repetition { .. });
    });
    repeats
}

impl Generator<'_> {
    /// The text of the file.
    pub(super) fn scan_file(&self) -> Result<String, GenerateError> {
        let mut text = HEADER.to_owned() + ROOT;
        for shared in &self.scans.shared {
            let productions = shared.productions.iter();
            let names: Vec<String> = productions
                .map(|production| format!("`{}`", production.name))
                .collect();
            let inside = shared.inside.iter();
            let inside: Vec<String> = inside
                .map(|name| format!("Rule::{}", names::variant(name)))
                .collect();
            let (kind, inside) = if inside.is_empty() {
                ("Single", String::new())
            } else {
                ("Fused", format!("&[{}], ", inside.join(", ")))
            };
            let mut code = format!(
                "/// {}\npub(super) static {}: {kind} = {kind}::new({inside}&[",
                names.join(", "),
                shared.name(),
            );
            for SmallState { accepting, steps } in &shared.states {
                let _ = write!(code, "State({accepting}, &{steps:?}), ");
            }
            code.push_str("]);");
            let _ = write!(text, "\n{}", formatted("scans", &code)?);
        }
        Ok(text)
    }

    /// What the documentation of a production says of what it is fused with.
    pub(super) fn fusion(&self, production: &Production) -> Option<String> {
        let inside = self.scans.of(&production.name)?.inside.iter();
        let names: Vec<String> = inside.map(|name| format!("`{name}`")).collect();
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
