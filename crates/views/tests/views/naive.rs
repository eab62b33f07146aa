use rfc1738_views::ordered_choice::comparison;
use rfc1738_views::ordered_choice::comparison::ComparisonRecord;
use rfc1738_views::ordered_choice::list::{self, NaiveListRecord};
use rfc1738_views::palette::Palette;
use rfcbnf::ordered_choice::{Naive, Outcome, SearchResult, Trees, search};

use crate::{fields, grammar, lines, value};

#[test]
fn both_results_for_a_text_are_labelled() {
    let grammar = grammar("a = ( \"x\" / \"x\" \"y\" ) \"z\"\n");
    let naive = Naive::new(&grammar.grammar, "a").expect("the production exists and is small");
    let compared = naive.compare("xyz").expect("few states");
    let shown = lines(|out| {
        comparison::write(
            out,
            Palette::PLAIN,
            &grammar.grammar,
            "a",
            b"xyz",
            &compared,
        )
    });
    assert!(shown.contains("\n  naive    rejects: fails\n"), "{shown}");
    assert!(shown.contains("\n  grammar  derives it\n"), "{shown}");
    assert!(shown.contains("\n  blame    a 0..3 \"xyz\": "), "{shown}");
    let record = ComparisonRecord::new(&grammar.grammar, "a", b"xyz", &compared);
    assert_eq!(
        fields(&record),
        ["input", "rule", "agree", "naive", "derived", "end", "blame"]
    );
    let record = value(&record);
    assert_eq!(record["agree"], false);
    assert_eq!(record["blame"]["fault"], "alternative");
    assert_eq!(record["blame"]["needed"], "\"x\" \"y\"");
}

#[test]
fn the_list_names_causes_before_their_consequences() {
    let grammar = grammar("b = a \"!\"\na = ( \"x\" / \"x\" \"y\" ) \"z\"\nc = \"c\"\n");
    let found = search(&grammar.grammar, 1);
    let shown = lines(|out| list::write(out, Palette::PLAIN, &found));
    let shown: Vec<&str> = shown.lines().collect();
    assert_eq!(
        shown,
        [
            "a \"xyz\"",
            "b \"xyz!\" because of a",
            "Right     c",
            "3 productions: 1 wrong by itself, 1 because of others, 0 not decided, 1 right",
        ]
    );
    let record = value(&NaiveListRecord::new(&found));
    let productions = record["productions"].as_array().expect("it is a list");
    let results: Vec<_> = productions.iter().map(|it| it["result"].clone()).collect();
    assert_eq!(results, ["wrong", "wrong", "right"]);
    assert_eq!(productions[0]["causes"][0], "a");
}

#[test]
fn an_undecided_production_says_how_far_the_search_went() {
    let result = |production: &str, length, depth| SearchResult {
        production: production.to_owned(),
        outcome: Outcome::Undecided { length },
        trees: Trees::Same,
        depth,
    };
    let found = [
        result("a", 0, None),
        result("b", 1, None),
        result("c", 4, Some(1)),
    ];
    let shown = lines(|out| list::write(out, Palette::PLAIN, &found));
    assert_eq!(
        shown,
        "\
a not decided: too large to be searched
b not decided: no wrong text of at most 1 octet; longer ones were not tried
c not decided: no wrong text of at most 4 octets; longer ones go too deep or are too many
3 productions: 0 wrong by themselves, 0 because of others, 3 not decided, 0 right
"
    );
}
