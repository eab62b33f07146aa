//! The productions as nom parsers inside another grammar, by their public paths; and `whole`, for a delimited text that has to be a
//! whole URL.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_until};
use nom::combinator::{all_consuming, cut, map, opt, recognize, rest};
use nom::error::{Error, ErrorKind, context};
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{Err, Finish as _, IResult, Input as _, Parser as _};
use nom_locate::LocatedSpan;
use rfc1738::{OwnedUrl, Rule, Text, Url, WholeError, match_prefix, parse, rules, whole};

use super::notes::CASES;

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

/// Runs the public parser of a production.
///
/// This table is written by hand: renaming a production or moving it to another module breaks it,
/// as it breaks the code of users.
pub(crate) fn take<I: Text>(rule: Rule, input: I) -> IResult<I, I, ()> {
    match rule {
        Rule::Genericurl => rules::generic::genericurl(input),
        Rule::Url => rules::generic::url(input),
        Rule::Otherurl => rules::generic::otherurl(input),
        Rule::Scheme => rules::generic::scheme(input),
        Rule::Schemepart => rules::generic::schemepart(input),
        Rule::IpSchemepart => rules::ip::ip_schemepart(input),
        Rule::Login => rules::ip::login(input),
        Rule::Hostport => rules::ip::hostport(input),
        Rule::Host => rules::ip::host(input),
        Rule::Hostname => rules::ip::hostname(input),
        Rule::Domainlabel => rules::ip::domainlabel(input),
        Rule::Toplabel => rules::ip::toplabel(input),
        Rule::Alphadigit => rules::ip::alphadigit(input),
        Rule::Hostnumber => rules::ip::hostnumber(input),
        Rule::Port => rules::ip::port(input),
        Rule::User => rules::ip::user(input),
        Rule::Password => rules::ip::password(input),
        Rule::Urlpath => rules::ip::urlpath(input),
        Rule::Ftpurl => rules::ftp::ftpurl(input),
        Rule::Fpath => rules::ftp::fpath(input),
        Rule::Fsegment => rules::ftp::fsegment(input),
        Rule::Ftptype => rules::ftp::ftptype(input),
        Rule::Fileurl => rules::file::fileurl(input),
        Rule::Httpurl => rules::http::httpurl(input),
        Rule::Hpath => rules::http::hpath(input),
        Rule::Hsegment => rules::http::hsegment(input),
        Rule::Search => rules::http::search(input),
        Rule::Gopherurl => rules::gopher::gopherurl(input),
        Rule::Gtype => rules::gopher::gtype(input),
        Rule::Selector => rules::gopher::selector(input),
        Rule::GopherString => rules::gopher::gopher_string(input),
        Rule::Mailtourl => rules::mailto::mailtourl(input),
        Rule::Encoded822addr => rules::mailto::encoded822addr(input),
        Rule::Newsurl => rules::news::newsurl(input),
        Rule::Grouppart => rules::news::grouppart(input),
        Rule::Group => rules::news::group(input),
        Rule::Article => rules::news::article(input),
        Rule::Nntpurl => rules::nntp::nntpurl(input),
        Rule::Telneturl => rules::telnet::telneturl(input),
        Rule::Waisurl => rules::wais::waisurl(input),
        Rule::Waisdatabase => rules::wais::waisdatabase(input),
        Rule::Waisindex => rules::wais::waisindex(input),
        Rule::Waisdoc => rules::wais::waisdoc(input),
        Rule::Database => rules::wais::database(input),
        Rule::Wtype => rules::wais::wtype(input),
        Rule::Wpath => rules::wais::wpath(input),
        Rule::Prosperourl => rules::prospero::prosperourl(input),
        Rule::Ppath => rules::prospero::ppath(input),
        Rule::Psegment => rules::prospero::psegment(input),
        Rule::Fieldspec => rules::prospero::fieldspec(input),
        Rule::Fieldname => rules::prospero::fieldname(input),
        Rule::Fieldvalue => rules::prospero::fieldvalue(input),
        Rule::Lowalpha => rules::misc::lowalpha(input),
        Rule::Hialpha => rules::misc::hialpha(input),
        Rule::Alpha => rules::misc::alpha(input),
        Rule::Digit => rules::misc::digit(input),
        Rule::Safe => rules::misc::safe(input),
        Rule::Extra => rules::misc::extra(input),
        Rule::National => rules::misc::national(input),
        Rule::Punctuation => rules::misc::punctuation(input),
        Rule::Reserved => rules::misc::reserved(input),
        Rule::Hex => rules::misc::hex(input),
        Rule::Escape => rules::misc::escape(input),
        Rule::Unreserved => rules::misc::unreserved(input),
        Rule::Uchar => rules::misc::uchar(input),
        Rule::Xchar => rules::misc::xchar(input),
        Rule::Digits => rules::misc::digits(input),
    }
}

/// The wrong URLs that hold no closing bracket.
fn wrong_urls() -> impl Iterator<Item = &'static str> {
    let of_url = CASES.iter().filter(|(rule, ..)| *rule == Rule::Url);
    let texts = of_url.map(|(_, text, _)| *text);
    texts.filter(|text| !text.contains(']') && !text.is_empty())
}

#[test]
fn a_valid_url_is_the_output() {
    fn bracketed(input: &str) -> IResult<&str, Url<'_>, WholeError<&str>> {
        delimited(tag("["), whole(is_not("]"), Url::parse), tag("]")).parse(input)
    }
    for rule in Rule::Url.uses() {
        let input = format!("[{}] and more", rule.example());
        let (left, url) = bracketed(&input).expect("it is a URL");
        assert_eq!((left, url.as_str()), (" and more", rule.example()));
    }
}

#[test]
fn a_wrong_url_fails_at_its_place_in_the_input() {
    fn bracketed(input: &[u8]) -> IResult<&[u8], Url<'_>, WholeError<&[u8]>> {
        delimited(tag("é["), whole(is_not("]"), Url::parse), tag("]")).parse(input)
    }
    for wrong in wrong_urls() {
        let input = format!("é[{wrong}] and more");
        let error = parse(Rule::Url, wrong).expect_err(wrong);
        let failed = bracketed(input.as_bytes()).finish().expect_err(wrong);
        assert_eq!(*failed.input(), &input.as_bytes()[3 + error.offset()..]);
        assert_eq!(failed.code(), ErrorKind::Verify);
        assert_eq!(failed.text_start(&input.as_bytes()), Some(3));
        assert_eq!(failed.to_string(), error.to_string());
        assert_eq!(failed.syntax(), Some(&error));
        assert_eq!(failed.into_syntax(), Some(error));
    }
}

#[test]
fn the_error_has_the_position_that_the_outer_input_counts() {
    type Span<'a> = LocatedSpan<&'a str>;
    let url = |text: Span<'_>| text.fragment().parse::<OwnedUrl>();
    for wrong in wrong_urls().filter(|wrong| !wrong.contains('\n')) {
        let input = format!("first\nü [{wrong}]");
        let error = parse(Rule::Url, wrong).expect_err(wrong);
        let mut bracketed = (tag("first\nü ["), whole(is_not("]"), url));
        let failed: Result<_, WholeError<Span<'_>>> = bracketed.parse(Span::new(&input)).finish();
        let failed = failed.expect_err(wrong);
        let at = failed.input();
        let before = wrong[..error.offset()].chars().count();
        assert_eq!((at.location_line(), at.get_utf8_column()), (2, 4 + before));
    }
}

#[test]
fn a_prefix_that_is_a_url_is_not_enough() {
    let mut all = whole(rest::<_, WholeError<&str>>, |text: &str| {
        parse(Rule::Url, text)
    });
    let failed = all.parse("http://user@h/").finish().unwrap_err();
    assert_eq!(*failed.input(), "@h/");
    let failed = all.parse("http:/h/a").finish().unwrap_err();
    assert_eq!(*failed.input(), "h/a");
}

#[test]
fn after_a_failure_of_the_delimiter_an_alternative_can_follow() {
    let mut url = whole(take_until::<_, _, WholeError<&str>>(" "), Url::parse);
    let failed = url.parse("http://h/").finish().unwrap_err();
    assert_eq!(
        (failed.code(), failed.syntax()),
        (ErrorKind::TakeUntil, None)
    );
    assert_eq!(failed.text_start(&"http://h/"), None);
    assert_eq!(failed.to_string(), "nom's parser TakeUntil does not match");

    let url = whole(take_until::<_, _, WholeError<&str>>(" "), Url::parse);
    let name = is_not(" ").map(|_| Url::parse("news:*").expect("a URL"));
    let (_, other) = url.or(name).parse("a~b c").expect("the other one");
    assert_eq!(other.as_str(), "news:*");

    let url = whole(take_until::<_, _, WholeError<&str>>(" "), Url::parse);
    assert!(matches!(cut(url).parse("a~b c"), Err(Err::Failure(_))));
}

#[test]
fn an_outer_input_without_the_text_gives_no_start() {
    let input = String::from("http://h/~me HTTP");
    let mut url = whole(take_until::<_, _, WholeError<&str>>(" "), Url::parse);
    let failed = url.parse(&input).finish().unwrap_err();
    assert_eq!(failed.text_start(&&input[..]), Some(0));
    let copies: Vec<String> = (0..20).map(|_| input.clone()).collect();
    for other in copies
        .iter()
        .map(String::as_str)
        .chain(["", "zzz", &input[..3]])
    {
        assert_eq!(failed.text_start(&other), None);
    }
}

#[test]
fn a_text_from_elsewhere_fails_at_the_start() {
    let elsewhere = String::from("http://h/~");
    let delimited = tag::<_, _, WholeError<&str>>("x").map(|_| &elsewhere[..]);
    let failed = whole(delimited, Url::parse)
        .parse("xyz")
        .finish()
        .unwrap_err();
    assert_eq!(*failed.input(), "xyz");
    assert_eq!(failed.syntax().map(rfc1738::SyntaxError::offset), Some(9));
}

#[test]
fn a_context_can_be_added() {
    let url = whole(take_until::<_, _, WholeError<&str>>(" "), Url::parse);
    let failed = context("a URL", url).parse("http://h/~me HTTP").finish();
    assert_eq!(*failed.unwrap_err().input(), "~me HTTP");
}

#[test]
fn an_error_type_of_nom_keeps_the_place() {
    let mut url = whole(take_until::<_, _, Error<&str>>(" "), Url::parse);
    let failed = url.parse("http://h/~me HTTP").finish().unwrap_err();
    assert_eq!(failed.input, "~me HTTP");
}
