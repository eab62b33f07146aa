//! The interpreter, compared with an automaton and with the first derivation.

use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations;
use rfcbnf::interpret::Rule;
use rfcbnf::syntax::{Encoding, Grammar};
use rfcbnf_engine::escape::Quoted;
use rfcbnf_engine::{
    Detail, Parse, Production, SyntaxError, is_valid, parse, parse_in_detail, visit,
};

use crate::visited::{Visited, nodes_of};

/// Asserts that a production gives the verdict, the longest prefix and the error of its automaton,
/// and the first derivation. Returns whether it derives the text.
pub(crate) fn compare(
    grammar: &Grammar,
    automaton: &Automaton,
    rule: Rule<'_>,
    text: impl AsRef<[u8]>,
) -> bool {
    let text = text.as_ref();
    let context = || format!("{rule} on {} with\n{}", Quoted(text), source(grammar));
    let prefix = rule.parse_prefix::<_, ()>(text).ok();
    let prefix = prefix.map(|(_, matched)| matched.len());
    assert_eq!(prefix, automaton.longest_prefix(text), "{}", context());
    assert_eq!(
        is_valid(rule, text),
        automaton.accepts(text),
        "{}",
        context()
    );
    let mut visited = Visited::new();
    let is_visited = visit(rule, text, |event| visited.add(event));
    let nodes = parse(rule, text).map(|tree| nodes_of(&tree));
    assert_eq!(is_visited.map(|()| visited.nodes()), nodes, "{}", context());
    match parse_in_detail(rule, text, Detail::Characters) {
        Ok(tree) => {
            let first = derivations(grammar, rule.name(), text);
            let first = first.expect("the production is there").next();
            let first = first.expect("the production derives the text");
            let expected = first.iter_with_depth();
            let expected = expected.map(|(depth, node)| (depth, node.production(), node.span()));
            let found = tree.root().descendants_with_depth();
            let found = found.map(|(depth, node)| (depth, node.rule().name(), node.span()));
            assert!(found.eq(expected), "{}{tree}{first}", context());
            true
        }
        Err(error) => {
            let mut viable = automaton.viable_prefix(text);
            if grammar.encoding == Encoding::Utf8
                && let Err(error) = std::str::from_utf8(&text[..viable.length()])
            {
                // It ends before a character that is not finished.
                viable = automaton.viable_prefix(&text[..error.valid_up_to()]);
            }
            let next = viable.next().characters();
            let expected = (viable.length(), next, viable.can_end());
            for error in [error, rule.body_error(text)] {
                assert_eq!(facts(&error), expected, "{}", context());
            }
            false
        }
    }
}

fn facts<P: Production>(error: &SyntaxError<P>) -> (usize, String, bool) {
    (error.offset(), error.next().to_string(), error.can_end())
}

/// Returns the productions as printed.
fn source(grammar: &Grammar) -> String {
    let productions = grammar.productions.iter();
    let lines: Vec<String> = productions
        .map(|production| format!("{}\n", grammar.text(production)))
        .collect();
    lines.concat()
}
