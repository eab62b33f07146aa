//! Small grammars, and parsers that are written by hand: with deviations that stand after others, that reject the shortest texts,
//! whose answers depend on what is around a part, that ignore octets anywhere, and that have limits.

use std::convert::Infallible;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{
    Budget, Cause, Conclusion, Deviation, Direction, Disagreement, Findings, GivenUp, Learnt,
    Limits, Peer, Position, find,
};
use rfcbnf::octets::OctetSet;
use rfcbnf::recognizer::Recognizer;

use super::{Edit, disagreements, ids};
use crate::extent::few_or_many;
use crate::grammars::read_abnf;

/// A parser that a function decides.
pub(super) struct Function<F>(pub(super) F);

impl<F: Fn(&[u8]) -> bool> Peer for Function<F> {
    type Error = Infallible;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
        Ok(texts.iter().map(|text| Some((self.0)(text))).collect())
    }
}

/// Finds the causes of a parser's disagreements with the first production of a grammar.
pub(super) fn findings(grammar: &str, accepts: impl Fn(&[u8]) -> bool) -> Findings<Infallible> {
    let grammar = rfcbnf::read(grammar).unwrap();
    let production = &grammar.productions[0].name;
    let automaton = Automaton::new(&grammar, production).unwrap();
    let disagreements = disagreements(&automaton, &accepts);
    let peer = &mut Function(accepts);
    find(
        &grammar,
        production,
        &disagreements,
        peer,
        &Budget::default(),
    )
    .unwrap()
}

const DATE: &str = "date = year \"-\" month\nyear = 4digit\nmonth = 2digit\n\
    digit = \"0\" | \"1\" | \"2\" | \"3\" | \"4\" | \"5\" | \"6\" | \"7\" | \"8\" | \"9\"\n";

/// Returns whether the text is a year, a separator and a month.
fn is_date(text: &[u8], years: &[usize], is_separator: impl Fn(u8) -> bool) -> bool {
    let Some(middle) = text.iter().position(|octet| !octet.is_ascii_digit()) else {
        return false;
    };
    let month = &text[middle + 1..];
    years.contains(&middle)
        && is_separator(text[middle])
        && month.len() == 2
        && month.iter().all(u8::is_ascii_digit)
}

#[test]
fn a_right_parser_has_no_causes() {
    let found = findings(DATE, |text| is_date(text, &[4], |octet| octet == b'-'));
    assert_eq!(found.causes, []);
    assert!(matches!(found.conclusion, Conclusion::Explained { .. }));
}

/// With `t` as `[01Z]` and `2*` as `1*`, what is left to the whole can be nothing but texts that one change has too many. No
/// disagreement is its witness.
#[test]
fn a_search_ends_if_only_repairs_are_left() {
    let found = findings("s = 2*( \"c\" | t )\nt = \"0\" | \"1\"\n", |text| {
        !text.is_empty() && text.iter().all(|octet| b"c01Z".contains(octet))
    });
    assert_eq!(found.unexplained, []);
    assert!(matches!(found.conclusion, Conclusion::Explained { .. }));
    assert!(!found.causes.is_empty());
}

#[test]
fn a_fault_in_a_literal_belongs_to_its_production() {
    let found = findings(DATE, |text| {
        is_date(text, &[4], |octet| b"-/.".contains(&octet))
    });
    let [cause] = found.causes.as_slice() else {
        panic!("{:?}", ids(&found));
    };
    assert_eq!(cause.production, "date");
    assert_eq!(cause.direction, Direction::WronglyAccepted);
    assert_eq!(cause.deviation, Deviation::Octets(OctetSet::of("/.")));
    assert_eq!(
        (cause.witness.as_slice(), cause.offset),
        (&b"0000.00"[..], 4)
    );
    assert_eq!(found.several, 0);
}

#[test]
fn two_faults_are_two_causes_and_may_share_texts() {
    let found = findings(DATE, |text| {
        is_date(text, &[4, 5], |octet| b"-/".contains(&octet))
    });
    assert_eq!(ids(&found), ["date/part-2", "year/gap-1"]);
}

#[test]
fn a_fault_of_one_user_alone_belongs_to_that_user() {
    let grammar = "pair = left \":\" right\nleft = 1*letter\nright = 1*letter\n\
        letter = \"a\" | \"b\"\n";
    let found = findings(grammar, |text| {
        let mut parts = text.split(|&octet| octet == b':');
        let (Some(left), Some(right), None) = (parts.next(), parts.next(), parts.next()) else {
            return false;
        };
        let is_word = |word: &[u8], letters: &[u8]| {
            !word.is_empty() && word.iter().all(|letter| letters.contains(letter))
        };
        is_word(left, b"ab_") && is_word(right, b"ab")
    });
    assert_eq!(ids(&found), ["left"]);
    assert_eq!(found.causes[0].witness, b"_:a");
    assert_eq!(found.causes[0].span, 0..1);
}

#[test]
fn a_fault_of_every_user_belongs_to_the_production_itself() {
    let grammar = "pair = left \":\" right\nleft = 1*letter\nright = 1*letter\n\
        letter = \"a\" | \"b\"\n";
    let found = findings(grammar, |text| {
        let mut parts = text.split(|&octet| octet == b':');
        let (Some(left), Some(right), None) = (parts.next(), parts.next(), parts.next()) else {
            return false;
        };
        let is_word =
            |word: &[u8]| !word.is_empty() && word.iter().all(|letter| b"ab_".contains(letter));
        is_word(left) && is_word(right)
    });
    assert_eq!(ids(&found), ["letter"]);
}

#[test]
fn characters_outside_ascii_stand_together() {
    let found = findings("word = 1*letter\nletter = \"a\" | \"b\"\n", |text| {
        std::str::from_utf8(text).is_ok_and(|text| {
            !text.is_empty()
                && text
                    .chars()
                    .all(|it| matches!(it, 'a' | 'b') || !it.is_ascii())
        })
    });
    let [cause] = found.causes.as_slice() else {
        panic!("{:?}", ids(&found));
    };
    assert_eq!(
        cause.deviation,
        Deviation::Octets(OctetSet::from(0x80..=0xff))
    );
    assert_eq!(cause.witness, "é".as_bytes());
}

#[test]
fn a_parser_of_octets_is_asked_about_octets() {
    let grammar = "frame = %xFF *%x00-7F %xFE\n";
    let grammar = read_abnf(grammar).into_result().unwrap();
    let automaton = Automaton::new(&grammar, "frame").unwrap();
    let inside = |text: &[u8]| text.iter().all(|&octet| octet < 0x80 || octet == 0xc3);
    let accepts = |text: &[u8]| match text {
        [0xff, middle @ .., 0xfe] => inside(middle),
        _ => false,
    };
    let disagreements = disagreements(&automaton, accepts);
    let peer = &mut Function(accepts);
    let found = find(&grammar, "frame", &disagreements, peer, &Budget::default()).unwrap();
    assert_eq!(found.causes.len(), 1);
    assert_eq!(
        found.causes[0].deviation,
        Deviation::Octets(OctetSet::single(0xc3))
    );
    assert_eq!(found.causes[0].witness, [0xff, 0xc3, 0xfe]);
}

#[test]
fn a_parser_that_accepts_everything_is_explained() {
    let found = findings(DATE, |_| true);
    assert!(
        matches!(found.conclusion, Conclusion::Explained { .. }),
        "{:?}",
        found.conclusion
    );
    assert_eq!(found.unexplained, []);
    assert!(
        found
            .causes
            .iter()
            .all(|cause| cause.direction == Direction::WronglyAccepted)
    );
}

#[test]
fn a_parser_that_rejects_everything_is_explained() {
    let found = findings(DATE, |_| false);
    assert!(
        matches!(found.conclusion, Conclusion::Explained { .. }),
        "{:?}",
        found.conclusion
    );
    assert_eq!(found.unexplained, []);
    assert!(
        found
            .causes
            .iter()
            .all(|cause| cause.direction == Direction::WronglyRejected)
    );
}

/// The parser takes `_` where the grammar has letters, or the list without its last element.
#[test]
fn faults_below_recursion_at_one_end_are_found_there() {
    for list in [
        "list = item | item \",\" list\n",
        "list = item | list \",\" item\n",
    ] {
        let grammar = format!("{list}item = letter | letter item\nletter = \"a\" | \"b\"\n");
        let is_list = |text: &[u8], letters: &[u8]| {
            let mut items = text.split(|&octet| octet == b',');
            items.all(|item| !item.is_empty() && item.iter().all(|it| letters.contains(it)))
        };
        let found = findings(&grammar, |text| is_list(text, b"ab"));
        assert_eq!(found.causes, []);
        let found = findings(&grammar, |text| is_list(text, b"ab_"));
        assert_eq!(ids(&found), ["letter"], "{list}");
        assert!(
            matches!(found.conclusion, Conclusion::Explained { .. }),
            "{list}"
        );
        let found = findings(&grammar, |text| {
            let text = text.strip_suffix(b",").unwrap_or(text);
            is_list(text, b"ab")
        });
        assert_eq!(found.causes.len(), 1, "{list} {:?}", ids(&found));
        assert_eq!(found.causes[0].production, "list", "{list}");
        assert!(
            matches!(found.conclusion, Conclusion::Explained { .. }),
            "{list}"
        );
    }
}

/// Addresses with few digits.
const ADDRESS: &str = "address = group \":\" group\ngroup = *2digit\ndigit = \"0\" | \"1\"\n";

/// Returns the texts that the causes show, of a parser that was asked about no suite before.
fn shown(accepts: impl Fn(&[u8]) -> bool) -> Vec<String> {
    let grammar = rfcbnf::read(ADDRESS).unwrap();
    let budget = Budget {
        has_complete_suite: false,
        ..Budget::default()
    };
    let found = find(&grammar, "address", &[], &mut Function(accepts), &budget).unwrap();
    let texts = found.causes.iter();
    let texts = texts.flat_map(|cause| cause.examples.iter().chain([&cause.witness]));
    texts
        .map(|text| String::from_utf8_lossy(text).into_owned())
        .collect()
}

/// Returns whether the text is an address, with what these functions make of its end and of a group.
fn is_address(text: &str, is_end: impl Fn(&str) -> bool, is_group: impl Fn(&str) -> bool) -> bool {
    let Some((first, rest)) = text.split_once(':') else {
        return false;
    };
    let digits = rest.len() - rest.trim_start_matches(['0', '1']).len();
    let (second, end) = rest.split_at(digits);
    is_group(first) && is_group(second) && is_end(end)
}

fn are_digits(text: &str, most: usize) -> bool {
    text.len() <= most && text.chars().all(|it| "01".contains(it))
}

#[test]
fn each_of_two_deviations_in_one_production_is_shown() {
    // As a group, or as the last one, the parser takes a zone, and three digits.
    for takes_first in [true, false] {
        let texts = shown(|text| {
            let text = String::from_utf8_lossy(text);
            let is_more = |group: &str| are_digits(group, 3) || group == "%";
            let Some((first, last)) = text.split_once(':') else {
                return false;
            };
            (are_digits(first, 2) || takes_first && is_more(first)) && is_more(last)
        });
        assert!(texts.iter().any(|text| text.contains('%')), "{texts:?}");
        let is_long = |group: &str| are_digits(group, 3) && group.len() == 3;
        let mut groups = texts.iter().flat_map(|text| text.split(':'));
        assert!(groups.any(is_long), "{takes_first} {texts:?}");
    }
}

#[test]
fn a_deviation_that_another_one_leads_to_is_learned() {
    // A zone may follow, and in it an exclamation mark.
    let found = findings(ADDRESS, |text| {
        let text = String::from_utf8_lossy(text);
        let is_end = |end: &str| {
            let zone = end.strip_prefix('%');
            end.is_empty() || zone.is_some_and(|it| it.chars().all(|it| "0!".contains(it)))
        };
        is_address(&text, is_end, |group| are_digits(group, 2))
    });
    let observed = found.causes.iter().filter_map(|cause| {
        let learnt = cause.learnt.as_ref()?;
        learnt.beyond()
    });
    let mut observed = observed.peekable();
    assert!(observed.peek().is_some());
    assert!(observed.any(|beyond| {
        [&b"%!"[..], b"0%!", b"1:%!", b":%!"]
            .iter()
            .any(|text| beyond.accepts(text))
    }));
}

const MAIL: &str = "mail = [ comment ] local \"@\" domain\ncomment = \"(\" *( comment | letter ) \")\"\n\
    local = 1*sign\nsign = \"a\" | \"b\"\ndomain = 1*letter *( \".\" 1*letter )\nletter = \"a\" | \"b\"\n";

const DATES: &str = "date = day \" \" month \" \" year\nday = \"1\" | \"2\" | \"3\"\n\
    month = \"Jan\" | \"Feb\" | \"Mar\" | \"Apr\"\nyear = \"70\" | \"71\" | \"72\"\n";

fn found_elsewhere(
    source: &str,
    accepts: impl Fn(&[u8]) -> bool,
    wrong: &[Disagreement],
    budget: &Budget,
) -> Findings<Infallible> {
    let grammar = rfcbnf::read(source).unwrap();
    let start = &grammar.productions[0].name;
    find(&grammar, start, wrong, &mut Function(accepts), budget).unwrap()
}

/// Returns whether the text is an address with a dot in its domain and, before it, letters and `_`.
fn is_dotted(text: &[u8]) -> bool {
    let text = std::str::from_utf8(text).unwrap_or("@");
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    let are = |text: &str, more: &str| {
        !text.is_empty()
            && text
                .chars()
                .all(|it| "ab".contains(it) || more.contains(it))
    };
    are(local, "_") && domain.contains('.') && domain.split('.').all(|label| are(label, ""))
}

#[test]
fn a_parser_that_rejects_the_shortest_text_is_searched() {
    let budget = Budget {
        has_complete_suite: false,
        ..Budget::default()
    };
    let shortest = Disagreement {
        text: b"a@a".to_vec(),
        is_accepted: false,
    };
    let found = found_elsewhere(MAIL, is_dotted, &[shortest], &budget);
    assert!(found.questions > 1_000, "{}", found.questions);
    let witnesses = found.causes.iter().map(|it| &it.witness);
    let witnesses = witnesses.chain(found.unexplained.iter().map(|it| &it.witness));
    let witnesses: Vec<&Vec<u8>> = witnesses.collect();
    let has = |is: &dyn Fn(&[u8]) -> bool| witnesses.iter().any(|text| is(text));
    assert!(has(&|text| text.contains(&b'_')), "{found:?}");
    assert!(has(&|text| text == b"a@a"), "{found:?}");
    assert!(
        ids(&found).contains(&"domain/part-2".to_owned()),
        "{found:?}"
    );
}

#[test]
fn a_parser_that_accepts_nothing_is_reported_so() {
    let found = found_elsewhere(MAIL, |_| false, &[], &Budget::default());
    let Conclusion::Incomplete(reasons) = &found.conclusion else {
        panic!("{:?}", found.conclusion);
    };
    let mut reasons = reasons.iter();
    assert!(reasons.any(|it| matches!(it, GivenUp::Rejected { texts } if *texts > 10)));
    assert!(!found.unexplained.is_empty() || !found.causes.is_empty());
}

/// Returns whether the text is a date, and a third of all dates in each month is.
fn is_third(text: &[u8], right: &Automaton) -> bool {
    right.accepts(text) && text.iter().map(|&it| usize::from(it)).sum::<usize>() % 3 == 1
}

#[test]
fn what_holds_in_one_context_alone_is_marked() {
    let grammar = rfcbnf::read(DATES).unwrap();
    let right = Automaton::new(&grammar, "date").unwrap();
    let budget = Budget {
        states: 0,
        has_complete_suite: false,
        ..Budget::default()
    };
    let found = found_elsewhere(DATES, |text| is_third(text, &right), &[], &budget);
    assert_eq!(ids(&found), ["month"]);
    let cause = &found.causes[0];
    let learnt = cause.learnt.as_ref().unwrap();
    let other = learnt.elsewhere.as_ref().expect("another context");
    let month = std::str::from_utf8(other).unwrap().split(' ').nth(1);
    let month = month.unwrap().as_bytes();
    assert!(right.accepts(other), "{other:?}");
    assert_ne!(is_third(other, &right), learnt.observed.accepts(month));
    // The same cause in every context is not marked.
    let never = |text: &[u8]| right.accepts(text) && !text.windows(3).any(|it| it == b"Mar");
    let found = self::found_elsewhere(DATES, never, &[], &budget);
    assert_eq!(ids(&found), ["month"]);
    assert_eq!(found.causes[0].learnt.as_ref().unwrap().elsewhere, None);
}

/// A grammar of URLs with few letters.
const URL: &str = "url = \"h://\" host [ \":\" port ] [ \"/\" *letter ]\nhost = 1*letter\n\
    port = 1*digit\nletter = \"a\" | \"b\"\ndigit = \"0\" | \"1\"\n";

/// Finds the causes of a parser of `url` that sees of a text what `seen` returns.
fn found_ignored(edits: &[Edit<'_>], seen: impl Fn(&[u8]) -> Vec<u8>) -> Findings<Infallible> {
    let grammar = rfcbnf::read(URL).unwrap();
    let right = Automaton::new(&grammar, "url").unwrap();
    let edit = |url: String, (before, after): &Edit<'_>| url.replacen(before, after, 1);
    let edited = rfcbnf::read(&edits.iter().fold(URL.to_owned(), edit)).unwrap();
    let parser = Automaton::new(&edited, "url").unwrap();
    let parser = |text: &[u8]| parser.accepts(&seen(text));
    let wrong = disagreements(&right, parser);
    let budget = Budget::default();
    let found = find(&grammar, "url", &wrong, &mut Function(parser), &budget).unwrap();
    let whole = found.parser.as_ref().unwrap();
    for one in &wrong {
        assert_eq!(whole.accepts(&one.text), one.is_accepted, "{:?}", one.text);
    }
    found
}

fn without(octets: &[u8]) -> impl Fn(&[u8]) -> Vec<u8> {
    |text| {
        let kept = text.iter().filter(|octet| !octets.contains(octet));
        kept.copied().collect()
    }
}

#[test]
fn octets_that_a_parser_removes_are_one_cause() {
    let found = found_ignored(&[], without(b"\t\0"));
    assert_eq!(ids(&found), ["url/ignored"]);
    let cause = &found.causes[0];
    assert_eq!(cause.position, Position::Ignored);
    let octets = b"\t\0".iter().copied().collect::<OctetSet>();
    assert_eq!(cause.deviation, Deviation::Octets(octets));
    assert_eq!(cause.witness, b"\0h://a");
    assert!(cause.texts > 0);
    assert_eq!(found.unexplained, []);
    let conclusion = &found.conclusion;
    assert!(
        matches!(conclusion, Conclusion::Explained { .. }),
        "{conclusion:?}"
    );
}

#[test]
fn faults_beside_octets_that_are_ignored_keep_their_causes() {
    let edits = [
        ("port = 1*", "port = *"),
        ("letter = ", "letter = \"^\" | "),
    ];
    let found = found_ignored(&edits, without(b"\t"));
    assert_eq!(ids(&found), ["letter", "port", "url/ignored"]);
    let port = found
        .causes
        .iter()
        .find(|cause| cause.production == "port")
        .unwrap();
    assert!(!port.witness.contains(&b'\t'));
    let learnt = port.learnt.as_ref().unwrap();
    assert!(!learnt.observed.octets().contains(b'\t'));
}

/// What a parser sees of a text.
type Seen<'a> = &'a dyn Fn(&[u8]) -> Vec<u8>;

#[test]
fn octets_removed_only_in_some_places_are_not_ignored() {
    let trimmed = |text: &[u8]| text.trim_ascii().to_vec();
    let in_a_path = |text: &[u8]| match text.strip_prefix(b"h://") {
        Some(rest) => {
            let slash = rest
                .iter()
                .position(|&octet| octet == b'/')
                .unwrap_or(rest.len());
            let (host, path) = rest.split_at(slash);
            [b"h://", host, &without(b"\t")(path)].concat()
        }
        None => text.to_vec(),
    };
    let first = |text: &[u8]| {
        let tab = text.iter().position(|&octet| octet == b'\t');
        let mut text = text.to_vec();
        tab.map(|tab| text.remove(tab));
        text
    };
    let parsers: [(&str, Seen<'_>); 3] = [
        ("in a path", &in_a_path),
        ("the first", &first),
        ("trimmed", &trimmed),
    ];
    for (what, seen) in &parsers[..few_or_many(1, 3)] {
        let found = found_ignored(&[], seen);
        let mut causes = found.causes.iter();
        let ignored = causes.find(|cause| cause.position == Position::Ignored);
        assert!(ignored.is_none(), "{what}");
    }
}

fn automaton(body: &str) -> Automaton {
    let grammar = rfcbnf::read(&format!("p = {body}\n")).unwrap();
    Automaton::new(&grammar, "p").unwrap()
}

/// Returns the limits of a parser that accepts these of all digits.
fn limits(observed: &str) -> Option<Limits> {
    let digits = "(\"0\"|\"1\"|\"2\"|\"3\"|\"4\"|\"5\"|\"6\"|\"7\"|\"8\"|\"9\")";
    let learnt = Learnt {
        expected: automaton(&format!("1*{digits}")),
        observed: automaton(&observed.replace("digit", digits)),
        literal: None,
        elsewhere: None,
        is_of_shortest: false,
    };
    learnt.limits()
}

const fn number(most: u64) -> Limits {
    Limits {
        number: Some(most),
        length: None,
    }
}

#[test]
fn every_greatest_number_is_found() {
    for most in (1..=130).chain([255, 256, 999, 1000, 1001]) {
        let numbers: Vec<String> = (0..=most).map(|number| format!("\"{number}\"")).collect();
        let observed = format!("*\"0\" ({})", numbers.join("|"));
        assert_eq!(limits(&observed), Some(number(most)), "{most}");
    }
}

#[test]
fn a_greatest_length_is_found_beside_a_greatest_number() {
    let length = |number, most| Limits {
        number,
        length: Some(most),
    };
    for most in 1..=12 {
        let observed = format!("1*{most}digit");
        assert_eq!(limits(&observed), Some(length(None, most)), "{most}");
    }
    let numbers: Vec<String> = (0..=55).map(|number| format!("\"{number}\"")).collect();
    // Up to 55, with at most one leading zero.
    let both = format!("[\"0\"] ({})", numbers.join("|"));
    assert_eq!(limits(&both), None, "009 is no longer than 055");
    let zeros: Vec<String> = (0..=55).map(|number| format!("\"{number:03}\"")).collect();
    let short: Vec<String> = (0..=55).map(|number| format!("\"{number:02}\"")).collect();
    let both = format!("digit | {} | {}", zeros.join("|"), short.join("|"));
    assert_eq!(limits(&both), Some(length(Some(55), 3)));
}

#[test]
fn what_is_no_limit_is_none() {
    for observed in [
        "1*digit",
        "2*digit",
        "*\"0\" (\"1\"|\"3\")",
        "1*(\"0\"|\"1\")",
    ] {
        assert_eq!(limits(observed), None, "{observed}");
    }
}

#[test]
fn a_fault_beside_all_octets_is_named_by_its_part() {
    let message = "message = name \":\" body\nname = 1*( \"x\" | \"y\" )\nbody = *%x00-FF\n";
    let found = findings(message, |text| {
        let colon = text.iter().position(|&octet| octet == b':');
        let name = colon.map(|colon| &text[..colon]);
        name.is_some_and(|name| name.iter().all(|octet| b"xyXY".contains(octet)))
    });
    assert_eq!(ids(&found), ["name"]);
    assert_eq!(
        (&*found.causes[0].witness, found.causes[0].span.clone()),
        (&b":"[..], 0..0)
    );
}

#[test]
fn a_part_of_all_octets_but_one_has_its_place() {
    let message = "message = name \":\" body\nname = 1*\"x\"\nbody = *%x01-FF\n";
    let found = findings(message, |text| {
        let colon = text.iter().position(|&octet| octet == b':');
        let name = colon.map(|colon| &text[..colon]);
        name.is_some_and(|name| !name.is_empty() && name.iter().all(|octet| b"xX".contains(octet)))
    });
    assert_eq!(ids(&found), ["body"]);
    assert_eq!(
        (&*found.causes[0].witness, found.causes[0].span.clone()),
        (&b"x:\0"[..], 2..3)
    );
}

/// A parser of lines, which cannot be asked about a text with a line feed.
struct Lines<F>(F);

impl<F: Fn(&[u8]) -> bool> Peer for Lines<F> {
    type Error = Infallible;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
        let answers = texts.iter().map(|text| {
            let is_line = !text.contains(&b'\n');
            is_line.then(|| (self.0)(text))
        });
        Ok(answers.collect())
    }
}

#[test]
fn a_text_that_cannot_be_asked_has_no_answer() {
    let grammar = rfcbnf::read("text = line *( %x0D.0A line )\nline = 1*\"x\"\n").unwrap();
    let accepts = |text: &[u8]| {
        let is_line = |line: &[u8]| !line.is_empty() && line.iter().all(|it| b"xXy".contains(it));
        is_line(text)
    };
    let whole = Automaton::new(&grammar, "text").unwrap();
    let mut wrong = disagreements(&whole, accepts);
    wrong.retain(|one| !one.text.contains(&b'\n'));
    let budget = Budget::default();
    let found = find(&grammar, "text", &wrong, &mut Lines(accepts), &budget).unwrap();
    assert_eq!(ids(&found), ["line"]);
    assert!(
        matches!(found.conclusion, Conclusion::Explained { .. }),
        "{:?}",
        found.conclusion
    );
}

/// A right parser of pairs, and all that it is asked.
#[derive(Default)]
struct Pairs(Vec<Vec<u8>>);

impl Peer for Pairs {
    type Error = Infallible;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
        self.0.extend(texts.iter().cloned());
        let is_of = |text: &[u8], ends: &[u8]| {
            matches!(text, [all @ .., last] if ends.contains(last)
            && all.iter().all(|octet| b"xX".contains(octet)))
        };
        let answers = texts
            .iter()
            .map(|text| is_of(text, b"aA") || is_of(text, b"bB"));
        Ok(answers.map(Some).collect())
    }
}

#[test]
fn a_search_with_few_questions_asks_the_same_each_time() {
    let grammar = "pair = left | right\nleft = *\"x\" \"a\"\nright = *\"x\" \"b\"\n";
    let grammar = rfcbnf::read(grammar).unwrap();
    for questions in (200..3_000).step_by(200) {
        let budget = Budget {
            questions,
            ..Budget::default()
        };
        let asked = || {
            let mut pairs = Pairs::default();
            let found = find(&grammar, "pair", &[], &mut pairs, &budget).unwrap();
            assert!(found.questions <= questions);
            pairs.0
        };
        let first = asked();
        for _ in 0..4 {
            assert!(asked() == first, "{questions}");
        }
    }
}

#[test]
fn a_cause_that_fails_in_its_place_is_not_confirmed() {
    let grammar = rfcbnf::read("codes = code *( \",\" code )\ncode = 1*%x30-39\n").unwrap();
    let is_digit = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    // More states than are learned.
    let is_sum = |text: &[u8]| text.iter().map(|it| u32::from(*it)).sum::<u32>() % 7 != 3;
    let accepts = |text: &[u8]| {
        let mut codes = text.split(|octet| *octet == b',');
        codes.all(|code| match code {
            [b'x', rest @ ..] => is_digit(rest) && is_sum(rest),
            _ => is_digit(code),
        })
    };
    let budget = Budget {
        states: 3,
        ..Budget::default()
    };
    let wrong = disagreements(&Automaton::new(&grammar, "codes").unwrap(), accepts);
    let found = find(&grammar, "codes", &wrong, &mut Function(accepts), &budget).unwrap();
    let is_code = |it: &&Cause| it.production == "code";
    let cause = found.causes.iter().find(is_code).unwrap();
    assert!(cause.unconfirmed);
    assert_eq!(cause.elsewhere(), None);
    let learnt = cause.learnt.as_ref().unwrap();
    let text = learnt.elsewhere.as_ref().unwrap();
    assert_ne!(accepts(text), learnt.observed.accepts(text));
}

#[test]
fn a_part_around_characters_outside_ascii_is_one_of_characters() {
    let grammar = r#"time = hour offset
offset = %x7A | "+" hour ":" hour
hour = digit digit
digit = "0" | "1" | "2" | "3"
"#;
    let is_hour = |text: &str| {
        let is_digit = |it: char| ('0'..='3').contains(&it) || !it.is_ascii();
        text.chars().count() == 2 && text.chars().all(is_digit)
    };
    let is_offset = |text: &str| {
        let hours = text.strip_prefix('+').and_then(|text| text.split_once(':'));
        let is_late = |(one, other)| is_hour(one) && is_hour(other) && !other.starts_with('3');
        matches!(text, "z" | "Z") || hours.is_some_and(is_late)
    };
    let accepts = |text: &[u8]| {
        let Ok(text) = std::str::from_utf8(text) else {
            return false;
        };
        let second = text.char_indices().nth(2).map(|(at, _)| at);
        let parts = second.map(|at| text.split_at(at));
        parts.is_some_and(|(hour, offset)| is_hour(hour) && is_offset(offset))
    };
    let found = findings(grammar, accepts);
    let offset = found.causes.iter().find(|it| it.production == "offset");
    // It was asked about a character cut short, too, which says nothing of the others.
    assert!(found.causes.iter().all(|cause| !cause.unconfirmed));
    let learnt = offset.and_then(|it| it.learnt.as_ref()).unwrap();
    let learnt = learnt.in_characters().unwrap();
    assert!(learnt.observed.accepts("+é0:0à".as_bytes()));
    let read = found.grammar.unwrap();
    let read = Recognizer::new(&read, "time").unwrap();
    for text in [
        "é0Z",
        "00+é0:0à",
        "00+é0:30",
        "é0z",
        "00+00:é",
        "\u{fffd}0Z",
    ] {
        assert_eq!(
            read.rule().is_valid(text.as_bytes()),
            Ok(accepts(text.as_bytes())),
            "{text}"
        );
    }
}
