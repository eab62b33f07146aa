//! `CHANGELOG.md` has the form of Keep a Changelog.

use std::fs;

use super::top;

/// The kinds of changes, in the order of the sections.
const KINDS: [&str; 6] = [
    "Added",
    "Changed",
    "Deprecated",
    "Removed",
    "Fixed",
    "Security",
];

#[test]
fn the_changelog_begins_with_the_unreleased_changes() {
    let text = changelog();
    assert!(text.starts_with("# Changelog\n"));
    let mut releases = text.lines().filter_map(|line| line.strip_prefix("## "));
    assert_eq!(releases.next(), Some("[Unreleased]"));
    for release in releases {
        let (version, date) = release.split_once(" - ").expect("a version and a date");
        let version = version.strip_prefix('[').and_then(|v| v.strip_suffix(']'));
        let numbers: Vec<&str> = version.expect("brackets").split('.').collect();
        assert!(has_form(&numbers, &[1, 1, 1]), "{release}");
        let date: Vec<&str> = date.split('-').collect();
        assert!(
            has_form(&date, &[4, 2, 2]) && date.concat().len() == 8,
            "{release}"
        );
    }
}

#[test]
fn each_release_has_its_changes_by_kind() {
    let text = changelog();
    for release in text.split("\n## ").skip(1) {
        let name = release.lines().next().unwrap_or_default();
        let mut kinds = KINDS.iter();
        for section in release.split("\n### ").skip(1) {
            let (kind, entries) = section.split_once('\n').unwrap_or((section, ""));
            assert!(
                kinds.any(|known| *known == kind),
                "{name}: {kind} is no kind, or comes twice or too late"
            );
            // Entries may be grouped by what a user does.
            let groups = format!("\n{entries}");
            let mut groups = groups.split("\n#### ").map(|group| group.split_once('\n'));
            let has_entries = |group: &str| {
                let mut lines = group.lines().filter(|line| !line.is_empty());
                lines
                    .next()
                    .is_some_and(|line| line.starts_with(['-', '|']))
            };
            let (_, ungrouped) = groups
                .next()
                .flatten()
                .expect("a line end before the entries");
            let groups: Vec<&str> = groups.filter_map(|group| Some(group?.1)).collect();
            let is_grouped = ungrouped.trim().is_empty() && !groups.is_empty();
            assert!(
                (is_grouped || has_entries(ungrouped)) && groups.into_iter().all(has_entries),
                "{name}: {kind} has a group without an entry, or none"
            );
        }
    }
}

#[test]
fn each_release_links_to_its_commits() {
    let text = changelog();
    let manifest = fs::read_to_string(top().join("Cargo.toml")).expect("the file is read");
    let mut lines = manifest.lines();
    let repository = lines.find_map(|line| line.strip_prefix("repository = \""));
    let repository = repository.expect("an address").trim_end_matches('"');
    let releases = text.lines().filter_map(|line| line.strip_prefix("## ["));
    for release in releases.filter_map(|release| release.split(']').next()) {
        let link = format!("\n[{release}]: {repository}/");
        assert!(text.contains(&link), "{link}");
    }
}

/// Returns whether each part is a number of at least as many digits as `digits` gives.
fn has_form(parts: &[&str], digits: &[usize]) -> bool {
    let is_number = |part: &str| part.bytes().all(|octet| octet.is_ascii_digit());
    let mut pairs = parts.iter().zip(digits);
    parts.len() == digits.len()
        && pairs.all(|(part, least)| part.len() >= *least && is_number(part))
}

fn changelog() -> String {
    fs::read_to_string(top().join("CHANGELOG.md")).expect("the file is read")
}
