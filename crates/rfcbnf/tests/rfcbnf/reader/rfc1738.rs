//! The grammar of RFC 1738.

use rfcbnf::syntax::{Expression, Kind, LiteralForm};
use rfcbnf::{GrammarErrorKind, read};

use super::{RFC1738, rfc1738, tree};

const NAMES: &str = "genericurl url otherurl scheme schemepart ip-schemepart login hostport host \
    hostname domainlabel toplabel alphadigit hostnumber port user password urlpath ftpurl fpath \
    fsegment ftptype fileurl httpurl hpath hsegment search gopherurl gtype selector \
    gopher+_string mailtourl encoded822addr newsurl grouppart group article nntpurl telneturl \
    waisurl waisdatabase waisindex waisdoc database wtype wpath prosperourl ppath psegment \
    fieldspec fieldname fieldvalue lowalpha hialpha alpha digit safe extra national punctuation \
    reserved hex escape unreserved uchar xchar digits";

#[test]
fn as_printed_it_has_one_error_an_unquoted_slash() {
    let errors = read(RFC1738).unwrap_err();
    assert_eq!(errors.errors().len(), 1);
    let error = &errors.errors()[0];
    assert_eq!(
        *error.kind(),
        GrammarErrorKind::EmptyAlternative { separator: '/' }
    );
    assert_eq!((error.line(), error.column()), (61, 41));
    assert!(
        error
            .help()
            .unwrap()
            .contains("\"/\" needs quotation marks")
    );
}

#[test]
fn its_67_names_come_in_the_order_of_the_file() {
    let grammar = rfc1738();
    let names: Vec<&str> = grammar
        .productions
        .iter()
        .map(|production| production.name.as_str())
        .collect();
    assert_eq!(names, NAMES.split_whitespace().collect::<Vec<_>>());
    assert_eq!(names.len(), 67);
}

#[test]
fn its_bodies_have_the_meaning_that_the_rfc_gives_them() {
    let grammar = rfc1738();
    for (name, expected) in [
        ("genericurl", "(scheme \":\" schemepart)"),
        ("scheme", "1*{lowalpha | digit | \"+\" | \"-\" | \".\"}"),
        ("schemepart", "{0*xchar | ip-schemepart}"),
        ("login", "(?(user ?(\":\" password) \"@\") hostport)"),
        ("hostname", "(0*(domainlabel \".\") toplabel)"),
        (
            "ftpurl",
            "(\"ftp://\" login ?(\"/\" fpath ?(\";type=\" ftptype)))",
        ),
        (
            "gopherurl",
            "(\"gopher://\" hostport ?(bare / ?(gtype ?(selector ?(\"%09\" search ?(\"%09\" gopher+_string))))))",
        ),
        (
            "prosperourl",
            "(\"prospero://\" hostport \"/\" ppath 0*fieldspec)",
        ),
        ("punctuation", "{\"<\" | \">\" | \"#\" | \"%\" | <\">}"),
        ("digits", "1*digit"),
    ] {
        assert_eq!(
            tree(&grammar.production(name).unwrap().body),
            expected,
            "{name}"
        );
    }
}

#[test]
fn its_headings_open_groups_and_its_other_comments_annotate() {
    let grammar = rfc1738();
    let headings: Vec<&str> = grammar
        .headings
        .iter()
        .map(|heading| heading.text.as_str())
        .collect();
    assert_eq!(
        headings,
        [
            "The generic form of a URL is:",
            "Specific predefined schemes are defined here; new schemes may be registered with IANA",
            "URL schemeparts for ip based protocols:",
            "The predefined schemes:",
            "FTP (see also RFC959)",
            "FILE",
            "HTTP",
            "GOPHER (see also RFC1436)",
            "MAILTO (see also RFC822)",
            "NEWS (see also RFC1036)",
            "NNTP (see also RFC977)",
            "TELNET",
            "WAIS (see also RFC1625)",
            "PROSPERO",
            "Miscellaneous definitions",
        ]
    );
    let counts: Vec<usize> = (0..headings.len())
        .map(|heading| {
            grammar
                .productions
                .iter()
                .filter(|it| it.heading == Some(heading))
                .count()
        })
        .collect();
    assert_eq!(counts, [1, 4, 13, 0, 4, 1, 4, 4, 2, 4, 1, 1, 7, 6, 15]);
    let annotated: Vec<(&str, &str)> = grammar
        .productions
        .iter()
        .flat_map(|it| {
            it.comments
                .iter()
                .map(|comment| (it.name.as_str(), comment.text.as_str()))
        })
        .collect();
    assert_eq!(
        annotated,
        [
            ("otherurl", "new schemes follow the general syntax"),
            (
                "scheme",
                "the scheme is in lower case; interpreters should use case-ignore"
            ),
            ("urlpath", "depends on protocol see section 3.1"),
            ("encoded822addr", "further defined in RFC822"),
        ]
    );
}

#[test]
fn every_span_covers_its_part_of_the_file() {
    let grammar = rfc1738();
    for production in &grammar.productions {
        assert_eq!(RFC1738[production.name_span.clone()], production.name);
        assert_eq!(production.span.start, production.name_span.start);
        assert_eq!(production.span.end, production.body.span.end);
        production.body.walk(&mut assert_span);
    }
    for heading in &grammar.headings {
        let lines = RFC1738[heading.span.clone()]
            .lines()
            .map(|line| line.trim_start_matches(';').trim());
        assert_eq!(lines.collect::<Vec<_>>().join(" "), heading.text);
    }
}

fn assert_span(expression: &Expression) {
    let text = &RFC1738[expression.span.clone()];
    assert_eq!(text, text.trim());
    match &expression.kind {
        Kind::Literal {
            text: literal,
            form,
            ..
        } => {
            let expected = match form {
                LiteralForm::Quoted => format!("\"{literal}\""),
                LiteralForm::Angle => format!("<{literal}>"),
                LiteralForm::Bare => literal.clone(),
                LiteralForm::Numbers => panic!("{text} is not in this grammar"),
            };
            assert_eq!(text, expected);
        }
        Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => panic!("not in this grammar"),
        Kind::Reference { name, .. } => assert_eq!(text, name),
        Kind::Optional(_) => assert!(text.starts_with('[') && text.ends_with(']'), "{text}"),
        Kind::Repetition { least, .. } => {
            let counts = text.split('*').next().unwrap();
            assert_eq!(counts.parse().unwrap_or(0), *least, "{text}");
        }
        Kind::Alternation(members) | Kind::Sequence(members) => assert!(members.len() > 1),
    }
    let mut end = expression.span.start;
    for child in expression.children() {
        assert!(
            end <= child.span.start && child.span.end <= expression.span.end,
            "{text}"
        );
        end = child.span.end;
    }
    if let Kind::Sequence(members) = &expression.kind {
        assert!(
            !members
                .iter()
                .any(|member| matches!(member.kind, Kind::Sequence(_)))
        );
    }
}

#[test]
fn a_group_of_several_members_spans_its_brackets() {
    let source = "a = *[ \"x\" | \"y\" ] ( \"x\" \"y\" ) [ \"z\" ( \"w\" | \"v\" ) ]\n";
    let grammar = read(source).unwrap();
    let mut texts = Vec::new();
    grammar.productions[0].body.walk(&mut |expression| {
        if !expression.children().is_empty() {
            texts.push(&source[expression.span.clone()]);
        }
    });
    assert_eq!(
        texts,
        [
            "*[ \"x\" | \"y\" ] ( \"x\" \"y\" ) [ \"z\" ( \"w\" | \"v\" ) ]",
            "*[ \"x\" | \"y\" ]",
            "[ \"x\" | \"y\" ]",
            "[ \"z\" ( \"w\" | \"v\" ) ]",
            "\"z\" ( \"w\" | \"v\" )",
            "( \"w\" | \"v\" )",
        ]
    );
}

/// Compares with the RFC itself, which is not part of the project, if it is there.
#[test]
fn its_text_is_section_5_without_page_breaks() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../../shared/rfc1738.txt"
    );
    let Ok(rfc) = std::fs::read_to_string(path) else {
        eprintln!("not compared: {path} is not there");
        return;
    };
    let start = rfc.find("; The generic form of a URL is:").unwrap();
    let last = "digits         = 1*digit";
    let end = rfc.find(last).unwrap() + last.len();
    let page_break = |line: &&str| {
        line.ends_with(']') && line.contains("[Page ") || line.starts_with("RFC 1738  ")
    };
    let printed = rfc[start..end].lines().filter(|line| !page_break(line));
    let printed: Vec<&str> = printed.filter(|line| !line.is_empty()).collect();
    let ours: Vec<&str> = RFC1738.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(ours, printed);
}
