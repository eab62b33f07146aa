//! What the server tells a client about itself, and what it reads of the capabilities of the client: only what matters,
//! so that a client with others that nobody knows can be served.

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CompletionOptions, InitializeResult, RenameOptions,
    ServerCapabilities, ServerInfo, TextDocumentSyncKind, TextDocumentSyncOptions,
};
use rfc1738_views::editing::HoverForm;
use serde_json::Value;

use super::DiagramForm;
use super::lines::Units;

/// Returns the answer to `initialize`.
pub(super) fn initialized(support: Support) -> InitializeResult {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::Incremental),
        ..TextDocumentSyncOptions::default()
    };
    let completion = CompletionOptions {
        trigger_characters: Some(vec!["<".to_owned()]),
        ..CompletionOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QuickFix, CodeActionKind::SourceFixAll]),
        ..CodeActionOptions::default()
    };
    let renaming = RenameOptions {
        prepare_provider: Some(true),
        ..RenameOptions::default()
    };
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(support.units.kind()),
            text_document_sync: Some(sync.into()),
            hover_provider: Some(true.into()),
            definition_provider: Some(true.into()),
            references_provider: Some(true.into()),
            document_symbol_provider: Some(true.into()),
            document_formatting_provider: Some(true.into()),
            completion_provider: Some(completion),
            rename_provider: Some(if support.prepares_renaming {
                renaming.into()
            } else {
                true.into()
            }),
            code_action_provider: support.code_actions.then(|| actions.into()),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo {
            name: "rfc1738".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

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
    prepares_renaming: bool,
    /// Whether code actions can be values, not only commands.
    code_actions: bool,
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
