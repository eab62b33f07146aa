//! References and properties of the resolved form.

use rfcbnf::octets::OctetSet;
use rfcbnf::resolved::{
    ExpressionId, Properties, ResolvedExpression, ResolvedGrammar, ResolvedKind,
};
use rfcbnf::syntax::{Case, Encoding, Grammar, Kind};

fn read(source: &str) -> Grammar {
    rfcbnf::read(source).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Returns the properties of the body of the first production.
fn properties(source: &str) -> Properties {
    let grammar = read(source);
    let resolved = ResolvedGrammar::new(&grammar);
    *resolved.properties(resolved.productions()[0].body())
}

fn first(properties: &Properties, case: Case) -> String {
    let octets = properties.first().around(case).iter();
    octets.map(char::from).collect()
}

#[test]
fn lengths_add_up_over_sequences_and_spread_over_alternatives() {
    let lengths = |source| {
        let properties = properties(source);
        (properties.shortest(), properties.longest())
    };
    assert_eq!(lengths("s = \"ab\" [ \"c\" ]\n"), (Some(2), Some(3)));
    assert_eq!(
        lengths("s = \"ab\" | \"c\" | \"defg\"\n"),
        (Some(1), Some(4))
    );
    assert_eq!(
        lengths("s = 2*3t\nt = \"a\" | \"bc\"\n"),
        (Some(2), Some(6))
    );
    assert_eq!(lengths("s = 2*t\nt = \"abc\"\n"), (Some(6), None));
    assert_eq!(lengths("s = *\"a\"\n"), (Some(0), None));
}

#[test]
fn the_first_set_extends_past_parts_that_can_be_empty() {
    let found = properties("s = [ \"a\" ] *t \"c\" \"d\"\nt = \"b\"\n");
    assert_eq!(first(&found, Case::Exact), "abc");
    assert!(!found.is_nullable());
    assert!(properties("s = [ \"a\" ] *t\nt = \"b\"\n").is_nullable());
}

#[test]
fn a_letter_that_ignores_case_is_first_in_both_cases() {
    let mut grammar = read("s = t | \"-\" | \"z\"\nt = \"ab\"\n");
    let Kind::Alternation(members) = &mut grammar.productions[0].body.kind else {
        panic!("it is an alternation");
    };
    let Kind::Reference { case, .. } = &mut members[0].kind else {
        panic!("it is a reference");
    };
    *case = Case::Ignored;
    let resolved = ResolvedGrammar::new(&grammar);
    let found = resolved.properties(resolved.productions()[0].body());
    assert_eq!(first(found, Case::Exact), "-Aaz");
    assert_eq!(first(found, Case::Ignored), "-AZaz");
    assert_eq!(found.first().as_written().count(), 3);
    let below = resolved.properties(resolved.productions()[1].body());
    assert_eq!(first(below, Case::Exact), "a");
}

#[test]
fn a_name_that_is_not_defined_derives_nothing() {
    let mut grammar = read("s = \"a\" t | \"bcd\"\nt = \"e\"\n");
    grammar.productions.pop();
    let resolved = ResolvedGrammar::new(&grammar);
    let body = resolved.productions()[0].body();
    assert_eq!(resolved.properties(body).shortest(), Some(3));
    let kinds = resolved.expressions().iter().map(ResolvedExpression::kind);
    let undefined = kinds.filter(|kind| matches!(kind, ResolvedKind::Undefined("t")));
    assert_eq!(undefined.count(), 1);
}

/// Returns the grammar `s = t` with a range as `t`, whose letters match in any case.
fn range(first: char, last: char, encoding: Encoding) -> Grammar {
    let mut grammar = read("s = t\nt = \"a\"\n");
    grammar.encoding = encoding;
    grammar.productions[1].body.kind = Kind::Range { first, last };
    let Kind::Reference { case, .. } = &mut grammar.productions[0].body.kind else {
        panic!("it is a reference");
    };
    *case = Case::Ignored;
    grammar
}

#[test]
fn a_range_is_one_octet_or_those_of_a_character() {
    let grammar = range('A', '\u{ff}', Encoding::Octets);
    let resolved = ResolvedGrammar::new(&grammar);
    let body = resolved.productions()[1].body();
    let octets = resolved.kind(body).octet(Case::Exact);
    assert_eq!(octets, Some(OctetSet::from(0x41..=0xff)));
    let found = resolved.properties(body);
    assert_eq!((found.shortest(), found.longest()), (Some(1), Some(1)));

    let grammar = range('y', '\u{10ffff}', Encoding::Utf8);
    let resolved = ResolvedGrammar::new(&grammar);
    let body = resolved.productions()[1].body();
    assert_eq!(resolved.kind(body).octet(Case::Exact), None);
    let found = resolved.properties(body);
    assert_eq!((found.shortest(), found.longest()), (Some(1), Some(4)));
    let mut first = OctetSet::from(b'y'..=0x7f) | OctetSet::from(0xc2..=0xf4);
    assert_eq!(found.first().exact(), first);
    first |= OctetSet::of("YZ");
    let user = resolved.properties(resolved.productions()[0].body());
    assert_eq!(user.first().exact(), first);
}

#[test]
fn a_literal_holds_octets() {
    let mut grammar = read("s = \"a\"\n");
    let Kind::Literal { text, .. } = &mut grammar.productions[0].body.kind else {
        panic!("it is a literal");
    };
    "\u{ff}\u{e9}".clone_into(text);
    for (encoding, octets) in [
        (Encoding::Octets, &[0xff, 0xe9][..]),
        (Encoding::Utf8, &[0xc3, 0xbf, 0xc3, 0xa9]),
    ] {
        grammar.encoding = encoding;
        let resolved = ResolvedGrammar::new(&grammar);
        let body = resolved.productions()[0].body();
        let ResolvedKind::Literal { octets: found, .. } = resolved.kind(body) else {
            panic!("it is a literal");
        };
        assert_eq!(&**found, octets);
        assert_eq!(resolved.properties(body).shortest(), Some(octets.len()));
    }
}

/// Returns productions that refer to each other in a circle. The last one also derives `b`.
fn circle(length: usize) -> Grammar {
    let rules = (1..length).map(|index| format!("r{index} = \"a\" r{}\n", index + 1));
    let source = rules.collect::<String>() + &format!("r{length} = r0 | \"b\"\nr0 = \"c\"\n");
    let mut grammar = read(&source);
    let body = grammar.productions[0].body.clone();
    grammar
        .productions
        .last_mut()
        .expect("the grammar has productions")
        .body = body;
    grammar
}

#[test]
fn recursion_has_a_shortest_text_and_no_longest_one() {
    let grammar = circle(3);
    let resolved = ResolvedGrammar::new(&grammar);
    let found = resolved.properties(resolved.productions()[0].body());
    assert_eq!((found.shortest(), found.longest()), (Some(3), None));
    let last = resolved.properties(resolved.productions()[2].body());
    assert_eq!(first(last, Case::Exact), "ab");
    let recursive = resolved.expressions().iter().filter(|expression| {
        matches!(
            expression.kind(),
            ResolvedKind::Reference {
                is_recursive: true,
                ..
            }
        )
    });
    assert_eq!(recursive.count(), 1);
}

#[test]
fn the_longest_chain_of_productions_is_resolved() {
    let grammar = circle(240);
    let resolved = ResolvedGrammar::new(&grammar);
    let start = resolved.find("r1").expect("the production is defined");
    let body = resolved.production(start).body();
    assert_eq!(resolved.properties(body).shortest(), Some(240));
    assert_eq!(resolved.reachable_from(start).len(), 241);
}

#[test]
fn an_expression_comes_after_its_parts() {
    let (grammar, _) = rfcbnf::rfc1738::load(rfcbnf::rfc1738::BNF, rfcbnf::rfc1738::READINGS)
        .expect("the grammar has no errors");
    let resolved = ResolvedGrammar::new(&grammar);
    for (index, expression) in resolved.expressions().iter().enumerate() {
        let mut below: Vec<ExpressionId> = expression.kind().children().to_vec();
        if let ResolvedKind::Reference { production, .. } = expression.kind() {
            below.push(resolved.production(*production).body());
        }
        assert!(below.iter().all(|below| below.index() < index));
    }
}
