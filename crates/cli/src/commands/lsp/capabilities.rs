//! What the server tells a client about itself, and what it reads of the capabilities of the client: only what matters,
//! so that a client with others that nobody knows can be served.

use gen_lsp_types::{
    ChangeNotifications, CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions,
    ExecuteCommandOptions, InitializeResult, RenameOptions, ServerCapabilities, ServerInfo,
    TextDocumentContentOptions, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
    WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};
use rfc1738_views::editing::HoverForm;
use serde_json::Value;

use super::DiagramForm;
use super::across::SCHEME;
use super::lines::Units;
use super::outcomes::SHOW_CASES;

/// Returns the answer to `initialize`.
pub(super) fn initialized(support: &Support) -> InitializeResult {
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
    let commands = ExecuteCommandOptions {
        commands: vec![SHOW_CASES.to_owned()],
        ..ExecuteCommandOptions::default()
    };
    let content = TextDocumentContentOptions::new(vec![SCHEME.to_owned()]);
    let workspace = WorkspaceOptions {
        workspace_folders: Some(WorkspaceFoldersServerCapabilities {
            supported: Some(true),
            change_notifications: Some(ChangeNotifications::Bool(true)),
        }),
        text_document_content: support.shows_content.then(|| content.into()),
        ..WorkspaceOptions::default()
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
            code_lens_provider: Some(CodeLensOptions::default()),
            execute_command_provider: Some(commands),
            workspace: Some(workspace),
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
#[derive(Debug, Clone)]
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
    /// Whether it asks for lenses again if the server says so.
    pub(super) refreshes_lenses: bool,
    /// Whether it shows a document if the server says so, and does not show cases itself.
    pub(super) shows_documents: bool,
    /// Whether it shows texts that have no file.
    pub(super) shows_content: bool,
    /// The folders of the workspace.
    pub(super) folders: Vec<Uri>,
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
            refreshes_lenses: is_true("workspace/codeLens/refreshSupport"),
            shows_documents: is_true("window/showDocument/support")
                && parameters.pointer("/initializationOptions/showsCases") != Some(&true.into()),
            shows_content: find("workspace/textDocumentContent").is_some(),
            folders: folders(parameters),
        }
    }
}

/// Returns the folders of the workspace.
fn folders(parameters: &Value) -> Vec<Uri> {
    let folders = parameters.get("workspaceFolders").and_then(Value::as_array);
    let folders = folders.into_iter().flatten();
    let mut uris: Vec<&str> = { folders }
        .filter_map(|folder| folder.get("uri")?.as_str())
        .collect();
    // Clients that know no folders have a root.
    if uris.is_empty() {
        uris.extend(parameters.get("rootUri").and_then(Value::as_str));
    }
    uris.into_iter().map(|uri| uri.to_owned().into()).collect()
}
