//! What the names and the prose of a file mean in the files that it imports, for editors.
//!
//! [`join`](super::join) replaces a production whose body is prose with the one that the prose means. Here, a name means the
//! rule that is written for it: the one of its file, or else the one that an import leads to.

use std::collections::HashMap;
use std::path::PathBuf;

use super::binding::{Binder, Id, mention};
use super::{FileSource, Loader};
use crate::library;
use crate::syntax::{Kind, Span};

/// What the names and the prose of a file mean in the files that it imports.
///
/// ```
/// use std::path::Path;
/// use rfcbnf::Reader;
/// use rfcbnf::imports::{Loader, NoFiles};
///
/// let text = "Host = host [ \":\" port ]\nport = <port, see [RFC3986], Section 3.2.3>\n";
/// let mut loader = Loader::new(NoFiles);
/// loader.add(Path::new(""), Reader::default().read(text))?;
/// loader.import(Path::new("rfc3986"))?;
/// let links = loader.links(["Host", "host", "port"]);
/// let host = links.of_name("host").unwrap();
/// assert_eq!((links.files[host.file].name.as_str(), host.production.as_str()), ("rfc3986", "host"));
/// // The file has a rule for it.
/// assert!(links.of_name("port").is_none());
/// assert_eq!(&text[links.prose[0].name.clone().unwrap()], "port");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Links {
    /// The files that it imports, directly or through others.
    pub files: Vec<LinkedFile>,
    /// The prose that means a production of another file, in file order.
    pub prose: Vec<ProseLink>,
    /// The names of productions that the file can use, in the order in which imports are searched.
    pub visible: Vec<String>,
    names: HashMap<String, Meaning>,
}

/// A file that another one imports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedFile {
    /// The name of its part, as in [`Grammar::imported`](crate::syntax::Grammar::imported).
    pub name: String,
    /// The path of the file; the name if it is a grammar of the library.
    pub path: PathBuf,
    /// Whether it is one of the library.
    pub is_of_library: bool,
}

/// A production of another file that a name or prose means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// An index into [`Links::files`].
    pub file: usize,
    /// The name of the production, as its file writes it.
    pub production: String,
    /// Whether a file of imports says so: the name or prose is in its table `names`.
    pub is_mapped: bool,
}

/// Prose that means a production of another file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProseLink {
    /// The place of the prose, with its angle brackets.
    pub span: Span,
    /// The place of the name that it begins with; `None` if another name decides: that of its production, or one of a file of
    /// imports.
    pub name: Option<Span>,
    /// The production that it means.
    pub meaning: Meaning,
}

impl Links {
    /// Returns the production of another file that a name means; `None` if the file has a rule for it, or if no file has one.
    #[must_use]
    pub fn of_name(&self, name: &str) -> Option<&Meaning> {
        self.names.get(name)
    }

    /// Returns the prose at an offset.
    #[must_use]
    pub fn prose_at(&self, offset: usize) -> Option<&ProseLink> {
        let mut prose = self.prose.iter();
        prose.find(|one| one.span.start <= offset && offset <= one.span.end)
    }
}

impl<F: FileSource> Loader<F> {
    /// Returns what these names and the prose of the file that was added first mean in the files that it imports.
    #[must_use]
    pub fn links<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Links {
        if self.parts.len() < 2 {
            return Links::default();
        }
        let linker = Linker {
            binder: Binder::new(&self.parts),
        };
        let files = self.parts.iter().zip(&self.paths).skip(1);
        let names = names.into_iter();
        Links {
            files: files
                .map(|(part, path)| LinkedFile {
                    name: part.name.clone(),
                    is_of_library: path
                        .to_str()
                        .is_some_and(|name| library::find(name).is_some()),
                    path: path.clone(),
                })
                .collect(),
            names: names
                .filter_map(|name| Some((name.to_owned(), linker.of_name(name)?)))
                .collect(),
            prose: linker.prose(),
            visible: linker.binder.visible(0),
        }
    }
}

/// Finds the meanings in the first part.
struct Linker<'p> {
    binder: Binder<'p>,
}

impl Linker<'_> {
    /// Returns the meaning of a production of another part.
    fn meaning(&self, id: Id, written: &str) -> Meaning {
        let mut sources = self.binder.parts[0].sources.iter();
        Meaning {
            file: id.part - 1,
            production: self.binder.production(id).name.clone(),
            is_mapped: sources.any(|source| {
                source.part == id.part && !source.is_limited && source.names.contains_key(written)
            }),
        }
    }

    fn of_name(&self, name: &str) -> Option<Meaning> {
        let id = self.binder.written(0, name)?;
        (id.part != 0).then(|| self.meaning(id, name))
    }

    fn prose(&self) -> Vec<ProseLink> {
        let document = &self.binder.parts[0].document.grammar;
        let mut links = Vec::new();
        for (production, written) in document.productions.iter().enumerate() {
            let within = Id {
                part: 0,
                production,
            };
            written.body.walk(&mut |part| {
                let Kind::Prose(text) = &part.kind else {
                    return;
                };
                let Some(id) = self.binder.of_prose(within, text).filter(|id| id.part != 0) else {
                    return;
                };
                let meaning = self.meaning(id, text);
                let name = mention(text).and_then(|mention| mention.name);
                let name = name.filter(|name| {
                    !meaning.is_mapped && name.eq_ignore_ascii_case(&meaning.production)
                });
                let place = name.and_then(|name| {
                    let start =
                        part.span.start + document.source.get(part.span.clone())?.find(name)?;
                    Some(start..start + name.len())
                });
                links.push(ProseLink {
                    span: part.span.clone(),
                    name: place,
                    meaning,
                });
            });
        }
        links.sort_by_key(|link| link.span.start);
        links
    }
}
