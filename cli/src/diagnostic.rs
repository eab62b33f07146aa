//! Diagnostics in the style of rustc.
//!
//! Invariant: only escaped text is handed to the renderer, because it passes some of it on as
//! it is.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use rfc1738::SyntaxError;

use crate::excerpt::{Excerpt, Reach};

/// How much of a text is shown around an error: texts can be of any length.
const REACH: Reach = Reach {
    before: 60,
    within: 20,
    after: 20,
    keeps_lines: false,
};

/// No line that is shown is longer: the renderer is not to cut what was cut already.
const WIDTH: usize = 100_000;

/// Puts the parts of a diagnostic on lines.
pub(crate) fn render(renderer: Renderer, group: Group) -> String {
    renderer.term_width(WIDTH).render(&[group])
}

/// The same for standard error, which takes out the styles that it does not show.
pub(crate) fn render_for_error(group: Group) -> String {
    render(Renderer::styled(), group)
}

/// Tells why the production does not derive the text.
pub(crate) fn rejection(text: &[u8], error: &SyntaxError) -> Group<'static> {
    let title = format!(
        "not a valid {}: found {} at offset {}",
        error.rule(),
        found(error),
        error.offset()
    );
    let excerpt = Excerpt::new(text, error.span(), REACH);
    let annotation = AnnotationKind::Primary
        .span(excerpt.mark)
        .label(format!("expected {}", error.expected_in_words()));
    let snippet = Snippet::source(excerpt.text)
        .line_numbering(false)
        .annotation(annotation);
    let context: Vec<&str> = error.context().iter().map(|rule| rule.name()).collect();
    let help = format!("`rfc1738 rules {}` shows the production", error.innermost());
    Group::with_title(Level::ERROR.primary_title(title))
        .element(snippet)
        .element(Level::NOTE.message(format!("in {}", context.join(", "))))
        .element(Level::HELP.message(help))
}

/// What stands at the place of the error.
pub(crate) fn found(error: &SyntaxError) -> String {
    error.found().map_or_else(
        || "the end of the text".to_owned(),
        |found| found.to_string(),
    )
}
