//! Writes the files of a crate.

use std::path::Path;
use std::{fs, io};

use rfcbnf::generate::{CRATE_HEADER, Files};

use super::escaped;
use crate::outcome::Failure;

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

/// Writes the files below the folder. If that fails in a folder that was empty or did not exist,
/// none of them is left behind.
pub(super) fn write(out: &Path, files: &Files, overwrite: bool) -> Result<(), Failure> {
    let is_new = !out.exists();
    let written = write_files(out, files);
    if overwrite && !is_new {
        written?;
        return remove_left_over(out, files);
    }
    if written.is_err() {
        // The failure to write is the one to report.
        let _ = if is_new {
            fs::remove_dir_all(out)
        } else {
            remove_files(out, files)
        };
    }
    written
}

/// Removes the files and their folders. This run has made all of them.
fn remove_files(out: &Path, files: &Files) -> io::Result<()> {
    for path in files.keys() {
        let top = path.split('/').next().unwrap_or(path);
        let top = out.join(top);
        if top.is_dir() {
            fs::remove_dir_all(top)?;
        } else if top.exists() {
            fs::remove_file(top)?;
        }
    }
    Ok(())
}

fn write_files(folder: &Path, files: &Files) -> Result<(), Failure> {
    for (path, text) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| Failure::unwritable_file(parent, error))?;
        fs::write(&path, text).map_err(|error| Failure::unwritable_file(&path, error))?;
    }
    Ok(())
}

/// Removes the modules of an earlier grammar.
fn remove_left_over(out: &Path, files: &Files) -> Result<(), Failure> {
    for entry in fs::read_dir(out.join(RULES))
        .into_iter()
        .flatten()
        .flatten()
    {
        let name = entry.file_name();
        let is_written = |name: &str| files.contains_key(&format!("{RULES}/{name}"));
        let is_generated = || {
            let text = fs::read_to_string(entry.path());
            text.is_ok_and(|text| text.starts_with(CRATE_HEADER))
        };
        if !name.to_str().is_some_and(is_written) && is_generated() {
            let path = entry.path();
            fs::remove_file(&path).map_err(|error| Failure::unwritable_file(&path, error))?;
        }
    }
    Ok(())
}
