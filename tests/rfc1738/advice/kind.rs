//! Tables of URLs with marked findings.

use std::ops::Range;

use rfc1738::{AdviceId, Url, advise};

/// A URL with the span of each finding in braces, which no URL contains; and the id of each finding,
/// in the order of the opening braces.
pub(crate) type Row = (&'static str, &'static [&'static [AdviceId]]);

/// The URLs for one kind of advice. Every row lists all findings.
pub(crate) struct Kind {
    pub(crate) id: AdviceId,
    /// URLs that get this advice.
    pub(crate) given: &'static [Row],
    /// Similar URLs that do not get it.
    pub(crate) near: &'static [Row],
}

impl Kind {
    pub(crate) fn check(&self) {
        let id = self.id;
        assert!(self.given.len() >= 2 && self.near.len() >= 2, "{id}");
        for row in self.given {
            assert!(check(row).contains(&id), "{id} on {}", row.0);
        }
        for row in self.near {
            assert!(!check(row).contains(&id), "{id} on {}", row.0);
        }
    }
}

/// Asserts that the row lists all findings, and returns its ids.
fn check((marked, ids): &Row) -> Vec<AdviceId> {
    let (text, spans) = unmarked(marked);
    assert_eq!(spans.len(), ids.len(), "{marked}");
    let wanted = ids.iter().zip(spans);
    let wanted = wanted.flat_map(|(ids, span)| ids.iter().map(move |&id| (id, span.clone())));
    let wanted: Vec<(AdviceId, Range<usize>)> = wanted.collect();
    let url = Url::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let found: Vec<_> = advise(&url)
        .map(|finding| (finding.id(), finding.span()))
        .collect();
    assert_eq!(found, wanted, "{marked}");
    found.into_iter().map(|(id, _)| id).collect()
}

/// Returns the text without braces, and the spans in the order of the opening braces.
fn unmarked(marked: &str) -> (String, Vec<Range<usize>>) {
    let mut text = String::new();
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut open = Vec::new();
    for character in marked.chars() {
        match character {
            '{' => {
                open.push(spans.len());
                spans.push(text.len()..text.len());
            }
            '}' => {
                let closed: usize = open.pop().expect("it was opened");
                spans[closed].end = text.len();
            }
            _ => text.push(character),
        }
    }
    assert!(open.is_empty(), "{marked}");
    (text, spans)
}
