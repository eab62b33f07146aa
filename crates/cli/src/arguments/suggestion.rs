//! Suggestions for an unknown name.

use rfcbnf::UnknownProduction;

/// The least likeness of a suggestion, from 0 to 1.
const LIKENESS: f64 = 0.85;

/// The most names suggested.
const SUGGESTIONS: usize = 3;

/// The length in bytes of the longest name compared.
const LENGTH: usize = 100;

/// Returns the message for an unknown production. `command` lists the productions of the grammar.
pub(crate) fn unknown_production(error: &UnknownProduction, command: &str) -> String {
    let joint = if error.similar().is_empty() { ";" } else { "" };
    format!("{error}{joint} `{command}` lists them")
}

/// Returns a question that suggests similar names; empty if there are none.
pub(crate) fn suggestions<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> String {
    match nearest(name, names).as_slice() {
        [] => String::new(),
        [only] => format!("; did you mean {only}?"),
        [first @ .., last] => format!("; did you mean {} or {last}?", first.join(", ")),
    }
}

/// The names most similar to this one, best first.
fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let name = name.to_ascii_lowercase();
    // The time to compare grows with the product of the lengths.
    if name.len() > LENGTH {
        return Vec::new();
    }
    let likeness = |other: &str| strsim::jaro_winkler(&name, &other.to_ascii_lowercase());
    let mut near: Vec<(f64, &str)> = Vec::new();
    for other in names.filter(|other| other.len() <= LENGTH) {
        let likeness = likeness(other);
        if likeness >= LIKENESS && near.iter().all(|(_, known)| *known != other) {
            near.push((likeness, other));
        }
    }
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    near.into_iter()
        .map(|(_, name)| name)
        .take(SUGGESTIONS)
        .collect()
}
