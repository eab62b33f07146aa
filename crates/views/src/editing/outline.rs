//! The outline of a file: its headings, and under each the rules.

use rfcbnf::RuleNames;
use rfcbnf::syntax::Span;
use rfcbnf_engine::escape::Printable;

use super::GrammarText;

/// The most characters of a heading or a body that the outline shows.
const SHOWN: usize = 120;

/// A heading or a rule.
///
/// Invariant: the spans of children lie within that of the item, and `place` does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineItem {
    /// The name of the rule or the text of the heading, escaped and cut.
    pub name: String,
    /// The body of a rule on one line, escaped and cut; empty for a heading.
    pub detail: String,
    /// Whether it is a heading.
    pub is_heading: bool,
    /// The whole of it, with what is under a heading.
    pub span: Span,
    /// The place of the name, or of the comment that is the heading.
    pub place: Span,
    /// The rules under a heading.
    pub children: Vec<OutlineItem>,
}

/// Returns the rules above the first heading, and then the headings with their rules, in file order.
///
/// ```
/// use rfc1738_views::editing::{GrammarText, outline};
///
/// let text = GrammarText::new("; Numbers\n\nport = 1*%x30-39\n", &rfcbnf::Reader::default());
/// let items = outline(&text);
/// assert_eq!((&*items[0].name, items[0].is_heading), ("Numbers", true));
/// let port = &items[0].children[0];
/// assert_eq!((&*port.name, &*port.detail, port.place.clone()), ("port", "1*%x30-39", 11..15));
/// ```
#[must_use]
pub fn outline(text: &GrammarText) -> Vec<OutlineItem> {
    let names = &text.names;
    let under = |heading: Option<usize>| {
        let rules = names
            .rules
            .iter()
            .filter(move |rule| rule.heading == heading);
        rules
            .filter_map(|rule| item(text, rule))
            .collect::<Vec<_>>()
    };
    let mut items = under(None);
    for (index, heading) in names.headings.iter().enumerate() {
        let children = under(Some(index));
        let end = children.iter().map(|child| child.span.end).max();
        items.push(OutlineItem {
            name: shown(&heading.text),
            detail: String::new(),
            is_heading: true,
            span: heading.span.start..end.unwrap_or(0).max(heading.span.end),
            place: heading.span.clone(),
            children,
        });
    }
    items
}

/// Returns the item of a rule; `None` if it lost its name.
fn item(text: &GrammarText, rule: &RuleNames) -> Option<OutlineItem> {
    let body = text.text.get(rule.name.span.end..rule.span.end);
    let body = body.unwrap_or_default();
    let body = body.trim_start_matches(|one: char| one.is_whitespace() || "=:/>".contains(one));
    (!rule.name.text.is_empty()).then(|| OutlineItem {
        name: shown(&rule.name.text),
        detail: shown(body),
        is_heading: false,
        span: rule.span.start..rule.span.end.max(rule.name.span.end),
        place: rule.name.span.clone(),
        children: Vec::new(),
    })
}

/// Returns the beginning of a text on one line, escaped.
fn shown(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if let Some((end, _)) = line.char_indices().nth(SHOWN) {
            line.truncate(end);
            line.push('…');
            break;
        }
    }
    Printable(line.as_bytes()).to_string()
}
