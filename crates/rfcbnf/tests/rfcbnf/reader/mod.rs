//! The reader through its public interface.

mod abnf;
mod bnf;
mod detection;
mod documents;
mod ebnf;
mod errors;
mod foreign;
mod hostile;
mod invariants;
mod kept;
mod limits;
mod lists;
mod notation;
mod recovery;
mod rfc1738;
mod same_structure;
mod transcriptions;
mod unusable;

use rfcbnf::syntax::{Expression, Grammar, Kind, LiteralForm};
use rfcbnf::{BareLiteral, GrammarErrors, Reader};

const RFC1738: &str = include_str!("../../../../../grammar/rfc1738.bnf");

fn rfc1738() -> Grammar {
    read_with(RFC1738, &[quoted_slash()]).expect("the grammar of the RFC")
}

/// Reads a grammar with texts without quotation marks that are literals.
pub(crate) fn read_with(
    source: &str,
    bare_literals: &[BareLiteral],
) -> Result<Grammar, GrammarErrors> {
    let reader = Reader {
        bare_literals: bare_literals.to_vec(),
        ..Reader::default()
    };
    reader.read(source).into_result()
}

fn quoted_slash() -> BareLiteral {
    BareLiteral {
        production: "gopherurl".to_owned(),
        text: "/".to_owned(),
    }
}

/// Returns the body of the first rule, as [`tree`] writes it.
fn body(source: &str) -> String {
    let grammar = rfcbnf::read(source).unwrap_or_else(|errors| panic!("{errors}"));
    tree(&grammar.productions[0].body)
}

/// Writes the structure of an expression: `{…}` is an alternation, `(…)` a
/// sequence, `?` optional, `n*m` a repetition.
fn tree(expression: &Expression) -> String {
    let joined =
        |members: &[Expression], by: &str| members.iter().map(tree).collect::<Vec<_>>().join(by);
    match &expression.kind {
        Kind::Alternation(members) => format!("{{{}}}", joined(members, " | ")),
        Kind::Sequence(members) => format!("({})", joined(members, " ")),
        Kind::Optional(body) => format!("?{}", tree(body)),
        Kind::Repetition { least, most, body } => {
            let most = most.map_or(String::new(), |most| most.to_string());
            format!("{least}*{most}{}", tree(body))
        }
        Kind::Literal {
            text,
            form: LiteralForm::Quoted,
            ..
        } => format!("\"{text}\""),
        Kind::Literal {
            text,
            form: LiteralForm::Angle,
            ..
        } => format!("<{text}>"),
        Kind::Literal {
            text,
            form: LiteralForm::Bare,
            ..
        } => format!("bare {text}"),
        Kind::Reference { name, .. } => name.clone(),
        Kind::Literal {
            text,
            form: LiteralForm::Numbers,
            ..
        } => format!("numbers {text:?}"),
        Kind::Range { first, last } => format!("{first:?}-{last:?}"),
        Kind::Prose(text) => format!("prose {text:?}"),
        Kind::Unreadable => "unreadable".to_owned(),
    }
}

/// Compares the whole error message of a malformed grammar.
#[track_caller]
fn shows(source: &str, expected: &str) {
    let errors = rfcbnf::read(source).expect_err(source);
    assert_eq!(
        errors.to_string(),
        expected.trim_matches('\n'),
        "\n{errors}"
    );
}
