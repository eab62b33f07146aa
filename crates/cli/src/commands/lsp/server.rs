//! The server between `initialize` and `shutdown`: takes notifications, answers requests.

use std::collections::BTreeSet;
use std::sync::Arc;

use gen_lsp_types::json_rpc::{Error, Id, RequestObject, ResponseObject};
use gen_lsp_types::{
    CancelParams, CodeActionParams, CodeActionRequest, CodeActionResponse, CodeLensParams,
    CodeLensRefreshRequest, CodeLensRequest, CompletionParams, CompletionRequest, Definition,
    DefinitionParams, DefinitionRequest, DefinitionResponse, DidChangeTextDocumentParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentFormattingParams, DocumentFormattingRequest, DocumentSymbolParams,
    DocumentSymbolRequest, ErrorCodes, ExecuteCommandParams, ExecuteCommandRequest, HoverParams,
    HoverRequest, LspErrorCodes, PrepareRenameParams, PrepareRenameRequest,
    PublishDiagnosticsNotification, PublishDiagnosticsParams, ReferenceParams, ReferencesRequest,
    Registration, RegistrationParams, RegistrationRequest, RenameParams, RenameRequest, Request,
    ShowDocumentParams, ShowDocumentRequest, TextDocumentContentParams, TextDocumentContentRequest,
    TextDocumentContentResult, TextDocumentIdentifier, TextEdit, Uri, WorkspaceEdit,
    WorkspaceFolder,
};
use rfc1738_views::editing::RenameError;
use rfc1738_views::grammar_check::Selection;
use rfcbnf::format::FormatError;
use rfcbnf::imports::Links;
use rfcbnf_engine::escape::Printable;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::LspArguments;
use super::across::{Across, Asker, SCHEME, library_text, workspace_edit};
use super::answers::{actions, asks_for_all, completion, formatting, meaning, problems, symbols};
use super::capabilities::Support;
use super::documents::{Analysed, DocumentKind, Documents, OpenDocument, Tested, analyst};
use super::outcomes::{Outcomes, SHOW_CASES};
use super::reading::ReadGrammar;
use super::store::FileText;
use super::transport::Client;

/// The files whose changes matter to a grammar that imports them, or that they are cases of.
const WATCHED: [&str; 5] = [
    "**/*.imports.toml",
    "**/*.abnf",
    "**/*.bnf",
    "**/*.ebnf",
    "**/*.cases.txt",
];

/// What a thread found about a document.
pub(super) enum Finding {
    Analysed(Analysed),
    Tested(Tested),
}

/// Takes what was found, from its thread. Returns whether anybody is there for it.
pub(super) type Report = Box<dyn Fn(Finding) -> bool + Send + Sync>;

/// A request that waits for what a thread finds about its document.
enum Waiting {
    /// It waits for the analysis.
    Actions(CodeActionParams),
    /// It waits for the cases.
    Lenses(CodeLensParams),
}

impl Waiting {
    fn uri(&self) -> &Uri {
        match self {
            Self::Actions(parameters) => &parameters.text_document.uri,
            Self::Lenses(parameters) => &parameters.text_document.uri,
        }
    }
}

pub(super) struct Server {
    support: Support,
    depth: u32,
    client: Client,
    report: Arc<Report>,
    documents: Documents,
    /// The addresses of the documents that were changed and not checked since.
    changed: BTreeSet<String>,
    waiting: Vec<(Id, Waiting)>,
    /// The number of requests to the client so far.
    asked: u64,
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
        let mut documents = Documents::new(support.units, selection, &arguments.imports);
        documents.change_folders(&support.folders, &[]);
        Self {
            documents,
            support,
            depth: arguments.depth,
            client,
            report: Arc::new(report),
            changed: BTreeSet::new(),
            waiting: Vec::new(),
            asked: 0,
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
            "workspace/didChangeWorkspaceFolders" => self.take(parameters, Self::change_folders),
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
        let report = move |analysed| report(Finding::Analysed(analysed));
        let analyst = analyst(uri.to_string(), self.depth, report);
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
        if let Some(closed) = self.documents.close(&uri) {
            self.changed.remove(uri.as_ref());
            self.give_up_waiting(|waiting| *waiting == uri);
            // What is stored counts again.
            if closed.kind == DocumentKind::Cases
                && let Some(file) = &closed.file
            {
                self.changed.extend(self.documents.about_cases(file));
            }
            self.publish(PublishDiagnosticsParams {
                uri,
                version: None,
                diagnostics: Vec::new(),
            });
        }
    }

    fn change_folders(&mut self, parameters: DidChangeWorkspaceFoldersParams) {
        let uris = |folders: Vec<WorkspaceFolder>| {
            let uris = folders.into_iter().map(|folder| folder.uri);
            uris.collect::<Vec<Uri>>()
        };
        let (added, removed) = (uris(parameters.event.added), uris(parameters.event.removed));
        self.documents.change_folders(&added, &removed);
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
            waiting.partition(|(_, request)| is_changed(request.uri()));
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

    /// Returns whether a document has changed and is not checked.
    pub(super) fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Checks the documents that have changed, publishes what needs no automaton, and begins to run the cases.
    pub(super) fn check_changed(&mut self) {
        for uri in std::mem::take(&mut self.changed) {
            if library_text(&uri).is_none() && self.documents.check(&uri).is_some() {
                self.publish_about(&uri);
            }
            let report = Arc::clone(&self.report);
            let report = move |tested| report(Finding::Tested(tested));
            self.documents.begin_cases(&uri, report);
            self.answer_waiting(&uri);
        }
    }

    /// Takes what a thread found, and publishes it unless it is known.
    pub(super) fn complete(&mut self, finding: Finding) {
        match finding {
            Finding::Analysed(analysed) => {
                let Some((_, is_news)) = self.documents.complete(&analysed) else {
                    return;
                };
                if is_news {
                    self.publish_about(&analysed.uri);
                }
                self.answer_waiting(&analysed.uri);
            }
            Finding::Tested(tested) => self.take_cases(tested),
        }
    }

    fn take_cases(&mut self, tested: Tested) {
        let cases = tested.cases.clone();
        let Some(are_new_cases) = self.documents.take_cases(tested) else {
            return;
        };
        let about = self.documents.about_cases(&cases);
        for uri in &about {
            self.publish_about(uri);
        }
        for uri in &about {
            self.answer_waiting(uri);
        }
        // The client asks again if the grammar changes, and cannot know of the cases.
        if are_new_cases && self.support.refreshes_lenses {
            self.ask::<CodeLensRefreshRequest>(());
        }
    }

    /// Publishes what is known about a document.
    fn publish_about(&mut self, uri: &str) {
        let Some(document) = self.documents.get(uri) else {
            return;
        };
        let diagnostics = match document.kind {
            DocumentKind::Imports => return,
            DocumentKind::Cases => {
                let outcomes = |outcomes: Outcomes<'_>| outcomes.of_cases();
                match self.with_outcomes(uri, outcomes) {
                    Some(diagnostics) => diagnostics,
                    None => return,
                }
            }
            DocumentKind::Grammar => {
                let Some(reading) = self.documents.reading(uri) else {
                    return;
                };
                let Some(document) = self.documents.get(uri) else {
                    return;
                };
                let mut diagnostics = problems(document, &reading);
                let outcomes = |outcomes: Outcomes<'_>| outcomes.of_rules();
                diagnostics.extend(self.with_outcomes(uri, outcomes).unwrap_or_default());
                diagnostics
            }
        };
        if let Some(document) = self.documents.get(uri) {
            self.publish(PublishDiagnosticsParams {
                uri: document.uri.clone(),
                version: Some(document.version),
                diagnostics,
            });
        }
    }

    /// Returns what follows from the cases of a document, if they have run.
    fn with_outcomes<T>(&self, uri: &str, run: impl FnOnce(Outcomes<'_>) -> T) -> Option<T> {
        let document = self.documents.get(uri)?;
        let found = self.documents.cases(document)?;
        let (grammar, cases) = self.documents.case_files(document)?;
        let is_open = self.documents.of_file(&cases).is_some();
        let (grammar, cases) = (
            self.documents.uri_of(&grammar),
            self.documents.uri_of(&cases),
        );
        Some(run(Outcomes {
            run: &found,
            grammar: &grammar,
            cases: &cases,
            is_open,
        }))
    }

    fn publish(&self, parameters: PublishDiagnosticsParams) {
        let message =
            RequestObject::from_notification::<PublishDiagnosticsNotification>(parameters);
        self.client.send(&message);
    }

    /// Sends a request to the client. Nothing waits for its answer.
    fn ask<R: Request>(&mut self, parameters: R::Params) {
        self.asked += 1;
        let id = Id::String(format!("server-{}", self.asked));
        let request = RequestObject::from_request::<R>(id, parameters);
        self.client.send(&request);
    }

    /// Answers the requests that wait for what is known about a document now.
    fn answer_waiting(&mut self, uri: &str) {
        let Some(document) = self.documents.get(uri) else {
            return;
        };
        let is_complete = document.is_complete;
        let are_running = self.documents.are_running(document);
        let waiting = std::mem::take(&mut self.waiting).into_iter();
        let (ready, rest): (Vec<_>, Vec<_>) = waiting.partition(|(_, one)| {
            one.uri().as_ref() == uri
                && match one {
                    Waiting::Actions(_) => is_complete,
                    Waiting::Lenses(_) => !are_running,
                }
        });
        self.waiting = rest;
        for (id, request) in ready {
            match request {
                Waiting::Actions(parameters) => {
                    let answer = self.actions(&parameters);
                    self.respond::<CodeActionRequest>(id, answer.map(Some));
                }
                Waiting::Lenses(parameters) => {
                    let answer = self.lenses(&parameters);
                    self.respond::<CodeLensRequest>(id, answer);
                }
            }
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
                self.answer::<DocumentFormattingRequest>(id, parameters, |server, asked| {
                    server.formatting(&asked)
                });
            }
            "textDocument/codeAction" => self.code_action(id, parameters),
            "textDocument/codeLens" => self.code_lens(id, parameters),
            "workspace/executeCommand" => {
                self.answer::<ExecuteCommandRequest>(id, parameters, Self::execute);
            }
            "workspace/textDocumentContent" => {
                self.answer::<TextDocumentContentRequest>(id, parameters, |_, asked| {
                    content(&asked)
                });
            }
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
            self.waiting.push((id, Waiting::Actions(parameters)));
            return;
        }
        if self.changed.contains(uri) {
            self.check_changed();
        }
        let answer = self.actions(&parameters);
        self.respond::<CodeActionRequest>(id, answer.map(Some));
    }

    /// Answers a request for lenses, when the cases have run.
    fn code_lens(&mut self, id: Id, parameters: Value) {
        let parameters: CodeLensParams = match read(parameters) {
            Ok(parameters) => parameters,
            Err(refusal) => return self.refuse(id, refusal),
        };
        // Its cases can be those of another document.
        self.check_changed();
        let document = self.documents.get(parameters.text_document.uri.as_ref());
        if document.is_some_and(|document| self.documents.are_running(document)) {
            self.waiting.push((id, Waiting::Lenses(parameters)));
            return;
        }
        let answer = self.lenses(&parameters);
        self.respond::<CodeLensRequest>(id, answer);
    }

    fn text(&self, document: &TextDocumentIdentifier) -> Result<Arc<FileText>, Refusal> {
        let open = self.documents.get(document.uri.as_ref());
        let open = open.filter(|open| open.kind == DocumentKind::Grammar);
        let open = open.ok_or_else(|| self.no_grammar(&document.uri))?;
        Ok(Arc::clone(&open.text))
    }

    fn reading(&mut self, document: &TextDocumentIdentifier) -> Result<Arc<ReadGrammar>, Refusal> {
        self.text(document)?;
        let reading = self.documents.reading(document.uri.as_ref());
        reading.ok_or_else(|| self.no_grammar(&document.uri))
    }

    fn no_grammar(&self, uri: &Uri) -> Refusal {
        let is_open = self.documents.get(uri.as_ref()).is_some();
        let what = if is_open { "no grammar" } else { "not open" };
        let message = format!("{} is {what}", shown(uri.as_ref()));
        Refusal::new(ErrorCodes::InvalidParams, message)
    }

    fn across(&mut self) -> Across<'_> {
        Across {
            documents: &mut self.documents,
            asker: Asker {
                shows_content: self.support.shows_content,
                watches_files: self.support.watches_files,
                versioned_edits: self.support.versioned_edits,
                units: self.support.units,
            },
        }
    }

    fn hover(&mut self, asked: HoverParams) -> Answer<HoverRequest> {
        let place = asked.text_document_position_params;
        let reading = self.reading(&place.text_document)?;
        Ok(meaning(&reading, place.position, self.support.hover))
    }

    fn definition(&mut self, asked: DefinitionParams) -> Answer<DefinitionRequest> {
        let place = asked.text_document_position_params;
        self.text(&place.text_document)?;
        let uri = &place.text_document.uri;
        let locations = self.across().definition(uri, place.position);
        let locations = Definition::LocationList(locations);
        Ok(Some(DefinitionResponse::Definition(locations)))
    }

    fn references(&mut self, asked: ReferenceParams) -> Answer<ReferencesRequest> {
        let place = asked.text_document_position_params;
        self.text(&place.text_document)?;
        let uri = &place.text_document.uri;
        let with_definitions = asked.context.include_declaration;
        let mut across = self.across();
        Ok(Some(across.references(
            uri,
            place.position,
            with_definitions,
        )))
    }

    fn prepare_rename(&mut self, asked: PrepareRenameParams) -> Answer<PrepareRenameRequest> {
        let place = asked.text_document_position_params;
        self.text(&place.text_document)?;
        let uri = &place.text_document.uri;
        let range = self.across().renamable(uri, place.position)?;
        Ok(Some(range.into()))
    }

    fn rename(&mut self, asked: RenameParams) -> Answer<RenameRequest> {
        let place = asked.text_document_position_params;
        self.text(&place.text_document)?;
        let uri = &place.text_document.uri;
        let mut across = self.across();
        Ok(Some(across.rename(uri, place.position, &asked.new_name)?))
    }

    fn outline(&mut self, asked: DocumentSymbolParams) -> Answer<DocumentSymbolRequest> {
        let document = asked.text_document;
        let text = self.text(&document)?;
        let is_nested = self.support.nested_outline;
        Ok(Some(symbols(&text, &document.uri, is_nested)))
    }

    fn completion(&mut self, asked: CompletionParams) -> Answer<CompletionRequest> {
        let place = asked.text_document_position_params;
        let text = self.text(&place.text_document)?;
        let reading = self.documents.importing(place.text_document.uri.as_ref());
        let none = Links::default();
        let links = reading.as_ref().map_or(&none, |reading| &reading.links);
        Ok(Some(completion(&text, links, place.position)))
    }

    fn formatting(&self, asked: &DocumentFormattingParams) -> Answer<DocumentFormattingRequest> {
        let text = self.text(&asked.text_document)?;
        if text.prints {
            let message = "this is a document that prints a grammar, and only grammar files are laid out; \
                           `rfc1738 grammar fmt --check` names the productions to format";
            let code = i32::from(LspErrorCodes::RequestFailed).into();
            return Err(Refusal::new(code, message));
        }
        Ok(Some(formatting(&text)?))
    }

    fn actions(&mut self, asked: &CodeActionParams) -> Result<Vec<CodeActionResponse>, Refusal> {
        let uri = &asked.text_document.uri;
        if self
            .documents
            .get(uri.as_ref())
            .is_some_and(|it| it.kind != DocumentKind::Grammar)
        {
            return Ok(Vec::new());
        }
        let reading = self.reading(&asked.text_document)?;
        let document = self.documents.get(uri.as_ref());
        let actions = document.map(|document| {
            let edit = |edits| self.edit(document, edits);
            actions(document, &reading, asked, &edit)
        });
        Ok(actions.unwrap_or_default())
    }

    fn lenses(&mut self, asked: &CodeLensParams) -> Answer<CodeLensRequest> {
        self.text(&asked.text_document)?;
        let uri = asked.text_document.uri.as_ref();
        let lenses = |outcomes: Outcomes<'_>| outcomes.lenses();
        Ok(self.with_outcomes(uri, lenses))
    }

    /// Shows the cases of a rule, and returns their places.
    fn execute(&mut self, asked: ExecuteCommandParams) -> Answer<ExecuteCommandRequest> {
        let arguments = asked.arguments.unwrap_or_default();
        let text = |index: usize| arguments.get(index).and_then(Value::as_str);
        let (SHOW_CASES, Some(uri), Some(name)) = (asked.command.as_str(), text(0), text(1)) else {
            let message = format!(
                "the server has the command `{SHOW_CASES}` with the address of a grammar and the name of a rule, and no other"
            );
            return Err(Refusal::new(ErrorCodes::InvalidParams, message));
        };
        self.check_changed();
        let places = self.with_outcomes(uri, |outcomes| outcomes.places(name));
        let places = places.unwrap_or_default();
        if self.support.shows_documents
            && let Some((location, _)) = places.first()
        {
            let location = location.clone();
            self.ask::<ShowDocumentRequest>(ShowDocumentParams {
                uri: location.uri,
                external: None,
                take_focus: Some(true),
                selection: Some(location.range),
            });
        }
        let places = places.into_iter().map(|(_, place)| place);
        Ok(Some(Value::Array(places.collect())))
    }

    /// Returns the edit of a document, for its version if the client can tell versions.
    fn edit(&self, document: &OpenDocument, edits: Vec<TextEdit>) -> WorkspaceEdit {
        let file = (document.uri.clone(), Some(document.version), edits);
        workspace_edit(vec![file], self.support.versioned_edits)
    }
}

/// Returns the text of a grammar inside this program.
fn content(asked: &TextDocumentContentParams) -> Answer<TextDocumentContentRequest> {
    let uri = asked.uri.as_ref();
    let text = library_text(uri).ok_or_else(|| {
        let message = format!(
            "{} is no grammar of this program; those are {SCHEME}:/rfc3986.abnf and so on",
            shown(uri)
        );
        Refusal::new(ErrorCodes::InvalidParams, message)
    })?;
    Ok(TextDocumentContentResult {
        text: text.to_owned(),
    })
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
