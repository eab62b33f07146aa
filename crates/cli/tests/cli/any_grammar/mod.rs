//! Every command takes every grammar.

mod equal_to_own;
mod errors_of_recursion;
#[cfg(unix)]
mod octets;
mod phone;
mod recursion_at_one_end;
mod recursion_in_the_middle;

use std::path::PathBuf;

use assert_cmd::cargo::cargo_bin;

/// Returns the path of a file in the package of grammars.
fn in_grammar_package(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rfcbnf");
    folder.join(name).to_str().expect("UTF-8").to_owned()
}

fn phone() -> String {
    in_grammar_package("tests/grammars/phone.bnf")
}

/// Returns the built command as the recognizer of a suite: `check` on this grammar.
fn recognizer(options: &[&str]) -> Vec<String> {
    let script = r#""$0" "$@" --format json 2>&1 |
        sed 's/.*"ok":true.*/accept/; s/.*"ok":false,"error":{"offset":\([0-9]*\),.*/reject \1/'"#;
    let program = cargo_bin!("rfc1738").to_str().expect("UTF-8").to_owned();
    let mut command: Vec<String> = ["--", "sh", "-c", script].map(str::to_owned).to_vec();
    command.extend([program, "check".to_owned()]);
    command.extend(options.iter().map(|&option| option.to_owned()));
    command
}
