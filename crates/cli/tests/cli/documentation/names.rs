//! The paths and the items that the documents name exist.

use std::collections::HashSet;
use std::fs;
use std::sync::LazyLock;

use super::{Document, documents, find, prose, top};

/// The keywords before the name of an item in its definition.
const KEYWORDS: [&str; 9] = [
    "const",
    "enum",
    "fn",
    "macro_rules!",
    "mod",
    "static",
    "struct",
    "trait",
    "type",
];

#[test]
fn every_path_and_item_that_the_architecture_names_exists() {
    let text = fs::read_to_string(top().join("docs/ARCHITECTURE.md")).expect("the file is there");
    let items = Items::of_the_repository();
    // Below a heading with a folder, a path may be from there.
    let mut folder = top().to_owned();
    let mut paths = 0;
    for line in prose(&text) {
        if line.starts_with("##") {
            folder = top().join(code_spans(line).next().unwrap_or_default());
        }
        for name in code_spans(line) {
            let is_missing = match item(name) {
                _ if is_path(name) => {
                    paths += 1;
                    !top().join(name).exists() && !folder.join(name).exists()
                }
                Some(_) => !items.has(name),
                None => false,
            };
            assert!(!is_missing, "{name}, in: {line}");
        }
    }
    assert!(paths > 100, "{paths} paths");
}

#[test]
fn every_path_in_a_document_exists_in_the_repository() {
    for Document { path, text } in documents() {
        if path.ends_with("ARCHITECTURE.md") {
            continue;
        }
        for name in prose(&text)
            .flat_map(code_spans)
            .filter(|name| is_path(name))
        {
            let folder = name.split('/').next().expect("a path has a first part");
            let is_here = !folder.is_empty() && name.contains('/') && top().join(folder).exists();
            assert!(
                !is_here || top().join(name).exists(),
                "{}: {name}",
                path.display()
            );
        }
    }
}

/// Returns the texts between backticks in a line.
pub(super) fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Returns whether a code span names a file or a folder of the repository.
fn is_path(name: &str) -> bool {
    let mut characters = name.chars();
    let is_plain = characters.all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    let has_extension = [".rs", ".md", ".toml", ".bnf", ".svg", ".txt"];
    is_plain && (name.contains('/') || has_extension.iter().any(|end| name.ends_with(end)))
}

/// Returns the last segment of a code span that names an item: `rules::ftp`, `Rule` or `parse()`.
fn item(name: &str) -> Option<&str> {
    let path = name.strip_suffix("()").unwrap_or(name);
    let segment = path.rsplit("::").next()?;
    let is_identifier = path
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "_:".contains(c));
    let is_type = segment.starts_with(|c: char| c.is_ascii_uppercase());
    (is_identifier && (is_type || path != name || path != segment)).then_some(segment)
}

/// The items that the Rust files of the repository define.
pub(super) struct Items {
    /// The names of the items, and of those in an `impl` of a type the name with the type before
    /// it: `Url::parse`.
    names: HashSet<String>,
}

impl Items {
    /// Returns them. It reads the files once.
    pub(super) fn of_the_repository() -> &'static Self {
        static ITEMS: LazyLock<Items> = LazyLock::new(Items::read);
        &ITEMS
    }

    fn read() -> Self {
        let mut names = HashSet::new();
        find(top(), &mut |path| {
            if path.extension()? == "rs" {
                let text = fs::read_to_string(path).expect("the file is read");
                collect_items(&text, &mut names);
            }
            Some(())
        });
        Self { names }
    }

    /// Returns whether there is an item of that name. In `Url::parse()`, the type has to define the
    /// function; in `rules::ftp`, the last name alone counts.
    pub(super) fn has(&self, name: &str) -> bool {
        let path = name.strip_suffix("()").unwrap_or(name);
        let is_member = path.starts_with(|c: char| c.is_ascii_uppercase()) && path.contains("::");
        let last = path.rsplit("::").next().unwrap_or(path);
        self.names.contains(if is_member { path } else { last })
    }
}

/// Adds the names of the items that a Rust file defines.
fn collect_items(file: &str, names: &mut HashSet<String>) {
    let identifier = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        text[..end.unwrap_or(text.len())].to_owned()
    };
    let mut implementing = None;
    for line in file.lines() {
        if let Some(name) = implementing_type(line) {
            let name = identifier(name);
            // A macro may define the type itself.
            names.insert(name.clone());
            implementing = Some(name);
        } else if line == "}" {
            implementing = None;
        }
        let mut words = line.split_whitespace();
        if words.any(|word| KEYWORDS.contains(&word))
            && let Some(name) = words.next()
        {
            let name = identifier(name);
            if let Some(implementing) = &implementing {
                names.insert(format!("{implementing}::{name}"));
            }
            names.insert(name);
        }
    }
}

/// Returns the type of a line such as `impl fmt::Display for Url<'_> {`, with what follows its name.
fn implementing_type(line: &str) -> Option<&str> {
    let head = line.strip_prefix("impl")?.strip_suffix('{')?;
    if let Some((_, name)) = head.rsplit_once(" for ") {
        return Some(name);
    }
    let generic = head.starts_with('<').then(|| head.split_once("> "));
    Some(
        generic
            .flatten()
            .map_or(head, |(_, name)| name)
            .trim_start(),
    )
}

#[test]
fn paths_and_items_are_distinguished_from_other_code() {
    assert!(is_path("src/rules/") && is_path("README.md"));
    assert!(!is_path("cargo codegen") && !is_path("\"/\""));
    assert_eq!(item("Rule"), Some("Rule"));
    assert_eq!(item("rules::ftp"), Some("ftp"));
    assert_eq!(item("parse()"), Some("parse"));
    assert_eq!((item("nom"), item("http://h/")), (None, None));
}

#[test]
fn members_are_found_with_their_types() {
    let mut names = HashSet::new();
    let file = "impl<'t> Url<'t> {\n    pub fn parse<T>(text: T) {}\n}\nfn free() {}\n";
    collect_items(file, &mut names);
    let items = Items { names };
    assert!(items.has("Url::parse()") && items.has("parse()") && items.has("free()"));
    assert!(!items.has("Url::free()") && !items.has("Host::parse()"));
}
