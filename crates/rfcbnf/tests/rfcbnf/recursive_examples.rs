//! The recursive grammars in `examples/grammars`: what they derive, what they do not, and trees.

use rfcbnf::derivations::derivations;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::Detail;

use crate::grammars::read;

macro_rules! example {
    ($file:literal) => {
        read(include_str!(concat!(
            "../../../../examples/grammars/",
            $file
        )))
    };
}

fn recognizer(grammar: &Grammar, production: &str) -> Recognizer {
    let characters = grammar.character_productions();
    let is_character = |name: &str| characters.contains(name);
    Recognizer::with_characters(grammar, production, is_character).expect("it has a recognizer")
}

/// Returns the offset of the error of a text; `None` for a valid text.
fn offset(recognizer: &Recognizer, text: &str) -> Option<usize> {
    let verdict = recognizer.rule().verdict(text.as_bytes());
    let verdict = verdict.expect("the text is short");
    verdict.err().map(|error| error.offset())
}

/// Asserts which texts are valid, and at which offset the others are wrong.
fn judge(grammar: &Grammar, production: &str, valid: &[&str], invalid: &[(&str, usize)]) {
    let recognizer = recognizer(grammar, production);
    for text in valid {
        assert_eq!(offset(&recognizer, text), None, "{production}: {text:?}");
    }
    for (text, place) in invalid {
        assert_eq!(
            offset(&recognizer, text),
            Some(*place),
            "{production}: {text:?}"
        );
    }
}

fn tree(grammar: &Grammar, production: &str, text: &str) -> String {
    tree_in_detail(grammar, production, text, Detail::Rules)
}

fn tree_in_detail(grammar: &Grammar, production: &str, text: &str, detail: Detail) -> String {
    let recognizer = recognizer(grammar, production);
    let checked = recognizer.rule().check(text, detail);
    let checked = checked.expect("the text has a tree");
    checked.expect("the text is valid").to_string()
}

/// Returns the grammars of sums and products, in their three styles.
fn arithmetic() -> [Grammar; 3] {
    [
        example!("arithmetic-left.bnf"),
        example!("arithmetic.abnf"),
        example!("arithmetic-ambiguous.abnf"),
    ]
}

#[test]
fn arithmetic_derives_sums_and_products_in_each_style() {
    for grammar in arithmetic() {
        judge(
            &grammar,
            "expression",
            &["1", "10+2", "1+2*3", "(1)", "((1-2))/(3*4)-5"],
            &[
                ("", 0),
                ("1+", 2),
                ("+1", 0),
                ("1++2", 2),
                ("(1", 2),
                ("1)", 1),
                ("()", 1),
                ("1 + 2", 1),
            ],
        );
    }
}

#[test]
fn the_three_styles_of_arithmetic_derive_the_same_short_texts() {
    let grammars = arithmetic();
    let recognizers = grammars.each_ref().map(|one| recognizer(one, "expression"));
    let mut texts = vec![String::new()];
    let mut valid = 0;
    for _ in 0..=5 {
        for text in &texts {
            let [left, repeated, ambiguous] = recognizers.each_ref().map(|one| offset(one, text));
            assert_eq!(left, repeated, "{text:?}");
            assert_eq!(left, ambiguous, "{text:?}");
            valid += usize::from(left.is_none());
        }
        let longer = texts
            .iter()
            .flat_map(|text| "1+*()".chars().map(move |one| format!("{text}{one}")));
        texts = longer.collect();
    }
    assert!(valid > 20, "{valid}");
}

#[test]
fn the_terms_of_a_sum_are_children_of_one_expression() {
    let grammar = example!("arithmetic.abnf");
    assert_eq!(
        tree(&grammar, "expression", "1-2*(3+4)-5"),
        "\
expression 0..11 \"1-2*(3+4)-5\"
  term 0..1 \"1\"
    factor 0..1 \"1\"
      number 0..1 \"1\"
  term 2..9 \"2*(3+4)\"
    factor 2..3 \"2\"
      number 2..3 \"2\"
    factor 4..9 \"(3+4)\"
      expression 5..8 \"3+4\"
        term 5..6 \"3\"
          factor 5..6 \"3\"
            number 5..6 \"3\"
        term 7..8 \"4\"
          factor 7..8 \"4\"
            number 7..8 \"4\"
  term 10..11 \"5\"
    factor 10..11 \"5\"
      number 10..11 \"5\"
"
    );
}

#[test]
fn an_else_belongs_to_the_nearest_if() {
    let grammar = example!("dangling-else.abnf");
    let text = "if a then if b then x := 1 else x := 2";
    assert_eq!(
        tree(&grammar, "statement", text),
        "\
statement 0..38 \"if a then if b then x := 1 else x := 2\"
  condition 0..38 \"if a then if b then x := 1 else x := 2\"
    comparison 3..4 \"a\"
      value 3..4 \"a\"
    statement 10..38 \"if b then x := 1 else x := 2\"
      condition 10..38 \"if b then x := 1 else x := 2\"
        comparison 13..14 \"b\"
          value 13..14 \"b\"
        statement 20..26 \"x := 1\"
          assignment 20..26 \"x := 1\"
            value 25..26 \"1\"
              number 25..26 \"1\"
        statement 32..38 \"x := 2\"
          assignment 32..38 \"x := 2\"
            value 37..38 \"2\"
              number 37..38 \"2\"
"
    );
    let trees = |text| {
        let trees = derivations(&grammar, "statement", text);
        trees.expect("there is no recursion to the left").count()
    };
    assert_eq!(trees(text), 2);
    assert_eq!(trees("if a then begin if b then x := 1 end else x := 2"), 1);
    assert_eq!(trees("if a then begin if b then x := 1 else x := 2 end"), 1);
}

#[test]
fn the_small_language_derives_statements_and_no_half_ones() {
    judge(
        &example!("dangling-else.abnf"),
        "statement",
        &[
            "x := 1",
            "while a < 10 do a := b",
            "if a = 1 then x := 2 else if b then x := 3 else x := 4",
            "begin x := 1; begin y := x end end",
        ],
        &[
            ("", 0),
            ("x = 1", 2),
            ("if a then x := 1 else", 21),
            ("if a then", 9),
            ("begin end", 7),
            ("x := 1 else y := 2", 6),
        ],
    );
}

#[test]
fn a_user_agent_has_comments_in_comments() {
    let grammar = example!("rfc9110.abnf");
    judge(
        &grammar,
        "User-Agent",
        &[
            "curl/8.5.0",
            "Mozilla/5.0 (X11; Linux (a (b))) Gecko/20100101",
            "a \t(\\)) ()",
            "a (\u{e9})",
        ],
        &[
            ("", 0),
            ("(a)", 0),
            ("a/", 2),
            ("a(b)", 1),
            ("a (b", 4),
            ("a (b))", 5),
            ("a/1/2", 3),
            ("a ", 2),
            ("a (\r)", 3),
        ],
    );
    assert_eq!(
        tree(
            &grammar,
            "User-Agent",
            "Mozilla/5.0 (X11; (a (\\))) b) Gecko"
        ),
        "\
User-Agent 0..35 \"Mozilla/5.0 (X11; (a (\\\\))) b) Gecko\"
  product 0..11 \"Mozilla/5.0\"
    token 0..7 \"Mozilla\"
    product-version 8..11 \"5.0\"
      token 8..11 \"5.0\"
  RWS 11..12 \" \"
  comment 12..29 \"(X11; (a (\\\\))) b)\"
    comment 18..26 \"(a (\\\\)))\"
      comment 21..25 \"(\\\\))\"
        quoted-pair 22..24 \"\\\\)\"
  RWS 29..30 \" \"
  product 30..35 \"Gecko\"
    token 30..35 \"Gecko\"
"
    );
}

/// Addresses without obsolete forms.
const ADDRESSES: [&str; 8] = [
    "joe@h.example",
    "\"Joe Q. Public\" <joe.q.public@example.com>",
    "Joe (who (else)?) <joe@[192.0.2.1]>",
    "Mary Smith <mary@x.test>",
    "\"a\\\"b@c\"@h",
    " (a) joe (b) @ (c) h (d) ",
    "Friends: joe@h, Mary <mary@x.test>;",
    "Nobody:\r\n (hidden);",
];

/// Addresses with an obsolete form, and its production.
const OBSOLETE: [(&str, &str); 10] = [
    ("joe . q@h", "obs-local-part"),
    ("\"joe\".q@h", "obs-local-part"),
    ("joe@h . example", "obs-domain"),
    ("Joe Q. Public <joe@h>", "obs-phrase"),
    ("<@a,@b:joe@h>", "obs-angle-addr"),
    ("Friends:joe@h,,mary@h;", "obs-mbox-list"),
    ("joe@[\\a]", "obs-dtext"),
    ("joe \r\n \r\n @h", "obs-FWS"),
    ("(\u{1}) joe@h", "obs-ctext"),
    // Two words could share this white space without an obsolete form, but the first one takes
    // its comment if it can.
    ("a \r\n \r\n (c) b <joe@h>", "obs-FWS"),
];

#[test]
fn only_obsolete_addresses_have_obsolete_nodes() {
    let grammar = example!("rfc5322.abnf");
    for text in ADDRESSES {
        let tree = tree_in_detail(&grammar, "address", text, Detail::Characters);
        assert!(!tree.contains("obs-"), "{tree}");
    }
    for (text, production) in OBSOLETE {
        let tree = tree_in_detail(&grammar, "address", text, Detail::Characters);
        assert!(tree.contains(&format!(" {production} ")), "{tree}");
    }
}

#[test]
fn a_wrong_address_has_its_error_where_no_address_continues() {
    let grammar = example!("rfc5322.abnf");
    let obsolete = OBSOLETE.map(|(text, _)| text);
    judge(
        &grammar,
        "address",
        &[&ADDRESSES[..], &obsolete[..]].concat(),
        &[
            ("", 0),
            ("joe", 3),
            ("joe@", 4),
            ("joe@h..example", 6),
            ("joe@@h", 4),
            ("<joe@h", 6),
            ("joe@[192.0.2.1", 14),
            ("\"joe@h", 6),
            ("(a (b) joe@h", 12),
            ("joe@h, mary@h", 5),
            ("joe@h\r\n", 7),
            ("j\u{f6}e@h", 1),
        ],
    );
    judge(
        &grammar,
        "address-list",
        &["joe@h, Mary <mary@x.test>", ",joe@h,,"],
        &[("joe@h;", 5), (",", 1)],
    );
}

#[test]
fn the_tree_of_an_address_shows_its_comments_and_parts() {
    assert_eq!(
        tree(
            &example!("rfc5322.abnf"),
            "mailbox",
            "Joe (a (b)) <joe@h.example>"
        ),
        "\
mailbox 0..27 \"Joe (a (b)) <joe@h.example>\"
  name-addr 0..27 \"Joe (a (b)) <joe@h.example>\"
    display-name 0..12 \"Joe (a (b)) \"
      phrase 0..12 \"Joe (a (b)) \"
        word 0..12 \"Joe (a (b)) \"
          atom 0..12 \"Joe (a (b)) \"
            CFWS 3..12 \" (a (b)) \"
              FWS 3..4 \" \"
              comment 4..11 \"(a (b))\"
                ccontent 5..6 \"a\"
                FWS 6..7 \" \"
                ccontent 7..10 \"(b)\"
                  comment 7..10 \"(b)\"
                    ccontent 8..9 \"b\"
              FWS 11..12 \" \"
    angle-addr 12..27 \"<joe@h.example>\"
      addr-spec 13..26 \"joe@h.example\"
        local-part 13..16 \"joe\"
          dot-atom 13..16 \"joe\"
            dot-atom-text 13..16 \"joe\"
        domain 17..26 \"h.example\"
          dot-atom 17..26 \"h.example\"
            dot-atom-text 17..26 \"h.example\"
"
    );
}
