//! The workflows of the repository.

use std::collections::BTreeSet;
#[cfg(unix)]
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;

#[cfg(unix)]
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::help::help_pages;

/// Returns the workflows, by the names of their files.
fn workflows() -> Vec<(String, Value, String)> {
    let entries = fs::read_dir(top().join(".github/workflows")).expect("the folder is read");
    let workflows = entries.map(|entry| {
        let path = entry.expect("the entry is read").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("UTF-8");
        let value = serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name.into_owned(), value, text)
    });
    let workflows: Vec<_> = workflows.collect();
    assert!(workflows.len() > 3);
    workflows
}

fn workflow(name: &str) -> Value {
    let mut workflows = workflows().into_iter();
    let (_, value, _) = workflows
        .find(|(known, ..)| known == name)
        .expect("the workflow is there");
    value
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A tag can be moved to another commit, and a commit cannot.
#[test]
fn actions_are_pinned_by_commit_beside_their_version() {
    let mut used = 0;
    for (file, _, text) in workflows() {
        for line in text.lines() {
            let line = line.trim_start().trim_start_matches("- ");
            let Some(action) = line.strip_prefix("uses: ") else {
                continue;
            };
            if action.starts_with("./") {
                continue;
            }
            used += 1;
            let (_, pin) = action.split_once('@').expect(line);
            let (commit, version) = pin.split_once(" # v").unwrap_or((pin, ""));
            let is_commit = commit.len() == 40 && commit.bytes().all(|o| o.is_ascii_hexdigit());
            assert!(is_commit && version.contains('.'), "{file}: {line}");
        }
    }
    assert!(used > 10, "{used}");
}

#[test]
fn jobs_may_only_read_unless_they_publish() {
    for (file, workflow, _) in workflows() {
        assert_eq!(workflow["permissions"]["contents"], "read", "{file}");
        assert_eq!(
            workflow["permissions"]
                .as_object()
                .map(serde_json::Map::len),
            Some(1),
            "{file}"
        );
        for (name, job) in workflow["jobs"].as_object().expect("jobs") {
            let permissions = &job["permissions"];
            let follows = job["needs"] == "publish";
            let may_write = !permissions.is_null();
            assert_eq!(may_write, name == "publish" || follows, "{file}: {name}");
            // The registries ask who publishes, and no more.
            let identity = serde_json::json!({ "id-token": "write" });
            assert!(!follows || *permissions == identity, "{file}: {name}");
        }
    }
}

#[test]
fn the_page_is_published_only_after_every_check() {
    let jobs = &workflow("page.yml")["jobs"];
    assert_eq!(jobs["publish"]["needs"], "check");
    assert_eq!(jobs["check"]["uses"], "./.github/workflows/check.yml");
}

#[test]
fn every_fuzz_target_runs_by_night() {
    let manifest = fs::read_to_string(top().join("lab/fuzz/Cargo.toml")).expect("UTF-8");
    let targets = manifest.lines().filter_map(|line| {
        line.strip_prefix("path = \"fuzz_targets/")?
            .strip_suffix(".rs\"")
    });
    let targets: BTreeSet<&str> = targets.collect();
    let workflow = workflow("fuzz.yml");
    let runs = workflow["jobs"]["fuzz"]["strategy"]["matrix"]["include"]
        .as_array()
        .expect("a matrix");
    let run: BTreeSet<&str> = runs
        .iter()
        .filter_map(|run| run["target"].as_str())
        .collect();
    assert_eq!(run, targets);
}

/// Runs the script of the action with arguments in a repository that holds `grammar`.
#[cfg(unix)]
fn run_action(folder: &str, grammar: &str, arguments: &str) -> (Option<i32>, String) {
    run_action_on(folder, ("deep/own.abnf", grammar), "", arguments)
}

/// Runs the script on the files that match patterns, in a repository that holds a file.
#[cfg(unix)]
fn run_action_on(
    folder: &str,
    (name, content): (&str, &str),
    files: &str,
    arguments: &str,
) -> (Option<i32>, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("deep")).expect("a folder");
    fs::write(folder.join(name), content).expect("the file is written");
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        let run = git.current_dir(&folder).args(arguments).output();
        assert!(run.expect("git runs").status.success());
    };
    git(&["init", "--quiet", "."]);
    git(&["add", "."]);
    let own = cargo_bin!("rfc1738");
    let own = own.parent().expect("the command is in a folder").to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = [own].into_iter().chain(env::split_paths(&others));
    let run = Command::new(top().join(".github/actions/check-grammars/check"))
        .current_dir(&folder)
        .env("PATH", env::join_paths(folders).expect("no colons"))
        .env("FILES", files)
        .env("ARGUMENTS", arguments)
        .output()
        .expect("bash runs");
    (
        run.status.code(),
        String::from_utf8(run.stdout).expect("UTF-8"),
    )
}

#[cfg(unix)]
#[test]
fn the_action_annotates_the_lines_of_tracked_grammars() {
    let (code, annotations) = run_action("action-wrong", "a = \"x\"\r\nb = c\r\n", "");
    assert_eq!(code, Some(1), "{annotations}");
    let start = "::error file=deep/own.abnf,line=2,endLine=2,col=5,";
    assert!(annotations.starts_with(start), "{annotations}");
    let (code, annotations) = run_action("action-right", "a = \"x\"\r\n", "");
    assert_eq!((code, annotations.as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn the_action_annotates_the_lines_of_drafts() {
    let draft = "# Ports\n\n~~~ abnf\n  a = \"x\"\n  b = c\n~~~\n";
    let file = ("draft-own-ports.md", draft);
    let (code, annotations) = run_action_on("action-draft", file, "draft-*.md", "");
    assert_eq!(code, Some(1), "{annotations}");
    let start = "::error file=draft-own-ports.md,line=5,endLine=5,col=7,";
    assert!(annotations.starts_with(start), "{annotations}");
}

#[cfg(unix)]
#[test]
fn the_action_accepts_the_arguments_of_its_example() {
    let text = fs::read_to_string(top().join(".github/actions/check-grammars/action.yml"));
    let action: Value = serde_saphyr::from_str(&text.expect("UTF-8")).expect("YAML");
    let description = action["inputs"]["arguments"]["description"].as_str();
    let (_, example) = description
        .and_then(|text| text.split_once("such as `"))
        .expect("an example");
    let example = example.trim_end_matches('`');
    let grammar = "a = *\"x\" \"x\"\r\n";
    let (code, annotations) = run_action("action-example", grammar, example);
    assert_eq!(code, Some(1), "{annotations}");
    assert!(
        annotations.contains("title=greedy-repetition::"),
        "{annotations}"
    );
}

#[test]
fn the_hooks_run_commands_that_the_help_lists() {
    let text = fs::read_to_string(top().join(".pre-commit-hooks.yaml")).expect("UTF-8");
    let hooks: Value = serde_saphyr::from_str(&text).expect("YAML");
    for hook in hooks.as_array().expect("a list") {
        let entry = hook["entry"].as_str().expect("a command line");
        let words: Vec<&str> = entry.split(' ').collect();
        assert_eq!(words[0], "rfc1738");
        let page = help_pages().iter().find(|page| page.path == words[1..3]);
        let page = page.unwrap_or_else(|| panic!("{entry}"));
        let known = words[3..].iter().all(|word| page.options.contains(*word));
        assert!(known, "{entry}");
    }
}

/// `cargo binstall` replaces the variables in braces.
#[test]
fn cargo_binstall_finds_the_archives_that_are_made() {
    let script = fs::read_to_string(top().join(".ci/archive/build")).expect("UTF-8");
    assert!(script.contains("\nname=rfc1738-$target\n"));
    assert!(script.contains("command=$folder/bin/rfc1738$extension\n"));
    assert!(script.contains("archive=$name.tar.gz\n") && script.contains("archive=$name.zip\n"));
    let manifest = fs::read_to_string(top().join("crates/cli/Cargo.toml")).expect("UTF-8");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let field = |name: &str| binstall[name].as_str().expect("a string");
    assert!(field("pkg-url").ends_with("/v{ version }/rfc1738-{ target }{ archive-suffix }"));
    assert_eq!(
        field("bin-dir"),
        "rfc1738-{ target }/bin/{ bin }{ binary-ext }"
    );
    assert_eq!(field("pkg-fmt"), "tgz");
    for target in targets() {
        let format = binstall["overrides"].get(&target);
        let is_zip = format.is_some_and(|own| own["pkg-fmt"].as_str() == Some("zip"));
        assert_eq!(is_zip, target.contains("windows"), "{target}");
    }
}

/// Returns the targets of the archives.
fn targets() -> Vec<String> {
    let release = workflow("release.yml");
    let included = &release["jobs"]["archive"]["strategy"]["matrix"]["include"];
    let targets = included.as_array().expect("a list").iter();
    let targets = targets.map(|entry| entry["target"].as_str().expect("a target").to_owned());
    let targets: Vec<String> = targets.collect();
    assert!(targets.len() > 3, "{targets:?}");
    targets
}
