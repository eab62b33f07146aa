//! Pages in HTML, and what several pages have.
//!
//! Invariant: a page is one file, which needs no other file and no script, and it is well-formed XML, too.
//! So there is no void element but those of [`META`], because `html!` does not end them.

use maud::{DOCTYPE, Markup, PreEscaped, Render, display, html};
use rfcbnf_engine::escape::Printable;

/// What browsers have to know before they show anything.
const META: PreEscaped<&str> = PreEscaped(
    "<meta charset=\"utf-8\"/>
<meta name=\"viewport\" content=\"width=device-width\"/>
<meta name=\"color-scheme\" content=\"light dark\"/>",
);

/// Returns the page with this title, which is its first heading, too.
pub(crate) fn page(title: &str, styles: [&str; 2], body: &Markup) -> String {
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" xmlns="http://www.w3.org/1999/xhtml" {
            "\n" head {
                "\n" (META)
                "\n" title { (title) }
                "\n" style { "\n" @for style in styles { (PreEscaped(style)) } }
            }
            "\n" body { "\n" h1 { (title) } (body) "\n" }
        }
        "\n"
    };
    page.into_string()
}

/// Returns a text of others, escaped for people.
pub(crate) fn printable(text: &str) -> impl Render {
    display(Printable(text.as_bytes()))
}

/// Returns the parts, separated by commas.
pub(crate) fn list(parts: impl IntoIterator<Item = impl Render>) -> Markup {
    html! {
        @for (index, part) in parts.into_iter().enumerate() {
            @if index > 0 { ", " }
            (part)
        }
    }
}

/// Returns a link to the diagram of a production, whose id is its name.
pub(crate) fn link(name: &str) -> Markup {
    html! { a href={ "#" (name) } { (name) } }
}

/// Returns a drawing of a production, which scrolls if it is too wide.
pub(crate) fn diagram(svg: String) -> Markup {
    html! { div.diagram { (PreEscaped(svg)) } }
}
