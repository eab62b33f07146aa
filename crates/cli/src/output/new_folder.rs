//! The files of a folder, which are all written or none of them.
//!
//! Invariants:
//! - All content is on the disk, in a hidden folder, before a file of the folder changes. From then on
//!   files only change their names, and a step that fails takes back those before it.
//! - A folder that did not exist appears in one step. In one that did, a signal that kills the program
//!   between two steps leaves each file old or new, and copies of the old ones in the hidden folder.
//! - A file is made in the hidden folder while no interrupt removes that.
//! - Below the folder no symbolic link is followed.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Component, Path, PathBuf};

use tempfile::{Builder, TempDir};

use super::interruption::{Unfinished, uninterrupted};
use super::new_file::{PREFIX, folder_of, refuse_protected, resemble};
use crate::outcome::Failure;

/// The files that change in a folder. Their names are paths below it, with slashes.
pub(crate) struct NewFolder<'a> {
    /// The content of each file.
    pub(crate) files: BTreeMap<&'a str, &'a [u8]>,
    /// The files to remove. They exist.
    pub(crate) removed: Vec<String>,
}

/// The path that cannot be written, and why.
type Refusal = (PathBuf, io::Error);

impl NewFolder<'_> {
    /// Writes and removes the files. Creates the folder. A file with the same content stays as it is,
    /// and so do all files that are not listed.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Failure> {
        let written = match fs::metadata(folder) {
            Ok(there) if there.is_dir() => self.change(folder),
            Ok(_) => Err((folder.to_owned(), ErrorKind::NotADirectory.into())),
            Err(error) if error.kind() == ErrorKind::NotFound => self.create(folder),
            Err(error) => Err((folder.to_owned(), error)),
        };
        written.map_err(|(path, error)| Failure::unwritable_file(&path, error))
    }

    /// Makes the whole folder under another name, and renames it.
    fn create(&self, folder: &Path) -> Result<(), Refusal> {
        let in_folder = |error| (folder.to_owned(), error);
        let (base, first, rest) = missing(folder).map_err(in_folder)?;
        let (_unfinished, hidden) = hidden(base).map_err(in_folder)?;
        let inside = hidden.path().join(rest);
        for (name, content) in &self.files {
            let written = uninterrupted(|| write_new(&inside.join(name), content, None));
            written.map_err(|error| (folder.join(name), error))?;
        }
        uninterrupted(|| fs::rename(hidden.path(), base.join(first))).map_err(in_folder)?;
        let _ = hidden.keep();
        Ok(())
    }

    /// Writes the new files into a hidden folder inside the folder, and moves them from there.
    fn change(&self, folder: &Path) -> Result<(), Refusal> {
        let is_new = |(name, content): &(&&str, &&[u8])| !has_content(&folder.join(name), content);
        let changed: Vec<(&str, &[u8])> = self
            .files
            .iter()
            .filter(is_new)
            .map(|(name, content)| (*name, *content))
            .collect();
        let names = changed.iter().map(|(name, _)| *name);
        let removed = self.removed.iter().map(String::as_str);
        for name in names.chain(removed) {
            refuse(folder, name)?;
        }
        let made = hidden(folder).map_err(|error| (folder.to_owned(), error));
        let (_unfinished, hidden) = made?;
        let mut steps = Steps {
            folder,
            new: hidden.path().join("new"),
            old: hidden.path().join("old"),
            backwards: Vec::new(),
        };
        for (name, content) in &changed {
            let prepared = uninterrupted(|| steps.prepare(name, content));
            prepared.map_err(|error| (folder.join(name), error))?;
        }
        for name in &self.removed {
            let kept = uninterrupted(|| steps.keep(name));
            kept.map_err(|error| (folder.join(name), error))?;
        }
        uninterrupted(|| {
            let names = changed.iter().map(|(name, _)| (*name, false));
            let removed = self.removed.iter().map(|name| (name.as_str(), true));
            for (name, is_removed) in names.chain(removed) {
                let taken = if is_removed {
                    steps.remove(name)
                } else {
                    steps.replace(name)
                };
                if let Err(error) = taken {
                    steps.take_back();
                    return Err((folder.join(name), error));
                }
            }
            Ok(())
        })
    }
}

/// The way from the old files of a folder to the new ones.
struct Steps<'a> {
    folder: &'a Path,
    /// The hidden folder of the new files.
    new: PathBuf,
    /// The hidden folder of the files that change, as they were.
    old: PathBuf,
    /// The steps that take back those that were taken: each gives a file its second name.
    backwards: Vec<(PathBuf, PathBuf)>,
}

impl Steps<'_> {
    /// Writes a new file, and keeps the old one.
    fn prepare(&self, name: &str, content: &[u8]) -> io::Result<()> {
        let old = fs::metadata(self.folder.join(name)).ok();
        write_new(&self.new.join(name), content, old.as_ref())?;
        if old.is_some() {
            self.keep(name)
        } else {
            Ok(())
        }
    }

    /// Gives a file a second name.
    fn keep(&self, name: &str) -> io::Result<()> {
        let (path, kept) = (self.folder.join(name), self.old.join(name));
        fs::create_dir_all(folder_of(&kept))?;
        // Not every file system has hard links.
        fs::hard_link(&path, &kept).or_else(|_| fs::copy(&path, &kept).map(drop))
    }

    /// Moves a new file to its place, or the whole folder of it if that does not exist yet.
    fn replace(&mut self, name: &str) -> io::Result<()> {
        let path = self.folder.join(name);
        let parents = name.match_indices('/').map(|(end, _)| &name[..end]);
        let mut missing = parents.filter(|parent| !self.folder.join(parent).exists());
        let (from, to) = match missing.next() {
            Some(parent) => (self.new.join(parent), self.folder.join(parent)),
            // It came with its folder.
            None if !self.new.join(name).exists() => return Ok(()),
            None => (self.new.join(name), path),
        };
        fs::rename(&from, &to)?;
        let kept = self.old.join(name);
        self.backwards.push(if kept.exists() {
            (kept, to)
        } else {
            (to, from)
        });
        Ok(())
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        let path = self.folder.join(name);
        fs::remove_file(&path)?;
        self.backwards.push((self.old.join(name), path));
        Ok(())
    }

    fn take_back(&self) {
        for (from, to) in self.backwards.iter().rev() {
            // The failure of the step that could not be taken is the one to report.
            let _ = fs::rename(from, to);
        }
    }
}

/// Returns the folder below which a path does not exist yet, the first name that is missing, and the
/// path below that.
fn missing(path: &Path) -> io::Result<(&Path, &OsStr, &Path)> {
    let is_there =
        |folder: &&Path| *folder == Path::new("") || fs::symlink_metadata(folder).is_ok();
    let there = path.ancestors().find(is_there).unwrap_or(Path::new(""));
    let rest = path.strip_prefix(there).unwrap_or(path);
    let mut names = rest.components();
    // Below a folder that does not exist, `..` names nothing. A link to nowhere has no rest.
    let is_name = |name: Component<'_>| matches!(name, Component::Normal(_));
    match names.next() {
        Some(Component::Normal(first)) if names.clone().all(is_name) => {
            let base = if there == Path::new("") {
                Path::new(".")
            } else {
                there
            };
            Ok((base, first, names.as_path()))
        }
        _ => Err(ErrorKind::NotFound.into()),
    }
}

/// Makes a hidden folder in a folder. It is removed when it is dropped, and that is to be done first.
fn hidden(folder: &Path) -> io::Result<(Unfinished, TempDir)> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    // It becomes a folder like any other.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    // The error of the package names the hidden folder, which users do not know.
    let make = || {
        builder
            .tempdir_in(folder)
            .map_err(|error| error.kind().into())
    };
    let (hidden, unfinished) = Unfinished::make(make)?;
    Ok((unfinished, hidden))
}

/// Writes a file in a folder that is made for it.
fn write_new(path: &Path, content: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(content)?;
    if let Some(old) = old {
        resemble(&file, old)?;
    }
    file.sync_all()
}

/// Returns whether the file has this content already.
fn has_content(path: &Path, content: &[u8]) -> bool {
    // A pipe would be waited for.
    let is_candidate = |there: Metadata| there.is_file() && there.len() == content.len() as u64;
    fs::metadata(path).is_ok_and(is_candidate) && fs::read(path).is_ok_and(|read| read == content)
}

/// Fails if something is in the way of a file, or if the file is protected from writing.
fn refuse(folder: &Path, name: &str) -> Result<(), Refusal> {
    let mut path = folder.to_owned();
    let mut names = name.split('/').peekable();
    while let Some(part) = names.next() {
        path.push(part);
        let refused = match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => Err(error),
            Ok(there) if there.is_symlink() => Err(io::Error::other(
                "it is a symbolic link, which may lead out of the folder; remove it or name \
                 another folder",
            )),
            Ok(_) if names.peek().is_some() => Ok(()),
            Ok(there) if there.is_file() || there.is_dir() => refuse_protected(&path),
            Ok(_) => Err(io::Error::other(
                "it is neither a file nor a folder; remove it",
            )),
        };
        refused.map_err(|error| (path.clone(), error))?;
    }
    Ok(())
}
