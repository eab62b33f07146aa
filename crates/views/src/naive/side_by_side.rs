//! Both readings of one text for programs that draw them side by side.

use rfcbnf::naive::{Compared, Fault};
use rfcbnf::syntax::Grammar;
use serde::Serialize;

use crate::naive::comparison_record::ComparisonRecord;
use crate::tree::flat::FlatTree;

/// The results of both readings with their trees, and the places in the grammar file that are to
/// blame.
///
/// ```
/// use rfc1738_views::json;
/// use rfc1738_views::naive::side_by_side::SideBySide;
/// use rfcbnf::naive::Naive;
///
/// let grammar = rfcbnf::read("sign = \"+\" | \"+-\"\n")?;
/// let compared = Naive::new(&grammar, "sign")?.compare("+-")?;
/// let mut line = Vec::new();
/// json::write(&mut line, &SideBySide::new(&grammar, "sign", b"+-", &compared, 100))?;
/// let line = String::from_utf8(line)?;
/// assert!(line.contains(r#""part_at":[7,10],"needed_at":[13,17],"tree":{"nodes":[["sign",0,2,0]]"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SideBySide<'a> {
    comparison: ComparisonRecord<'a>,
    part_at: Option<[usize; 2]>,
    needed_at: Option<[usize; 2]>,
    /// The first derivation.
    tree: Option<FlatTree>,
    /// What the naive reading matches, whether or not that is the whole text.
    naive: Option<FlatTree>,
}

impl<'a> SideBySide<'a> {
    /// Returns the record of a text that was compared as the production `rule`. Each tree lists at
    /// most `most` nodes.
    #[must_use]
    pub fn new(
        grammar: &Grammar,
        rule: &'a str,
        text: &'a [u8],
        compared: &Compared,
        most: usize,
    ) -> Self {
        let cause = compared.cause.as_ref();
        let needed = cause.and_then(|cause| match &cause.fault {
            Fault::Alternative { needed } => Some([needed.start, needed.end]),
            _ => None,
        });
        let flat = |tree: &rfcbnf::derivations::Tree| FlatTree::new(tree.root(), most);
        Self {
            comparison: ComparisonRecord::new(grammar, rule, text, compared),
            part_at: cause.map(|cause| [cause.part.start, cause.part.end]),
            needed_at: needed,
            tree: compared.tree.as_ref().map(flat),
            naive: compared.matched.as_ref().map(flat),
        }
    }
}
