//! Styles for the parts of an output.
//!
//! ```
//! use rfc1738_views::palette::Palette;
//!
//! let style = Palette::COLORED.error;
//! assert_ne!(format!("{style}error{style:#}"), "error");
//! let style = Palette::PLAIN.error;
//! assert_eq!(format!("{style}error{style:#}"), "error");
//! ```

use anstyle::{AnsiColor, Effects, Style};

/// The styles of one output.
///
/// A view writes a style before a part and its reset after it: `{name}` and `{name:#}`. The
/// styles of [`Palette::PLAIN`] write nothing.
#[derive(Debug, Clone, Copy)]
pub struct Palette {
    /// The name of a production.
    pub name: Style,
    /// An offset or a count.
    pub number: Style,
    /// The text of a node, the branches of a tree, and other secondary parts.
    pub faint: Style,
    /// A heading or a label.
    pub heading: Style,
    /// The name of a file.
    pub file: Style,
    /// The word `error` and the mark below an error.
    pub error: Style,
    /// The word `warning` and the mark below a warning.
    pub warning: Style,
    /// The word `note` and the mark below a note.
    pub note: Style,
}

impl Palette {
    /// ANSI colors, for an output that shows or strips them.
    pub const COLORED: Self = Self {
        name: AnsiColor::Cyan.on_default().effects(Effects::BOLD),
        number: AnsiColor::Green.on_default(),
        faint: Style::new().effects(Effects::DIMMED),
        heading: Style::new().effects(Effects::BOLD),
        file: AnsiColor::Magenta.on_default(),
        error: AnsiColor::BrightRed.on_default().effects(Effects::BOLD),
        warning: AnsiColor::Yellow.on_default().effects(Effects::BOLD),
        note: AnsiColor::BrightGreen.on_default().effects(Effects::BOLD),
    };

    /// No styles.
    pub const PLAIN: Self = Self {
        name: Style::new(),
        number: Style::new(),
        faint: Style::new(),
        heading: Style::new(),
        file: Style::new(),
        error: Style::new(),
        warning: Style::new(),
        note: Style::new(),
    };
}
