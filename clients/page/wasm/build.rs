//! Turns the readings and the prose of RFC 1738 from TOML into JSON, so that the module holds one
//! parser of data less.

use std::path::Path;
use std::{env, fs};

fn main() {
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    for name in ["readings", "prose"] {
        let source = format!("../../../grammar/{name}.toml");
        println!("cargo::rerun-if-changed={source}");
        let text = fs::read_to_string(&source).expect("the file is in the project");
        let value: toml::Table = text.parse().expect("the file is TOML");
        let json = serde_json::to_string(&value).expect("a table is an object");
        let target = Path::new(&out).join(format!("{name}.json"));
        fs::write(target, json).expect("cargo's folder can be written");
    }
}
