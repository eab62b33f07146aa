//! Heading "NNTP (see also RFC977)".

use rfc1738::Rule;

use super::case::{Production, accepted, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[Production {
    rule: Rule::Nntpurl,
    cases: &[
        accepted("group", "nntp://h/alt.test", "group=alt.test digits"),
        accepted(
            "article_number",
            "nntp://h:119/alt.test/42",
            "port=119 group=alt.test digits=119 digits=42",
        ),
        rejected("missing_path", "nntp://h", incomplete(8)),
        rejected("missing_group", "nntp://h/", incomplete(9)),
        rejected("star", "nntp://h/*", incomplete(9)),
        rejected("missing_article_number", "nntp://h/a/", incomplete(11)),
        rejected("message_identifier", "nntp://h/a@b", complete(10)),
        rejected("slash_at_the_end", "nntp://h/a/1/", complete(12)),
        rejected("user", "nntp://u@h/a", incomplete(8)),
    ],
}];
