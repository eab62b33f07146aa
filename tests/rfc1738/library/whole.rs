//! `whole`: a delimited text inside another nom grammar has to be a whole URL.

use nom::bytes::complete::{is_not, tag, take_until};
use nom::combinator::{cut, rest};
use nom::error::{Error, ErrorKind, context};
use nom::sequence::delimited;
use nom::{Err, Finish as _, IResult, Parser as _};
use nom_locate::LocatedSpan;
use rfc1738::{OwnedUrl, Rule, Url, WholeError, parse, whole};

use super::note_cases::CASES;

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
