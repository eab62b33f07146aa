//! The verdict on one text, for programs.

use std::borrow::Cow;

use rfc1738::Finding;
use rfcbnf_engine::Node;
use serde::Serialize;

use crate::json::hex;
use crate::production::{CheckedProduction, Name, RejectionRecord};
use crate::tree::json::TreeNode;

/// The verdict on a text by a production.
#[derive(Debug, Serialize)]
#[serde(bound = "P: CheckedProduction")]
pub struct CheckRecord<'a, P: CheckedProduction> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    input: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    rule: Name<P>,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<TreeNode<Node<'a, 'a, P>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'a [Finding]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RejectionRecord<&'a P::Rejection>>,
}

impl<'a, P: CheckedProduction> CheckRecord<'a, P> {
    /// Returns the record of a text that was parsed as the production. `result` holds the root
    /// of the tree if the record is to show one.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    /// use rfc1738_views::check::record::CheckRecord;
    /// use rfc1738_views::json;
    ///
    /// parse(Rule::Port, "80")?;
    /// let mut line = Vec::new();
    /// json::write(&mut line, &CheckRecord::new(Some(1), b"80", Rule::Port, Ok(None)))?;
    /// assert_eq!(line, b"{\"line\":1,\"input\":\"80\",\"rule\":\"port\",\"ok\":true}\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(
        line: Option<u64>,
        text: &'a [u8],
        rule: P,
        result: Result<Option<Node<'a, 'a, P>>, &'a P::Rejection>,
    ) -> Self {
        Self {
            line,
            input: String::from_utf8_lossy(text),
            hex: hex(text),
            rule: Name(rule),
            ok: result.is_ok(),
            error: result.as_ref().err().copied().map(RejectionRecord),
            tree: result.ok().flatten().map(TreeNode),
            advice: None,
        }
    }

    /// Sets the advice on the text.
    #[must_use]
    pub fn with_advice(self, advice: Option<&'a [Finding]>) -> Self {
        Self { advice, ..self }
    }
}
