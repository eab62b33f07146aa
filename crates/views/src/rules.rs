//! The productions of a grammar: a list of all, and a page about one.
//!
//! ```
//! use rfc1738::Rule;
//! use rfc1738_views::rules::write_page;
//! use rfc1738_views::palette::Palette;
//!
//! let mut out = Vec::new();
//! write_page(&mut out, Palette::PLAIN, &Rule::Port)?;
//! assert!(out.starts_with(b"port           = digits\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::Cow;
use std::io::{self, Write};

use rfc1738::{Rule, is_valid};
use rfcbnf::automaton::AutomatonError;
use rfcbnf::readings::Reading;
use rfcbnf::sentences::Sentences;
use rfcbnf::syntax::Production;
use rfcbnf_engine::escape::{Escaped, Printable};

use crate::characters::Next;
use crate::grammar::NamedGrammar;
use crate::palette::Palette;
use crate::paragraph::{write_heading, write_labelled};

/// Writes the productions under their headings.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_list(
    out: &mut impl Write,
    palette: Palette,
    rules: &[impl Describe],
) -> io::Result<()> {
    for (index, group) in rules
        .chunk_by(|one, other| one.heading() == other.heading())
        .enumerate()
    {
        if index > 0 {
            writeln!(out)?;
        }
        if let Some(heading) = group.first().and_then(Describe::heading) {
            write_heading(out, palette, &escaped(heading))?;
        }
        group
            .iter()
            .try_for_each(|rule| write_production(out, palette, rule.name(), &rule.text(), "  "))?;
    }
    Ok(())
}

/// Writes the production as the grammar prints it, its name in a style.
pub(crate) fn write_production(
    out: &mut impl Write,
    palette: Palette,
    name: &str,
    text: &str,
    indent: &str,
) -> io::Result<()> {
    let (name, style) = (escaped(name), palette.name);
    for line in text.lines() {
        // Four spaces read better than an escaped tab.
        let line = escaped(&line.replace('\t', "    "));
        match line.strip_prefix(&name) {
            Some(body) => writeln!(out, "{indent}{style}{name}{style:#}{body}")?,
            None => writeln!(out, "{indent}{line}")?,
        }
    }
    Ok(())
}

/// Writes the page of one production: its text, section, readings, uses and an example.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_page(out: &mut impl Write, palette: Palette, rule: &impl Describe) -> io::Result<()> {
    write_production(out, palette, rule.name(), &rule.text(), "")?;
    writeln!(out)?;
    let one = |text: Option<&str>| -> Vec<String> { text.map(escaped).into_iter().collect() };
    let remarks: Vec<String> = rule.comments().into_iter().map(escaped).collect();
    let readings = rule.readings().into_iter().flat_map(reading);
    let readings: Vec<String> = readings.collect();
    write_labelled(out, palette, "Section", &one(rule.section()))?;
    write_labelled(out, palette, "Heading", &one(rule.heading()))?;
    write_labelled(out, palette, "Remarks", &remarks)?;
    write_labelled(out, palette, "Readings", &readings)?;
    write_labelled(out, palette, "Uses", &[names(&rule.uses())])?;
    write_labelled(out, palette, "Used by", &[names(&rule.users())])?;
    match rule.texts() {
        Ok(texts) => {
            write_labelled(
                out,
                palette,
                "First",
                &[first(&texts.first.to_string(), texts.has_empty)],
            )?;
            let example = texts
                .example
                .as_deref()
                .map(|text| Escaped(text).to_string());
            let example: Vec<String> = example.into_iter().collect();
            write_labelled(out, palette, "Example", &example)?;
        }
        Err(error) => {
            let unknown = format!("unknown: {}", escaped(&error.to_string()));
            write_labelled(out, palette, "First", &[unknown])?;
        }
    }
    if rule.is_character() {
        write_labelled(
            out,
            palette,
            "Tree",
            &["shown with --detail characters only".to_owned()],
        )?;
    }
    Ok(())
}

/// Returns the paragraphs about a reading.
pub(crate) fn reading(reading: DescribedReading<'_>) -> [String; 2] {
    let (id, section) = (escaped(reading.id), escaped(reading.section));
    let decision = format!("{id} (section {section}): {}", escaped(reading.decision));
    [decision, escaped(reading.why)]
}

pub(crate) fn names(names: &[&str]) -> String {
    if names.is_empty() {
        "no other production".to_owned()
    } else {
        escaped(&names.join(", "))
    }
}

/// Returns the characters that a text of the production can begin with.
pub(crate) fn first(characters: &str, has_empty: bool) -> String {
    let characters = escaped(characters);
    match (characters.is_empty(), has_empty) {
        (true, true) => "nothing: only the empty text is derived".to_owned(),
        (true, false) => "nothing: no text is derived".to_owned(),
        (false, true) => format!("{characters}, or nothing at all"),
        (false, false) => characters,
    }
}

pub(crate) fn escaped(text: &str) -> String {
    Printable(text.as_bytes()).to_string()
}

/// A production with its surroundings in the grammar and in the prose.
///
/// Invariant: nothing here is escaped. A view escapes what it writes.
///
/// ```
/// use rfc1738::Rule;
/// use rfc1738_views::rules::Describe;
///
/// let port: &dyn Describe = &Rule::Port;
/// assert_eq!((port.name(), port.section(), port.uses()), ("port", Some("3.1"), vec!["digits"]));
/// ```
pub trait Describe {
    /// Returns the name.
    fn name(&self) -> &str;

    /// Returns the production as the grammar prints it.
    fn text(&self) -> Cow<'_, str>;

    /// Returns the heading above it.
    fn heading(&self) -> Option<&str>;

    /// Returns the section of the document that explains it.
    fn section(&self) -> Option<&str>;

    /// Returns the comments of the grammar on it.
    fn comments(&self) -> Vec<&str>;

    /// Returns the readings that apply to it.
    fn readings(&self) -> Vec<DescribedReading<'_>>;

    /// Returns the names of the productions that it uses, in the order of their first mention.
    fn uses(&self) -> Vec<&str>;

    /// Returns the names of the productions that use it, in the order of the grammar.
    fn users(&self) -> Vec<&str>;

    /// Returns what is known about its texts.
    ///
    /// # Errors
    ///
    /// Fails if its automaton is too large to know.
    fn texts(&self) -> Result<DescribedTexts<'_>, AutomatonError>;

    /// Returns whether trees leave it out unless they show every character.
    fn is_character(&self) -> bool;
}

/// The texts of a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescribedTexts<'a> {
    /// The characters that they begin with.
    pub first: Next,
    /// Whether one of them is the empty text.
    pub has_empty: bool,
    /// One of them; `None` if there is none.
    pub example: Option<Cow<'a, [u8]>>,
}

/// A decision of the prose on a question that the grammar leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DescribedReading<'a> {
    /// The name of the decision.
    pub id: &'a str,
    /// The section of the document.
    pub section: &'a str,
    /// The decision, in a sentence.
    pub decision: &'a str,
    /// The reason, in a sentence.
    pub why: &'a str,
}

impl<'a> From<&'a Reading> for DescribedReading<'a> {
    fn from(reading: &'a Reading) -> Self {
        Self {
            id: &reading.id,
            section: &reading.section,
            decision: &reading.decision,
            why: &reading.why,
        }
    }
}

impl Describe for Rule {
    fn name(&self) -> &str {
        (*self).name()
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.production())
    }

    fn heading(&self) -> Option<&str> {
        Some((*self).heading())
    }

    fn section(&self) -> Option<&str> {
        Some((*self).section())
    }

    fn comments(&self) -> Vec<&str> {
        (*self).comments().to_vec()
    }

    fn readings(&self) -> Vec<DescribedReading<'_>> {
        let readings = (*self).readings().iter();
        let described = readings.map(|reading| DescribedReading {
            id: reading.id(),
            section: reading.section(),
            decision: reading.decision(),
            why: reading.why(),
        });
        described.collect()
    }

    fn uses(&self) -> Vec<&str> {
        (*self).uses().iter().map(Describe::name).collect()
    }

    fn users(&self) -> Vec<&str> {
        (*self).users().map(Self::name).collect()
    }

    fn texts(&self) -> Result<DescribedTexts<'_>, AutomatonError> {
        Ok(DescribedTexts {
            first: self.first().into(),
            has_empty: is_valid(*self, ""),
            example: Some(self.example().as_bytes().into()),
        })
    }

    fn is_character(&self) -> bool {
        (*self).is_character()
    }
}

/// A production of a grammar that was read from a file.
///
/// ```
/// use rfc1738_views::rules::DescribedProduction;
/// use rfc1738_views::grammar::NamedGrammar;
/// use rfc1738_views::palette::Palette;
/// use rfc1738_views::rules::write_page;
///
/// let text = "; Numbers\n\nnumber = 1*digit\ndigit = \"0\" | \"1\"\n";
/// let grammar = NamedGrammar {
///     grammar: rfcbnf::read(text)?,
///     readings: rfcbnf::Readings::default(),
///     file: Some("numbers.bnf".to_owned()),
///     has_rfc1738_readings: false,
/// };
/// let number = DescribedProduction::find(&grammar, "number").unwrap();
/// let mut page = Vec::new();
/// write_page(&mut page, Palette::PLAIN, &number)?;
/// assert_eq!(String::from_utf8(page)?, "\
/// number = 1*digit
///
/// Heading   Numbers
/// Uses      digit
/// Used by   no other production
/// First     0 1
/// Example   00
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct DescribedProduction<'g> {
    grammar: &'g NamedGrammar,
    production: &'g Production,
}

impl<'g> DescribedProduction<'g> {
    /// Returns the production with this name, if the grammar has one.
    #[must_use]
    pub fn find(grammar: &'g NamedGrammar, name: &str) -> Option<Self> {
        let production = grammar.grammar.production(name)?;
        Some(Self {
            grammar,
            production,
        })
    }

    /// Returns the productions of the grammar, in the order of the file.
    #[must_use]
    pub fn all(grammar: &'g NamedGrammar) -> Vec<Self> {
        let productions = grammar.grammar.productions.iter();
        let described = productions.map(|production| Self {
            grammar,
            production,
        });
        described.collect()
    }
}

impl Describe for DescribedProduction<'_> {
    fn name(&self) -> &str {
        &self.production.name
    }

    fn text(&self) -> Cow<'_, str> {
        self.grammar.grammar.text(self.production)
    }

    fn heading(&self) -> Option<&str> {
        let heading = self.production.heading?;
        Some(&self.grammar.grammar.headings[heading].text)
    }

    fn section(&self) -> Option<&str> {
        let namesake = self.grammar.namesake(&self.production.name);
        namesake.map(Rule::section)
    }

    fn comments(&self) -> Vec<&str> {
        let comments = self.production.comments.iter();
        comments.map(|comment| &*comment.text).collect()
    }

    fn readings(&self) -> Vec<DescribedReading<'_>> {
        let applied = &self.production.readings;
        let readings = self.grammar.readings.iter();
        let described = readings
            .filter(|reading| applied.contains(&reading.id))
            .map(DescribedReading::from);
        described.collect()
    }

    fn uses(&self) -> Vec<&str> {
        self.production.uses()
    }

    fn users(&self) -> Vec<&str> {
        let users = self.grammar.grammar.users(&self.production.name);
        users.into_iter().map(|user| &*user.name).collect()
    }

    fn texts(&self) -> Result<DescribedTexts<'_>, AutomatonError> {
        let sentences = Sentences::new(&self.grammar.grammar, &self.production.name)?;
        let automaton = sentences.automaton();
        let own = self.grammar.namesake(&self.production.name);
        let own = own.map(Rule::example);
        let own = own.filter(|example| automaton.accepts(example.as_bytes()));
        Ok(DescribedTexts {
            first: Next::of_state(automaton, self.grammar.grammar.encoding, automaton.start()),
            has_empty: automaton.is_nullable(),
            example: own
                .map(|example| Cow::Borrowed(example.as_bytes()))
                .or_else(|| sentences.typical().map(Cow::Owned)),
        })
    }

    fn is_character(&self) -> bool {
        let characters = self.grammar.character_productions();
        characters.contains(&*self.production.name)
    }
}
