//! What lines of bodies have outside of literals and comments.

/// Returns whether a text has a name with brackets directly after it, and a comma within them or a name that is none
/// of a rule.
pub(super) fn has_call(text: &str, is_rule: impl Fn(&str) -> bool) -> bool {
    let mut brackets = text.match_indices('(');
    brackets.any(|(at, _)| {
        let inside = text[at..].split(')').next().unwrap_or("");
        let before = &text[..at];
        let is_of_name = |one: char| one.is_ascii_alphanumeric() || "-_".contains(one);
        let name = &before[before.trim_end_matches(is_of_name).len()..];
        // `2(` and `%x0D(` are no names.
        let is_name = name.starts_with(|one: char| one.is_ascii_alphabetic())
            && !before[..before.len() - name.len()].ends_with('%');
        is_name && (inside.contains(',') || !is_rule(name))
    })
}

pub(super) fn without_quotes(line: &str) -> String {
    // In RFC 822 style, that is a quotation mark.
    let line = line.replace("<\">", " ");
    let parts = line.split('"').step_by(2);
    let visible: String = parts.collect::<Vec<_>>().join("\"");
    let visible = visible.split(';').next().unwrap_or("");
    visible.to_owned()
}

pub(super) fn has_comment(line: &str) -> bool {
    let mut is_quoted = false;
    line.chars().any(|one| {
        is_quoted ^= one == '"';
        one == ';' && !is_quoted
    })
}

pub(super) fn with_semicolon(line: &str) -> String {
    let content = line.trim_start();
    let margin = &line[..line.len() - content.len()];
    format!("{margin}; {content}")
}
