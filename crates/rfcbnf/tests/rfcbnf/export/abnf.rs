//! ABNF, read back by the `abnf` crate.

use abnf::types::{Node, Repeat, Rule, TerminalValues};
use rfcbnf::export::{ExportError, abnf};
use rfcbnf::syntax::Grammar;

use super::{assert_same, awkward, literal, one_of};
use crate::grammars::{foreign, rfc1738};

fn read_back(grammar: &Grammar, production: Option<&str>) -> Vec<Rule> {
    let text = abnf(grammar, production).expect("the grammar can be exported");
    assert!(text.is_ascii(), "{text}");
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    assert!(lines.iter().all(|line| !line.contains(['\r', '\n'])));
    abnf::rulelist(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the rules in the notation of RFC 822. Names are in lower case, because ABNF ignores
/// their case.
fn as_bnf(rules: &[Rule]) -> String {
    let lines = rules.iter().map(|rule| {
        let name = rule.name().to_ascii_lowercase();
        format!("{name} = {}\n", node_as_bnf(rule.node()))
    });
    lines.collect()
}

fn node_as_bnf(node: &Node) -> String {
    let all = |nodes: &[Node], joint: &str| {
        let nodes: Vec<String> = nodes.iter().map(node_as_bnf).collect();
        format!("( {} )", nodes.join(joint))
    };
    match node {
        Node::Alternatives(nodes) => all(nodes, " | "),
        Node::Concatenation(nodes) => all(nodes, " "),
        Node::Repetition { repeat, node } => {
            let node = node_as_bnf(node);
            let most = repeat.max().map_or(String::new(), |most| most.to_string());
            match repeat {
                Repeat::Specific(times) => format!("{times}( {node} )"),
                Repeat::Variable { .. } => {
                    format!("{}*{most}( {node} )", repeat.min().unwrap_or(0))
                }
            }
        }
        Node::Rulename(name) => name.to_ascii_lowercase(),
        Node::Group(node) => format!("( {} )", node_as_bnf(node)),
        Node::Optional(node) => format!("[ {} ]", node_as_bnf(node)),
        Node::String(string) => {
            assert!(!string.is_case_sensitive(), "RFC 5234 has no such string");
            let letters = string.value().chars();
            let letters: Vec<String> = letters
                .map(|letter| one_of([letter.to_ascii_lowercase(), letter.to_ascii_uppercase()]))
                .collect();
            format!("( {} )", letters.join(" "))
        }
        Node::TerminalValues(TerminalValues::Range(first, last)) => {
            one_of((*first..=*last).filter_map(char::from_u32))
        }
        Node::TerminalValues(TerminalValues::Concatenation(numbers)) => literal(
            &numbers
                .iter()
                .copied()
                .filter_map(char::from_u32)
                .collect::<String>(),
        ),
        Node::Prose(prose) => panic!("<{prose}>"),
    }
}

#[test]
fn the_grammar_of_rfc_1738_read_back_derives_the_same() {
    let grammar = rfc1738();
    let bnf = as_bnf(&read_back(&grammar, None));
    assert_same(&grammar, &bnf, |name| {
        not_core(&name.replace(['+', '_'], "-"))
    });
}

#[test]
fn names_that_differ_in_what_abnf_lacks_stay_distinct() {
    let grammar = awkward();
    let bnf = as_bnf(&read_back(&grammar, None));
    assert_same(&grammar, &bnf, |name| {
        let changed = match name {
            "rule" => "rule-2",
            "RULE" => "rule-3",
            "a_b" => "a-b-2",
            "A+b" => "a-b-3",
            "Rule" => "rule",
            "ANY" => "any",
            other => other,
        };
        changed.to_owned()
    });
}

#[test]
fn foreign_grammars_are_read_back() {
    for grammar in foreign() {
        let bnf = as_bnf(&read_back(&grammar, None));
        assert_same(&grammar, &bnf, not_core);
    }
}

#[test]
fn no_core_rule_is_redefined() {
    let core = abnf_core_rules();
    let start = format!("start = digit-rule | {}\n", core.join(" | "));
    let names = core.iter().map(String::as_str).chain(["digit-rule"]);
    let bnf = names.map(|name| format!("{name} = \"{name}\"\n"));
    let bnf: String = std::iter::once(start).chain(bnf).collect();
    let grammar = rfcbnf::read(&bnf).expect("the grammar has no errors");
    let rules = read_back(&grammar, None);
    for rule in &rules {
        let name = rule.name().to_ascii_lowercase();
        assert!(!core.contains(&name), "{name}");
    }
    assert_same(&grammar, &as_bnf(&rules), |name| match name {
        "digit" => "digit-2".to_owned(),
        other => not_core(other),
    });
}

/// The core rules of RFC 5234, Appendix B.1.
fn abnf_core_rules() -> Vec<String> {
    let names = "alpha bit char cr crlf ctl digit dquote hexdig htab lf lwsp octet sp vchar wsp";
    names.split(' ').map(str::to_owned).collect()
}

/// Returns the exported name of a production.
fn not_core(name: &str) -> String {
    if abnf_core_rules().iter().any(|core| core == name) {
        format!("{name}-rule")
    } else {
        name.to_owned()
    }
}

#[test]
fn comments_are_kept_and_name_what_is_written_out() {
    let text = abnf(&rfc1738(), None).expect("the grammar can be exported");
    for part in [
        "\r\n\r\n; The predefined schemes:\r\n\r\n; FTP (see also RFC959)\r\n\r\nftpurl = ",
        "; new schemes follow the general syntax\r\n\
         ; No text of otherurl begins with one of these, in any case: \"http:\" \"ftp:\"\r\n\
         ; \"news:\" \"nntp:\" \"telnet:\" \"gopher:\" \"wais:\" \"mailto:\" \"file:\" \"prospero:\".\r\n\
         ; This notation cannot say so, so the other texts are written out.\r\n\
         otherurl = ((",
        "; gopher+_string in the original\r\ngopher--string = *xchar\r\n",
        "; lowalpha in any case\r\nlowalpha-any-case = %x61-7A / %x41-5A\r\n",
        "\r\nscheme = 1*(lowalpha-any-case / digit-rule / \"+\" / \"-\" / \".\")\r\n",
        "\r\n; digit in the original\r\ndigit-rule = %x30-39\r\n",
        "\r\nftptype = %x41 / %x49 / %x44 / %x61 / %x69 / %x64\r\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let file = abnf(&rfc1738(), Some("ftptype")).expect("the grammar can be exported");
    assert!(
        file.ends_with(
            "RFC 822.\r\n\r\n; The predefined schemes:\r\n\r\n; FTP (see also RFC959)\r\n\r\n\
             ftptype = %x41 / %x49 / %x44 / %x61 / %x69 / %x64\r\n"
        ),
        "{file}"
    );
    let awkward = abnf(&awkward(), None).expect("the grammar can be exported");
    assert!(
        awkward.contains("; \\u{a7}3 ends here: */\r\n"),
        "{awkward}"
    );
}

#[test]
fn one_production_is_exported_with_exactly_those_that_it_uses() {
    let rules = read_back(&rfc1738(), Some("hostport"));
    let names: Vec<&str> = rules.iter().map(Rule::name).collect();
    assert_eq!(
        names,
        [
            "hostport",
            "host",
            "hostname",
            "domainlabel",
            "toplabel",
            "alphadigit",
            "hostnumber",
            "port",
            "lowalpha",
            "hialpha",
            "alpha-rule",
            "digit-rule",
            "digits"
        ]
    );
}

#[test]
fn an_unknown_name_is_an_error() {
    let error = abnf(&rfc1738(), Some("hostprot")).expect_err("there is no such production");
    assert_eq!(
        error.to_string(),
        "there is no production `hostprot`; did you mean `hostport`?"
    );
    assert!(
        matches!(error, ExportError::UnknownProduction(unknown) if unknown.name() == "hostprot")
    );
}
