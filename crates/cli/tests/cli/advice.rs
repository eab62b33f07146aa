//! Advice: below a tree of `parse`, in the counts and objects of `check`, and as a reason to
//! fail.

use crate::command::rfc1738;

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
