//! Every Markdown file of the repository agrees with the code that it describes.

mod blocks;
mod changelog;
mod conformance_examples;
mod limits;
mod links;
mod manual;
mod names;
mod programs;
mod statements;
mod test_names;

use std::fs;
use std::path::{Path, PathBuf};

/// A Markdown file.
pub(crate) struct Document {
    /// The path from the top of the repository.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// Returns the Markdown files of the repository, sorted by their paths.
pub(crate) fn documents() -> Vec<Document> {
    let mut paths = Vec::new();
    find(top(), &mut |path| {
        paths.extend((path.extension()? == "md").then(|| path.to_owned()));
        Some(())
    });
    paths.sort();
    let documents = paths.into_iter().map(|path| Document {
        text: fs::read_to_string(&path).expect("the file is read"),
        path: path
            .strip_prefix(top())
            .expect("it is below the top")
            .to_owned(),
    });
    documents.collect()
}

/// Calls `visit` with every file below `folder` that belongs to the repository.
pub(crate) fn find(folder: &Path, visit: &mut impl FnMut(&Path) -> Option<()>) {
    for entry in fs::read_dir(folder).expect("the folder is read") {
        let path = entry.expect("the entry is read").path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or("");
        if name.starts_with('.') || matches!(name, "target" | "node_modules") {
            continue;
        }
        if path.is_dir() {
            find(&path, visit);
        } else {
            visit(&path);
        }
    }
}

/// Returns the lines of `text` outside fenced code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the top of the repository.
pub(crate) fn top() -> &'static Path {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    above
        .nth(2)
        .expect("the command is two folders below the top")
}
