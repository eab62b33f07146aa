//! The kinds of damage that a copied grammar has, with the message and the help of each.

use std::fmt;

/// Damage that a grammar took when it was copied. The reader repairs it and reads on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// Lines begin with their numbers.
    LineNumbers {
        /// The number of such lines.
        lines: usize,
    },
    /// The headers and footers of pages are between the rules.
    PageFurniture {
        /// The number of headers and footers.
        lines: usize,
    },
    /// Lines end with CR alone.
    CarriageReturns {
        /// The number of such lines.
        lines: usize,
    },
    /// Fences of Markdown enclose the grammar.
    CodeFences {
        /// The number of fences.
        lines: usize,
    },
    /// HTML entities replace characters.
    HtmlEntities {
        /// The first of them.
        first: String,
        /// The number of them.
        places: usize,
    },
    /// Comments continue on lines without a semicolon.
    WrappedComments {
        /// The number of such lines.
        lines: usize,
    },
    /// The text of a document is around the rules: paragraphs, headings, captions.
    Paragraphs {
        /// The number of its lines.
        lines: usize,
    },
    /// Characters that look like ASCII replace ASCII.
    LookAlikes {
        /// The first different characters, each with the text that is meant.
        characters: Vec<(char, &'static str)>,
        /// The number of further different characters.
        further: usize,
        /// The number of places.
        places: usize,
    },
    /// Rules begin within a line, because line ends are lost.
    RulesOnOneLine {
        /// The number of rules that do not begin on a line of their own.
        rules: usize,
    },
    /// Lines that continue a production are not indented deeper than it.
    LostIndentation {
        /// The number of such lines.
        lines: usize,
    },
}

impl Damage {
    /// Returns what to do about the damage.
    pub(super) fn help(&self) -> &'static str {
        match self {
            Self::LineNumbers { .. } => "remove the numbers; the rest was read without them",
            Self::PageFurniture { .. } => {
                "remove the headers and footers; the rest was read without them"
            }
            Self::CarriageReturns { .. } => {
                "end lines with LF or CR LF; the rest was read as if they did"
            }
            Self::CodeFences { .. } => "remove the fences; the rest was read without them",
            Self::HtmlEntities { .. } => {
                "copy the text of the page, not its HTML; the rest was read as if it had the characters"
            }
            Self::WrappedComments { .. } => {
                "write a semicolon before them; the rest was read as if there were one"
            }
            Self::Paragraphs { .. } => {
                "leave it out, as `grammar extract` does; the rest was read without it"
            }
            Self::LookAlikes { .. } => {
                "type these characters again; the rest was read as if they were ASCII"
            }
            Self::RulesOnOneLine { .. } => {
                "begin each production, and each comment on productions, on a line of its own; the rest was \
                 read as if productions did"
            }
            Self::LostIndentation { .. } => {
                "indent further lines of a production deeper than its name; the rest was read as if \
                 they were"
            }
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |count: usize| if count == 1 { "" } else { "s" };
        match self {
            Self::LineNumbers { lines } => {
                write!(formatter, "{lines} lines begin with line numbers")
            }
            Self::PageFurniture { lines } => {
                let s = many(*lines);
                write!(
                    formatter,
                    "{lines} page header{s} or footer{s} in the grammar"
                )
            }
            Self::CarriageReturns { lines } => {
                let (s, verb) = if *lines == 1 { ("", "s") } else { ("s", "") };
                write!(
                    formatter,
                    "{lines} line{s} end{verb} with a carriage return alone"
                )
            }
            Self::CodeFences { lines } => {
                write!(
                    formatter,
                    "{lines} code fence{} in the grammar",
                    many(*lines)
                )
            }
            Self::HtmlEntities { first, places } => {
                let (y, is) = if *places == 1 {
                    ("y", "is")
                } else {
                    ("ies", "are")
                };
                write!(
                    formatter,
                    "{places} HTML entit{y} {is} in the grammar, such as `{first}`"
                )
            }
            Self::WrappedComments { lines } => {
                let (s, verb) = if *lines == 1 { ("", "s") } else { ("s", "") };
                write!(
                    formatter,
                    "{lines} line{s} continue{verb} a comment without a semicolon"
                )
            }
            Self::Paragraphs { lines } => {
                let (s, is) = if *lines == 1 {
                    ("", "is")
                } else {
                    ("s", "are")
                };
                write!(
                    formatter,
                    "{lines} line{s} around the productions {is} text, not grammar"
                )
            }
            Self::LookAlikes {
                characters,
                further,
                places,
            } => {
                formatter.write_str("characters that only look like ASCII: ")?;
                for (index, (found, meant)) in characters.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    let meant = match *meant {
                        "" => "nothing".to_owned(),
                        " " => "a space".to_owned(),
                        "\n" => "a line end".to_owned(),
                        meant => format!("`{meant}`"),
                    };
                    write!(formatter, "{comma}U+{:04X} for {meant}", u32::from(*found))?;
                }
                if *further > 0 {
                    write!(formatter, " and {further} other{}", many(*further))?;
                }
                write!(formatter, ", in {places} place{}", many(*places))
            }
            Self::RulesOnOneLine { rules } => {
                let (s, verb) = if *rules == 1 {
                    ("", "begins")
                } else {
                    ("s", "begin")
                };
                write!(formatter, "{rules} production{s} {verb} within a line")
            }
            Self::LostIndentation { lines } => {
                let (s, verb) = if *lines == 1 {
                    ("", "is")
                } else {
                    ("s", "are")
                };
                write!(
                    formatter,
                    "{lines} line{s} that continue{} a production {verb} not indented deeper than it",
                    if *lines == 1 { "s" } else { "" }
                )
            }
        }
    }
}
