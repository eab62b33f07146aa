//! Text in the documentation of generated code, which rustdoc reads as Markdown.
//!
//! Invariant: text from a grammar, its readings or its layout is shown as it is. It makes no HTML, no
//! link, no list and no block of code, which rustdoc would run as a test.

use std::fmt::Write as _;

use rfcbnf_engine::escape::Printable;

/// The characters that Markdown gives a meaning anywhere.
const MARKUP: [char; 8] = ['\\', '`', '*', '[', ']', '<', '~', '|'];

/// Returns a sentence as Markdown shows it unchanged.
pub(super) fn sentence(text: &str) -> String {
    let text = Printable(text.trim().as_bytes()).to_string();
    let words = text.split_inclusive(' ').enumerate();
    words.map(|(index, part)| word(part, index == 0)).collect()
}

/// Returns a word and the space after it. A line may begin with any word.
fn word(word: &str, is_first: bool) -> String {
    let mut escaped = String::with_capacity(word.len());
    let characters: Vec<char> = word.chars().collect();
    let is_letter = |index: usize| {
        characters
            .get(index)
            .is_some_and(|one| one.is_alphanumeric())
    };
    for (index, &character) in characters.iter().enumerate() {
        let has_meaning = match character {
            // A heading, a quotation or an entry of a list.
            '#' | '>' | '+' | '-' | '=' => index == 0,
            // An emphasis does not begin inside a word.
            '_' => index == 0 || !is_letter(index - 1) || !is_letter(index + 1),
            // A name of a character, such as `&lt;`.
            '&' => is_letter(index + 1) || characters.get(index + 1) == Some(&'#'),
            '.' | ')' => {
                is_number_of_entry(&characters[..index], is_first) && !is_letter(index + 1)
            }
            _ => MARKUP.contains(&character),
        };
        if has_meaning {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Returns whether the digits begin an entry of a list. Only a list that begins with 1 interrupts a
/// paragraph.
fn is_number_of_entry(digits: &[char], is_first: bool) -> bool {
    let are_digits = !digits.is_empty() && digits.iter().all(char::is_ascii_digit);
    are_digits && (is_first || *digits == ['1'])
}

/// Returns a text as code inside a sentence.
pub(super) fn code(text: &str) -> String {
    let text = Printable(text.as_bytes()).to_string();
    let fence = "`".repeat(longest_run(&text) + 1);
    // A space keeps a quotation mark apart from those around it.
    let space = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Returns lines of a grammar as a block of code, with a line end after it.
pub(super) fn block(text: &str) -> String {
    let fence = "`".repeat(3.max(longest_run(text) + 1));
    let mut block = format!("{fence}bnf\n");
    for line in text.lines() {
        let parts = line.trim_end().split('\t');
        let parts: Vec<String> = parts
            .map(|part| Printable(part.as_bytes()).to_string())
            .collect();
        let _ = writeln!(block, "{}", parts.join("\t"));
    }
    block + &fence + "\n"
}

/// Returns the length of the longest run of backquotes.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|character| character != '`');
    runs.map(str::len).max().unwrap_or(0)
}
