//! The sections of a help that list the exit statuses.

/// The exit statuses of a command that gives verdicts.
pub(crate) const EXIT_STATUS: &str = "\
Exit status:
  0  valid
  1  invalid
  2  undecided, wrong use, or input or output that cannot be read or written";

/// The exit statuses of a command that gives verdicts and denies advice.
pub(crate) const ADVICE_EXIT_STATUS: &str = "\
Exit status:
  0  valid
  1  invalid, or there is denied advice
  2  undecided, wrong use, or input or output that cannot be read or written";
