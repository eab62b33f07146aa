//! The notation of textbooks, found out by its arrows, and the tools whose files are only named.

use rfcbnf::Reader;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::{Grammar, Notation};

fn grammar(source: &str) -> Grammar {
    let grammar = Reader::default().read(source).into_result();
    let grammar = grammar.unwrap_or_else(|errors| panic!("{source}\n{errors}"));
    assert_eq!(grammar.notation, Notation::Textbook, "{source}");
    grammar
}

fn decides(source: &str, valid: &[&str], invalid: &[&str]) {
    let grammar = grammar(source);
    let start = &grammar.productions[0].name;
    let recognizer = Recognizer::new(&grammar, start).expect("it has no obstacle");
    let accepts = |text: &str| {
        recognizer
            .recognize(text.as_bytes())
            .expect("it is short")
            .accepts_all()
    };
    for text in valid {
        assert!(accepts(text), "{text:?} of {source}");
    }
    for text in invalid {
        assert!(!accepts(text), "{text:?} of {source}");
    }
}

#[test]
fn arrows_are_read_with_letters_as_symbols() {
    let (valid, invalid) = (["", "ab", "aabb"], ["a", "abb", "ba", "aSb", "epsilon"]);
    for source in [
        "S → aSb | ε\n",
        "S -> a S b | epsilon\n",
        "S -> a S b | ε",
        "S -> aSb\nS -> \n",
        "S → 'a' S 'b' | ε\n",
        "S ⇒ a S b | λ # balanced\n",
        "  S -> a S b\n     | eps\n",
        "start → a start b | ε\n",
        "<S> -> a <S> b | ε\n",
    ] {
        decides(source, &valid, &invalid);
    }
}

#[test]
fn primes_are_names_and_brackets_symbols() {
    let sums = "E -> T E'\nE' -> + T E' | ε\nT -> F T'\nT' -> * F T' | ε\nF -> ( E ) | id\n";
    decides(sums, &["id", "id+id*(id)"], &["", "id+", "(id", "i"]);
}

#[test]
fn words_that_rules_define_are_names() {
    let source = "S -> NP VP\nNP -> the N\nVP -> saw NP\nN -> dog | cat\n";
    decides(source, &["thedogsawthecat"], &["thedog", "NPVP"]);
    decides(
        "S -> AB\nA -> a A | a\nB -> b\n",
        &["ab", "aab"],
        &["b", "a"],
    );
}

#[test]
fn files_with_quotation_marks_have_brackets() {
    decides("value : \"a\" | \"b\"\n", &["a", "b"], &["", "ab"]);
    decides(
        "s -> ('a' | 'b')* 'c'?\n",
        &["", "abc", "c"],
        &["ca", "(a)"],
    );
}

#[test]
fn an_undefined_name_is_an_error() {
    let errors = Reader::default().read("S -> a Expr\n").into_result();
    let errors = errors.expect_err("`Expr` has no rule").to_string();
    assert!(errors.contains("Expr"), "{errors}");
}

#[test]
fn prose_with_colons_and_arrows_is_no_grammar() {
    for text in [
        "Note: the text is long.\nSee: \"that\" book\n",
        "color: \"red\";\nwidth: 1px;\n",
        "x = 1 -> 2\n",
    ] {
        let read = Reader::default().read(text).into_result();
        assert!(
            read.map_or(true, |it| it.notation != Notation::Textbook),
            "{text}"
        );
    }
}

#[test]
fn files_of_other_tools_are_named() {
    for (name, source) in [
        (
            "Lark",
            "start: \"a\" word\nword: WORD\n%import common.WORD\n",
        ),
        (
            "Lark",
            "?sum: product\n  | sum \"+\" product -> add\nproduct: NUMBER\nNUMBER: /[0-9]+/\n",
        ),
        (
            "Ohm",
            "Arithmetic {\n  Exp = AddExp\n  AddExp = AddExp \"+\" number  -- plus\n         | number\n  number = digit+\n}\n",
        ),
        (
            "tree-sitter",
            "module.exports = grammar({\n  name: 'sums',\n  rules: {\n    sum: $ => seq($.number, '+', $.number),\n    number: $ => /\\d+/,\n  },\n});\n",
        ),
    ] {
        let errors = Reader::default().read(source).into_result();
        let errors = errors.expect_err("it is not read").to_string();
        assert!(errors.contains(&format!("of {name}")), "{name}: {errors}");
        assert_eq!(errors.matches("error").count().max(1), 1, "{errors}");
    }
}
