//! Readings: the seven decisions by the prose of the RFC, and no others.

use std::collections::{BTreeMap, BTreeSet};

use rfc1738::{Node, Rule, is_valid, parse};

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
