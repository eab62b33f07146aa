//! A command that replaces a file leaves the old one or the new one.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use rustix::process::{Pid, Signal, kill_process};

use crate::command::{exits, file, run_in_shell};

/// A grammar whose page, crate and names are longer than the limit of [`run_limited`].
const GRAMMAR: &str = "; Numbers\n\nnumber = 3digit\n\n; Digits\n\ndigit = \"0\" | \"1\" | \"2\"\n";

/// How the limit on the length of a file is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Limit {
    /// The write fails, as on a full disk.
    Fails,
    /// The write ends the process at once.
    Kills,
}

/// Returns the path of a folder that is empty, below the one that the command runs in.
fn empty(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run can be removed");
    }
    fs::create_dir_all(&folder).expect("it is created");
    folder
}

/// Runs the command, which can write no file of more than 512 or 1,024 bytes: shells count differently.
fn run_limited(limit: Limit, line: &str) -> Output {
    let ignored = match limit {
        Limit::Fails => "trap '' XFSZ; ",
        Limit::Kills => "",
    };
    let script = format!("{ignored}ulimit -f 1; ulimit -c 0; exec \"$0\" \"$@\"");
    run_in_shell(&script, line)
}

/// Checks that the run ended as the limit says: if it failed, with an error about a path that begins so.
fn assert_ended(limit: Limit, run: &Output, path: &str) {
    let told = String::from_utf8_lossy(&run.stderr);
    if limit == Limit::Kills {
        assert_eq!(run.status.code(), None, "{told}");
        return;
    }
    assert_eq!(run.status.code(), Some(2), "{told}");
    assert!(told.contains(&format!("error: {path}")), "{told}");
    let reason = " cannot be written: File too large (os error 27)\n";
    assert!(told.ends_with(reason), "{told}");
}

/// Returns the names in a folder, in order, without those of files that a killed process left.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("it is read").file_name());
    let names = names.map(|name| name.into_string().expect("UTF-8"));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Returns every file below a folder with its content.
fn contents(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut contents = Vec::new();
    for name in names(folder) {
        let path = folder.join(name);
        if path.is_dir() {
            contents.extend(self::contents(&path));
        } else {
            let text = fs::read_to_string(&path).expect("it is read");
            contents.push((path, text));
        }
    }
    contents
}

fn output_of(line: &str) -> Output {
    run_in_shell("\"$0\" \"$@\"", line)
}

fn written_whole(run: &Output) {
    let told = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(0), "{told}");
}

#[test]
fn a_drawing_that_cannot_be_written_leaves_the_old_one() {
    let folder = empty("replaced-drawing");
    fs::write(folder.join("out.html"), "old").expect("it is written");
    for limit in [Limit::Fails, Limit::Kills] {
        let name = "replaced-drawing/out.html";
        let run = run_limited(limit, &format!("grammar railroad -o {name}"));
        assert_ended(limit, &run, name);
        let kept = fs::read_to_string(folder.join("out.html"));
        assert_eq!(kept.expect("it is there"), "old");
        // A process that is killed cannot tidy up.
        if limit == Limit::Fails {
            assert_eq!(names(&folder), ["out.html"]);
        }
    }
}

#[test]
fn a_baseline_that_cannot_be_written_whole_is_kept() {
    let folder = empty("replaced-baseline");
    let old = format!("# {}\n", "A reason that a person wrote. ".repeat(60));
    let name = "replaced-baseline/b.toml";
    let line =
        format!("conformance run --rule port --baseline {name} --accept why -- sed -u creject");
    for limit in [Limit::Fails, Limit::Kills] {
        fs::write(folder.join("b.toml"), &old).expect("it is written");
        let run = run_limited(limit, &line);
        assert_ended(limit, &run, name);
        let kept = fs::read_to_string(folder.join("b.toml"));
        assert_eq!(kept.expect("it is there"), old);
    }
}

#[test]
fn a_crate_that_cannot_be_written_whole_is_not_begun() {
    let folder = empty("replaced-new");
    file("replaced-new.bnf", GRAMMAR);
    for limit in [Limit::Fails, Limit::Kills] {
        let run = run_limited(
            limit,
            "grammar crate replaced-new.bnf --out replaced-new/a/b",
        );
        assert_ended(limit, &run, "replaced-new/a/b/");
        assert!(!folder.join("a").exists());
        fs::create_dir_all(folder.join("empty")).expect("it is created");
        let run = run_limited(
            limit,
            "grammar crate replaced-new.bnf --out replaced-new/empty",
        );
        assert_ended(limit, &run, "replaced-new/empty/");
        let left = names(&folder.join("empty"));
        match limit {
            Limit::Fails => assert_eq!(left, Vec::<String>::new()),
            Limit::Kills => assert!(left.iter().all(|name| name.starts_with(".rfc1738-"))),
        }
    }
}

#[test]
fn a_crate_that_cannot_be_replaced_whole_is_kept() {
    let folder = empty("replaced-crate");
    file("replaced-crate.bnf", GRAMMAR);
    let line = "grammar crate replaced-crate.bnf --out replaced-crate";
    let again = format!("{line} --overwrite");
    written_whole(&output_of(line));
    fs::write(folder.join("notes.txt"), "mine").expect("it is written");
    let old = contents(&folder);
    // Another heading is another module.
    file(
        "replaced-crate.bnf",
        GRAMMAR.replace("; Digits", "; Figures"),
    );
    let run = run_limited(Limit::Fails, &again);
    assert_ended(Limit::Fails, &run, "replaced-crate/");
    assert_eq!(contents(&folder), old);
    let run = run_limited(Limit::Kills, &again);
    assert_ended(Limit::Kills, &run, "");
    let is_old = |one: &(PathBuf, String)| !one.0.to_string_lossy().contains(".rfc1738-");
    let mut kept = contents(&folder);
    kept.retain(is_old);
    assert_eq!(kept, old);
    // Modules in the way of a folder are found before anything changes.
    fs::remove_file(folder.join("src/tables/rule.rs")).expect("it is there");
    fs::create_dir(folder.join("src/tables/rule.rs")).expect("it is created");
    exits(&again, 2).stderr(
        "error: replaced-crate/src/tables/rule.rs cannot be written: Is a directory (os error 21)\n",
    );
    assert!(folder.join("src/rules/digits.rs").exists());
    fs::remove_dir(folder.join("src/tables/rule.rs")).expect("it is there");
    written_whole(&output_of(&again));
    assert!(folder.join("src/rules/figures.rs").exists());
    assert!(!folder.join("src/rules/digits.rs").exists());
    assert_eq!(
        fs::read_to_string(folder.join("notes.txt")).ok().as_deref(),
        Some("mine")
    );
}

#[test]
fn unchanged_files_of_a_crate_keep_their_times() {
    let folder = empty("replaced-same");
    file("replaced-same.bnf", GRAMMAR);
    let line = "grammar crate replaced-same.bnf --out replaced-same";
    written_whole(&output_of(line));
    let inode = || {
        fs::metadata(folder.join("src/lib.rs"))
            .expect("it is there")
            .ino()
    };
    let first = inode();
    let again = format!("{line} --overwrite");
    written_whole(&output_of(&again));
    assert_eq!(inode(), first);
}

#[test]
fn no_link_leads_out_of_the_folder_of_a_crate() {
    let folder = empty("replaced-linked");
    let outside = empty("replaced-outside");
    file("replaced-linked.bnf", GRAMMAR);
    let generated = "// @generated by `rfc1738 grammar crate` for another grammar\n";
    fs::write(outside.join("other.rs"), generated).expect("it is written");
    fs::write(outside.join("README.md"), "mine").expect("it is written");
    let refused = |link: &str| {
        let line = "grammar crate replaced-linked.bnf --overwrite --out replaced-linked";
        exits(line, 2).stderr(format!(
            "error: replaced-linked/{link} cannot be written: it is a symbolic link, which may \
             lead out of the folder; remove it or name another folder\n"
        ));
    };
    let before = contents(&outside);
    symlink(outside.join("README.md"), folder.join("README.md")).expect("it is linked");
    refused("README.md");
    fs::remove_file(folder.join("README.md")).expect("it is there");
    fs::create_dir(folder.join("src")).expect("it is created");
    symlink(&outside, folder.join("src/rules")).expect("it is linked");
    refused("src/rules");
    assert_eq!(contents(&outside), before);
    assert_eq!(names(&folder), ["src"]);
}

#[test]
fn an_unwritable_page_of_the_manual_leaves_all_pages() {
    let folder = empty("replaced-pages");
    fs::write(folder.join("rfc1738.1"), "old").expect("it is written");
    for limit in [Limit::Fails, Limit::Kills] {
        let run = run_limited(limit, "man replaced-pages");
        assert_ended(limit, &run, "replaced-pages/rfc1738-");
        let pages = names(&folder);
        assert_eq!(
            pages.iter().filter(|name| !name.starts_with('.')).count(),
            1
        );
        assert_eq!(
            fs::read_to_string(folder.join("rfc1738.1")).ok().as_deref(),
            Some("old")
        );
    }
}

#[test]
fn a_path_through_a_missing_folder_is_refused() {
    exits("man replaced-missing/../pages", 2)
        .stderr("error: replaced-missing/../pages cannot be written: entity not found\n");
    let folder = empty("replaced-pipe");
    let pipe = folder.join("rfc1738.1");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    exits("man replaced-pipe", 2).stderr(
        "error: replaced-pipe/rfc1738.1 cannot be written: it is neither a file nor a folder; \
         remove it\n",
    );
}

fn draw(output: &str) -> Output {
    output_of(&format!(
        "grammar railroad --rule port --to text -o {output}"
    ))
}

#[test]
fn a_link_stays_and_its_target_is_replaced() {
    let folder = empty("replaced-links");
    fs::create_dir(folder.join("real")).expect("it is created");
    for (link, target) in [("there.txt", "real/there.txt"), ("new.txt", "real/new.txt")] {
        symlink(target, folder.join(link)).expect("it is linked");
    }
    fs::write(folder.join("real/there.txt"), "old").expect("it is written");
    for name in ["there.txt", "new.txt"] {
        written_whole(&draw(&format!("replaced-links/{name}")));
        assert!(folder.join(name).is_symlink());
        let written = fs::read_to_string(folder.join("real").join(name));
        assert_eq!(written.expect("it is written"), "port\n├─ digits ─┤\n");
    }
    assert_eq!(names(&folder), ["new.txt", "real", "there.txt"]);
    assert_eq!(names(&folder.join("real")), ["new.txt", "there.txt"]);
}

#[test]
fn a_file_that_is_replaced_keeps_its_permissions() {
    let folder = empty("replaced-modes");
    let path = folder.join("out.txt");
    let mode = || fs::metadata(&path).expect("it is there").mode() & 0o7777;
    let line = "grammar railroad --to text -o replaced-modes/out.txt";
    written_whole(&run_in_shell("umask 027; exec \"$0\" \"$@\"", line));
    assert_eq!(
        mode(),
        0o640,
        "a new file has the permissions of all new files"
    );
    for kept in [0o600, 0o755] {
        fs::set_permissions(&path, fs::Permissions::from_mode(kept)).expect("they are set");
        written_whole(&draw("replaced-modes/out.txt"));
        assert_eq!(mode(), kept);
    }
    assert_eq!(names(&folder), ["out.txt"]);
}

#[test]
fn a_file_stays_if_none_can_be_created_beside_it() {
    let folder = empty("replaced-deep");
    fs::write(folder.join("o"), "old").expect("it is written");
    // The path is as long as the system allows, so every name has to be as short as this one.
    let around = "replaced-deep/../".repeat(4_094 / 17 - 1) + "replaced-deep/";
    let name = format!("{around}{}o", "./".repeat((4_094 - around.len()) / 2));
    let run = draw(&name);
    assert_eq!(run.status.code(), Some(2));
    let told = String::from_utf8_lossy(&run.stderr);
    let end =
        "o cannot be written: no file can be made beside it: File name too long (os error 36)\n";
    assert!(told.ends_with(end), "{told}");
    assert_eq!(
        fs::read_to_string(folder.join("o")).ok().as_deref(),
        Some("old")
    );
}

#[test]
fn streams_and_devices_are_written_directly() {
    let drawn = "port\n├─ digits ─┤\n".as_bytes();
    assert_eq!(draw("/dev/stdout").stdout, drawn);
    written_whole(&draw("/dev/null"));
    assert!(!fs::metadata("/dev/null").expect("it is there").is_file());
    let full = draw("/dev/full");
    assert_eq!(
        String::from_utf8_lossy(&full.stderr),
        "error: /dev/full cannot be written: No space left on device (os error 28)\n"
    );
    let line = "grammar railroad --rule port --to text -o /dev/stdout";
    // The shell has the file open, so it must not get another one.
    let script = "\"$0\" \"$@\" > replaced-redirected.txt; cat replaced-redirected.txt";
    assert_eq!(run_in_shell(script, line).stdout, drawn);
    let script = "\"$0\" \"$@\" | cat";
    assert_eq!(run_in_shell(script, line).stdout, drawn);
}

#[test]
fn an_interrupt_leaves_no_hidden_file() {
    // A shell reports the same of a command that has no handler.
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        interrupt(signal, code);
    }
}

/// Interrupts the command by a signal, at any time after the hidden folder is made.
fn interrupt(signal: Signal, code: i32) {
    for _ in 0..5 {
        let folder = empty("replaced-interrupted");
        let mut child = Command::new(cargo_bin!("rfc1738"))
            .args(["man", "replaced-interrupted/pages"])
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .stdout(Stdio::null())
            .spawn()
            .expect("the command starts");
        let has_ended = |child: &mut Child| child.try_wait().expect("it is a child").is_some();
        while names(&folder).is_empty() && !has_ended(&mut child) {
            std::thread::yield_now();
        }
        // It may have ended meanwhile.
        let _ = kill_process(Pid::from_child(&child), signal);
        let status = child.wait().expect("it ends");
        assert!([Some(0), Some(code)].contains(&status.code()), "{status}");
        let left = names(&folder);
        assert!(left.is_empty() || left == ["pages"], "{left:?}");
    }
}
