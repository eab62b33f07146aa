//! Lines that show a text by hand: the languages read what the lines say.

use std::io::ErrorKind;
use std::process::Command;

use rfc1738_views::conformance::by_hand::{ByHand, Pattern};

/// Texts that would end a literal, or say something else in it.
fn hostile() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = [
        &b""[..],
        b"-n",
        b"--help",
        b"it's \"quoted\"",
        b"\\' \\\" \\n \\0 \\x41 \\",
        b"$HOME $(id) `id` ${text} #{text} {text} !!",
        b"%s %d %% %",
        b"a\0b\x001",
        b"a\nb",
        b"\r\t\x1b[31m\x7f",
        "h\u{f6}st \u{202e}\u{2028}\u{1f600}".as_bytes(),
        b"\xff\xe2\x82 \xf0\x9f",
    ]
    .map(<[u8]>::to_vec)
    .into();
    texts.push((0..=255).collect());
    texts
}

fn line(pattern: &str, text: &[u8]) -> Option<String> {
    let pattern: Pattern = pattern.parse().expect("it is a pattern");
    let (_, line) = (ByHand {
        command: None,
        pattern: Some(pattern),
    })
    .line(text)?;
    assert!(
        line.bytes().all(|octet| matches!(octet, b' '..=b'~')),
        "{line}"
    );
    Some(line)
}

/// Returns what the program prints when it runs the line; `None` if the machine does not have it.
fn printed(program: &str, option: &str, line: &str) -> Option<Vec<u8>> {
    match Command::new(program).args([option, line]).output() {
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{line}\n{errors}");
            Some(output.stdout)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => panic!("{program}: {error}"),
    }
}

#[test]
fn python_reads_any_text_as_it_is() {
    let pattern =
        "python=import sys; sys.stdout.buffer.write({text}.encode(errors='surrogateescape'))";
    for text in hostile() {
        let line = line(pattern, &text).expect("Python has a literal of it");
        let printed = printed("python3", "-c", &line);
        assert!(printed.is_none_or(|printed| printed == text), "{line}");
    }
    let umlaut = line(
        "python=print({text})",
        "\u{f6}\u{20ac}\u{1f600}\n".as_bytes(),
    );
    assert_eq!(
        umlaut.as_deref(),
        Some(r"print('\xf6\u20ac\U0001f600\x0a')")
    );
}

#[test]
fn javascript_reads_any_text_as_it_is() {
    let pattern = "javascript=process.stdout.write({text})";
    for text in hostile() {
        let line = line(pattern, &text).expect("JavaScript has a literal of it");
        let printed = printed("node", "-e", &line);
        let text = String::from_utf8_lossy(&text);
        assert!(
            printed.is_none_or(|printed| printed == text.as_bytes()),
            "{line}"
        );
    }
    let umlaut = line(
        "javascript=f({text})",
        "\u{f6}\u{20ac}\u{1f600}\n".as_bytes(),
    );
    assert_eq!(umlaut.as_deref(), Some(r"f('\xf6\u{20ac}\u{1f600}\x0a')"));
}

#[test]
#[cfg(unix)]
fn a_shell_reads_what_an_argument_can_hold() {
    for text in hostile() {
        let line = line("shell=printf %s {text}", &text);
        assert_eq!(line.is_none(), text.contains(&0), "{text:?}");
        if let Some(line) = line {
            assert_eq!(printed("sh", "-c", &line), Some(text), "{line}");
        }
    }
    assert_eq!(line("shell=printf %s {text}", b"a\n"), None);
}

#[test]
#[cfg(unix)]
fn a_program_gets_any_text_as_a_line() {
    for text in hostile() {
        let by_hand = ByHand {
            command: Some("cat".to_owned()),
            pattern: None,
        };
        let (language, line) = by_hand.line(&text).expect("a shell can print it");
        assert_eq!(language.label(), "by hand");
        let expected = [&text[..], b"\n"].concat();
        assert_eq!(printed("sh", "-c", &line), Some(expected), "{line}");
    }
}

#[test]
fn a_pattern_that_is_none_says_why() {
    for (text, expected) in [
        (
            "ruby=p({text})",
            "write LANGUAGE=LINE; LANGUAGE is python, javascript or shell",
        ),
        (
            "print({text})",
            "write LANGUAGE=LINE; LANGUAGE is python, javascript or shell",
        ),
        (
            "python",
            "the line has no {text}, which is where the text goes",
        ),
        (
            "python=print()",
            "the line has no {text}, which is where the text goes",
        ),
        (
            "shell=a {text}\nb",
            "the line has a character that does not print",
        ),
        (
            "shell=a {text} \u{202e}",
            "the line has a character that does not print",
        ),
    ] {
        assert_eq!(text.parse::<Pattern>(), Err(expected.to_owned()), "{text}");
    }
}
