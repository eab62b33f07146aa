//! `rfc1738 man`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{exits, file, rfc1738};
use crate::help_pages::help_pages;

/// Returns the path of a folder that does not exist yet, in the temporary folder of the tests.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run can be removed");
    }
    folder
}

/// Returns the pages in a folder by the names of their files, without the escapes of roff.
fn written(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let pages = entries.map(|entry| {
        let path = entry.expect("the entry is read").path();
        let name = path.file_name().expect("it has a name").to_string_lossy();
        let page = fs::read_to_string(&path).expect("UTF-8");
        let plain = page.replace("\\-", "-").replace("\\fB", "");
        (name.into_owned(), plain.replace("\\fR", ""))
    });
    pages.collect()
}

#[test]
fn each_command_has_a_page_with_its_options() {
    let folder = fresh("man-pages/man1");
    exits("man man-pages/man1", 0).stderr("");
    let mut pages = written(&folder);
    for help in help_pages() {
        let name = format!("{}.1", help.joined("-"));
        let page = pages
            .remove(&name)
            .unwrap_or_else(|| panic!("{name} is missing"));
        let heading = format!(".SH SYNOPSIS\n{} ", help.joined(" "));
        assert!(page.contains(&heading), "{name}: {page}");
        for option in &help.options {
            let listed = page.lines().any(|line| {
                let mut words = line.split([' ', ',', '[', ']']);
                let is_listed = line.starts_with('-') || line.contains(" [alias");
                is_listed && words.any(|word| word == option)
            });
            assert!(listed, "{name}: {option}");
        }
        for subcommand in &help.subcommands {
            let line = format!("\n{}-{subcommand}(1)\n", help.joined("-"));
            assert!(page.contains(&line), "{name}: {line}");
        }
    }
    assert_eq!(pages.into_keys().collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn the_error_names_the_unwritable_folder_or_page() {
    file("man-blocked", "a file");
    let refused = |folder: &str, message: &str| {
        let run = rfc1738(&["man", folder]).assert();
        run.code(2).stdout("").stderr(format!("error: {message}\n"));
    };
    refused(
        "man-blocked",
        "man-blocked cannot be written: not a directory",
    );
    let occupied = fresh("man-occupied");
    fs::create_dir_all(occupied.join("rfc1738-build.1")).expect("it is created");
    if cfg!(target_os = "linux") {
        refused(
            "man-blocked/man1",
            "man-blocked/man1 cannot be written: Not a directory (os error 20)",
        );
        refused(
            "man-occupied",
            "man-occupied/rfc1738-build.1 cannot be written: Is a directory (os error 21)",
        );
    }
    exits("man", 2).stdout("").stderr(
        "\
error: the following required arguments were not provided:
  <DIR>

Usage: rfc1738 man <DIR>

For more information, try '--help'.
",
    );
}
