//! Writes the JavaScript around a WebAssembly module: `page-bindgen MODULE FOLDER NAME`.
//!
//! It does what the command `wasm-bindgen` does with `--target web`, and takes a third of the time
//! to build.

use std::env::args_os;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut arguments = args_os().skip(1);
    let arguments: [Option<_>; 3] = [arguments.next(), arguments.next(), arguments.next()];
    let [Some(module), Some(folder), Some(name)] = arguments else {
        eprintln!("usage: page-bindgen MODULE FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen
        .input_path(module)
        .out_name(&name.to_string_lossy())
        // build/wasm sorts functions by their names before it removes them.
        .remove_name_section(false)
        .remove_producers_section(true)
        .typescript(true);
    let written = bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("page-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
