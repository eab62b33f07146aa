//! Each planted mistake is one error or suspicious finding, at its place, with the fix that undoes it. Grammars of RFCs that are
//! right have no suspicious findings, except for those that are listed here with their reason: what is true of the grammar, and no
//! mistake of the file.

use rfcbnf::analysis::{FindingGroup, analyse, analyse_to_depth};
use rfcbnf::fixes::{self, Fix};
use rfcbnf::syntax::{Grammar, Span};
use rfcbnf::{Reader, library};

/// A grammar without errors and suspicious findings.
const SOUND: &str = "\
message = start-line *( field CRLF ) CRLF [ body ]
start-line = method SP target SP version CRLF
method = \"GET\" / \"HEAD\" / \"PUT\" / \"POST\"
target = 1*( \"/\" segment ) [ \"?\" query ]
segment = *pchar
query = *( pchar / \"/\" / \"?\" )
pchar = unreserved / pct-encoded / \":\" / \"@\"
unreserved = letter / DIGIT / \"-\" / \".\" / \"~\"
letter = %x41-5A / %x61-7A
pct-encoded = \"%\" HEXDIG HEXDIG
version = \"HTTP/\" 1*3DIGIT \".\" DIGIT
field = name \":\" OWS value
name = 1*( letter / DIGIT / \"-\" )
value = [ visible *( *SP visible ) ]
visible = %x21-7E
OWS = *( SP / HTAB )
body = 1*OCTET
";

// In the tables below, a line has a text of [`SOUND`], the mistake in its place, the id of the error or finding, and
// its place. The fix makes what was there before, unless the line ends with two texts, the second in the place of the
// first, or says that there is none. `\n` is a line end.

const ERRORS: &str = "\
\"POST\" → \"POST → unclosed-literal → \"POST
SP target → SP targt → undefined-production → targt
SP target → SPtarget → undefined-production → SPtarget
segment =  → segments =  → undefined-production → segment → \"/\" segment ) → \"/\" segments )
1*3DIGIT → 3*1DIGIT → counts-reversed → 3*1
\"HEAD\" → 'HEAD' → stray-text → 'HEAD'
DIGIT / \"-\" ) → DIGIT / \"-\" → unclosed-bracket → (
[ \"?\" query ] → [ \"?\" query → unclosed-bracket → [
%x21-7E → %x7E-21 → invalid-number → %x7E-21
\"HEAD\" / → \"HEAD\" / / → empty-alternative → /
segment = *pchar\\n → segment = *pchar\\nsegment = *pchar\\n → duplicate-production → segment
segment = *pchar\\n → segment = *pchar\\nsegment = 1*pchar\\n → duplicate-production → segment → not fixed
HEXDIG HEXDIG → HEXDIG HEXDIG ] → unopened-bracket → ] → not fixed
1*OCTET → 1*<any OCTET → unclosed-prose → < → not fixed
*pchar\\n → *\\n → nothing-repeated → * → not fixed
%x61-7A → %x6G-7A → invalid-number → %x6G-7A → not fixed
version CRLF → version CLRF → undefined-production → CLRF
query = *( pchar / \"/\" / \"?\" ) → query *( pchar / \"/\" / \"?\" ) → text-outside-productions → query *( pchar / \"/\" / \"?\" )
field = name \":\" → field : name \":\" → text-outside-productions → field : name \":\" OWS value
field =  → field ::=  → two-notations → ::=
\"GET\" / → \"GET\" | → two-notations → |
\"GET\" → “GET” → damaged-file → “
\"POST\" → &quot;POST&quot; → damaged-file → &quot;
\"POST\" → \"POST' → unclosed-literal → \"POST'
\"POST\"\\n → \"POST\" /\\n → empty-alternative → /
%x41-5A → %41-5A → invalid-number → %41-5A
%x41-5A → x41-5A → undefined-production → x41-5A
1*3DIGIT → 1-3DIGIT → stray-text → -3DIGIT
1*( letter / DIGIT / \"-\" ) → ( letter / DIGIT / \"-\" )+ → stray-text → +
[ body ] → body? → stray-text → ?
/ \"@\"\\n → / \"@\" characters of a path\\n → bare-prose → characters of a path →  characters of a path →  ; characters of a path
*( field CRLF ) → { field CRLF } → curly-brackets → {
[ body ] → ] body [ → unopened-bracket → ]
\"GET\" → \"\"GET\" → stray-text → \"\"GET\"
*pchar\\n → *pchar // a part of a path\\n → stray-text → // → // → ;
= *pchar → = pchar* → stray-text → *
*SP visible ) → SP* visible ) → stray-text → *
1*3DIGIT → 1,3DIGIT → stray-text → ,3DIGIT
%x41-5A → 0x41-5A → undefined-production → x41-5A
%x41-5A → %d41-5A → invalid-number → %d41-5A
%x41-5A / %x61-7A → %x41-5A / %x61-7A / %x5F. → invalid-number → %x5F. → %x5F. → %x5F
%x41-5A / %x61-7A → %x41-5A / %x61-7A / %x6O → invalid-number → %x6O → %x6O → %x60
query = *( → = *( → text-outside-productions → = *( pchar / \"/\" / \"?\" )
%x41-5A → %x41.42-5A → invalid-number → %x41.42-5A → not fixed
%x21-7E → %x21-110000 → invalid-number → %x21-110000 → not fixed
= letter / DIGIT → = let\u{ad}ter / DIGIT → damaged-file → \u{ad}
OWS value → OWS\u{a0}value → damaged-file → \u{a0}
";

const FINDINGS: &str = "\
\"~\" → \"~\" / \"-\" → same-alternative → \"-\"
/ \"@\" → / \"@\" / DIGIT → shadowed-alternative → DIGIT
%x41-5A / %x61-7A → %x41-7A → letter-range → %x41-7A
%x41-5A / %x61-7A → %x41-61 / %x61-7A → overlapping-ranges → %x61-7A → %x61-7A → %x62-7A
%x41-5A / %x61-7A → %d65-90 / %d80-122 → overlapping-ranges → %d80-122 → %d80-122 → %d91-122
OWS value → value → unreferenced-production → OWS → not fixed
[ visible *( *SP visible ) ] → *( SP / visible ) → ambiguity → OWS → not fixed
1*( \"/\" segment ) → 1*( \"/\" *segment ) → ambiguity → *segment → not fixed
\".\" DIGIT\\n → \".\" DIGIT ; case-sensitive\\n → literal-case → \"HTTP/\" → \"HTTP/\" → %s\"HTTP/\"
/ \"PUT\" → / \"put\" / \"PUT\" → shadowed-alternative → \"PUT\" → \"put\" / \"PUT\" → \"put\"
start-line = method → start-line = start-line / method → shadowed-alternative → start-line
SP / HTAB ) → SP / HTAB / WSP ) → ambiguity → ( SP / HTAB / WSP ) → not fixed
%x21-7E → %x21-7E / VCHAR → shadowed-alternative → VCHAR
\"HTTP/\" 1*3DIGIT → \"HTTP/\" *DIGIT *DIGIT → ambiguity → *DIGIT → not fixed
visible = %x21-7E → visible = %x21-7E / %x41 → shadowed-alternative → %x41
";

/// Returns the id, the place and the fix of each error, or of each suspicious finding if there are no errors.
fn problems(source: &str) -> Vec<(&'static str, Span, Option<Fix>)> {
    let document = Reader::default().read(source);
    let fixes = fixes::of_errors(&document);
    let errors = document.errors.iter().flatten().zip(fixes);
    let errors: Vec<_> = errors
        .map(|(error, fix)| (error.kind().id(), error.span(), fix))
        .collect();
    if !errors.is_empty() {
        return errors;
    }
    let analysis = analyse(&document.grammar);
    let findings = analysis.findings().iter();
    let findings = findings.filter(|one| one.kind().group() == FindingGroup::Suspicious);
    findings
        .map(|one| (one.kind().id(), one.span(), one.fix().cloned()))
        .collect()
}

fn check(table: &str) {
    for line in table.lines() {
        let line = line.replace("\\n", "\n");
        let fields: Vec<&str> = line.split(" → ").collect();
        let [sound, planted, id, place, fixed @ ..] = &fields[..] else {
            panic!("{line}");
        };
        assert_eq!(
            SOUND.matches(sound).count(),
            1,
            "`{sound}` is not one place"
        );
        let source = SOUND.replace(sound, planted);
        let found = problems(&source);
        let shown: Vec<_> = found
            .iter()
            .map(|one| (one.0, &source[one.1.clone()]))
            .collect();
        assert_eq!(shown, [(*id, *place)], "{planted}");
        let fix = found[0].2.as_ref();
        let after = fix.map(|fix| fixes::apply(&source, [fix]));
        let expected = match fixed {
            [] => Some(SOUND.to_owned()),
            [from, to] => Some(source.replace(from, to)),
            _ => None,
        };
        assert_eq!(after, expected, "{planted}");
        if let Some(after) = after {
            assert_eq!(problems(&after), [], "{planted}");
        }
    }
}

#[test]
fn a_sound_grammar_has_no_errors_and_no_suspicious_findings() {
    assert_eq!(problems(SOUND), []);
}

#[test]
fn each_planted_error_is_found_once_and_undone() {
    check(ERRORS);
}

#[test]
fn each_planted_suspicious_part_is_found_once_and_undone() {
    check(FINDINGS);
}

#[test]
fn parts_that_need_a_production_without_text_are_removed() {
    let dead = |source: &str| {
        let found = problems(source).into_iter();
        let fixes: Vec<Fix> = found
            .filter(|one| one.0 == "dead-alternative")
            .map(|one| one.2.expect("a fix"))
            .collect();
        fixes::apply(source, &fixes)
    };
    let endless = "loop = \"x\" loop\n";
    for (before, after) in [
        ("a = \"y\" / loop\n", "a = \"y\"\n"),
        ("a = loop / \"y\"\n", "a = \"y\"\n"),
        ("a = \"y\" [ loop ] \"z\"\n", "a = \"y\" \"z\"\n"),
        ("a = *loop \"z\"\n", "a = \"z\"\n"),
    ] {
        assert_eq!(
            dead(&format!("{before}{endless}")),
            format!("{after}{endless}")
        );
    }
}

#[test]
fn ambiguities_with_one_cause_are_one_finding() {
    let found = |source: &str| {
        let grammar = rfcbnf::read(source).expect("it has no errors");
        let analysis = analyse(&grammar);
        let findings = analysis.findings().iter();
        let ambiguities = findings.filter(|one| one.kind().id() == "ambiguity");
        let found = ambiguities.map(|one| {
            let divergence = one.divergence().map(|(name, _)| name.to_owned());
            (
                one.production().to_owned(),
                divergence,
                one.elsewhere().len(),
            )
        });
        found.collect::<Vec<_>>()
    };
    let one = |production: &str, divergence: Option<&str>, elsewhere| {
        (
            production.to_owned(),
            divergence.map(str::to_owned),
            elsewhere,
        )
    };
    // White space after a name meets that before a sign, in two productions.
    let tokens =
        "a = x \",\" ws \".\" / b\nb = x ws \"!\" / x ws \"?\"\nx = \"x\" ws\nws = *\" \"\n";
    assert_eq!(found(tokens), [one("b", Some("ws"), 1)]);
    // Two parts that can be left out are two causes.
    let parts =
        "a = x [ \"y\" ] \".\" z [ \"y\" ]\nx = *( \"x\" / \"y\" )\nz = *( \"z\" / \"y\" )\n";
    assert_eq!(
        found(parts),
        [one("a", Some("x"), 0), one("a", Some("z"), 0)]
    );
    // The same production in front of two others: they consume the text in different places.
    let others = "a = x y / x z\nx = *\"x\"\ny = [ \"x\" ] \"y\"\nz = [ \"x\" ] \"z\"\n";
    assert_eq!(found(others).len(), 2);
}

#[test]
fn derivations_differ_in_what_the_ambiguity_says() {
    // The alternatives of `x` are an ambiguity of their own.
    let source = "a = x y / z\nx = \"p\" / q\nq = \"p\" / \"r\"\ny = \"y\"\nz = x \"y\" / \"w\"\n";
    let grammar = rfcbnf::read(source).expect("it has no errors");
    let analysis = analyse(&grammar);
    let mut findings = analysis.findings().iter();
    let ambiguity = findings.find(|one| one.kind().id() == "ambiguity");
    let derivations = ambiguity.expect("an ambiguity").derivations();
    assert_eq!(derivations, ["x \"p\" y \"y\"", "z \"py\""]);
}

#[test]
fn an_ambiguity_shows_both_derivations() {
    let derivations = |source: &str| {
        let grammar = rfcbnf::read(source).expect("it has no errors");
        let analysis = analyse(&grammar);
        let mut findings = analysis.findings().iter();
        let ambiguity = findings.find(|one| one.kind().id() == "ambiguity");
        ambiguity.expect("an ambiguity").derivations().to_vec()
    };
    assert_eq!(
        derivations("a = b / c\nb = \"x\" d\nc = \"x\" d [ d ]\nd = \"y\"\n"),
        ["b \"xy\"", "c \"xy\""]
    );
    assert_eq!(
        derivations("a = b c\nb = *d\nc = *( d / e )\nd = \"x\"\ne = \"y\"\n"),
        ["b \"x\" c \"\"", "b \"\" c \"x\""]
    );
    assert_eq!(
        derivations("a = 1*b\nb = 1*c\nc = \"x\"\n"),
        ["b \"xx\"", "b \"x\" b \"x\""]
    );
}

/// Returns the texts of the parts that spell UTF-8 in octets, and of the parts with a number above FF.
fn mixed(source: &str) -> Vec<(String, String)> {
    let grammar = rfcbnf::read(source).expect("it has no errors");
    let analysis = analyse(&grammar);
    let findings = analysis.findings().iter();
    let mixed = findings.filter(|one| one.kind().id() == "mixed-octets");
    let found = mixed.map(|one| {
        let [(_, number)] = one.elsewhere() else {
            panic!("there is one number")
        };
        let text = |span: &Span| source[span.clone()].to_owned();
        (text(&one.span()), text(number))
    });
    found.collect()
}

#[test]
fn octets_of_utf8_beside_characters_are_found() {
    let tail = "tail = %x80-BF\n";
    for (octets, place) in [
        ("two = %xC2-DF tail", "%xC2-DF tail"),
        ("two = %xE0 %xA0-BF tail / \"-\"", "%xE0 %xA0-BF tail"),
        (
            "two = ( %xE1-EC / %xEE-EF ) 2tail",
            "( %xE1-EC / %xEE-EF ) 2tail",
        ),
        (
            "two = first 2( tail )\nfirst = %d225-236",
            "first 2( tail )",
        ),
        ("two = \"a\" / %xC3.84", "%xC3.84"),
    ] {
        let source = format!("comment = *( tail / %x80-FFFFF ) two\n{octets}\n{tail}");
        assert_eq!(
            mixed(&source),
            [(place.to_owned(), "%x80-FFFFF".to_owned())]
        );
        // With octets alone, or as characters, it is sound.
        assert_eq!(mixed(&source.replace("%x80-FFFFF", "%x80-FF")), []);
    }
    for sound in [
        "text = %xC0-D6 *( %xD8-F6 / %xB7 ) %x300-36F\n",
        "quote = %xAB %xE9 %xBB / %x2039 %xE9 %x203A\n",
        "text = *( %xC2-DF / %x80-BF ) %x100-10FFFF\n",
        "text = \"\" [ %xC2-DF ] %x80-BF %x100\n",
    ] {
        assert_eq!(mixed(sound), [], "{sound}");
    }
}

#[test]
fn no_grammar_of_the_library_mixes_octets_and_characters() {
    for name in rfcbnf::library::names() {
        let document = rfcbnf::library::find(name).expect("it is there").read();
        let analysis = rfcbnf::analysis::structure(&document.grammar);
        let mut findings = analysis.findings().iter();
        assert!(
            findings.all(|one| one.kind().id() != "mixed-octets"),
            "{name}"
        );
    }
}

/// The kind and the production of each finding.
type Listed = &'static [(&'static str, &'static str)];

macro_rules! right {
    ($name:literal, $listed:expr) => {
        (
            $name,
            include_str!(concat!("../grammars/right/", $name)),
            &$listed,
        )
    };
}

/// Grammars whose first lines say where they are from.
const FILES: [(&str, &str, Listed); 19] = [
    right!("rfc1459.bnf", []),
    right!("rfc2397.abnf", []),
    right!("rfc4122.abnf", []),
    right!("rfc4151.abnf", []),
    // The last line end is that of the last record, or one that ends the file.
    right!(
        "rfc4180.abnf",
        [("ambiguity", "file"), ("ambiguity", "file")]
    ),
    right!("rfc4514.abnf", []),
    // `-` is a name too, if nobody says that it is none.
    right!(
        "rfc5424.abnf",
        [
            ("ambiguity", "HOSTNAME"),
            ("ambiguity", "APP-NAME"),
            ("ambiguity", "PROCID"),
            ("ambiguity", "MSGID")
        ]
    ),
    // Known parameters look like others.
    right!(
        "rfc5870.abnf",
        [
            ("ambiguity", "p"),
            ("ambiguity", "p"),
            ("ambiguity", "crslabel")
        ]
    ),
    right!("rfc6454.abnf", []),
    right!("rfc6570.abnf", []),
    right!("rfc6797.abnf", []),
    right!("rfc6901.abnf", []),
    right!("rfc6920.abnf", []),
    right!("rfc7239.abnf", []),
    right!("rfc7468.abnf", []),
    // `?` can be within a component, so what begins the second one can be in the first.
    right!("rfc8141.abnf", [("ambiguity", "rq-components")]),
    // White space is both around values and around the signs between them.
    right!("rfc8259.abnf", [("ambiguity", "JSON-text")]),
    // White space can be around what is empty.
    right!("rfc8288.abnf", [("ambiguity", "Link")]),
    // Three starts.
    right!("rfc8941.abnf", [("unreferenced-production", "sf-list")]),
];

fn compare(name: &str, grammar: &Grammar, listed: Listed) {
    let analysis = analyse_to_depth(grammar, 2).without_imported(grammar);
    let findings = analysis.findings().iter();
    let findings = findings.filter(|one| one.kind().group() == FindingGroup::Suspicious);
    let found: Vec<_> = findings
        .map(|one| (one.kind().id(), one.production()))
        .collect();
    assert_eq!(found, listed, "{name}");
}

/// The suspicious findings of grammars as RFCs print them. The other grammars of the library are ambiguous in many
/// places: obsolete forms of mail contain the present ones, and names of extensions the known names.
const LIBRARY: [(&str, Listed); 11] = [
    ("rfc1034", &[]),
    ("rfc3339", &[]),
    ("rfc3629", &[]),
    (
        "rfc3986",
        &[
            // Starts and lists for other documents.
            ("unreferenced-production", "absolute-URI"),
            // `1.2.3.4` is a name too; Section 3.2.2 says that the first match counts.
            ("ambiguity", "host"),
            // Five forms with texts in common, for prose that tells them apart.
            ("unreferenced-production", "path"),
            ("shadowed-alternative", "path"),
            ("ambiguity", "path"),
            ("shadowed-alternative", "path"),
            ("unreferenced-production", "reserved"),
        ],
    ),
    (
        "rfc3987",
        &[
            // As in RFC 3986.
            ("unreferenced-production", "absolute-IRI"),
            ("ambiguity", "ihost"),
            ("unreferenced-production", "ipath"),
            ("shadowed-alternative", "ipath"),
            ("ambiguity", "ipath"),
            ("shadowed-alternative", "ipath"),
        ],
    ),
    // Two starts.
    ("rfc4288", &[("unreferenced-production", "subtype-name")]),
    (
        "rfc4647",
        &[("unreferenced-production", "extended-language-range")],
    ),
    // Some grandfathered tags look like others.
    ("rfc5646", &[("ambiguity", "Language-Tag")]),
    // It adds to a production of RFC 5321 that is prose there.
    ("rfc6531", &[("unreferenced-production", "esmtp-value")]),
    // Field values: starts.
    (
        "rfc9111",
        &[
            ("unreferenced-production", "Age"),
            ("unreferenced-production", "Cache-Control"),
        ],
    ),
    (
        "rfc9112",
        &[
            ("unreferenced-production", "Transfer-Encoding"),
            ("unreferenced-production", "chunked-body"),
            // `0` with zeros before it is `last-chunk`, and not a chunk without data.
            ("ambiguity", "chunked-body"),
            // White space around a value that can be empty.
            ("ambiguity", "field-line"),
            ("unreferenced-production", "obs-fold"),
            // The form depends on the method.
            ("ambiguity", "request-target"),
        ],
    ),
];

#[test]
fn right_grammars_have_no_suspicious_findings_but_the_listed_ones() {
    for (name, listed) in LIBRARY {
        let found = library::find(name).expect("it is in the library");
        let grammar = found.with_imports().expect("they can be joined").grammar;
        compare(name, &grammar, listed);
    }
    for (name, text, listed) in FILES {
        let grammar = rfcbnf::read(text).unwrap_or_else(|errors| panic!("{name}: {errors}"));
        compare(name, &grammar, listed);
    }
}
