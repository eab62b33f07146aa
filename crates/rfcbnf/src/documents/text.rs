//! Documents in plain text, and the code blocks of Markdown, as drafts for kramdown-rfc have them:
//!
//! ```text
//! ~~~ abnf
//! port = 1*DIGIT
//! ~~~
//! ```
//!
//! A line of three or more `~` or `` ` `` opens a block, and one of at least as many closes it (`CommonMark`, Section
//! 4.5). After the first is the type of the block, also in braces: `~~~ {: .abnf}`. kramdown reads the type from a
//! line of attributes after the block, too: `{: type="abnf"}`. Headings of other formats are underlined with `~`, so
//! a line without a type opens a block only below a blank line.

use std::collections::HashMap;
use std::ops::Range;

use super::blocks::BlockText;
use super::document::{Above, Document, Erratum, ErratumPart, Line, Section, is_grammar, is_other};
use super::located::Located;
use super::pages::furniture;
use crate::error::Form;

/// The greatest indentation of the heading of a section.
const HEADING_MARGIN: usize = 8;

/// The greatest length of the title of a section.
const TITLE_LENGTH: usize = 90;

/// Takes a text apart. Each line has its number in the file.
pub(super) fn document(form: Form, lines: &[(usize, Located)]) -> Document {
    let texts: Vec<&str> = lines.iter().map(|(_, line)| &*line.text).collect();
    let is_furniture = furniture(&texts);
    let mut reader = Reader::default();
    let code_blocks = code_blocks(&texts);
    let is_quoted = quoted(&texts);
    let metadata = metadata(&texts);
    let mut includes = Vec::new();
    for (index, (number, line)) in lines.iter().enumerate() {
        let is_page_break = is_furniture[index] || line.text.contains('\x0c');
        let is_include = line.text.trim_start().starts_with(INCLUDE);
        if is_include {
            includes.push(*number);
        }
        let is_left_out = is_furniture[index] || is_include || index < metadata;
        let end = if is_left_out { 0 } else { line.text.len() };
        let mut text = line.part(0..end).with('\x0c', "");
        if is_quoted[index] {
            text = without_bar(&text);
        }
        let neighbour = |at: Option<usize>| {
            at.and_then(|at| texts.get(at))
                .is_none_or(|line| line.trim().is_empty())
        };
        let stands_alone = neighbour(index.checked_sub(1)) && neighbour(Some(index + 1));
        let stands_alone = stands_alone && !is_quoted[index];
        reader.line(*number, text.trimmed_end(), is_page_break, stands_alone);
    }
    let blocks = code_blocks.iter().map(|code| block(code, lines)).collect();
    announce(&mut reader.lines);
    enclose(&mut reader.lines, &code_blocks);
    Document {
        form,
        lines: reader.lines,
        sections: reader.sections,
        blocks,
        includes,
    }
}

/// What a line begins with that kramdown-rfc replaces by a file: `{::include ports.abnf}`.
const INCLUDE: &str = "{::include";

/// Returns the number of lines of the metadata that a draft in Markdown begins with: for kramdown-rfc, they are YAML between
/// lines that begin with `---`, for mmark TOML between lines of `%%%`. Neither is a grammar.
fn metadata(lines: &[&str]) -> usize {
    let mark = lines.first().map_or("", |line| line.trim_end());
    if mark != "---" && mark != "%%%" {
        return 0;
    }
    let end = lines.iter().skip(1).position(|line| line.starts_with(mark));
    end.map_or(0, |end| end + 2)
}

/// Returns a line of a quotation with a blank in the place of the bar in front of it.
fn without_bar(line: &Located) -> Located {
    let Some(bar) = line.text.find('|') else {
        return line.clone();
    };
    let mut plain = line.part(0..bar);
    plain.replace(" ", line.in_document(bar..bar + 1));
    plain.append(&line.part(bar + 1..line.text.len()));
    plain
}

/// Returns whether each line is of a quotation or an aside, as RFCs since 2019 print them: a paragraph or more with `|` in front
/// of each line, and two blanks between. Rows of tables and sides of boxes end with `|`, and alternatives are below a rule.
fn quoted(lines: &[&str]) -> Vec<bool> {
    let margin = |line: &str| {
        let column = line.find(|one: char| one != ' ')?;
        let rest = line[column..].strip_prefix('|')?.trim_end();
        let is_text = rest.is_empty() || rest.starts_with("  ") && !rest.ends_with('|');
        is_text.then_some(column)
    };
    let mut is_quoted = vec![false; lines.len()];
    let mut start = 0;
    for run in lines.chunk_by(|one, other| margin(one) == margin(other)) {
        let end = start + run.len();
        let is_blank = |at: Option<usize>| {
            let line = at.and_then(|at| lines.get(at));
            line.is_none_or(|line| line.trim().is_empty())
        };
        if margin(run[0]).is_some() && is_blank(start.checked_sub(1)) && is_blank(Some(end)) {
            is_quoted[start..end].fill(true);
        }
        start = end;
    }
    is_quoted
}

/// Marks the lines below a sentence that says that a grammar or an example follows, up to the next blank line.
fn announce(lines: &mut [Line]) {
    let mut above = String::new();
    let mut said = Above::default();
    for index in 0..lines.len() {
        if lines[index].is_blank() {
            continue;
        }
        let begins = index == 0 || lines[index - 1].is_blank();
        if begins {
            said = Above::of(&above);
            above.clear();
        }
        above.push(' ');
        above.push_str(lines[index].content());
        lines[index].above = said;
    }
}

/// Makes a block of its own of the lines between two fences of Markdown, and empties it if its type says that it is no
/// grammar.
fn enclose(lines: &mut [Line], code_blocks: &[CodeBlock]) {
    let mut block = 0;
    let mut done = 0;
    for code in code_blocks {
        let (before, inside) = (done..code.inside.start, code.inside.clone());
        lines[before].iter_mut().for_each(|line| line.block = block);
        let is_other = is_other(&code.kind);
        for line in &mut lines[inside] {
            line.block = block + 1;
            line.is_said_grammar = is_grammar(&code.kind);
            if is_other {
                line.text.clear();
            }
        }
        lines[code.inside.start - 1].text.clear();
        lines[code.inside.end].text.clear();
        done = code.inside.end;
        block += 2;
    }
    lines[done..].iter_mut().for_each(|line| line.block = block);
}

#[derive(Default)]
struct Reader {
    lines: Vec<Line>,
    sections: Vec<Section>,
    erratum: Option<Erratum>,
    part: Option<ErratumPart>,
}

impl Reader {
    fn line(&mut self, number: usize, line: Located, is_page_break: bool, stands_alone: bool) {
        self.read_erratum(line.text.trim());
        if let Some(section) = heading(&line.text, stands_alone) {
            self.sections.push(section);
        }
        self.lines.push(Line {
            text: line.text,
            origin: line.origin,
            number,
            section: self.sections.len().checked_sub(1),
            erratum: self.part.clone(),
            is_page_break,
            ..Line::default()
        });
    }

    /// Follows the words that the RFC Editor prints around errata, on pages of errata and within
    /// documents.
    fn read_erratum(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["EID", id, ..] | ["Errata", "ID:" | "ID", id, ..] => {
                self.erratum = Some(Erratum {
                    id: id.trim_end_matches([':', ',']).to_owned(),
                    status: status(line).to_owned(),
                });
                self.part = None;
            }
            ["Status:", ..] => {
                if let Some(erratum) = &mut self.erratum {
                    status(line).clone_into(&mut erratum.status);
                }
            }
            ["Original", "Text" | "Text:", ..] => {
                self.part = self.erratum.is_some().then_some(ErratumPart::Original);
            }
            ["Section", .., "says:"] if self.erratum.is_some() => {
                self.part = Some(ErratumPart::Original);
            }
            ["Corrected", "Text" | "Text:", ..] | ["It", "should", "say:"] => {
                self.part = self.erratum.clone().map(ErratumPart::Corrected);
            }
            ["Notes:", ..] | ["Notes"] if self.erratum.is_some() => self.part = None,
            _ if heading(line, true).is_some_and(|one| !one.title.is_empty()) => self.part = None,
            _ => {}
        }
    }
}

fn status(line: &str) -> &'static str {
    let all = [
        "Verified",
        "Held for Document Update",
        "Reported",
        "Rejected",
    ];
    let found = all.iter().find(|one| line.contains(*one));
    found.copied().unwrap_or("")
}

/// Returns the section that begins on the line: `3.2.1.  Ranges`, `Appendix A.  Collected ABNF`.
pub(super) fn heading(line: &str, stands_alone: bool) -> Option<Section> {
    let margin = line.len() - line.trim_start().len();
    if margin > HEADING_MARGIN || (margin > 0 && !stands_alone) {
        return None;
    }
    let line = line.trim();
    let (word, title) = line.split_once([' ', '\t', '\u{a0}'])?;
    let (number, title) = if word.eq_ignore_ascii_case("Appendix") {
        let title = title.trim_start();
        title.split_once(['.', ':', ' ']).unwrap_or((title, ""))
    } else {
        (word, title)
    };
    let number = number.trim_end_matches(['.', ':']);
    let title = title.trim_matches(['.', ':', '-', ' ', '\u{a0}']);
    let is_title = title
        .chars()
        .next()
        .is_none_or(|one| one.is_alphanumeric() || "\"'<`#(".contains(one))
        && title.len() <= TITLE_LENGTH
        && !title.contains("....")
        && !title.contains(". . .")
        && !title.contains(" = ");
    let is_section = is_section_number(number, word) && is_title && !line.ends_with([';', ',']);
    is_section.then(|| Section {
        number: number.to_owned(),
        title: title.split_whitespace().collect::<Vec<_>>().join(" "),
    })
}

/// Returns whether the number is like `3`, `25.1` or `A.2`. Without a full stop, a single number or
/// letter begins many other lines.
fn is_section_number(number: &str, word: &str) -> bool {
    let mut parts = number.split('.');
    let Some(first) = parts.next() else {
        return false;
    };
    let is_number = |part: &str| {
        !part.is_empty() && part.len() <= 3 && part.chars().all(|one| one.is_ascii_digit())
    };
    let is_letter = first.len() == 1 && first.chars().all(|one| one.is_ascii_uppercase());
    let is_appendix = word.eq_ignore_ascii_case("Appendix");
    let is_marked = word.ends_with('.') || number.contains('.') || is_appendix;
    (is_number(first) || is_letter) && parts.all(is_number) && is_marked
}

/// The least number of marks in a fence.
const MARKS: usize = 3;

/// A code block.
struct CodeBlock {
    /// The lines between the fences, as indices.
    pub(super) inside: Range<usize>,
    /// The type in lower case. It can be empty.
    pub(super) kind: String,
    /// The value of the attribute `name`. It can be empty.
    name: String,
}

/// Finds the code blocks of a text. A fence that nothing closes opens none.
fn code_blocks(lines: &[&str]) -> Vec<CodeBlock> {
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
        let attributes = lines.get(end + 1).map_or("", |line| line.trim());
        let attributes = attributes.strip_prefix("{:").unwrap_or("");
        let mut kind = kind_of(info);
        if kind.is_empty() {
            kind = kind_of(attributes);
        }
        let mut names = [info, attributes].into_iter();
        let name = names.find_map(name_of).unwrap_or_default();
        found.push(CodeBlock {
            inside: index..end,
            kind: kind.to_ascii_lowercase(),
            name: name.to_owned(),
        });
        index = end + 1;
    }
    found
}

/// Returns the text of a code block.
fn block(code: &CodeBlock, lines: &[(usize, Located)]) -> BlockText {
    let mut text = Located::default();
    for (_, line) in &lines[code.inside.clone()] {
        text.append(line);
        text.insert("\n");
    }
    BlockText {
        kind: code.kind.clone(),
        name: code.name.clone(),
        line: lines[code.inside.start - 1].0,
        text,
    }
}

/// Returns the name that attributes give a block: `name="uri/valid/port"`, or `sourcecode-name=` of kramdown-rfc.
fn name_of(attributes: &str) -> Option<&str> {
    let (before, value) = attributes.split_once("name=")?;
    let is_whole = before.is_empty() || before.ends_with([' ', '{', ':', '-']);
    let quoted = ['"', '\''].iter().find_map(|mark| {
        let inside = value.strip_prefix(*mark)?;
        inside.split_once(*mark).map(|(inside, _)| inside)
    });
    let plain = || value.split([' ', '}']).next().unwrap_or_default();
    is_whole.then(|| quoted.unwrap_or_else(plain))
}

/// Returns the mark of a fence, the number of its marks, and what is after them.
fn fence(line: &str) -> Option<(char, usize, &str)> {
    let line = line.trim();
    let mark = line.chars().next().filter(|one| "~`".contains(*one))?;
    let info = line.trim_start_matches(mark);
    let length = line.len() - info.len();
    (length >= MARKS && !info.contains('`')).then(|| (mark, length, info.trim()))
}

/// Returns the type that is after a fence or in attributes: the first word that is no name or number of the block.
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
