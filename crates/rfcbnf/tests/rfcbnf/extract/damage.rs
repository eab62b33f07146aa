//! Documents with damage. No rule is lost without a word.

use rfcbnf::Damage;
use rfcbnf::extract::{Keep, extract};

use super::finds;

/// Section 5 of RFC 1738.
const OWN: &str = include_str!("../../../../../grammar/rfc1738.bnf");

/// Returns the names of the rules of a document, in their order.
fn names(document: &str) -> Vec<String> {
    let rules = extract(document, Keep::Last).rules.into_iter();
    rules.map(|rule| rule.name).collect()
}

fn own_lines(change: impl Fn((usize, &str)) -> String) -> String {
    (900..).zip(OWN.lines()).map(change).collect()
}

#[test]
fn a_copy_keeps_its_rules_whatever_the_copying_does() {
    let copies = [
        (
            "line numbers",
            own_lines(|(number, line)| format!("{number:5}  {line}\n")),
        ),
        (
            "glued line numbers",
            own_lines(|(number, line)| format!(" {number}{line}\n")),
        ),
        (
            "one line",
            own_lines(|(_, line)| format!("{} ", line.trim())),
        ),
        (
            "no indentation",
            own_lines(|(_, line)| format!("{}\n", line.trim())),
        ),
        (
            "carriage returns",
            own_lines(|(_, line)| format!("{line}\r")),
        ),
        ("quotation marks", OWN.replace('"', "\u{201d}")),
    ];
    let own = names(OWN);
    assert_eq!(own.len(), 67);
    for (damage, copy) in copies {
        assert_eq!(names(&copy), own, "{damage}");
    }
}

/// The page with the text of an RFC numbers all its lines, and some begin with numbers themselves.
#[test]
fn line_numbers_are_found_before_numbers() {
    let page =
        "1. Ports\n\n     port = 1*DIGIT\n\n2. Names\n\n1738 is a port.\n\n     name = 1*ALPHA\n";
    let numbered = (7..).zip(page.lines());
    let numbered: Vec<String> = numbered
        .map(|(number, line)| format!("{number}{line}\n"))
        .collect();
    let found = extract(&numbered.concat(), Keep::Last);
    let lines: Vec<usize> = found.rules.iter().map(|rule| rule.line).collect();
    assert_eq!(lines, [3, 9]);
    let [repair] = &found.repairs[..] else {
        panic!("{:?}", found.repairs);
    };
    assert_eq!(repair.damage, Damage::LineNumbers { lines: 9 });
    assert_eq!(repair.lines, [3, 9]);
}

#[test]
fn long_paragraphs_are_not_divided() {
    let paragraph = "With a = 1 and b = 2 there is a third, c = 3, and \"so on\", which is how long lines of prose in \
                     drafts for kramdown look.";
    finds(
        &format!("{paragraph}\n\n     port = 1*DIGIT\n"),
        &[("port", 3)],
    );
}

/// Takes a quotation mark, a bracket or a separator out of each rule that has one, or doubles a separator.
#[test]
fn each_damaged_rule_is_read_or_reported() {
    let own = names(OWN);
    let is_rule = |line: &str| line.starts_with(|one: char| one.is_ascii_alphabetic());
    for (sign, instead) in [
        ("\"", ""),
        ("]", ""),
        ("[", ""),
        ("(", ""),
        (" |", " ||"),
        (" |", ""),
    ] {
        for (at, line) in OWN.lines().enumerate() {
            let Some(place) = line.rfind(sign).filter(|_| is_rule(line)) else {
                continue;
            };
            let damaged = format!("{}{instead}{}", &line[..place], &line[place + sign.len()..]);
            let copy = own_lines(|(number, line)| {
                format!("   {}\n", if number - 900 == at { &damaged } else { line })
            });
            let found = extract(&copy, Keep::Last);
            let is_reported = |name: &String| {
                let is_found = found.rules.iter().any(|rule| rule.name == *name);
                let line = at + 1;
                is_found
                    || found
                        .unread
                        .iter()
                        .any(|one| (one.first..=one.last).contains(&line))
            };
            assert!(own.iter().all(is_reported), "{damaged}");
        }
    }
}

/// Where nothing uses it, either.
#[test]
fn damaged_rules_among_rules_are_kept() {
    finds(
        "
     good  = \"b\"

     bad   = \"a

     worse = ( \"x\"
     fine  = good / good
",
        &[("good", 2), ("bad", 4), ("worse", 6), ("fine", 7)],
    );
}

#[test]
fn lines_like_a_body_behind_a_rule_are_reported() {
    let found = extract(
        "
     port = 1*DIGIT
     DIGIT \"x\" / \"y\"

     name = 1*ALPHA
     Here \"name\" is that of a host.
",
        Keep::Last,
    );
    let [unread] = found.unread[..] else {
        panic!("{:?}", found.unread);
    };
    assert_eq!(
        (unread.first, unread.last, unread.is_said_grammar),
        (3, 3, false)
    );
}

/// RFC 2617 has such a message, and drafts in Markdown have tags.
#[test]
fn parameters_and_attributes_are_no_rules() {
    finds(
        "
     challenge = \"Digest\" 1*SP opaque
     opaque    = \"opaque\" \"=\" word
     word      = 1*ALPHA

         WWW-Authenticate: Digest
             opaque=\"5ccc\",
             word=\"x\"
",
        &[("challenge", 2), ("opaque", 3), ("word", 4)],
    );
    finds(
        "See <eref\ntarget=\"https://a.example/b\"\nbrackets=\"angle\" />. In <eref\n",
        &[],
    );
}

/// RFC 822, Section 3.3, has comments beside the lines of prose.
#[test]
fn prose_with_comments_within_is_kept() {
    let found = extract(
        "
     body  = *text
     text  = <any CHAR, including bare    ; => atoms, specials,
              CR & bare LF, but NOT       ;  comments and
              including CRLF>             ;  quoted-strings are
                                          ;  NOT recognized.
     atom  = 1*\"a\"
",
        Keep::Last,
    );
    assert_eq!(found.in_words, [3]);
    assert_eq!(found.rules.len(), 3);
}

/// RFC 1459, Section 2.3.1, and RFC 959, Section 5.3.2.
#[test]
fn bodies_in_a_notation_of_their_own_are_prose() {
    let found = super::sound(
        "
   <nick>   ::= <letter> | <nick> <letter>
   <letter> ::= 'a' ... 'z' | 'A' ... 'Z'
   <pair>   ::= <letter>,<letter>
",
    );
    assert_eq!((found.rules.len(), &found.in_words[..]), (3, &[3, 4][..]));
}
