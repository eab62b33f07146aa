//! The files of the workspace that import others.
//!
//! A file of imports belongs to the grammar files beside it with the same name. The folders of the workspace and those of the
//! open files are searched for them once, and again when files changed: the client says so if it watches files, and is not
//! believed if it does not.
//!
//! Invariant: a folder has an end. At most [`FOLDERS`] folders are searched. Symbolic links are not followed, and
//! folders that tools write are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rfcbnf::imports::Imports;
use rfcbnf::library;

use super::store::{FileText, Store, canonical, ends_in};

/// The end of the name of a file of imports.
pub(super) const IMPORTS: &str = ".imports.toml";

/// The most folders that are searched.
const FOLDERS: usize = 10_000;

/// The names of folders that tools write, in which nobody keeps a grammar.
const WRITTEN_BY_TOOLS: [&str; 2] = ["node_modules", "target"];

/// The extensions of grammar files.
pub(super) const EXTENSIONS: [&str; 3] = ["abnf", "bnf", "ebnf"];

/// What is imported: a file without `..` and symbolic links, or a grammar of the library.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Imported {
    File(PathBuf),
    Library(&'static str),
}

impl Imported {
    /// Returns what a value of `from` means in a folder.
    pub(super) fn from(value: &OsStr, folder: &Path) -> Self {
        match value.to_str().and_then(library::find) {
            Some(grammar) => Self::Library(grammar.name()),
            None => Self::File(canonical(folder.join(value))),
        }
    }
}

/// Which files import which.
pub(super) struct Workspace {
    folders: Vec<PathBuf>,
    /// What all files import.
    common: Vec<Imported>,
    /// The files that were found; `None` if they have to be searched for.
    found: Option<Found>,
    /// What each file of imports says, with the text that says it.
    known: BTreeMap<PathBuf, (Arc<FileText>, BTreeSet<Imported>)>,
}

/// The files in the folders.
#[derive(Default)]
struct Found {
    grammars: BTreeSet<PathBuf>,
    /// The files of imports.
    imports: BTreeSet<PathBuf>,
}

impl Workspace {
    /// Returns a workspace of these folders. All its files import `common`.
    pub(super) fn new(folders: Vec<PathBuf>, common: &[OsString]) -> Self {
        let here = Path::new("");
        let common = common.iter().map(|one| Imported::from(one, here));
        Self {
            folders,
            common: common.collect(),
            found: None,
            known: BTreeMap::new(),
        }
    }

    /// Adds folders, and removes others.
    pub(super) fn change_folders(&mut self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(added);
        self.found = None;
    }

    /// Forgets which files there are.
    pub(super) fn forget(&mut self) {
        self.found = None;
    }

    /// Returns the grammar files that import one, in the order of their paths. `open` are the open grammar files.
    pub(super) fn importers(
        &mut self,
        store: &Store,
        open: &BTreeSet<PathBuf>,
        imported: &Imported,
    ) -> BTreeSet<PathBuf> {
        let found = { &mut self.found }.get_or_insert_with(|| Found::search(&self.folders, open));
        let is_other = |path: &&PathBuf| Imported::File((*path).clone()) != *imported;
        if self.common.contains(imported) {
            let all = found.grammars.iter().chain(open);
            return all.filter(is_other).cloned().collect();
        }
        let beside_open = open.iter().map(|path| imports_of(path));
        let files: BTreeSet<PathBuf> = found.imports.iter().cloned().chain(beside_open).collect();
        let mut importers = BTreeSet::new();
        for file in files {
            let Ok(Some(text)) = store.file(&file) else {
                continue;
            };
            let is_known = |known: &(Arc<FileText>, _)| Arc::ptr_eq(&known.0, &text);
            if !self.known.get(&file).is_some_and(is_known) {
                let said = said(&text, &file);
                self.known.insert(file.clone(), (text, said));
            }
            if self.known[&file].1.contains(imported) {
                let all = found.grammars.iter().chain(open);
                let belongs = |path: &&PathBuf| imports_of(path) == file;
                importers.extend(all.filter(belongs).filter(is_other).cloned());
            }
        }
        importers
    }
}

/// Returns the file of imports beside a grammar file.
pub(super) fn imports_of(path: &Path) -> PathBuf {
    path.with_extension(IMPORTS.trim_start_matches('.'))
}

/// Returns what a file of imports says; nothing if it cannot be read.
fn said(text: &FileText, file: &Path) -> BTreeSet<Imported> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let Ok(imports) = Imports::from_toml(&text.text) else {
        return BTreeSet::new();
    };
    let imports = imports.iter();
    let imports = imports.map(|one| Imported::from(OsStr::new(&one.from), folder));
    imports.collect()
}

impl Found {
    /// Searches the folders and all below them, and the folders of the open files.
    fn search(folders: &[PathBuf], open: &BTreeSet<PathBuf>) -> Self {
        let mut found = Self::default();
        let mut waiting: Vec<PathBuf> = folders.iter().cloned().map(canonical).collect();
        let mut searched: BTreeSet<PathBuf> = BTreeSet::new();
        while let Some(folder) = waiting.pop() {
            if searched.len() < FOLDERS && searched.insert(folder.clone()) {
                waiting.extend(found.look_into(&folder));
            }
        }
        for folder in open.iter().filter_map(|path| path.parent()) {
            if searched.insert(folder.to_owned()) {
                found.look_into(folder);
            }
        }
        found
    }

    /// Takes the files of a folder. Returns the folders in it.
    fn look_into(&mut self, folder: &Path) -> Vec<PathBuf> {
        let mut below = Vec::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let is_left_out = name.starts_with('.') || WRITTEN_BY_TOOLS.contains(&&*name);
            if is_folder && !is_left_out {
                below.push(path);
            } else if ends_in(&path, IMPORTS) {
                self.imports.insert(path);
            } else if is_grammar(&path) {
                self.grammars.insert(canonical(path));
            }
        }
        below
    }
}

/// Returns whether the name of a file is that of a grammar.
fn is_grammar(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|it| EXTENSIONS.iter().any(|one| it.eq_ignore_ascii_case(one)))
}
