//! Writes the files of a crate.

use std::path::Path;
use std::{fs, io};

use rfcbnf::generate::{CRATE_HEADER, Files};

use super::escaped;
use crate::outcome::Failure;
use crate::output::new_folder::NewFolder;

/// The folder of the generated modules.
const RULES: &str = "src/rules";

/// Fails if the folder is a file, or holds files that are not to be replaced.
pub(super) fn refuse_files(out: &Path, overwrite: bool) -> Result<(), Failure> {
    let mut entries = match fs::read_dir(out) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::unwritable_file(out, error)),
    };
    if overwrite || entries.next().is_none() {
        return Ok(());
    }
    let name = escaped(out.as_os_str());
    Err(Failure::WrongUse(format!(
        "{name} is not empty; add --overwrite to replace the files of the crate in it"
    )))
}

/// Writes the files below the folder, and removes the modules of an earlier grammar; all of it or
/// nothing.
pub(super) fn write(out: &Path, files: &Files) -> Result<(), Failure> {
    let new = NewFolder {
        files: files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_bytes()))
            .collect(),
        removed: left_over(out, files),
    };
    new.write(out)
}

/// Returns the paths of the modules of an earlier grammar.
fn left_over(out: &Path, files: &Files) -> Vec<String> {
    let entries = fs::read_dir(out.join(RULES)).into_iter().flatten();
    let is_generated = |path: &Path| {
        let text = fs::read_to_string(path);
        text.is_ok_and(|text| text.starts_with(CRATE_HEADER))
    };
    let left_over = entries.flatten().filter_map(|entry| {
        let path = format!("{RULES}/{}", entry.file_name().to_str()?);
        (!files.contains_key(&path) && is_generated(&entry.path())).then_some(path)
    });
    left_over.collect()
}
