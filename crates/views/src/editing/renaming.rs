//! Other names for productions, in all files that use them.
//!
//! Invariant: texts that are renamed have the same rules, and each of their names refers to the same
//! production as before.

use rfcbnf::Names;
use rfcbnf::imports::{Links, NamedPlace, NamedWhere};
use rfcbnf::limits::NAME_LENGTH;
use rfcbnf::syntax::Span;
use rfcbnf_engine::escape::Printable;
use thiserror::Error;

use super::names::{definitions_of, name_at, references_of, uses};
use super::{GrammarText, Importer, NameAt, NameOwner};

/// The most characters of a name that an error shows.
const SHOWN: usize = 60;

/// Why a name cannot be changed.
///
/// ```
/// use rfc1738_views::editing::{GrammarText, rename};
///
/// let text = GrammarText::new("port = 1*DIGIT lost\nhost = %x61\n", &rfcbnf::Reader::default());
/// let error = |offset, name| rename(&text, offset, name).unwrap_err().to_string();
/// assert_eq!(error(5, "x"), "there is no name of a production here");
/// assert_eq!(error(10, "x"), "`DIGIT` is a core rule of RFC 5234, and no file has a rule for it");
/// assert_eq!(error(15, "x"), "no file defines `lost`, so it has no rule to rename");
/// assert_eq!(
///     error(0, "1st"),
///     "`1st` cannot be the name of a production: that is a letter, followed by letters, digits, \"-\", \
///      \"_\" and \"+\", at most 200 of them"
/// );
/// assert_eq!(error(0, "HOST"), "`HOST` is the name of another production; choose one that is free");
/// assert_eq!(
///     error(0, "alpha"),
///     "`alpha` is a core rule of RFC 5234, which every grammar can use; choose another name"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RenameError {
    /// There is no name at the offset.
    #[error("there is no name of a production here")]
    NoName,
    /// Nothing defines the name.
    #[error("no file defines `{0}`, so it has no rule to rename")]
    Undefined(String),
    /// The name is that of a core rule.
    #[error("`{0}` is a core rule of RFC 5234, and no file has a rule for it")]
    OfCoreRule(String),
    /// The production is one of a grammar of the library.
    #[error(
        "`{production}` is a production of {grammar}, which comes with this program and cannot be changed; \
         a copy of it in a file can"
    )]
    OfLibrary {
        /// The name of the production.
        production: String,
        /// The grammar.
        grammar: String,
    },
    /// No production can have the new name.
    #[error(
        "`{0}` cannot be the name of a production: that is a letter, followed by letters, digits, \"-\", \
         \"_\" and \"+\", at most {NAME_LENGTH} of them"
    )]
    Invalid(String),
    /// Another production has the new name.
    #[error("`{0}` is the name of another production; choose one that is free")]
    Taken(String),
    /// A file that imports the production has the new name.
    #[error(
        "{file} imports this production and has the name `{name}` already; choose one that is free"
    )]
    TakenIn {
        /// The new name.
        name: String,
        /// The file.
        file: String,
    },
    /// A core rule has the new name.
    #[error("`{0}` is a core rule of RFC 5234, which every grammar can use; choose another name")]
    CoreRule(String),
    /// Prose means the production and does not name it, so it would mean nothing after the change.
    #[error(
        "prose in {file} means `{name}` without naming it, so it would mean nothing afterwards; \
         begin that prose with the name first"
    )]
    Prose {
        /// The name of the production.
        name: String,
        /// The file, or `this file`.
        file: String,
    },
    /// A file that would have to change is a document that prints a grammar.
    #[error(
        "{file} is a document that prints a grammar, and may name `{name}` in its text, too; change the name by hand"
    )]
    Document {
        /// The file.
        file: String,
        /// The name of the production.
        name: String,
    },
    /// A file may use the production, and what it imports cannot be read.
    #[error("{file} may use this production, and it is unknown what it imports: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// The reason.
        reason: String,
    },
}

/// The changes of a text, in file order.
pub type Changes = Vec<(Span, String)>;

/// A production that gets another name, in the file that defines it.
#[derive(Debug, Clone, Copy)]
pub struct Renaming<'t> {
    /// The text that defines it.
    pub text: &'t GrammarText,
    /// The names in its file of imports.
    pub imports: &'t [NamedPlace],
    /// The name.
    pub old: &'t str,
    /// The new name.
    pub new: &'t str,
}

/// Returns the name at the offset if it can be changed, in this text or in the one that defines it.
///
/// # Errors
///
/// Returns [`RenameError`] if there is no name, or if no file has a rule for it.
pub fn renamable<'t>(
    text: &'t GrammarText,
    links: &'t Links,
    offset: usize,
) -> Result<NameAt<'t>, RenameError> {
    let found = name_at(text, links, offset).ok_or(RenameError::NoName)?;
    match found.owner {
        NameOwner::Own => Ok(found),
        NameOwner::CoreRule => Err(RenameError::OfCoreRule(shown(found.name))),
        NameOwner::Nobody => Err(RenameError::Undefined(shown(found.name))),
        NameOwner::Imported(meaning) => {
            let file = &links.files[meaning.file];
            let is_prose = text.names.at(offset).is_none();
            let names_itself = is_prose && found.span.len() == meaning.production.len();
            if is_prose && !names_itself {
                return Err(RenameError::Prose {
                    name: shown(&meaning.production),
                    file: "this file".to_owned(),
                });
            }
            // A name that stands for another one is the text's own.
            let is_alias = meaning.is_mapped && !is_prose;
            if file.is_of_library && !is_alias {
                return Err(RenameError::OfLibrary {
                    production: shown(&meaning.production),
                    grammar: file.name.clone(),
                });
            }
            Ok(found)
        }
    }
}

/// Returns the changes that give the production at the offset another name everywhere in the text, in file order. The
/// text imports nothing, and nothing imports it.
///
/// ```
/// use rfc1738_views::editing::{GrammarText, rename};
///
/// let text = GrammarText::new("port = 1*Digit\ndigit = %x30-39\n", &rfcbnf::Reader::default());
/// let places: Vec<_> = rename(&text, 9, "figure")?.into_iter().map(|(span, _)| span).collect();
/// assert_eq!(places, [9..14, 15..20]);
/// # Ok::<(), rfc1738_views::editing::RenameError>(())
/// ```
///
/// # Errors
///
/// Returns [`RenameError`] if there is no such production, or if it cannot have the name.
pub fn rename(text: &GrammarText, offset: usize, new: &str) -> Result<Changes, RenameError> {
    let links = Links::default();
    let renaming = Renaming {
        text,
        imports: &[],
        old: renamable(text, &links, offset)?.name,
        new,
    };
    renaming.check(&[])?;
    Ok(renaming.own())
}

impl Renaming<'_> {
    /// Returns why the production cannot have the name. `importers` are the texts that import the file.
    ///
    /// # Errors
    ///
    /// Returns [`RenameError`] for a name that no production can have, or that a text has which would see it.
    pub fn check(&self, importers: &[Importer<'_>]) -> Result<(), RenameError> {
        let Self { text, old, new, .. } = *self;
        if !Names::can_have(new) {
            return Err(RenameError::Invalid(shown(new)));
        }
        for importer in importers {
            let mut prose = importer.meaning_prose(text, old);
            if prose.any(|one| one.name.is_none() && !one.meaning.is_mapped) {
                return Err(RenameError::Prose {
                    name: shown(old),
                    file: importer.name.to_owned(),
                });
            }
        }
        if text.names.are_same(old, new) {
            return Ok(());
        }
        let is_core = |text: &GrammarText| {
            let mut core = text.names.core_rules();
            core.any(|core| text.names.are_same(core, new))
        };
        let mut mapped = self
            .imports
            .iter()
            .filter(|one| one.is == NamedWhere::Mapped);
        let is_mapped = mapped.any(|one| text.names.are_same(&one.name, new));
        if is_core(text) || importers.iter().any(|one| is_core(one.text)) {
            return Err(RenameError::CoreRule(shown(new)));
        }
        if is_mapped || has(text, new) {
            return Err(RenameError::Taken(shown(new)));
        }
        match importers.iter().find(|importer| has(importer.text, new)) {
            Some(importer) => Err(RenameError::TakenIn {
                name: shown(new),
                file: importer.name.to_owned(),
            }),
            None => Ok(()),
        }
    }

    /// Returns the changes of the text that defines the production.
    #[must_use]
    pub fn own(&self) -> Changes {
        let mut places = definitions_of(self.text, self.old);
        places.extend(references_of(self.text, self.old));
        self.changes(places)
    }

    /// Returns the changes of the file of imports beside that text.
    #[must_use]
    pub fn own_imports(&self) -> Changes {
        let lengths = self.imports.iter();
        let lengths = lengths.filter(|one| {
            one.is == NamedWhere::Length && self.text.names.are_same(&one.name, self.old)
        });
        lengths
            .map(|one| (one.span.clone(), self.quoted()))
            .collect()
    }

    /// Returns the changes of a text that imports the file.
    #[must_use]
    pub fn of_importer(&self, importer: Importer<'_>) -> Changes {
        let names = importer.meaning_names(self.text, self.old);
        // What stands for the name keeps its own.
        let names = names.filter(|name| {
            let meaning = importer.links.of_name(&name.text);
            meaning.is_some_and(|meaning| !meaning.is_mapped)
        });
        let mut places: Vec<Span> = names.map(|name| name.span.clone()).collect();
        let prose = importer.meaning_prose(self.text, self.old);
        places.extend(prose.filter_map(|prose| prose.name.clone()));
        self.changes(places)
    }

    /// Returns the changes of the file of imports beside a text that imports the file. `is_from` says whether a value of
    /// `from` there means it.
    #[must_use]
    pub fn of_importers_imports(
        &self,
        imports: &[NamedPlace],
        is_from: impl Fn(&str) -> bool,
    ) -> Changes {
        let meant = imports.iter().filter(|one| match &one.is {
            NamedWhere::Imported(from) => {
                self.text.names.are_same(&one.name, self.old) && is_from(from)
            }
            _ => false,
        });
        meant.map(|one| (one.span.clone(), self.quoted())).collect()
    }

    /// Returns the changes if the name stands for a production of another file, by the file of imports beside the text: those
    /// of the text, and those of that file.
    ///
    /// # Errors
    ///
    /// Those of [`check`](Self::check).
    pub fn of_alias(&self) -> Result<(Changes, Changes), RenameError> {
        self.check(&[])?;
        let mapped = self.imports.iter();
        let mapped = mapped.filter(|one| one.is == NamedWhere::Mapped && one.name == self.old);
        let changes = mapped.map(|one| {
            let is_bare = |one: char| one.is_ascii_alphanumeric() || "-_".contains(one);
            let key = if self.new.chars().all(is_bare) {
                self.new.to_owned()
            } else {
                self.quoted()
            };
            (one.span.clone(), key)
        });
        Ok((self.own(), changes.collect()))
    }

    fn quoted(&self) -> String {
        format!("\"{}\"", self.new)
    }

    fn changes(&self, mut places: Vec<Span>) -> Changes {
        places.sort_by_key(|place| place.start);
        places.dedup();
        let changes = places.into_iter();
        changes.map(|place| (place, self.new.to_owned())).collect()
    }
}

/// Returns whether a text defines or uses a name.
fn has(text: &GrammarText, name: &str) -> bool {
    text.names.rules_of(name).next().is_some() || uses(text, name).next().is_some()
}

/// Returns the beginning of a name, escaped.
fn shown(name: &str) -> String {
    let end = name.char_indices().nth(SHOWN);
    let (cut, mark) = end.map_or((name, ""), |(end, _)| (&name[..end], "…"));
    format!("{}{mark}", Printable(cut.as_bytes()))
}
