//! Whether two productions of any grammars derive the same texts, as far as that can be told without a depth.

use super::counted::counted;
use super::induction::proved;
use super::plain::System;
use crate::syntax::Grammar;

/// The most texts that are put together, before equal ones are one.
const STEPS: usize = 1_000_000;

/// The most for an answer that is wanted soon.
const FEW_STEPS: usize = 50_000;

/// Whether two productions derive the same texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Equality {
    /// They do: there is a proof by induction on the length of a text.
    Proved {
        /// The number of pairs of sentential forms that are equal because of each other.
        pairs: usize,
    },
    /// They do not.
    Differs {
        /// A shortest text that only the first, and that only the second production derives; `None` if there is none
        /// up to the length.
        only: [Option<Vec<u8>>; 2],
        /// The length in octets up to which all texts were compared.
        length: usize,
    },
    /// It is not known.
    Unknown {
        /// The length in octets up to which all texts were compared, and none differs; `None` if none could be.
        length: Option<usize>,
    },
}

/// Compares all texts of two productions, the shortest first, up to a million steps. If none differs, tries to prove
/// that none does. Whether two grammars derive the same texts is undecidable, so the proof can fail for equal ones.
///
/// ```
/// use rfcbnf::Grammar;
/// use rfcbnf::difference::{Equality, equality};
///
/// let task = Grammar::from_abnf("s = *( \"(\" s \")\" )\n")?;
/// let right = Grammar::from_abnf("b = b b / \"(\" b \")\" / \"\"\n")?;
/// assert!(matches!(equality((&task, "s"), (&right, "b")), Equality::Proved { .. }));
///
/// let wrong = Grammar::from_abnf("b = \"(\" b \")\" / \"\"\n")?;
/// let Equality::Differs { only, .. } = equality((&task, "s"), (&wrong, "b")) else { panic!() };
/// assert_eq!(only, [Some(b"()()".to_vec()), None]);
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
///
/// A production that has prose, or that a reading excludes texts from, is `Unknown`.
#[must_use]
pub fn equality(a: (&Grammar, &str), b: (&Grammar, &str)) -> Equality {
    equality_within(a, b, STEPS)
}

/// Returns what [`equality`] does, with fewer steps: if a text differs, longer ones are not compared as far, and a proof is
/// tried sooner.
pub(crate) fn quick_equality(a: (&Grammar, &str), b: (&Grammar, &str)) -> Equality {
    match equality_within(a, b, FEW_STEPS) {
        Equality::Unknown { .. } => equality(a, b),
        found => found,
    }
}

fn equality_within(a: (&Grammar, &str), b: (&Grammar, &str), steps: usize) -> Equality {
    let Some(system) = System::new([a, b]) else {
        return Equality::Unknown { length: None };
    };
    let compared = counted(&system, steps);
    if compared.only.iter().any(Option::is_some) {
        return Equality::Differs {
            only: compared.only,
            length: compared.length,
        };
    }
    match proved(&system) {
        Some(pairs) => Equality::Proved { pairs },
        None => Equality::Unknown {
            length: Some(compared.length),
        },
    }
}
