//! The full messages of errors in grammars whose rules can be read, but not used.

use rfcbnf::read;

use super::shows;

#[test]
fn a_rule_defined_twice_is_reported() {
    shows(
        "a = \"x\"\nb = a\na = \"y\"\n",
        r#"
3:1: the production `a` is already defined
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
1:9: the production `host-name` is used and never defined
 1 | login = host-name *Digit port
   |         ^^^^^^^^^
help: a production with a similar name exists: `hostname`

1:20: the production `Digit` is used and never defined
 1 | login = host-name *Digit port
   |                    ^^^^^
help: a production with a similar name exists: `digit`

1:26: the production `port` is used 2 times and never defined
 1 | login = host-name *Digit port
   |                          ^^^^
2:17: it is also used here
 2 | hostname = "h" *port
   |                 ^^^^"#,
    );
}

#[test]
fn recursion_is_no_error() {
    let grammar = read("a = \"x\" [ a ]\nb = c\nc = \"y\" b [ b ] d\nd = \"z\" | b\n");
    assert_eq!(grammar.expect("it has no error").productions.len(), 4);
}

#[test]
fn a_repetition_of_what_can_be_empty_is_no_error() {
    assert!(read("a = *b 1*2b 1*( [ \"y\" ] *\"z\" )\nb = [ \"x\" ]\n").is_ok());
}
