//! ABNF has the structure that the crate `abnf`, which shares no code with the reader, reads.

use abnf::types::{Kind as RuleKind, Node, TerminalValues};
use rfcbnf::syntax::{Case, Expression, Kind};

use crate::extent::few_or_many;
use crate::grammars::read_abnf;
use crate::interpret::numbers::Numbers;
use crate::interpret::random::Choices as _;

/// The structure of an expression, without what only groups.
#[derive(Debug, Clone, PartialEq)]
enum Structure {
    Alternatives(Vec<Structure>),
    Sequence(Vec<Structure>),
    Optional(Box<Structure>),
    Repetition(u32, Option<u32>, Box<Structure>),
    Name(String),
    Text(String, Case),
    Range(u32, u32),
    Prose(String),
}

fn of_abnf(node: &Node) -> Structure {
    let count = |count: Option<usize>| count.map(|count| u32::try_from(count).expect("a count"));
    match node {
        Node::Alternatives(nodes) => Structure::Alternatives(nodes.iter().map(of_abnf).collect()),
        Node::Concatenation(nodes) => {
            let members = nodes.iter().map(of_abnf).flat_map(|member| match member {
                Structure::Sequence(inner) => inner,
                other => vec![other],
            });
            Structure::Sequence(members.collect())
        }
        Node::Repetition { repeat, node } => {
            let (least, most) = repeat.min_max();
            let body = Box::new(of_abnf(node));
            Structure::Repetition(count(least).unwrap_or(0), count(most), body)
        }
        Node::Rulename(name) => Structure::Name(name.to_ascii_lowercase()),
        Node::Group(node) => of_abnf(node),
        Node::Optional(node) => Structure::Optional(Box::new(of_abnf(node))),
        Node::String(literal) => {
            let is_exact = literal.is_case_sensitive();
            let case = if is_exact { Case::Exact } else { Case::Ignored };
            Structure::Text(literal.value().to_owned(), case)
        }
        Node::TerminalValues(TerminalValues::Range(first, last)) => Structure::Range(*first, *last),
        Node::TerminalValues(TerminalValues::Concatenation(numbers)) => {
            let characters = numbers.iter().map(|number| char::from_u32(*number));
            let text: Option<String> = characters.collect();
            Structure::Text(text.expect("characters"), Case::Exact)
        }
        Node::Prose(text) => Structure::Prose(text.clone()),
    }
}

fn of_reader(expression: &Expression) -> Structure {
    let all = |members: &[Expression]| members.iter().map(of_reader).collect();
    match &expression.kind {
        Kind::Alternation(members) => Structure::Alternatives(all(members)),
        Kind::Sequence(members) => Structure::Sequence(all(members)),
        Kind::Optional(body) => Structure::Optional(Box::new(of_reader(body))),
        Kind::Repetition { least, most, body } => {
            Structure::Repetition(*least, *most, Box::new(of_reader(body)))
        }
        Kind::Reference { name, .. } => Structure::Name(name.to_ascii_lowercase()),
        Kind::Literal { text, case, .. } => Structure::Text(text.clone(), *case),
        Kind::Range { first, last } => Structure::Range(u32::from(*first), u32::from(*last)),
        Kind::Prose(text) => Structure::Prose(text.clone()),
        Kind::Unreadable => panic!("unreadable"),
    }
}

/// Reads a text with both and compares every rule that the text defines.
#[track_caller]
fn compare(source: &str) {
    let crlf = source.replace('\n', "\r\n");
    let rules = abnf::rulelist(&crlf).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut expected: Vec<(String, Structure)> = Vec::new();
    for rule in &rules {
        let name = rule.name().to_ascii_lowercase();
        let body = of_abnf(rule.node());
        if rule.kind() == RuleKind::Basic {
            expected.push((name, body));
            continue;
        }
        let mut earlier = expected.iter_mut();
        let (_, earlier) = earlier
            .find(|(known, _)| *known == name)
            .expect("a definition");
        let split = |body: Structure| match body {
            Structure::Alternatives(members) => members,
            other => vec![other],
        };
        let mut members = split(earlier.clone());
        members.extend(split(body));
        *earlier = Structure::Alternatives(members);
    }
    let grammar = read_abnf(source).grammar;
    let read = grammar.productions.iter();
    let read = read.map(|one| (one.name.to_ascii_lowercase(), of_reader(&one.body)));
    let read: Vec<_> = read.take(expected.len()).collect();
    assert_eq!(read, expected, "{source}");
}

/// RFC 5234, Section 4, and rules of RFC 5322, RFC 3986 and RFC 7405.
#[test]
fn rules_as_rfcs_print_them() {
    compare(
        r#"rulelist       =  1*( rule / (*c-wsp c-nl) )

rule           =  rulename defined-as elements c-nl
                       ; continues if next line starts
                       ;  with white space

rulename       =  ALPHA *(ALPHA / DIGIT / "-")
defined-as     =  *c-wsp ("=" / "=/") *c-wsp
elements       =  alternation *c-wsp
c-wsp          =  WSP / (c-nl WSP)
c-nl           =  comment / CRLF
comment        =  ";" *(WSP / VCHAR) CRLF
alternation    =  concatenation
                  *(*c-wsp "/" *c-wsp concatenation)
concatenation  =  repetition *(1*c-wsp repetition)
repetition     =  [repeat] element
repeat         =  1*DIGIT / (*DIGIT "*" *DIGIT)
element        =  rulename / group / option /
                  char-val / num-val / prose-val
group          =  "(" *c-wsp alternation *c-wsp ")"
option         =  "[" *c-wsp alternation *c-wsp "]"
num-val        =  "%" (bin-val / dec-val / hex-val)
bin-val        =  "b" 1*BIT
                  [ 1*("." 1*BIT) / ("-" 1*BIT) ]
dec-val        =  %d48-57
hex-val        =  %x41.42-43 / "x"
prose-val      =  "<" *(%x20-3D / %x3F-7E) ">"
char-val       =  case-insensitive-string /
                  case-sensitive-string
case-insensitive-string =
                  [ "%i" ] %s"quoted" %i"string"
ctext          =   %d33-39 /          ; Printable US-ASCII
                   %d42-91 /          ;  characters not including
                   %d93-126 /         ;  "(", ")", or "\"
                   obs-ctext
path-empty     = 0pchar
IPv6address    =                            6( h16 ":" ) ls32
               /                       "::" 5( h16 ":" ) ls32
               / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
date           = day / <some other day, given in prose>
Date           =/ %x4D.6F.6E *5( [ 1*2"x" ] )
"#
        .replace("%x41.42-43", "%x41.42.43")
        .as_str(),
    );
}

#[test]
fn rules_that_nobody_wrote() {
    let mut numbers = Numbers::new(5234);
    for _ in 0..few_or_many(100, 500) {
        let rules = (0..4).map(|index| format!("r{index} = {}\n", alternation(&mut numbers, 0)));
        compare(&rules.collect::<String>());
    }
}

/// Writes between one and four alternatives of as many elements.
fn alternation(numbers: &mut Numbers, depth: usize) -> String {
    let separators = [" / ", "/", "\n  / ", " ; why\n\t/"];
    let mut text = sequence(numbers, depth);
    for _ in 0..numbers.below(3) {
        text += separators[numbers.below(separators.len())];
        text += &sequence(numbers, depth);
    }
    text
}

fn sequence(numbers: &mut Numbers, depth: usize) -> String {
    let elements = (0..=numbers.below(3)).map(|_| element(numbers, depth));
    elements
        .collect::<Vec<_>>()
        .join([" ", "\n   "][numbers.below(2)])
}

fn element(numbers: &mut Numbers, depth: usize) -> String {
    let counts = ["", "", "", "*", "1*", "*3", "2*4", "5"];
    let count = counts[numbers.below(counts.len())];
    let leaves = [
        "r0",
        "R1",
        "r-2",
        "\"x\"",
        "\"A b\"",
        "%s\"Y\"",
        "%i\"Z\"",
        "%x41",
        "%d13.10",
        "%x30-39",
        "%b1-11",
        "<prose, 1*2>",
    ];
    let element = match numbers.below(if depth < 3 { 4 } else { 2 }) {
        2 => format!("( {} )", alternation(numbers, depth + 1)),
        3 => format!("[{}]", alternation(numbers, depth + 1)),
        _ => leaves[numbers.below(leaves.len())].to_owned(),
    };
    format!("{count}{element}")
}
