//! BNF: rules with `::=`, as RFC 2141 and RFC 1779 print them.

use rfcbnf::syntax::{Case, Kind, Notation};
use rfcbnf::{Document, Reader};

use super::tree;

fn bodies(document: &Document) -> Vec<(&str, String)> {
    let productions = document.grammar.productions.iter();
    productions
        .map(|one| (&*one.name, tree(&one.body)))
        .collect()
}

#[test]
fn rules_are_read_as_rfc_2141_prints_them() {
    let source = "\
          <URN> ::= \"urn:\" <NID> \":\" <NSS>

          <NID>         ::= <let-num> [ 1,31<let-num-hyp> ]

          <let-num-hyp> ::= <upper> | <lower> | <number> | \"-\"

          <let-num>     ::= <upper> | <lower> | <number>

          <upper>       ::= \"A\" | \"B\" | \"C\"

          <lower>       ::= \"a\" | \"b\" | \"c\"

          <number>      ::= \"0\" | \"1\" | \"2\"

          <NSS>         ::= 1*<URN chars>

          <URN chars>   ::= <trans> | \"%\" <hex> <hex>

          <trans>       ::= <upper> | <lower> | <number>

          <hex>         ::= <number> | \"A\" | \"B\"
                            | \"a\" | \"b\"
";
    let document = Reader::default().read(source);
    assert!(
        document.errors.is_none(),
        "{}",
        document.errors.expect("errors")
    );
    assert_eq!(document.grammar.notation, Notation::Bnf);
    let bodies = bodies(&document);
    assert_eq!(bodies[0], ("URN", "(\"urn:\" NID \":\" NSS)".to_owned()));
    assert_eq!(bodies[1].1, "(let-num ?1*31let-num-hyp)");
    assert_eq!(bodies[7].1, "1*URN-chars");
    assert_eq!(
        bodies[8],
        ("URN-chars", "{trans | (\"%\" hex hex)}".to_owned())
    );
    assert_eq!(bodies[10].1, "{number | \"A\" | \"B\" | \"a\" | \"b\"}");
    let nss = document.grammar.production("NSS").expect("the rule");
    assert_eq!(
        document.grammar.text(nss),
        "<NSS>         ::= 1*<URN chars>"
    );
    assert_eq!(&source[nss.name_span.clone()], "NSS");
}

#[test]
fn literals_can_stand_between_apostrophes_as_in_rfc_1779() {
    let document = Reader::default().read("<pair> ::= \"\\\" ( \"\\\" | '\"' | 'a' )\n");
    assert!(document.errors.is_none());
    assert_eq!(bodies(&document)[0].1, "(\"\\\" {\"\\\" | \"\"\" | \"a\"})");
}

#[test]
fn angle_brackets_can_be_left_out() {
    let document = Reader::default().read("a ::= b | \"x\"\nb_1 ::= a\n<b> ::= b_1\n");
    let names: Vec<&str> = bodies(&document).iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["a", "b_1", "b"]);
}

#[test]
fn letters_compare_exactly() {
    let grammar = Reader::default().read("<a> ::= \"x\"\n").grammar;
    assert!(matches!(
        grammar.productions[0].body.kind,
        Kind::Literal {
            case: Case::Exact,
            ..
        }
    ));
}

#[test]
fn a_name_without_a_definition_is_undefined_and_not_prose() {
    let errors = Reader::default()
        .read("<a> ::= <b> | <B c> | <any, or none>\n")
        .errors;
    let errors: Vec<String> = errors.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "1:9: the production `b` is used and never defined",
            "1:15: the production `B-c` is used and never defined",
        ]
    );
}

#[test]
fn curly_brackets_repeat_as_rfc_1459_prints_them() {
    let document = Reader::default().read(
        "<command> ::= <letter> { <letter> } | <number>\n<SPACE> ::= ' ' { ' ' }\n\
         <letter> ::= 'a' | 'b'\n<number> ::= '0'\n",
    );
    assert!(document.errors.is_none());
    let bodies = bodies(&document);
    assert_eq!(bodies[0].1, "{(letter 0*letter) | number}");
    assert_eq!(bodies[1].1, "(\" \" 0*\" \")");
}

#[test]
fn a_sentence_instead_of_a_body_is_one_error() {
    let source = "<server> ::= <host>\n\
                  <host> ::= see RFC 952 [DNS:4] for details on allowed hostnames\n";
    let document = Reader::default().read(source);
    let errors = document.errors.as_ref().expect("an error").errors();
    let ids: Vec<&str> = errors.iter().map(|error| error.kind().id()).collect();
    assert_eq!(ids, ["bare-prose"]);
    let fixes = rfcbnf::fixes::of_errors(&document);
    let after = rfcbnf::fixes::apply(source, fixes.iter().flatten());
    assert!(after.ends_with("<see RFC 952 [DNS:4] for details on allowed hostnames>\n"));
    assert!(Reader::default().read(&after).errors.is_none());
}

#[test]
fn undefined_names_outside_a_sentence_are_separate_errors() {
    let document = Reader::default().read("<mail> ::= <from> to cc subject\n");
    let errors = document.errors.as_ref().expect("errors").errors();
    assert_eq!(errors.len(), 4);
}

#[test]
fn undefined_names_that_are_also_short_words_are_no_sentence() {
    for (source, count) in [
        ("S = a b c\n", 3),
        ("S = a or b\n", 3),
        ("loop = FOR name IN range DO\n", 5),
        ("expr = not expr | any\n", 2),
    ] {
        let document = Reader::default().read(source);
        let errors = document.errors.as_ref().expect("errors").errors();
        let ids: Vec<&str> = errors.iter().map(|error| error.kind().id()).collect();
        assert_eq!(ids, vec!["undefined-production"; count], "{source}");
    }
}
