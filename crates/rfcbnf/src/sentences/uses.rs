//! What derivations of a production can use, and which expressions lead to it.

use super::{Use, UseKind};
use crate::octets::OctetSet;
use crate::resolved::{
    ExpressionId, ProductionId, Properties, ResolvedExpression, ResolvedGrammar, ResolvedKind,
};
use crate::syntax::Grammar;

/// The greatest length of a text that counts as a character: an escape such as `%7E` has three
/// octets.
const CHARACTER: usize = 3;

/// The greatest number of octets outside printable ASCII that make an alternative more likely.
const UNREADABLE: u32 = 4;

/// A use, by its index.
pub(super) type UseId = usize;

/// The uses of a production and of all that it leads to, beside the resolved grammar.
///
/// Invariant: the uses within an expression come before those of the expression itself, and the
/// uses of a production after those of the productions that it refers to.
#[derive(Debug)]
pub(super) struct Uses<'g> {
    pub(super) grammar: ResolvedGrammar<'g>,
    /// The production; `None` if the grammar does not define it.
    pub(super) start: Option<ProductionId>,
    pub(super) all: Vec<Use>,
    by_expression: Vec<ExpressionUses>,
    by_production: Vec<UseId>,
    /// Whether each expression has what it leads to.
    follows: bool,
    /// The number of entries that further lists of uses may have.
    left: usize,
}

/// The greatest number of entries in the lists of the uses that each expression leads to.
const REACHES: usize = 8_000_000;

/// The expressions lead to more uses than this package works with.
#[derive(Debug)]
pub(super) struct TooManyUses;

/// The uses of an expression.
#[derive(Debug, Clone, Default)]
pub(super) struct ExpressionUses {
    /// The use of the expression as an alternative. Without meaning for other expressions.
    pub(super) alternative: UseId,
    pub(super) choice: UseChoice,
    /// The uses that a derivation of the expression can have, in ascending order.
    reaches: Vec<UseId>,
}

/// The choice that an expression leaves, besides the choice among alternatives.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum UseChoice {
    #[default]
    None,
    Optional {
        present: UseId,
        absent: UseId,
    },
    Rounds(Rounds),
}

/// The uses of a repetition with a variable number of rounds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rounds {
    pub(super) fewest: UseId,
    pub(super) several: UseId,
    /// The smallest number of rounds that counts as several.
    pub(super) from: u32,
}

impl<'g> Uses<'g> {
    /// Numbers the uses of the production and of those that it leads to.
    pub(super) fn of(grammar: &'g Grammar, production: &str) -> Result<Self, TooManyUses> {
        let mut uses = Self::numbered(ResolvedGrammar::new(grammar), production, true)?;
        uses.follow_recursion()?;
        Ok(uses)
    }

    /// Numbers the uses, and finds what each expression leads to only if that is asked for: in a large grammar that
    /// recurses, each leads to all. Without, an alternative that can be absent or repeated is used where it is present.
    pub(super) fn numbered(
        grammar: ResolvedGrammar<'g>,
        production: &str,
        follows: bool,
    ) -> Result<Self, TooManyUses> {
        let start = grammar.find(production);
        let reachable = start.map_or_else(Vec::new, |start| grammar.reachable_from(start));
        let mut uses = Self {
            start,
            all: Vec::new(),
            by_expression: vec![ExpressionUses::default(); grammar.expressions().len()],
            by_production: vec![0; grammar.productions().len()],
            follows,
            left: REACHES,
            grammar,
        };
        for production in reachable {
            let body = uses.grammar.production(production).body();
            uses.enter(body)?;
            uses.by_production[production.index()] = uses.add(body, UseKind::Production);
        }
        Ok(uses)
    }

    /// Adds to each expression what it reaches through references that lead back. Their productions were
    /// not yet numbered when the expression was.
    fn follow_recursion(&mut self) -> Result<(), TooManyUses> {
        let leads_back = |uses: &Self| {
            let expressions = uses.grammar.expressions().iter();
            let mut kinds = expressions.map(ResolvedExpression::kind);
            kinds.any(|kind| {
                matches!(
                    kind,
                    ResolvedKind::Reference {
                        is_recursive: true,
                        ..
                    }
                )
            })
        };
        let mut has_changed = self.start.is_some() && leads_back(self);
        while has_changed {
            has_changed = false;
            let reachable = self.start.map(|start| self.grammar.reachable_from(start));
            for production in reachable.unwrap_or_default() {
                let body = self.grammar.production(production).body();
                has_changed |= self.reach_further(body)?;
            }
        }
        Ok(())
    }

    /// Adds what the expressions below and the production of a reference reach now. Returns whether
    /// that is more than before.
    fn reach_further(&mut self, expression: ExpressionId) -> Result<bool, TooManyUses> {
        let kind = self.grammar.kind(expression).clone();
        let known = self.of_expression(expression).reaches.len();
        let mut has_changed = false;
        let mut reaches = self.of_expression(expression).reaches.clone();
        for &child in kind.children() {
            has_changed |= self.reach_further(child)?;
            reaches.extend_from_slice(&self.of_expression(child).reaches);
        }
        if let ResolvedKind::Reference { production, .. } = kind {
            reaches.extend(self.through(production));
        }
        if !self.derives_text(expression) {
            reaches.clear();
        }
        let reaches = sorted(reaches);
        let further = reaches.len() - known;
        self.left = self.left.checked_sub(further).ok_or(TooManyUses)?;
        self.by_expression[expression.index()].reaches = reaches;
        Ok(has_changed || further > 0)
    }

    /// Returns what derivations of the production can use, in ascending order.
    pub(super) fn reached(&self) -> Vec<UseId> {
        self.start
            .map_or_else(Vec::new, |start| self.through(start))
    }

    pub(super) fn of_expression(&self, expression: ExpressionId) -> &ExpressionUses {
        &self.by_expression[expression.index()]
    }

    pub(super) fn of_production(&self, production: ProductionId) -> UseId {
        self.by_production[production.index()]
    }

    /// Returns whether a derivation of the expression can have a use that is wanted.
    pub(super) fn reaches_any(
        &self,
        expression: ExpressionId,
        is_wanted: impl Fn(UseId) -> bool,
    ) -> bool {
        let mut reaches = self.of_expression(expression).reaches.iter();
        reaches.any(|&used| is_wanted(used))
    }

    /// Returns whether the expression derives nothing longer than a character.
    pub(super) fn is_character(&self, expression: ExpressionId) -> bool {
        let longest = self.properties(expression).longest();
        longest.is_some_and(|longest| longest <= CHARACTER)
    }

    /// Returns the number of octets that the texts of the expression begin with. Of those outside
    /// printable ASCII, it counts a few only.
    pub(super) fn breadth(&self, expression: ExpressionId) -> u32 {
        let first = self.properties(expression).first().as_written();
        let readable = OctetSet::range(b' ', b'~');
        (first & readable).count() + first.without(readable).count().min(UNREADABLE)
    }

    /// Returns the length of the shortest text of the expression.
    pub(super) fn shortest(&self, expression: ExpressionId) -> Option<usize> {
        self.properties(expression).shortest()
    }

    /// Returns whether the expression derives a text. Parts of recursion that never ends do not.
    pub(super) fn derives_text(&self, expression: ExpressionId) -> bool {
        self.properties(expression).shortest().is_some()
    }

    fn properties(&self, expression: ExpressionId) -> &Properties {
        self.grammar.properties(expression)
    }

    /// Returns what derivations of a production can use, itself included.
    fn through(&self, production: ProductionId) -> Vec<UseId> {
        let body = self.grammar.production(production).body();
        let below = self.of_expression(body).reaches.iter().copied();
        sorted(below.chain([self.of_production(production)]).collect())
    }

    fn add(&mut self, expression: ExpressionId, kind: UseKind) -> UseId {
        let expression = self.grammar.expression(expression);
        let production = self.grammar.production(expression.production());
        self.all.push(Use {
            production: production.name().to_owned(),
            span: expression.span().clone(),
            kind,
        });
        self.all.len() - 1
    }

    /// Numbers the uses of an expression after those below it.
    fn enter(&mut self, expression: ExpressionId) -> Result<(), TooManyUses> {
        let kind = self.grammar.kind(expression).clone();
        let mut reaches = Vec::new();
        for &child in kind.children() {
            self.enter(child)?;
            if let ResolvedKind::Alternation(_) = kind {
                let alternative = match self.of_expression(child).choice {
                    UseChoice::Optional { present, .. } if !self.follows => present,
                    UseChoice::Rounds(rounds) if !self.follows => rounds.several,
                    _ => self.add(child, UseKind::Alternative),
                };
                self.by_expression[child.index()].alternative = alternative;
                reaches.extend(Some(alternative).filter(|_| self.derives_text(child)));
            }
            reaches.extend_from_slice(&self.of_expression(child).reaches);
        }
        let choice = match kind {
            ResolvedKind::Optional(body) => {
                let present = self.add(expression, UseKind::Present);
                let absent = self.add(expression, UseKind::Absent);
                reaches.extend(Some(present).filter(|_| self.derives_text(body)));
                reaches.push(absent);
                UseChoice::Optional { present, absent }
            }
            ResolvedKind::Repetition { least, most, body } if most != Some(least) => {
                let fewest = self.add(expression, UseKind::Fewest);
                let several = self.add(expression, UseKind::Several);
                reaches.push(fewest);
                reaches.extend(Some(several).filter(|_| self.derives_text(body)));
                let from = least.saturating_add(1).max(2);
                UseChoice::Rounds(Rounds {
                    fewest,
                    several,
                    from: most.unwrap_or(u32::MAX).min(from),
                })
            }
            ResolvedKind::Reference {
                production,
                is_recursive: false,
                ..
            } => {
                reaches = self.through(production);
                UseChoice::None
            }
            _ => UseChoice::None,
        };
        if !self.derives_text(expression) || !self.follows {
            reaches.clear();
        }
        self.left = self.left.checked_sub(reaches.len()).ok_or(TooManyUses)?;
        let uses = &mut self.by_expression[expression.index()];
        (uses.choice, uses.reaches) = (choice, sorted(reaches));
        Ok(())
    }
}

fn sorted(mut uses: Vec<UseId>) -> Vec<UseId> {
    uses.sort_unstable();
    uses.dedup();
    uses
}
