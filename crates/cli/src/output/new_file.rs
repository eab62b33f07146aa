//! A file that is replaced whole or not at all.
//!
//! Invariants:
//! - The content is written to a file beside the old one, is on the disk before it gets its name, and
//!   gets it in one step. A full disk, an error or the end of the program leaves the old file.
//! - A symbolic link stays: the file that it names is replaced. The permissions of the old file stay,
//!   and its owner where the system allows it. Other hard links keep the old content.
//! - A file that cannot be replaced, such as a pipe or a device, is written directly.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempPath};

use super::interruption::{Unfinished, uninterrupted};
use crate::outcome::Failure;

/// The beginning of the names of files and folders that are not finished.
pub(super) const PREFIX: &str = ".rfc1738-";

/// The longest chain of symbolic links, as in Linux.
const LINKS: usize = 40;

/// The new content of a file, which replaces it when it is committed. Dropped before that, it leaves
/// the old file.
pub(crate) struct NewFile(Kind);

enum Kind {
    Beside {
        content: BufWriter<File>,
        hidden: TempPath,
        // Dropped after the file is removed.
        unfinished: Unfinished,
        path: PathBuf,
        old: Option<Box<Metadata>>,
    },
    Direct(BufWriter<File>),
}

impl NewFile {
    /// Begins a file. Fails if the old file may not be written, or if no file can be made beside it.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let path = followed(path);
        let old = match fs::metadata(&path) {
            Ok(old) => Some(Box::new(old)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let is_replaced = old.as_ref().is_none_or(|old| old.is_file()) && !is_stream(&path);
        if !is_replaced {
            let file = OpenOptions::new().write(true).truncate(true).open(&path)?;
            return Ok(Self(Kind::Direct(BufWriter::new(file))));
        }
        if old.is_some() {
            refuse_protected(&path)?;
        }
        let (made, unfinished) = Unfinished::make(|| beside(&path, old.is_some()))?;
        // The errors of the two together name the hidden file, which users do not know.
        let (content, hidden) = made.into_parts();
        Ok(Self(Kind::Beside {
            content: BufWriter::new(content),
            hidden,
            unfinished,
            path,
            old,
        }))
    }

    /// Gives the content the name of the file.
    pub(crate) fn commit(self) -> io::Result<()> {
        match self.0 {
            Kind::Direct(mut file) => file.flush(),
            Kind::Beside {
                content,
                hidden,
                unfinished,
                path,
                old,
            } => {
                let content = content
                    .into_inner()
                    .map_err(io::IntoInnerError::into_error)?;
                if let Some(old) = &old {
                    resemble(&content, old)?;
                }
                content.sync_all()?;
                uninterrupted(|| hidden.persist(&path)).map_err(|error| error.error)?;
                drop(unfinished);
                sync_folder(&path);
                Ok(())
            }
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Kind::Beside { content: file, .. } | Kind::Direct(file) => file.write(octets),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Kind::Beside { content: file, .. } | Kind::Direct(file) => file.flush(),
        }
    }
}

/// Replaces a file by these octets.
pub(crate) fn replace_file(path: &Path, octets: &[u8]) -> Result<(), Failure> {
    let replaced = NewFile::create(path).and_then(|mut file| {
        file.write_all(octets)?;
        file.commit()
    });
    replaced.map_err(|error| Failure::unwritable_file(path, error))
}

/// Fails if the file is protected from writing. Its folder might let it be replaced all the same.
pub(super) fn refuse_protected(path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(path).map(drop)
}

/// Gives a new file the owner of an old one, where the system allows it, and its permissions.
pub(super) fn resemble(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};

        let new = file.metadata()?;
        // Only the superuser gives files away. Others may still have the right to the group.
        if new.gid() != old.gid() {
            let _ = fchown(file, None, Some(old.gid()));
        }
        if new.uid() != old.uid() {
            let _ = fchown(file, Some(old.uid()), None);
        }
    }
    file.set_permissions(old.permissions())
}

/// Makes a file in the folder of another one. `is_replaced` says that the other one exists.
fn beside(path: &Path, is_replaced: bool) -> io::Result<NamedTempFile> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // The content of a file that may be secret is not, until the file has the permissions of the old
    // one. Other files get the permissions of every new file.
    #[cfg(unix)]
    if is_replaced {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let made = Builder::new()
        .prefix(PREFIX)
        .make_in(folder_of(path), |path| options.open(path));
    made.map_err(|error| {
        if is_replaced {
            let reason = format!("no file can be made beside it: {error}");
            io::Error::new(error.kind(), reason)
        } else {
            error
        }
    })
}

/// Follows the symbolic links of a path. The last of them may name a file that does not exist.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let next = if is_stream(&path) {
            None
        } else {
            fs::read_link(&path).ok()
        };
        let Some(next) = next else { break };
        // A link is relative to its own folder.
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    path
}

/// Returns whether the path names a stream that is open already, such as `/dev/stdout`. To replace
/// the file behind it would leave the stream with the old one.
fn is_stream(path: &Path) -> bool {
    ["/proc", "/dev/fd"]
        .iter()
        .any(|folder| path.starts_with(folder))
}

/// Makes the new name of a file last, even if the machine stops.
fn sync_folder(path: &Path) {
    // Some systems cannot do that for folders. The content is safe in any case.
    let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
}

/// Returns the folder that holds the file.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
