//! Reads the answers of a recognizer.

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Problem, Reason};

use crate::commands::conformance::run::recognizer::Silence;
use crate::output::progress::Progress;

/// Reads an answer to each text from `next`. Returns what happened instead. `timeout` is in seconds.
/// `each` gets the number of the text, counted from 1.
pub(super) fn read_answers<T: Into<Vec<u8>>>(
    mut next: impl FnMut() -> Result<Answer, Silence>,
    texts: impl Iterator<Item = T>,
    timeout: u64,
    progress: &mut Progress,
    mut each: impl FnMut(u64, T, Answer),
) -> Option<Problem> {
    for (number, text) in (1..).zip(texts) {
        match next() {
            Ok(answer) => each(number, text, answer),
            Err(silence) => return Some(problem(silence, number, text, timeout)),
        }
        if progress.is_due(number) {
            progress.draw(number);
        }
    }
    None
}

/// Returns what happened instead of an answer to the text with this number. `timeout` is in seconds.
pub(super) fn problem(
    silence: Silence,
    number: u64,
    text: impl Into<Vec<u8>>,
    timeout: u64,
) -> Problem {
    let reason = match silence {
        // A process is abandoned for the sake of another problem, which is reported.
        Silence::Closed | Silence::Abandoned => Reason::Closed,
        Silence::TimedOut => Reason::TimedOut(timeout),
        Silence::Nonsense(line) => Reason::Nonsense(line),
        Silence::Ended(by) => {
            let answered = number - 1;
            return Problem::Ended { answered, by };
        }
    };
    Problem::Unanswered {
        number,
        text: text.into(),
        reason,
    }
}

/// Reads the end of the output. Returns the answer that comes instead.
pub(super) fn read_end(next: Result<Answer, Silence>) -> Option<Problem> {
    match next {
        Ok(answer) => Some(Problem::Surplus(answer.to_string().into_bytes())),
        Err(Silence::Nonsense(line)) => Some(Problem::Surplus(line)),
        // Every text is answered, however the command ends.
        Err(Silence::Closed | Silence::TimedOut | Silence::Ended(_) | Silence::Abandoned) => None,
    }
}
