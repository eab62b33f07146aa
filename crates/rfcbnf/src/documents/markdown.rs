//! The code blocks of Markdown, as drafts for kramdown-rfc have them:
//!
//! ```text
//! ~~~ abnf
//! port = 1*DIGIT
//! ~~~
//! ```
//!
//! A line of three or more `~` or `` ` `` opens a block, and one of at least as many closes it (`CommonMark`, Section 4.5).
//! Behind the first is the type of the block, also in braces: `~~~ {: .abnf}`. kramdown reads the type from a line of
//! attributes behind the block, too: `{: type="abnf"}`. Headings of other formats are underlined with `~`, so a line
//! without a type opens a block only below a blank line.

use std::collections::HashMap;
use std::ops::Range;

/// The least number of marks in a fence.
const MARKS: usize = 3;

/// A code block.
pub(super) struct CodeBlock {
    /// The lines between the fences, as indices.
    pub(super) inside: Range<usize>,
    /// The type in lower case. It can be empty.
    pub(super) kind: String,
}

/// Finds the code blocks of a text. A fence that nothing closes opens none.
pub(super) fn code_blocks(lines: &[&str]) -> Vec<CodeBlock> {
    let mut found = Vec::new();
    // Nothing from here on closes fences of these numbers of marks: no search for them starts again.
    let mut unclosed: HashMap<char, usize> = HashMap::new();
    let mut index = 0;
    while index < lines.len() {
        let start = index;
        index += 1;
        let Some((mark, length, info)) = fence(lines[start]) else {
            continue;
        };
        let above = start.checked_sub(1).map_or("", |above| lines[above].trim());
        let is_known = unclosed.get(&mark).is_some_and(|known| length >= *known);
        if is_known || (info.is_empty() && !above.is_empty()) {
            continue;
        }
        let closes = |&at: &usize| {
            let closing = fence(lines[at]);
            closing
                .is_some_and(|(one, least, rest)| one == mark && least >= length && rest.is_empty())
        };
        let Some(end) = (index..lines.len()).find(closes) else {
            unclosed.insert(mark, length);
            continue;
        };
        let mut kind = kind_of(info);
        if kind.is_empty() {
            let attributes = lines.get(end + 1).map_or("", |line| line.trim());
            kind = attributes.strip_prefix("{:").map_or("", kind_of);
        }
        found.push(CodeBlock {
            inside: index..end,
            kind: kind.to_ascii_lowercase(),
        });
        index = end + 1;
    }
    found
}

/// Returns the mark of a fence, the number of its marks, and what is behind them.
fn fence(line: &str) -> Option<(char, usize, &str)> {
    let line = line.trim();
    let mark = line.chars().next().filter(|one| "~`".contains(*one))?;
    let info = line.trim_start_matches(mark);
    let length = line.len() - info.len();
    (length >= MARKS && !info.contains('`')).then(|| (mark, length, info.trim()))
}

/// Returns the type that is behind a fence or in attributes: the first word that is no name or number of the block.
fn kind_of(info: &str) -> &str {
    let mut words = info.split([' ', '\t', '{', '}', ':', ',']);
    let word = words.find(|word| {
        let is_other_attribute = word.contains('=') && !word.starts_with("type=");
        !word.is_empty() && !word.starts_with('#') && !is_other_attribute
    });
    let word = word.unwrap_or("");
    let word = word.strip_prefix("type=").unwrap_or(word);
    let word = word.trim_matches(['"', '\'', '.']);
    word.strip_prefix("language-").unwrap_or(word)
}
