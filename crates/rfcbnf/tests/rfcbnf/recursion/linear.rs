//! The steps of the recognizer grow with the length of the text, and not with its square.

use rfcbnf::recognizer::Recognizer;
use rfcbnf_engine::{Detail, steps};

use crate::extent::few_or_many;

/// Returns the length of the short texts. The long ones are eight times as long.
fn length() -> usize {
    few_or_many(500, 2_000)
}

/// A grammar, its production, and a function that makes a text of about a given number of octets.
struct Case {
    name: &'static str,
    grammar: String,
    text: fn(usize) -> Vec<u8>,
}

impl Case {
    fn new(name: &'static str, grammar: &str, text: fn(usize) -> Vec<u8>) -> Self {
        let grammar = grammar.to_owned();
        Self {
            name,
            grammar,
            text,
        }
    }

    /// Returns a case of a grammar in the folder of the examples.
    fn of_example(name: &'static str, file: &str, text: fn(usize) -> Vec<u8>) -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/grammars/");
        let grammar = std::fs::read_to_string(format!("{folder}{file}"));
        Self {
            name,
            grammar: grammar.expect("it is an example"),
            text,
        }
    }

    /// Fails if a question takes more than linear time.
    fn check(&self, ask: fn(&Recognizer, &[u8])) {
        let grammar = rfcbnf::read(&self.grammar).expect("it is a grammar");
        let start = &grammar.productions[0].name;
        let recognizer = Recognizer::new(&grammar, start);
        let recognizer = recognizer.expect("it has a recognizer");
        let steps = |length| {
            let text = (self.text)(length);
            steps::of(|| ask(&recognizer, &text))
        };
        let length = length();
        let (short, long) = (steps(length), steps(8 * length));
        assert!(short >= length / 2, "{}: {short} steps", self.name);
        assert!(long <= 9 * short, "{}: {short} and {long} steps", self.name);
    }
}

#[test]
fn a_production_that_is_too_large_is_given_up_once() {
    // Each production has the positions of the next one twice.
    let doubled = (0..40).map(|number| {
        let next = number + 1;
        format!("r{number} = r{next} | r{next} \"a\"\n")
    });
    let grammar = doubled.collect::<String>() + "r40 = \"c\"\n";
    let grammar = rfcbnf::read(&grammar).expect("it is a grammar");
    let recognizer = Recognizer::new(&grammar, "r0").expect("it has a recognizer");
    let steps = |text: &[u8]| {
        steps::of(|| {
            let answer = recognizer.rule().check(text, Detail::Rules);
            assert!(answer.is_err(), "{answer:?}");
        })
    };
    let (first, second) = (steps(b"ca"), steps(b"caa"));
    assert!(first > 1_000_000, "{first} steps");
    assert!(second < 1_000, "{second} steps");
}

/// Returns cases for which verdicts and trees take linear time.
fn cases() -> Vec<Case> {
    let nested = |length| [vec![b'('; length / 2], vec![b')'; length / 2]].concat();
    vec![
        Case::new("left recursion", "s = s \"a\" | \"a\"\n", |length| {
            vec![b'a'; length]
        }),
        Case::new("right recursion", "s = \"a\" s | \"a\"\n", |length| {
            vec![b'a'; length]
        }),
        Case::new(
            "mutual right recursion",
            "s = \"a\" t\nt = \"b\" s | \"b\"\n",
            |length| b"ab".repeat(length / 2),
        ),
        Case::new("nesting", "s = \"(\" [ s ] \")\"\n", nested),
        Case::new(
            "nesting on both sides",
            "s = *(\"(\" s \")\")\n",
            |length| b"(()())".repeat(length / 6),
        ),
        Case::new("iteration", "s = *( \"a\" | \"(\" s \")\" )\n", |length| {
            vec![b'a'; length]
        }),
        Case::new(
            "left-recursive arithmetic",
            "s = s \"+\" t | t\nt = t \"*\" f | f\nf = \"1\" | \"(\" s \")\"\n",
            |length| [b"1*(1+1)+".repeat(length / 8), b"1".to_vec()].concat(),
        ),
        Case::of_example("blanks in JSON", "rfc8259.abnf", |length| {
            [b"[".to_vec(), vec![b' '; length], b"{} ]".to_vec()].concat()
        }),
        Case::of_example("blanks behind JSON", "rfc8259.abnf", |length| {
            [b"[[1]]".to_vec(), vec![b' '; length]].concat()
        }),
        Case::of_example("members in JSON", "rfc8259.abnf", |length| {
            let member = b"{ \"a\" : [ 1.5 , true ] } ,\n  ";
            [
                b"[".to_vec(),
                member.repeat(length / member.len()),
                b"\"\"]".to_vec(),
            ]
            .concat()
        }),
        Case::of_example("arrays in arrays in JSON", "rfc8259.abnf", |length| {
            [vec![b'['; length / 2], vec![b']'; length / 2]].concat()
        }),
        Case::of_example("a local part of an address", "rfc5322.abnf", |length| {
            [vec![b'a'; length], b"@b".to_vec()].concat()
        }),
        Case::of_example("words of a local part", "rfc5322.abnf", |length| {
            [b"a.".repeat(length / 2), b"a@b".to_vec()].concat()
        }),
    ]
}

fn verdict(recognizer: &Recognizer, text: &[u8]) {
    let found = recognizer.recognize(text).expect("it is decided");
    assert!(found.accepts_all());
}

fn tree(recognizer: &Recognizer, text: &[u8]) {
    let tree = recognizer.rule().check(text, Detail::Characters);
    assert!(tree.expect("it is decided").is_ok());
}

#[test]
fn verdicts_take_linear_time() {
    for case in cases() {
        case.check(verdict);
    }
}

/// A derivation can give each octet of the tail to any of the open productions.
#[test]
fn right_recursion_with_a_nullable_tail_takes_linear_time() {
    let alone = |length| vec![b'a'; length];
    Case::new("no tail", "s = \"a\" [ s ] *\"b\"\n", alone).check(verdict);
    let both = |length| [vec![b'a'; length / 2], vec![b'b'; length / 2]].concat();
    Case::new("a tail", "s = \"a\" [ s ] *\"b\"\n", both).check(verdict);
    Case::new("one at most", "s = \"a\" [ s ] [ \"b\" ]\n", both).check(verdict);
}

#[test]
fn trees_take_linear_time() {
    for case in cases() {
        case.check(tree);
    }
}

#[test]
fn errors_take_linear_time() {
    for case in cases() {
        case.check(|recognizer, text| {
            let invalid = [text, &b"!"[..]].concat();
            let error = recognizer.rule().verdict(&invalid).expect("it is decided");
            // In an address, the exclamation mark can go on.
            assert!(error.is_err() || invalid.contains(&b'@'));
        });
    }
}

/// Texts that end too early, with as many open productions as octets or few.
#[test]
fn the_open_productions_of_a_text_take_linear_time() {
    let opening = |length| vec![b'('; length];
    let letters = |length| vec![b'a'; length];
    let unfinished = [
        Case::new("nesting", "s = \"(\" [ s ] \")\"\n", opening),
        Case::new("right recursion", "s = \"a\" s | \"b\"\n", letters),
        Case::new("left recursion", "s = s \"a\" | \"a\" \"b\"\n", |length| {
            [b"ab".to_vec(), vec![b'a'; length]].concat()
        }),
        Case::new("a nullable tail", "s = \"a\" [ s ] *\"b\" \"c\"\n", letters),
        Case::of_example("arrays in JSON", "rfc8259.abnf", |length| {
            vec![b'['; length]
        }),
        Case::of_example("objects in JSON", "rfc8259.abnf", |length| {
            b"{\"a\":".repeat(length / 5)
        }),
        Case::of_example("a string in JSON", "rfc8259.abnf", |length| {
            [b"[\"".to_vec(), vec![b'a'; length]].concat()
        }),
        Case::of_example("comments in an address", "rfc5322.abnf", |length| {
            [b"a".to_vec(), b"(a (b) ".repeat(length / 7)].concat()
        }),
        Case::of_example("words of a local part", "rfc5322.abnf", |length| {
            b"a.".repeat(length / 2)
        }),
    ];
    for case in unfinished {
        case.check(|recognizer, text| {
            let error = recognizer.rule().verdict(&[text, b"\xFF"].concat());
            let error = error.expect("it is decided").expect_err("it is unfinished");
            assert_eq!(error.offset(), text.len());
        });
    }
}

/// Addresses reach the limit: a name before an address can be divided into words in many ways.
#[test]
fn traces_take_linear_time_and_have_all_steps() {
    for case in cases() {
        case.check(|recognizer, text| {
            let trace = recognizer.rule().trace(text, Detail::Rules);
            let trace = trace.expect("it is decided");
            assert!(trace.derives_all());
            assert_eq!(trace.exceeded().is_some(), text.contains(&b'@'));
        });
    }
}

/// A verdict reads the text once, and then its viable prefix for the error.
#[test]
fn the_error_takes_no_reading_beside_the_verdict() {
    let grammar = rfcbnf::read("list = \"[\" *list \"]\"\n").expect("it is a grammar");
    let recognizer = Recognizer::new(&grammar, "list").expect("it has a recognizer");
    let text = [b"[[]]".repeat(1_000), b"x".to_vec()].concat();
    let text = [b"[", &*text].concat();
    let rule = recognizer.rule();
    let warm = rule.check(&text[..], Detail::Rules);
    assert!(warm.is_ok_and(|checked| checked.is_err()));
    let verdict = steps::of(|| rule.verdict(&text));
    let read = steps::of(|| rule.recognize(&text));
    let check = steps::of(|| rule.check(&text[..], Detail::Rules));
    assert!(read >= text.len(), "{read} steps");
    assert!(
        check < verdict + read / 2,
        "{check}, {verdict} and {read} steps"
    );
}
