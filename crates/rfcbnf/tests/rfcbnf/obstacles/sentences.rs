//! The sentences about obstacles, the paths to them and their places.

use rfcbnf::obstacles::ObstacleKind;

use super::{read, said};

fn rules(count: usize, rule: impl Fn(usize) -> String) -> String {
    (0..count).map(rule).collect::<Vec<_>>().concat()
}

#[test]
fn the_obstacle_of_a_production_names_the_undefined_name() {
    let grammar = read("a = \"x\" b\nb = c | \"y\"\nd = \"z\"\n");
    assert_eq!(
        said(&grammar, "b"),
        "production `b` uses `c`, which the grammar does not define"
    );
    assert_eq!(
        said(&grammar, "a"),
        "production `a` uses `b`, which uses `c`, which the grammar does not define"
    );
    assert_eq!(said(&grammar, "d"), "none");
    assert_eq!(said(&grammar, "e"), "none");
}

#[test]
fn the_obstacle_of_a_production_names_the_prose() {
    let grammar = read("a = b\nb = %x61 / <any CHAR except CTLs>\n");
    assert_eq!(
        said(&grammar, "a"),
        "production `a` uses `b`, which uses prose: <any CHAR except CTLs>"
    );
    let obstacle = grammar.obstacle("a").expect("it uses prose");
    assert_eq!(obstacle.path(), ["a", "b"]);
    assert_eq!(&grammar.source[obstacle.span()], "<any CHAR except CTLs>");
    assert!(!obstacle.is_error());
}

#[test]
fn the_obstacle_of_a_production_names_the_cycle() {
    let grammar = read("e = t *( \"+\" t )\nt = \"(\" e \")\" | \"1\"\ns = e \";\"\nn = n\n");
    assert_eq!(
        said(&grammar, "e"),
        "production `e` is recursive: e → t → e"
    );
    assert_eq!(
        said(&grammar, "t"),
        "production `t` is recursive: t → e → t"
    );
    assert_eq!(
        said(&grammar, "s"),
        "production `s` uses `e`, which is recursive: e → t → e"
    );
    assert_eq!(
        said(&grammar, "n"),
        "production `n` derives no text, because each of these needs the next: n → n"
    );
    let obstacle = grammar.obstacle("s").expect("it leads to a cycle");
    assert!(obstacle.is_recursion());
    assert_eq!(&grammar.source[obstacle.span()], "e");
}

#[test]
fn the_obstacle_of_a_production_names_the_unreadable_line() {
    let grammar = read("a = b\nb = \"x\" | ?\nc = \"y\"\n");
    assert_eq!(
        said(&grammar, "a"),
        "production `a` uses `b`, which cannot be read (line 2)"
    );
    assert_eq!(said(&grammar, "c"), "none");
}

/// Recursion alone leaves more that can be done, so it is the obstacle only if there is no other.
#[test]
fn an_undefined_name_counts_more_than_recursion() {
    let grammar = read("a = \"(\" a \")\" | b\nb = c\n");
    assert_eq!(
        said(&grammar, "a"),
        "production `a` uses `b`, which uses `c`, which the grammar does not define"
    );
}

#[test]
fn long_paths_and_cycles_are_cut_in_the_middle() {
    let chain = rules(20, |n| format!("c{n} = c{}\n", n + 1));
    let grammar = read(&chain);
    assert_eq!(
        said(&grammar, "c0"),
        "production `c0` uses `c1`, which uses `c2`, which uses `c3`, which uses `c4`, which leads \
         through 11 others to `c16`, which uses `c17`, which uses `c18`, which uses `c19`, which \
         uses `c20`, which the grammar does not define"
    );
    let cycle = rules(20, |n| format!("c{n} = c{} | \"x\"\n", (n + 1) % 20));
    assert_eq!(
        said(&read(&cycle), "c0"),
        "production `c0` is recursive: c0 → c1 → c2 → c3 → … → c17 → c18 → c19 → c0"
    );
}

#[test]
fn prose_is_cut_and_escaped() {
    let prose = "x".repeat(100);
    let grammar = read(&format!("a = %x61 / <{prose}>\n"));
    let shown = "x".repeat(80);
    assert_eq!(
        said(&grammar, "a"),
        format!("production `a` uses prose: <{shown}…>")
    );
}

#[test]
fn only_a_production_beyond_a_limit_cannot_be_used() {
    let mut chain = rules(600, |n| format!("c{n} = c{}\n", n + 1));
    chain += "c600 = \"x\"\n";
    let grammar = read(&chain);
    assert_eq!(
        said(&grammar, "c0"),
        "production `c0`, with those that it uses, is more than 500 expressions deep"
    );
    assert_eq!(said(&grammar, "c300"), "none");
}

#[test]
fn every_cause_is_listed_once() {
    let mut text = rules(400, |n| format!("u{n} = u{}\n", n + 1));
    text += "u400 = e\ne = \"(\" t \")\"\nt = e | \"x\"\np = %x61 / <prose>\nq = missing\n";
    let grammar = read(&text);
    let obstacles = grammar.obstacles();
    let causes: Vec<String> = obstacles.causes().map(|one| one.to_string()).collect();
    assert_eq!(
        causes,
        [
            "production `e` is recursive: e → t → e",
            "production `p` uses prose: <prose>",
            "production `q` uses `missing`, which the grammar does not define",
        ]
    );
    let first = obstacles.of("u0").expect("it leads to a cycle");
    assert_eq!(first.path().len(), 402);
    assert!(matches!(first.kind(), ObstacleKind::Recursion { .. }));
}

/// What the reader makes of a body with a fault is a guess, and no text is judged by it.
#[test]
fn every_fault_in_a_body_spoils_the_production() {
    for body in [
        "[ \"d\"",
        "\"d\" ]",
        "\"d\" | ",
        "\"d\" ?",
        "( \"d\" | )",
        "5*2\"d\"",
    ] {
        let grammar = read(&format!("c = {body}\ne = \"f\" | \"g\"\n"));
        assert_eq!(
            said(&grammar, "c"),
            "production `c` cannot be read (line 1)",
            "{body}"
        );
        assert_eq!(said(&grammar, "e"), "none", "{body}");
    }
}
