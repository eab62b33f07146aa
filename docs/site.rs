//! Writes the sources of the manual's site: `docs/site` runs this, and then mdBook.
//!
//! The site has the chapters of `docs/README.md` in its order, the tutorial, and the documents that chapters name. A link to
//! one of them stays as it is; a link to another file of the repository becomes a link to the repository. So the same
//! documents serve a checkout, a forge and the site. If the page in the browser is built, the site has it too.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The other documents of the site, with their titles, below the name of their part.
const PARTS: [(&str, &[(&str, &str)]); 3] = [
    (
        "Tutorial: how a BNF works",
        &[
            ("src/tutorial/1_productions.md", "Productions"),
            ("src/tutorial/2_derivations.md", "Derivations"),
            ("src/tutorial/3_parsing.md", "Parsing"),
            ("src/tutorial/4_ordered_choice.md", "Ordered choice"),
            ("src/tutorial/5_prose.md", "Prose"),
            ("src/tutorial/6_errors.md", "Errors"),
            ("src/tutorial/7_regular.md", "Regular languages"),
            ("src/tutorial/8_recursion.md", "Recursion"),
            ("src/tutorial/9_own_grammar.md", "A grammar of your own"),
        ],
    ),
    (
        "Examples",
        &[
            ("examples/conformance/README.md", "URL parsers under test"),
            ("examples/grammars/README.md", "Grammars to try"),
        ],
    ),
    (
        "The project",
        &[
            (".github/CONTRIBUTING.md", "Contributing"),
            ("docs/ARCHITECTURE.md", "Architecture"),
            ("CHANGELOG.md", "Changes"),
            (".github/SECURITY.md", "Security"),
            ("docs/release.md", "Release"),
        ],
    ),
];

/// The page in the browser, its chapter, and where the site has it beside that.
const PAGE: &str = "clients/page/dist/folder";
const PAGE_CHAPTER: &str = "clients/page/README.md";
const PAGE_COPY: &str = "app";

/// The settings of mdBook.
const BOOK: &str = "\
[book]
title = \"rfc1738: grammars of RFCs, run and tested\"
language = \"en\"
src = \"src\"

[output.html]
git-repository-url = \"REPOSITORY\"
playground.runnable = false
";

/// A chapter of the site.
struct Chapter {
    /// The path from the top of the repository.
    path: String,
    title: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = std::env::args_os()
        .nth(1)
        .ok_or("name the folder to write")?;
    let book = Path::new(&target);
    let manual = fs::read_to_string(top.join("docs/README.md"))?;
    let chapters = chapters(&manual);
    let others = PARTS.iter().flat_map(|(_, others)| others.iter());
    let pages = chapters.iter().map(|chapter| chapter.path.as_str());
    let pages = pages.chain(others.map(|(path, _)| *path));
    let pages: BTreeSet<&str> = pages.chain(["README.md", "docs/README.md"]).collect();
    if book.exists() {
        fs::remove_dir_all(book)?;
    }
    let built_page = Some(top.join(PAGE)).filter(|folder| folder.is_dir());
    for page in &pages {
        let text =
            fs::read_to_string(top.join(page)).map_err(|error| format!("{page}: {error}"))?;
        let linked = with_links(&text, page, |target| {
            if pages.contains(target) {
                return Link::Page;
            }
            match top.join(target) {
                path if path.is_dir() => Link::Folder,
                _ if is_picture(target) => Link::Picture,
                _ => Link::File,
            }
        });
        for picture in &linked.pictures {
            let place = book.join("src").join(picture);
            create_above(&place)?;
            fs::copy(top.join(picture), place)?;
        }
        let place = book.join("src").join(page);
        create_above(&place)?;
        let mut text = linked.text;
        if *page == PAGE_CHAPTER && built_page.is_some() {
            text = with_opening(&text);
        }
        fs::write(place, text)?;
    }
    if let Some(folder) = built_page {
        let copy = book
            .join("src")
            .join(PAGE_CHAPTER)
            .with_file_name(PAGE_COPY);
        copy_folder(&folder, &copy)?;
    }
    fs::write(book.join("src/SUMMARY.md"), summary(&chapters))?;
    let settings = BOOK.replace("REPOSITORY", env!("CARGO_PKG_REPOSITORY"));
    fs::write(book.join("book.toml"), settings)?;
    Ok(())
}

/// Creates the folders above a file.
fn create_above(file: &Path) -> std::io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)
}

/// Copies the files of a folder, and those of the folders in it.
fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let copy = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &copy)?;
        } else {
            fs::copy(entry.path(), copy)?;
        }
    }
    Ok(())
}

/// Returns the chapter on the page with a link that opens it, after its first paragraph.
fn with_opening(chapter: &str) -> String {
    let end = chapter
        .match_indices("\n\n")
        .nth(1)
        .map_or(chapter.len(), |(at, _)| at);
    let (before, after) = chapter.split_at(end);
    format!("{before}\n\n**[Open the page]({PAGE_COPY}/index.html)**{after}")
}

/// Returns the chapters in the table of the manual's first page.
fn chapters(manual: &str) -> Vec<Chapter> {
    let rows = manual.lines().filter_map(|line| line.strip_prefix("| ["));
    let rows = rows.filter_map(|row| {
        row.split_once("](")?
            .1
            .split_once(')')
            .map(|(path, _)| (row, path))
    });
    rows.map(|(row, path)| Chapter {
        path: resolved("docs/README.md", path),
        title: row
            .split_once(']')
            .map_or(row, |(title, _)| title)
            .to_owned(),
    })
    .collect()
}

/// Returns the table of contents.
fn summary(chapters: &[Chapter]) -> String {
    let mut text = String::from(
        "# Summary\n\n[What it is](README.md)\n[Chapters](docs/README.md)\n\n# The manual\n\n",
    );
    for Chapter { path, title } in chapters {
        let _ = writeln!(text, "- [{title}]({path})");
    }
    for (part, pages) in PARTS {
        let _ = write!(text, "\n# {part}\n\n");
        for (path, title) in pages {
            let _ = writeln!(text, "- [{title}]({path})");
        }
    }
    text
}

/// What a link leads to.
enum Link {
    /// A page of the site.
    Page,
    /// A picture, which the site has too.
    Picture,
    /// Another file of the repository.
    File,
    /// A folder of the repository.
    Folder,
}

/// A document with the links of the site.
struct Linked {
    text: String,
    /// The paths of its pictures from the top of the repository.
    pictures: BTreeSet<String>,
}

fn is_picture(path: &str) -> bool {
    let extension = Path::new(path)
        .extension()
        .and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| matches!(extension, "svg" | "webp" | "png"))
}

/// Returns the document at `page` with its links outside of code as the site needs them.
fn with_links(text: &str, page: &str, kind: impl Fn(&str) -> Link) -> Linked {
    let mut linked = Linked {
        text: String::new(),
        pictures: BTreeSet::new(),
    };
    let mut is_code = false;
    for line in text.split_inclusive('\n') {
        is_code ^= line.trim_start().starts_with("```");
        if is_code {
            linked.text.push_str(line);
            continue;
        }
        let mut rest = line;
        while let Some((before, opening, target, after)) = next_target(rest) {
            let changed = changed(page, target, &kind, &mut linked.pictures);
            linked.text.push_str(before);
            linked.text.push_str(opening);
            linked.text.push_str(changed.as_deref().unwrap_or(target));
            rest = after;
        }
        linked.text.push_str(rest);
    }
    linked
}

/// Splits a line at the target of its next link, of an inline link, of a definition or of a picture.
fn next_target(line: &str) -> Option<(&str, &str, &str, &str)> {
    let openings = [
        ("](", ')'),
        ("]: ", '\n'),
        ("src=\"", '"'),
        ("srcset=\"", '"'),
    ];
    let found = openings
        .iter()
        .filter_map(|(opening, end)| Some((line.find(opening)?, *opening, *end)));
    let (at, opening, end) = found.min_by_key(|(at, ..)| *at)?;
    let start = at + opening.len();
    let length = line[start..].find(end)?;
    Some((
        &line[..at],
        opening,
        &line[start..start + length],
        &line[start + length..],
    ))
}

/// Returns the new target of a link, if it needs one.
fn changed(
    page: &str,
    target: &str,
    kind: impl Fn(&str) -> Link,
    pictures: &mut BTreeSet<String>,
) -> Option<String> {
    let is_elsewhere = target.contains("://") || target.starts_with('#') || target.contains(' ');
    if is_elsewhere || target.is_empty() {
        return None;
    }
    let (file, heading) = match target.find('#') {
        Some(at) => target.split_at(at),
        None => (target, ""),
    };
    let path = resolved(page, file);
    let repository = env!("CARGO_PKG_REPOSITORY");
    match kind(&path) {
        // mdBook makes `index.html` of it.
        Link::Page => target
            .contains("README.md")
            .then(|| target.replace("README.md", "index.md")),
        Link::Picture => {
            pictures.insert(path);
            None
        }
        Link::File => Some(format!("{repository}/blob/main/{path}{heading}")),
        Link::Folder => Some(format!("{repository}/tree/main/{path}")),
    }
}

/// Returns the path from the top of what `target` means in `page`.
fn resolved(page: &str, target: &str) -> String {
    let mut path = PathBuf::from(page);
    path.pop();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::{Link, changed, chapters, resolved, with_links, with_opening};
    use std::collections::BTreeSet;

    fn kind(path: &str) -> Link {
        match path {
            "docs/a.md" | "docs/b/README.md" => Link::Page,
            "src" => Link::Folder,
            "b/c.svg" => Link::Picture,
            _ => Link::File,
        }
    }

    #[test]
    fn links_lead_to_pages_or_to_the_repository() {
        let to = |target| changed("docs/x.md", target, kind, &mut BTreeSet::new());
        assert_eq!(to("a.md#one"), None);
        assert_eq!(to("https://example.org/"), None);
        assert_eq!(to("b/README.md#one").as_deref(), Some("b/index.md#one"));
        assert_eq!(
            to("../src").as_deref(),
            Some(concat!(env!("CARGO_PKG_REPOSITORY"), "/tree/main/src"))
        );
        assert_eq!(
            to("../src/lib.rs#L1").as_deref(),
            Some(concat!(
                env!("CARGO_PKG_REPOSITORY"),
                "/blob/main/src/lib.rs#L1"
            ))
        );
        assert_eq!(resolved("docs/x.md", "../page/y.md"), "page/y.md");
    }

    #[test]
    fn code_keeps_what_looks_like_a_link() {
        let text = "[a](a.md), ![c](../b/c.svg)\n```\n[d](../e)\n```\n[f]: ../g.rs\n";
        let linked = with_links(text, "docs/x.md", kind);
        let repository = env!("CARGO_PKG_REPOSITORY");
        assert_eq!(
            linked.text,
            text.replace("../g.rs", &format!("{repository}/blob/main/g.rs"))
        );
        assert_eq!(linked.pictures.into_iter().collect::<Vec<_>>(), ["b/c.svg"]);
    }

    #[test]
    fn the_chapter_on_the_page_opens_it() {
        let chapter = with_opening("# The page\n\nWhat it\nis.\n\nMore.\n");
        let link = "**[Open the page](app/index.html)**";
        assert_eq!(
            chapter,
            format!("# The page\n\nWhat it\nis.\n\n{link}\n\nMore.\n")
        );
        assert_eq!(
            with_opening("# The page\n"),
            format!("# The page\n\n\n{link}")
        );
    }

    #[test]
    fn chapters_are_the_rows_of_the_table() {
        let found = chapters(
            "| chapter | subject |\n|---|---|\n| [One](one.md) | [x](y) |\n| [Two](../two.md) | z |\n",
        );
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|c| (c.path.as_str(), c.title.as_str()))
            .collect();
        assert_eq!(found, [("docs/one.md", "One"), ("two.md", "Two")]);
    }
}
