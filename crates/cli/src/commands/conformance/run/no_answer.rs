//! Why there is no answer to a text: one type from the pipes of a process to the report.

use rfc1738_views::conformance::answer::Reply;
use rfc1738_views::conformance::breakdown::{Breakdown, Ending, Problem, Reason, RunEnd, Stage};

use super::subject::Subject;
use crate::outcome::Failure;

/// What there is instead of an answer.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// The process closed its output.
    Closed,
    /// The process neither answered nor read a text within the time limit.
    TimedOut,
    /// The process wrote a line that is not an answer.
    Nonsense(Vec<u8>),
    /// Every text has an answer, and this line comes after them.
    Surplus(Vec<u8>),
    /// The command broke on more than that number of texts.
    TooOften(u64),
    /// The run has to end.
    Ended(RunEnd),
    /// The answer is not needed any more. Then there is another reason, which is reported.
    Abandoned,
    /// The run cannot go on: no process can be started.
    Failure(Failure),
}

/// The end of the answers. Each layer adds what it knows.
#[derive(Debug)]
pub(in crate::commands::conformance) struct Stopped {
    pub(super) why: NoAnswer,
    /// The end of the process.
    pub(super) ending: Ending,
    /// The number of texts that were answered.
    pub(super) answered: u64,
    /// The first text without an answer.
    pub(super) text: Vec<u8>,
}

impl Stopped {
    pub(super) fn new(why: NoAnswer, ending: Ending) -> Box<Self> {
        Box::new(Self {
            why,
            ending,
            answered: 0,
            text: Vec::new(),
        })
    }

    /// Returns why the run ends if the answer to a text has a part that ends beyond the text.
    pub(super) fn beyond(text: &[u8], reply: &Reply) -> Option<Box<Self>> {
        (!reply.fits(text.len())).then(|| {
            let line = NoAnswer::Nonsense(reply.to_string().into_bytes());
            let mut stopped = Self::new(line, Ending::default());
            text.clone_into(&mut stopped.text);
            stopped
        })
    }

    /// Returns whether the process broke: that can be because of a text.
    pub(super) fn is_break(&self) -> bool {
        matches!(self.why, NoAnswer::Closed | NoAnswer::TimedOut)
    }

    /// Returns what a report says about it. `texts` is the number of texts of the stage.
    pub(in crate::commands::conformance) fn breakdown(
        self,
        subject: Subject<'_>,
        stage: Stage,
        texts: u64,
    ) -> Result<Breakdown, Failure> {
        let answered = self.answered;
        let reason = match self.why {
            NoAnswer::Closed | NoAnswer::Abandoned => Ok(Reason::Closed),
            NoAnswer::TimedOut => Ok(Reason::TimedOut(subject.timeout)),
            NoAnswer::Nonsense(line) => Ok(Reason::Nonsense(line)),
            NoAnswer::Surplus(line) => Err(Problem::Surplus(line)),
            NoAnswer::TooOften(most) => Err(Problem::TooOften { most }),
            NoAnswer::Ended(by) => Err(Problem::Ended { answered, by }),
            NoAnswer::Failure(failure) => return Err(failure),
        };
        let problem = reason.map(|reason| Problem::Unanswered {
            number: answered + 1,
            text: self.text,
            reason,
        });
        Ok(Breakdown {
            command: subject.name.to_owned(),
            problem: problem.unwrap_or_else(|other| other),
            texts,
            stage,
            ending: self.ending,
        })
    }
}

impl From<Failure> for Box<Stopped> {
    fn from(failure: Failure) -> Self {
        Stopped::new(NoAnswer::Failure(failure), Ending::default())
    }
}
