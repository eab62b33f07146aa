//! Graphviz, read back by the reader of `layout-rs`.

use std::collections::{BTreeMap, BTreeSet};

use layout::gv::DotParser;
use layout::gv::parser::ast::{AttributeList, Stmt};
use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::export::{ExportError, dot};

use super::{all, awkward};
use crate::grammars::rfc1738;

/// An automaton read back from its drawing.
#[derive(Default, Debug)]
struct Drawn {
    start: Vec<String>,
    states: BTreeSet<String>,
    accepting: BTreeSet<String>,
    edges: BTreeMap<(String, char), String>,
}

fn read_back(text: &str) -> Drawn {
    let graph = DotParser::new(text).process();
    let graph = graph.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut drawn = Drawn::default();
    let of = |list: &AttributeList, key: &str| {
        let mut attributes = list.iter();
        attributes
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.clone())
    };
    for statement in graph.list.list {
        match statement {
            Stmt::Node(node) if node.id.name != "start" => {
                if of(&node.list, "shape").as_deref() == Some("doublecircle") {
                    drawn.accepting.insert(node.id.name.clone());
                }
                drawn.states.insert(node.id.name);
            }
            Stmt::Edge(edge) => {
                let to = edge.to[0].0.name.clone();
                if edge.from.name == "start" {
                    drawn.start.push(to);
                    continue;
                }
                let label = of(&edge.list, "label").expect("an edge has a label");
                for character in characters(&label) {
                    let before = drawn
                        .edges
                        .insert((edge.from.name.clone(), character), to.clone());
                    assert_eq!(before, None, "{text}");
                }
            }
            _ => {}
        }
    }
    drawn
}

/// Returns the characters of a label.
fn characters(label: &str) -> Vec<char> {
    let words = label.split([' ', '\n']).flat_map(|word| {
        let letters: Vec<char> = word.chars().collect();
        match letters.as_slice() {
            ['s', 'p', 'a', 'c', 'e'] => vec![' '],
            [only] => vec![*only],
            [first, '-', last] => (*first..=*last).collect(),
            _ => panic!("{word:?} in {label:?}"),
        }
    });
    words.collect()
}

fn assert_drawn(name: &str, drawn: &Drawn, automaton: &Automaton) {
    assert_eq!(drawn.start, ["0"], "{name}");
    assert_eq!(drawn.states.len(), automaton.states().len(), "{name}");
    let mut edges = 0;
    for state in automaton.states() {
        let number = state.number().to_string();
        let is_accepting = drawn.accepting.contains(&number);
        assert_eq!(
            is_accepting,
            automaton.is_accepting(state),
            "{name} {number}"
        );
        for character in '\0'..='\x7f' {
            let target = automaton
                .step(state, character as u8)
                .map(|state| state.number().to_string());
            let edge = drawn.edges.get(&(number.clone(), character));
            assert_eq!(edge, target.as_ref(), "{name} {number} {character:?}");
            edges += usize::from(target.is_some());
        }
    }
    assert_eq!(drawn.edges.len(), edges, "{name}");
}

#[test]
fn every_automaton_is_read_back_state_by_state() {
    for grammar in all() {
        let automata = Automata::new(&grammar).expect("the automata are small");
        for production in &grammar.productions {
            let text = dot(&grammar, &production.name).expect("the grammar can be exported");
            let automaton = automata
                .production(&production.name)
                .expect("the production exists");
            assert_drawn(&production.name, &read_back(&text), automaton);
        }
    }
}

#[test]
fn labels_are_ranges_and_special_characters_are_escaped() {
    let text = dot(&rfc1738(), "domainlabel").expect("the grammar can be exported");
    assert!(
        text.contains("  0 -> 1 [label=\"a-z A-Z 0-9\"];\n  1 -> 1 ["),
        "{text}"
    );
    assert!(text.contains("\n  rankdir=LR;\n"), "{text}");
    let text = dot(&awkward(), "A+b").expect("the grammar can be exported");
    assert!(text.contains("label=\"space \\\" ' \\\\\"]"), "{text}");
    assert!(text.starts_with("digraph \"A+b\" {\n"), "{text}");
}

#[test]
fn edges_of_a_grammar_of_characters_are_characters() {
    let grammar = crate::grammars::read("a = %x61-63 / %x3B1-3C9 b\nb = %xE9 / %x10FFFF\n");
    let text = dot(&grammar, "a").expect("the grammar can be exported");
    let edges: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("label=\""))
        .collect();
    let labels = edges.iter().filter_map(|edge| edge.split('"').nth(1));
    assert_eq!(
        labels.skip(1).collect::<Vec<_>>(),
        ["a-c", "%x3B1-3C9", "%xE9 %x10FFFF"],
        "{text}"
    );
    assert_eq!(text.matches("doublecircle").count(), 1, "{text}");
}

#[test]
fn an_automaton_that_cannot_be_drawn_is_an_error() {
    let error = dot(&rfc1738(), "hostprot").expect_err("there is no such production");
    assert_eq!(
        error.to_string(),
        "there is no production `hostprot`; did you mean `hostport`?"
    );
    let large =
        rfcbnf::read("large = 1000( 1000( 1000\"x\" ) )\n").expect("the grammar has no errors");
    let error = dot(&large, "large").expect_err("it is too large");
    assert!(matches!(error, ExportError::Automaton(_)));
    assert!(
        error
            .to_string()
            .starts_with("production `large` is too large to be decided: "),
        "{error}"
    );
}
