//! What a client supports.
//!
//! Only what matters is read from its capabilities, so that a client with others that nobody knows can be
//! served.

use rfc1738_views::editing::HoverForm;
use serde_json::Value;

use super::arguments::DiagramForm;
use super::lines::Units;

/// What a client supports.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a capability of its own"
)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Support {
    /// The units of positions that were agreed on.
    pub(super) units: Units,
    /// The form of hovers.
    pub(super) hover: HoverForm,
    /// Whether outlines can nest.
    pub(super) nested_outline: bool,
    /// Whether edits can name the version of the document that they are for.
    pub(super) versioned_edits: bool,
    /// Whether it asks whether a name can be changed.
    pub(super) prepares_renaming: bool,
    /// Whether code actions can be values, not only commands.
    pub(super) code_actions: bool,
    /// Whether it watches files for a server.
    pub(super) watches_files: bool,
}

impl Support {
    /// Returns what the parameters of `initialize` say.
    pub(super) fn of(parameters: &Value, diagrams: DiagramForm) -> Self {
        let find = |path: &str| parameters.pointer(&format!("/capabilities/{path}"));
        let is_true = |path: &str| find(path).and_then(Value::as_bool).unwrap_or(false);
        let names = |path: &str| {
            let names = find(path).and_then(Value::as_array).into_iter().flatten();
            names.filter_map(Value::as_str)
        };
        let has_markdown = names("textDocument/hover/contentFormat").any(|one| one == "markdown");
        Self {
            units: names("general/positionEncodings")
                .find_map(Units::named)
                .unwrap_or_default(),
            hover: if has_markdown {
                HoverForm::Markdown {
                    has_pictures: diagrams == DiagramForm::Svg,
                }
            } else {
                HoverForm::Plain
            },
            nested_outline: is_true(
                "textDocument/documentSymbol/hierarchicalDocumentSymbolSupport",
            ),
            versioned_edits: is_true("workspace/workspaceEdit/documentChanges"),
            prepares_renaming: is_true("textDocument/rename/prepareSupport"),
            code_actions: find("textDocument/codeAction/codeActionLiteralSupport").is_some(),
            watches_files: is_true("workspace/didChangeWatchedFiles/dynamicRegistration"),
        }
    }
}
