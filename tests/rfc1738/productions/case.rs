//! What a table says of a text.

use rfc1738::{Detail, Rule};

/// The cases of a production.
pub(crate) struct Production {
    pub(crate) rule: Rule,
    pub(crate) cases: &'static [Case],
}

/// A text and what its production makes of it.
pub(crate) struct Case {
    /// What it shows, in lower-case words.
    pub(crate) name: &'static str,
    pub(crate) text: &'static [u8],
    /// How much of the tree the snapshot shows.
    pub(crate) detail: Detail,
    pub(crate) outcome: Outcome,
}

/// The texts of all nodes of a production, in order; none where the tree has no such node.
pub(crate) type Nodes = (Rule, &'static [&'static str]);

/// What the production makes of the text.
pub(crate) enum Outcome {
    /// It derives it, and these nodes stand in the tree.
    Accepted(&'static [Nodes]),
    /// It does not derive it.
    Rejected(Viable),
}

/// The longest prefix of a text that is also a prefix of some text of the production.
pub(crate) struct Viable {
    pub(crate) length: usize,
    /// Whether the production derives it.
    pub(crate) complete: bool,
}

/// A prefix that the production derives, while nothing longer can become a text of it.
pub(crate) const fn complete(length: usize) -> Viable {
    Viable {
        length,
        complete: true,
    }
}

/// A prefix that needs more to become a text of the production.
pub(crate) const fn incomplete(length: usize) -> Viable {
    Viable {
        length,
        complete: false,
    }
}

/// A text that the production derives.
pub(crate) const fn accepted(
    name: &'static str,
    text: &'static str,
    nodes: &'static [Nodes],
) -> Case {
    let outcome = Outcome::Accepted(nodes);
    Case {
        name,
        text: text.as_bytes(),
        detail: Detail::Rules,
        outcome,
    }
}

/// The same, where the nodes and the snapshot are those of the full derivation.
pub(crate) const fn accepted_in_full(
    name: &'static str,
    text: &'static str,
    nodes: &'static [Nodes],
) -> Case {
    let outcome = Outcome::Accepted(nodes);
    Case {
        name,
        text: text.as_bytes(),
        detail: Detail::Characters,
        outcome,
    }
}

/// A text that the production does not derive.
pub(crate) const fn rejected(name: &'static str, text: &'static str, viable: Viable) -> Case {
    rejected_octets(name, text.as_bytes(), viable)
}

/// The same for what may not be UTF-8.
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
