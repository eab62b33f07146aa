//! Shortest texts, and what surrounds a reference in them.

use crate::automaton::readable_first;
use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Grammar, Production};

/// The greatest length of a shortest text, in octets. Expressions with longer ones count as if they had
/// none.
const LONGEST: usize = 4_096;

/// Returns a shortest text of a production, without an automaton: also if the production is recursive.
///
/// `None` if there is no such production, if it derives no text or none of at most 4,096 octets, if its
/// texts are unknown because it uses prose, an undefined name or text that cannot be read, or if a
/// reading excludes texts.
///
/// ```
/// use rfcbnf::sentences::shortest_text;
///
/// let grammar = rfcbnf::read("list = item *( \",\" item )\nitem = \"ab\" | \"(\" [ list ] \")\"\n")?;
/// assert_eq!(shortest_text(&grammar, "list").unwrap(), b"ab");
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn shortest_text(grammar: &Grammar, production: &str) -> Option<Vec<u8>> {
    let production = grammar.lookup(production).ok()?;
    let name = production.name.as_str();
    let part = grammar.part([name]);
    let is_excluding = |one: &Production| !one.excluded.is_empty();
    let obstacle = part.obstacle(name);
    let is_unknown = obstacle.is_some_and(|one| !one.is_recursion() || one.derives_no_text());
    if is_unknown || part.productions.iter().any(is_excluding) {
        return None;
    }
    let resolved = ResolvedGrammar::new(&part);
    let body = resolved.production(resolved.find(name)?).body();
    Shortest::of(&resolved).text(body).cloned()
}

/// The shortest texts of a grammar's expressions.
pub(crate) struct Shortest<'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    /// The shortest text of each expression.
    texts: Vec<Option<Vec<u8>>>,
    /// The shortest text of each expression that is not empty.
    nonempty: Vec<Option<Vec<u8>>>,
    readable: Vec<u8>,
}

/// A reference in the body of a production, and a shortest text of that body around it.
pub(crate) struct Surrounded {
    /// The production that it refers to.
    pub(crate) production: ProductionId,
    pub(crate) before: Vec<u8>,
    pub(crate) after: Vec<u8>,
}

impl<'r, 'g> Shortest<'r, 'g> {
    /// Computes the texts.
    pub(crate) fn of(grammar: &'r ResolvedGrammar<'g>) -> Self {
        let count = grammar.expressions().len();
        let mut shortest = Self {
            grammar,
            texts: vec![None; count],
            nonempty: vec![None; count],
            readable: readable_first(),
        };
        while shortest.improve() {}
        shortest
    }

    /// Computes every text from those before it. Returns whether one became shorter.
    fn improve(&mut self) -> bool {
        let mut has_changed = false;
        for index in 0..self.texts.len() {
            let kind = self.grammar.expressions()[index].kind();
            let (text, shortest_nonempty) = (self.text_of(kind), self.shortest_nonempty_of(kind));
            has_changed |= replace(&mut self.texts[index], text);
            has_changed |= replace(&mut self.nonempty[index], shortest_nonempty);
        }
        has_changed
    }

    /// Returns a shortest text of the production, one that is not empty if it has any.
    pub(crate) fn of_production(&self, production: ProductionId) -> Option<&Vec<u8>> {
        let body = self.grammar.production(production).body().index();
        self.nonempty[body].as_ref().or(self.texts[body].as_ref())
    }

    /// Returns a shortest text of the expression.
    pub(super) fn text(&self, expression: ExpressionId) -> Option<&Vec<u8>> {
        self.texts[expression.index()].as_ref()
    }

    fn shortest_nonempty(&self, expression: ExpressionId) -> Option<&Vec<u8>> {
        self.nonempty[expression.index()].as_ref()
    }

    fn text_of(&self, kind: &ResolvedKind<'_>) -> Option<Vec<u8>> {
        match kind {
            ResolvedKind::Alternation(members) => {
                let texts = members.iter().filter_map(|&one| self.text(one));
                texts.min_by_key(|text| text.len()).cloned()
            }
            ResolvedKind::Sequence(members) => self.joined(members),
            ResolvedKind::Optional(_) | ResolvedKind::Repetition { least: 0, .. } => {
                Some(Vec::new())
            }
            &ResolvedKind::Repetition { least, body, .. } => self.rounds(body, least),
            ResolvedKind::Literal { octets, .. } => Some(octets.to_vec()),
            ResolvedKind::Range(sequences) => self.character(sequences),
            ResolvedKind::Reference { production, .. } => self
                .text(self.grammar.production(*production).body())
                .cloned(),
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => None,
        }
    }

    fn shortest_nonempty_of(&self, kind: &ResolvedKind<'_>) -> Option<Vec<u8>> {
        match kind {
            ResolvedKind::Alternation(members) => {
                let texts = members
                    .iter()
                    .filter_map(|&one| self.shortest_nonempty(one));
                texts.min_by_key(|text| text.len()).cloned()
            }
            ResolvedKind::Sequence(members) => {
                let texts = (0..members.len()).filter_map(|at| {
                    let shortest_nonempty = self.shortest_nonempty(members[at])?;
                    let before = self.joined(&members[..at])?;
                    let after = self.joined(&members[at + 1..])?;
                    Some([before, shortest_nonempty.clone(), after].concat())
                });
                texts.min_by_key(Vec::len)
            }
            &ResolvedKind::Optional(body) => self.shortest_nonempty(body).cloned(),
            &ResolvedKind::Repetition { least, most, body } if most != Some(0) => {
                let rest = self.rounds(body, least.saturating_sub(1))?;
                Some([self.shortest_nonempty(body)?.clone(), rest].concat())
            }
            ResolvedKind::Reference { production, .. } => {
                let body = self.grammar.production(*production).body();
                self.shortest_nonempty(body).cloned()
            }
            kind => self.text_of(kind).filter(|text| !text.is_empty()),
        }
    }

    fn joined(&self, members: &[ExpressionId]) -> Option<Vec<u8>> {
        let texts = members.iter().map(|&one| self.text(one));
        let texts: Vec<&Vec<u8>> = texts.collect::<Option<_>>()?;
        Some(texts.into_iter().flatten().copied().collect())
    }

    fn rounds(&self, body: ExpressionId, rounds: u32) -> Option<Vec<u8>> {
        let rounds = usize::try_from(rounds).ok()?;
        if rounds == 0 {
            return Some(Vec::new());
        }
        let text = self.text(body)?;
        let is_short = text.len().saturating_mul(rounds) <= LONGEST;
        is_short.then(|| text.repeat(rounds))
    }

    /// Returns the most readable character of a range, one octet of ASCII if there is any.
    fn character(&self, sequences: &[Vec<OctetSet>]) -> Option<Vec<u8>> {
        let octet = |set: &OctetSet| {
            self.readable
                .iter()
                .find(|one| set.contains(**one))
                .copied()
        };
        let sequence = sequences.iter().min_by_key(|sequence| sequence.len())?;
        sequence.iter().map(octet).collect()
    }

    /// Returns the references in the body of a production that a text can have, each with what is around
    /// it.
    pub(crate) fn references(&self, production: ProductionId) -> Vec<Surrounded> {
        let mut found = Vec::new();
        let body = self.grammar.production(production).body();
        self.add_references(body, Vec::new(), Vec::new(), &mut found);
        found
    }

    fn add_references(
        &self,
        expression: ExpressionId,
        before: Vec<u8>,
        after: Vec<u8>,
        found: &mut Vec<Surrounded>,
    ) {
        match self.grammar.kind(expression) {
            &ResolvedKind::Reference { production, .. } => found.push(Surrounded {
                production,
                before,
                after,
            }),
            ResolvedKind::Sequence(members) => {
                for (at, &member) in members.iter().enumerate() {
                    let own = self
                        .joined(&members[..at])
                        .zip(self.joined(&members[at + 1..]));
                    if let Some((left, right)) = own {
                        let (before, after) =
                            ([&*before, &left].concat(), [right, after.clone()].concat());
                        self.add_references(member, before, after, found);
                    }
                }
            }
            &ResolvedKind::Repetition { least, most, body } => {
                if let Some(rest) = self.rounds(body, least.saturating_sub(1))
                    && most != Some(0)
                {
                    self.add_references(body, before, [rest, after].concat(), found);
                }
            }
            kind => {
                for &child in kind.children() {
                    self.add_references(child, before.clone(), after.clone(), found);
                }
            }
        }
    }
}

/// Takes a text that is shorter, or the first one. Returns whether it did.
fn replace(known: &mut Option<Vec<u8>>, new: Option<Vec<u8>>) -> bool {
    let Some(new) = new.filter(|new| new.len() <= LONGEST) else {
        return false;
    };
    let is_better = known.as_ref().is_none_or(|known| new.len() < known.len());
    if is_better {
        *known = Some(new);
    }
    is_better
}
