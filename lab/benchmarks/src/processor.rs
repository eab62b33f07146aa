//! The name of the processor, which is the heading of its tables.

/// Returns the name of this machine's processor, and the architecture.
#[must_use]
pub fn name() -> String {
    let description = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let architecture = std::env::consts::ARCH;
    model(&description).map_or_else(
        || architecture.to_owned(),
        |model| format!("{model}, {architecture}"),
    )
}

/// Returns the model in a description by Linux. A virtual machine may hide the rest of the name, but not
/// the numbers of the family and the model.
fn model(description: &str) -> Option<String> {
    let field = |name: &str| {
        description.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            (key.trim() == name).then(|| value.trim())
        })
    };
    let name = field("model name")?;
    Some(match field("cpu family").zip(field("model")) {
        Some((family, model)) => format!("{name} (family {family}, model {model})"),
        None => name.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_family_and_model_follow_the_name() {
        let first = "cpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n";
        let second = "cpu family\t: 6\nmodel\t\t: 2\nmodel name\t: another\n";
        assert_eq!(
            model(&format!("processor\t: 0\n{first}\n{second}")).unwrap(),
            "AMD EPYC (family 25, model 1)"
        );
    }

    #[test]
    fn a_name_without_numbers_is_shown_alone() {
        assert_eq!(model("model name\t: a\n").unwrap(), "a");
        assert_eq!(model("CPU implementer\t: 0x41\n"), None);
    }
}
