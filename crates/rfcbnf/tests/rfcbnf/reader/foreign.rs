//! Grammars of EBNF, ANTLR, parsing expression grammars and grammars of pest, as far as BNF can say the same: the texts that they
//! derive.

use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::{Encoding, Grammar, Kind, Notation};
use rfcbnf::{GrammarErrorKind, NoCounterpart, Reader, export};

use super::tree;

const JSON: &str = r#"
/** JSON, without the escapes of other planes. */
grammar Json;
@header { package json; }
options { language = Java; }

json : value EOF ;
value
    : STRING            # text
    | NUMBER            # number
    | object
    | '[' (items+=value (',' items+=value)*)? ']' {count++;}  # array
    | 'true' | 'false' | 'null'
    ;
object : '{' (pair (',' pair)*)? '}' ;
pair : key=STRING ':' value ;

STRING : '"' (ESC | ~["\\\u0000-\u001F])* '"' ;
fragment ESC : '\\' (["\\/bfnrt] | 'u' HEX HEX HEX HEX) ;
fragment HEX : [0-9a-fA-F] ;
NUMBER : '-'? ('0' | [1-9] [0-9]*) ('.' [0-9]+)? ([eE] [+\-]? [0-9]+)? ;
WS : [ \t\n\r]+ -> skip ;
"#;

const SUMS: &str = r#"
# Sums in a parsing expression grammar
Sums    <- Spacing Sum EndOfText
Sum     <- Product (("+" / "-") Spacing Product)*
Product <- Value (('*' / '/') Spacing Value)*
Value   <- number:Number { return number } / Name / '(' Spacing Sum ')' Spacing
Number  <- < [0-9]+ ('.' [0-9]+)? > Spacing
Name    <- !Digit Letter (Letter / Digit)* Spacing
Letter  <- [a-z_]i
Digit   <- [0-9]
Spacing <- (' ' / '\t' / '#' (!'\n' .)* '\n')*
EndOfText <- !.
"#;

const LISTS: &str = r#"
// Lists of numbers and names
WHITESPACE = _{ " " | NEWLINE }
COMMENT = _{ "/*" ~ (!"*" ~ ANY)* ~ "*/" }
file = { SOI ~ list ~ EOI }
list = { "[" ~ (item ~ ("," ~ item)*)? ~ "]" }
item = { number | ^"nil" | name | list }
number = @{ "-"? ~ digits ~ ("." ~ ASCII_DIGIT{1,3})? }
digits = { ASCII_DIGIT+ }
name = ${ 'a'..'z' ~ (ASCII_ALPHANUMERIC | "_")* }
"#;

#[track_caller]
fn grammar(source: &str, notation: Notation) -> Grammar {
    let document = Reader::default().read(source);
    assert!(
        document.errors.is_none(),
        "{}",
        document.errors.expect("errors")
    );
    assert_eq!(document.grammar.notation, notation);
    document.grammar
}

#[track_caller]
fn decides(grammar: &Grammar, name: &str, texts: &[&str], others: &[&str]) {
    // What is written in ABNF says the same.
    let written = export::abnf(grammar, None).expect("ABNF");
    let written = rfcbnf::read(&written).expect("a grammar");
    for grammar in [grammar, &written] {
        let recognizer = Recognizer::new(grammar, name).expect(name);
        let is_valid = |text: &str| {
            recognizer
                .rule()
                .is_valid(text.as_bytes())
                .expect("a verdict")
        };
        for text in texts {
            assert!(is_valid(text), "{text}");
        }
        for text in others {
            assert!(!is_valid(text), "{text}");
        }
    }
}

#[track_caller]
fn lost(source: &str) -> Vec<(NoCounterpart, String)> {
    let errors = Reader::default().read(source).errors.expect("errors");
    let of = |error: &rfcbnf::GrammarError| match error.kind() {
        GrammarErrorKind::NoCounterpart { construct } => {
            assert!(error.help().is_some());
            (*construct, source[error.span()].to_owned())
        }
        other => panic!("{other}"),
    };
    errors.iter().map(of).collect()
}

#[test]
fn a_grammar_of_antlr_has_what_its_lexer_skips() {
    let json = grammar(JSON, Notation::Antlr);
    assert_eq!(json.encoding, Encoding::Utf8);
    decides(
        &json,
        "json",
        &[
            "{}",
            "[1, -2.5e3]",
            "{\"a\" : [true,\n\"\u{e9}\\u00e9\"] } ",
            " null",
        ],
        &[
            "",
            "[1,]",
            "01",
            "{\"a\" 1}",
            "\"\u{1}\"",
            "tr ue",
            "nullnull",
        ],
    );
}

#[test]
fn a_parsing_expression_grammar_loses_the_order_of_choice() {
    let sums = grammar(SUMS, Notation::Peg);
    assert!(sums.notation.has_ordered_choice());
    decides(
        &sums,
        "Sums",
        &["1", " 1 + (x_1*2.50) ", "A-b/3 # half\n"],
        &["", "1+", "(1", "1x", "+1", "1.", "# open"],
    );
}

#[test]
fn a_grammar_of_pest_has_white_space_between_parts() {
    let lists = grammar(LISTS, Notation::Pest);
    decides(
        &lists,
        "file",
        &["[]", " [ 1 ,-2.125, a_b ]\r\n", "[[x],NIL/* no */]"],
        &["", "[1", "[- 1]", "[1 2]", "[1.2345]", "[a b]", "[A]"],
    );
}

#[test]
fn atomic_rules_make_those_atomic_that_they_use() {
    let source = "WHITESPACE = _{ \" \" }\na = { b ~ b }\nb = @{ c }\nc = { \"x\" ~ \"y\" }\n";
    decides(
        &grammar(source, Notation::Pest),
        "a",
        &["xyxy", "xy xy"],
        &["x yxy"],
    );
    let both = format!("{source}d = {{ c }}\n");
    assert_eq!(lost(&both), [(NoCounterpart::TwoMeanings, "c".to_owned())]);
}

#[test]
fn rounds_of_pest_have_white_space_between_them() {
    let source = "WHITESPACE = _{ \" \" }\na = { \"x\"{2,3} ~ \"y\"* ~ \"z\"+ }\n";
    decides(
        &grammar(source, Notation::Pest),
        "a",
        &["xxz", "x x xzz", "xx y  yz z"],
        &["xz", "x x x x z", "xxy", " xxz", "xxz "],
    );
}

#[test]
fn what_is_skipped_makes_no_text_ambiguous() {
    let source = "grammar G;\nlist : ID (',' ID)* ;\nID : [a-z]+ ;\nLINE : '//' ~[\\n]* '\\n' -> skip ;\nWS : [ \\n]+ -> skip ;\n";
    let grammar = grammar(source, Notation::Antlr);
    let mut trees = derivations(&grammar, "list", "  a   , // b\n  c").expect("a tree");
    assert_eq!(trees.count_up_to(10), 1);
}

#[test]
fn a_rule_with_a_fault_spoils_no_other() {
    let source = "grammar G;\nlist : ID (',' ID)* ;\nID : [a-z]+ ;\nCOMMENT : '/*' .*? '*/' -> skip ;\nWS : ' '+ -> skip ;\n";
    let document = Reader::default().read(source);
    let errors = document.errors.expect("one");
    assert_eq!(errors.errors().len(), 1, "{errors}");
    assert_eq!(
        errors.errors()[0].to_string(),
        "4:17: BNF cannot say this: as few rounds as possible"
    );
    let recognizer = Recognizer::new(&document.grammar, "list").expect("list");
    assert_eq!(recognizer.rule().is_valid(b"a , b").ok(), Some(true));
}

#[test]
fn hostile_grammars_end() {
    let rounds = format!(
        "WHITESPACE = _{{ \" \" }}\na = {{ {}\"x\"{} }}\n",
        "(".repeat(90),
        ")+".repeat(90)
    );
    let errors = Reader::default().read(&rounds).errors.expect("too many");
    assert_eq!(errors.errors()[0].kind().id(), "limit");
    for source in [
        format!("a <- 'x'{}\n", "?".repeat(100_000)),
        format!("a <- {}.\n", "!'x' ".repeat(100_000)),
        format!("a <- {}\n", "!".repeat(100_000)),
        format!("grammar G;\nA : {}'x' ;\n", "~".repeat(100_000)),
        format!("grammar G;\na : {} ;\n", "{".repeat(100_000)),
        "grammar \u{e9};\n\u{e9} : #\u{e9} [\u{e9}] -> \u{e9} ;\na : '\\u{".to_owned(),
        "\u{e9} <- '\u{e9}\na <- [\u{e9}-\n<- \u{2190}".to_owned(),
        "a = { \u{e9} ~ {\u{e9}} ^\u{e9} }\nb = @\u{e9}".to_owned(),
    ] {
        let _ = Reader::default().read(&source);
    }
}

#[test]
fn an_open_count_of_pest_is_one_error() {
    for count in ["{", "{2", "{\u{e9}", "{\n}"] {
        let source = format!("a = _{{ \"x\" }}\nb = @{{ \"x\"{count}");
        let errors = Reader::default().read(&source).errors;
        let errors = errors.map(|errors| errors.errors().iter().map(ToString::to_string).collect());
        let expected = ["2:11: the `{` is not closed".to_owned()];
        let is_closed = count.ends_with('}');
        assert_eq!(errors, (!is_closed).then(|| expected.to_vec()), "{count}");
    }
}

#[test]
fn pest_itself_decides_the_same_texts() {
    // The crate of pest checks that the grammar is one.
    let rules = pest_meta::parse_and_optimize(LISTS)
        .expect("a grammar of pest")
        .1;
    assert!(rules.iter().any(|rule| rule.name == "file"));
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

/// The signs are those of XML 1.0, Section 6.
#[test]
fn ebnf_of_the_w3c_is_read() {
    let source = "\
[1]   list    ::= item (',' S? item)*  /* items */
[1a]  item    ::= [^#x00-#x1F,\"] | '\"' [a-cx]+ '\"'  [WFC: Short Item]
[2]   S       ::= (#x20 | #x9)+
";
    let grammar = grammar(source, Notation::W3c);
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
        Notation::W3c,
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
    let grammar = grammar(source, Notation::Iso);
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
        Notation::Iso,
    );
    let recognizer = Recognizer::new(&grammar, "expr").expect("expr");
    for (text, is_valid) in [("1+(22-3)", true), ("1+", false), ("(1", false)] {
        let found = recognizer.rule().is_valid(text.as_bytes());
        assert_eq!(found.ok(), Some(is_valid), "{text}");
    }
}

#[test]
fn what_is_exported_as_ebnf_is_read_as_ebnf() {
    let own = rfcbnf::rfc1738::load(rfcbnf::rfc1738::BNF, rfcbnf::rfc1738::READINGS);
    let own = own.expect("the grammar").0;
    let text = rfcbnf::export::ebnf(&own, Some("hostport")).expect("EBNF");
    let read = grammar(&text, Notation::W3c);
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
