//! The requests about a document.

use std::collections::HashMap;
use std::sync::Arc;

use gen_lsp_types::json_rpc::Id;
use gen_lsp_types::{
    CodeActionParams, CodeActionRequest, CodeActionResponse, CompletionParams, CompletionRequest,
    DefinitionParams, DefinitionRequest, DocumentFormattingParams, DocumentFormattingRequest,
    DocumentSymbolParams, DocumentSymbolRequest, Edit, ErrorCodes, HoverParams, HoverRequest,
    OptionalVersionedTextDocumentIdentifier, PrepareRenameParams, PrepareRenameRequest,
    ReferenceParams, ReferencesRequest, RenameParams, RenameRequest, Request, TextDocumentEdit,
    TextDocumentIdentifier, TextEdit, WorkspaceEdit,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::super::answers::{actions, completion, formatting, hover, names, outline};
use super::super::documents::OpenDocument;
use super::super::reading::Reading;
use super::Server;
use super::refusal::{Refusal, shown};

/// The answer to a request.
type Answer<R> = Result<<R as Request>::Result, Refusal>;

impl Server {
    /// Answers a request, or keeps it until the analysis is complete.
    pub(in super::super) fn asked(&mut self, id: Id, method: &str, parameters: Value) {
        match method {
            "textDocument/hover" => self.answer::<HoverRequest>(id, parameters, Self::hover),
            "textDocument/definition" => {
                self.answer::<DefinitionRequest>(id, parameters, Self::definition);
            }
            "textDocument/references" => {
                self.answer::<ReferencesRequest>(id, parameters, Self::references);
            }
            "textDocument/prepareRename" => {
                self.answer::<PrepareRenameRequest>(id, parameters, Self::prepare_rename);
            }
            "textDocument/rename" => self.answer::<RenameRequest>(id, parameters, Self::rename),
            "textDocument/documentSymbol" => {
                self.answer::<DocumentSymbolRequest>(id, parameters, Self::outline);
            }
            "textDocument/completion" => {
                self.answer::<CompletionRequest>(id, parameters, Self::completion);
            }
            "textDocument/formatting" => {
                self.answer::<DocumentFormattingRequest>(id, parameters, Self::formatting);
            }
            "textDocument/codeAction" => self.code_action(id, parameters),
            _ => {
                let message = format!("the server has no method `{}`", shown(method));
                self.refuse(id, Refusal::new(ErrorCodes::MethodNotFound, message));
            }
        }
    }

    fn answer<R: Request>(
        &mut self,
        id: Id,
        parameters: Value,
        run: fn(&mut Self, R::Params) -> Result<R::Result, Refusal>,
    ) where
        R::Params: DeserializeOwned,
    {
        let answer = read(parameters).and_then(|parameters| run(self, parameters));
        self.respond::<R>(id, answer);
    }

    /// Answers a request for code actions. One for all fixes waits until all findings are known.
    fn code_action(&mut self, id: Id, parameters: Value) {
        let parameters: CodeActionParams = match read(parameters) {
            Ok(parameters) => parameters,
            Err(refusal) => return self.refuse(id, refusal),
        };
        let uri = parameters.text_document.uri.as_ref();
        let is_complete = self.documents.get(uri).is_none_or(|it| it.is_complete);
        if actions::asks_for_all(&parameters) && !is_complete {
            self.waiting.push((id, parameters));
            return;
        }
        if self.changed.contains(uri) {
            self.check_changed();
        }
        let answer = self.actions(&parameters);
        self.respond::<CodeActionRequest>(id, answer.map(Some));
    }

    fn reading(&mut self, document: &TextDocumentIdentifier) -> Result<Arc<Reading>, Refusal> {
        let reading = self.documents.reading(document.uri.as_ref());
        reading.ok_or_else(|| {
            let message = format!("{} is not open", shown(document.uri.as_ref()));
            Refusal::new(ErrorCodes::InvalidParams, message)
        })
    }

    fn hover(&mut self, asked: HoverParams) -> Answer<HoverRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        Ok(hover::answer(&reading, place.position, self.support.hover))
    }

    fn definition(&mut self, asked: DefinitionParams) -> Answer<DefinitionRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        let position = (place.position, self.support.units);
        let uri = &place.text_document.uri;
        Ok(Some(names::definition(&reading, uri, position)))
    }

    fn references(&mut self, asked: ReferenceParams) -> Answer<ReferencesRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        let uri = &place.text_document.uri;
        let with_definitions = asked.context.include_declaration;
        Ok(Some(names::uses(
            &reading,
            uri,
            place.position,
            with_definitions,
        )))
    }

    fn prepare_rename(&mut self, asked: PrepareRenameParams) -> Answer<PrepareRenameRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        let range = names::changeable(&reading, place.position)?;
        Ok(Some(range.into()))
    }

    fn rename(&mut self, asked: RenameParams) -> Answer<RenameRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        let edits = names::renamed(&reading, place.position, &asked.new_name)?;
        let document = self.documents.get(place.text_document.uri.as_ref());
        Ok(document.map(|document| self.edit(document, edits)))
    }

    fn outline(&mut self, asked: DocumentSymbolParams) -> Answer<DocumentSymbolRequest> {
        let document = asked.text_document;
        let reading = self.reading(&document)?;
        let is_nested = self.support.nested_outline;
        Ok(Some(outline::answer(&reading, &document.uri, is_nested)))
    }

    fn completion(&mut self, asked: CompletionParams) -> Answer<CompletionRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        Ok(Some(completion::answer(&reading, place.position)))
    }

    fn formatting(&mut self, asked: DocumentFormattingParams) -> Answer<DocumentFormattingRequest> {
        let document = asked.text_document;
        let reading = self.reading(&document)?;
        let document = self.documents.get(document.uri.as_ref());
        let edits = document.map(|document| formatting::answer(&reading, &document.reader));
        Ok(edits.transpose()?)
    }

    pub(super) fn actions(
        &mut self,
        asked: &CodeActionParams,
    ) -> Result<Vec<CodeActionResponse>, Refusal> {
        let reading = self.reading(&asked.text_document)?;
        let document = self.documents.get(asked.text_document.uri.as_ref());
        let actions = document.map(|document| {
            let edit = |edits| self.edit(document, edits);
            actions::answer(document, &reading, asked, &edit)
        });
        Ok(actions.unwrap_or_default())
    }

    /// Returns the edit of a document, for its version if the client can tell versions.
    fn edit(&self, document: &OpenDocument, edits: Vec<TextEdit>) -> WorkspaceEdit {
        let uri = document.uri.clone();
        if !self.support.versioned_edits {
            return WorkspaceEdit {
                changes: Some(HashMap::from([(uri, edits)])),
                ..WorkspaceEdit::default()
            };
        }
        let edit = TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                version: Some(document.version),
                text_document_identifier: TextDocumentIdentifier { uri },
            },
            edits: edits.into_iter().map(Edit::TextEdit).collect(),
        };
        WorkspaceEdit {
            document_changes: Some(vec![edit.into()]),
            ..WorkspaceEdit::default()
        }
    }
}

/// Reads the parameters of a request.
fn read<P: DeserializeOwned>(parameters: Value) -> Result<P, Refusal> {
    serde_json::from_value(parameters).map_err(|error| {
        let message = format!("the parameters cannot be read: {error}");
        Refusal::new(ErrorCodes::InvalidParams, message)
    })
}
