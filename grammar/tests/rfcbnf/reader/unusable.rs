//! The full messages of errors in grammars whose rules can be read, but not used.

use rfcbnf::read;

use super::shows;

#[test]
fn a_rule_defined_twice_is_reported() {
    shows(
        "a = \"x\"\nb = a\na = \"y\"\n",
        r#"
3:1: the rule `a` is already defined
 3 | a = "y"
   | ^
1:1: the first definition is here
 1 | a = "x"
   | ^
help: give one of them another name, or add alternatives with `=/`"#,
    );
    let errors = read("a = \"x\"\na = \"y\"\n").unwrap_err();
    assert_eq!(errors.errors()[0].span(), 8..9);
    assert_eq!(
        errors.errors()[0].related(),
        [(0..1, "the first definition is here".to_owned())]
    );
}

#[test]
fn a_rule_used_and_never_defined_is_reported() {
    shows(
        "login = host-name *Digit port\nhostname = \"h\" *port\ndigit = \"0\"\n",
        r#"
1:9: the rule `host-name` is used and never defined
 1 | login = host-name *Digit port
   |         ^^^^^^^^^
help: a rule with a similar name exists: `hostname`

1:20: the rule `Digit` is used and never defined
 1 | login = host-name *Digit port
   |                    ^^^^^
help: a rule with a similar name exists: `digit`

1:26: the rule `port` is used 2 times and never defined
 1 | login = host-name *Digit port
   |                          ^^^^
2:17: it is also used here
 2 | hostname = "h" *port
   |                 ^^^^"#,
    );
}

#[test]
fn recursion_is_reported() {
    shows(
        "a = \"x\" [ a ]\nb = c\nc = \"y\" b [ b ] d\nd = \"z\" | b\n",
        r#"
1:11: a rule refers to itself: a → a
 1 | a = "x" [ a ]
   |           ^
help: use repetition instead: recursion is not supported

3:9: a rule refers to itself: b → c → b
 3 | c = "y" b [ b ] d
   |         ^
help: use repetition instead: recursion is not supported

4:11: a rule refers to itself: b → c → d → b
 4 | d = "z" | b
   |           ^
help: use repetition instead: recursion is not supported"#,
    );
}

#[test]
fn a_long_cycle_shows_its_ends() {
    let rules = (0..100).map(|index| format!("r{index} = r{}\n", (index + 1) % 100));
    let errors = read(&rules.collect::<String>()).unwrap_err();
    assert_eq!(
        errors.errors()[0].to_string(),
        "100:7: a rule refers to itself: r0 → r1 → r2 → r3 → r4 → r5 → r6 → r7 → … → \
         r92 → r93 → r94 → r95 → r96 → r97 → r98 → r99 → r0"
    );
}

#[test]
fn a_repetition_that_can_be_empty_is_reported() {
    shows(
        "path = *segment\nsegment = *( \"x\" ) | [ \"y\" ]\nlist = 1*( [ \"x\" ] *\"y\" )\n",
        r#"
1:8: the repeated expression can be empty
 1 | path = *segment
   |        ^^^^^^^^
help: the number of rounds would be ambiguous; let every round derive at least one character

3:8: the repeated expression can be empty
 3 | list = 1*( [ "x" ] *"y" )
   |        ^^^^^^^^^^^^^^^^^^
help: the number of rounds would be ambiguous; let every round derive at least one character"#,
    );
}

#[test]
fn a_repetition_that_can_be_written_out_may_repeat_an_expression_that_can_be_empty() {
    assert!(read("a = 2b *1b 1*1b *[ \"x\" ]\nb = [ \"x\" ]\n").is_ok());
    assert!(read("a = 1*2b\nb = [ \"x\" ]\n").is_err());
}
