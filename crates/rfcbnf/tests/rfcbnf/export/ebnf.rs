//! W3C EBNF, read back by a reader of Section 6 of XML 1.0. No crate reads it.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_until, take_while1};
use nom::character::complete::{anychar, char, hex_digit1, multispace1, one_of as one_char};
use nom::combinator::{all_consuming, map, map_opt, opt, verify};
use nom::multi::{many0, many1, separated_list1};
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use rfcbnf::automaton::Automaton;
use rfcbnf::export::ebnf;
use rfcbnf::syntax::Grammar;

use super::{assert_same, awkward, literal, one_of};
use crate::grammars::{foreign, rfc1738};

/// A production in the notation of RFC 822, and its exclusion.
struct Definition {
    name: String,
    body: String,
    without: Option<String>,
}

fn space(input: &str) -> IResult<&str, ()> {
    let comment = delimited(tag("/*"), take_until("*/"), tag("*/"));
    map(many0(alt((multispace1, comment))), |_| ()).parse(input)
}

fn symbol<'a>(text: &'a str) -> impl FnMut(&'a str) -> IResult<&'a str, &'a str> {
    move |input| terminated(tag(text), space).parse(input)
}

fn name(input: &str) -> IResult<&str, &str> {
    let is_part = |one: char| one.is_ascii_alphanumeric() || "-_.".contains(one);
    let begins_with_letter = |name: &&str| name.starts_with(|one: char| one.is_ascii_alphabetic());
    verify(take_while1(is_part), begins_with_letter).parse(input)
}

fn number(input: &str) -> IResult<&str, char> {
    let number = preceded(tag("#x"), hex_digit1);
    map_opt(number, |digits| {
        u32::from_str_radix(digits, 16)
            .ok()
            .and_then(char::from_u32)
    })
    .parse(input)
}

fn class(input: &str) -> IResult<&str, String> {
    let member = || alt((number, verify(anychar, |one| *one != ']')));
    let range = map(
        separated_pair(member(), char('-'), member()),
        |(first, last)| (first..=last).collect::<Vec<_>>(),
    );
    let members = many1(alt((range, map(member(), |one| vec![one]))));
    map(delimited(char('['), members, char(']')), |members| {
        one_of(members.concat())
    })
    .parse(input)
}

fn primary(input: &str) -> IResult<&str, String> {
    let quoted = alt((
        delimited(char('"'), take_till1(|one| one == '"'), char('"')),
        delimited(char('\''), take_till1(|one| one == '\''), char('\'')),
    ));
    // A name before `::=` begins the next production.
    let reference = |input| {
        let (rest, name) = terminated(name, space).parse(input)?;
        nom::combinator::not(tag("::=")).parse(rest)?;
        Ok((rest, name.to_owned()))
    };
    let group = delimited(symbol("("), alternation, char(')'));
    alt((
        map(quoted, literal),
        map(number, |one| literal(&one.to_string())),
        class,
        group,
        reference,
    ))
    .parse(input)
}

fn item(input: &str) -> IResult<&str, String> {
    let (input, body) = terminated(primary, space).parse(input)?;
    map(
        opt(terminated(one_char("?*+"), space)),
        move |suffix| match suffix {
            Some('?') => format!("[ {body} ]"),
            Some('*') => format!("*( {body} )"),
            Some(_) => format!("1*( {body} )"),
            None => body.clone(),
        },
    )
    .parse(input)
}

fn alternation(input: &str) -> IResult<&str, String> {
    let sequence = map(many1(item), |items| items.join(" "));
    map(separated_list1(symbol("|"), sequence), |members| {
        format!("( {} )", members.join(" | "))
    })
    .parse(input)
}

fn definition(input: &str) -> IResult<&str, Definition> {
    let without = opt(preceded(symbol("-"), item));
    let head = terminated(terminated(name, space), symbol("::="));
    map(
        pair(head, pair(alternation, without)),
        |(name, (body, without))| Definition {
            name: name.to_owned(),
            body,
            without,
        },
    )
    .parse(input)
}

fn read_back(grammar: &Grammar) -> Vec<Definition> {
    let text = ebnf(grammar, None).expect("the grammar can be exported");
    let definitions = all_consuming(preceded(space, many1(definition))).parse(&text);
    definitions
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .1
}

/// Returns the definitions in the notation of RFC 822, which allows no `.` in names.
fn as_bnf(definitions: &[Definition]) -> String {
    let lines = definitions
        .iter()
        .map(|definition| format!("{} = {}\n", definition.name, definition.body));
    lines
        .collect::<String>()
        .replace("gopher._string", "gopher+_string")
        .replace("A.b", "A+b")
}

#[test]
fn grammars_read_back_derive_the_same_with_their_exclusions() {
    let mut grammar = rfc1738();
    let definitions = read_back(&grammar);
    let differences: Vec<&Definition> = definitions
        .iter()
        .filter(|definition| definition.without.is_some())
        .collect();
    assert_eq!(differences.len(), 1);
    assert_eq!(differences[0].name, "otherurl");

    // The notation of RFC 822 has no difference operator. The exclusion must derive exactly the
    // texts that begin with an excluded one, and the rest must be the production.
    let without = differences[0]
        .without
        .as_deref()
        .expect("the production has an exclusion");
    let any = one_of(' '..='~');
    let mut texts = rfcbnf::read(&format!(
        "without = {without}\nrest = *{any}\nall = *{any}\n"
    ))
    .expect("the grammar has no errors");
    let excluded = &grammar
        .production("otherurl")
        .expect("the production exists")
        .excluded;
    assert_eq!(excluded.len(), 10);
    texts.productions[1].excluded.clone_from(excluded);
    let automaton = |name| Automaton::new(&texts, name).expect("the production is small");
    let (without, rest, all) = (automaton("without"), automaton("rest"), automaton("all"));
    for text in excluded {
        assert!(without.accepts(format!("{text}x").as_bytes()));
        assert!(!rest.accepts(format!("{text}x").as_bytes()));
    }
    assert_eq!(all.difference(&without), Some(Vec::new()));
    assert_complements(&texts);

    for production in &mut grammar.productions {
        production.excluded.clear();
    }
    assert_same(&grammar, &as_bnf(&definitions), str::to_owned);
}

/// Asserts that exactly one of the two derives each text.
fn assert_complements(texts: &Grammar) {
    let source = format!("{}either = without | rest\n", texts.source);
    let mut both = rfcbnf::read(&source).expect("the grammar has no errors");
    both.productions[1]
        .excluded
        .clone_from(&texts.productions[1].excluded);
    let automaton = |name| Automaton::new(&both, name).expect("the production is small");
    assert_eq!(automaton("either"), automaton("all"));
    let (without, rest) = (automaton("without"), automaton("rest"));
    assert_eq!(without.difference(&rest), without.shortest());
    let mut waiting = vec![(without.start(), rest.start())];
    let mut seen = std::collections::HashSet::new();
    while let Some((one, other)) = waiting.pop() {
        if !seen.insert((one, other)) {
            continue;
        }
        assert!(!(without.is_accepting(one) && rest.is_accepting(other)));
        for character in b' '..=b'~' {
            let next = (without.step(one, character), rest.step(other, character));
            if let (Some(one), Some(other)) = next {
                waiting.push((one, other));
            }
        }
    }
}

#[test]
fn awkward_names_literals_and_counts_are_read_back() {
    let grammar = awkward();
    assert_same(&grammar, &as_bnf(&read_back(&grammar)), str::to_owned);
}

#[test]
fn foreign_grammars_are_read_back() {
    for grammar in foreign() {
        assert_same(&grammar, &as_bnf(&read_back(&grammar)), str::to_owned);
    }
}

#[test]
fn a_comment_does_not_end_before_its_time() {
    let text = ebnf(&awkward(), None).expect("the grammar can be exported");
    assert!(
        text.contains("/* A heading * / of its own (* -- \\ \" */\n"),
        "{text}"
    );
    assert!(text.contains("/* §3 ends here: * / */\n"), "{text}");
    assert!(
        text.contains("/* * / /* // ; \" */\nRule ::= rule | RULE\n"),
        "{text}"
    );
}

#[test]
fn nested_counts_that_would_exhaust_the_memory_are_an_error() {
    let grammar = rfcbnf::read("few = 1000many\nmany = 1000( 1000( 1000\"x\" ) )\n");
    let error = ebnf(&grammar.expect("the export can be read"), None).expect_err("it is too long");
    assert_eq!(
        error.to_string(),
        "production `many` is too long to be written in that notation: written out, its \
         counts and what it uses come to megabytes; divide it"
    );
}
