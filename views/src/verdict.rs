//! The verdict on one text for programs that draw it: a flat tree, or the error and how far the
//! productions got.

use rfcbnf_engine::Detail;
use rfcbnf_engine::trace::trace;
use serde::Serialize;

use crate::production::{CheckedProduction, Name, Rejection as _, RejectionRecord};
use crate::trace::progress::Progress;
use crate::tree::flat::FlatTree;

/// The longest text in bytes whose progress is shown. It takes a trace.
const TRACED: usize = 4_096;

/// The verdict on one text.
#[derive(Debug, Serialize)]
#[serde(bound = "P: CheckedProduction")]
pub struct VerdictRecord<P: CheckedProduction> {
    rule: Name<P>,
    ok: bool,
    length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<FlatTree>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected: Option<RejectedRecord<P>>,
}

#[derive(Debug, Serialize)]
#[serde(bound = "P: CheckedProduction")]
struct RejectedRecord<P: CheckedProduction> {
    summary: String,
    help: Option<String>,
    error: RejectionRecord<P::Rejection>,
    progress: Progress,
}

impl<P: CheckedProduction> VerdictRecord<P> {
    /// Checks a text. The tree lists at most `most` nodes.
    ///
    /// ```
    /// use rfc1738::Rule;
    /// use rfc1738_views::verdict::VerdictRecord;
    /// use rfc1738_views::json;
    /// use rfcbnf_engine::Detail;
    ///
    /// let mut line = Vec::new();
    /// json::write(&mut line, &VerdictRecord::of(Rule::Port, "8o", Detail::Rules, 100))?;
    /// let line = String::from_utf8(line)?;
    /// assert!(line.starts_with(r#"{"rule":"port","ok":false,"length":2,"#));
    /// assert!(line.contains(r#""progress":[["port",0,null,0],["digits",0,null,1]]"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(rule: P, text: &str, detail: Detail, most: usize) -> Self {
        let (tree, rejected) = match rule.check_in_detail(text, detail) {
            Ok(tree) => (Some(FlatTree::new(tree.root(), most)), None),
            Err(error) => (None, Some(RejectedRecord::new(rule, text, detail, error))),
        };
        Self {
            rule: Name(rule),
            ok: rejected.is_none(),
            length: text.len(),
            tree,
            rejected,
        }
    }
}

impl<P: CheckedProduction> VerdictRecord<P> {
    /// Returns the verdict without the tree, for a parser that knows no more than the verdict.
    #[must_use]
    pub fn without_tree(self) -> Self {
        Self { tree: None, ..self }
    }
}

impl<P: CheckedProduction> RejectedRecord<P> {
    fn new(rule: P, text: &str, detail: Detail, error: P::Rejection) -> Self {
        let facts = error.facts();
        let progress = if text.len() <= TRACED {
            Progress::new(&trace(rule, text.as_bytes(), detail), facts.offset())
        } else {
            Progress::default()
        };
        Self {
            summary: facts.summary(),
            help: error.help(),
            progress,
            error: RejectionRecord(error),
        }
    }
}
