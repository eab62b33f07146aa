//! Passwords: output for people shows `***` where it explains an error, and JSON keeps the text.

use serde_json::Value;

use crate::command::{exits, file, stderr, stdout};

/// Returns the JSON without what the user gave, and what it is called.
fn without_texts(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !["input", "raw", "text"].contains(&name.as_str()));
            fields.values_mut().for_each(without_texts);
        }
        Value::Array(values) => values.iter_mut().for_each(without_texts),
        _ => {}
    }
}

#[test]
fn what_a_command_says_does_not_depend_on_the_password() {
    let commands = [
        "parse TEXT",
        "inspect TEXT",
        "derivations TEXT",
        "parse --format json TEXT",
        "inspect --format json TEXT",
        "check --errors-only passwords-FILE.txt",
        "check --errors-only --summary human passwords-FILE.txt",
        "check --format json passwords-FILE.txt",
        "check --summary json passwords-FILE.txt",
        "extract --bare passwords-FILE.txt",
        "extract --bare --format json passwords-FILE.txt",
    ];
    let said = |password: &str| {
        let text = format!("ftp://u:{password}@h/");
        let name = format!("of-{}", &password[3..]);
        file(
            &format!("passwords-{name}.txt"),
            format!("{text}\n").as_bytes(),
        );
        let mut all = Vec::new();
        for command in commands {
            let line = command
                .replace("TEXT", &format!("'{text}'"))
                .replace("FILE", &name);
            let run = exits(&line, 1);
            let errors = stderr(&run);
            let lines = stdout(&run);
            let lines = lines.lines().map(|line| match serde_json::from_str(line) {
                Ok(mut json) => {
                    without_texts(&mut json);
                    json.to_string()
                }
                // The URL that is found is what was asked for.
                Err(_) => line.replace(&text, "URL"),
            });
            let lines = lines.collect::<Vec<_>>().join("\n");
            all.push(format!("{command}: {lines}{errors}").replace(&name, "FILE"));
        }
        all
    };
    assert_eq!(said("Se{cret"), said("Qz^1234"));
}

#[test]
fn an_error_of_another_grammar_hides_the_password() {
    // The production, what is before the password, and what is after it.
    let places = [
        ("URI", "http://me:", "@h/ "),
        ("URI-reference", "//me:", "@h/ "),
        ("authority", "me:", "@h "),
        ("userinfo", "me:", ""),
        ("reg-name", "http://me:", "@h/"),
    ];
    let commands = [
        "parse TEXT",
        "derivations TEXT",
        "parse --format json TEXT",
        "derivations --format json TEXT",
        "check --errors-only passwords-FILE.txt",
        "check --format json passwords-FILE.txt",
        "check --summary human passwords-FILE.txt",
        "check --summary json passwords-FILE.txt",
        "check --whole passwords-FILE.txt",
    ];
    let library = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../rfcbnf/library/rfc3986.abnf"
    );
    let said = |password: &str| {
        let mut all = Vec::new();
        for (place, (rule, before, after)) in places.iter().enumerate() {
            let text = format!("{before}{password}{after}");
            let name = format!("3986-{place}-{}", &password[3..]);
            file(&format!("passwords-{name}.txt"), format!("{text}\n"));
            for command in commands {
                let command = command
                    .replace("TEXT", &format!("'{text}'"))
                    .replace("FILE", &name);
                let run = exits(&format!("{command} --grammar {library} --rule {rule}"), 1);
                let lines = stdout(&run);
                let lines = lines.lines().map(|line| match serde_json::from_str(line) {
                    Ok(mut json) => {
                        without_texts(&mut json);
                        json.to_string()
                    }
                    Err(_) => line.to_owned(),
                });
                let lines = lines.collect::<Vec<_>>().join("\n");
                let said = format!("{lines}{}", stderr(&run)).replace(&name, "FILE");
                assert!(!said.contains(password), "{command}: {said}");
                all.push(format!("{rule}: {said}"));
            }
        }
        all
    };
    // No character of either is in what is expected.
    assert_eq!(said("Se{cret"), said("Qz^1234"));
}
