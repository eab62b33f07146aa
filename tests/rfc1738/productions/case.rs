//! The cases of a table.

use rfc1738::{Detail, Rule};

/// The cases of a production.
pub(crate) struct Production {
    pub(crate) rule: Rule,
    pub(crate) cases: &'static [Case],
}

/// A text and the expected outcome.
pub(crate) struct Case {
    /// The name of the case, in lower-case words.
    pub(crate) name: &'static str,
    pub(crate) text: &'static [u8],
    /// The level of detail of the tree in the snapshot.
    pub(crate) detail: Detail,
    pub(crate) outcome: Outcome,
}

/// The expected outcome.
pub(crate) enum Outcome {
    /// The production derives the text, and the tree has these nodes. Each word is a production, `=` and the text of
    /// one of its nodes, in order. The tree has no node of a production that is alone.
    Accepted(&'static str),
    /// The production does not derive the text.
    Rejected(Viable),
}

/// The viable prefix of a text.
pub(crate) struct Viable {
    pub(crate) length: usize,
    /// Whether the production derives the prefix itself.
    pub(crate) complete: bool,
}

/// Returns a viable prefix that the production derives.
pub(crate) const fn complete(length: usize) -> Viable {
    Viable {
        length,
        complete: true,
    }
}

/// Returns a viable prefix that the production does not derive.
pub(crate) const fn incomplete(length: usize) -> Viable {
    Viable {
        length,
        complete: false,
    }
}

/// Returns the case of a text that the production derives.
pub(crate) const fn accepted(name: &'static str, text: &'static str, nodes: &'static str) -> Case {
    let outcome = Outcome::Accepted(nodes);
    Case {
        name,
        text: text.as_bytes(),
        detail: Detail::Rules,
        outcome,
    }
}

/// Returns the same with the nodes and the snapshot of the full derivation.
pub(crate) const fn accepted_in_full(
    name: &'static str,
    text: &'static str,
    nodes: &'static str,
) -> Case {
    let outcome = Outcome::Accepted(nodes);
    Case {
        name,
        text: text.as_bytes(),
        detail: Detail::Characters,
        outcome,
    }
}

/// Returns the case of a text that the production does not derive.
pub(crate) const fn rejected(name: &'static str, text: &'static str, viable: Viable) -> Case {
    rejected_octets(name, text.as_bytes(), viable)
}

/// Returns the same for octets that may not be UTF-8.
pub(crate) const fn rejected_octets(
    name: &'static str,
    text: &'static [u8],
    viable: Viable,
) -> Case {
    Case {
        name,
        text,
        detail: Detail::Rules,
        outcome: Outcome::Rejected(viable),
    }
}
