//! What is coloured how.

use anstyle::{AnsiColor, Effects, Style};

/// The styles of one output.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Palette {
    /// The name of a production.
    pub(crate) name: Style,
    /// Offsets and counts.
    pub(crate) number: Style,
    /// The text of a node, branches of a tree, and whatever else stands back.
    pub(crate) faint: Style,
    /// A heading or a label.
    pub(crate) heading: Style,
    /// Where a file is named.
    pub(crate) place: Style,
    /// The word `error`, and what it points at.
    pub(crate) error: Style,
    /// The word `warning`, and what it points at.
    pub(crate) warning: Style,
    /// The word `note`, and what it points at.
    pub(crate) note: Style,
}

impl Palette {
    /// For outputs that show styles, and for those that take them out.
    pub(crate) const COLORED: Self = Self {
        name: AnsiColor::Cyan.on_default().effects(Effects::BOLD),
        number: AnsiColor::Green.on_default(),
        faint: Style::new().effects(Effects::DIMMED),
        heading: Style::new().effects(Effects::BOLD),
        place: AnsiColor::Magenta.on_default(),
        error: AnsiColor::BrightRed.on_default().effects(Effects::BOLD),
        warning: AnsiColor::Yellow.on_default().effects(Effects::BOLD),
        note: AnsiColor::BrightGreen.on_default().effects(Effects::BOLD),
    };

    /// For outputs that show none.
    pub(crate) const PLAIN: Self = Self {
        name: Style::new(),
        number: Style::new(),
        faint: Style::new(),
        heading: Style::new(),
        place: Style::new(),
        error: Style::new(),
        warning: Style::new(),
        note: Style::new(),
    };
}
