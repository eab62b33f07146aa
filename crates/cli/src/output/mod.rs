//! Standard output, standard error, files, folders and progress bars.

pub(crate) mod interruption;
pub(crate) mod junit;
pub(crate) mod lines;
pub(crate) mod new_file;
pub(crate) mod new_folder;
pub(crate) mod progress;
pub(crate) mod streams;
