//! What a production answers, as JSON.

use rfc1738_views::bindings::parser::Question;
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::json;
use rfc1738_views::production::{CheckedProduction, Rejection as _, Undecided};
use rfcbnf_engine::{Detail, FlatNodes};
use serde::Serialize;

/// What is asked about a text.
#[derive(Clone, Copy)]
pub(crate) enum What {
    Verdict,
    Error,
    Tree(Detail),
}

/// The answer. Offsets are in octets.
#[derive(Serialize)]
#[serde(bound = "P: CheckedProduction")]
struct Answer<'a, P: CheckedProduction> {
    /// `None` if the text is not decided.
    ok: Option<bool>,
    nodes: Option<FlatNodes<'a, 'a, P>>,
    /// What is wrong, in one line, and with the line of the text.
    message: Option<String>,
    excerpt: Option<String>,
    offset: Option<usize>,
    record: Option<CheckRecord<'a, P>>,
    /// The production whose texts are unknown.
    production: Option<String>,
}

/// A question about a text, whose answer is JSON.
pub(crate) struct Asked<'t>(pub(crate) &'t [u8], pub(crate) What);

impl Question for Asked<'_> {
    type Answer = String;

    fn ask(self, rule: impl CheckedProduction) -> String {
        let Self(text, what) = self;
        ask(rule, text, what)
    }
}

fn ask<P: CheckedProduction>(rule: P, text: &[u8], what: What) -> String {
    let detail = match what {
        What::Tree(detail) => detail,
        _ => Detail::Rules,
    };
    if !matches!(what, What::Tree(_)) {
        let verdict = rule.is_valid(text);
        match verdict {
            Ok(ok) if ok || matches!(what, What::Verdict) => {
                return json::line(&Answer::<P> {
                    ok: Some(ok),
                    ..empty()
                });
            }
            Ok(_) => {}
            Err(undecided) => return json::line(&unknown::<P>(&undecided)),
        }
    }
    match rule.check_in_detail(text, detail) {
        Ok(Ok(tree)) => json::line(&Answer {
            ok: Some(true),
            nodes: Some(tree.root().flat()),
            ..empty()
        }),
        Ok(Err(error)) => json::line(&Answer {
            ok: Some(false),
            message: Some(error.to_string()),
            excerpt: Some(format!("{error:#}")),
            offset: Some(error.facts().offset()),
            record: Some(CheckRecord::new(text, rule, Err(&error))),
            ..empty()
        }),
        Err(undecided) => json::line(&unknown::<P>(&undecided)),
    }
}

fn empty<'a, P: CheckedProduction>() -> Answer<'a, P> {
    Answer {
        ok: None,
        nodes: None,
        message: None,
        excerpt: None,
        offset: None,
        record: None,
        production: None,
    }
}

fn unknown<'a, P: CheckedProduction>(undecided: &Undecided) -> Answer<'a, P> {
    let unknown = match undecided {
        Undecided::Unknown(unknown) => Some(unknown),
        _ => None,
    };
    Answer {
        message: Some(undecided.to_string()),
        production: unknown.map(|unknown| unknown.production.to_string()),
        offset: unknown.map(|unknown| unknown.offset),
        ..empty()
    }
}
