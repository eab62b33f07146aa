//! Interrupts by the user, which end the process that runs at that time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};

use crate::commands::conformance::run::pipes::PipeEvent;
use crate::output::interruption;

/// Forwards interrupts to the recognizer that runs.
pub(super) struct Interrupts {
    receiver: Arc<Mutex<Option<SyncSender<PipeEvent>>>>,
    has_come: Arc<AtomicBool>,
}

impl Interrupts {
    /// Handles the interrupts of this program from now on. If no handler can be set, an interrupt ends
    /// the program, and the closed pipe ends the recognizer.
    pub(super) fn handled() -> Self {
        let handled = Self {
            receiver: Arc::default(),
            has_come: Arc::default(),
        };
        let receiver = Arc::clone(&handled.receiver);
        let has_come = Arc::clone(&handled.has_come);
        let _ = ctrlc::set_handler(move || {
            has_come.store(true, Ordering::SeqCst);
            let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
            // A closed channel means that no recognizer runs.
            let sent = receiver
                .as_ref()
                .is_some_and(|receiver| receiver.send(PipeEvent::Interrupted).is_ok());
            if !sent {
                interruption::end();
            }
        });
        handled
    }

    /// Forwards interrupts to these events. An interrupt that came before is one of them.
    pub(super) fn forward_to(&self, events: &SyncSender<PipeEvent>) {
        let mut receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
        *receiver = Some(events.clone());
        if self.has_come.load(Ordering::SeqCst) {
            // The channel of a recognizer that starts has room.
            let _ = events.send(PipeEvent::Interrupted);
        }
    }
}
