//! The verdict on one text for programs that draw it: a flat tree, or the error and how far the
//! productions got.

use rfcbnf_engine::Detail;
use serde::Serialize;

use crate::production::{CheckedProduction, Name, Rejection as _, Undecided, UndecidedRecord};
use crate::rejection::RejectionRecord;
use crate::trace::progress::Progress;
use crate::tree::json::FlatTree;

/// The longest text in bytes whose progress is shown. It takes a trace.
const TRACED: usize = 4_096;

/// The verdict on one text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(concrete(P = rfc1738::Rule), bound = ""))]
#[serde(bound = "P: CheckedProduction")]
pub struct VerdictRecord<P: CheckedProduction> {
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    rule: Name<P>,
    /// `None` if the text is not decided.
    ok: Option<bool>,
    length: usize,
    /// Why the text is not decided, or why a valid text has no tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    undecided: Option<UndecidedRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    tree: Option<FlatTree>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    rejected: Option<RejectedRecord<P>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(concrete(P = rfc1738::Rule), bound = ""))]
#[serde(bound = "P: CheckedProduction")]
struct RejectedRecord<P: CheckedProduction> {
    summary: String,
    help: Option<String>,
    #[cfg_attr(feature = "typescript", ts(as = "crate::typescript::SyntaxError"))]
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
        let record = Self {
            rule: Name(rule),
            ok: None,
            length: text.len(),
            undecided: None,
            tree: None,
            rejected: None,
        };
        match rule.check_in_detail(text, detail) {
            Ok(Ok(tree)) => Self {
                ok: Some(true),
                tree: Some(FlatTree::new(tree.root(), most)),
                ..record
            },
            Ok(Err(error)) => Self {
                ok: Some(false),
                rejected: Some(RejectedRecord::new(rule, text, detail, error)),
                ..record
            },
            Err(undecided) => Self {
                ok: matches!(undecided, Undecided::Tree(_)).then_some(true),
                undecided: Some(UndecidedRecord::from(&undecided)),
                ..record
            },
        }
    }
}

impl<P: CheckedProduction> RejectedRecord<P> {
    fn new(rule: P, text: &str, detail: Detail, error: P::Rejection) -> Self {
        let facts = error.facts();
        let progress = if text.len() > TRACED {
            Progress::default()
        } else {
            match rule.trace(text.as_bytes(), detail) {
                Ok(trace) => Progress::new(&trace, facts.offset()),
                // The steps are not to be had.
                Err(_) => Progress::of_root(rule),
            }
        };
        Self {
            summary: facts.summary(),
            help: error.help(),
            progress,
            error: RejectionRecord(error),
        }
    }
}
