//! What a name means: the production, its diagram, texts of it, its section and where it is used.

use std::borrow::Cow;

use rfcbnf::imports::{Links, Meaning};
use rfcbnf::sentences::{RecursiveSentences, shortest_text};
use rfcbnf::syntax::{Comment, Grammar, Notation, Production, Span};
use rfcbnf_engine::escape::{Printable, Quoted};

use super::{GrammarText, NameOwner, markdown, name_at};
use crate::railroad::{svg, text as plain_diagram};

/// The most characters of a production or a comment.
const TEXT: usize = 2_000;

/// The most characters of a heading.
const HEADING: usize = 120;

/// The most octets of a text that the production derives.
const EXAMPLE: usize = 60;

/// The number of texts beside the shortest.
const EXAMPLES: usize = 3;

/// The most names of productions that use it.
const USERS: usize = 12;

/// The width of a diagram, in columns and in pixels.
const WIDTH: (usize, usize) = (72, 460);

/// The most lines of a diagram in plain characters.
const LINES: usize = 24;

/// The most octets of a diagram in SVG: editors cut long texts.
const PICTURE: usize = 40_000;

/// What is known about the name at an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The place of the name.
    pub span: Span,
    /// Paragraphs and blocks.
    pub text: String,
}

/// The form of a hover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoverForm {
    /// Lines.
    Plain,
    /// Markdown.
    Markdown {
        /// Whether the diagram is a picture in SVG, in an address that begins with `data:`. If not, or if
        /// the picture is large, it is drawn in plain characters.
        has_pictures: bool,
    },
}

/// Returns what is known about the name or prose at the offset; `None` if there is none, or if nothing defines it. `grammar`
/// is that of the text with what it imports, and `links` are its links.
///
/// ```
/// use rfc1738_views::editing::{GrammarText, HoverForm, hover};
///
/// let document = rfcbnf::Reader::default().read("port = 1*2%x30-31 ; of TCP\nhost = \"h\" port\n");
/// let text = GrammarText::new(document.grammar.source.clone(), &rfcbnf::Reader::default());
/// let links = rfcbnf::imports::Links::default();
/// let port = hover(&text, (&document.grammar, &links), 39, HoverForm::Plain).unwrap();
/// assert_eq!(port.span, 38..42);
/// ```
#[must_use]
pub fn hover(
    text: &GrammarText,
    (grammar, links): (&Grammar, &Links),
    offset: usize,
    form: HoverForm,
) -> Option<Hover> {
    let found = name_at(text, links, offset)?;
    let meaning = match found.owner {
        NameOwner::Imported(meaning) => imported(grammar, links, meaning),
        _ => None,
    };
    let production = meaning.or_else(|| grammar.lookup(found.name).ok())?;
    Some(Hover {
        span: found.span,
        text: Description { grammar, form }.of(production),
    })
}

/// Returns the production of another file in the grammar, where it may have another name. There is none if it says the same as
/// one before it.
fn imported<'g>(grammar: &'g Grammar, links: &Links, meaning: &Meaning) -> Option<&'g Production> {
    let name = &links.files[meaning.file].name;
    let mut files = grammar.imported.iter();
    let file = files.find(|file| file.name == *name)?;
    let mut productions = grammar.productions.iter();
    productions.find(|one| {
        file.span.contains(&one.span.start)
            && grammar.source[one.name_span.clone()] == meaning.production
    })
}

struct Description<'g> {
    grammar: &'g Grammar,
    form: HoverForm,
}

impl Description<'_> {
    fn of(&self, production: &Production) -> String {
        let grammar = self.grammar;
        let mut parts =
            vec![self.block(self.language(), &beginning(&grammar.text(production), TEXT))];
        let beside = |comment: &&Comment| {
            let mut spans = std::iter::once(&production.span).chain(&production.additions);
            !spans.any(|span| span.contains(&comment.span.start))
        };
        let comments = production.comments.iter().filter(beside);
        let comments: Vec<&str> = comments.map(|comment| &*comment.text).collect();
        if !comments.is_empty() {
            parts.push(self.words(&beginning(&comments.join(" "), TEXT)));
        }
        parts.extend(self.diagram(production));
        parts.push(self.texts(production));
        parts.extend(self.place(production));
        parts.push(self.users(production));
        parts.join("\n\n")
    }

    fn diagram(&self, production: &Production) -> Option<String> {
        let (columns, pixels) = WIDTH;
        let has_pictures = self.form == HoverForm::Markdown { has_pictures: true };
        if has_pictures {
            let svg = svg::draw_alone(production, pixels);
            if svg.len() <= PICTURE {
                let label = format!("Railroad diagram of {}", production.name);
                return Some(markdown::picture(&label, &svg));
            }
        }
        let lines = plain_diagram::draw(production, columns);
        (lines.len() <= LINES).then(|| self.block("text", &lines.join("\n")))
    }

    /// Returns a paragraph with the shortest text and others, or why they are unknown.
    fn texts(&self, production: &Production) -> String {
        let part = self.grammar.part([production.name.as_str()]);
        let Some(shortest) = shortest_text(&part, &production.name) else {
            let obstacle = part.obstacle(&production.name);
            return obstacle.map_or_else(
                || self.words("Its texts are long."),
                |obstacle| self.words(&format!("Texts unknown: {obstacle}")),
            );
        };
        let mut texts = vec![shortest];
        if let Ok(sentences) = RecursiveSentences::new(&part, &production.name) {
            let others = std::iter::once(sentences.typical()).chain(sentences.random(1).take(20));
            for text in others {
                if texts.len() <= EXAMPLES && text.len() <= EXAMPLE && !texts.contains(&text) {
                    texts.push(text);
                }
            }
        }
        let mut shown = texts.iter().map(|text| self.example(text));
        let shortest = shown.next().unwrap_or_default();
        let examples: Vec<String> = shown.collect();
        let mut paragraph = format!("{} {shortest}", self.label("Shortest text:"));
        if !examples.is_empty() {
            let label = self.label("Examples:");
            paragraph = format!("{paragraph}\n\n{label} {}", examples.join(", "));
        }
        paragraph
    }

    /// Returns the section: the heading above it, and the file that it is imported from.
    fn place(&self, production: &Production) -> Option<String> {
        let file = self.grammar.file_at(production.span.start);
        if let Some(file) = file {
            return Some(format!(
                "{} {}",
                self.label("Imported from"),
                self.words(&file.name)
            ));
        }
        let heading = &self.grammar.headings.get(production.heading?)?.text;
        let heading = self.words(&beginning(heading, HEADING));
        Some(format!("{} {heading}", self.label("Section:")))
    }

    fn users(&self, production: &Production) -> String {
        let users = self.grammar.users(&production.name);
        let names = users.iter().take(USERS).map(|user| self.code(&user.name));
        let mut names: Vec<String> = names.collect();
        match users.len().checked_sub(USERS) {
            _ if users.is_empty() => names.push(self.words("no other production")),
            Some(further @ 1..) => names.push(format!("{further} others")),
            _ => {}
        }
        format!("{} {}", self.label("Used by:"), names.join(", "))
    }

    fn language(&self) -> &'static str {
        match self.grammar.notation {
            Notation::Abnf => "abnf",
            Notation::W3c | Notation::Iso => "ebnf",
            Notation::Antlr => "antlr",
            Notation::Peg => "peg",
            Notation::Pest => "pest",
            Notation::Rfc822 | Notation::Bnf | Notation::Textbook => "bnf",
        }
    }

    fn example(&self, text: &[u8]) -> String {
        let shown = Quoted(&text[..text.len().min(EXAMPLE)]).to_string();
        let rest = if text.len() > EXAMPLE {
            format!("… ({} octets)", text.len())
        } else {
            String::new()
        };
        format!("{}{rest}", self.code(&shown))
    }

    fn is_plain(&self) -> bool {
        self.form == HoverForm::Plain
    }

    fn block(&self, language: &str, text: &str) -> String {
        if self.is_plain() {
            markdown::lines(text)
        } else {
            markdown::block(language, text)
        }
    }

    fn code(&self, text: &str) -> String {
        if self.is_plain() {
            Printable(text.as_bytes()).to_string()
        } else {
            markdown::code(text)
        }
    }

    fn words(&self, text: &str) -> String {
        if self.is_plain() {
            Printable(text.as_bytes()).to_string()
        } else {
            markdown::words(text)
        }
    }

    fn label(&self, text: &str) -> String {
        if self.is_plain() {
            text.to_owned()
        } else {
            format!("**{text}**")
        }
    }
}

/// Returns the beginning of a text that is too long.
fn beginning(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(text[..end].to_owned() + "…"),
        None => Cow::Borrowed(text),
    }
}
