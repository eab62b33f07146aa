//! The productions as nom parsers inside another grammar.

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{all_consuming, map, opt, recognize};
use nom::error::{Error, ErrorKind};
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Input as _, Parser};
use nom_locate::LocatedSpan;
use rfc1738::{Rule, Text, match_prefix, rules};

use super::standalone::take;

/// Returns the number of octets that the parser of the production matches. Asserts that it is the
/// same over every kind of input.
fn taken(rule: Rule, text: &str) -> Option<usize> {
    let over_text = length_taken(rule, &text);
    assert_eq!(
        length_taken(rule, &text.as_bytes()),
        over_text,
        "{rule} over octets"
    );
    assert_eq!(
        length_taken(rule, &LocatedSpan::new(text)),
        over_text,
        "{rule} over a span"
    );
    let octets = LocatedSpan::new(text.as_bytes());
    assert_eq!(
        length_taken(rule, &octets),
        over_text,
        "{rule} over a span of octets"
    );
    over_text
}

/// Asserts that the match and the rest together are the input.
fn length_taken<I: Text>(rule: Rule, input: &I) -> Option<usize> {
    match take(rule, input.clone()) {
        Ok((rest, taken)) => {
            let length = taken.input_len();
            assert_eq!(taken.octets(), &input.octets()[..length]);
            assert_eq!(rest.octets(), &input.octets()[length..]);
            assert_eq!(input.offset(&rest), length);
            Some(length)
        }
        Err(error) => {
            assert!(
                matches!(error, nom::Err::Error(())),
                "others may go on after {error:?}"
            );
            None
        }
    }
}

#[test]
fn every_production_consumes_its_example_and_leaves_the_rest() {
    for rule in Rule::ALL {
        let example = rule.example();
        for rest in ["", " ", " rest", "\0", "é", "\n"] {
            assert_eq!(
                taken(rule, &format!("{example}{rest}")),
                Some(example.len()),
                "{rule}"
            );
        }
    }
}

#[test]
fn a_production_chosen_by_its_rule_is_the_same_parser() {
    for rule in Rule::ALL {
        for text in [rule.example(), "a.b-", "1", "%4", ""] {
            assert_eq!(
                rules::parse_prefix(rule, text),
                take(rule, text),
                "{rule} on {text:?}"
            );
        }
    }
}

#[test]
fn a_matched_prefix_and_the_rest_are_the_input() {
    for rule in Rule::ALL {
        for text in [rule.example(), "a.b-", "1 2", "%4", "~", ""] {
            let expected = take(rule, text).ok().map(|(rest, matched)| (matched, rest));
            assert_eq!(match_prefix(rule, text), expected, "{rule} on {text:?}");
            let octets = expected.map(|(matched, rest)| (matched.as_bytes(), rest.as_bytes()));
            assert_eq!(match_prefix(rule, text.as_bytes()), octets);
        }
    }
}

#[test]
fn a_matched_prefix_keeps_its_place_in_a_document() {
    let line = LocatedSpan::new("GET\nhttp://h/ HTTP/1.0").take_from(4);
    let (url, rest) = match_prefix(Rule::Url, line).expect("it begins with a URL");
    assert_eq!((*url.fragment(), url.location_line()), ("http://h/", 2));
    assert_eq!((*rest.fragment(), rest.get_column()), (" HTTP/1.0", 10));
    assert!(match_prefix(Rule::Url, rest).is_none());
}

#[test]
fn a_parser_backtracks_to_the_longest_match() {
    let cases = [
        (Rule::Host, "a.b.", 3),
        (Rule::Host, "a.b-", 3),
        (Rule::Host, "a.b.-", 3),
        (Rule::Host, "a.b.1", 3),
        (Rule::Host, "1.2.3.4.5", 7),
        (Rule::Host, "1.2.3.4.a", 9),
        (Rule::Hostname, "a-", 1),
        (Rule::Hostname, "a--b--", 4),
        (Rule::Domainlabel, "1---", 1),
        (Rule::Hostport, "host:", 4),
        (Rule::Hostport, "host:80x", 7),
        (Rule::Login, "a@", 1),
        (Rule::Login, "a:b@", 1),
        (Rule::Login, "a:1@", 3),
        (Rule::Login, "a:b@c", 5),
        (Rule::IpSchemepart, "//a@/", 3),
        (Rule::Schemepart, "//a@/", 5),
        (Rule::Ftpurl, "ftp://a@", 7),
        (Rule::Ftpurl, "ftp://h/a;type=", 9),
        (Rule::Ftpurl, "ftp://h/a;type=x", 9),
        (Rule::Httpurl, "http://h:/a", 8),
        (Rule::Httpurl, "http://h/a%4", 10),
        (Rule::Gopherurl, "gopher://h/1%0", 12),
        (Rule::Gopherurl, "gopher://h/1%09a b", 16),
        (Rule::Nntpurl, "nntp://h/g/", 10),
        (Rule::Grouppart, "*@", 1),
        (Rule::Grouppart, "a@", 1),
        (Rule::Newsurl, "news:a@b.", 8),
        (Rule::Waisurl, "wais://h/db/T", 11),
        (Rule::Waisurl, "wais://h/db/T?q", 11),
        (Rule::Prosperourl, "prospero://h/a;b=c;d", 18),
        (Rule::Scheme, "http:", 4),
        (Rule::Url, "https:x y", 7),
        (Rule::Url, "ftp://a@", 7),
        (Rule::Url, "news:a>", 6),
    ];
    for (rule, text, length) in cases {
        assert_eq!(taken(rule, text), Some(length), "{rule} on {text:?}");
    }
}

/// Runs a production inside of combinators of nom: in a wrapper, as an alternative, as often as it matches, and
/// in a list.
fn in_combinators<I>(rule: Rule, input: I) -> IResult<I, [usize; 3], ()>
where
    I: Text + for<'t> nom::Compare<&'t str>,
{
    let parser = |input: I| take(rule, input);
    let length = |matched: I| matched.input_len();
    let once = (map(parser, length), map(tag("-"), length));
    let once = delimited(tag("\x01"), alt(once), tag("\x02"));
    let one_after_another = preceded(tag("\x01"), many0(terminated(parser, tag("\x02"))));
    let list = separated_list1(tag("\x03"), parser);
    let (rest, (alone, many, listed)) = (once, one_after_another, list).parse(input)?;
    Ok((rest, [alone, many.len(), listed.len()]))
}

#[test]
fn each_production_runs_in_combinators_of_nom_over_each_input() {
    for rule in Rule::ALL {
        let text = rule.example();
        // No production derives these delimiters.
        let document =
            format!("\x01{text}\x02\x01{text}\x02{text}\x02{text}\x03{text}\x03{text}\t.");
        let expected = Ok(("\t.", [text.len(), 2, 3]));
        assert_eq!(in_combinators(rule, document.as_str()), expected, "{rule}");
        let octets = in_combinators(rule, document.as_bytes());
        let expected = expected.map(|(rest, counts)| (rest.as_bytes(), counts));
        assert_eq!(octets, expected, "{rule} over octets");
        let (rest, counts) = in_combinators(rule, LocatedSpan::new(document.as_str()))
            .unwrap_or_else(|error| panic!("{rule} over a span: {error:?}"));
        assert_eq!((*rest.fragment(), counts), ("\t.", [text.len(), 2, 3]));
    }
}

#[test]
fn an_input_without_a_matching_prefix_is_rejected() {
    let cases = [
        (Rule::Host, "-a"),
        (Rule::Host, "1.2.3."),
        (Rule::Url, "http:x"),
        (Rule::Url, "ftp://"),
        (Rule::Otherurl, "ftp://h/"),
        (Rule::Fileurl, "file://localhost"),
        (Rule::Article, "a@-"),
        (Rule::Uchar, "%4"),
        (Rule::Waisurl, "wais://h"),
    ];
    for (rule, text) in cases {
        assert_eq!(taken(rule, text), None, "{rule} on {text:?}");
    }
}

/// `"<URL:" url ">"`, as the Appendix of the RFC recommends.
fn wrapped<I>(input: I) -> IResult<I, I>
where
    I: Text + for<'t> nom::Compare<&'t str>,
{
    delimited(tag("<URL:"), rules::generic::url, tag(">")).parse(input)
}

#[test]
fn a_url_is_found_in_its_wrapper_in_text() {
    let (rest, url) = wrapped("<URL:ftp://@host.com/> has").unwrap();
    assert_eq!((rest, url), (" has", "ftp://@host.com/"));
    assert!(wrapped("<URL:http://h/#a>").is_err());
}

#[test]
fn a_url_is_found_in_its_wrapper_in_octets() {
    let (rest, url) = wrapped(&b"<URL:news:*>\xff"[..]).unwrap();
    assert_eq!((rest, url), (&b"\xff"[..], &b"news:*"[..]));
}

#[test]
fn a_url_is_found_in_its_wrapper_in_a_span() {
    let text = "See\n<URL:news:*>.";
    let (input, _) = tag::<_, _, ()>("See\n")(LocatedSpan::new(text)).unwrap();
    let (rest, url) = wrapped(input).unwrap();
    assert_eq!((*rest.fragment(), *url.fragment()), (".", "news:*"));
    assert_eq!(
        (url.location_offset(), url.location_line(), url.get_column()),
        (9, 2, 6)
    );
    assert_eq!(rest.location_offset(), 16);
}

#[test]
fn a_wrapped_url_is_parsed_from_a_located_span() {
    let (rest, url) = wrapped(LocatedSpan::new(&b"<URL:x:>"[..])).unwrap();
    assert_eq!((*url.fragment(), url.location_offset()), (&b"x:"[..], 5));
    assert_eq!(rest.location_offset(), 8);
}

#[test]
fn the_extra_of_a_located_span_is_kept() {
    let input = LocatedSpan::new_extra("h:80 ", "from a file");
    let (rest, hostport) = rules::ip::hostport::<_, ()>(input).unwrap();
    assert_eq!((hostport.extra, rest.extra), ("from a file", "from a file"));
}

#[test]
fn hosts_stand_in_a_list() {
    let mut list = all_consuming(separated_list1(tag::<_, _, ()>(", "), rules::ip::host));
    let (_, hosts) = list.parse("a.b, 1.2.3.4, c-d, 1.2.3.4.e").unwrap();
    assert_eq!(hosts, ["a.b", "1.2.3.4", "c-d", "1.2.3.4.e"]);
}

#[test]
fn a_production_may_end_a_sentence() {
    let mut sentence = terminated(rules::ip::hostname::<_, ()>, tag("."));
    assert_eq!(
        sentence.parse("ds.internic.net.").unwrap(),
        ("", "ds.internic.net")
    );
}

#[test]
fn productions_are_alternatives_and_parts_of_new_productions() {
    #[derive(Debug, PartialEq)]
    enum Link<'t> {
        Mail(&'t str),
        Other(&'t str),
    }
    let mail = map(rules::mailto::mailtourl::<_, ()>, Link::Mail);
    let mut link = alt((mail, map(rules::generic::url, Link::Other)));
    assert_eq!(
        link.parse("mailto:a@b").unwrap().1,
        Link::Mail("mailto:a@b")
    );
    assert_eq!(link.parse("ftp://h").unwrap().1, Link::Other("ftp://h"));

    let pair = separated_pair(
        rules::misc::digits::<_, ()>,
        tag("-"),
        opt(rules::misc::digits),
    );
    let (rest, range) = recognize(pair).parse("12-34-").unwrap();
    assert_eq!((rest, range), ("-", "12-34"));
}

#[test]
fn an_error_of_nom_begins_where_the_viable_prefix_ends() {
    let error = |text| rules::http::httpurl::<_, Error<&str>>(text).unwrap_err();
    let expected = |rest, kind| nom::Err::Error(Error::new(rest, kind));
    assert_eq!(error("http:x"), expected("x", ErrorKind::OneOf));
    assert_eq!(error("http://-a"), expected("-a", ErrorKind::OneOf));
    assert_eq!(error("http://1.2"), expected("", ErrorKind::Eof));
    assert_eq!(error(""), expected("", ErrorKind::Eof));
    for rule in Rule::ALL {
        for text in ["~", "%4", "http:é", "1.", "ftp://"] {
            let Err(nom::Err::Error(error)) = rules::parse_prefix::<_, Error<&str>>(rule, text)
            else {
                continue;
            };
            let offset = rfc1738::parse(rule, text).unwrap_err().offset();
            assert_eq!(error.input, &text[offset..], "{rule} on {text:?}");
        }
    }
}
