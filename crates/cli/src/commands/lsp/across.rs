//! Names in all files that use them: definitions, references, and other names.
//!
//! `rfc1738_views::editing` knows what belongs together; here are the files, as they are open or stored, and the places in the
//! words of the protocol.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::{
    Edit, Location, OptionalVersionedTextDocumentIdentifier, Position, Range, TextDocumentEdit,
    TextDocumentIdentifier, TextEdit, Uri, WorkspaceEdit,
};
use rfc1738_views::editing::{
    Changes, Importer, NameAt, NameOwner, RenameError, Renaming, definitions_of, name_at,
    references_of, renamable,
};
use rfcbnf::Reader;
use rfcbnf::cases;
use rfcbnf::imports::{Links, NamedPlace};
use rfcbnf::library::{self, LibraryGrammar};
use rfcbnf::syntax::{Notation, Span};
use rfcbnf_engine::escape::Printable;

use super::cases::cases_of;
use super::documents::Documents;
use super::lines::Units;
use super::reading::ReadGrammar;
use super::store::FileText;
use super::workspace::{Imported, imports_of};

/// The scheme of the addresses of grammars inside this program.
pub(super) const SCHEME: &str = "rfc1738";

/// A client that asks about a name, as far as that matters.
#[derive(Clone, Copy)]
pub(super) struct Asker {
    /// Whether it shows texts that have no file.
    pub(super) shows_content: bool,
    /// Whether it tells of files that change.
    pub(super) watches_files: bool,
    /// Whether edits can name the version of the document that they are for.
    pub(super) versioned_edits: bool,
    /// The units of positions.
    pub(super) units: Units,
}

/// A production and the file that defines it.
struct Target {
    name: String,
    text: Arc<FileText>,
    uri: Uri,
    file: Option<PathBuf>,
    /// What other files import if they use it; `None` if no other file can.
    imported: Option<Imported>,
}

/// A file that imports that of a [`Target`].
struct User {
    file: PathBuf,
    /// The escaped name, for messages.
    name: String,
    reading: Arc<ReadGrammar>,
    /// The file of the target among its links; `None` if it does not mention the name.
    index: Option<usize>,
}

/// The address of a grammar of the library.
pub(super) fn library_uri(grammar: &LibraryGrammar) -> Uri {
    let extension = match grammar.read().grammar.notation {
        Notation::Abnf => "abnf",
        _ => "bnf",
    };
    format!("{SCHEME}:/{}.{extension}", grammar.name()).into()
}

/// Returns the text of the grammar with such an address.
pub(super) fn library_text(uri: &str) -> Option<&'static str> {
    let name = uri.strip_prefix(SCHEME)?.strip_prefix(':')?;
    let name = name.trim_start_matches('/').split('.').next()?;
    Some(library::find(name)?.text())
}

/// A place in a document that somebody asks about.
struct Asked {
    text: Arc<FileText>,
    offset: usize,
    /// The grammar of the document, if it can import others.
    reading: Option<Arc<ReadGrammar>>,
    no_links: Links,
}

impl Asked {
    /// Returns what the names of the document mean in other files.
    fn links(&self) -> &Links {
        let reading = self.reading.as_ref();
        reading.map_or(&self.no_links, |reading| &reading.links)
    }

    /// Returns the name or prose that is there, with the place itself.
    fn named(&self) -> Option<(&Self, NameAt<'_>)> {
        Some((self, name_at(self.text.names(), self.links(), self.offset)?))
    }

    /// Returns whether a name is there, and not prose.
    fn is_at_a_name(&self) -> bool {
        self.text.names().names().at(self.offset).is_some()
    }
}

/// Names of a document, in all files.
pub(super) struct Across<'d> {
    pub(super) documents: &'d mut Documents,
    pub(super) asker: Asker,
}

impl Across<'_> {
    /// Returns where the name or prose at a position is defined.
    pub(super) fn definition(&mut self, uri: &Uri, position: Position) -> Vec<Location> {
        let asked = self.asked(uri, position);
        let Some((asked, found)) = asked.as_ref().and_then(Asked::named) else {
            return Vec::new();
        };
        let own = definitions_of(asked.text.names(), found.name);
        let mut locations = Vec::new();
        if let NameOwner::Imported(_) = found.owner
            && let Some(target) = self.target(uri, asked, &found)
        {
            locations = target.locations(
                definitions_of(target.text.names(), &target.name),
                self.asker,
            );
            if !asked.is_at_a_name() {
                return locations;
            }
        }
        locations.extend(located(uri, &asked.text, own));
        locations
    }

    /// Returns where the name or prose at a position is used in all files, and where it is defined if that is asked for.
    pub(super) fn references(
        &mut self,
        uri: &Uri,
        position: Position,
        with_definitions: bool,
    ) -> Vec<Location> {
        let asked = self.asked(uri, position);
        let Some((asked, found)) = asked.as_ref().and_then(Asked::named) else {
            return Vec::new();
        };
        let Some(target) = self.target(uri, asked, &found) else {
            // Nothing defines it.
            let places = references_of(asked.text.names(), found.name);
            return located(uri, &asked.text, places);
        };
        let names = target.text.names();
        let mut places = references_of(names, &target.name);
        if with_definitions {
            places.extend(definitions_of(names, &target.name));
        }
        places.sort_by_key(|place| place.start);
        let mut locations = target.locations(places, self.asker);
        for user in self.users(&target) {
            let Some(importer) = user.importer() else {
                continue;
            };
            let mut places = importer.uses(names, &target.name);
            if !with_definitions {
                let rules = &importer.text.names().rules;
                places.retain(|place| rules.iter().all(|rule| rule.name.span != *place));
            }
            let uri = self.documents.uri_of(&user.file);
            locations.extend(located(&uri, &user.reading.file, places));
        }
        locations
    }

    /// Returns the range of the name at a position, if it can be changed.
    pub(super) fn renamable(
        &mut self,
        uri: &Uri,
        position: Position,
    ) -> Result<Range, RenameError> {
        let asked = self.asked(uri, position).ok_or(RenameError::NoName)?;
        let found = self.renamed(uri, &asked)?;
        Ok(asked.text.range(&found.span))
    }

    /// Returns the edits that give the production at a position another name in all files.
    pub(super) fn rename(
        &mut self,
        uri: &Uri,
        position: Position,
        new: &str,
    ) -> Result<WorkspaceEdit, RenameError> {
        let asked = self.asked(uri, position).ok_or(RenameError::NoName)?;
        let found = self.renamed(uri, &asked)?;
        let text = &asked.text;
        let mut edits = Edits {
            across: self,
            files: Vec::new(),
        };
        if let NameOwner::Imported(meaning) = found.owner
            && meaning.is_mapped
            && asked.is_at_a_name()
        {
            // The name is the document's own, and its file of imports says what it stands for.
            let file = edits.across.documents.get(uri.as_ref());
            let imports = file.and_then(super::documents::OpenDocument::imports);
            let places = edits.across.named(imports.as_deref());
            let renaming = Renaming {
                text: text.names(),
                imports: &places,
                old: found.name,
                new,
            };
            let (own, mapped) = renaming.of_alias()?;
            edits.add(uri, text, own);
            edits.add_file(imports.as_deref(), mapped);
            return Ok(edits.finish());
        }
        let target = edits.across.target(uri, &asked, &found);
        let target = target.ok_or(RenameError::NoName)?;
        let users = edits.across.users(&target);
        edits
            .across
            .check_changeable(&target.uri, &target.text, &target.name)?;
        for user in users.iter().filter(|user| user.index.is_some()) {
            let uri = edits.across.documents.uri_of(&user.file);
            edits
                .across
                .check_changeable(&uri, &user.reading.file, &target.name)?;
        }
        let unreadable = |user: &&User| user.index.is_some() && user.reading.failure.is_some();
        if let Some(user) = users.iter().find(unreadable) {
            return Err(RenameError::Unreadable {
                file: user.name.clone(),
                reason: user.reading.failure.clone().unwrap_or_default(),
            });
        }
        let imports = target.file.as_deref().map(imports_of);
        let places = edits.across.named(imports.as_deref());
        let renaming = Renaming {
            text: target.text.names(),
            imports: &places,
            old: &target.name,
            new,
        };
        let importers: Vec<Importer<'_>> = users.iter().map(User::seen).collect();
        renaming.check(&importers)?;
        edits.add(&target.uri, &target.text, renaming.own());
        edits.add_file(imports.as_deref(), renaming.own_imports());
        if let Some(file) = &target.file {
            let is_meant = |name: &str| target.text.names().names().are_same(name, &target.name);
            edits.add_cases(file, &is_meant, new);
        }
        for user in &users {
            if let Some(importer) = user.importer() {
                let uri = edits.across.documents.uri_of(&user.file);
                edits.add(&uri, &user.reading.file, renaming.of_importer(importer));
            }
            let imports = imports_of(&user.file);
            let folder = user.file.parent().unwrap_or(Path::new(""));
            let places = edits.across.named(Some(&imports));
            let changes = renaming.of_importers_imports(&places, |from| {
                Some(Imported::from(from.as_ref(), folder)) == target.imported
            });
            edits.add_file(Some(&imports), changes);
            edits.add_cases(&user.file, &|name| user.means(&target, name), new);
        }
        Ok(edits.finish())
    }

    /// Fails for a document that prints a grammar.
    fn check_changeable(&self, uri: &Uri, text: &FileText, name: &str) -> Result<(), RenameError> {
        if !text.prints {
            return Ok(());
        }
        let path = self
            .documents
            .get(uri.as_ref())
            .and_then(|one| one.path.as_deref());
        let file = path.and_then(Path::file_name).unwrap_or_default();
        let file = file.as_encoded_bytes();
        Err(RenameError::Document {
            file: if file.is_empty() {
                "this".to_owned()
            } else {
                Printable(file).to_string()
            },
            name: Printable(name.as_bytes()).to_string(),
        })
    }

    /// Returns what is asked about at a position; `None` if the document has no such position.
    fn asked(&mut self, uri: &Uri, position: Position) -> Option<Asked> {
        let text = Arc::clone(&self.documents.get(uri.as_ref())?.text);
        let offset = text.offset(position)?;
        Some(Asked {
            text,
            offset,
            reading: self.documents.importing(uri.as_ref()),
            no_links: Links::default(),
        })
    }

    /// Returns the name that is asked about, if it can be changed.
    fn renamed<'a>(&self, uri: &Uri, asked: &'a Asked) -> Result<NameAt<'a>, RenameError> {
        let found = renamable(asked.text.names(), asked.links(), asked.offset)?;
        self.check_changeable(uri, &asked.text, found.name)?;
        Ok(found)
    }

    /// Returns the production that a name means; `None` if no file defines it.
    fn target(&mut self, uri: &Uri, asked: &Asked, found: &NameAt<'_>) -> Option<Target> {
        match found.owner {
            NameOwner::Own => {
                let file = self.documents.get(uri.as_ref())?.file.clone();
                Some(Target {
                    name: found.name.to_owned(),
                    text: Arc::clone(&asked.text),
                    uri: uri.clone(),
                    imported: file.clone().map(Imported::File),
                    file,
                })
            }
            NameOwner::Imported(meaning) => {
                let file = &asked.links().files[meaning.file];
                let name = meaning.production.clone();
                if file.is_of_library {
                    return Some(self.of_library(library::find(&file.name)?, name));
                }
                Some(Target {
                    name,
                    text: self.documents.store.file(&file.path).ok()??,
                    uri: self.documents.uri_of(&file.path),
                    imported: Some(Imported::File(file.path.clone())),
                    file: Some(file.path.clone()),
                })
            }
            NameOwner::CoreRule | NameOwner::Nobody => None,
        }
    }

    fn of_library(&self, grammar: &'static LibraryGrammar, name: String) -> Target {
        let reader = Reader {
            notation: Some(grammar.read().grammar.notation),
            ..Reader::default()
        };
        let text = FileText::new(grammar.text().to_owned(), None, reader, self.asker.units);
        Target {
            name,
            text: Arc::new(text),
            uri: library_uri(grammar),
            file: None,
            imported: Some(Imported::Library(grammar.name())),
        }
    }

    /// Returns the files that import that of a production, and can be read.
    fn users(&mut self, target: &Target) -> Vec<User> {
        let Some(imported) = &target.imported else {
            return Vec::new();
        };
        let is_told = self.asker.watches_files;
        let importers = self.documents.importers(imported, is_told);
        let users = importers
            .into_iter()
            .filter_map(|file| self.user(file, target));
        users.collect()
    }

    fn user(&mut self, file: PathBuf, target: &Target) -> Option<User> {
        let name = file.file_name().unwrap_or_default().as_encoded_bytes();
        let name = Printable(name).to_string();
        let text = self.documents.store.file(&file).ok()??;
        let beside = [imports_of(&file), cases_of(&file)];
        let beside = beside.map(|path| self.documents.store.file(&path).ok().flatten());
        let texts = [Some(&text), beside[0].as_ref(), beside[1].as_ref()];
        let mentions = |text: &Arc<FileText>| mentions(&text.text, &target.name);
        if !texts.into_iter().flatten().any(mentions) {
            return Some(User {
                file,
                name,
                reading: Arc::new(ReadGrammar::alone(text)),
                index: None,
            });
        }
        let reading = self.documents.reading_of_file(&file).ok()??;
        let mut files = reading.links.files.iter();
        let index = files.position(|file| match &target.imported {
            Some(Imported::Library(name)) => file.is_of_library && file.name == *name,
            Some(Imported::File(path)) => file.path == *path,
            None => false,
        });
        Some(User {
            file,
            name,
            // Nobody knows what a file means whose imports cannot be read.
            index: index.or(reading.failure.as_ref().map(|_| usize::MAX)),
            reading,
        })
    }

    /// Returns the names in a file of imports. One that cannot be read has none.
    fn named(&self, file: Option<&Path>) -> Vec<NamedPlace> {
        let text = file.and_then(|file| self.documents.store.file(file).ok()?);
        let places = text.map(|text| NamedPlace::find(&text.text).unwrap_or_default());
        places.unwrap_or_default()
    }
}

/// Returns whether a text has a name, in any case of letters.
fn mentions(text: &str, name: &str) -> bool {
    let (text, name) = (text.as_bytes(), name.as_bytes());
    // A space stands for a hyphen in names between angle brackets.
    let is_same = |one: &u8, other: &u8| {
        one.eq_ignore_ascii_case(other) || (*other == b'-' && one.is_ascii_whitespace())
    };
    let mut parts = text.windows(name.len().max(1));
    parts.any(|part| {
        part.iter()
            .zip(name)
            .all(|(one, other)| is_same(one, other))
    })
}

fn located(uri: &Uri, text: &FileText, places: Vec<Span>) -> Vec<Location> {
    let locations = places.into_iter().map(|place| Location {
        uri: uri.clone(),
        range: text.range(&place),
    });
    locations.collect()
}

impl Target {
    /// Returns the places in its file; none in a grammar of the library that the client cannot show.
    fn locations(&self, places: Vec<Span>, asker: Asker) -> Vec<Location> {
        let is_of_library = matches!(self.imported, Some(Imported::Library(_)));
        if is_of_library && !asker.shows_content {
            return Vec::new();
        }
        located(&self.uri, &self.text, places)
    }
}

impl User {
    /// Returns it as a text with names that mean productions of the imported file, if it has any.
    fn importer(&self) -> Option<Importer<'_>> {
        self.index.map(|_| self.seen())
    }

    /// Returns whether a name in its cases is that of the production, which its grammar has imported under the same name.
    fn means(&self, target: &Target, name: &str) -> bool {
        let grammar = self.reading.grammar();
        let file = self
            .index
            .and_then(|index| self.reading.links.files.get(index));
        let production = grammar.lookup(name).ok();
        let (Some(file), Some(production)) = (file, production) else {
            return false;
        };
        let place = grammar.file_at(production.name_span.start);
        place.is_some_and(|place| place.name == file.name)
            && target.text.names().names().are_same(name, &target.name)
    }

    fn seen(&self) -> Importer<'_> {
        Importer {
            name: &self.name,
            text: self.reading.text(),
            links: &self.reading.links,
            file: self.index.unwrap_or(usize::MAX),
        }
    }
}

/// The edits of several files.
struct Edits<'e, 'd> {
    across: &'e mut Across<'d>,
    /// The address of each file, the version that is open, and its edits.
    files: Vec<(Uri, Option<i32>, Vec<TextEdit>)>,
}

impl Edits<'_, '_> {
    /// Adds the changes of a text.
    fn add(&mut self, uri: &Uri, text: &FileText, changes: Changes) {
        if changes.is_empty() {
            return;
        }
        let version = self.across.documents.get(uri.as_ref());
        let edits = changes
            .into_iter()
            .map(|(span, new)| TextEdit::new(text.lines().range(&text.text, &span), new));
        let version = version.map(|document| document.version);
        self.files.push((uri.clone(), version, edits.collect()));
    }

    /// Adds the changes of a file.
    fn add_file(&mut self, file: Option<&Path>, changes: Changes) {
        let text =
            file.and_then(|file| Some((file, self.across.documents.store.file(file).ok()??)));
        if let Some((file, text)) = text {
            let uri = self.across.documents.uri_of(file);
            self.add(&uri, &text, changes);
        }
    }

    /// Adds the changes of the cases beside a grammar, where they name the production.
    fn add_cases(&mut self, grammar: &Path, is_meant: &dyn Fn(&str) -> bool, new: &str) {
        let cases = cases_of(grammar);
        let text = self.across.documents.store.file(&cases).ok().flatten();
        let names = text.map(|text| cases::names(&text.text).unwrap_or_default());
        let meant = names
            .into_iter()
            .flatten()
            .filter(|(name, _)| is_meant(name));
        let changes = meant.map(|(_, span)| (span, new.to_owned()));
        self.add_file(Some(&cases), changes.collect());
    }

    /// Returns the edit of all files, for their versions if the client can tell versions. A file that is not open has none.
    fn finish(self) -> WorkspaceEdit {
        workspace_edit(self.files, self.across.asker.versioned_edits)
    }
}

/// Returns the edit of files, for their versions if the client can tell versions.
pub(super) fn workspace_edit(
    files: Vec<(Uri, Option<i32>, Vec<TextEdit>)>,
    is_versioned: bool,
) -> WorkspaceEdit {
    if !is_versioned {
        let files = files.into_iter().map(|(uri, _, edits)| (uri, edits));
        return WorkspaceEdit {
            changes: Some(files.collect::<HashMap<_, _>>()),
            ..WorkspaceEdit::default()
        };
    }
    let files = files.into_iter().map(|(uri, version, edits)| {
        let edit = TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                version,
                text_document_identifier: TextDocumentIdentifier { uri },
            },
            edits: edits.into_iter().map(Edit::TextEdit).collect(),
        };
        edit.into()
    });
    WorkspaceEdit {
        document_changes: Some(files.collect()),
        ..WorkspaceEdit::default()
    }
}
