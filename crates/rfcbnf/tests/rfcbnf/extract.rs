//! Grammars found in documents, in plain text, HTML and XML: blocks that say that they are a grammar, several definitions of one
//! name, and damage. The documents are made up; each has what real ones have. No rule is lost without a word.

use rfcbnf::Damage;
use rfcbnf::extract::{Extraction, Form, Keep, Reason, extract};

/// Returns the names of the rules that are found, each with its line.
fn rules(document: &str) -> Vec<(String, usize)> {
    let found = extract(document, Keep::Last).rules.into_iter();
    found.map(|rule| (rule.name, rule.line)).collect()
}

#[track_caller]
fn finds(document: &str, expected: &[(&str, usize)]) {
    let expected: Vec<(String, usize)> = expected
        .iter()
        .map(|(name, line)| ((*name).to_owned(), *line))
        .collect();
    assert_eq!(rules(document), expected);
}

/// Returns what is found, and checks that the grammar can be read.
#[track_caller]
fn sound(document: &str) -> Extraction {
    let found = extract(document, Keep::Last);
    let grammar = found.grammar("document");
    let read = rfcbnf::Reader::default().read(&grammar);
    assert!(read.errors.is_none(), "{grammar}\n{:?}", read.errors);
    for rule in &found.rules {
        assert!(
            read.grammar.production(&rule.name).is_some(),
            "{}",
            rule.name
        );
    }
    found
}

#[test]
fn a_rule_goes_on_behind_a_page_break() {
    let document = "
     ports    =  port
                 *( \",\" port )
                 [ \";\"



Doe & Roe                    Standards Track                    [Page 12]
\u{c}
RFC 9999                          Ports                       March 2026


                   name ]
     port     =  1*5DIGIT
     name     =  1*ALPHA
";
    let found = sound(document);
    assert_eq!(found.form, Form::Text);
    assert_eq!(
        found.rules[0].text,
        "ports    =  port\n            *( \",\" port )\n            [ \";\"\n              name ]"
    );
    assert_eq!(found.rules[0].lines, [2, 3, 4, 13]);
    finds(document, &[("ports", 2), ("port", 14), ("name", 15)]);
}

/// RFC 822 and RFC 959 have headers that no pattern knows.
#[test]
fn lines_that_repeat_beside_form_feeds_are_headers_and_footers() {
    let page = |number: usize, text: &str| {
        format!(
            "{text}\n\n     May 5, 1999                  - {number} -                 RFC #9999\n\u{c}\n\
             \n     Standard for Made Up Text\n\n"
        )
    };
    let document = format!(
        "{}{}{}     d = b\n",
        page(1, "     a = b /\n         c"),
        page(2, "     b = \"b\""),
        page(3, "     c = \"c\""),
    );
    let found = sound(&document);
    assert_eq!(found.rules.len(), 4);
    assert!(
        found
            .rules
            .iter()
            .all(|rule| !rule.text.contains("Standard"))
    );
}

#[test]
fn paragraphs_captions_and_assignments_are_no_rules() {
    finds(
        "\
1.  Introduction

   The list is given by the rule
   ports = a list of numbers, where each
   number is that of a port.  With
   n = 2 there are two.

     ports = port *( \",\" port )
     port  = 1*DIGIT
     where the ports are in the order of
     preference.

                  Figure 3: ports = a list

   An example in C:

     port = getport(stdin);
     mask = (port << 4) | 1;
     key = 0f1e2d3c 4b5a6978

   Authorization: Digest username=\"me\",
       realm=\"here\"
",
        &[("ports", 8), ("port", 9)],
    );
}

#[test]
fn a_document_without_rules_has_none() {
    finds(
        "\
   :status = 304
   etag = \"xyzzy\"
   expires = Thu

   S = estimated response size
   lb_Leisure = S * G / R
",
        &[],
    );
}

#[test]
fn definitions_in_asn1_are_counted_and_left_out() {
    let found = extract(
        "
   Message ::= SEQUENCE {
        id   INTEGER,
        tag  [0] Tag }
   Tag ::= OCTET STRING

   <option> ::= <letter> | <option> <letter>
   <letter> ::= \"a\" | \"b\"
",
        Keep::Last,
    );
    assert_eq!(found.asn1, [2, 5]);
    let names: Vec<&str> = found.rules.iter().map(|rule| &*rule.name).collect();
    assert_eq!(names, ["option", "letter"]);
}

/// RFC 1034, Section 3.5, has such bodies.
#[test]
fn a_body_in_words_is_written_in_angle_brackets() {
    let found = sound(
        "
   <label> ::= <letter> | <label> <letter>

   <letter> ::= any one of the 26 letters A through Z in
   upper case
",
    );
    assert_eq!(found.in_words, [4]);
    assert_eq!(
        found.rules[1].text,
        "<letter> ::= <any one of the 26 letters A through Z in.>"
    );
    let found = sound(
        "
     xtext = *( xchar / hexchar )
     xchar = any ASCII character between \"!\" and \"~\", and
             not \"+\" or \"=\".
     hexchar = \"+\" 2HEXDIG
",
    );
    assert_eq!(
        found.rules[1].text,
        "xchar = <any ASCII character between \"!\" and \"~\", and\n        not \"+\" or \"=\".>"
    );
}

#[test]
fn a_wrapped_comment_gets_a_semicolon() {
    let found = sound(
        "
     uri-value = token       ; The same as the request, as specified
                 by HTTP/1.1
     token     = 1*ALPHA     ; letters only, and never
                             the digits of the number
",
    );
    assert_eq!(found.wrapped_comments, [3, 5]);
    assert!(found.rules[0].text.ends_with("; by HTTP/1.1"));
    assert!(found.rules[1].text.ends_with("; the digits of the number"));
}

#[test]
fn a_rule_has_the_section_that_prints_it() {
    let found = sound(
        "\
Table of Contents

   1.  Ports ....................................................... 3

1.  Ports

     port = 1*DIGIT

Appendix B.  Collected ABNF

     ports = port *( \",\" port )
",
    );
    let sections = found.rules.iter().map(|rule| rule.section.as_ref());
    let sections: Vec<String> = sections.flatten().map(ToString::to_string).collect();
    assert_eq!(sections, ["1 Ports", "B Collected ABNF"]);
}

#[test]
fn a_damaged_rule_is_kept_where_rules_are_around_it() {
    let document = "
     ports = port *( \",\" port )
     port  = 1*5DIGIT )
     name  = 1*ALPHA
";
    let found = extract(document, Keep::Last);
    let grammar = found.grammar("document");
    let errors = rfcbnf::read(&grammar).unwrap_err();
    let [error] = errors.errors() else {
        panic!("{errors}");
    };
    assert_eq!(error.message(), "the `)` was never opened");
    assert_eq!(found.lines()[error.line() - 1], Some(3));
}

#[test]
fn the_rules_of_the_smaller_notation_are_left_out() {
    let found = extract(
        "
   a ::= b \"x\"
   b ::= \"y\" | a

   An example in another notation is this:

   sample = \"z\" / b
",
        Keep::Last,
    );
    assert_eq!(found.other_notation, [7]);
    assert_eq!(found.rules.len(), 2);
}

#[test]
fn a_rule_continues_after_a_separator_at_its_line_end() {
    let found = sound(
        "
   day    = monday / tuesday
            / wednesday /
   thursday
   monday = \"m\"
   tuesday = \"t\"
   wednesday = \"w\"
   thursday = \"h\"
",
    );
    assert_eq!(found.rules.len(), 5);
    assert!(found.rules[0].text.ends_with("thursday"));
}

#[test]
fn a_call_of_a_function_is_no_rule() {
    let document = "
     name     = 1*ALPHA \",\" salt
     salt     = 1*DIGIT

   The keys are found so:

     salted   := Mix(name, salt, i)
     salt-key := Digest(salted, \"Key\")
";
    finds(document, &[("name", 2), ("salt", 3)]);
}

#[test]
fn a_used_rule_with_too_great_a_number_is_kept() {
    let document = "
     length    = %x00-7D / %x7F length-63
     length-63 = %x0000000000000000-7FFFFFFFFFFFFFFF
";
    finds(document, &[("length", 2), ("length-63", 3)]);
}

/// Rules that can be read, rules that cannot, and lines that are none. The first line is empty.
const LINES: &str = "
good = \"a\" / bad
bad = \"a
lost \"y\"
  / \"z\"
names = of / other-documents
worse = ( \"x\"
";

/// The lines of the block, in each form of a document, with the number of lines before them.
fn documents() -> Vec<(String, usize)> {
    let forms = [
        (
            "<rfc><section><t>x</t><sourcecode type=\"abnf\">",
            "</sourcecode></section></rfc>",
        ),
        (
            "<rfc><figure><artwork type=\"abnf9110\"><![CDATA[",
            "]]></artwork></figure></rfc>",
        ),
        (
            "<html><body><p>x</p><p>y</p><pre class=\"prettyprint lang-ietf_abnf\">",
            "</pre><p>This page has some more text than grammar, so that it is no text with tags. It goes \
             on for a while, and so its figures are figures, which are all that is read of it here, and \
             nothing else.</p></body></html>",
        ),
        ("# Title\n\nText.\n\n~~~ abnf", "~~~\n"),
        ("# Title\n\nText.\n``` {.abnf #id}", "```\n"),
        ("# Title\n\n~~~~", "~~~~\n{: type=\"abnf\"}\n"),
    ];
    let documents = forms.into_iter().map(|(before, behind)| {
        (
            format!("{before}{LINES}{behind}"),
            before.matches('\n').count(),
        )
    });
    documents.collect()
}

#[test]
fn every_line_of_a_said_grammar_is_read_or_reported() {
    for (document, before) in documents() {
        let found = extract(&document, Keep::Last);
        let names: Vec<&str> = found.rules.iter().map(|rule| &*rule.name).collect();
        assert_eq!(names, ["good", "bad", "names", "worse"], "{document}");
        let lines: Vec<usize> = found.rules.iter().map(|rule| rule.line - before).collect();
        assert_eq!(lines, [2, 3, 6, 7], "{document}");
        let [unread] = found.unread[..] else {
            panic!("{document}: {:?}", found.unread);
        };
        assert_eq!((unread.first - before, unread.last - before), (4, 5));
        assert!(unread.is_said_grammar);
    }
}

/// RFC 8288, Section 3.2, has such blocks.
#[test]
fn a_block_with_a_body_alone_is_named() {
    let document =
        "~~~ abnf\nname = 1*ALPHA\n~~~\n\nThe value is:\n\n~~~ abnf\nname *( SP name )\n~~~\n";
    let found = extract(document, Keep::Last);
    assert_eq!((found.rules.len(), &found.nameless[..]), (1, &[8][..]));
    assert_eq!(found.unread, []);
}

#[test]
fn code_blocks_of_other_types_are_no_grammar() {
    let block = |kind: &str| format!("~~~ {kind}\nname = 1*ALPHA\n~~~\n");
    for kind in ["json", "example", "http-message", "drawing"] {
        assert_eq!(extract(&block(kind), Keep::Last).rules, [], "{kind}");
    }
    for kind in ["", "abnf", "ABNF", "text", "{: .language-abnf}"] {
        assert_eq!(extract(&block(kind), Keep::Last).rules.len(), 1, "{kind}");
    }
}

#[test]
fn underlined_headings_and_unclosed_fences_open_no_block() {
    let found =
        sound("Ports\n~~~~~\n\n     port = 1*DIGIT\n\nNames\n~~~~~\n\n     name = 1*ALPHA\n");
    assert_eq!(found.rules.len(), 2);
    finds("~~~ json\n\n     port = 1*DIGIT\n", &[("port", 3)]);
    finds("~~~ json\n{\n``` \n     port = 1*DIGIT\n~~~\n", &[]);
}

#[test]
fn many_fences_take_linear_time() {
    let document = "~~~~ x\n````` y\n".repeat(100_000);
    assert_eq!(extract(&document, Keep::Last).rules, []);
}

/// RFC 8942, Section 3.1, and RFC 7639, Section 2.2, have rules with names of other documents only.
#[test]
fn a_sentence_can_announce_names_of_other_documents() {
    let found = extract(
        "
   Its value is a list of tokens.  Its ABNF
   is:

     Accept-Hint = sf-list

   For example:

     accept-hint = width

   The syntax of the other field is:

     Protocols   = 1#protocol-id
     protocol-id = token ; with percent-encoding

   The length is found as follows:

     length = width
",
        Keep::Last,
    );
    let names: Vec<&str> = found.rules.iter().map(|rule| &*rule.name).collect();
    assert_eq!(names, ["Accept-Hint", "Protocols", "protocol-id"]);
    let html = "<html><body><p>Some text, which is longer than the figure by far and by a lot, and is no figure.</p>\
                <p>Its ABNF is:</p><pre class=\"inline\">\n  Accept-Hint = sf-list\n</pre></body></html>";
    assert_eq!(extract(html, Keep::Last).rules.len(), 1);
    // RFC 7639 as HTML: the announcement is not the last sentence of the paragraph.
    let html = "<html><body><p>The ABNF (Augmented Backus-Naur Form) syntax for the field value is given below. It uses \
                the syntax defined in Section 1.2 of [RFC7230].</p><pre class=\"inline\">\nALPN = 1#protocol-id\n\
                protocol-id     = token ; percent-encoded ALPN protocol identifier\n</pre><p>These are as follows. \
                The others are below, without ABNF.</p><pre>\n  size = width\n</pre></body></html>";
    let found = extract(html, Keep::Last);
    let names: Vec<&str> = found.rules.iter().map(|rule| &*rule.name).collect();
    assert_eq!(names, ["ALPN", "protocol-id"]);
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

/// RFC 2045 defines all of its rules so.
#[test]
fn colon_and_equals_define_where_many_rules_have_them() {
    finds(
        "\n   a := b / \"x\"\n   b := \"y\" [ c ]\n   c =  %x20\n",
        &[("a", 2), ("b", 3), ("c", 4)],
    );
}

/// RFC 2616, Section 3.6.1, has `chunk-data`.
#[test]
fn brackets_behind_the_name_of_a_rule_are_no_call() {
    finds(
        "\n     chunk = size(OCTET)\n     size  = 1*HEX\n     HEX   = \"A\" / DIGIT\n",
        &[("chunk", 2), ("size", 3), ("HEX", 4)],
    );
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
fn definitions_that_say_the_same_are_one() {
    let found = sound(TWICE);
    let names: Vec<(&str, usize)> = found
        .rules
        .iter()
        .map(|rule| (&*rule.name, rule.line))
        .collect();
    assert_eq!(names, [("name", 5), ("port", 10)]);
}

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

#[test]
fn additions_stay_behind_the_definition() {
    let found = sound(
        "
     method =/ \"PUT\"

     method = \"GET\" / \"HEAD\"

     method =/ \"PUT\"
",
    );
    let lines: Vec<usize> = found.rules.iter().map(|rule| rule.line).collect();
    assert_eq!(lines, [4, 2]);
}

/// The words are those of the RFC Editor.
#[test]
fn a_verified_erratum_corrects_a_rule_and_no_other_does() {
    let erratum = |status: &str| {
        format!(
            "
     port = 1*DIGIT
     name = port

Errata ID: 4711
Status: {status}
Type: Technical

Section 3 says:

     port = 1*DIGIT

It should say:

     port = 1*5DIGIT

Notes:

The number of digits has a limit, port = five.
"
        )
    };
    let found = sound(&erratum("Verified"));
    assert_eq!(found.rules.last().map(|rule| rule.line), Some(15));
    let corrected = &found.redefinitions[0];
    let id = corrected.erratum.as_ref().map(|erratum| &*erratum.id);
    assert_eq!((corrected.line, id), (15, Some("4711")));
    for status in ["Rejected", "Reported", "Held for Document Update"] {
        let found = sound(&erratum(status));
        assert_eq!(found.rules[0].line, 2);
        assert_eq!(found.unused_errata[0].erratum.status, status);
    }
}

/// As in `inline-errata` of the RFC Editor.
#[test]
fn an_erratum_within_a_document_is_one_too() {
    let found = sound(
        "
     port = 1*DIGIT
     name = port

   EID 4712 (Verified) is as follows:

   Section: 3

   Original Text:

     port = 1*DIGIT

   Corrected Text:

     port = 1*4DIGIT
   Notes:
   None.
",
    );
    assert_eq!(found.redefinitions[0].line, 15);
    assert_eq!(found.rules.len(), 2);
}

/// RFC 7231 prints `1#x` in its sections and writes it out in Appendix D, and RFC 9110 does so in another way. RFC 5234
/// defines `CRLF` twice.
#[test]
fn definitions_that_derive_the_same_texts_are_one() {
    let found = extract(
        "
     http-URI = \"http:\" \"//\" authority
     CRLF     = %d13.10
     binary   = \"0\" / \"1\"
     Allow    = #method
     Via      = 1#( method RWS [ method ] )
     Accept   = #method

     http-URI = \"http://\" authority
     CRLF     = CR LF
     binary   = %x30-31
     Allow    = [ ( \",\" / method ) *( OWS \",\" [ OWS method ] ) ]
     Via      = ( method RWS [ method ] ) *( OWS \",\" OWS ( method RWS [
                method ] ) )
     Accept   = *method
",
        Keep::Last,
    );
    let names: Vec<&str> = found.redefinitions.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["Accept"]);
    assert_eq!(found.redefinitions[0].reason, Reason::Keep(Keep::Last));
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
    let found = sound(
        "
   <nick>   ::= <letter> | <nick> <letter>
   <letter> ::= 'a' ... 'z' | 'A' ... 'Z'
   <pair>   ::= <letter>,<letter>
",
    );
    assert_eq!((found.rules.len(), &found.in_words[..]), (3, &[3, 4][..]));
}

/// As rfc2629.xslt and xml2rfc print it.
#[test]
fn each_figure_of_html_is_on_its_own() {
    let document = "<!DOCTYPE html>
<html><head><title>a = \"title\"</title><script>
if (a<b) { c = \"d\" }
</script></head><body>
<h2 id=\"s-3.1\"><a href=\"#s-3.1\">3.1.</a>&nbsp;<a>Ports</a></h2>
<p>The rule <code>x = \"y\"</code> is no figure.<br>And n = 3.</p>
<div class=\"artwork art-abnf\"><pre>
<a href=\"#ports\">ports</a> = <span>port</span> *( &quot;,&quot; port )
port  = 1*DIGIT / &lt;&#34;&gt;
</pre><a class=\"pilcrow\">\u{b6}</a></div>
<pre class=\"json\">
id = \"z\"
</pre>
</body></html>
";
    let found = sound(document);
    assert_eq!(found.form, Form::Html);
    let texts: Vec<&str> = found.rules.iter().map(|rule| &*rule.text).collect();
    assert_eq!(
        texts,
        ["ports = port *( \",\" port )", "port  = 1*DIGIT / <\">"]
    );
    let lines: Vec<usize> = found.rules.iter().map(|rule| rule.line).collect();
    assert_eq!(lines, [8, 9]);
    let section = found.rules[0].section.as_ref().expect("a section");
    assert_eq!(section.to_string(), "3.1 Ports");
}

/// As the RFC Editor and the Datatracker print older documents.
#[test]
fn html_that_is_one_text_is_read_as_text() {
    let document = "<html><body><a>HTML</a>
<pre>RFC 9999                          Ports                       March 2026

<span class=\"h2\"><a name=\"section-2\" href=\"#section-2\">2</a>.  Ports</span>

     ports = port
             *( \",\" port )

<span class=\"grey\">Doe                  Standards Track                   [Page 3]</span></pre>
<hr class='noprint'/><pre class='newpage'><span class=\"grey\">RFC 9999                 Ports                       March 2026</span>

     port  = 1*DIGIT
</pre></body></html>
";
    let found = sound(document);
    let lines: Vec<usize> = found.rules.iter().map(|rule| rule.line).collect();
    assert_eq!(lines, [6, 12]);
    let section = found.rules[1].section.as_ref().expect("a section");
    assert_eq!(section.to_string(), "2 Ports");
}

/// RFC 7749 (version 2) and RFC 7991 (version 3).
#[test]
fn figures_of_xml2rfc_are_read_in_both_versions() {
    let document = "<?xml version=\"1.0\"?>
<!DOCTYPE rfc SYSTEM \"rfc2629.dtd\" [ <!ENTITY nbsp \"&#160;\"> ]>
<rfc><middle>
<section title=\"Introduction\"><t>The rule a = \"b\" is in a sentence.</t></section>
<section title=\"Ports\">
<section><name>Lists</name>
<figure><artwork type=\"abnf\"><![CDATA[
  ports = port *( \",\" port ) ; <list>
]]></artwork></figure></section>
<sourcecode type=\"abnf\">
port = 1*DIGIT / &lt;port, see <xref target=\"URI\"/>, Section&nbsp;3&gt;
</sourcecode>
<sourcecode type=\"json\">x = \"y\"</sourcecode>
</section></middle>
<back><section title=\"Collected\"><figure><artwork>name = 1*ALPHA</artwork></figure></section></back>
</rfc>
";
    let found = sound(document);
    assert_eq!(found.form, Form::Xml);
    let found: Vec<(&str, usize, String)> = found
        .rules
        .iter()
        .map(|rule| {
            let section = rule.section.as_ref().map(ToString::to_string);
            (&*rule.text, rule.line, section.unwrap_or_default())
        })
        .collect();
    assert_eq!(
        found,
        [
            (
                "ports = port *( \",\" port ) ; <list>",
                8,
                "2.1 Lists".to_owned()
            ),
            (
                "port = 1*DIGIT / <port, see [URI], Section 3>",
                11,
                "2 Ports".to_owned()
            ),
            ("name = 1*ALPHA", 15, "A Collected".to_owned()),
        ]
    );
}

#[test]
fn a_part_of_a_document_is_enough() {
    let found = sound("<pre>\nport = 1*DIGIT\n</pre>\n");
    assert_eq!(found.rules[0].line, 2);
    let found = extract("<pre>\nport = 1*DIGIT <b", Keep::Last);
    assert_eq!(found.form, Form::Text);
    let found = sound("<sourcecode>\nport = 1*DIGIT\n</sourcecode>");
    assert_eq!((found.form, found.rules.len()), (Form::Xml, 1));
}

#[test]
fn bnf_that_begins_with_an_angle_bracket_is_text() {
    for source in [
        "<pre> ::= \"</pre>\" | <pre> <pre>\n",
        "<html>=\"<html\" / \"</pre>\" / \"<pre\"\n",
    ] {
        assert_eq!(extract(source, Keep::Last).form, Form::Text);
    }
}
