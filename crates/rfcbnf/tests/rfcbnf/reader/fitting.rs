//! Files that fit several notations.

use std::fs;
use std::path::Path;

use rfcbnf::Reader;
use rfcbnf::export::ebnf;
use rfcbnf::syntax::Notation::{self, Antlr, Iso, Pest, Rfc822, Textbook, W3c};

fn fitting(source: &str) -> Vec<Notation> {
    let grammars = Reader::default().fitting(source).into_iter();
    grammars.map(|one| one.notation).collect()
}

#[test]
fn files_with_errors_fit_another_notation() {
    for (source, notation) in [
        ("S ::= a S b | c\n", Textbook),
        ("<S> ::= a <S> b | ε\n", Textbook),
        ("E ::= E + T | T\nT ::= ( E ) | x\n", Textbook),
        ("S: NP VP\nNP: \"she\"\nVP: \"sings\"\n", Textbook),
        ("expr : expr '+' num | num ;\nnum : '1' | '2' ;\n", Textbook),
        ("expr : expr '+' NUM | NUM ;\nNUM : [0-9]+ ;\n", Antlr),
        ("digits = digit+\ndigit = \"0\" | \"1\"\n", W3c),
        ("a = b c\nb = 'x'\nc = 'y'\n", W3c),
        ("a = \"x\", \"y\"\n", Iso),
    ] {
        let detected = Reader::default().read(source);
        assert!(detected.errors.is_some(), "{source}");
        assert_eq!(fitting(source), [notation], "{source}");
    }
}

#[test]
fn the_notation_that_is_read_comes_first() {
    let source = "list = { item }\nitem = { \"x\" }\n";
    assert_eq!(fitting(source), [Pest, Iso]);
    let read = Reader::default().fitting(source);
    let meanings = read.iter().map(|one| {
        let text = ebnf(one, Some("list")).expect("it is small");
        text.lines()
            .find(|line| line.starts_with("list"))
            .map(str::to_owned)
    });
    let meanings: Vec<String> = meanings.flatten().collect();
    assert_eq!(meanings, ["list ::= item", "list ::= item*"]);
}

#[test]
fn files_that_leave_no_choice_fit_none_other() {
    for source in [
        "S -> aSb | ε\n",
        "S ::= \"a\" S \"b\" | \"\"\n",
        "value : \"a\" | \"b\"\n",
        "list = { item } ;\nitem = \"x\" ;\n",
        "s = x *y\nx = \"a\"\ny = \"b\"\n",
        "list = item *(\",\" item)\nitem = \"x\"\n",
        "digit = \"0\" | \"1\" ;\n",
        "a = \"x\" / \"y\"\n",
        "S = a S b | c\n",
        "no grammar\n",
        "",
    ] {
        assert_eq!(fitting(source), [], "{source}");
    }
}

#[test]
fn the_grammars_of_documents_leave_no_choice() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut count = 0;
    for folder in [
        "crates/rfcbnf/library",
        "examples/grammars",
        "clients/page/grammars",
        "grammar",
    ] {
        for entry in fs::read_dir(root.join(folder)).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path
                .extension()
                .is_some_and(|it| it == "abnf" || it == "bnf")
            {
                let source = fs::read_to_string(&path).expect("it is text");
                assert_eq!(fitting(&source), [], "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 40);
}

#[test]
fn a_notation_has_an_id() {
    for notation in Notation::ALL {
        assert_eq!(Notation::with_id(notation.id()), Some(notation));
    }
    assert_eq!(Rfc822.id(), "rfc822");
}
