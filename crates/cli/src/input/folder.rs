//! The files of folders, in the order of their names.

use std::fs;
use std::path::{Path, PathBuf};

use crate::input::source::Source;
use crate::input::toml_file::unusable;
use crate::outcome::Failure;

/// How deep a folder may lie below the one that is named. A link can lead back to a folder above.
const DEPTH: usize = 20;

/// Returns the paths of what is in a folder, in the order of their names, without those that begin with a dot. `depth` is
/// how deep it lies below the one that is named.
pub(crate) fn entries(folder: &Path, depth: usize) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error| Source::new(folder.as_os_str()).unreadable(&error);
    if depth > DEPTH {
        let reason = format!("lies more than {DEPTH} folders deep");
        return Err(unusable(folder.as_os_str(), reason));
    }
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let paths = entries.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<Result<_, _>>().map_err(unreadable)?;
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default();
        !name.as_encoded_bytes().starts_with(b".")
    });
    paths.sort();
    Ok(paths)
}
