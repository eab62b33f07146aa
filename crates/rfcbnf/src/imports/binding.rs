//! Finds the production of another file that a name or prose means.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{JoinError, Part, PartSource};
use crate::error::{GrammarError, GrammarErrorKind};
use crate::syntax::{Expression, Kind, Notation, Production};

/// A production of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Id {
    pub(super) part: usize,
    pub(super) production: usize,
}

/// The names of the productions of a part.
struct Defined<'p> {
    exact: HashMap<&'p str, usize>,
    /// By their names in lower case.
    in_any_case: HashMap<String, usize>,
}

/// A part in which names of another are looked for, and what they mean there.
type Place<'p> = (usize, Option<&'p PartSource>);

/// Finds the productions that names and prose mean.
pub(super) struct Binder<'p> {
    pub(super) parts: &'p [Part],
    defined: Vec<Defined<'p>>,
    /// The parts that any other may need, in the order of the search.
    common: Vec<usize>,
    /// The numbers of the RFCs in the name of each part.
    rfcs: Vec<Vec<u32>>,
    /// For productions that add alternatives to one of another part, that one.
    extended: BTreeMap<Id, Id>,
}

impl<'p> Binder<'p> {
    pub(super) fn new(parts: &'p [Part]) -> Self {
        let is_whole = |&index: &usize| parts[index].is_whole;
        let others = (0..parts.len()).filter(|index| !is_whole(index) && parts[*index].is_common);
        let mut binder = Self {
            defined: parts.iter().map(Defined::of).collect(),
            common: (0..parts.len()).filter(is_whole).chain(others).collect(),
            rfcs: parts.iter().map(|part| rfc_numbers(&part.name)).collect(),
            extended: BTreeMap::new(),
            parts,
        };
        let additions: HashSet<Id> = (0..parts.len())
            .flat_map(|part| binder.additions_of(part))
            .collect();
        binder.extended = additions
            .iter()
            .filter_map(|&id| Some((id, binder.extended_by(id, &additions)?)))
            .collect();
        // Prose can lead to an addition, and from there to what that adds to.
        let ends = binder.extended.iter();
        let ends = ends.map(|(&id, &of)| (id, binder.replaced(of)));
        binder.extended = ends.filter(|(_, of)| !additions.contains(of)).collect();
        binder
    }

    /// Returns the productions of a part that add alternatives to one that the part does not define.
    fn additions_of(&self, part: usize) -> Vec<Id> {
        let errors = self.parts[part].document.errors.iter().flatten();
        let additions = errors.filter_map(|error| self.added_by(part, error));
        additions.collect()
    }

    /// Returns the production that an addition adds alternatives to, which is itself no addition unless prose
    /// leads there.
    fn extended_by(&self, id: Id, additions: &HashSet<Id>) -> Option<Id> {
        let name = &self.production(id).name;
        let places = self.places(id.part).filter(|(place, _)| *place != id.part);
        let mut found = self.in_parts(id.part, name, places);
        let found = found.find(|found| !additions.contains(found))?;
        Some(self.replaced(found))
    }

    /// Returns the production that an error says to be an addition to one without a definition.
    fn added_by(&self, part: usize, error: &GrammarError) -> Option<Id> {
        if !matches!(error.kind(), GrammarErrorKind::AdditionFirst { .. }) {
            return None;
        }
        let productions = &self.parts[part].document.grammar.productions;
        let mut names = productions.iter().map(|one| &one.name_span);
        let production = names.position(|span| *span == error.span())?;
        Some(Id { part, production })
    }

    /// Returns whether another part has what the error about a part says to be missing.
    pub(super) fn resolves(&self, part: usize, error: &GrammarError) -> bool {
        match error.kind() {
            GrammarErrorKind::UndefinedRule { name, .. } => self.of_name(part, name).is_some(),
            _ => self
                .added_by(part, error)
                .is_some_and(|id| self.extended.contains_key(&id)),
        }
    }

    /// Returns the body of a production, and the alternatives that other parts add to it, each with the
    /// production that it is written in.
    pub(super) fn bodies(&self, id: Id) -> Vec<(Id, &'p Expression)> {
        let additions = self.extended.iter().filter(|(_, of)| **of == id);
        let additions = additions.flat_map(|(&addition, _)| {
            let Kind::Alternation(members) = &self.production(addition).body.kind else {
                return Vec::new();
            };
            // The first stands for the definition.
            let added = members.iter().skip(1);
            added.map(|member| (addition, member)).collect()
        });
        let own = (id, &self.production(id).body);
        std::iter::once(own).chain(additions).collect()
    }

    /// Fails if a source names a production that its part does not have.
    pub(super) fn check_sources(&self) -> Result<(), JoinError> {
        for source in self.parts.iter().flat_map(|part| &part.sources) {
            let from = &self.parts[source.part];
            for (name, target) in &source.names {
                if let Err(unknown) = from.document.grammar.lookup(target) {
                    return Err(JoinError::UnknownProduction {
                        name: name.clone(),
                        from: from.name.clone(),
                        unknown,
                    });
                }
            }
        }
        Ok(())
    }

    pub(super) fn production(&self, id: Id) -> &'p Production {
        &self.parts[id.part].document.grammar.productions[id.production]
    }

    /// Returns the production that an expression in the body of a production means, if the
    /// expression is a name or prose.
    pub(super) fn of_expression(&self, within: Id, expression: &Expression) -> Option<Id> {
        match &expression.kind {
            Kind::Reference { name, .. } => self.of_name(within.part, name),
            Kind::Prose(text) => self.replacing(self.of_prose(within, text)?),
            _ => None,
        }
    }

    /// Returns the production that a name means in a part.
    fn of_name(&self, part: usize, name: &str) -> Option<Id> {
        let own = self.in_part(part, name, part);
        let found = own.or_else(|| self.in_parts(part, name, self.places(part)).next())?;
        Some(self.replaced(found))
    }

    /// Returns the production that is written for a name, whatever its prose means. For an addition, it is the one that
    /// gets the alternatives.
    pub(super) fn written(&self, part: usize, name: &str) -> Option<Id> {
        let Some(own) = self.in_part(part, name, part) else {
            return self.in_parts(part, name, self.places(part)).next();
        };
        Some(self.extended.get(&own).copied().unwrap_or(own))
    }

    /// Returns the names of the productions that a part can use of others, in the order of the search.
    pub(super) fn visible(&self, part: usize) -> Vec<String> {
        let places = self.places(part).map(|(place, _)| &self.parts[place]);
        let productions = places.flat_map(|part| &part.document.grammar.productions);
        productions.map(|one| one.name.clone()).collect()
    }

    /// Returns the production that takes the place of this one, because the body is prose that refers
    /// to a production of the same name. In a circle, each production stays where it is.
    pub(super) fn replaced(&self, id: Id) -> Id {
        self.replacing(id).unwrap_or(id)
    }

    /// Returns the same; `None` in a circle of files that refer to each other.
    fn replacing(&self, id: Id) -> Option<Id> {
        let mut current = id;
        // From an addition to what it adds to, and from there on.
        for _ in 0..=self.parts.len() {
            if let Some(&of) = self.extended.get(&current) {
                current = of;
            }
            let production = self.production(current);
            let Kind::Prose(text) = &production.body.kind else {
                return Some(current);
            };
            match self.of_prose(current, text) {
                Some(next)
                    if self
                        .production(next)
                        .name
                        .eq_ignore_ascii_case(&production.name) =>
                {
                    current = next;
                }
                _ => return Some(current),
            }
        }
        None
    }

    /// Returns the production that prose in the body of another one means.
    pub(super) fn of_prose(&self, within: Id, text: &str) -> Option<Id> {
        let part = within.part;
        let chosen = self.places(part).find_map(|(place, source)| {
            let name = source?.names.get(text)?;
            self.in_part(part, name, place)
        });
        if chosen.is_some() {
            return chosen;
        }
        let Mention { name, rfcs } = mention(text)?;
        // What names of the part mean elsewhere is not said of names in prose.
        let limited = |source: Option<&'p PartSource>| source.filter(|one| one.is_limited);
        let places = || {
            self.places(part)
                .map(|(place, source)| (place, limited(source)))
        };
        let has_number = |place: usize| self.rfcs[place].iter().any(|one| rfcs.contains(one));
        let is_numbered = !rfcs.is_empty() && places().any(|(place, _)| has_number(place));
        let is_possible = |place: usize| match (is_numbered, rfcs.is_empty()) {
            (true, _) => has_number(place),
            // A file without a number in its name can have the productions of any RFC.
            (false, false) => self.rfcs[place].is_empty(),
            (false, true) => true,
        };
        let is_whole_body = matches!(&self.production(within).body.kind, Kind::Prose(_));
        let own = is_whole_body.then(|| self.production(within).name.as_str());
        let mut names = name.into_iter().chain(own);
        names.find_map(|name| {
            let places = places().filter(|(place, _)| is_possible(*place));
            self.in_parts(part, name, places).next()
        })
    }

    /// Returns the parts in which the names of a part are looked for, after the part itself, and what
    /// names mean there.
    fn places(&self, part: usize) -> impl Iterator<Item = Place<'p>> + Clone {
        let parts = self.parts;
        let sources = parts[part].sources.iter();
        let sources = sources.map(|source| (source.part, Some(source)));
        let common = self.common.iter().filter(move |&&other| other != part);
        sources.chain(common.map(|&other| (other, None)))
    }

    /// Returns the productions that a name of a part can mean in these places: in their order those that are
    /// spelled like it, then the others. RFC 9112 imports `Host` of RFC 9110 before `host` of RFC 3986, and `host`
    /// in its prose is the latter.
    fn in_parts<'n>(
        &'n self,
        part: usize,
        name: &'n str,
        places: impl Iterator<Item = Place<'p>> + Clone + 'n,
    ) -> impl Iterator<Item = Id> + 'n {
        let in_any_case = places.clone();
        let spelled_alike = places.filter_map(move |(place, source)| {
            let is_mapped = source.is_some_and(|source| source.names.contains_key(name));
            let found = self.in_part(part, meant(source, name)?, place)?;
            (is_mapped || self.production(found).name == name).then_some(found)
        });
        spelled_alike.chain(
            in_any_case
                .filter_map(move |(place, source)| self.in_part(part, meant(source, name)?, place)),
        )
    }

    /// Returns the production with this name in another part or the same one. Letters match in either
    /// case if one of both parts is ABNF.
    fn in_part(&self, part: usize, name: &str, place: usize) -> Option<Id> {
        let is_abnf = |part: usize| self.parts[part].document.grammar.notation == Notation::Abnf;
        let defined = &self.defined[place];
        let in_any_case = || {
            let is_meant = is_abnf(part) || is_abnf(place);
            is_meant.then(|| defined.in_any_case.get(&name.to_ascii_lowercase()))?
        };
        let found = defined.exact.get(name).or_else(in_any_case);
        found.map(|&production| Id {
            part: place,
            production,
        })
    }
}

/// Returns the name that stands for a name in another part; `None` if it is not looked for there.
fn meant<'n>(source: Option<&'n PartSource>, name: &'n str) -> Option<&'n str> {
    let meant = source.and_then(|source| source.names.get(name));
    let is_limited = source.is_some_and(|source| source.is_limited);
    meant.map(String::as_str).or((!is_limited).then_some(name))
}

impl<'p> Defined<'p> {
    fn of(part: &'p Part) -> Self {
        let mut defined = Self {
            exact: HashMap::new(),
            in_any_case: HashMap::new(),
        };
        let productions = &part.document.grammar.productions;
        for (index, Production { name, .. }) in productions.iter().enumerate() {
            defined.exact.entry(name).or_insert(index);
            let lower = name.to_ascii_lowercase();
            defined.in_any_case.entry(lower).or_insert(index);
        }
        defined
    }
}

/// A production that prose refers to, as far as its text says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mention<'p> {
    /// The name of the production; `None` if the prose does not begin with one.
    pub(super) name: Option<&'p str>,
    /// The numbers of the RFCs that it names.
    pub(super) rfcs: Vec<u32>,
}

/// The words that can follow the name of a production.
const JOINTS: [&str; 6] = ["see", "as", "from", "in", "of", "defined"];

/// Returns what the prose refers to; `None` if it names no other document and more than a production.
pub(super) fn mention(text: &str) -> Option<Mention<'_>> {
    let text = text.trim();
    let rfcs = rfc_numbers(text);
    let opened = text.trim_start_matches(['"', '\'']);
    let end = opened.find(|one: char| !one.is_ascii_alphanumeric() && one != '-');
    let (name, rest) = opened.split_at(end.unwrap_or(opened.len()));
    let rest = rest.trim_start_matches(['"', '\'']).trim_start();
    let is_alone = rest.is_empty();
    let is_followed = rest.starts_with([',', '(', '['])
        || JOINTS.contains(&rest.split_whitespace().next().unwrap_or_default());
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let has_document = !rfcs.is_empty() || text.contains('[') || text.contains("Section");
    if !is_alone && !has_document {
        return None;
    }
    Some(Mention {
        name: (is_name && (is_alone || is_followed)).then_some(name),
        rfcs,
    })
}

/// Returns the numbers that follow `RFC` in a text, in their order.
///
/// ```
/// assert_eq!(rfcbnf::imports::rfc_numbers("port, see [RFC3986], Section 3.2.3"), [3986]);
/// assert_eq!(rfcbnf::imports::rfc_numbers("my-rfc 5322 and rfc-2045"), [5322, 2045]);
/// ```
#[must_use]
pub fn rfc_numbers(text: &str) -> Vec<u32> {
    let lower = text.to_ascii_lowercase();
    let after = lower
        .match_indices("rfc")
        .map(|(start, _)| &lower[start + 3..]);
    let numbers = after.filter_map(|rest| {
        let rest = rest.trim_start_matches([' ', '-', '_']);
        let end = rest.find(|one: char| !one.is_ascii_digit());
        rest[..end.unwrap_or(rest.len())].parse().ok()
    });
    numbers.collect()
}
