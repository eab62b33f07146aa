//! Compares the advice on addresses with the grammar of RFC 822, Section 6.1.

use rfc1738::{AdviceId, Rule, Url, advise, encode};
use rfcbnf::automaton::Automaton;

/// The grammar, with letters for characters that the notation cannot express: see [`octet`].
const GRAMMAR: &str = r#"
addr-spec      = local-part "@" domain
local-part     = word *[ "." word ]
word           = atom | quoted-string
domain         = sub-domain *[ "." sub-domain ]
sub-domain     = atom | domain-literal
atom           = 1*[ "a" ]
quoted-string  = "Q" *[ qtext | quoted-pair ] "Q"
domain-literal = "[" *[ dtext | quoted-pair ] "]"
qtext          = "a" | "." | "@" | "[" | "]" | " " | "N"
dtext          = "a" | "." | "@" | "Q" | " " | "N"
quoted-pair    = "\" char
char           = qtext | "Q" | "\" | "R"
"#;

/// Returns the octet that a letter of the grammar stands for.
fn octet(letter: char) -> u8 {
    match letter {
        'Q' => b'"',
        'R' => b'\r',
        'N' => b'\n',
        'X' => 0x80,
        _ => u8::try_from(letter).expect("the others are ASCII"),
    }
}

fn automaton() -> Automaton {
    let grammar = rfcbnf::read(GRAMMAR).expect("the grammar has no errors");
    Automaton::new(&grammar, "addr-spec").expect("the production is small")
}

/// Returns the expected message on the letters as an address.
fn expected(automaton: &Automaton, letters: &str, octets: &[u8]) -> Option<String> {
    let viable = automaton.viable_prefix(letters.as_bytes());
    if automaton.accepts(letters.as_bytes()) {
        return None;
    }
    let what = "the address is not an addr-spec of RFC 822";
    let written = |octets: &[u8]| encode(octets, Rule::Unreserved.first());
    let Some(found) = octets.get(viable.length()..=viable.length()) else {
        return Some(format!("{what}: something is missing at its end"));
    };
    let offset = "mailto:".len() + written(&octets[..viable.length()]).len();
    let found = written(found);
    Some(format!(
        "{what}: \"{found}\" is not allowed at offset {offset}"
    ))
}

fn check(automaton: &Automaton, letters: &str) {
    let octets: Vec<u8> = letters.chars().map(octet).collect();
    let text = format!("mailto:{}", encode(&octets, Rule::Unreserved.first()));
    let url = Url::parse(&text).expect("it is a mailto URL");
    let mut findings = advise(&url).filter(|finding| finding.id() == AdviceId::AddrSpec);
    let found = findings.next();
    if let Some(finding) = &found {
        assert_eq!(finding.span(), "mailto:".len()..text.len(), "{text}");
    }
    let message = found.map(|finding| finding.message().to_owned());
    assert_eq!(message, expected(automaton, letters, &octets), "{text}");
}

/// Calls `check` with every nonempty sequence of at most `most` letters.
fn every_text(prefix: &str, letters: &str, most: usize, check: &mut impl FnMut(&str)) {
    for letter in letters.chars().filter(|_| most > 0) {
        let text = format!("{prefix}{letter}");
        check(&text);
        every_text(&text, letters, most - 1, check);
    }
}

#[test]
fn short_addresses_get_the_verdict_and_offset_of_the_grammar() {
    let automaton = automaton();
    let mut addresses = 0;
    let mut count = |text: &str| {
        check(&automaton, text);
        addresses += usize::from(automaton.accepts(text.as_bytes()));
    };
    every_text("", "a.@Q\\[] NRX", 4, &mut count);
    every_text("", "a.@Q", 6, &mut count);
    every_text("a@", "a[]\\.X", 5, &mut count);
    // The addresses among the texts above. All other texts get advice.
    assert_eq!(addresses, 105);
}
