//! The life of a server: what is allowed before `initialize`, until `shutdown`, and until `exit`.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use gen_lsp_types::json_rpc::{Error, Id, RequestObject, ResponseObject};
use gen_lsp_types::{ErrorCodes, InitializeRequest, ShutdownRequest};
use serde_json::Value;

use super::LspArguments;
use super::capabilities::{Support, initialized};
use super::server::{Finding, Server};
use super::transport::{Client, Incoming, Malformed};
use crate::outcome::{Failure, Verdict};

/// The time after a change in which nothing else comes before it is checked. So the answers that an editor asks for at once do
/// not wait for the check, and of several changes the last one counts.
const PAUSE: Duration = Duration::from_millis(15);

/// The time after which a change is checked, whatever comes.
const LONGEST: Duration = Duration::from_millis(250);

/// What happens to a session.
pub(super) enum Event {
    /// Something came in.
    Incoming(Incoming),
    /// A thread found something.
    Found(Finding),
}

/// A session with a client.
pub(super) struct Session<'a> {
    arguments: &'a LspArguments,
    client: Client,
    events: Sender<Event>,
    phase: Phase,
}

/// How far a session is.
enum Phase {
    /// The client has not introduced itself.
    Waiting,
    Serving(Box<Server>),
    /// The client asked to shut down.
    ShutDown,
}

impl<'a> Session<'a> {
    /// Returns a session. Analyses report to `events`.
    pub(super) fn new(arguments: &'a LspArguments, client: Client, events: Sender<Event>) -> Self {
        Self {
            arguments,
            client,
            events,
            phase: Phase::Waiting,
        }
    }

    /// Takes what happens until the session ends.
    pub(super) fn run(mut self, events: &Receiver<Event>) -> Result<Verdict, Failure> {
        // When the first change came that is not checked.
        let mut changed: Option<Instant> = None;
        loop {
            let event = match changed {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(since) => {
                    events.recv_timeout(PAUSE.min(LONGEST.saturating_sub(since.elapsed())))
                }
            };
            let event = match event {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => {
                    if let Phase::Serving(server) = &mut self.phase {
                        server.check_changed();
                    }
                    changed = None;
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            match event {
                Event::Incoming(Incoming::Message(message)) if message.method() == "exit" => break,
                Event::Incoming(Incoming::Message(message)) => self.message(message),
                Event::Incoming(Incoming::Response) => {}
                Event::Incoming(Incoming::Malformed(malformed)) => self.malformed(malformed),
                Event::Incoming(Incoming::Unreadable(failure)) => return Err(failure),
                Event::Incoming(Incoming::End) => break,
                Event::Found(finding) => {
                    if let Phase::Serving(server) = &mut self.phase {
                        server.complete(finding);
                    }
                }
            }
            let has_changed = match &self.phase {
                Phase::Serving(server) => server.has_changed(),
                Phase::Waiting | Phase::ShutDown => false,
            };
            changed = has_changed.then(|| changed.unwrap_or_else(Instant::now));
        }
        let is_shut_down = matches!(self.phase, Phase::ShutDown);
        Ok(Verdict::of(is_shut_down))
    }

    fn message(&mut self, message: RequestObject) {
        let (method, id, parameters) = message.into_parts();
        let parameters = parameters.unwrap_or(Value::Null);
        let Some(id) = id else {
            if let Phase::Serving(server) = &mut self.phase {
                server.notified(&method, parameters);
            }
            return;
        };
        match (&mut self.phase, method.as_str()) {
            (Phase::Waiting, "initialize") => self.initialize(id, &parameters),
            (Phase::Waiting, _) => {
                let reason = "the first request is `initialize`";
                self.refuse(id, ErrorCodes::ServerNotInitialized, reason);
            }
            (Phase::Serving(_), "initialize") => {
                let reason = "the server is initialized already";
                self.refuse(id, ErrorCodes::InvalidRequest, reason);
            }
            (Phase::Serving(_), "shutdown") => {
                self.phase = Phase::ShutDown;
                let response = ResponseObject::from_success::<ShutdownRequest>(id, ());
                self.client.send(&response);
            }
            (Phase::Serving(server), _) => server.asked(id, &method, parameters),
            (Phase::ShutDown, _) => {
                let reason = "the server is shut down; only `exit` may follow";
                self.refuse(id, ErrorCodes::InvalidRequest, reason);
            }
        }
    }

    fn initialize(&mut self, id: Id, parameters: &Value) {
        let support = Support::of(parameters, self.arguments.diagrams);
        let response = ResponseObject::from_success::<InitializeRequest>(id, initialized(&support));
        self.client.send(&response);
        let events = self.events.clone();
        let report = move |finding| events.send(Event::Found(finding)).is_ok();
        let client = self.client.clone();
        let server = Server::new(self.arguments, support, client, Box::new(report));
        self.phase = Phase::Serving(Box::new(server));
    }

    fn malformed(&self, malformed: Malformed) {
        let (code, message) = match malformed {
            Malformed::NoJson(why) => (
                ErrorCodes::ParseError,
                format!("the message cannot be read: {why}"),
            ),
            Malformed::NoMessage(why) => (
                ErrorCodes::InvalidRequest,
                format!("the message is not a request, a notification or a response: {why}"),
            ),
        };
        self.refuse(Id::Null, code, &message);
    }

    fn refuse(&self, id: Id, code: ErrorCodes, message: &str) {
        let error = Error {
            code,
            message: message.to_owned(),
            data: None,
        };
        self.client.send(&ResponseObject::from_error(id, error));
    }
}
