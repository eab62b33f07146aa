//! Texts that known edits have broken: where the original is in the list of the nearest.

use std::collections::BTreeSet;

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng as _;
use rfcbnf::parser::NearestQuestion;
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::{Expression, Grammar, Kind};
use rfcbnf::{Parser, Reader, library};

/// What takes the place of a character.
const OTHERS: &[u8] = b"ab0 .,;:-_/\\'\"<>()[]{}=&#@!?*+|~\t";

/// The most alternatives of which literals are signs.
const CLASS: usize = 3;

/// The most texts of a list.
const LISTED: usize = 5_000;

struct Format {
    name: &'static str,
    parser: Parser,
    /// The characters, other than letters and digits, of which the literals of the grammar consist. Those of a class, as
    /// in `safe = "$" | "-" | "_" | "."`, are none.
    signs: BTreeSet<char>,
    texts: &'static [&'static str],
}

impl Format {
    fn new(
        name: &'static str,
        grammar: &Grammar,
        production: &str,
        texts: &'static [&'static str],
    ) -> Self {
        let parser = grammar.parser(production).expect("it has a parser");
        for text in texts {
            assert_eq!(parser.is_valid(text), Ok(true), "{name}: {text}");
        }
        let mut signs = BTreeSet::new();
        for production in &parser.grammar().productions {
            add_signs(&production.body, &mut signs);
        }
        Self {
            name,
            parser,
            signs,
            texts,
        }
    }
}

fn add_signs(expression: &Expression, signs: &mut BTreeSet<char>) {
    if let Kind::Literal { text, .. } = &expression.kind {
        signs.extend(text.chars().filter(char::is_ascii_punctuation));
    }
    let is_class = matches!(&expression.kind, Kind::Alternation(members) if members.len() > CLASS);
    for child in expression.children() {
        if !is_class || !matches!(child.kind, Kind::Literal { .. }) {
            add_signs(child, signs);
        }
    }
}

fn of_library(name: &str, more: &str) -> Grammar {
    let grammar = library::find(name).expect("it is in the library");
    let mut grammar = grammar.with_imports().expect("they are there").grammar;
    let more = Reader::default().read(more).grammar;
    grammar.productions.extend(more.productions);
    grammar
}

fn formats() -> Vec<Format> {
    let (urls, _) = load(BNF, READINGS).expect("it can be read");
    vec![
        Format::new(
            "URL",
            &urls,
            "url",
            &[
                "http://www.example.org:8080/a/b.html?q=1",
                "ftp://me:pw@ftp.example.org/pub/file.txt;type=a",
                "mailto:jane.doe@example.org",
                "gopher://gopher.example.org/1",
                "telnet://h.example.org:23/",
            ],
        ),
        Format::new(
            "JSON",
            &of_library("rfc8259", ""),
            "JSON-text",
            &[
                "{\"a\": 1, \"b\": [true, null]}",
                "[1.5e3, \"x\\n\", {\"y\": {}}]",
                "{\"name\": \"Jane\", \"tags\": [\"p\", \"q\"], \"n\": -2}",
            ],
        ),
        Format::new(
            "mail",
            &of_library("rfc5322", ""),
            "mailbox",
            &[
                "jane@example.org",
                "jane.doe+x@mail.example.org",
                "Jane Doe <jane@example.org>",
                "\"J. Doe\" <j@h.example>",
            ],
        ),
        Format::new(
            "date",
            &of_library("rfc3339", ""),
            "date-time",
            &[
                "1994-12-20T23:59:59Z",
                "1985-04-12T23:20:50.52Z",
                "1996-12-19T16:39:57-08:00",
            ],
        ),
        Format::new(
            "SIP",
            &of_library("rfc3261", "head = Request-Line *( message-header ) CRLF\n"),
            "head",
            &[
                "INVITE sip:bob@biloxi.com SIP/2.0\r\nTo: Bob <sip:bob@biloxi.com>\r\n\r\n",
                "BYE sip:a@h.example SIP/2.0\r\nMax-Forwards: 70\r\nCSeq: 231 BYE\r\n\r\n",
                "OPTIONS sip:carol@chicago.com SIP/2.0\r\nVia: SIP/2.0/UDP pc33.atlanta.com;branch=z9hG\r\n\r\n",
            ],
        ),
        Format::new(
            "HTTP",
            &of_library(
                "rfc9112",
                "head = start-line CRLF *( field-line CRLF ) CRLF\n",
            ),
            "head",
            &[
                "GET /a?b=c HTTP/1.1\r\nHost: www.example.org\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                "POST /x HTTP/1.1\r\nHost: h\r\nAccept: */*\r\n\r\n",
            ],
        ),
        Format::new(
            "JSONPath",
            &of_library("rfc9535", ""),
            "jsonpath-query",
            &[
                "$.store.book[*].author",
                "$..book[?@.price < 10].title",
                "$['a','b'][0:5:2]",
                "$[?length(@.x) == 3 && @.y]",
            ],
        ),
    ]
}

/// How a text is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Break {
    Lost,
    Doubled,
    Replaced,
}

/// Breaks a text at a character.
fn broken(text: &str, at: usize, how: Break, random: &mut Pcg32) -> String {
    let (before, rest) = text.split_at(at);
    let (own, behind) = rest.split_at(1);
    match how {
        Break::Lost => format!("{before}{behind}"),
        Break::Doubled => format!("{before}{own}{own}{behind}"),
        Break::Replaced => {
            let mut others = OTHERS.iter().filter(|one| !own.as_bytes().contains(one));
            let index = random.next_u32() as usize % (OTHERS.len() - 1);
            let other = char::from(*others.nth(index).expect("there are so many"));
            format!("{before}{other}{behind}")
        }
    }
}

/// What became of the broken texts of a format.
#[derive(Debug, Default)]
struct Tally {
    texts: usize,
    /// Still valid.
    valid: usize,
    undecided: usize,
    /// With more nearest texts than are listed.
    uncounted: usize,
    /// Broken at a sign, and invalid.
    signs: usize,
    /// Of these, the original is among the first three.
    first_three: usize,
}

/// Breaks the texts of a format, and looks for each original in the complete list.
fn compare(format: &Format, count: usize, random: &mut Pcg32) -> Tally {
    let mut tally = Tally::default();
    while tally.texts < count {
        let text = format.texts[tally.texts % format.texts.len()];
        // Half of them are broken at a sign.
        let is_sign = |at: &usize| format.signs.contains(&char::from(text.as_bytes()[*at]));
        let places: Vec<usize> = (0..text.len()).filter(is_sign).collect();
        let at = match tally.texts % 2 {
            0 => places[random.next_u32() as usize % places.len()],
            _ => random.next_u32() as usize % text.len(),
        };
        let hows = [Break::Lost, Break::Doubled, Break::Replaced];
        let how = hows[random.next_u32() as usize % hows.len()];
        let broken = broken(text, at, how, random);
        tally.texts += 1;
        let Ok(nearest) = format.parser.nearest(&broken, NearestQuestion::new(LISTED)) else {
            tally.undecided += 1;
            continue;
        };
        if nearest.distance == 0 {
            tally.valid += 1;
            continue;
        }
        assert_eq!(nearest.distance, 1, "{}: {broken:?}", format.name);
        let mut repairs = nearest.repairs.iter();
        let rank = repairs.position(|one| one.text == text.as_bytes());
        match nearest.count.exact() {
            Some(count) => {
                assert_eq!(count, nearest.repairs.len(), "{broken:?}");
                assert!(
                    rank.is_some(),
                    "{}: no {text:?} for {broken:?}",
                    format.name
                );
            }
            None => tally.uncounted += 1,
        }
        if is_sign(&at) {
            tally.signs += 1;
            tally.first_three += usize::from(rank.is_some_and(|rank| rank < 3));
        }
    }
    tally
}

#[test]
fn originals_of_broken_texts_are_in_the_complete_list() {
    let mut random = Pcg32::new(74, 1738);
    let mut all = Tally::default();
    for format in formats() {
        let tally = compare(&format, 72, &mut random);
        let Tally {
            signs, first_three, ..
        } = tally;
        // Every sign of a date is a literal at its place, and nothing else can be there.
        let is_all = format.name != "date" || (signs > 30 && first_three == signs);
        assert!(is_all && signs >= 15, "{}: {tally:?}", format.name);
        all.texts += tally.texts;
        all.valid += tally.valid;
        all.undecided += tally.undecided;
        all.uncounted += tally.uncounted;
        all.signs += signs;
        all.first_three += first_three;
    }
    assert_eq!((all.texts, all.undecided), (504, 0), "{all:?}");
    assert!(all.valid < 250 && all.uncounted < 25, "{all:?}");
    // What the grammar spells comes first, and then what is near the error.
    assert!(100 * all.first_three >= 90 * all.signs, "{all:?}");
}
