//! Files that are the same for every grammar, except for a few names and blocks of lines.

/// Fills in a template: `%name%` stands for the value of that name. The lines between a line `%if name%` and a line
/// `%end%` are left out if that value is empty, and those between `%unless name%` and `%end%` if it is not. A line
/// `%else%` turns the condition of its block around.
///
/// # Panics
///
/// Panics if the template mentions a name without a value.
pub(super) fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let value = |name: &str| {
        let value = values.iter().find(|(one, _)| *one == name);
        value
            .unwrap_or_else(|| panic!("the template mentions {name}"))
            .1
    };
    // Whether the lines of each open block are kept, from the outermost block to the innermost.
    let mut blocks: Vec<bool> = Vec::new();
    let mut text = String::new();
    for line in template.split_inclusive('\n') {
        let marker = line
            .trim()
            .strip_prefix('%')
            .and_then(|marker| marker.strip_suffix('%'));
        match marker.map(|marker| marker.split_once(' ').unwrap_or((marker, ""))) {
            Some(("if", name)) => blocks.push(!value(name).is_empty()),
            Some(("unless", name)) => blocks.push(value(name).is_empty()),
            Some(("else", "")) => {
                if let Some(is_kept) = blocks.last_mut() {
                    *is_kept = !*is_kept;
                }
            }
            Some(("end", "")) => drop(blocks.pop()),
            _ if blocks.iter().all(|is_kept| *is_kept) => {
                for (index, part) in line.split('%').enumerate() {
                    text += if index % 2 == 1 { value(part) } else { part };
                }
            }
            _ => {}
        }
    }
    text
}

/// Returns a value that decides about lines: empty if those of `%if name%` are left out.
pub(super) fn flag(is_kept: bool) -> &'static str {
    if is_kept { "true" } else { "" }
}
