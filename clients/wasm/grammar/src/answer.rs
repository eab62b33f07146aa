//! What a production answers, as JSON.

use rfc1738_views::bindings::Question;
use rfc1738_views::json;
use rfc1738_views::production::{CheckedProduction, Undecided, UndecidedRecord};
use rfc1738_views::rejection::RejectionRecord;
use rfc1738_views::repairs::Repairs;
use rfcbnf_engine::{Detail, FlatNodes};
use serde::Serialize;

/// What is asked about a text.
#[derive(Clone, Copy)]
pub(crate) enum What {
    Verdict,
    Error,
    Tree(Detail),
    /// The nearest valid texts, at most so many.
    Nearest(usize),
}

/// The answer about a text. Offsets are in octets.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(concrete(P = rfc1738::Rule), bound = ""))]
#[serde(bound = "P: CheckedProduction")]
pub(crate) struct Answer<'a, P: CheckedProduction> {
    /// `None` if the text is not decided.
    ok: Option<bool>,
    /// The tree, if the question is about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        test,
        ts(optional, as = "Option<Vec<rfc1738_views::typescript::ListedNode>>")
    )]
    nodes: Option<FlatNodes<'a, 'a, P>>,
    /// The error, if the question is about more than the verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    rejected: Option<Rejected<P::Rejection>>,
    /// Why the text is not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    undecided: Option<UndecidedRecord>,
}

/// A text that a production does not derive.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(concrete(E = rfc1738::SyntaxError), bound = ""))]
#[serde(bound = "RejectionRecord<E>: Serialize")]
pub(crate) struct Rejected<E> {
    /// What is wrong, in one line.
    message: String,
    /// The same, with the line of the text and the notes.
    excerpt: String,
    #[cfg_attr(test, ts(as = "rfc1738_views::typescript::SyntaxError"))]
    error: RejectionRecord<E>,
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

impl<P: CheckedProduction> Answer<'_, P> {
    fn of(ok: Option<bool>) -> Self {
        Self {
            ok,
            nodes: None,
            rejected: None,
            undecided: None,
        }
    }

    fn undecided(undecided: &Undecided) -> Self {
        Self {
            undecided: Some(undecided.into()),
            ..Self::of(None)
        }
    }
}

fn ask<P: CheckedProduction>(rule: P, text: &[u8], what: What) -> String {
    let detail = match what {
        What::Nearest(most) => return json::line(&Repairs::of(rule, text, most).record()),
        What::Tree(detail) => Some(detail),
        What::Verdict | What::Error => None,
    };
    if detail.is_none() {
        match rule.is_valid(text) {
            Ok(false) if matches!(what, What::Error) => {}
            Ok(ok) => return json::line(&Answer::<P>::of(Some(ok))),
            Err(undecided) => return json::line(&Answer::<P>::undecided(&undecided)),
        }
    }
    match rule.check_in_detail(text, detail.unwrap_or(Detail::Rules)) {
        Ok(Ok(tree)) => json::line(&Answer {
            nodes: Some(tree.root().flat()),
            ..Answer::of(Some(true))
        }),
        Ok(Err(error)) => json::line(&Answer::<P> {
            rejected: Some(Rejected {
                message: error.to_string(),
                excerpt: format!("{error:#}"),
                error: RejectionRecord(error),
            }),
            ..Answer::of(Some(false))
        }),
        Err(undecided) => json::line(&Answer::<P>::undecided(&undecided)),
    }
}
