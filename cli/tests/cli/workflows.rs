//! The workflows of the repository.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

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
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
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
    let manifest = fs::read_to_string(top().join("fuzz/Cargo.toml")).expect("UTF-8");
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
