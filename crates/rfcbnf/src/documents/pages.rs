//! What is around a grammar in a text: the headers and footers of pages, and captions.

use std::collections::HashMap;

/// The greatest number of lines of a header.
const HEADER_LINES: usize = 3;

/// How far from the page break it can be, in lines.
const NEAR: usize = 12;

/// The number of pages on which a line has to be next to the page break to be a header or footer.
const PAGES: usize = 3;

/// Returns whether the line is like `Berners-Lee, Masinter & McCahill      [Page 19]`.
pub(crate) fn is_footer(line: &str) -> bool {
    let Some((_, page)) = line.trim_end().rsplit_once("[Page ") else {
        return false;
    };
    let number = page.strip_suffix(']').unwrap_or_default();
    !number.is_empty() && number.chars().all(|one| one.is_ascii_alphanumeric())
}

/// Returns whether the line is like `RFC 1738     Uniform Resource Locators (URL)    December 1994`.
pub(crate) fn is_header(line: &str) -> bool {
    let line = line.trim_end();
    let begins = ["RFC ", "Internet-Draft", "INTERNET-DRAFT", "Internet Draft"];
    let has_year = line
        .rsplit(' ')
        .next()
        .is_some_and(|year| year.len() == 4 && year.chars().all(|one| one.is_ascii_digit()));
    has_year && !line.contains(['=', '"', ';']) && begins.iter().any(|one| line.starts_with(one))
}

/// The number of lines in which the heading of an RFC is.
const HEADING: usize = 40;

/// Returns whether a text is a whole RFC or Internet-Draft: by `Request for Comments: 1738` in its heading, by
/// `Internet-Draft` together with the date on which it expires, or by a heading `RFC 821` above several pages.
pub(crate) fn is_whole_document(text: &str) -> bool {
    let heading = || text.lines().take(HEADING).map(str::trim);
    let has = |begin: &str| heading().any(|line| begins_with(line, begin));
    // The header of a page alone is in excerpts, too.
    let is_draft = (has("Internet-Draft") || has("Internet Draft"))
        && (has("Expires:") || has("Intended status:") || has("Obsoletes:"));
    let is_paged = || text.matches('\x0c').count() >= PAGES;
    has("Request for Comments:") || is_draft || (heading().any(is_number_of_rfc) && is_paged())
}

fn begins_with(line: &str, begin: &str) -> bool {
    let head = line.get(..begin.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(begin))
}

/// Returns whether a line is nothing but the number of an RFC, as early ones have it: `RFC 821`, `RFC #  822`.
fn is_number_of_rfc(line: &str) -> bool {
    let number = line.strip_prefix("RFC").unwrap_or("");
    let number = number.trim_start_matches([' ', '#', ':']);
    !number.is_empty() && number.chars().all(|one| one.is_ascii_digit())
}

/// Returns whether the line is the caption of a figure or a table: `Figure 3: A timeline`.
pub(crate) fn is_caption(line: &str) -> bool {
    let line = line.trim_start();
    let rest = ["Figure ", "Table ", "Listing "]
        .iter()
        .find_map(|one| line.strip_prefix(one));
    let Some(rest) = rest else {
        return false;
    };
    let digits = rest.trim_start_matches(|one: char| one.is_ascii_digit());
    digits.len() < rest.len() && (digits.is_empty() || digits.starts_with([':', '.', ' ', '-']))
}

/// Returns for each line whether it belongs to a header or footer.
///
/// Most are like those that [`is_footer`] and [`is_header`] know. Where form feeds divide the pages, a
/// line is one too if it is next to several of them, the numbers in it aside.
pub(super) fn furniture(lines: &[&str]) -> Vec<bool> {
    let mut found: Vec<bool> = lines
        .iter()
        .map(|line| {
            let line = line.trim_start_matches('\x0c');
            is_footer(line) || is_header(line)
        })
        .collect();
    let mut near: HashMap<String, Vec<usize>> = HashMap::new();
    let breaks = (0..lines.len()).filter(|&at| lines[at].contains('\x0c'));
    for at in breaks {
        for index in above(lines, at).into_iter().chain(below(lines, at)) {
            near.entry(without_numbers(lines[index]))
                .or_default()
                .push(index);
        }
    }
    let repeated = near.into_values().filter(|places| places.len() >= PAGES);
    for index in repeated.flatten() {
        found[index] = true;
    }
    found
}

/// Returns the last line with text before a page break.
fn above(lines: &[&str], at: usize) -> Option<usize> {
    let near = at.saturating_sub(NEAR)..at;
    { near }.rev().find(|&index| !is_empty(lines[index]))
}

/// Returns the first lines with text after a page break.
fn below(lines: &[&str], at: usize) -> Vec<usize> {
    let mut near = at..lines.len().min(at + NEAR);
    let first = near.find(|&index| !is_empty(lines[index]));
    let run = first.unwrap_or(lines.len())..lines.len();
    let run = run.take_while(|&index| !is_empty(lines[index]));
    run.take(HEADER_LINES).collect()
}

fn is_empty(line: &str) -> bool {
    line.trim().is_empty()
}

fn without_numbers(line: &str) -> String {
    let words = line.split_whitespace();
    let words = words.map(|word| {
        let is_number = word
            .chars()
            .all(|one| one.is_ascii_digit() || "-[]".contains(one))
            || word.chars().all(|one| "ivxlc".contains(one));
        if is_number { "0" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}
