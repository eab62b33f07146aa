//! What the server tells a client about itself.

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CompletionOptions, InitializeResult, RenameOptions,
    ServerCapabilities, ServerInfo, TextDocumentSyncKind, TextDocumentSyncOptions,
};

use super::support::Support;

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
