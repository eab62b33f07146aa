//! The grammars that come with the package.

use rfcbnf::imports::Imports;
use rfcbnf::library::{self, LibraryGrammar};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::{Expression, Grammar, Kind};

fn grammars() -> impl Iterator<Item = &'static LibraryGrammar> {
    library::names().map(|name| library::find(name).expect("the library has it"))
}

fn grammar(name: &str) -> Grammar {
    let found = library::find(name).expect("the library has it");
    found.with_imports().expect("they fit together").grammar
}

/// The productions that only texts unknown to a program keep from being usable.
const UNKNOWN: [(&str, &str); 4] = [
    ("rfc3501", "<experimental command arguments>"),
    (
        "rfc5545",
        "<A IANA-registered iCalendar version identifier>",
    ),
    ("rfc6350", "<value-spec, see Section 12>"),
    ("rfc6531", "<U-label, see [RFC5890], Section 2.3.2.1>"),
];

#[test]
fn every_production_is_usable_except_for_prose_about_registries() {
    for one in grammars() {
        let joined = one.with_imports().expect("they fit together");
        let errors = &joined.errors[0];
        assert!(errors.is_none(), "{one:?}: {}", errors.as_ref().unwrap());
        let obstacles = joined.grammar.obstacles();
        for production in &joined.grammar.productions {
            let Some(obstacle) = obstacles.of(&production.name) else {
                continue;
            };
            let prose = UNKNOWN.iter().find(|(name, _)| *name == one.name());
            let is_known = prose.is_some_and(|(_, prose)| obstacle.to_string().contains(prose));
            assert!(
                obstacle.is_recursion() && !obstacle.derives_no_text() || is_known,
                "{one:?}: {obstacle}"
            );
        }
    }
}

#[test]
fn every_import_is_a_grammar_of_the_library() {
    for one in grammars() {
        let imports = one.imports().unwrap_or_default();
        let imports = Imports::from_toml(imports).expect("the file can be read");
        for import in imports.iter() {
            assert!(library::find(&import.from).is_some(), "{one:?}");
        }
    }
}

/// The documents that tags of prose name without their numbers.
const TAGS: [(&str, &str); 2] = [("[HTTP]", "rfc9110"), ("[URI]", "rfc3986")];

/// Returns the names and the prose in a body, in their order.
fn names(body: &Expression) -> Vec<String> {
    let mut names = Vec::new();
    body.walk(&mut |part| match &part.kind {
        Kind::Reference { name, .. } => names.push(name.clone()),
        Kind::Prose(text) => names.push(format!("<{text}>")),
        _ => {}
    });
    names
}

/// Reads the prose without the code that binds it: `<host, see [URI], Section 3.2.2>` is `host` of RFC 3986.
fn meant(prose: &str) -> Option<(&str, String)> {
    let (name, rest) = prose.strip_prefix('<')?.split_once(", see ")?;
    let tag = &rest[rest.find('[')?..=rest.find(']')?];
    let tagged = TAGS.iter().find(|(one, _)| *one == tag);
    let number = || tag.trim_matches(['[', ']']).to_ascii_lowercase();
    Some((
        name,
        tagged.map_or_else(number, |(_, file)| (*file).to_owned()),
    ))
}

#[test]
fn prose_means_the_production_that_it_spells() {
    let mut checked = 0;
    for one in grammars() {
        let own = one.read().grammar;
        let joined = one.with_imports().expect("they fit together").grammar;
        let prose_of = |name: &str| {
            let production = own.production(name)?;
            let [prose] = &names(&production.body)[..] else {
                return None;
            };
            prose.starts_with('<').then(|| prose.clone())
        };
        for production in &own.productions {
            let mut copies = joined.productions.iter();
            let Some(copy) = copies.find(|copy| copy.name_span == production.name_span) else {
                continue;
            };
            for (before, after) in names(&production.body).iter().zip(names(&copy.body)) {
                let written = prose_of(before).unwrap_or_else(|| before.clone());
                let Some((name, file)) = meant(&written) else {
                    continue;
                };
                if library::find(&file).is_none() {
                    continue;
                }
                // A production with another name than its prose has the meaning in its body.
                let mut bound = joined.production(&after).expect("it is bound");
                if let Kind::Reference { name, .. } = &bound.body.kind
                    && joined.file_at(bound.span.start).is_none()
                {
                    bound = joined.production(name).expect("it is bound");
                }
                let place = joined.file_at(bound.span.start).map(|file| &*file.name);
                let spelled = &joined.source[bound.name_span.clone()];
                assert_eq!((spelled, place), (name, Some(&*file)), "{one:?}: {before}");
                checked += 1;
            }
        }
    }
    assert!(checked > 60, "{checked}");
}

#[test]
fn names_are_bound_as_they_are_spelled() {
    let mut others = Vec::new();
    for one in grammars() {
        let own = one.read().grammar;
        let joined = one.with_imports().expect("they fit together").grammar;
        for production in &own.productions {
            let mut copies = joined.productions.iter();
            let Some(copy) = copies.find(|copy| copy.name_span == production.name_span) else {
                continue;
            };
            for (before, after) in names(&production.body).iter().zip(names(&copy.body)) {
                let bound = joined.production(&after);
                let spelled = bound.map(|bound| &joined.source[bound.name_span.clone()]);
                if let Some(spelled) = spelled.filter(|spelled| spelled != before)
                    && !before.starts_with('<')
                {
                    others.push(format!("{one:?}: {before} is {spelled}"));
                }
            }
        }
    }
    others.sort();
    others.dedup();
    // Each is what the RFC means: RFC 9110 itself writes Language-Tag in prose, for example.
    assert_eq!(
        others,
        [
            "rfc5545: uri is URI",
            "rfc6350: Language-tag is Language-Tag",
            "rfc8288: URI-Reference is URI-reference",
            "rfc9051: UTF8-CHAR is UTF8-char",
            "rfc9110: language-tag is Language-Tag",
        ]
    );
}

#[test]
fn every_file_names_its_rfc_first() {
    for one in grammars() {
        let number = one.name().trim_start_matches("rfc");
        let first = one.text().lines().next().unwrap_or_default();
        let is_core = ["rfc2234", "rfc4234", "rfc5234"].contains(&one.name());
        let start = format!("; RFC {number}, ");
        assert!(is_core || first.starts_with(&start), "{one:?}: {first}");
    }
}

/// Texts of the RFCs, and texts that they exclude: a grammar, a production, whether the text is valid, and the text.
const TEXTS: [&str; 36] = [
    "rfc1034 domain valid a.example",
    "rfc1034 domain invalid -a.example",
    "rfc2045 content valid Content-Type:text/plain;charset=us-ascii",
    "rfc3261 SIP-URI valid sip:+1-212-555-1212:1234@gateway.com;user=phone",
    "rfc3261 Via valid Via: SIP/2.0/UDP pc33.atlanta.com;branch=z9hG4bK776asdhds",
    "rfc3261 CSeq valid CSeq: 4711 invite",
    "rfc3261 Request-Line valid INVITE sip:bob@biloxi.com SIP/2.0\r\n",
    "rfc3261 Request-Line invalid INVITE bob@biloxi.com SIP/2.0\r\n",
    "rfc3339 date-time valid 1985-04-12T23:20:50.52Z",
    "rfc3501 command valid a001 LOGIN smith sesame\r\n",
    "rfc3501 command invalid a001 LOGIN smith\r\n",
    "rfc3629 UTF8-char valid \u{e9}",
    "rfc3966 telephone-uri valid tel:+1-201-555-0123",
    "rfc3987 IRI valid http://r\u{e9}sum\u{e9}.example.org",
    "rfc4647 language-range valid de-CH",
    "rfc5321 rcpt valid RCPT TO:<Jones@XYZ.COM>\r\n",
    "rfc5321 rcpt invalid RCPT TO:Jones@XYZ.COM\r\n",
    "rfc5322 mailbox valid Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>",
    "rfc5545 dtstart valid DTSTART:19980118T073000Z\r\n",
    "rfc5545 attendee valid ATTENDEE;ROLE=REQ-PARTICIPANT:mailto:jsmith@example.com\r\n",
    "rfc5646 Language-Tag valid sl-rozaj-biske",
    "rfc6350 contentline valid TEL;VALUE=uri:tel:+1-555-555-5555\r\n",
    "rfc6350 TEL-param valid TYPE=home",
    "rfc6350 N-value valid Public;John;Quinlan;Mr.;Esq.",
    "rfc6350 N-value invalid Public;John",
    "rfc6350 GENDER-value valid ;it's complicated",
    "rfc8259 JSON-text valid {\"Image\":{\"Width\":800,\"Title\":\"View from 15th Floor\",\"IDs\":[116,943]}}",
    "rfc8259 JSON-text invalid [NaN]",
    "rfc8259 number valid -122.026020",
    "rfc9051 command valid A03 LIST (SUBSCRIBED) \"\" \"*\" RETURN (CHILDREN)\r\n",
    "rfc9051 command invalid A03 LSUB \"\" *\r\n",
    "rfc9051 response-data valid * ESEARCH (TAG \"A282\") MIN 2 COUNT 3\r\n",
    "rfc9110 Host valid www.example.org:8080",
    "rfc9110 Content-Language valid mi, en",
    "rfc9111 Cache-Control valid max-age=600",
    "rfc9112 HTTP-message valid GET /a?b HTTP/1.1\r\nHost: h\r\n\r\n",
];

#[test]
fn texts_of_the_rfcs_are_valid() {
    for row in TEXTS {
        let fields: Vec<&str> = row.splitn(4, ' ').collect();
        let [name, production, verdict, text] = fields[..] else {
            panic!("{row}");
        };
        let grammar = grammar(name);
        // What only prose decides is left out, as if it derived nothing.
        let Ok(recognizer) = Recognizer::new(&grammar, production) else {
            assert!(
                UNKNOWN.iter().any(|(other, _)| *other == name),
                "{name} {production}"
            );
            continue;
        };
        let found = recognizer
            .recognize(text.as_bytes())
            .expect("within the limits");
        assert_eq!(found.accepts_all(), verdict == "valid", "{row:?} {found:?}");
    }
}

#[test]
fn every_grammar_comes_by_the_number_of_its_rfc() {
    for name in library::names() {
        let number = name.strip_prefix("rfc").and_then(|one| one.parse().ok());
        let found = Grammar::from_rfc(number.expect("it is a number"));
        assert_eq!(found, Some(grammar(name)), "{name}");
    }
}
