//! Prints what the library says of texts, for a test that compares it with the grammar file.
//!
//! The first line of output names all rules. Each line of input is a rule and the bytes of a
//! text in decimal, separated by spaces; each gets a line of output. With the argument `verdicts`,
//! the line says only whether the text is valid.

use std::fmt::Debug;
use std::io::{self, Write as _};

use rfc1738::rules::parse_prefix;
use rfc1738::{Detail, Rule, is_valid, parse, parse_in_detail};

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

/// Whether the text is valid, the length of the longest derived prefix, the error, what it says, and
/// the trees with the character productions and without.
fn answer(rule: Rule, text: &str) -> impl Debug {
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
        error
            .as_ref()
            .map(|error| format!("{:#}", error.as_ref())),
        error.map(|error| (error.offset(), error.next().to_string(), error.can_end())),
        [tree(Detail::Characters), tree(Detail::Rules)],
    )
}
