//! Where names are defined and used, in one text and in those that import it.

use rfcbnf::imports::{Links, Meaning};
use rfcbnf::syntax::Span;
use rfcbnf::{NamePlace, RuleNames};

use super::GrammarText;

/// Returns the places that define the name at the offset: those of rules, and then those of rules that
/// add alternatives, each group in file order. Empty if there is no name, or if the text does not
/// define it.
#[must_use]
pub fn definitions(text: &GrammarText, offset: usize) -> Vec<Span> {
    let name = text.names.at(offset);
    name.map_or_else(Vec::new, |(_, name)| definitions_of(text, &name.text))
}

/// Returns the places that define a name, in the order of [`definitions`].
#[must_use]
pub fn definitions_of(text: &GrammarText, name: &str) -> Vec<Span> {
    let mut rules: Vec<&RuleNames> = text.names.rules_of(name).collect();
    rules.sort_by_key(|rule| rule.adds);
    rules.iter().map(|rule| rule.name.span.clone()).collect()
}

/// Returns the places that use the name at the offset, in file order.
#[must_use]
pub fn references(text: &GrammarText, offset: usize) -> Vec<Span> {
    let name = text.names.at(offset);
    name.map_or_else(Vec::new, |(_, name)| references_of(text, &name.text))
}

/// Returns the places that use a name, in file order.
#[must_use]
pub fn references_of(text: &GrammarText, name: &str) -> Vec<Span> {
    let used = uses(text, name);
    used.map(|(_, used)| used.span.clone()).collect()
}

/// Returns the uses of a name, each with the rule that has it.
pub(super) fn uses<'t>(
    text: &'t GrammarText,
    name: &'t str,
) -> impl Iterator<Item = (&'t RuleNames, &'t NamePlace)> {
    let rules = text.names.rules.iter();
    let used = rules.flat_map(|rule| rule.references.iter().map(move |used| (rule, used)));
    used.filter(move |(_, used)| text.names.are_same(&used.text, name))
}

/// What a name or prose in a text stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameAt<'t> {
    /// Its place. Of prose that begins with a name, the place of that.
    pub span: Span,
    /// The name, as the text writes it. Of prose, the name of the production that it means.
    pub name: &'t str,
    /// Whose it is.
    pub owner: NameOwner<'t>,
}

/// Whose name it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameOwner<'t> {
    /// The text has a rule for it.
    Own,
    /// The text imports it.
    Imported(&'t Meaning),
    /// It is a core rule of RFC 5234.
    CoreRule,
    /// Nothing defines it.
    Nobody,
}

/// Returns what the name or prose at the offset stands for. `links` are those of the text.
///
/// ```
/// use rfc1738_views::editing::{GrammarText, NameOwner, name_at};
/// use rfcbnf::imports::Links;
///
/// let text = GrammarText::new("port = 1*DIGIT\nhost = %x61\n", &rfcbnf::Reader::default());
/// let links = Links::default();
/// let digit = name_at(&text, &links, 12).unwrap();
/// assert_eq!((digit.name, digit.owner), ("DIGIT", NameOwner::CoreRule));
/// ```
#[must_use]
pub fn name_at<'t>(text: &'t GrammarText, links: &'t Links, offset: usize) -> Option<NameAt<'t>> {
    let names = &text.names;
    let Some((_, name)) = names.at(offset) else {
        let prose = links.prose_at(offset)?;
        return Some(NameAt {
            span: prose.name.clone().unwrap_or_else(|| prose.span.clone()),
            name: &prose.meaning.production,
            owner: NameOwner::Imported(&prose.meaning),
        });
    };
    let owner = match links.of_name(&name.text) {
        Some(meaning) => NameOwner::Imported(meaning),
        None if names.rules_of(&name.text).next().is_some() => NameOwner::Own,
        None if names
            .core_rules()
            .any(|core| names.are_same(core, &name.text)) =>
        {
            NameOwner::CoreRule
        }
        None => NameOwner::Nobody,
    };
    Some(NameAt {
        span: name.span.clone(),
        name: &name.text,
        owner,
    })
}

/// A text that imports the file of another one.
#[derive(Debug, Clone, Copy)]
pub struct Importer<'t> {
    /// The escaped name of its file, for messages.
    pub name: &'t str,
    /// The text.
    pub text: &'t GrammarText,
    /// What its names mean.
    pub links: &'t Links,
    /// The file that it imports: an index into [`Links::files`].
    pub file: usize,
}

impl<'t> Importer<'t> {
    /// Returns the places of names and prose that mean the production of the imported file, in file order.
    #[must_use]
    pub fn uses(&self, imported: &GrammarText, production: &str) -> Vec<Span> {
        let names = self.meaning_names(imported, production);
        let mut places: Vec<Span> = names.map(|name| name.span.clone()).collect();
        let prose = self.meaning_prose(imported, production);
        places.extend(prose.map(|prose| prose.name.clone().unwrap_or_else(|| prose.span.clone())));
        places.sort_by_key(|place| place.start);
        places
    }

    /// Returns the names that mean the production.
    pub(super) fn meaning_names(
        self,
        imported: &'t GrammarText,
        production: &'t str,
    ) -> impl Iterator<Item = &'t NamePlace> {
        let rules = self.text.names.rules.iter();
        let names = rules.flat_map(|rule| std::iter::once(&rule.name).chain(&rule.references));
        names.filter(move |name| {
            let meaning = self.links.of_name(&name.text);
            meaning.is_some_and(|meaning| self.is(meaning, imported, production))
        })
    }

    /// Returns the prose that means the production.
    pub(super) fn meaning_prose(
        self,
        imported: &'t GrammarText,
        production: &'t str,
    ) -> impl Iterator<Item = &'t rfcbnf::imports::ProseLink> {
        let prose = self.links.prose.iter();
        prose.filter(move |one| self.is(&one.meaning, imported, production))
    }

    fn is(self, meaning: &Meaning, imported: &GrammarText, production: &str) -> bool {
        meaning.file == self.file && imported.names.are_same(&meaning.production, production)
    }
}
