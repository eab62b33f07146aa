//! Every command escapes its input before it reaches a terminal.

use crate::command::{exits, file, rfc1738, stderr, stdout, typed};
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
                let mut command = rfc1738(&["parse", "--color", color, "--format", format, "-"]);
                assert_harmless(
                    command
                        .write_stdin(text)
                        .output()
                        .expect("the command runs"),
                    1,
                );
            }
        }
    }
}

#[test]
fn hostile_texts_are_escaped_by_derivations_in_every_format() {
    for format in ["human", "json"] {
        for text in HOSTILE {
            let mut command = rfc1738(&["derivations", "--format", format, "-"]);
            assert_harmless(
                command
                    .write_stdin(text)
                    .output()
                    .expect("the command runs"),
                1,
            );
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
            let mut command = rfc1738(&["extract", "--bare", "--format", format]);
            let command = command.write_stdin(document.as_slice());
            assert_harmless(command.output().expect("the command runs"), 1);
        }
    }
}

#[test]
fn hostile_lines_are_escaped_by_check_in_every_format() {
    let mut lines = HOSTILE.join(&b'\n');
    lines.extend_from_slice(b"\nhttp://h/\0\n");
    for format in ["human", "json"] {
        let mut command = rfc1738(&["check", "--tree", "--format", format]);
        assert_harmless(
            command
                .write_stdin(lines.as_slice())
                .output()
                .expect("the command runs"),
            1,
        );
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
            let mut command = rfc1738(&["grammar", "check", "-"]);
            assert_harmless(
                command
                    .write_stdin(grammar)
                    .output()
                    .expect("the command runs"),
                1,
            );
        }
    }
    let mut command = rfc1738(&["grammar", "check", "-"]);
    assert_harmless(
        command
            .write_stdin(&b"; \x1b[31m \x9b"[..])
            .output()
            .expect("the command runs"),
        1,
    );
}

#[test]
fn hostile_grammars_and_names_are_escaped_by_diff() {
    file("harmless.bnf", "a = \"x\"\n");
    for text in HOSTILE {
        let grammar = [b"a = \"", text, b"\"\n"].concat();
        for format in ["human", "json"] {
            let mut command =
                rfc1738(&["grammar", "diff", "--format", format, "harmless.bnf", "-"]);
            assert_harmless(
                command
                    .write_stdin(&*grammar)
                    .output()
                    .expect("the command runs"),
                2,
            );
        }
        file("hostile.toml", text);
        let mut command = typed("grammar diff --readings hostile.toml harmless.bnf harmless.bnf");
        assert_harmless(command.output().expect("the command runs"), 2);
    }
    for arguments in [
        [
            "--rule",
            "\u{1b}[31m\u{202e}",
            "harmless.bnf",
            "harmless.bnf",
        ],
        ["--rule", "a", "\u{1b}[31m\u{202e}", "harmless.bnf"],
    ] {
        let mut command = rfc1738(&["grammar", "diff"]);
        assert_harmless(
            command.args(arguments).output().expect("the command runs"),
            2,
        );
    }
}

#[test]
fn colours_do_not_let_escapes_of_the_text_through() {
    for text in HOSTILE {
        let grammar = [b"a = \"", text, b"\" % b\nb = \"x\n"].concat();
        let uses: [(&[&str], &[u8]); 3] = [
            (&["parse", "--color", "always", "-"], text),
            (&["derivations", "--color", "always", "-"], text),
            (&["grammar", "check", "--color", "always", "-"], &grammar),
        ];
        for (arguments, input) in uses {
            let mut run = rfc1738(arguments)
                .write_stdin(input)
                .output()
                .expect("the command runs");
            assert!(run.stderr.starts_with(b"\x1b["), "{run:?}");
            run.stderr = without_colours(&run.stderr);
            assert_harmless(run, 1);
        }
    }
}

#[test]
fn hostile_arguments_are_escaped_in_usage_errors() {
    let hostile = "x\u{1b}[31m\u{202e}\u{7}";
    let option = format!("--{hostile}");
    let uses: [&[&str]; 5] = [
        &["rules", hostile],
        &["parse", "--rule", hostile, "x"],
        &["parse", "--format", hostile, "x"],
        &["parse", &option, "x"],
        &[hostile],
    ];
    for arguments in uses {
        for color in ["never", "always"] {
            let mut command = rfc1738(&["--color", color]);
            let mut run = command.args(arguments).output().expect("the command runs");
            run.stderr = without_colours(&run.stderr);
            assert_harmless(run, 2);
        }
    }
}

#[test]
fn a_backslash_of_a_url_is_not_an_escape() {
    let sent = |arguments: &[&str]| {
        let run = rfc1738(&[&["inspect"], arguments].concat())
            .assert()
            .code(0);
        let page = stdout(&run);
        let line = page.lines().find(|line| line.starts_with("  RETR "));
        line.expect("it retrieves a file").to_owned()
    };
    assert_eq!(
        sent(&["ftp://h/a%5Cr%5CnDELE%20b"]),
        r"  RETR a\\r\\nDELE b"
    );
    let injected = ["--decode-delimiters", "ftp://h/a%0D%0ADELE%20b"];
    assert_eq!(sent(&injected), r"  RETR a\r\nDELE b");
    let page = stdout(&exits("inspect ftp://h/a%22%5Cn", 0));
    assert!(page.contains(r#"stands for "a\"\\n""#), "{page}");
}

#[test]
fn a_path_and_a_sentence_keep_their_backslashes() {
    let told = stderr(&rfc1738(&["check", r"no\such"]).assert().code(2));
    assert!(told.contains(r"no\such: "), "{told}");
}

#[test]
fn json_is_printable_ascii() {
    file("hostile.txt", HOSTILE.join(&b'\n'));
    let run = exits("check --format json hostile.txt", 1);
    assert!(
        run.get_output()
            .stdout
            .iter()
            .all(|octet| matches!(octet, b' '..=b'~' | b'\n'))
    );
    let first = serde_json::from_slice::<serde_json::Value>(
        run.get_output()
            .stdout
            .split(|&octet| octet == b'\n')
            .nth(4)
            .expect("a fifth line"),
    );
    assert_eq!(
        first.expect("a JSON object")["input"],
        "http://h/\u{202e}gpj.exe"
    );
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

fn assert_harmless(run: std::process::Output, code: i32) {
    assert_eq!(run.status.code(), Some(code), "{run:?}");
    for stream in [run.stdout, run.stderr] {
        let text = String::from_utf8(stream).expect("UTF-8");
        let is_harmless = |character: char| {
            let format = matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
            character == '\n' || !(character.is_control() || format)
        };
        assert!(text.chars().all(is_harmless), "{text:?}");
    }
}
