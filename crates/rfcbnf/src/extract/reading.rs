//! Documents that are read as the grammars that they print.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use super::{Extraction, Keep, Reason, extract};
use crate::documents::document::Section;
use crate::documents::located::Located;
use crate::documents::markup::form;
use crate::documents::pages::is_whole_document;
use crate::error::{Form, GrammarErrorKind};
use crate::reader::{GrammarDocument, Reader, whole};
use crate::syntax::{Notation, SourceDocument};

/// The extensions of Markdown. Such a file is never a grammar, whatever it begins with.
const MARKDOWN: [&str; 3] = ["md", "mkd", "markdown"];

/// What drafts in Markdown begin with: kramdown-rfc and mmark have their metadata below it.
const FRONT_MATTER: [&str; 3] = ["---\n", "%%%\n", "---\r\n"];

/// Returns whether a file is a document that prints a grammar, and not a grammar. The extensions of Markdown say so. Other files
/// show it: HTML and XML by the tag that they begin with, RFCs and Internet-Drafts as text by their heading, drafts in Markdown
/// by their metadata. The name is empty for standard input.
///
/// ```
/// use rfcbnf::extract::is_document;
///
/// assert!(is_document("draft-ports.md", "# Ports\n"));
/// assert!(is_document("", "<rfc ipr=\"trust200902\">"));
/// assert!(!is_document("ports.txt", "port = 1*DIGIT\n"));
/// ```
pub fn is_document(name: impl AsRef<Path>, text: &str) -> bool {
    let extension = name.as_ref().extension().and_then(OsStr::to_str);
    let is_markdown = |extension: &str| {
        let mut all = MARKDOWN.iter();
        all.any(|one| one.eq_ignore_ascii_case(extension))
    };
    extension.is_some_and(is_markdown)
        || FRONT_MATTER.iter().any(|one| text.starts_with(one))
        || form(text) != Form::Text
        || is_whole_document(text)
}

impl Reader {
    /// Reads the grammar that a document prints: an RFC or a draft as text, Markdown, HTML or XML. All its blocks are one grammar,
    /// and of several definitions of a name, the last counts. Lines of a block that says that it is a grammar are errors if they
    /// belong to no rule. Spans are those of [`Grammar::source`](crate::Grammar::source), which is the rules alone;
    /// [`SourceDocument`] has where they are in the document, and the errors have lines and columns of the document.
    ///
    /// ```
    /// let draft = "# Ports\n\n~~~ abnf\nport = 1*DIGIT\n~~~\n";
    /// let grammar = rfcbnf::Reader::default().read_document(draft).into_result()?;
    /// assert!(grammar.parser("port")?.is_valid("80")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn read_document(&self, text: &str) -> GrammarDocument {
        extract(text, Keep::Last).read(self, text)
    }
}

impl Extraction {
    /// Reads the grammar of the document with this text, as [`Reader::read_document`] does.
    #[must_use]
    pub fn read(&self, reader: &Reader, text: &str) -> GrammarDocument {
        let Located {
            text: source,
            origin,
        } = self.source();
        let is_abnf = self.names_abnf.then_some(Notation::Abnf);
        let reader = Reader {
            expected: reader.expected.or(is_abnf),
            ..reader.clone()
        };
        let mut document = match self.without_rules() {
            Some(reason) => whole("", GrammarErrorKind::NothingPrinted { reason }),
            None => reader.read(&source),
        };
        let redefined = self
            .redefinitions
            .iter()
            .filter(|one| one.erratum.is_none() && matches!(one.reason, Reason::Keep(_)));
        let redefined = redefined.map(|one| (one.name.clone(), one.others.clone()));
        let redefined = redefined.collect();
        let printed = SourceDocument::new(text.to_owned(), self.form, origin, redefined);
        let printed = Arc::new(printed);
        let errors = document.errors.take();
        document.errors = errors.map(|errors| errors.in_document(&printed));
        document.grammar.document = Some(printed);
        document
    }

    /// Says why the document has no rules, if that is so.
    #[must_use]
    pub fn without_rules(&self) -> Option<String> {
        let form = self.form;
        if !self.rules.is_empty() || !self.unread.is_empty() {
            return None;
        }
        if let Some(line) = self.asn1.first() {
            return Some(format!(
                "this {form} prints no rules of a grammar; what it defines, from line {line} on, is ASN.1"
            ));
        }
        if let Some(line) = self.nameless.first() {
            return Some(format!(
                "this {form} prints no rules of a grammar; the block at line {line} says that it is one, and has \
                 a body without `name =` before it"
            ));
        }
        Some(format!(
            "this {form} prints no rules of a grammar: `name = body` or `<name> ::= body`, each at the \
             beginning of a line"
        ))
    }

    /// Returns the rules as a grammar file, below the headings of sections, and after them the lines that belong to no rule.
    fn source(&self) -> Located {
        let mut source = Located::default();
        let mut add = |text: &Located| {
            source.append(text);
            source.insert("\n\n");
        };
        let mut last: Option<&Section> = None;
        for rule in &self.rules {
            let text = Located {
                text: rule.text.clone(),
                origin: rule.origin.clone(),
            };
            if let Some(section) = rule.section.as_ref().filter(|one| Some(*one) != last) {
                last = Some(section);
                let start = text.in_document(0..0);
                add(&Located::for_part(&format!("; {section}"), start));
            }
            add(&text);
        }
        self.unread_texts.iter().for_each(add);
        source
    }
}
