use rfc1738_views::difference::GrammarDifference;
use rfc1738_views::difference::record::DifferenceRecord;
use rfc1738_views::palette::Palette;
use rfcbnf::difference::compare;

use crate::{fields, grammar, lines, value};

fn difference(a: &str, b: &str) -> GrammarDifference {
    let (a, b) = (grammar(a), grammar(b));
    GrammarDifference {
        a: "a.bnf".to_owned(),
        b: "b.bnf".to_owned(),
        compared: compare(&a.grammar, &b.grammar, 1).expect("they are small"),
    }
}

#[test]
fn a_difference_shows_causes_first_and_texts_of_one_side() {
    let difference = difference(
        "s = t \"!\"\nt = \"x\" | \"y\"\nu = \"u\"\n",
        "s = t \"!\"\nt = \"x\"\nu = \"u\"\nv = \"v\"\n",
    );
    assert!(!difference.is_equal());
    let shown = lines(|out| difference.write(out, Palette::PLAIN));
    assert_eq!(
        shown,
        "t: differs\n  \
         only a.bnf derives \"y\"\n\
         s: differs because of t\n  \
         only a.bnf derives \"y!\"\n\
         v: only in b.bnf\n\
         Equal     u\n\
         4 productions: 1 equal, 1 differs by itself, 1 differs because of others, \
         0 only in a.bnf, 1 only in b.bnf\n"
    );
    let record = DifferenceRecord::new(&difference);
    assert_eq!(fields(&record), ["a", "b", "equal", "productions"]);
    let record = value(&record);
    let results = |index: usize| record["productions"][index]["result"].clone();
    assert_eq!(
        [results(0), results(1), results(2)],
        ["differs", "differs", "equal"]
    );
}

#[test]
fn equal_grammars_have_no_difference() {
    let difference = difference("a = \"x\" / \"y\"\n", "a = \"y\" / \"x\"\n");
    assert!(difference.is_equal());
    let shown = lines(|out| difference.write(out, Palette::PLAIN));
    assert!(
        shown.starts_with("Equal     a\n1 production: 1 equal, "),
        "{shown}"
    );
}

#[test]
fn a_text_that_need_not_be_shortest_says_so() {
    let random = difference("s = 500( 500\"x\" ) | \"q\" s\n", "s = \"x\" *\"y\"\n");
    let shown = lines(|out| random.write(out, Palette::PLAIN));
    let said = "only b.bnf derives \"x\" (found at random; there can be a shorter one)";
    assert!(shown.contains(said), "{shown}");
    let deep = difference(
        "s = \"(\" [ s ] \")\"\n",
        "s = \"(\" [ s ] \")\" | \"(()\"\n",
    );
    let shown = lines(|out| deep.write(out, Palette::PLAIN));
    // All shorter texts were compared.
    assert!(shown.contains("only b.bnf derives \"(()\"\n"), "{shown}");
}
