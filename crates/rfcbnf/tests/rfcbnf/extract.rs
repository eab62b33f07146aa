//! Grammars found in documents: the first and the last of several definitions, and damage. No rule is lost without a word.
//! `tests/corpus/documents.txt` has documents of all kinds.

use rfcbnf::Reader;
use rfcbnf::extract::{Extraction, Keep, Reason, extract};

#[test]
fn many_fences_take_linear_time() {
    let document = "~~~~ x\n````` y\n".repeat(100_000);
    assert_eq!(extract(&document, Keep::Last).rules, []);
}

fn texts(found: &Extraction) -> Vec<&str> {
    found.rules.iter().map(|rule| &*rule.text).collect()
}

/// RFC 2616 has these statements, and RFC 2617 such calls.
#[test]
fn pseudo_code_takes_the_place_of_no_rule() {
    let document = "
     Content-Length = \"Content-Length\" \":\" 1*DIGIT
     entity-body    = *OCTET
     digest         = <\"> 32LHEX <\">
     LHEX           = DIGIT / \"a\" / \"b\"

   The body is:

     entity-body := Content-Encoding( Content-Type( data ) )

   The digest is found so:

     digest =
        <\"> < KD ( H(A1), unq(nonce) \":\" H(A2) ) > <\">

     length := 0
     Content-Length := length
";
    for keep in [Keep::First, Keep::Last] {
        let found = extract(document, keep);
        let lines: Vec<usize> = found.rules.iter().map(|rule| rule.line).collect();
        assert_eq!(lines, [2, 3, 4, 5], "{:?}", texts(&found));
        assert_eq!(found.redefinitions, []);
        assert_eq!(found.calls, [9, 13]);
    }
}

const TWICE: &str = "
1.  Ports

     port = 1*DIGIT
     name = 1*ALPHA

A.  Collected ABNF

     name = 1*( ALPHA )   ; the same
     port = 1*5DIGIT
";

#[test]
fn the_last_or_first_of_different_definitions_is_taken() {
    for (keep, line, other) in [(Keep::Last, 10, 4), (Keep::First, 4, 10)] {
        let found = extract(TWICE, keep);
        let [redefinition] = &found.redefinitions[..] else {
            panic!("{:?}", found.redefinitions);
        };
        assert_eq!(redefinition.name, "port");
        assert_eq!(
            (redefinition.line, &redefinition.others[..]),
            (line, &[other][..])
        );
    }
}

/// RFC 5234, Section 2.3, has such examples.
#[test]
fn an_example_takes_the_place_of_no_definition() {
    let document = "
     rulename = ALPHA *( ALPHA / DIGIT )

   Names are literals.  Hence:

     rulename = \"abc\"

   or

     rulename = %d97.98.99
";
    for keep in [Keep::First, Keep::Last] {
        let found = extract(document, keep);
        let [one] = &found.redefinitions[..] else {
            panic!("{:?}", found.redefinitions);
        };
        assert_eq!(
            (one.line, &one.others[..], one.reason),
            (2, &[6, 10][..], Reason::NoExample)
        );
    }
}

/// Section 5 of RFC 1738.
const OWN: &str = include_str!("../../../../grammar/rfc1738.bnf");

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

/// Returns the parts of a document that its productions are printed in: of each, the name.
fn names_in(document: &str) -> Vec<String> {
    let read = Reader::default().read_document(document);
    let source = read.grammar.document.as_ref().expect("it is a document");
    let own = read.grammar.productions.iter();
    let own = own.filter(|one| read.grammar.is_in_file(one.span.start));
    let names = own.map(|one| {
        let span = source.span(one.name_span.clone());
        format!("{}@{}", &document[span.clone()], span.start)
    });
    names.collect()
}

/// Each name is looked for in the document by itself, at the beginning of the line that defines it.
#[test]
fn productions_have_their_places_in_every_form_of_document() {
    let forms = [
        "~~~ abnf\n\ta = \"x\"\n     ; above\n  b = a /\n        c\n~~~\n\n```abnf\nc=\"z\"\n```\n",
        "<rfc><artwork type=\"abnf\">\r\n  a = &quot;x&quot; / b\r\n</artwork><t/><artwork type='abnf'><![CDATA[\n b = \"<\" c\n]]>\n c = 'x'</artwork></rfc>",
        "\u{feff}<rfc><sourcecode type=\"abnf\">a\u{a0}= \"x\" \u{e9}\n  b = a</sourcecode></rfc>",
        "<html><body><pre class=\"abnf\">a = &lt;words&gt; b\nb = \"&#x3c;\"</pre><script>a = < b;</script><pre class=\"abnf\">c = a</pre></body></html>",
        "   a = \"x\" /\nDoe                  [Page 7]\n\x0c\nRFC 9999     Ports     March 2026\n\n         b\n\n   |  b = 1*DIGIT\n\n   c = \u{201c}x\u{201d}\n",
    ];
    for form in forms {
        let names = names_in(form);
        assert!(names.len() >= 2, "{form:?}: {names:?}");
        for name in names {
            let (name, at) = name.split_once('@').expect("a place");
            let at: usize = at.parse().expect("an offset");
            let line = form[..at].rfind(['\n', '>', '[']).map_or(0, |end| end + 1);
            assert!(
                form[line..at]
                    .trim_matches(['|', ' ', '\t', '\u{feff}'])
                    .is_empty(),
                "{form:?}: {name} at {at}"
            );
            let rest = form[at + name.len()..].trim_start_matches([' ', '\u{a0}']);
            assert!(
                ["a", "b", "c"].contains(&name) && rest.starts_with('='),
                "{form:?}: {name}"
            );
        }
    }
}

/// Whatever part of the source the document has as it is, a change there is a change of the source.
#[test]
fn a_change_in_the_document_changes_the_source_alike() {
    let draft = "<rfc><sourcecode type=\"abnf\">\n  a = \"x\" / b ; &lt;\n  b = \"&amp;\" / %x41\n</sourcecode></rfc>";
    let read = Reader::default().read_document(draft);
    let source = read.grammar.own_source().to_owned();
    let document = read.grammar.document.as_ref().expect("it is a document");
    let mut changes = 0;
    for start in 0..source.len() {
        for end in start..=source.len() {
            let Some((place, text)) = document.change(start..end, "q") else {
                continue;
            };
            assert_eq!(
                draft.get(place.clone()),
                source.get(start..end),
                "{start}..{end}"
            );
            assert_eq!(text, "q");
            changes += 1;
        }
    }
    assert!(changes > 100, "{changes}");
    assert_eq!(document.change(0..1, "&"), None);
    let at = source.find('&').expect("the source has the character");
    assert_eq!(document.change(at..at + 1, "q"), None);
    assert_eq!(&draft[document.span(at..at + 1)], "&amp;");
    let in_document = draft.find("b = ").expect("the rule");
    let offset = document.offset(in_document).expect("the rule is there");
    assert!(source[offset..].starts_with("b = "));
    assert_eq!(document.offset(2), None);
}
