//! `Rule`: the 67 productions by name, the facts about each, and the seven decisions by the prose of the RFC, and no others.

use std::collections::{BTreeMap, BTreeSet};

use rfc1738::{CharacterSet, Node, Rule, is_valid, parse};

const BNF: &str = include_str!("../../../grammar/rfc1738.bnf");

/// Returns the part of the grammar file that defines each production, by name.
fn printed() -> Vec<(&'static str, String)> {
    let mut productions: Vec<(&str, String)> = Vec::new();
    for line in BNF.lines() {
        // A semicolon begins a comment, except between quotation marks as in ";type=".
        let code = line
            .find("; ")
            .filter(|&at| at == 0 || line[..at].ends_with(' '));
        let code = line[..code.unwrap_or(line.len())].trim_end();
        if code.is_empty() {
            continue;
        }
        match code.split_once(" = ") {
            Some((name, _)) if !code.starts_with(' ') => {
                productions.push((name.trim_end(), code.to_owned()));
            }
            _ => {
                let (_, text) = productions.last_mut().expect("the file begins with a name");
                text.push('\n');
                text.push_str(code);
            }
        }
    }
    productions
}

#[test]
fn there_are_67_productions_in_the_order_of_the_file() {
    let names: Vec<&str> = Rule::ALL.into_iter().map(Rule::name).collect();
    let printed: Vec<&str> = printed().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), 67);
    assert_eq!(names, printed);
}

#[test]
fn every_production_shows_its_text_as_it_is_printed() {
    for (rule, (_, text)) in Rule::ALL.into_iter().zip(printed()) {
        assert_eq!(rule.production(), text);
    }
}

#[test]
fn no_production_is_listed_twice() {
    let distinct: BTreeSet<Rule> = Rule::ALL.into_iter().collect();
    assert_eq!(distinct.len(), Rule::ALL.len());
}

#[test]
fn a_name_displayed_parses_to_the_same_rule() {
    for rule in Rule::ALL {
        assert_eq!(rule.to_string(), rule.name());
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
}

#[test]
fn display_pads_like_a_string() {
    assert_eq!(
        format!("{:>6}|{:<6}|", Rule::Url, Rule::Url),
        "   url|url   |"
    );
}

#[test]
fn names_are_those_of_the_rfc_letter_by_letter() {
    assert_eq!("gopher+_string".parse(), Ok(Rule::GopherString));
    assert_eq!("ip-schemepart".parse(), Ok(Rule::IpSchemepart));
    assert_eq!("encoded822addr".parse(), Ok(Rule::Encoded822addr));
    for name in [
        "",
        "URL",
        "Url",
        " url",
        "url ",
        "gopher_string",
        "ip_schemepart",
        "httpUrl",
    ] {
        let error = name.parse::<Rule>().expect_err(name);
        assert_eq!(error.name(), name);
    }
}

#[test]
fn an_unknown_name_is_named_in_the_error() {
    let error = "httpURL".parse::<Rule>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "RFC 1738 has no production \"httpURL\"; did you mean httpurl?"
    );
    let error = "address".parse::<Rule>().unwrap_err();
    assert_eq!(error.to_string(), "RFC 1738 has no production \"address\"");
}

#[test]
fn a_slip_in_a_name_leads_to_the_name() {
    let nearest = |name: &str| name.parse::<Rule>().expect_err(name).nearest();
    for rule in Rule::ALL {
        let name = rule.name();
        assert_eq!(nearest(&format!("{name}-")), Some(rule));
        let upper = name.to_ascii_uppercase();
        assert_eq!(nearest(&upper), Some(rule), "{upper}");
    }
    assert_eq!(nearest("hotsport"), Some(Rule::Hostport));
    assert_eq!(nearest("gopher_string"), Some(Rule::GopherString));
    for far in ["", "x", "hostporter", "lrus", &"url".repeat(1000)] {
        assert_eq!(nearest(far), None, "{far}");
    }
}

#[test]
fn an_unknown_name_is_escaped_in_the_error() {
    let error = "\u{1b}[31m\u{202e}"
        .parse::<Rule>()
        .unwrap_err()
        .to_string();
    assert!(!error.contains(['\u{1b}', '\u{202e}']), "{error:?}");
}

#[test]
fn a_production_uses_exactly_the_names_that_its_text_mentions() {
    let separator =
        |character: char| character.is_whitespace() || "[]|*0123456789".contains(character);
    for rule in Rule::ALL {
        let (_, body) = rule.production().split_once(" = ").unwrap();
        // Every second piece is a literal; `punctuation` has a quotation mark more.
        let body = body.replace("<\">", "");
        let outside: String = body.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        let mut mentioned = Vec::new();
        for name in Rule::ALL
            .into_iter()
            .filter(|name| outside.contains(name.name()))
        {
            let whole = |at: usize| {
                let (before, after) = (&outside[..at], &outside[at + name.name().len()..]);
                let begins = before.is_empty() || before.ends_with(separator);
                begins && (after.is_empty() || after.starts_with(separator))
            };
            let first = outside
                .match_indices(name.name())
                .map(|(at, _)| at)
                .find(|&at| whole(at));
            mentioned.extend(first.map(|at| (at, name)));
        }
        mentioned.sort_unstable();
        let mentioned: Vec<Rule> = mentioned.into_iter().map(|(_, name)| name).collect();
        assert_eq!(rule.uses(), mentioned, "{}", rule.production());
    }
}

#[test]
fn uses_and_users_are_each_others_inverse() {
    for one in Rule::ALL {
        for other in Rule::ALL {
            let used = one.uses().contains(&other);
            assert_eq!(
                used,
                other.users().any(|user| user == one),
                "{one} and {other}"
            );
        }
    }
}

#[test]
fn users_come_in_the_order_of_the_grammar_file() {
    for rule in Rule::ALL {
        assert!(rule.users().is_sorted(), "{rule}");
    }
    let users: Vec<Rule> = Rule::Hostport.users().collect();
    let urls = [
        Rule::Login,
        Rule::Httpurl,
        Rule::Gopherurl,
        Rule::Nntpurl,
        Rule::Waisdatabase,
        Rule::Waisindex,
        Rule::Waisdoc,
        Rule::Prosperourl,
    ];
    assert_eq!(users, urls);
}

#[test]
fn productions_that_the_rfc_never_mentions_again_have_no_users() {
    let unused = Rule::ALL
        .into_iter()
        .filter(|rule| rule.users().next().is_none());
    let unused: Vec<&str> = unused.map(Rule::name).collect();
    assert_eq!(unused, ["url", "national", "punctuation"]);
}

#[test]
fn fifteen_productions_are_character_productions() {
    let characters = Rule::ALL.into_iter().filter(|rule| rule.is_character());
    let names: BTreeSet<&str> = characters.map(Rule::name).collect();
    let listed = "lowalpha hialpha alpha digit alphadigit safe extra national punctuation reserved \
                  hex escape unreserved uchar xchar";
    assert_eq!(names, listed.split_whitespace().collect());
}

#[test]
fn a_production_begins_with_exactly_its_first_characters() {
    for rule in Rule::ALL {
        // No text contains NUL, so the error at offset 0 lists the possible first characters.
        let error = parse(rule, "\0").unwrap_err();
        assert_eq!(error.offset(), 0);
        assert_eq!(rule.first(), error.next(), "{rule}");
        assert!(!rule.first().is_empty(), "{rule}");
    }
    assert_eq!(Rule::Fileurl.first(), CharacterSet::of("Ff"));
    assert_eq!(Rule::Group.first().len(), 52);
}

#[test]
fn a_production_derives_its_example() {
    for rule in Rule::ALL {
        assert!(
            is_valid(rule, rule.example()),
            "{rule}: {:?}",
            rule.example()
        );
    }
}

#[test]
fn each_heading_is_explained_by_its_section() {
    let sections = [
        (Rule::Genericurl, "2.1"),
        (Rule::Otherurl, "2.1"),
        (Rule::Urlpath, "3.1"),
        (Rule::Ftptype, "3.2"),
        (Rule::Fileurl, "3.10"),
        (Rule::Search, "3.3"),
        (Rule::GopherString, "3.4"),
        (Rule::Encoded822addr, "3.5"),
        (Rule::Article, "3.6"),
        (Rule::Nntpurl, "3.7"),
        (Rule::Telneturl, "3.8"),
        (Rule::Wpath, "3.9"),
        (Rule::Fieldvalue, "3.11"),
        (Rule::Digits, "2.2"),
    ];
    for (rule, section) in sections {
        assert_eq!(rule.section(), section, "{rule}");
    }
    assert_eq!(Rule::Wpath.heading(), "WAIS (see also RFC1625)");
    assert_eq!(Rule::Lowalpha.heading(), "Miscellaneous definitions");
}

#[test]
fn remarks_of_the_grammar_belong_to_their_productions() {
    let remarked = Rule::ALL
        .into_iter()
        .filter(|rule| !rule.comments().is_empty());
    let remarked: Vec<Rule> = remarked.collect();
    assert_eq!(
        remarked,
        [
            Rule::Otherurl,
            Rule::Scheme,
            Rule::Urlpath,
            Rule::Encoded822addr
        ]
    );
    for rule in remarked {
        for comment in rule.comments() {
            assert!(BNF.contains(&format!("; {comment}")), "{comment}");
        }
    }
}

/// The productions of each reading, by its id.
fn attached() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let mut attached: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for rule in Rule::ALL {
        for reading in rule.readings() {
            attached
                .entry(reading.id())
                .or_default()
                .insert(rule.name());
        }
    }
    attached
}

#[test]
fn there_are_seven_readings() {
    let ids: Vec<&str> = attached().into_keys().collect();
    let wanted = [
        "double-quote",
        "gopher-tab",
        "ip-first",
        "literal-case",
        "new-schemes",
        "quoted-slash",
        "scheme-case",
    ];
    assert_eq!(ids, wanted);
}

#[test]
fn each_reading_is_attached_to_the_productions_that_it_changes() {
    let attached = attached();
    let names = |id: &str| attached[id].iter().copied().collect::<Vec<_>>();
    assert_eq!(names("double-quote"), ["punctuation"]);
    assert_eq!(names("gopher-tab"), ["gopherurl"]);
    assert_eq!(names("ip-first"), ["schemepart"]);
    assert_eq!(
        names("literal-case"),
        ["fileurl", "ftptype", "ftpurl", "hex", "hialpha", "lowalpha"]
    );
    assert_eq!(names("new-schemes"), ["otherurl"]);
    assert_eq!(names("quoted-slash"), ["gopherurl"]);
    let with_a_scheme_name = [
        "fileurl",
        "ftpurl",
        "gopherurl",
        "httpurl",
        "mailtourl",
        "newsurl",
        "nntpurl",
        "prosperourl",
        "scheme",
        "telneturl",
        "waisdatabase",
        "waisdoc",
        "waisindex",
    ];
    assert_eq!(names("scheme-case"), with_a_scheme_name);
}

#[test]
fn a_reading_says_what_it_decides_and_why() {
    for reading in Rule::ALL.into_iter().flat_map(Rule::readings) {
        assert!(
            reading.section().starts_with(['2', '3', '5']),
            "{reading:?}"
        );
        assert!(reading.decision().ends_with('.'), "{reading:?}");
        assert!(reading.why().len() > 20, "{reading:?}");
    }
}

#[test]
fn scheme_case_reaches_every_predefined_scheme_and_no_further() {
    for rule in Rule::ALL
        .into_iter()
        .filter(|rule| rule.name().ends_with("url"))
    {
        let example = rule.example();
        let (scheme, rest) = example.split_once(':').unwrap();
        let capitals = format!("{}:{rest}", scheme.to_uppercase());
        assert!(is_valid(rule, &capitals), "{rule} {capitals}");
    }
}

#[test]
fn literal_case_keeps_letters_outside_scheme_names_as_written() {
    for (rule, as_written, otherwise) in [
        (Rule::Ftpurl, "ftp://h/;type=a", "ftp://h/;TYPE=a"),
        (Rule::Ftpurl, "FTP://h/;type=A", "FTP://h/;Type=A"),
        (Rule::Lowalpha, "a", "A"),
        (Rule::Hialpha, "A", "a"),
    ] {
        assert!(is_valid(rule, as_written), "{as_written}");
        assert!(!is_valid(rule, otherwise), "{otherwise}");
    }
    // Where the BNF means either case, it lists both; and "localhost" is a host in any case.
    for code in "AIDaid".chars() {
        assert!(is_valid(Rule::Ftptype, code.to_string()));
    }
    for digit in "ABCDEFabcdef".chars() {
        assert!(is_valid(Rule::Hex, digit.to_string()));
    }
    assert!(is_valid(Rule::Fileurl, "file://LocalHost/"));
}

#[test]
fn new_schemes_takes_the_predefined_ones_from_otherurl() {
    let predefined = [
        "http", "ftp", "news", "nntp", "telnet", "gopher", "wais", "mailto", "file", "prospero",
    ];
    for scheme in predefined {
        let capitals = scheme.to_uppercase();
        for text in [format!("{scheme}:x"), format!("{capitals}:x")] {
            assert!(is_valid(Rule::Genericurl, &text), "{text}");
            assert!(!is_valid(Rule::Otherurl, &text), "{text}");
        }
        for text in [
            format!("{scheme}s:x"),
            format!("x{scheme}:x"),
            format!("{scheme}.:x"),
        ] {
            assert!(is_valid(Rule::Otherurl, &text), "{text}");
        }
    }
}

#[test]
fn ip_first_prefers_the_internet_syntax_wherever_it_fits() {
    let below = |text| {
        let tree = parse(Rule::Schemepart, text).unwrap();
        tree.root().children().next().map(Node::rule)
    };
    assert_eq!(below("//h"), Some(Rule::IpSchemepart));
    assert_eq!(below("//u:p@h:1/"), Some(Rule::IpSchemepart));
    assert_eq!(below("//h?"), None);
    assert_eq!(below("/h"), None);
}

#[test]
fn gopher_tab_changes_trees_and_no_verdict() {
    // Selectors, searches and Gopher+ strings all consist of `xchar`, so every `xchar` is accepted.
    for path in ["1", "1%09", "1%09%09", "1%09%09%09", "1%09/%09/", "1/%09?"] {
        let text = format!("gopher://h/{path}");
        let tree = parse(Rule::Gopherurl, &text).unwrap();
        let selector = tree.find(Rule::Selector).unwrap();
        if let Some(search) = tree.find(Rule::Search) {
            assert_eq!(&text[selector.span().end..search.span().start], "%09");
        } else {
            assert_eq!(selector.span().end, text.len());
        }
    }
}
