//! The functions for spans, compared with the automaton and with trees over the complete suite.

use std::ops::Range;

use rfc1738::{Rule, parse, rules};
use rfcbnf::conformance::Suite;
use rfcbnf_engine::ProductionSet;
use rfcbnf_engine::spans::{Selection, Spans};

use super::reference::Reference;
use crate::extent::few_or_many;

/// Room for all productions of the texts here.
const ROOM: usize = 256;

/// Defines selections. Each makes the functions look into other productions.
macro_rules! selections {
    ($($(#[$attribute:meta])* $name:ident: $rules:expr;)+) => {$(
        $(#[$attribute])*
        struct $name;

        impl Selection for $name {
            const PRODUCTIONS: ProductionSet = Rule::set($rules);
        }
    )+};
}

selections! {
    All: &Rule::ALL;
    /// The productions between those of the URLs and the DFAs below.
    Middle: &[Rule::Login, Rule::Host, Rule::Grouppart, Rule::Waisurl, Rule::Fieldspec, Rule::Search];
    /// The elements of lists.
    Elements: &[Rule::Domainlabel, Rule::Toplabel, Rule::Digits, Rule::Fsegment, Rule::Psegment];
    /// The parts that a reading makes as short as possible.
    Gopher: &[Rule::Gtype, Rule::Selector, Rule::Search, Rule::GopherString];
    None: &[];
}

type Node = (Rule, Range<usize>);

fn spans<S: Selection>(text: &[u8]) -> Option<Vec<Node>> {
    let mut spans = Spans::<ROOM>::NONE;
    let is_derived = spans.select::<S>(text, rules::bodies::url);
    let nodes = spans.iter().map(|(id, span)| (Rule::from(id), span));
    is_derived.then(|| nodes.collect())
}

fn compare<S: Selection>(text: &[u8], nodes: Option<&Vec<Node>>) {
    let is_selected = |node: &&Node| S::PRODUCTIONS.contains(node.0.into());
    let expected = nodes.map(|nodes| nodes.iter().filter(is_selected).cloned().collect());
    let text_only = || String::from_utf8_lossy(text);
    assert_eq!(spans::<S>(text), expected, "{}", text_only());
}

#[test]
fn spans_are_those_of_the_tree_over_the_suite() {
    let automaton = Reference::get().automaton(Rule::Url);
    let suite = Suite::new(automaton, 0).expect("the suite is not too large");
    for text in suite.texts().step_by(few_or_many(13, 1)) {
        let tree = parse(Rule::Url, text.as_slice()).ok();
        let nodes = tree.map(|tree| tree.iter().map(|node| (node.rule(), node.span())).collect());
        assert_eq!(nodes.is_some(), automaton.accepts(&text));
        compare::<All>(&text, nodes.as_ref());
        compare::<Middle>(&text, nodes.as_ref());
        compare::<Elements>(&text, nodes.as_ref());
        compare::<Gopher>(&text, nodes.as_ref());
        compare::<None>(&text, nodes.as_ref());
    }
}

#[test]
fn a_gopher_path_is_divided_as_in_the_tree() {
    let pieces = ["1", "%09", "%0", "a", "/", "?", "9"];
    crate::texts::every_text("gopher://h/", &pieces, 5, &mut |text| {
        let tree = parse(Rule::Url, text).ok();
        let nodes = tree.map(|tree| tree.iter().map(|node| (node.rule(), node.span())).collect());
        compare::<Gopher>(text.as_bytes(), nodes.as_ref());
        compare::<All>(text.as_bytes(), nodes.as_ref());
    });
}
