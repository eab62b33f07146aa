//! Grammars that are put together from several files.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::grammars::read_abnf;
use rfcbnf::automaton::Automaton;
use rfcbnf::imports::{Joined, Part, PartSource, join};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::{Encoding, GivenLength, Grammar};

/// A part with this text. The first file is whole in all tests.
fn part(name: &str, text: &str) -> Part {
    Part::new(name, read_abnf(text))
}

fn joined(mut parts: Vec<Part>) -> Joined {
    parts[0].is_whole = true;
    join(&parts).expect("the parts fit together")
}

fn names(grammar: &Grammar) -> Vec<&str> {
    grammar.productions.iter().map(|one| &*one.name).collect()
}

fn accepts(grammar: &Grammar, rule: &str, text: &str) -> bool {
    let automaton = Automaton::new(grammar, rule).expect("the production has an automaton");
    automaton.accepts(text.as_bytes())
}

#[test]
fn an_undefined_name_is_bound_to_a_production_elsewhere() {
    let Joined { grammar, errors } = joined(vec![
        part("a", "list = item *(\",\" item)\n"),
        part("b", "item = 1*DIGIT\nother = \"x\"\n"),
    ]);
    assert_eq!(names(&grammar), ["list", "item", "DIGIT"]);
    assert!(accepts(&grammar, "list", "1,22"));
    assert_eq!(errors, [None, None]);
}

#[test]
fn prose_is_bound_to_the_production_that_it_names() {
    for prose in [
        "<port>",
        "<port, see [URI], Section 3.2.3>",
        "<port, see [RFC3986], Section 3.2.3>",
        "<\"port\" as defined in RFC 3986>",
        "<PORT from [RFC-3986]>",
    ] {
        let text = format!("host-port = \":\" {prose}\n");
        let rfc3986 = part("rfc3986", "port = *DIGIT\n");
        let Joined { grammar, .. } = joined(vec![part("a", &text), rfc3986]);
        assert!(accepts(&grammar, "host-port", ":80"), "{prose}");
    }
}

#[test]
fn the_exact_spelling_goes_before_the_order_of_imports() {
    let uri = "host = 1*%x61-7A\nport = *DIGIT\n";
    for text in [
        "a = uri-host\nuri-host = <host, see [URI], Section 3.2.2>\n",
        "a = host\n",
    ] {
        let http = part("http", "Host = host [ \":\" port ]\n");
        let mut parts = vec![part("a", text), http, part("uri", uri)];
        let source = |part| PartSource {
            part,
            names: [].into(),
            is_limited: false,
        };
        parts[0].sources = vec![source(1), source(2)];
        let Joined { grammar, .. } = joined(parts);
        assert!(accepts(&grammar, "a", "h"), "{text}");
        assert!(!accepts(&grammar, "a", "h:80"), "{text}");
    }
    // Nothing is spelled so: the case of letters does not matter.
    let parts = vec![part("a", "a = HOST\n"), part("uri", uri)];
    assert!(accepts(&joined(parts).grammar, "a", "h"));
}

#[test]
fn a_length_keeps_equal_productions_of_two_files_apart() {
    let text = "data = *OCTET\n";
    let mut parts = vec![
        part("a", &format!("a = \"x\" data / \"y\" other\n{text}")),
        part("b", &format!("other = data\n{text}")),
    ];
    parts[1].document.grammar.productions[1].length = Some(GivenLength {
        reason: "y is the number of its octets".to_owned(),
        section: "2".to_owned(),
    });
    let Joined { grammar, .. } = joined(parts);
    let recognizer = Recognizer::new(&grammar, "a").expect("it has a recognizer");
    assert_eq!(recognizer.rule().is_valid(b"x12"), Ok(true));
    assert!(recognizer.rule().is_valid(b"y12").is_err());
}

#[test]
fn prose_that_describes_texts_stays_prose() {
    for prose in ["<any port>", "<port in decimal>", "<port, if there is one>"] {
        let text = format!("a = {prose}\n");
        let Joined { grammar, .. } = joined(vec![part("a", &text), part("b", "port = \"x\"\n")]);
        assert_eq!(names(&grammar), ["a"], "{prose}");
    }
}

#[test]
fn prose_named_like_its_production_gives_way_to_the_other() {
    let Joined { grammar, .. } = joined(vec![
        part(
            "http",
            "Host = port\nport = <port, see [URI], Section 3.2.3>\n",
        ),
        part("rfc3986", "authority = port\nport = *%x30-39\n"),
    ]);
    assert_eq!(names(&grammar), ["Host", "port"]);
    let port = grammar.production("port").unwrap();
    assert_eq!(grammar.text(port), "port = *%x30-39");
    assert_eq!(grammar.file_at(port.span.start).unwrap().name, "rfc3986");
    assert_eq!(grammar.file_at(0), None);
}

#[test]
fn prose_without_a_name_means_the_production_around_it() {
    let Joined { grammar, .. } = joined(vec![
        part(
            "rfc5545",
            "date = <As defined in Section 5.6 of [RFC3339]>\n",
        ),
        part("rfc3339", "date = 4DIGIT \"-\" 2DIGIT\n"),
    ]);
    assert!(accepts(&grammar, "date", "2024-02"));
}

#[test]
fn prose_that_names_an_rfc_is_bound_to_no_other() {
    let text = "a = <port, see [RFC2396]>\n";
    let Joined { grammar, .. } = joined(vec![part("a", text), part("rfc3986", "port = \"x\"\n")]);
    assert_eq!(names(&grammar), ["a"]);
    let Joined { grammar, .. } = joined(vec![part("a", text), part("uri", "port = \"x\"\n")]);
    assert!(accepts(&grammar, "a", "x"));
}

#[test]
fn productions_with_one_name_and_different_bodies_are_told_apart() {
    let Joined { grammar, .. } = joined(vec![
        part(
            "http",
            "Host = uri-host\nuri-host = <host, see [URI]>\nport = \"p\"\n",
        ),
        part("rfc3986", "host = 1*%x61-7A [\":\" port]\nport = *DIGIT\n"),
    ]);
    assert_eq!(
        names(&grammar),
        [
            "Host",
            "uri-host",
            "port",
            "rfc3986-host",
            "rfc3986-port",
            "DIGIT"
        ]
    );
    assert!(accepts(&grammar, "Host", "h:80"));
    assert!(!accepts(&grammar, "Host", "h:p"));
}

#[test]
fn productions_that_say_the_same_are_one() {
    let Joined { grammar, .. } = joined(vec![
        part("a", "a = word b\nword = 1*letter\nletter = %x61-7A\n"),
        part(
            "b",
            "b = \"(\" word \")\"\nword = 1*letter\nletter = %x61-7A\n",
        ),
    ]);
    assert_eq!(names(&grammar), ["a", "word", "letter", "b"]);
}

#[test]
fn productions_with_one_body_whose_names_differ_are_two() {
    let Joined { grammar, .. } = joined(vec![
        part("a", "a = word b\nword = 1*letter\nletter = %x61-7A\n"),
        part(
            "b",
            "b = \"(\" word \")\"\nword = 1*letter\nletter = %x30-39\n",
        ),
    ]);
    assert_eq!(
        names(&grammar),
        ["a", "word", "letter", "b", "b-word", "b-letter"]
    );
    assert!(accepts(&grammar, "a", "x(1)"));
}

#[test]
fn all_productions_of_whole_parts_are_taken() {
    let mut parts = vec![
        part("a", "a = b\n"),
        part("b", "b = \"x\"\nc = d\n"),
        part("d", "d = \"y\"\ne = \"z\"\n"),
    ];
    parts[1].is_whole = true;
    let Joined { grammar, .. } = joined(parts);
    assert_eq!(names(&grammar), ["a", "b", "c", "d"]);
}

#[test]
fn a_source_says_what_names_and_prose_mean() {
    let mut parts = vec![
        part("a", "a = uri-host <whatever a port is>\n"),
        part("b", "host = %x61-7A\nport = 1*DIGIT\n"),
    ];
    let names = [("uri-host", "host"), ("whatever a port is", "port")];
    let names = names.map(|(name, target)| (name.to_owned(), target.to_owned()));
    parts[0].sources = vec![PartSource {
        part: 1,
        names: names.into(),
        is_limited: false,
    }];
    let Joined { grammar, .. } = joined(parts);
    assert!(accepts(&grammar, "a", "h80"));
}

#[test]
fn a_name_that_the_source_file_lacks_is_an_error() {
    let mut parts = vec![part("a", "a = uri-host\n"), part("b", "host = \"x\"\n")];
    parts[0].is_whole = true;
    parts[0].sources = vec![PartSource {
        part: 1,
        names: [("uri-host".to_owned(), "hots".to_owned())].into(),
        is_limited: false,
    }];
    assert_eq!(
        join(&parts).unwrap_err().to_string(),
        "`uri-host` is imported from b: there is no production `hots`; did you mean `host`?"
    );
}

#[test]
fn what_a_source_imports_is_no_source_of_others() {
    let mut parts = vec![
        part("a", "a = b x\n"),
        part("b", "b = c\n"),
        part("c", "c = \"c\"\nx = \"x\"\n"),
    ];
    parts[2].is_common = false;
    parts[1].sources = vec![PartSource {
        part: 2,
        names: [].into(),
        is_limited: false,
    }];
    let Joined { grammar, .. } = joined(parts);
    assert_eq!(names(&grammar), ["a", "b", "c"]);
}

#[test]
fn a_name_that_no_file_defines_stays_undefined() {
    let Joined { errors, .. } = joined(vec![part("a", "a = b / c\n"), part("b", "b = \"x\"\n")]);
    let errors = errors[0].as_ref().unwrap();
    let messages = errors.iter().map(ToString::to_string);
    assert_eq!(
        messages.collect::<Vec<_>>(),
        ["1:9: the production `c` is used and never defined"]
    );
}

#[test]
fn files_that_refer_to_each_other_end_as_prose() {
    let Joined { grammar, .. } = joined(vec![
        part("rfc1", "a = <a, see [RFC2]>\n"),
        part("rfc2", "a = <a, see [RFC1]>\n"),
    ]);
    assert_eq!(names(&grammar), ["a"]);
    assert_eq!(
        grammar.obstacle("a").unwrap().to_string(),
        "production `a` uses prose: <a, see [RFC2]>"
    );
}

#[test]
fn a_grammar_of_ascii_takes_the_encoding_of_its_imports() {
    let Joined { grammar, .. } = joined(vec![
        part("a", "a = \"<\" text \">\"\n"),
        part("b", "text = %x100-10FFFF\n"),
    ]);
    assert_eq!(grammar.encoding, Encoding::Utf8);
    assert!(accepts(&grammar, "a", "<é>") || accepts(&grammar, "a", "<Ā>"));
}

#[test]
fn unreadable_text_has_the_line_of_its_own_file() {
    let Joined { grammar, .. } = joined(vec![
        part("a", "; one\n; two\n\na = b\n"),
        part("b", "c = \"x\"\nb = \"y\n"),
    ]);
    assert_eq!(
        grammar.obstacle("a").unwrap().to_string(),
        "production `a` uses `b`, which cannot be read (line 2)"
    );
}

#[test]
fn files_together_are_not_beyond_the_limits_of_one() {
    let rules = |prefix: &str| {
        let rules = (0..3_000).map(|number| format!("{prefix}{number} = \"x\"\n"));
        rules.collect::<String>()
    };
    let mut parts = vec![part("a", &rules("a")), part("b", &rules("b"))];
    parts[0].is_whole = true;
    parts[1].is_whole = true;
    assert_eq!(
        join(&parts).unwrap_err().to_string(),
        "the files together have more than 5000 productions; import fewer productions"
    );
}

#[test]
fn a_tree_of_a_joined_grammar_shows_both_files() {
    use rfcbnf::interpret::Interpreter;
    let Joined { grammar, .. } = joined(vec![
        part("a", "pair = item \"=\" item\n"),
        part("b", "; Section 1\n\nitem = 1*DIGIT ; a number\n"),
    ]);
    assert_eq!(grammar.headings.len(), 2);
    let interpreter = Interpreter::with_characters(&grammar, |name| name == "DIGIT").unwrap();
    let pair = interpreter.find("pair").unwrap();
    assert_eq!(
        rfcbnf_engine::parse(pair, "1=22").unwrap().to_string(),
        "pair 0..4 \"1=22\"\n  item 0..1 \"1\"\n  item 2..4 \"22\"\n"
    );
}

#[test]
fn alternatives_are_added_to_a_production_of_another_file() {
    let Joined { grammar, errors } = joined(vec![
        part("a", "start = host\nlabel =/ \"_\" mark\nmark = \"!\"\n"),
        part(
            "b",
            "host = label *(\".\" label)\nlabel = 1*DIGIT / mark\nmark = \"?\"\n",
        ),
    ]);
    assert_eq!(errors, [None, None]);
    for (text, is_valid) in [("1._!", true), ("?", true), ("_?", false), ("!", false)] {
        assert_eq!(accepts(&grammar, "host", text), is_valid, "{text}");
    }
    let label = grammar.production("label").expect("it is imported");
    assert_eq!(
        grammar.text(label),
        "label = 1*DIGIT / mark\nlabel =/ \"_\" mark"
    );
}

#[test]
fn an_addition_to_an_undefined_production_stays_an_error() {
    let Joined { grammar, errors } = joined(vec![
        part("a", "start = label\nlabel =/ \"_\"\n"),
        part("b", "host = 1*DIGIT\n"),
    ]);
    let errors = errors[0].as_ref().expect("an error");
    assert_eq!(errors.errors()[0].kind().id(), "addition-first");
    assert!(grammar.obstacle("label").is_some());
}

#[test]
fn an_addition_is_bound_to_the_definition_behind_another_addition() {
    let mut parts = vec![
        part("a", "start = x\nx =/ \"a\"\n"),
        part("b", "x =/ \"b\"\n"),
        part("c", "x = \"c\"\n"),
    ];
    for one in &mut parts[1..] {
        one.is_common = true;
    }
    let Joined { grammar, errors } = joined(parts);
    assert_eq!(errors, [None, None, None]);
    for text in ["a", "c"] {
        assert!(accepts(&grammar, "start", text), "{text}");
    }
}

#[test]
fn additions_do_not_replace_the_definition_of_each_other() {
    let Joined { grammar, errors } = joined(vec![
        part("a", "start = x\nx =/ \"a\"\n"),
        part("b", "x =/ \"b\"\n"),
    ]);
    let errors = errors[0].as_ref().expect("an error");
    assert_eq!(errors.errors()[0].kind().id(), "addition-first");
    assert!(grammar.obstacle("x").is_some());
}

/// Returns a folder with the files.
fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder for files");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

#[test]
fn a_file_is_read_with_what_it_imports() {
    let folder = folder(
        "imports",
        &[
            ("line.abnf", b"line = name \":\" uri-host [ \":\" port ]\n"),
            (
                "line.imports.toml",
                b"[[import]]\nfrom = \"names.txt\"\n[[import]]\nfrom = \"rfc3986\"\nnames = { uri-host = \"host\" }\n",
            ),
            ("names.txt", b"name = 1*letter\nunused = missing\n"),
            ("names.imports.toml", b"[[import]]\nfrom = \"./letters.bnf\"\n"),
            ("letters.bnf", b"letter = \"a\" | \"b\"\n"),
        ],
    );
    let grammar = Grammar::from_file(folder.join("line.abnf")).expect("it can be read");
    let parser = grammar.parser("line").expect("it has a parser");
    assert_eq!(parser.is_valid("ab:[::1]:80"), Ok(true));
    assert_eq!(parser.is_valid("ac:[::1]:80"), Ok(false));
    let both = [folder.join("names.txt"), folder.join("line.abnf")];
    let error = Grammar::from_files(both).expect_err("a name is missing");
    assert!(error.to_string().contains("`missing`"), "{error}");
}

/// The first message has the words of the system.
#[cfg(unix)]
#[test]
fn a_file_that_is_no_grammar_says_why() {
    let folder = folder(
        "no-grammars",
        &[
            ("octets.abnf", b"a = \"\xff\"\n"),
            ("errors.abnf", b"a = b\n"),
            ("missing.abnf", b"a = b\n"),
            ("missing.imports.toml", b"[[import]]\nfrom = \"b.abnf\"\n"),
            ("wrong.abnf", b"a = \"b\"\n"),
            ("wrong.imports.toml", b"[import]\n"),
            ("lengths.abnf", b"a = \"b\"\n"),
            (
                "lengths.imports.toml",
                b"[[length]]\nproduction = \"c\"\nreason = \"so\"\nsection = \"1\"\n",
            ),
            ("unfit.abnf", b"a = b %x80\n"),
            ("unfit.imports.toml", b"[[import]]\nfrom = \"other.abnf\"\n"),
            ("other.abnf", b"b = %x100\n"),
        ],
    );
    let mut messages = String::new();
    for file in [
        "none.abnf",
        "octets.abnf",
        "errors.abnf",
        "missing.abnf",
        "wrong.abnf",
        "lengths.abnf",
        "unfit.abnf",
    ] {
        let error = Grammar::from_file(folder.join(file)).expect_err(file);
        // What a `main` shows that returns it.
        assert_eq!(format!("{error:?}"), error.to_string());
        let message = error
            .to_string()
            .replace(&*folder.to_string_lossy(), "FOLDER");
        let line = message.lines().next().unwrap_or_default();
        writeln!(messages, "{line}").expect("a string takes all");
    }
    let names: Vec<&str> = rfcbnf::library::names().collect();
    let messages = messages.replace(&names.join(", "), "NAMES");
    insta::assert_snapshot!(messages, @r"
    FOLDER/none.abnf: No such file or directory (os error 2)
    FOLDER/octets.abnf: is not UTF-8 at offset 5
    FOLDER/errors.abnf:1:5: the production `b` is used and never defined
    FOLDER/missing.imports.toml: from FOLDER/b.abnf: there is no such file, and the library has no grammar of this name; it has NAMES
    FOLDER/wrong.imports.toml: the imports cannot be read: TOML parse error at line 1, column 1
    FOLDER/lengths.imports.toml: length: there is no production `c`
    in `a` of unfit, numbers above %x7F are octets, and in `b` of other, they are characters: leave one of the productions out, or write its octets
    ");
}

#[cfg(unix)]
#[test]
fn a_file_without_an_end_has_an_answer() {
    let error = Grammar::from_file("/dev/zero").expect_err("it is no grammar");
    let line = error.to_string();
    assert_eq!(
        line.lines().next(),
        Some("/dev/zero:1:1: the grammar file is longer than 1048576 octets")
    );
}
