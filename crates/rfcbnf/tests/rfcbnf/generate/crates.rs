//! Generated crates: the committed ones are up to date, and grammars from which no code can be generated are refused.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rfcbnf::automaton::TooLarge;
use rfcbnf::generate::{CrateError, CrateSources, Dependencies, Files, generate};
use rfcbnf::{Layout, Prose, Readings};

use super::{body, refusal, small};

#[test]
fn the_committed_crate_is_what_the_generator_writes() {
    let folder = top().join("crates/rfc3986");
    let read = |path: &str| fs::read_to_string(folder.join(path)).ok();
    let grammar = read("grammar/rfc3986.bnf").expect("it has its grammar");
    let layout = read("grammar/layout.toml").expect("it has a layout");
    let mut sources = sources("rfc3986", &grammar, &layout);
    let prose = read("grammar/prose.toml").expect("it has prose");
    sources.prose = Some(&prose);
    sources.dependencies = Dependencies::Checkout("../..");
    let files = sources.generate().expect("code can be generated").files;
    let stale = files
        .iter()
        .find(|(path, text)| read(path).as_ref() != Some(text));
    let readme = &files["README.md"];
    let command = readme.lines().find(|line| line.starts_with("rfc1738 "));
    let remedy = format!(
        "run this in crates/rfc3986: {}",
        command.expect("it says how")
    );
    assert_eq!(stale.map(|(path, _)| path), None, "it is stale; {remedy}");
    let written: BTreeSet<String> = files.into_keys().collect();
    // Those that people write.
    let own = ["src/reference.rs", "tests/reference.rs"].map(str::to_owned);
    assert!(own.iter().all(|path| !written.contains(path)));
    let mut below = files_below(&folder);
    below.retain(|path| !own.contains(path));
    assert_eq!(below, written, "it has other files; {remedy}");
}

#[test]
fn a_crate_depends_on_published_packages_without_a_checkout() {
    let version = env!("CARGO_PKG_VERSION");
    let files = generated("date", "date = \"1\"\n", "").expect("code can be generated");
    let manifest = &files["Cargo.toml"];
    assert!(
        manifest.contains(&format!(
            "\nrfcbnf-engine = {{ version = \"{version}\", default-features = false }}\n"
        )),
        "{manifest}"
    );
    assert!(
        manifest.contains(&format!(
            "\nrfcbnf = {{ version = \"{version}\", features = [\"conformance\"] }}\n"
        )),
        "{manifest}"
    );
    assert!(!manifest.contains("publish"), "{manifest}");
    let sources = CrateSources {
        dependencies: Dependencies::Checkout("../a \"b\""),
        ..sources("date", "date = \"1\"\n", "")
    };
    let manifest = &sources.generate().expect("code can be generated").files["Cargo.toml"];
    assert!(
        manifest.contains(
            &format!(
            "\nrfcbnf-engine = {{ path = '../a \"b\"/crates/engine', version = \"{version}\", default-features = false }}\n"
        )
        ),
        "{manifest}"
    );
}

#[test]
fn a_name_that_no_crate_can_have_is_refused() {
    assert!(generated("rfc-2396_uri", "date = \"1\"\n", "").is_ok());
    for name in [
        "",
        "9x",
        "Dates",
        "a b",
        "../x",
        "a.b",
        "é",
        "fn",
        "gen",
        "nom",
        "rfcbnf-engine",
    ] {
        assert_eq!(
            crate_refusal(name, "date = \"1\"\n", ""),
            format!(
                "{name:?} cannot be the name of the crate: a name is a lowercase letter, followed by lowercase letters, \
                 digits, `-` and `_`, and it is neither a keyword of Rust nor a crate that the generated code uses"
            )
        );
    }
}

#[test]
fn a_crate_is_refused_whose_layout_is_wrong() {
    let grammar = "; Dates\n\ndate = \"1\"\n";
    assert_eq!(
        crate_refusal(
            "dates",
            grammar,
            "[[module]]\nname = \"../../evil\"\nsection = \"1\"\nheadings = [\"Dates\"]\n"
        ),
        "the layout names a module \"../../evil\": a name is a lowercase letter, followed by lowercase letters, \
         digits and `_`, and it is neither a keyword of Rust nor `mod`, `bodies` or `tables`"
    );
    assert_eq!(
        crate_refusal(
            "dates",
            grammar,
            "[characters]\nproductions = [\"digit\"]\n"
        ),
        "the layout lists \"digit\" as a character production, which the grammar does not define"
    );
    let unknown = crate_refusal("dates", grammar, "[[modul]]\nname = \"dates\"\n");
    assert!(
        unknown.starts_with("the layout cannot be read: TOML parse error"),
        "{unknown}"
    );
    assert!(unknown.contains("unknown field `modul`"), "{unknown}");
}

#[test]
fn a_crate_is_refused_for_a_grammar_without_code() {
    for (grammar, reason) in [
        ("", "1:1: the grammar has no productions\n 1 |\n   | ^"),
        (
            "a-b = \"x\"\na_b = \"y\"\n",
            "productions `a-b` and `a_b` would both be called `a_b` in Rust: rename one of them",
        ),
        (
            "alt = \"x\"\nalt- = \"y\"\n",
            "productions `alt` and `alt-` would both be called `alt_` in Rust: rename one of them",
        ),
        (
            "a = 1000( 1000\"xy\" )\n",
            &format!("production `a` is {TooLarge}"),
        ),
    ] {
        assert_eq!(crate_refusal("dates", grammar, ""), reason);
    }
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it, and the refusal of the generator has a test"]
fn a_grammar_of_too_many_productions_gets_no_crate() {
    let long = (0..1025).map(|number| format!("a{number} = \"x\"\n"));
    assert_eq!(
        crate_refusal("dates", &long.collect::<String>(), ""),
        "the grammar has 1025 productions, and generated code can have 1024 at most: divide the grammar"
    );
}

#[test]
fn a_crate_without_texts_or_a_fitting_reading_is_refused() {
    assert_eq!(
        crate_refusal("dates", "a = \"x\" a\n", ""),
        "production `a` derives no text, because each of these needs the next: a → a; \
         add an alternative that ends the recursion"
    );
    assert_eq!(
        crate_refusal("dates", "a = <any letter>\n", ""),
        "production `a` uses prose: <any letter>; write a production in place of the prose"
    );
    let sources_of_b = CrateSources {
        rule: Some("b"),
        ..sources("dates", "a = \"x\"\n", "")
    };
    let unknown = sources_of_b.generate().expect_err("there is no b");
    assert_eq!(unknown.to_string(), "there is no production `b`");
    let reading = "[[reading]]\nid = \"first\"\nproductions = [\"a\"]\nsection = \"1\"\ndecision = \"So.\"\n\
                   why = \"Because.\"\napply = { first = \"b\" }\n";
    let sources = CrateSources {
        notation: None,
        readings: Some(reading),
        ..sources("dates", "a = \"x\"\n", "")
    };
    let error = sources.generate().expect_err("the reading does not fit");
    assert_eq!(
        error.to_string(),
        "reading `first` changes nothing in production `a`: `b` is not one of its later alternatives"
    );
    let excluding = "[[reading]]\nid = \"none\"\nproductions = [\"b\"]\nsection = \"1\"\ndecision = \"So.\"\n\
                     why = \"Because.\"\napply = { exclude = { names-under = \"a\" } }\n";
    let sources = CrateSources {
        notation: None,
        readings: Some(excluding),
        grammar: "a = \"x:\"\nb = \"x:\" \"y\"\n",
        ..sources
    };
    let generated = sources.generate().expect("one production is left");
    assert_eq!(generated.left_out, ["production `b` derives no text"]);
}

#[test]
fn productions_without_code_are_left_out_and_named() {
    let grammar = "s = number / \"(\" s \")\" / word\nlist = number / \"(\" list \")\"\nnumber = 1*\"1\"\n\
                   word = <any word>\nodd = number missing\nlong = 1000( 1000\"xy\" ) / odd\nuser = long\n\
                   large = \"x\" / 1000( 1000\"xy\" )\nendless = \"x\" endless\n";
    let generated = sources("parts", grammar, "")
        .generate()
        .expect("some are left");
    assert_eq!(
        generated.left_out,
        [
            "production `s` uses `word`, which uses prose: <any word>",
            "production `word` uses prose: <any word>",
            "production `odd` uses `missing`, which the grammar does not define",
            "production `long` uses `odd`, which uses `missing`, which the grammar does not define",
            "production `user` uses `long`, which uses `odd`, which uses `missing`, which the grammar does not define",
            "production `endless` derives no text, because each of these needs the next: endless → endless",
        ]
    );
    let variants = |code: &str| -> Vec<String> {
        let lines = code
            .lines()
            .skip_while(|line| !line.contains("pub const ALL"));
        let variants = lines.skip(1);
        let variants =
            variants.map_while(|line| line.trim().strip_prefix("Self::")?.strip_suffix(','));
        variants.map(str::to_owned).collect()
    };
    let rule = &generated.files["src/tables/rule.rs"];
    assert_eq!(variants(rule), ["List", "Number", "Large"], "{rule}");
    let parsers = &generated.files["src/rules/productions.rs"];
    assert_eq!(body(parsers, "list"), "recognized()");
    assert_eq!(body(parsers, "large"), "recognized()");
    assert_ne!(body(parsers, "number"), "recognized()");
    let part = CrateSources {
        rule: Some("list"),
        ..sources("parts", grammar, "")
    };
    let part = part.generate().expect("it has code");
    assert!(part.left_out.is_empty(), "{:?}", part.left_out);
    assert_eq!(
        variants(&part.files["src/tables/rule.rs"]),
        ["List", "Number"]
    );
}

#[test]
fn only_a_crate_with_recursion_has_undecided_answers() {
    let grammars = [
        "list = [ list ] \"x\" / \"(\" list \")\"\n",
        "list = 1*\"x\"\n",
    ];
    for (grammar, is_recursive) in grammars.into_iter().zip([true, false]) {
        let files = generated("lists", grammar, "").expect("it has code");
        let [library, tests] = ["src/lib.rs", "tests/grammar.rs"].map(|path| &files[path]);
        for word in ["Undecided", "Result<bool, LimitReached>", "type ParseError"] {
            assert_eq!(library.contains(word), is_recursive, "{word}");
        }
        for word in ["#![no_std]", "pub fn streaming<", "-> bool {"] {
            assert_eq!(library.contains(word), !is_recursive, "{word}");
        }
        assert_eq!(tests.contains("rfcbnf::recognizer"), is_recursive);
        assert_eq!(tests.contains("rfcbnf::automaton"), !is_recursive);
        let mut lines = files.values().flat_map(|text| text.lines());
        assert!(lines.all(|line| !line.trim().starts_with('%')));
    }
}

#[test]
fn typed_nodes_know_how_many_children_there_are() {
    let grammar = "list = item *( \",\" item ) [ end ]\nitem = end / 2sign word / sign\n\
                   end = \"!\" list\nword = 1*sign 0*1wide [ type ]\nsign = \"+\" / \"-\"\n\
                   wide = escape / \"%\"\nescape = \"%\" 1*type\ntype = \"self\"\n";
    let layout = "[characters]\nproductions = [\"sign\", \"wide\"]\n";
    let typed = &generated("parts", grammar, layout).expect("it has code")["src/typed.rs"];
    let lines = typed.lines().filter(|line| !line.contains("//"));
    assert_eq!(
        lines.collect::<Vec<_>>().join("\n").trim(),
        "rfcbnf_engine::typed_nodes! { crate::Rule;
    List {
        each item: Item,
        optional end: End,
    }
    Item {
        optional end: End,
        optional word: Word,
    }
    End {
        one list: List,
    }
    Word {
        optional escape: Escape,
        optional r#type: Type,
    }
    Escape {
        each r#type: Type,
    }
    Type {}
}"
    );
}

/// Returns the paths of the files below a folder, from there.
#[test]
fn an_alternation_of_productions_is_an_enum() {
    let grammar = "value = list / word / word\nlist = \"(\" *value \")\"\nword = 1*sign\nsign = \"+\" / \"-\"\n\
                   none = \"n\" / word\nsigned = word / sign\nnamed = list / alternative\nalternative = \"!\"\n";
    let typed = &generated("values", grammar, "").expect("it has code")["src/typed.rs"];
    let enums = typed
        .find("rfcbnf_engine::typed_alternatives!")
        .expect("there are some");
    let lines = typed[enums..].lines().filter(|line| !line.contains("//"));
    assert_eq!(
        lines.collect::<Vec<_>>().join("\n").trim(),
        "rfcbnf_engine::typed_alternatives! { crate::Rule;\n    Value { List, Word, }\n}"
    );
}

#[test]
fn enums_of_a_crate_are_non_exhaustive_on_request() {
    let grammar = "value = list / word\nlist = \"(\" *value \")\"\nword = 2\"+\"\n";
    let layout = "[crate]\nnon-exhaustive = true\n";
    for (layout, expected) in [("", 0), (layout, 2)] {
        let files = generated("values", grammar, layout).expect("it has code");
        let of_enums = ["src/tables/rule.rs", "src/typed.rs"].map(|path| &files[path]);
        let count = of_enums.map(|text| text.matches("#[non_exhaustive]").count());
        assert_eq!(count.iter().sum::<usize>(), expected);
    }
}

#[test]
fn a_crate_has_the_notes_of_its_prose() {
    let prose = r#"
        [[remark]]
        productions = ["port"]
        section = "3.1"
        text = "It can be omitted."

        [[note]]
        id = "no-letter"
        section = "3.2"
        message = "a port has \"digits\""
        productions = ["port"]
        found = { characters = "ab" }

        [[note]]
        id = "end"
        section = "3.3"
        message = "more is needed"
        found = "end"
    "#;
    let of = |prose| CrateSources {
        prose: Some(prose),
        ..sources("ports", "port = 1*digit\ndigit = \"0\" / \"1\"\n", "")
    };
    let files = of(prose).generate().expect("it has code").files;
    let notes = files["src/tables/notes.rs"].split_whitespace();
    let notes = notes.collect::<Vec<_>>().join(" ");
    for note in [
        r#"Note::new("no-letter", "3.2", "a port has \"digits\"") .within(&[Rule::Port.id()]) .found("ab"),"#,
        r#"Note::new("end", "3.3", "more is needed").at_end(),"#,
    ] {
        assert!(notes.contains(note), "{notes}");
    }
    assert!(files["src/rules/productions.rs"].contains("Section 3.1: It can be omitted."));
    assert_eq!(files["grammar/prose.toml"], prose);
    assert!(files["README.md"].contains(" --prose grammar/prose.toml "));
    let refused = |prose| of(prose).generate().unwrap_err().to_string();
    let unknown = prose.replace(
        "productions = [\"port\"]\n        found",
        "productions = [\"host\"]\n        found",
    );
    assert!(refused(&unknown).contains("`host`, which the grammar does not define"));
    let twice = prose.replace("\"end\"\n        section", "\"no-letter\"\n        section");
    assert_eq!(refused(&twice), "the prose has two notes `no-letter`");
}

#[test]
fn characters_and_blanks_that_trees_can_lack_are_proposed() {
    let of = |name: &str| {
        let grammar = rfcbnf::library::find(name)
            .expect("the library has it")
            .text();
        let generated = sources(name, grammar, "").generate().expect("it has code");
        let all = generated.proposals.into_iter();
        all.map(|one| one.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        of("rfc8259"),
        [
            "`begin-array` derives \"[\" between blanks",
            "`begin-object` derives \"{\" between blanks",
            "`end-array` derives \"]\" between blanks",
            "`end-object` derives \"}\" between blanks",
            "`name-separator` derives \":\" between blanks",
            "`value-separator` derives \",\" between blanks",
            "`ws` derives blanks only",
            "`char` derives a character, plain or encoded, wherever it is used",
        ]
    );
    assert_eq!(
        of("rfc3986"),
        [
            "`pchar` derives a character, plain or encoded, wherever it is used",
            "`pct-encoded` derives a character, plain or encoded, wherever it is used",
        ]
    );
    let dates = "dates = *date\ndate = 4DIGIT \"-\" 2DIGIT\n";
    let generated = sources("dates", dates, "").generate().expect("it has code");
    assert_eq!(generated.proposals, []);
}

#[test]
fn modules_that_people_write_are_in_the_crate() {
    let layout = |name| format!("[crate]\nmodules = [\"{name}\"]\n");
    let grammar = "a = \"x\"\n";
    let files = generated("letters", grammar, &layout("reference")).expect("it has code");
    assert!(files["src/lib.rs"].contains("\npub mod reference;\n"));
    assert!(!files.contains_key("src/reference.rs"));
    for name in ["rules", "tables", "fn", "../x", "Reference"] {
        let error = crate_refusal("letters", grammar, &layout(name));
        assert!(error.contains("a module"), "{name}: {error}");
    }
}

fn files_below(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let path = path.strip_prefix(folder).expect("it is below");
                found.insert(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn sources<'a>(name: &'a str, grammar: &'a str, layout: &'a str) -> CrateSources<'a> {
    CrateSources {
        name,
        grammar,
        notation: None,
        readings: None,
        layout: Some(layout),
        prose: None,
        rule: None,
        dependencies: Dependencies::Published,
    }
}

fn generated(name: &str, grammar: &str, layout: &str) -> Result<Files, CrateError> {
    let generated = sources(name, grammar, layout).generate()?;
    Ok(generated.files)
}

fn crate_refusal(name: &str, grammar: &str, layout: &str) -> String {
    let error = generated(name, grammar, layout).expect_err("no crate can be generated");
    error.to_string()
}

#[test]
fn a_grammar_with_too_many_productions_is_refused() {
    let productions = |count: usize| {
        let productions = (0..count).map(|number| format!("a{number} = \"x\"\n"));
        productions.collect::<Vec<_>>().concat()
    };
    assert_eq!(
        refusal(&productions(1025)),
        "the grammar has 1025 productions, and generated code can have 1024 at most: divide the grammar"
    );
    // It takes long to generate code from that many, so something else is wrong here.
    let allowed = productions(1023) + "A0 = \"x\"\n";
    assert_eq!(
        refusal(&allowed),
        "productions `a0` and `A0` would both be called `a0` in Rust: rename one of them"
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_grammar_with_as_many_productions_as_allowed_has_code() {
    let productions = (0..1024).map(|number| format!("a{number} = \"x\"\n"));
    assert!(small(&productions.collect::<String>(), "").is_ok());
}

#[test]
fn two_productions_of_one_name_in_rust_are_refused() {
    assert_eq!(
        refusal("a-b = \"x\"\na_b = \"y\"\n"),
        "productions `a-b` and `a_b` would both be called `a_b` in Rust: rename one of them"
    );
}

#[test]
fn a_production_that_is_too_large_is_refused() {
    assert_eq!(
        refusal("a = 1000( 1000\"xy\" )\n"),
        "production `a` is too large to be decided: its automaton takes more than 10000 states or 64 MiB, or the grammar more than 8 million steps"
    );
}

#[test]
fn excluded_texts_end_where_the_production_cannot_go_on() {
    let reading = "[[reading]]\nid = \"none\"\nproductions = [\"b\"]\nsection = \"1\"\ndecision = \"So.\"\n\
                   why = \"Because.\"\napply = { exclude = { names-under = \"a\" } }\n";
    let b = |bnf: &str| {
        let mut files = small(bnf, reading).expect("code can be generated");
        body(&files.remove("rules/things.rs").expect("the module"), "b")
    };
    // What is left begins with `c`: after "a", nothing is viable.
    let short = b("a = \"ab:\" | \"aB:\"\nb = \"ab:\" | \"cd:\"\n");
    assert!(short.contains("except(&[\"a\"], "), "{short}");
    // "aX" and "xy" begin with parts of the excluded texts.
    let long = b("a = \"ab:\" | \"xyz:\"\nb = \"ab:\" | \"AX\" | \"xyz:\" | \"xy\"\n");
    assert!(long.contains("except(&[\"ab\", \"xyz\"], "), "{long}");
}

#[test]
fn a_production_without_texts_after_a_reading_is_refused() {
    let reading = "[[reading]]\nid = \"none\"\nproductions = [\"b\"]\nsection = \"1\"\ndecision = \"So.\"\n\
                   why = \"Because.\"\napply = { exclude = { names-under = \"a\" } }\n";
    assert_eq!(
        small("a = \"x:\"\nb = \"x:\" \"y\"\n", reading)
            .expect_err("nothing is left")
            .to_string(),
        "production `b` derives no text"
    );
}

/// Returns the reason why nothing is generated from a grammar with this layout.
fn refusal_of_layout(layout: &str) -> String {
    let grammar = rfcbnf::read("; Things\n\na = \"x\"\n").expect("the grammar has no errors");
    let layout = Layout::from_toml(layout).expect("the layout is well formed");
    let readings = Readings::default();
    let error = generate(&grammar, &readings, &Prose::default(), &layout);
    error.expect_err("the layout is wrong").to_string()
}

#[test]
fn a_module_with_an_unsuitable_file_name_is_refused() {
    for name in [
        "../../evil",
        "/tmp/x",
        "",
        "x y",
        "Things",
        "9p",
        "self",
        "gen",
        "mod",
        "bodies",
        "tables",
    ] {
        let layout =
            format!("[[module]]\nname = {name:?}\nsection = \"1\"\nheadings = [\"Things\"]\n");
        assert_eq!(
            refusal_of_layout(&layout),
            format!(
                "the layout names a module {name:?}: a name is a lowercase letter, followed by lowercase letters, \
                 digits and `_`, and it is neither a keyword of Rust nor `mod`, `bodies` or `tables`"
            )
        );
    }
}

#[test]
fn a_layout_for_what_the_grammar_lacks_is_refused() {
    assert_eq!(
        refusal_of_layout(
            "[[module]]\nname = \"other\"\nsection = \"1\"\nheadings = [\"Things\", \"Other things\"]\n"
        ),
        "the layout puts the heading \"Other things\" into the module `other`, but the grammar has no such heading"
    );
    assert_eq!(
        refusal_of_layout("[crate]\nname = \"Things\"\n"),
        "\"Things\" cannot be the name of the crate: a name is a lowercase letter, followed by lowercase letters, \
         digits, `-` and `_`, and it is neither a keyword of Rust nor a crate that the generated code uses"
    );
    assert_eq!(
        refusal_of_layout("[crate]\ntitle = \"a \\\"b\\\"\"\n"),
        "the layout has the title \"a \\\"b\\\"\": a title is one line without quotation marks, backquotes, \
         backslashes, braces and percent signs"
    );
    assert_eq!(
        refusal_of_layout("[crate]\nlicense = \"MIT\\n\"\n"),
        "the layout has the license \"MIT\\n\": a license is an expression of SPDX, such as `MIT OR Apache-2.0`"
    );
    assert_eq!(
        refusal_of_layout("[characters]\nproductions = [\"a\", \"digit\"]\n"),
        "the layout lists \"digit\" as a character production, which the grammar does not define"
    );
}
