//! Advice: below a tree of `parse`, in the counts and objects of `check`, and as a reason to
//! fail.

use crate::command::rfc1738;

#[test]
fn a_long_text_is_truncated() {
    let host = "a.".repeat(140) + "a";
    let shown = "a.".repeat(30);
    let stdout = rfc1738(&["parse", &format!("new://{host}")])
        .output()
        .unwrap()
        .stdout;
    let stdout = String::from_utf8(stdout).unwrap();
    assert_eq!(
        stdout.lines().last().unwrap(),
        format!(
            "warning[long-host] 6..287 \"{shown}\"…: a domain name has at most 253 octets, this one has 281 (RFC 1034, 3.1)"
        )
    );
}

#[test]
fn the_help_lists_every_id() {
    for command in ["parse", "check"] {
        let help = rfc1738(&[command, "--help"]).output().unwrap().stdout;
        let help = String::from_utf8(help).unwrap();
        for id in rfc1738::AdviceId::ALL {
            let row = format!("  {:7}  {:24}  {}", id.severity(), id, id.condition());
            assert!(help.lines().any(|line| line == row), "{row} in {help}");
        }
    }
}
