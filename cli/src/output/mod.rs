//! Standard output, standard error and progress bars.

pub(crate) mod lines;
pub(crate) mod progress;
pub(crate) mod streams;
