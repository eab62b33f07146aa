//! Several definitions of one name.

use rfcbnf::extract::{Keep, Reason, extract};

use super::sound;

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
