//! A process that is asked about sets of texts.
//!
//! A command that answers each text at once goes on with the next set. A command that writes its
//! answers when its input ends is started again for each set. Nothing in advance tells one from the
//! other, so a set leaves the input open, and closes it if the answers stay away.
//!
//! Invariants:
//! - A text is written once, whenever the input is closed.
//! - Only a command whose input is closed can exceed the time limit.

use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Ending, Problem};

use crate::commands::conformance::run::asking;
use crate::commands::conformance::run::recognizer::{Recognizer, Silence};
use crate::commands::conformance::run::subject::Subject;
use crate::outcome::Failure;

/// Texts in their order.
pub(super) type Texts = Arc<Vec<Vec<u8>>>;

/// A process and its input.
pub(super) struct Process {
    recognizer: Recognizer,
    /// The texts to write. `None` if the input is closed.
    texts: Option<Sender<(Texts, Range<usize>)>>,
    patience: Duration,
    /// The number of texts of the earlier sets.
    answered: u64,
}

impl Process {
    pub(super) fn start(subject: &Subject<'_>) -> Result<Self, Failure> {
        let (texts, sets) = channel::<(Texts, Range<usize>)>();
        let Subject {
            command,
            timeout,
            cutoff,
            most_breaks,
            ..
        } = *subject;
        let timeout = Duration::from_secs(timeout);
        let mut recognizer = Recognizer::start(command, timeout, cutoff, move |writer| {
            sets.iter().try_for_each(|(texts, range)| {
                let mut texts = texts[range].iter();
                texts.try_for_each(|text| writer.write(text))?;
                writer.flush()
            })
        })?;
        if most_breaks.is_some() {
            recognizer.doubt_cut_answers();
        }
        Ok(Self {
            recognizer,
            texts: Some(texts),
            patience: subject.patience_now(),
            answered: 0,
        })
    }

    /// Begins to write these texts. The answers show whether the process stops to read.
    pub(super) fn write(&mut self, texts: &Texts, range: Range<usize>) {
        if let Some(sender) = &self.texts {
            let _ = sender.send((Arc::clone(texts), range));
        }
    }

    /// Closes the input after the texts that are written.
    pub(super) fn close(&mut self) {
        self.texts = None;
    }

    /// Returns whether more texts can be written.
    pub(super) fn is_open(&self) -> bool {
        self.texts.is_some()
    }

    /// Counts the texts of a set that is answered.
    pub(super) fn count(&mut self, answered: usize) {
        self.answered += answered as u64;
    }

    /// Returns the next answer. If it stays away, closes the input and waits up to the time limit.
    pub(super) fn answer(&mut self) -> Result<Answer, Silence> {
        if self.is_open() {
            match self.recognizer.answer_within(self.patience) {
                Err(Silence::TimedOut) => self.close(),
                answer => return answer,
            }
        }
        self.recognizer.answer()
    }

    /// Closes the input, and reads the end of the output. Returns what comes instead.
    pub(super) fn read_end(&mut self) -> Option<Problem> {
        self.close();
        asking::read_end(self.recognizer.answer())
    }

    /// Ends the process. The end has the number of texts of the last set that were written.
    pub(super) fn end(self) -> Ending {
        let mut ending = self.recognizer.end();
        ending.given = ending.given.saturating_sub(self.answered);
        ending
    }
}
