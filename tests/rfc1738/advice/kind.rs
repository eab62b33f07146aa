//! Tables of URLs with marked findings.

use std::ops::Range;

use rfc1738::{AdviceId, Url, advise};

/// The URLs for one kind of advice, with all their findings. The span of a finding is in braces, which no URL contains.
/// Ids before a `|` are those of other findings there.
pub(crate) struct Kind {
    pub(crate) id: AdviceId,
    /// URLs that get this advice.
    pub(crate) given: &'static [&'static str],
    /// Similar URLs that do not get it.
    pub(crate) near: &'static [&'static str],
}

impl Kind {
    pub(crate) fn check(&self) {
        let id = self.id;
        assert!(self.given.len() >= 2 && self.near.len() >= 2, "{id}");
        for row in self.given {
            assert!(check(id, row).contains(&id), "{id} on {row}");
        }
        for row in self.near {
            assert!(!check(id, row).contains(&id), "{id} on {row}");
        }
    }
}

/// Asserts that the row has all findings, and returns their ids.
fn check(id: AdviceId, marked: &str) -> Vec<AdviceId> {
    let (text, wanted) = unmarked(id, marked);
    let wanted = wanted.into_iter();
    let wanted = wanted.flat_map(|(ids, span)| ids.into_iter().map(move |id| (id, span.clone())));
    let wanted: Vec<_> = wanted.collect();
    let url = Url::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let found: Vec<_> = advise(&url)
        .map(|finding| (finding.id(), finding.span()))
        .collect();
    assert_eq!(found, wanted, "{marked}");
    found.into_iter().map(|(id, _)| id).collect()
}

/// Ids of findings with their common span.
type Marked = (Vec<AdviceId>, Range<usize>);

/// Returns the text without marks, and the ids and the spans in the order of the opening braces.
fn unmarked(id: AdviceId, marked: &str) -> (String, Vec<Marked>) {
    let mut text = String::new();
    let mut findings: Vec<Marked> = Vec::new();
    let mut open = Vec::new();
    for part in marked.split_inclusive(['{', '}', '|']) {
        let (inside, mark) = match part.strip_suffix(['{', '}', '|']) {
            Some(inside) => (inside, &part[inside.len()..]),
            None => (part, ""),
        };
        if mark == "|" {
            let (ids, _) = findings.last_mut().expect("a finding begins");
            let words = inside.split(' ');
            *ids = words.map(|id| id.parse().expect("an id")).collect();
            continue;
        }
        text.push_str(inside);
        if mark == "{" {
            open.push(findings.len());
            findings.push((vec![id], text.len()..text.len()));
        } else if mark == "}" {
            let closed: usize = open.pop().expect("it was opened");
            findings[closed].1.end = text.len();
        }
    }
    assert!(open.is_empty(), "{marked}");
    (text, findings)
}
