//! The kind of a valid text: what it is counted for, without its tree.
//!
//! The tree is the first derivation. Where the body of a production is a choice between other productions, such as
//! `url = httpurl | ftpurl`, it begins with the first of them that derives the text. Where something else always is
//! beside the first node, as in `JSON-text = ws value ws`, no child is the whole text.

use rfcbnf_engine::{Production as _, ProductionId, TreeText};

use super::{Machine, Prepared, Rule};
use crate::by_address::ByAddress;
use crate::resolved::{ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Case;

/// What is known of the first child in the trees of texts of at least one octet.
#[derive(Debug)]
pub(super) enum Kinds {
    /// It is never the whole text.
    Own,
    /// It is the first of these productions that derives the text.
    FirstOf(Vec<ProductionId>),
    /// Only the tree tells.
    Unknown,
}

impl<T: TreeText + ?Sized> Rule<'_, T> {
    /// Returns whether [`Self::kind`] tells what texts count for. It tells only of the production that the parser was made
    /// for.
    #[must_use]
    pub fn has_kinds(self) -> bool {
        !matches!(self.kinds(), Kinds::Unknown)
    }

    /// Returns the kind of a text that the production derives: the production of the first child in its tree if that is
    /// the whole text, and otherwise the production itself. Returns `None` if the production does not derive the text, or
    /// if that is not known, or if it takes the tree to know the kind.
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_abnf("item = word / list\nword = 1*ALPHA\nlist = \"(\" *item \")\"\n")?;
    /// let (item, list) = (grammar.parser("item")?, grammar.parser("list")?);
    /// assert_eq!(item.rule().kind(b"a").unwrap().name(), "word");
    /// assert_eq!(list.rule().kind(b"(a)").unwrap().name(), "list");
    /// assert_eq!(list.rule().kind(b"a"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn kind(self, text: &[u8]) -> Option<Self> {
        match self.kinds() {
            // A child of no octets is all of an empty text, too.
            _ if text.is_empty() => None,
            Kinds::Unknown => None,
            Kinds::Own => self.is_valid(text).ok()?.then_some(self),
            Kinds::FirstOf(productions) => {
                for &id in productions {
                    let one = Self::of(self.parser, id);
                    if one.is_valid(text).ok()? {
                        return Some(one);
                    }
                }
                None
            }
        }
    }

    fn kinds(&self) -> &Kinds {
        let prepared = self.parser.0;
        if self.id == prepared.start {
            prepared.kinds.get_or_init(|| Kinds::of(prepared))
        } else {
            &Kinds::Unknown
        }
    }
}

impl Kinds {
    fn of(prepared: &Prepared) -> Self {
        let is_certain = match &prepared.machine {
            Machine::Combinators(_) => true,
            Machine::Network(recognizer) => recognizer.is_certain(),
        };
        let grammar = &prepared.grammar;
        if !is_certain || grammar.conventions.change_texts() {
            return Self::Unknown;
        }
        let resolved = ResolvedGrammar::new(grammar);
        let start = Rule::<[u8]>::of(ByAddress(prepared), prepared.start);
        let Some(production) = resolved.find(start.name()) else {
            return Self::Unknown;
        };
        let production = resolved.production(production);
        let body = production.body();
        // An excluded text is one of an alternative, and none of the production.
        let excludes = !production.source().excluded.is_empty();
        let trees = Trees { prepared, resolved };
        let mut choice = Vec::new();
        if !trees.can_begin_with_whole(body) {
            Self::Own
        } else if !excludes && trees.is_choice(body, &mut choice) {
            Self::FirstOf(choice)
        } else {
            Self::Unknown
        }
    }
}

/// Trees of a grammar without productions for single characters.
struct Trees<'p> {
    prepared: &'p Prepared,
    resolved: ResolvedGrammar<'p>,
}

impl Trees<'_> {
    /// Returns the production of a reference to the one with this name, if it is a node.
    fn node(&self, name: &str) -> Option<ProductionId> {
        let id = self.prepared.find(name)?;
        let rule = Rule::<[u8]>::of(ByAddress(self.prepared), id);
        (!rule.is_character()).then_some(id)
    }

    /// Returns whether the first node of a text of the expression can be the whole text, as far as that can be seen.
    fn can_begin_with_whole(&self, expression: ExpressionId) -> bool {
        match self.resolved.kind(expression) {
            ResolvedKind::Literal { .. } | ResolvedKind::Range(_) => false,
            // A node of a production that is not a node itself could be one here.
            ResolvedKind::Reference { .. } | ResolvedKind::Undefined(_) | ResolvedKind::Unknown => {
                true
            }
            ResolvedKind::Alternation(alternatives) => {
                let mut alternatives = alternatives.iter();
                alternatives.any(|one| self.can_begin_with_whole(*one))
            }
            ResolvedKind::Optional(body) => self.can_begin_with_whole(*body),
            ResolvedKind::Repetition { least, body, .. } => {
                let is_alone = *least < 2 || self.is_nullable(*body);
                is_alone && self.can_begin_with_whole(*body)
            }
            ResolvedKind::Sequence(parts) => (0..parts.len()).any(|index| {
                let (before, after) = (&parts[..index], &parts[index + 1..]);
                before.iter().all(|one| self.can_be_nothing(*one))
                    && self.can_begin_with_whole(parts[index])
                    && after.iter().all(|one| self.is_nullable(*one))
            }),
        }
    }

    /// Returns whether the expression derives the empty text without a node.
    fn can_be_nothing(&self, expression: ExpressionId) -> bool {
        match self.resolved.kind(expression) {
            ResolvedKind::Reference { production, .. } => {
                let name = self.resolved.production(*production).name();
                self.is_nullable(expression) && self.node(name).is_none()
            }
            ResolvedKind::Alternation(alternatives) => {
                alternatives.iter().any(|one| self.can_be_nothing(*one))
            }
            ResolvedKind::Sequence(parts) => parts.iter().all(|one| self.can_be_nothing(*one)),
            _ => self.is_nullable(expression),
        }
    }

    fn is_nullable(&self, expression: ExpressionId) -> bool {
        self.resolved.properties(expression).is_nullable()
    }

    /// Returns whether the expression is a choice between productions that are nodes, and adds them in their order.
    fn is_choice(&self, expression: ExpressionId, choice: &mut Vec<ProductionId>) -> bool {
        match self.resolved.kind(expression) {
            ResolvedKind::Alternation(alternatives) => {
                let mut alternatives = alternatives.iter();
                alternatives.all(|one| self.is_choice(*one, choice))
            }
            ResolvedKind::Reference {
                production,
                case: Case::Exact,
                ..
            } => {
                let node = self.node(self.resolved.production(*production).name());
                choice.extend(node);
                node.is_some()
            }
            _ => false,
        }
    }
}
