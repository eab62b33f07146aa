//! The server between `initialize` and `shutdown`: takes notifications, answers requests.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use gen_lsp_types::json_rpc::{Error, Id, RequestObject, ResponseObject};
use gen_lsp_types::{
    CancelParams, CodeActionParams, CodeActionRequest, CodeActionResponse, CompletionParams,
    CompletionRequest, DefinitionParams, DefinitionRequest, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingParams,
    DocumentFormattingRequest, DocumentSymbolParams, DocumentSymbolRequest, Edit, ErrorCodes,
    HoverParams, HoverRequest, LspErrorCodes, OptionalVersionedTextDocumentIdentifier,
    PrepareRenameParams, PrepareRenameRequest, PublishDiagnosticsNotification,
    PublishDiagnosticsParams, ReferenceParams, ReferencesRequest, Registration, RegistrationParams,
    RegistrationRequest, RenameParams, RenameRequest, Request, TextDocumentEdit,
    TextDocumentIdentifier, TextEdit, Uri, WorkspaceEdit,
};
use rfc1738_views::editing::RenameError;
use rfc1738_views::grammar_check::Selection;
use rfcbnf::format::FormatError;
use rfcbnf_engine::escape::Printable;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::LspArguments;
use super::analyst::{Analysed, Analyst};
use super::capabilities::Support;
use super::documents::{Documents, OpenDocument};
use super::reading::ReadGrammar;
use super::transport::Client;
use crate::commands::lsp::answers::{
    actions, asks_for_all, changeable, completion, definition, formatting, meaning, no_problems,
    problems, renamed, symbols, uses,
};

/// The files whose changes matter to a grammar that imports them.
const WATCHED: [&str; 3] = ["**/*.imports.toml", "**/*.abnf", "**/*.bnf"];

/// Takes what an analysis found, from its thread. Returns whether anybody is there for it.
pub(super) type Report = Box<dyn Fn(Analysed) -> bool + Send + Sync>;

pub(super) struct Server {
    support: Support,
    depth: u32,
    client: Client,
    report: Arc<Report>,
    documents: Documents,
    /// The addresses of the documents that were changed and not checked since.
    changed: BTreeSet<String>,
    /// The requests that wait for the analysis of their document.
    waiting: Vec<(Id, CodeActionParams)>,
}

impl Server {
    /// Returns a server without documents.
    pub(super) fn new(
        arguments: &LspArguments,
        support: Support,
        client: Client,
        report: Report,
    ) -> Self {
        let selection = Selection {
            shown: arguments.show.clone(),
            ..Selection::default()
        };
        Self {
            documents: Documents::new(support.units, selection),
            support,
            depth: arguments.depth,
            client,
            report: Arc::new(report),
            changed: BTreeSet::new(),
            waiting: Vec::new(),
        }
    }

    /// Takes a notification. One that is unknown or cannot be read has no effect.
    pub(super) fn notified(&mut self, method: &str, parameters: Value) {
        match method {
            "initialized" => self.watch_files(),
            "textDocument/didOpen" => self.take(parameters, Self::open),
            "textDocument/didChange" => self.take(parameters, Self::change),
            "textDocument/didClose" => self.take(parameters, Self::close),
            "workspace/didChangeWatchedFiles" => {
                let forgotten = self.documents.forget_all();
                self.changed.extend(forgotten);
                self.give_up_waiting(|_| true);
            }
            "$/cancelRequest" => self.take(parameters, Self::cancel),
            _ => {}
        }
    }

    fn take<P: DeserializeOwned>(&mut self, parameters: Value, run: fn(&mut Self, P)) {
        if let Ok(parameters) = serde_json::from_value(parameters) {
            run(self, parameters);
        }
    }

    /// Asks the client to say when files change that grammars import.
    fn watch_files(&self) {
        if !self.support.watches_files {
            return;
        }
        let watchers = WATCHED.map(|pattern| json!({ "globPattern": pattern }));
        let registration = Registration {
            id: "files".to_owned(),
            method: "workspace/didChangeWatchedFiles".to_owned(),
            register_options: Some(json!({ "watchers": watchers })),
        };
        let parameters = RegistrationParams {
            registrations: vec![registration],
        };
        let id = Id::String("files".to_owned());
        let request = RequestObject::from_request::<RegistrationRequest>(id, parameters);
        self.client.send(&request);
    }

    fn open(&mut self, parameters: DidOpenTextDocumentParams) {
        let uri = parameters.text_document.uri.clone();
        let report = Arc::clone(&self.report);
        let report = move |analysed| report(analysed);
        let analyst = Analyst::start(uri.to_string(), self.depth, report);
        self.documents.open(parameters.text_document, analyst);
        self.is_changed(&uri);
    }

    fn change(&mut self, parameters: DidChangeTextDocumentParams) {
        let document = parameters.text_document;
        let uri = document.text_document_identifier.uri;
        let changes = parameters.content_changes;
        if self.documents.change(&uri, document.version, changes) {
            self.is_changed(&uri);
        }
    }

    fn close(&mut self, parameters: DidCloseTextDocumentParams) {
        let uri = parameters.text_document.uri;
        let importers = self.documents.forget_importers(&uri);
        self.changed.extend(importers);
        if self.documents.close(&uri) {
            self.changed.remove(uri.as_ref());
            self.give_up_waiting(|waiting| *waiting == uri);
            self.publish(no_problems(uri));
        }
    }

    fn is_changed(&mut self, uri: &Uri) {
        let importers = self.documents.forget_importers(uri);
        self.changed.extend(importers);
        self.changed.insert(uri.to_string());
        self.give_up_waiting(|waiting| waiting == uri);
    }

    /// Refuses the requests that wait for documents that changed.
    fn give_up_waiting(&mut self, is_changed: impl Fn(&Uri) -> bool) {
        let waiting = std::mem::take(&mut self.waiting).into_iter();
        let (gone, rest): (Vec<_>, Vec<_>) =
            waiting.partition(|(_, parameters)| is_changed(&parameters.text_document.uri));
        self.waiting = rest;
        for (id, _) in gone {
            let code = i32::from(LspErrorCodes::ContentModified).into();
            self.refuse(id, Refusal::new(code, "the document has changed"));
        }
    }

    fn cancel(&mut self, parameters: CancelParams) {
        let id = Id::from(parameters.id);
        let place = self.waiting.iter().position(|(waiting, _)| *waiting == id);
        if let Some(place) = place {
            let (id, _) = self.waiting.remove(place);
            let code = i32::from(LspErrorCodes::RequestCancelled).into();
            self.refuse(id, Refusal::new(code, "the request is cancelled"));
        }
    }

    /// Checks the documents that have changed, and publishes what needs no automaton.
    pub(super) fn check_changed(&mut self) {
        for uri in std::mem::take(&mut self.changed) {
            let Some(reading) = self.documents.reading(&uri) else {
                continue;
            };
            if let Some(document) = self.documents.check(&uri) {
                let published = problems(document, &reading);
                self.publish(published);
            }
            self.answer_waiting(&uri);
        }
    }

    /// Takes what an analysis found, and publishes it unless it is known.
    pub(super) fn complete(&mut self, analysed: &Analysed) {
        let Some((document, is_news)) = self.documents.complete(analysed) else {
            return;
        };
        if is_news {
            let published = problems(document, &analysed.reading);
            self.publish(published);
        }
        self.answer_waiting(&analysed.uri);
    }

    fn publish(&self, parameters: PublishDiagnosticsParams) {
        let message =
            RequestObject::from_notification::<PublishDiagnosticsNotification>(parameters);
        self.client.send(&message);
    }

    /// Answers the requests that wait for the analysis of a document, if it is complete.
    fn answer_waiting(&mut self, uri: &str) {
        let is_complete = self.documents.get(uri).is_some_and(|it| it.is_complete);
        if !is_complete {
            return;
        }
        let waiting = std::mem::take(&mut self.waiting).into_iter();
        let (ready, rest): (Vec<_>, Vec<_>) =
            waiting.partition(|(_, one)| one.text_document.uri.as_ref() == uri);
        self.waiting = rest;
        for (id, parameters) in ready {
            let answer = self.actions(&parameters);
            self.respond::<CodeActionRequest>(id, answer.map(Some));
        }
    }

    fn respond<R: Request>(&self, id: Id, answer: Result<R::Result, Refusal>) {
        match answer {
            Ok(result) => self
                .client
                .send(&ResponseObject::from_success::<R>(id, result)),
            Err(refusal) => self.refuse(id, refusal),
        }
    }

    fn refuse(&self, id: Id, refusal: Refusal) {
        let error = Error {
            code: refusal.code,
            message: refusal.message,
            data: None,
        };
        self.client.send(&ResponseObject::from_error(id, error));
    }
}

/// The answer to a request.
type Answer<R> = Result<<R as Request>::Result, Refusal>;

impl Server {
    /// Answers a request, or keeps it until the analysis is complete.
    pub(super) fn asked(&mut self, id: Id, method: &str, parameters: Value) {
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
        if asks_for_all(&parameters) && !is_complete {
            self.waiting.push((id, parameters));
            return;
        }
        if self.changed.contains(uri) {
            self.check_changed();
        }
        let answer = self.actions(&parameters);
        self.respond::<CodeActionRequest>(id, answer.map(Some));
    }

    fn reading(&mut self, document: &TextDocumentIdentifier) -> Result<Arc<ReadGrammar>, Refusal> {
        let reading = self.documents.reading(document.uri.as_ref());
        reading.ok_or_else(|| {
            let message = format!("{} is not open", shown(document.uri.as_ref()));
            Refusal::new(ErrorCodes::InvalidParams, message)
        })
    }

    fn hover(&mut self, asked: HoverParams) -> Answer<HoverRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        Ok(meaning(&reading, place.position, self.support.hover))
    }

    fn definition(&mut self, asked: DefinitionParams) -> Answer<DefinitionRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        let position = (place.position, self.support.units);
        let uri = &place.text_document.uri;
        Ok(Some(definition(&reading, uri, position)))
    }

    fn references(&mut self, asked: ReferenceParams) -> Answer<ReferencesRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        let uri = &place.text_document.uri;
        let with_definitions = asked.context.include_declaration;
        Ok(Some(uses(&reading, uri, place.position, with_definitions)))
    }

    fn prepare_rename(&mut self, asked: PrepareRenameParams) -> Answer<PrepareRenameRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        let range = changeable(&reading, place.position)?;
        Ok(Some(range.into()))
    }

    fn rename(&mut self, asked: RenameParams) -> Answer<RenameRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        let edits = renamed(&reading, place.position, &asked.new_name)?;
        let document = self.documents.get(place.text_document.uri.as_ref());
        Ok(document.map(|document| self.edit(document, edits)))
    }

    fn outline(&mut self, asked: DocumentSymbolParams) -> Answer<DocumentSymbolRequest> {
        let document = asked.text_document;
        let reading = self.reading(&document)?;
        let is_nested = self.support.nested_outline;
        Ok(Some(symbols(&reading, &document.uri, is_nested)))
    }

    fn completion(&mut self, asked: CompletionParams) -> Answer<CompletionRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        Ok(Some(completion(&reading, place.position)))
    }

    fn formatting(&mut self, asked: DocumentFormattingParams) -> Answer<DocumentFormattingRequest> {
        let document = asked.text_document;
        let reading = self.reading(&document)?;
        let document = self.documents.get(document.uri.as_ref());
        let edits = document.map(|document| formatting(&reading, &document.reader));
        Ok(edits.transpose()?)
    }

    fn actions(&mut self, asked: &CodeActionParams) -> Result<Vec<CodeActionResponse>, Refusal> {
        let reading = self.reading(&asked.text_document)?;
        let document = self.documents.get(asked.text_document.uri.as_ref());
        let actions = document.map(|document| {
            let edit = |edits| self.edit(document, edits);
            actions(document, &reading, asked, &edit)
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

/// The most characters of a text from the client that a message has.
const SHOWN: usize = 200;

/// Why a request has no answer.
struct Refusal {
    code: ErrorCodes,
    message: String,
}

impl Refusal {
    fn new(code: ErrorCodes, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message }
    }
}

impl From<RenameError> for Refusal {
    fn from(error: RenameError) -> Self {
        let code = i32::from(LspErrorCodes::RequestFailed).into();
        Self::new(code, error.to_string())
    }
}

impl From<FormatError> for Refusal {
    fn from(error: FormatError) -> Self {
        let code = i32::from(LspErrorCodes::RequestFailed).into();
        Self::new(code, error.to_string())
    }
}

/// Returns the beginning of a text from the client, for a message.
fn shown(text: &str) -> String {
    let beginning: String = text.chars().take(SHOWN).collect();
    Printable(beginning.as_bytes()).to_string()
}
