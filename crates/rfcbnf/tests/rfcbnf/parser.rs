//! The parser of any production, compared with automata and derivations, which know nothing of it.

use std::error::Error;

use rfcbnf::automaton::Automata;
use rfcbnf::conformance::{Case, QuickSuite};
use rfcbnf::derivations::{derivations, derivations_without};
use rfcbnf::{Grammar, ParseError, Parser, Reader, Rule};

use rfcbnf_engine::{Node, Production as _};

use crate::grammars;

/// Returns the offset of the error, and what could stand there; `None` of a valid text.
fn error(parser: &Parser, text: &[u8]) -> Option<(usize, Vec<u8>, bool)> {
    let error = parser.check(text).err()?;
    let error = error.syntax().expect("it is decided");
    let next = error
        .next()
        .iter()
        .map(|one| u8::try_from(one).expect("it is ASCII"));
    Some((error.offset(), next.collect(), error.can_end()))
}

#[test]
fn a_parser_agrees_with_automata_and_derivations() {
    for grammar in grammars::all() {
        let automata = Automata::new(&grammar).expect("no production is too large");
        let characters = grammar.character_productions();
        for production in &grammar.productions {
            let name = production.name.as_str();
            let automaton = automata.production(name).expect("it has an automaton");
            let parser = grammar.parser(name).expect("it has a parser");
            let suite = QuickSuite::new(&grammar, name).expect("it has a suite");
            for text in suite.cases().iter().map(Case::text).take(30) {
                let prefix = automaton.viable_prefix(text);
                let next: Vec<u8> = prefix.next().iter().collect();
                let is_valid = automaton.accepts(text);
                assert_eq!(parser.is_valid(text), Ok(is_valid), "{name}: {text:?}");
                let facts = (prefix.length(), next.clone(), prefix.can_end());
                let expected = (!is_valid).then_some(facts);
                assert_eq!(error(&parser, text), expected, "{name}: {text:?}");
                let without = |name: &str| characters.contains(name);
                let mut trees =
                    derivations_without(&grammar, name, text, without).expect("it has derivations");
                let tree = parser.parse(text).ok();
                if let Some(tree) = &tree {
                    let rules: Vec<Rule<'_>> = tree.iter().map(Node::rule).collect();
                    let nodes = tree.iter().filter(|node| !node.rule().is_character());
                    let nodes = nodes.map(|node| (node.rule(), node.span()));
                    let spans = parser.spans(text, &rules).expect("it is valid");
                    assert_eq!(spans, nodes.collect::<Vec<_>>(), "{name}: {text:?}");
                }
                let tree = tree.map(|tree| tree.to_string());
                assert_eq!(tree, trees.next().map(|tree| tree.to_string()), "{name}");
                let begun = &text[..prefix.length()];
                let found = parser.next(begun).expect("it is viable");
                assert_eq!(found.can_end(), prefix.can_end(), "{name}: {text:?}");
                let octets = found
                    .octets()
                    .iter()
                    .map(|one| u8::try_from(one).expect("ASCII"));
                assert_eq!(octets.collect::<Vec<_>>(), next, "{name}: {text:?}");
            }
        }
    }
}

#[test]
fn a_recursive_parser_agrees_with_derivations() -> Result<(), Box<dyn Error>> {
    for source in [
        "s = s s / %x61\n",
        "s = \"(\" [s] \")\" [s]\n",
        "s = %x61 s %x62 / %x62 s %x61 / \"\"\n",
        "s = t / u\nt = *( %x61 t %x62 )\nu = s %x61\n",
    ] {
        let grammar = Grammar::from_abnf(source)?;
        let parser = grammar.parser("s")?;
        for text in texts(5) {
            let is_valid = derivations(&grammar, "s", &text)?.next().is_some();
            assert_eq!(parser.is_valid(&text)?, is_valid, "{source}: {text}");
            assert_eq!(parser.parse(&text).is_ok(), is_valid, "{source}: {text}");
            let Ok(next) = parser.next(&text) else {
                continue;
            };
            assert_eq!(next.can_end(), is_valid, "{source}: {text}");
            for one in "ab()".chars() {
                let longer = parser.next(format!("{text}{one}"));
                assert_eq!(
                    next.octets().contains(one as u8),
                    longer.is_ok(),
                    "{source}: {text}"
                );
            }
        }
    }
    Ok(())
}

/// Returns the texts of `a`, `b` and brackets up to a length.
fn texts(length: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut last = texts.clone();
    for _ in 0..length {
        last = last
            .iter()
            .flat_map(|text| "ab()".chars().map(move |one| format!("{text}{one}")))
            .collect();
        texts.extend_from_slice(&last);
    }
    texts
}

#[test]
fn what_only_people_know_is_undecided() {
    let grammar = Reader::default()
        .read("a = \"x\" [ <any date> ] \"!\"\n")
        .grammar;
    let parser = grammar.parser("a").expect("prose is no obstacle");
    assert_eq!(parser.is_valid("x!"), Ok(true));
    assert_eq!(parser.is_valid("y!"), Ok(false));
    let error = parser.parse("x1!").expect_err("nobody knows");
    assert!(matches!(error, ParseError::Undecided(_)), "{error}");
    assert!(error.syntax().is_none());
    assert_eq!(
        error.to_string(),
        "undecided: the text is valid only if a part of it at offset 1 is what the grammar describes in prose: \
         <any date>"
    );
}

#[test]
fn a_production_without_texts_has_a_parser_that_rejects_all() {
    let grammar = Grammar::from_abnf("s = \"a\" s\n").expect("it can be read");
    let parser = grammar.parser("s").expect("it has a parser");
    assert_eq!(parser.is_valid("aa"), Ok(false));
    assert!(parser.next("a").is_err());
}

/// A program can return its errors and let the parser go.
#[test]
fn errors_outlive_their_parsers() {
    fn port(text: &str) -> Result<usize, Box<dyn Error + Send + Sync>> {
        let grammar = Grammar::from_abnf("port = 1*DIGIT\n")?;
        let parser = grammar.parser("port")?;
        Ok(parser.parse(text)?.octets().len())
    }
    assert_eq!(port("80").expect("it is valid"), 2);
    let error = port("8o").expect_err("it is invalid");
    assert_eq!(
        format!("{error:#}"),
        "expected DIGIT or end of text, found \"o\" at offset 1\n  |\n  | 8o\n  |  ^ in port"
    );
}

#[test]
fn completions_go_on_until_there_is_a_choice() -> Result<(), Box<dyn Error>> {
    let json = Grammar::from_rfc(8259).expect("it is in the library");
    let parser = json.parser("JSON-text")?;
    assert_eq!(parser.completions("[t", 4)?, ["rue"]);
    assert_eq!(parser.completions("[tr", 0)?, [""; 0]);
    assert_eq!(parser.completions("{\"a\": nul", 1)?, ["l"]);
    assert!(parser.completions("[1", 32)?.contains(&"]".to_owned()));
    let error = parser.completions("[tx", 4).unwrap_err();
    assert_eq!(error.syntax().map(rfcbnf::SyntaxError::offset), Some(2));
    Ok(())
}

#[test]
fn every_completion_begins_a_valid_text() {
    for grammar in grammars::all() {
        for production in &grammar.productions {
            let parser = grammar.parser(&production.name).expect("it has a parser");
            for length in 0..3 {
                for text in texts(length) {
                    let Ok(next) = parser.next(&text) else {
                        continue;
                    };
                    let completions = parser.completions(&text, 256).expect("it is viable");
                    let can_go_on = next.characters().is_some_and(|all| !all.is_empty());
                    assert_eq!(!completions.is_empty(), can_go_on, "{text:?}");
                    for completion in completions {
                        let whole = format!("{text}{completion}");
                        assert!(parser.next(&whole).is_ok(), "{whole:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn completions_stop_at_what_only_people_know() -> Result<(), Box<dyn Error>> {
    let source = "go = %s\"to the \" ( %s\"kitchen\" / <a room> ) %s\" now\"\n";
    let parser = Grammar::from_abnf(source)?.parser("go")?;
    assert_eq!(parser.completions("", 8)?, ["to the "]);
    // The name of a room can go on with anything.
    assert_eq!(parser.completions("to the k", 8)?, [""; 0]);
    Ok(())
}

#[test]
fn a_completion_has_an_end() -> Result<(), Box<dyn Error>> {
    let parser = Grammar::from_abnf("s = 200%s\"ab\"\n")?.parser("s")?;
    assert_eq!(parser.completions("", 1)?, ["ab".repeat(32)]);
    Ok(())
}
