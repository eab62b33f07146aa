//! Files that are the same for every grammar, except for a few names.

/// Fills in the values of a template: `%name%` stands for the value of that name.
///
/// # Panics
///
/// Panics if the template mentions a name without a value.
pub(super) fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let parts = template.split('%').enumerate();
    let filled = parts.map(|(index, part)| {
        let is_name = index % 2 == 1;
        let value = || values.iter().find(|(name, _)| *name == part);
        if is_name {
            value()
                .unwrap_or_else(|| panic!("the template mentions {part}"))
                .1
        } else {
            part
        }
    });
    filled.collect()
}
