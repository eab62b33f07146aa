//! What a search says of ordered choice, beside a plain reading of the syntax tree and all derivations of
//! short texts.

use rfcbnf::ordered_choice::{Outcome, SearchResult, Trees, search};
use rfcbnf::syntax::Grammar;

use super::enumeration::{Enumeration, Node, Tree};
use super::parts::{Fit, Part, PartId, Parts};
use super::random;
use super::texts::short;
use super::verdict::Spans;
use super::written::{GRAMMARS, read};
use crate::extent::few_or_many;

/// The number of texts of a grammar.
const TEXTS: usize = 400;

/// The greatest number of trees of a text. Texts with more are left out.
const TREES: usize = 100;

/// Grammars in which choices are right, or almost.
const CHOICES: [(&str, &str); 14] = [
    // Blanks before and after, as in RFC 8259.
    (
        "s = o [ v *( c v ) ] e\no = w \"[\" w\ne = w \"]\" w\nc = w \",\" w\nw = *\" \"\nv = s | \"1\"\n",
        "[] ,1",
    ),
    ("s = w \"(\" *s w \")\" w\nw = *\" \"\n", "() "),
    ("s = w \"(\" *s w \")\" w\nw = *1\" \"\n", "() "),
    ("s = w \"(\" *s w \")\" w\nw = *\"a\" *\" \"\n", "()a "),
    ("s = *\"a\" [ \"ab\" ] \"c\"\n", "abc"),
    ("s = *\"a\" [ \"a\" ] \"c\" | \"(\" s \")\"\n", "ac()"),
    ("s = *\"a\" t\nt = \"a\" \"b\" | \"b\"\n", "ab"),
    ("s = *\"a\" *t \"b\"\nt = \"a\" | \"c\"\n", "abc"),
    ("s = *t *\"a\" \"b\"\nt = \"a\" | \"c\"\n", "abc"),
    ("s = 1*2\"a\" *\"a\" \"b\"\n", "ab"),
    ("s = 1*2\"a\" 1*2\"a\" \"b\"\n", "ab"),
    ("s = 2\"a\" [ \"a\" ] \"b\" | 3\"a\" \"c\"\n", "abc"),
    ("s = *1t \"a\" [ t ]\nt = \"a\" [ \"b\" ]\n", "ab"),
    (
        "s = ( t \"c\" | \"abc\" ) | \"(\" s \")\"\nt = \"a\" | \"ab\"\n",
        "abc()",
    ),
];

/// Returns where ordered choice ends that begins at `at`; `None` if it fails.
fn end(parts: &Parts<'_>, part: PartId, text: &[u8], at: usize, tree: &mut Open) -> Option<usize> {
    match &parts.all[part] {
        Part::Either(members) => members
            .iter()
            .find_map(|&one| attempt(parts, one, text, at, tree)),
        Part::Sequence(members) => {
            let mut members = members.iter();
            members.try_fold(at, |at, &one| attempt(parts, one, text, at, tree))
        }
        Part::Rounds {
            body, least, most, ..
        } => {
            let (mut at, mut rounds) = (at, 0);
            while most.is_none_or(|most| rounds < most) {
                let kept = tree.nodes.len();
                match attempt(parts, *body, text, at, tree) {
                    Some(next) if next > at || rounds < *least => at = next,
                    _ => {
                        tree.nodes.truncate(kept);
                        break;
                    }
                }
                rounds += 1;
            }
            (rounds >= *least).then_some(at)
        }
        Part::Terminal(terminal) => {
            let mut lengths = 1..=text.len() - at;
            let length = lengths.find(|&length| terminal.fit(&text[at..at + length]) == Fit::Is);
            length.map(|length| at + length)
        }
        Part::Node { production, body } => {
            let index = tree.nodes.len();
            tree.nodes.push((tree.depth, *production, at, at));
            tree.depth += 1;
            let end = attempt(parts, *body, text, at, tree);
            tree.depth -= 1;
            tree.nodes[index].3 = end?;
            end
        }
    }
}

/// The nodes of what is matched, in preorder.
#[derive(Default)]
struct Open {
    depth: usize,
    nodes: Vec<Node>,
}

/// Does the same as [`end`], and leaves no node if it fails.
fn attempt(
    parts: &Parts<'_>,
    part: PartId,
    text: &[u8],
    at: usize,
    tree: &mut Open,
) -> Option<usize> {
    let kept = tree.nodes.len();
    let end = end(parts, part, text, at, tree);
    if end.is_none() {
        tree.nodes.truncate(kept);
    }
    end
}

/// What ordered choice does with a text that the production derives.
#[derive(Debug, PartialEq, Eq)]
enum Reading {
    Right,
    Rejects,
    HasAnotherTree,
}

/// Returns `None` if the production does not derive the text, or in too many ways.
fn reading(parts: &Parts<'_>, text: &[u8]) -> Option<Reading> {
    let spans = Spans::of(parts, text);
    let trees = Enumeration::trees(&spans, TREES).ok()?;
    let first: &Tree = trees.first()?;
    let mut tree = Open::default();
    let end = attempt(parts, parts.start, text, 0, &mut tree);
    Some(match end == Some(text.len()) {
        false => Reading::Rejects,
        true if tree.nodes == *first => Reading::Right,
        true => Reading::HasAnotherTree,
    })
}

#[derive(Debug, Default)]
struct Counts {
    proved: usize,
    right_to_a_depth: usize,
    wrong: usize,
    different: usize,
}

fn compare(grammar: &Grammar, characters: &str, counts: &mut Counts) {
    let found = search(grammar, 1);
    let Some(SearchResult {
        outcome,
        trees,
        depth,
        ..
    }) = found.iter().find(|one| one.production == "s")
    else {
        // Ordered choice never ends.
        return;
    };
    let parts = Parts::of(grammar, "s");
    let context =
        |text: &[u8]| format!("{:?} of\n{}", String::from_utf8_lossy(text), grammar.source);
    if let Outcome::Wrong { text, .. } = outcome {
        counts.wrong += 1;
        assert_eq!(
            reading(&parts, text),
            Some(Reading::Rejects),
            "{}",
            context(text)
        );
    }
    if let Trees::Different { text } = trees {
        counts.different += 1;
        assert_eq!(
            reading(&parts, text),
            Some(Reading::HasAnotherTree),
            "{}",
            context(text)
        );
    }
    let is_right = *outcome == Outcome::Right && depth.is_none();
    counts.proved += usize::from(is_right && *trees == Trees::Same);
    counts.right_to_a_depth += usize::from(*outcome == Outcome::Right && depth.is_some());
    for text in short(characters, TEXTS) {
        match reading(&parts, &text) {
            Some(Reading::Rejects) => assert!(!is_right, "{}", context(&text)),
            Some(Reading::HasAnotherTree) => {
                let is_known = match trees {
                    Trees::Same => depth.is_some(),
                    Trees::Different { .. } => true,
                    Trees::SameUpTo { length } => text.len() > *length || depth.is_some(),
                };
                assert!(is_known, "{}", context(&text));
            }
            Some(Reading::Right) | None => {}
        }
    }
}

#[test]
fn statements_about_ordered_choice_hold_for_all_short_texts() {
    let mut counts = Counts::default();
    for (source, characters) in CHOICES {
        compare(&read("choices", source), characters, &mut counts);
    }
    for (kind, source, characters) in GRAMMARS {
        compare(&read(kind, source), characters, &mut counts);
    }
    for (grammar, characters) in random::grammars(few_or_many(2, 60)) {
        compare(&grammar, characters, &mut counts);
    }
    let Counts {
        proved,
        right_to_a_depth,
        wrong,
        different,
    } = counts;
    assert!(proved > 10 && wrong > 10 && different > 2, "{counts:?}");
    assert!(right_to_a_depth > 0, "{counts:?}");
}

/// The proof is about texts of any depth, which no automaton has.
#[test]
fn ordered_choice_is_right_about_every_text_of_json() {
    let source = include_str!("../../../../../examples/grammars/rfc8259.abnf");
    let found = search(&rfcbnf::read(source).expect("it is a grammar"), 1);
    assert_eq!(found.len(), 32);
    for one in found {
        let is_right = one.outcome == Outcome::Right && one.trees == Trees::Same;
        assert!(is_right && one.depth.is_none(), "{}", one.production);
    }
}

#[test]
fn a_wrong_tree_of_ordered_choice_has_a_shortest_text() {
    let grammar = read("choices", CHOICES[13].0);
    let found = search(&grammar, 1);
    let text = b"abc".to_vec();
    assert_eq!(found[0].trees, Trees::Different { text });
}
