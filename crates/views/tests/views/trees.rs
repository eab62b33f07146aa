use rfc1738::{Rule, parse};
use rfc1738_views::check::place::{FileName, Place};
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::derivations::record::DerivationsRecord;
use rfc1738_views::derivations::text::DerivationsWriter;
use rfc1738_views::derivations::{Count, Total};
use rfc1738_views::palette::Palette;
use rfc1738_views::tree::json::TreeNode;
use rfc1738_views::tree::{sexp, text};
use rfcbnf::derivations::{DerivationLimit, derivations};
use serde_json::json;

use crate::{fields, grammar, lines, own_grammar, value};

#[test]
fn trees_and_derivations_look_the_same_in_every_form() {
    let parsed = parse(Rule::Url, "gopher://h:70/0a%09b").expect("it is a URL");
    let grammar = own_grammar();
    let characters = grammar.character_productions();
    let leaves_out = |name: &str| characters.contains(name);
    let derived = rfcbnf::derivations::derivations_without(
        &grammar.grammar,
        "url",
        parsed.text(),
        leaves_out,
    );
    let derived = derived.expect("it is small").next().expect("it is derived");
    let plain = Palette::PLAIN;
    assert_eq!(
        lines(|out| text::write(out, plain, parsed.root())),
        lines(|out| text::write(out, plain, derived.root())),
    );
    assert_eq!(
        lines(|out| sexp::write(out, parsed.root())),
        lines(|out| sexp::write(out, derived.root())),
    );
    assert_eq!(
        value(&TreeNode(parsed.root())),
        value(&TreeNode(derived.root())),
    );
    assert_eq!(
        value(&TreeNode(parsed.root())),
        value(&parsed.root()),
        "the library serializes its nodes the same way"
    );
}

#[test]
fn inner_nodes_are_cut_and_leaves_are_not() {
    let host = "a".repeat(100);
    let parsed = parse(Rule::Hostport, &host).expect("it is a host");
    let shown = lines(|out| text::write(out, Palette::PLAIN, parsed.root()));
    let cut = format!("hostport 0..100 \"{}\"…\n", "a".repeat(60));
    assert!(shown.starts_with(&cut), "{shown}");
    assert!(
        shown.ends_with(&format!("toplabel 0..100 \"{host}\"\n")),
        "{shown}"
    );
}

#[test]
fn only_a_colored_palette_writes_escape_sequences() {
    let parsed = parse(Rule::Port, "80").expect("it is a port");
    let plain = lines(|out| text::write(out, Palette::PLAIN, parsed.root()));
    let colored = lines(|out| text::write(out, Palette::COLORED, parsed.root()));
    assert!(!plain.contains('\u{1b}'));
    assert!(colored.contains('\u{1b}'));
}

/// Returns the count of that number of trees, all of which are shown.
fn all(shown: usize) -> Count {
    Count {
        shown,
        total: Total::Exactly(shown),
        is_infinite: false,
    }
}

#[test]
fn a_count_that_was_given_up_names_the_steps() {
    let write = |shown, total, is_infinite| {
        let count = Count {
            shown,
            total,
            is_infinite,
        };
        lines(|out| DerivationsWriter::write_count(out, Palette::PLAIN, count))
    };
    let reason = "whether there are more derivations is not known: the search takes more than 3000000 \
                  steps; shorten the text\n";
    let undecided = Total::Undecided(DerivationLimit::Search);
    assert_eq!(
        write(1, undecided, false),
        format!("1 derivation shown; {reason}")
    );
    assert_eq!(
        write(2, undecided, true),
        format!("2 derivations shown, of infinitely many; {reason}")
    );
    for (limit, shown) in [
        (
            DerivationLimit::Count,
            "the count takes more than 100000000 steps",
        ),
        (
            DerivationLimit::Graph,
            "the search takes more than 2000000 nodes",
        ),
    ] {
        let written = write(1, Total::Undecided(limit), false);
        assert!(written.contains(shown), "{written}");
    }
}

#[test]
fn every_derivation_shows_where_it_diverges_from_the_first() {
    let grammar = grammar("a = x / y\nx = \"1\"\ny = \"1\"\n");
    let trees = derivations(&grammar.grammar, "a", "1").expect("it is small");
    let mut writer = DerivationsWriter::default();
    let shown = lines(|out| {
        for tree in trees {
            writer.write(out, Palette::PLAIN, tree)?;
        }
        DerivationsWriter::write_count(out, Palette::PLAIN, all(writer.count()))
    });
    assert_eq!(
        shown,
        "derivation 1\n\
         a 0..1 \"1\"\n\
         └─ x 0..1 \"1\"\n\
         \n\
         derivation 2: y 0..1 \"1\" where derivation 1 has x 0..1 \"1\"\n\
         a 0..1 \"1\"\n\
         └─ y 0..1 \"1\"\n\
         2 derivations\n"
    );
}

#[test]
fn records_of_texts_keep_their_fields_in_order() {
    let tree = parse(Rule::Port, "80").expect("it is a port");
    let valid = CheckRecord::new(b"80", Rule::Port, Ok(Some(tree.root())));
    assert_eq!(fields(&valid), ["input", "rule", "ok", "tree"]);
    let file = FileName {
        shown: "a.csv",
        octets: b"a.csv",
    };
    let place = Place {
        record: Some(2),
        field: Some("port"),
        ..Place::line(file, 3)
    };
    assert_eq!(
        fields(&valid.at(&place)),
        [
            "line", "input", "rule", "ok", "tree", "file", "record", "field"
        ]
    );
    let with_advice = CheckRecord::new(b"80", Rule::Port, Ok(None)).with_advice(Some(&[]));
    assert_eq!(fields(&with_advice), ["input", "rule", "ok", "advice"]);
    let error = parse(Rule::Port, b"8\xff").expect_err("it is no port");
    let invalid = CheckRecord::new(b"8\xff", Rule::Port, Err(&error));
    assert_eq!(fields(&invalid), ["input", "hex", "rule", "ok", "error"]);
    assert_eq!(value(&invalid)["input"], json!("8\u{fffd}"));
    let trees = [];
    let derivations = DerivationsRecord::new(b"80", "port", &trees, all(trees.len()));
    assert_eq!(
        fields(&derivations),
        ["input", "rule", "ok", "count", "complete", "total", "trees"]
    );
}
