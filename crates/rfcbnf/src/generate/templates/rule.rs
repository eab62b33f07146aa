//! [`Rule`].

use rfcbnf_engine::{ProductionId, ProductionSet};

/// A production of the grammar.
///
/// ```
/// use %crate%::Rule;
///
/// let is_longer = |rule: &Rule| !rule.is_character();
/// for rule in Rule::ALL.into_iter().filter(is_longer) {
///     println!("{} stands under {:?}", rule.name(), rule.heading());
///     println!("{} (Section {})", rule.production(), rule.section());
///     println!("it uses {:?} and derives {:?}", rule.uses(), rule.example());
///     println!("{:?} {:?}", rule.comments(), rule.readings());
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
%if non-exhaustive%
#[non_exhaustive]
%end%
pub enum Rule {
%variants%}

impl Rule {
    /// All productions, in the order of the grammar file.
    pub const ALL: [Self; %count%] = [
%all%    ];

    /// Returns the id by which the engine knows the production.
    #[inline]
    pub(crate) const fn id(self) -> ProductionId {
        const {
            assert!(
                Self::ALL.len() <= ProductionSet::LIMIT,
                "a crate has at most 1024 productions"
            );
        }
        ProductionId::new(self as u16)
    }

    /// Returns the productions as a set, such as
    /// [`Selection::PRODUCTIONS`](rfcbnf_engine::spans::Selection::PRODUCTIONS).
    #[must_use]
    pub const fn set(rules: &[Self]) -> ProductionSet {
        let mut set = ProductionSet::EMPTY;
        let mut index = 0;
        while index < rules.len() {
            set = set.with(rules[index].id());
            index += 1;
        }
        set
    }
}

#[doc(hidden)]
impl From<Rule> for ProductionId {
    #[inline]
    fn from(rule: Rule) -> Self {
        rule.id()
    }
}

#[doc(hidden)]
impl From<ProductionId> for Rule {
    #[inline]
    fn from(production: ProductionId) -> Self {
        Self::ALL[production.index()]
    }
}
