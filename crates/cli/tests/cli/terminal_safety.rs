//! Every command escapes its input before it reaches a terminal.

use assert_cmd::assert::Assert;

use crate::command::{exits, file, given, objects};
use crate::extent::few_or_many;

/// Texts with characters that control a terminal or hide other characters.
const HOSTILE: [&[u8]; 8] = [
    b"http://h/\x1b[31m",
    b"http://h/a\rb",
    b"http://h/\x9b31m",
    b"http://h/\xc2\x9b31m",
    "http://h/\u{202e}gpj.exe".as_bytes(),
    "http://h/\u{feff}\u{200b}\u{2066}".as_bytes(),
    b"http://h/\x07\x08\x7f",
    b"\x1b]0;title\x07",
];

#[test]
fn hostile_texts_are_escaped_by_parse_in_every_format() {
    for format in ["tree", "json", "jsonl", "sexp"] {
        for text in HOSTILE
            .into_iter()
            .chain([&b"http://h/\0"[..], b"http://h/\n\n"])
        {
            for color in few_or_many(&["auto"][..], &["never", "auto"]) {
                let line = format!("parse --color {color} --format {format} -");
                assert_harmless(&given(text, &line, 1));
            }
        }
    }
}

#[test]
fn hostile_texts_are_escaped_by_derivations_in_every_format() {
    for format in ["human", "json"] {
        for text in HOSTILE {
            let line = format!("derivations --format {format} -");
            assert_harmless(&given(text, &line, 1));
        }
    }
}

#[test]
fn hostile_documents_are_escaped_by_extract_in_every_format() {
    let around = |(open, close): (&str, &str)| {
        let finds = HOSTILE.map(|text| [open.as_bytes(), text, close.as_bytes()].concat());
        finds.join(&b' ')
    };
    let documents = [("<URL:", ">"), ("<URL:", "#\u{1b}\u{202e}>"), ("URL:", "")];
    for document in documents.map(around) {
        for format in ["human", "json"] {
            let line = format!("extract --bare --format {format}");
            assert_harmless(&given(document.as_slice(), &line, 1));
        }
    }
}

#[test]
fn hostile_lines_are_escaped_by_check_in_every_format() {
    let mut lines = HOSTILE.join(&b'\n');
    lines.extend_from_slice(b"\nhttp://h/\0\n");
    for format in ["human", "json"] {
        let line = format!("check --tree --format {format}");
        assert_harmless(&given(lines.as_slice(), &line, 1));
    }
}

#[test]
fn hostile_grammars_are_escaped() {
    for text in HOSTILE
        .into_iter()
        .filter(|text| std::str::from_utf8(text).is_ok())
    {
        let templates: [(&[u8], &[u8]); 3] = [
            (b"a = \"", b"\"\n"),
            (b"a", b" = \"x\"\n"),
            (b"a = \"x\n; ", b"\n"),
        ];
        for (before, after) in templates {
            let grammar = [before, text, after].concat();
            assert_harmless(&given(grammar, "grammar check -", 1));
        }
    }
    assert_harmless(&given(&b"; \x1b[31m \x9b"[..], "grammar check -", 1));
}

#[test]
fn hostile_grammars_and_names_are_escaped_by_diff() {
    file("harmless.bnf", "a = \"x\"\n");
    for text in HOSTILE {
        let grammar = [b"a = \"", text, b"\"\n"].concat();
        for format in ["human", "json"] {
            let line = format!("grammar diff --format {format} harmless.bnf -");
            assert_harmless(&given(&*grammar, &line, 2));
        }
        file("hostile.toml", text);
        let line = "grammar diff --readings hostile.toml harmless.bnf harmless.bnf";
        assert_harmless(&exits(line, 2));
    }
    for line in [
        "grammar diff --rule \u{1b}[31m\u{202e} harmless.bnf harmless.bnf",
        "grammar diff --rule a \u{1b}[31m\u{202e} harmless.bnf",
    ] {
        assert_harmless(&exits(line, 2));
    }
}

#[test]
fn colours_do_not_let_escapes_of_the_text_through() {
    for text in HOSTILE {
        let grammar = [b"a = \"", text, b"\" % b\nb = \"x\n"].concat();
        for (command, input) in [
            ("parse", text),
            ("derivations", text),
            ("grammar check", &grammar),
        ] {
            let run = given(input, &format!("{command} --color always -"), 1);
            assert!(run.get_output().stderr.starts_with(b"\x1b["), "{run}");
            assert_harmless_but_colours(&run);
        }
    }
}

#[test]
fn hostile_arguments_are_escaped_in_usage_errors() {
    let hostile = "x\u{1b}[31m\u{202e}\u{7}";
    for line in [
        format!("rules {hostile}"),
        format!("parse --rule {hostile} x"),
        format!("parse --format {hostile} x"),
        format!("parse --{hostile} x"),
        hostile.to_owned(),
    ] {
        for color in ["never", "always"] {
            assert_harmless_but_colours(&exits(&format!("--color {color} {line}"), 2));
        }
    }
}

#[test]
fn json_is_printable_ascii() {
    file("hostile.txt", HOSTILE.join(&b'\n'));
    let run = exits("check --format json hostile.txt", 1);
    let is_plain = |octet: &u8| matches!(octet, b' '..=b'~' | b'\n');
    assert!(run.get_output().stdout.iter().all(is_plain));
    assert_eq!(objects(&run)[4]["input"], "http://h/\u{202e}gpj.exe");
}

/// Returns the text without its sequences for colours and styles. Keeps every other escape sequence.
fn without_colours(octets: &[u8]) -> Vec<u8> {
    let mut parts = octets.split(|&octet| octet == 0x1b);
    let mut plain = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        let parameters = part.strip_prefix(b"[").expect("a sequence for a style");
        let digits = |octet: &&u8| octet.is_ascii_digit() || **octet == b';';
        let length = parameters.iter().take_while(digits).count();
        assert_eq!(parameters.get(length), Some(&b'm'), "{part:?}");
        plain.extend(&parameters[length + 1..]);
    }
    plain
}

/// Asserts that no character of the output controls a terminal or hides other characters.
fn assert_harmless(run: &Assert) {
    let output = run.get_output();
    assert_harmless_text(&output.stdout);
    assert_harmless_text(&output.stderr);
}

/// Asserts the same of standard error without its colours.
fn assert_harmless_but_colours(run: &Assert) {
    let output = run.get_output();
    assert_harmless_text(&output.stdout);
    assert_harmless_text(&without_colours(&output.stderr));
}

fn assert_harmless_text(octets: &[u8]) {
    let text = str::from_utf8(octets).expect("UTF-8");
    let is_harmless = |character: char| {
        let format = matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        character == '\n' || !(character.is_control() || format)
    };
    assert!(text.chars().all(is_harmless), "{text:?}");
}
