//! Documents in plain text.

use rfcbnf::extract::{Form, Keep, extract};

use super::{finds, sound};

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
