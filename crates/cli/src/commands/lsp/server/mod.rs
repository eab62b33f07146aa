//! The server between `initialize` and `shutdown`: takes notifications, answers requests.

mod refusal;
mod requests;

use std::collections::BTreeSet;
use std::sync::Arc;

use gen_lsp_types::json_rpc::{Error, Id, RequestObject, ResponseObject};
use gen_lsp_types::{
    CancelParams, CodeActionParams, CodeActionRequest, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, LspErrorCodes,
    PublishDiagnosticsNotification, PublishDiagnosticsParams, Registration, RegistrationParams,
    RegistrationRequest, Request, Uri,
};
use rfc1738_views::grammar_check::Selection;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::analyst::{Analysed, Analyst};
use super::answers::problems;
use super::arguments::LspArguments;
use super::documents::Documents;
use super::support::Support;
use super::transport::Client;
use refusal::Refusal;

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
            denied: Vec::new(),
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
            self.publish(problems::none(uri));
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
                let published = problems::published(document, &reading);
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
            let published = problems::published(document, &analysed.reading);
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
