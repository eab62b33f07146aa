//! Links lead somewhere, on a forge that shows the files and in the pages of `cargo doc`.

use std::fs;
use std::path::Path;

use super::{Document, documents, prose, top};

/// The definitions of the tutorial's links for `cargo doc`.
const IN_RUSTDOC: &str = "src/tutorial/links.txt";

#[test]
fn every_link_leads_to_an_existing_file_and_heading() {
    let documents = documents();
    assert!(documents.len() > 20);
    let mut broken = Vec::new();
    for document in &documents {
        for target in targets(&document.text) {
            if !target.starts_with("https://") && !exists(document, target) {
                broken.push(format!("{}: {target}", document.path.display()));
            }
        }
        for label in labels_used(&document.text) {
            if !definitions(&document.text).any(|(defined, _)| defined == label) {
                broken.push(format!(
                    "{}: [{label}] is not defined",
                    document.path.display()
                ));
            }
        }
    }
    assert_eq!(broken, Vec::<String>::new());
}

/// `cargo doc` puts `links.txt` in front of each chapter. Markdown takes the first definition of a
/// label, so there the links lead to items; rustdoc reports those that it cannot resolve.
#[test]
fn every_link_of_the_tutorial_leads_somewhere_in_both_places() {
    let in_rustdoc = fs::read_to_string(top().join(IN_RUSTDOC)).expect("the file is there");
    let in_rustdoc: Vec<(&str, &str)> = definitions(&in_rustdoc).collect();
    let documents = documents();
    let chapters = documents
        .iter()
        .filter(|document| document.path.starts_with("src/tutorial"));
    let chapters: Vec<&Document> = chapters.collect();
    assert_eq!(chapters.len(), 9);
    for Document { path, text } in chapters {
        let path = path.display();
        assert_eq!(
            inline_targets(text).next(),
            None,
            "{path} has an inline link"
        );
        for (label, _) in definitions(text) {
            assert!(
                in_rustdoc.iter().any(|(known, _)| *known == label),
                "{path}: {label}"
            );
        }
    }
    for (label, target) in in_rustdoc {
        let is_item = target.starts_with("crate::");
        assert!(
            is_item || target.starts_with("https://"),
            "{label}: {target}"
        );
    }
}

/// Returns whether the target of a link in the document is a file that has the heading after `#`.
fn exists(document: &Document, target: &str) -> bool {
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let folder = top().join(&document.path);
    let path = match file {
        "" => folder,
        _ => folder.parent().unwrap_or(Path::new("")).join(file),
    };
    if heading.is_empty() {
        return path.exists();
    }
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut headings = prose(&text).filter(|line| line.starts_with('#'));
    headings.any(|line| anchor(line.trim_start_matches('#').trim()) == heading)
}

/// Returns the anchor that forges give to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Returns the targets of all links of a document.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let definitions = definitions(text).map(|(_, target)| target);
    inline_targets(text)
        .chain(definitions)
        .chain(picture_sources(text))
}

/// Returns the pictures of elements `<picture>`, for light and for dark pages.
fn picture_sources(text: &str) -> impl Iterator<Item = &str> {
    prose(text).flat_map(|line| {
        let attributes = ["src=\"", "srcset=\""].into_iter();
        attributes.filter_map(|attribute| Some(line.split_once(attribute)?.1.split_once('"')?.0))
    })
}

/// Returns the targets of the links `[text](target)`.
fn inline_targets(text: &str) -> impl Iterator<Item = &str> {
    prose(text).flat_map(|line| {
        let starts = line.split("](").skip(1);
        starts.filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
    })
}

/// Returns the labels and the targets of the definitions `[label]: target`.
fn definitions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    prose(text).filter_map(|line| line.strip_prefix('[')?.split_once("]: "))
}

/// Returns the labels of the links `[text][label]`.
fn labels_used(text: &str) -> impl Iterator<Item = &str> {
    prose(text).flat_map(|line| {
        let starts = line.split("][").skip(1);
        starts.filter_map(|rest| rest.split_once(']').map(|(label, _)| label))
    })
}

#[test]
fn links_are_found_in_prose_and_not_in_code() {
    let text =
        "[a](b#c) and [d][e]\n```\n[f](g)\n```\n[e]: h/i.md\n<img alt=\"j\" src=\"k.webp\">\n";
    assert_eq!(
        targets(text).collect::<Vec<_>>(),
        ["b#c", "h/i.md", "k.webp"]
    );
    assert_eq!(labels_used(text).collect::<Vec<_>>(), ["e"]);
    assert_eq!(anchor("What is `*`, and why?"), "what-is--and-why");
}
