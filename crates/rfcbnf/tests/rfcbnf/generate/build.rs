//! What a build script writes: the code of a crate as a module, or an error with its place.

use std::fs;
use std::path::{Path, PathBuf};

use rfcbnf::build::Build;
use rfcbnf::generate::{CrateSources, Dependencies, Files};

/// An empty folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("build-scripts")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be made");
    folder
}

fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("it can be written");
    path
}

/// Returns the texts of all files below a folder.
fn files_below(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("it can be read").flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                let path = entry.path();
                let name = path.strip_prefix(folder).expect("it is below");
                let text = fs::read_to_string(&path).expect("it can be read");
                files.insert(name.to_string_lossy().replace('\\', "/"), text);
            }
        }
    }
    files
}

/// What a crate has for its feature `nearest`, which a module has not.
const NEAREST: &str = "#[cfg(feature = \"nearest\")]";

/// Returns code without comments, blank lines and what is there for the nearest texts, and with the paths of a crate.
fn as_in_a_crate(code: &str, depth: usize) -> String {
    let root = vec!["super"; depth].join("::");
    let mut is_of_nearest = false;
    let lines = code.lines().filter(|line| {
        is_of_nearest |= *line == NEAREST;
        let is_left_out = is_of_nearest;
        // An item ends at a line that is not indented.
        is_of_nearest &= !(*line == "}" || !line.starts_with(' ') && line.ends_with(';'));
        let line = line.trim_start();
        !is_left_out && !line.is_empty() && !line.starts_with("//")
    });
    let code: Vec<&str> = lines.collect();
    let mut code = code.join("\n");
    if depth > 0 {
        for (path, of_crate) in [
            (format!("{root}::alloc"), "alloc"),
            (format!("{root}::tables"), "crate::tables"),
            (format!("{root}::Rule"), "crate::Rule"),
        ] {
            code = code.replace(&path, of_crate);
        }
    }
    code.replace("rfcbnf_engine::nom::", "nom::")
}

#[test]
fn a_module_has_the_code_of_a_crate() {
    let grammars = [
        (
            "dates",
            "date = 4DIGIT \"-\" 2DIGIT\n; Days\nday = 2DIGIT\n",
        ),
        ("lists", "list = \"(\" *item \")\"\nitem = 1*DIGIT / list\n"),
        ("words", "word = 1*( ALPHA / %xE4 / %x20AC )\n"),
    ];
    for (name, grammar) in grammars {
        let folder = folder(name);
        let path = file(&folder, &format!("{name}.abnf"), grammar);
        let written = Build::new(&path).typed().write_to(&folder);
        let written = written.expect("code can be generated");
        assert_eq!(written.files(), [path]);
        assert_eq!(written.left_out(), [""; 0]);
        let sources = CrateSources {
            name,
            grammar,
            notation: None,
            readings: None,
            layout: None,
            prose: None,
            rule: None,
            dependencies: Dependencies::Published,
        };
        let of_crate = sources.generate().expect("code can be generated").files;
        let module = files_below(&folder.join(name));
        for (path, text) in &module {
            let Some(code) = of_crate.get(&format!("src/{path}")) else {
                assert_eq!(path, "mod.rs");
                continue;
            };
            let depth = path.matches('/').count() + usize::from(!path.ends_with("/mod.rs"));
            assert_eq!(
                as_in_a_crate(text, depth),
                as_in_a_crate(code, 0),
                "{name}/{path}"
            );
        }
        let tables = &of_crate["src/tables/mod.rs"];
        let declared = format!("{NEAREST}\npub(crate) mod network;");
        let of_nearest = tables.contains(&declared);
        let of_crate = of_crate.keys().filter(|path| {
            path.starts_with("src/") && (*path != "src/tables/network.rs" || !of_nearest)
        });
        assert_eq!(module.len(), of_crate.count(), "{name}");
        let root = &module["mod.rs"];
        syn::parse_file(root).expect("it is Rust");
        assert!(!root.contains("cfg(feature"), "features of another crate");
        let all: String = module.into_values().collect();
        assert!(!all.contains("crate::"), "a path that depends on the crate");
        // A line that closes a block has no name of a language.
        let (closing, opening): (Vec<&str>, Vec<&str>) = all
            .lines()
            .filter(|line| line.contains("```"))
            .partition(|line| line.ends_with("```"));
        assert_eq!(closing.len(), opening.len(), "an example runs");
    }
}

#[test]
fn productions_of_a_module_are_those_that_are_asked_for() {
    let folder = folder("asked");
    let path = file(
        &folder,
        "all-of-them.bnf",
        "a = \"x\" | c\nb = \"y\"\nc = \"z\"\nd = b\ne = <prose>\n",
    );
    let build = || Build::new(&path);
    build()
        .name("two")
        .rule("a")
        .rule("b")
        .write_to(&folder)
        .expect("code can be generated");
    let rule = fs::read_to_string(folder.join("two/tables/rule.rs")).expect("it is there");
    let variants = rule.lines().map(str::trim);
    let variants: Vec<&str> = variants
        .filter(|one| one.len() == 2 && one.ends_with(','))
        .collect();
    assert_eq!(variants, ["A,", "B,", "C,"]);
    let all = build().write_to(&folder).expect("code can be generated");
    assert!(folder.join("all_of_them.rs").is_file());
    let [left_out] = all.left_out() else {
        panic!("{all:?}");
    };
    assert!(left_out.starts_with("production `e` "), "{left_out}");
    let error = build().rule("e").write_to(&folder).unwrap_err();
    let begin = format!("{}: {left_out}", path.display());
    assert!(error.to_string().starts_with(&begin), "{error}");
}

#[test]
fn a_module_has_what_its_grammar_imports() {
    let folder = folder("imports");
    let path = file(
        &folder,
        "links.abnf",
        "link = \"<\" URI-reference \">\" mark\n",
    );
    let beside = file(
        &folder,
        "links.imports.toml",
        "[[import]]\nfrom = \"marks.abnf\"\n",
    );
    let marks = file(&folder, "marks.abnf", "mark = \"!\"\n");
    let build = Build::new(&path).import("rfc3986");
    let written = build.write_to(&folder).expect("code can be generated");
    assert_eq!(written.files(), [path, beside, marks]);
    let rule = fs::read_to_string(folder.join("links/tables/rule.rs")).expect("it is there");
    assert!(
        ["Mark,", "UriReference,"]
            .iter()
            .all(|one| rule.contains(one))
    );
}

#[test]
fn a_module_can_be_of_a_production_of_an_import() {
    let folder = folder("json");
    let path = file(&folder, "json.abnf", "json = JSON-text\n");
    let build = Build::new(&path).import("rfc8259").rule("JSON-text");
    build.write_to(&folder).expect("code can be generated");
    let rule = fs::read_to_string(folder.join("json/tables/rule.rs")).expect("it is there");
    assert!(rule.contains("JsonText,") && !rule.contains("Json,"));
}

#[test]
fn a_module_lacks_productions_whose_length_is_elsewhere() {
    let folder = folder("lengths");
    let path = file(
        &folder,
        "frames.abnf",
        "frame = size data\nsize = DIGIT\ndata = *OCTET\n",
    );
    file(
        &folder,
        "frames.imports.toml",
        "[[length]]\nproduction = \"data\"\nreason = \"size says so\"\nsection = \"2\"\n",
    );
    let written = Build::new(&path).write_to(&folder);
    let written = written.expect("code can be generated");
    assert_eq!(written.left_out().len(), 2, "{written:?}");
    let error = Build::new(&path).rule("frame").write_to(&folder);
    let error = error.unwrap_err().to_string();
    assert!(error.ends_with("size says so (2)"), "{error}");
}

#[test]
fn errors_of_a_build_have_their_place() {
    let folder = folder("errors");
    let path = file(&folder, "wrong.abnf", "a = b\nc = \"x\n");
    let error = Build::new(&path).write_to(&folder).unwrap_err();
    let path_shown = path.display().to_string();
    let errors = rfcbnf::read("a = b\nc = \"x\n").unwrap_err();
    for one in &errors {
        let line = format!("{path_shown}:{one}\n");
        assert!(error.to_string().contains(&line), "{error}");
    }
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(!folder.join("wrong.rs").exists());

    let missing = folder.join("missing.abnf");
    let error = Build::new(&missing).write_to(&folder).unwrap_err();
    let begin = format!("{}: ", missing.display());
    assert!(error.to_string().starts_with(&begin), "{error}");

    let path = file(&folder, "fine.abnf", "a = \"x\"\n");
    let error = Build::new(&path).rule("aa").write_to(&folder).unwrap_err();
    assert!(error.to_string().contains("did you mean `a`?"), "{error}");
    let error = Build::new(&path)
        .name("../x")
        .write_to(&folder)
        .unwrap_err();
    assert!(error.to_string().contains("cannot be the name"), "{error}");
    let layout = file(&folder, "layout.toml", "[nothing]\n");
    let error = Build::new(&path).layout(&layout).write_to(&folder);
    let begin = format!("{}: ", layout.display());
    assert!(error.unwrap_err().to_string().starts_with(&begin));
}
