//! Prints what the library says of texts, for a test that compares it with the grammar file.
//!
//! The first line of output names all rules. Each line of input is a rule and the bytes of a
//! text in decimal, separated by spaces; each gets a line of output. With the argument `verdicts`,
//! the line says only whether the text is valid. Panics if a typed URL is not that of its tree.

use std::fmt::Debug;
use std::io::{self, Write as _};

use rfc1738::rules::{bodies::url, parse_prefix};
use rfc1738::{Detail, Rule, Url, is_valid, parse, parse_in_detail};
use rfcbnf_engine::ProductionSet;
use rfcbnf_engine::spans::{Selection, Spans};

fn main() -> io::Result<()> {
    let verdicts_only = std::env::args().nth(1).as_deref() == Some("verdicts");
    let mut output = io::BufWriter::new(io::stdout().lock());
    writeln!(output, "{:?}", Rule::ALL.map(Rule::name))?;
    for line in io::stdin().lines() {
        let line = line?;
        let mut words = line.split(' ');
        let rule = words.next().expect("a line names a rule");
        let rule = rule.parse().expect("the grammar's productions are rules");
        let bytes: Result<Vec<u8>, _> = words.map(str::parse).collect();
        let text = String::from_utf8(bytes.expect("the text is given in bytes"));
        let text = text.expect("the text is UTF-8");
        if verdicts_only {
            writeln!(output, "{}", is_valid(rule, &text))?;
        } else {
            writeln!(output, "{:?}", answer(rule, &text))?;
        }
    }
    output.flush()
}

/// Selects every production.
struct All;

impl Selection for All {
    const PRODUCTIONS: ProductionSet = Rule::set(&Rule::ALL);
}

/// Panics if the spans of a URL are not those of its tree, or if the typed URL is another one.
fn assert_spans_of_tree(text: &str) {
    let mut spans = Spans::<64>::NONE;
    let is_url = spans.select::<All>(text.as_bytes(), url);
    assert_eq!(is_url, is_valid(Rule::Url, text), "{text}");
    let tree = parse(Rule::Url, text).ok();
    if let Some(tree) = tree.filter(|_| is_url) {
        let spans = spans.iter().map(|(rule, span)| (rule.into(), span));
        assert!(
            spans.eq(tree.iter().map(|node| (node.rule(), node.span()))),
            "{text}"
        );
    }
    assert_eq!(Url::parse(text).is_ok(), is_url, "{text}");
}

/// Whether the text is valid, the length of the longest derived prefix, the error, what it says, and
/// the trees with the character productions and without.
fn answer(rule: Rule, text: &str) -> impl Debug {
    if rule == Rule::Url {
        assert_spans_of_tree(text);
    }
    let prefix = parse_prefix::<_, ()>(rule, text).ok();
    let error = parse(rule, text).err();
    let tree = |detail| {
        let tree = parse_in_detail(rule, text, detail).ok()?;
        let nodes = tree.root().descendants_with_depth();
        let node = nodes.map(|(depth, node)| (depth, node.rule().name(), node.span()));
        Some(node.collect::<Vec<_>>())
    };
    (
        is_valid(rule, text),
        prefix.map(|(_, matched)| matched.len()),
        error.as_ref().map(|error| format!("{:#}", error.as_ref())),
        error.map(|error| (error.offset(), error.next().to_string(), error.can_end())),
        [tree(Detail::Characters), tree(Detail::Rules)],
    )
}
