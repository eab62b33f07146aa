//! The reader through its public interface: what the cases of `corpus.rs` do not show.

mod fitting;
mod foreign;
mod hostile;
mod invariants;
mod limits;
mod rfc1738;
mod rules;
mod same_structure;
mod textbook;
mod transcriptions;

use rfcbnf::syntax::{Case, Expression, Grammar, Kind, LiteralForm};
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

/// Writes the structure of an expression: `{…}` is an alternation, `(…)` a
/// sequence, `?` optional, `n*m` a repetition.
fn tree(expression: &Expression) -> String {
    written(expression, None)
}

/// Writes the structure of an expression, with `%s` or `%i` before a literal whose letters do not match as usual.
pub(crate) fn tree_of(expression: &Expression, usual: Case) -> String {
    written(expression, Some(usual))
}

fn written(expression: &Expression, usual: Option<Case>) -> String {
    let tree = |expression: &Expression| written(expression, usual);
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
        Kind::Literal { text, form, case } => match form {
            LiteralForm::Quoted => match usual {
                _ if text.contains(char::is_control) => format!("{text:?}"),
                Some(Case::Ignored) if *case == Case::Exact => format!("%s\"{text}\""),
                Some(Case::Exact) if *case == Case::Ignored => format!("%i\"{text}\""),
                _ => format!("\"{text}\""),
            },
            LiteralForm::Angle => format!("<{text}>"),
            LiteralForm::Bare => format!("bare {text}"),
            LiteralForm::Numbers => format!("numbers {text:?}"),
        },
        Kind::Reference { name, .. } => name.clone(),
        Kind::Range { first, last } => format!("{first:?}-{last:?}"),
        Kind::Prose(text) => format!("prose {text:?}"),
        Kind::Unreadable => "unreadable".to_owned(),
    }
}
