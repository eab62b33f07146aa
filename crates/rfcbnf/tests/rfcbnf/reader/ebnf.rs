//! EBNF of the W3C and of ISO, and notations that are recognized only.

use rfcbnf::automaton::Automaton;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::{Encoding, Grammar, Kind, Notation};
use rfcbnf::{ForeignNotation, GrammarErrorKind, Reader};

use super::tree;

#[track_caller]
fn grammar(source: &str) -> Grammar {
    let document = Reader::default().read(source);
    assert!(
        document.errors.is_none(),
        "{}",
        document.errors.expect("errors")
    );
    document.grammar
}

#[track_caller]
fn accepts(grammar: &Grammar, name: &str, texts: &[&str], others: &[&str]) {
    let automaton = Automaton::new(grammar, name).expect(name);
    for text in texts {
        assert!(automaton.accepts(text.as_bytes()), "{text}");
    }
    for text in others {
        assert!(!automaton.accepts(text.as_bytes()), "{text}");
    }
}

#[track_caller]
fn only_error(source: &str) -> GrammarErrorKind {
    let errors = Reader::default().read(source).errors.expect(source);
    let [error] = errors.errors() else {
        panic!("{errors}");
    };
    assert!(error.help().is_some());
    error.kind().clone()
}

/// The signs are those of XML 1.0, Section 6.
#[test]
fn ebnf_of_the_w3c_is_read() {
    let source = "\
[1]   list    ::= item (',' S? item)*  /* items */
[1a]  item    ::= [^#x00-#x1F,\"] | '\"' [a-cx]+ '\"'  [WFC: Short Item]
[2]   S       ::= (#x20 | #x9)+
";
    let grammar = grammar(source);
    assert_eq!(grammar.notation, Notation::W3c);
    assert_eq!(grammar.encoding, Encoding::Utf8);
    accepts(
        &grammar,
        "list",
        &["a", "a,b", "a, \t\"abcx\"", "\u{e9},\u{1f600}"],
        &["", ",", "a,", "\"d\"", "\n", "ab"],
    );
    assert_eq!(
        tree(&grammar.productions[2].body),
        tree(&{
            rfcbnf::read("S = 1*(%x20 / %x9)\n")
                .expect("a grammar")
                .productions[0]
                .body
                .clone()
        })
    );
}

#[test]
fn only_sets_of_characters_are_subtracted() {
    let grammar = grammar(
        "Char ::= [a-e]\nplain ::= (Char - 'c')+\nvowel ::= [a-e] - [b-d]\npi ::= Char* - (Char* '?>' Char*)\n",
    );
    accepts(&grammar, "plain", &["abde"], &["c", "abc", ""]);
    accepts(&grammar, "vowel", &["a", "e"], &["b", "c", "d"]);
    let Kind::Prose(text) = &grammar.production("pi").expect("pi").body.kind else {
        panic!("{:?}", grammar.productions[3]);
    };
    assert_eq!(text, "Char* - (Char* '?>' Char*)");
}

/// The signs are those of ISO/IEC 14977.
#[test]
fn ebnf_of_iso_is_read() {
    let source = "\
(* numbers *)
decimal number = [ \"-\" ] , digit , { digit } , [ \".\" , 2 * digit ] ;
digit = \"0\" | '1' | zero ;
zero = ;
other = ? what people know ? ;
";
    let grammar = grammar(source);
    assert_eq!(grammar.notation, Notation::Iso);
    accepts(
        &grammar,
        "decimal-number",
        &["0", "-10", "01.11"],
        &["2", "--1", "0.111"],
    );
    let other = &grammar.production("other").expect("other").body.kind;
    assert_eq!(*other, Kind::Prose("what people know".to_owned()));
}

#[test]
fn ebnf_of_iso_needs_no_commas() {
    let grammar = grammar(
        "expr = term { (\"+\" | \"-\") term } ;\nterm = digit {digit} | \"(\" expr \")\" ;\ndigit = \"0\"..\"9\" ;\n",
    );
    let recognizer = Recognizer::new(&grammar, "expr").expect("expr");
    for (text, is_valid) in [("1+(22-3)", true), ("1+", false), ("(1", false)] {
        let found = recognizer.rule().is_valid(text.as_bytes());
        assert_eq!(found.ok(), Some(is_valid), "{text}");
    }
}

#[test]
fn faults_of_ebnf_have_their_places() {
    for (source, message) in [
        (
            "a ::= [a-z] (b*\nb ::= 'x'\n",
            "1:13: the `(` is not closed",
        ),
        ("a ::= [z-a]+\n", "1:7: `[z-a]` has no meaning here"),
        (
            "a ::= 'x' | | [a-z]+\n",
            "1:13: an alternative next to `|` is empty",
        ),
        ("a ::= #x41 'x\n", "1:12: the literal is not closed"),
        (
            "a ::= #x110000 | [a-z]\n",
            "1:7: `#x110000` is greater than the number of the last character, %x10FFFF",
        ),
        (
            "a ::= + | [a-z]\n",
            "1:7: the repetition has nothing to repeat",
        ),
        ("a = { \"x\" ;\nb = a , a ;\n", "1:5: the `{` is not closed"),
        ("a = \"x\" , ) ;\n", "1:11: the `)` was never opened"),
        (
            "a = b , b ;\n",
            "1:5: the production `b` is used 2 times and never defined",
        ),
    ] {
        let errors = Reader::default().read(source).errors.expect(source);
        assert_eq!(errors.errors()[0].to_string(), message, "{source}");
        assert_eq!(errors.errors().len(), 1, "{errors}");
    }
}

#[test]
fn brackets_of_ebnf_are_nested_to_the_limit() {
    let nested = |depth| {
        format!(
            "a = {}\"x\"{} ;\nb = a , a ;\n",
            "(".repeat(depth),
            ")".repeat(depth)
        )
    };
    let limit = rfcbnf::limits::NESTING;
    assert!(Reader::default().read(&nested(limit)).errors.is_none());
    assert!(Reader::default().read(&nested(limit + 1)).errors.is_some());
    assert!(Reader::default().read(&nested(100_000)).errors.is_some());
}

#[test]
fn what_is_exported_as_ebnf_is_read_as_ebnf() {
    let own = rfcbnf::rfc1738::load(rfcbnf::rfc1738::BNF, rfcbnf::rfc1738::READINGS);
    let own = own.expect("the grammar").0;
    let text = rfcbnf::export::ebnf(&own, Some("hostport")).expect("EBNF");
    let read = grammar(&text);
    assert_eq!(read.notation, Notation::W3c);
    let automaton = |grammar: &Grammar| Automaton::new(grammar, "hostport").expect("hostport");
    let (one, other) = (automaton(&own), automaton(&read));
    for text in ["h", "h.example:80", "1.2.3.4", "h-:", "a..b", ""] {
        assert_eq!(
            one.accepts(text.as_bytes()),
            other.accepts(text.as_bytes()),
            "{text}"
        );
    }
}

#[test]
fn a_grammar_of_yacc_is_named_in_one_error() {
    let source = "%token NUM\n%%\nexpr : expr '+' term { $$ = $1; }\n     | term\n     ;\nterm : NUM ;\n%%\n";
    let notation = ForeignNotation::Yacc;
    let error = only_error(source);
    assert_eq!(error, GrammarErrorKind::ForeignNotation { notation });
    let message = error.to_string();
    assert_eq!(message, "this is a grammar of Yacc, which is not read here");
}

#[test]
fn grammars_of_rfcs_are_none_of_them() {
    for source in [
        "<a> ::= <b> | <a> <b>* \n<b> ::= \"x\"\n",
        "a = \"{\" *b \"}\" ; x , y\nb = \"?\" ;\n",
        "a ::= 1*b [\"c\" / \"-\"] ; see [a-z]+\nb ::= \"#x41\" / \"/*\"\n",
        "a = *( b / \"<-\" )\nb = %x41 ; b <- c\n",
        "a = 1*b ;; {x}\nb = \"y\" ;\nc = a / b\n",
    ] {
        let notation = Reader::default().read(source).grammar.notation;
        assert!(notation.is_of_rfcs(), "{source}: {notation}");
    }
}

#[test]
fn programs_and_style_sheets_are_none_of_them() {
    for source in [
        "body {\n  color: red;\n  margin: 0;\n}\n",
        "int main() {\n  int i;\n  i = 0;\n  puts(\"x\");\n  i = i + 1;\n  return 0;\n}\n",
    ] {
        let message = only_error(source).to_string();
        assert!(message.starts_with("this is not a grammar"), "{message}");
    }
}

#[test]
fn a_whole_rfc_is_named() {
    let source = "Network Working Group                  A. Writer\nRequest for Comments: 9999\n\n\
        1.  Dates\n\n   A date is printed as\n\n      date = day \"-\" month\n\nWriter          [Page 1]\n";
    let error = only_error(source);
    assert_eq!(error.to_string(), "this is a whole RFC, not a grammar");
}

#[test]
fn documents_in_html_and_xml_are_named() {
    for (source, form) in [
        (
            "<!DOCTYPE html>\n<html><body><pre>a = b</pre></body></html>\n",
            "HTML",
        ),
        (
            "<?xml version=\"1.0\"?>\n<rfc category=\"std\"></rfc>\n",
            "XML",
        ),
    ] {
        let message = only_error(source).to_string();
        assert_eq!(
            message,
            format!("this is a document in {form}, not a grammar")
        );
    }
}
