//! What the generator refuses.

use std::fs;
use std::path::Path;
use std::process::Command;

use rfcbnf::rfc1738;

#[test]
fn prose_about_an_unknown_production_stops_the_generator() {
    let top = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prose-on-nothing");
    let folder = top.join("grammar");
    fs::create_dir_all(&folder).expect("the folder is made");
    let files = [
        ("rfc1738.bnf", rfc1738::BNF),
        ("readings.toml", rfc1738::READINGS),
        (
            "layout.toml",
            include_str!("../../../../grammar/layout.toml"),
        ),
        ("prose.toml", "[examples]\nhots = \"host.dom\"\n"),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("the file is written");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_codegen"))
        .arg("--check")
        .env("CARGO_MANIFEST_DIR", top.join("crates/rfcbnf"))
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: in grammar/prose.toml:\nthe prose names the production `hots`, which the grammar does not define\n"
    );
}
