//! IP addresses in brackets that a parser takes, in words.

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{IpLiteral, Ipv4};
use rfcbnf::export::regex_of;
use rfcbnf::syntax::Encoding;

/// The greatest length of a regular expression.
const EXPRESSION: usize = 400;

/// Returns what the parser accepts, in a few words.
pub(super) fn in_words(literal: &IpLiteral) -> String {
    let mut words = "accepts IPv6 addresses in brackets".to_owned();
    if has_more(literal) {
        words += ", also with more behind the address";
    } else if !literal.after.is_nullable() {
        words += ", only with more behind the address";
    }
    if !literal.future.is_empty() {
        words += ", and literals that begin with `v`";
    }
    words
}

/// Returns all that the parser accepts as a production, in sentences without full stops.
pub(in crate::conformance) fn lines(
    literal: &IpLiteral,
    encoding: Encoding,
    production: &str,
) -> Vec<String> {
    let ipv4 = match literal.ipv4 {
        Ipv4::Rfc3986 => "",
        Ipv4::Rfc2373 => ", with numbers of one to three digits in IPv4address",
    };
    let mut lines = vec![format!(
        "the parser accepts \"[\" IPv6address \"]\" as `{production}`, IPv6address as in RFC 3986, \
         Section 3.2.2{ipv4}"
    )];
    let after = written(&literal.after, encoding);
    if has_more(literal) {
        lines.push(format!("behind the address it accepts {after}"));
    } else if !literal.after.is_nullable() {
        lines.push(format!("behind the address it expects {after}"));
    }
    if !literal.future.is_empty() {
        let future = written(&literal.future, encoding);
        lines.push(format!("between the brackets it also accepts {future}"));
    }
    lines
}

/// Returns all that the parser accepts, on one line.
pub(super) fn pinned(literal: &IpLiteral, encoding: Encoding) -> String {
    let after = written(&literal.after, encoding);
    let future = written(&literal.future, encoding);
    let address = match literal.ipv4 {
        Ipv4::Rfc3986 => "IPv6address",
        Ipv4::Rfc2373 => "IPv6address with [0-9]{1,3} in IPv4address",
    };
    let after = if after == "^$" {
        String::new()
    } else {
        format!(" {after}")
    };
    if literal.future.is_empty() {
        format!("[{address}{after}]")
    } else {
        format!("[{address}{after}], [{future}]")
    }
}

/// Returns whether an address may be alone, or have something after it.
fn has_more(literal: &IpLiteral) -> bool {
    literal.after.is_nullable() && !literal.after.octets().is_empty()
}

/// Returns the texts as a regular expression, or what they take if that is long.
fn written(texts: &Automaton, encoding: Encoding) -> String {
    let expression = regex_of(texts, encoding, EXPRESSION);
    expression.map_or_else(
        || {
            let states = texts.states().len();
            format!("the texts of an automaton of {states} states")
        },
        |regex| regex.to_string(),
    )
}
