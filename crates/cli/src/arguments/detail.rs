//! `--detail`: which productions a tree shows.

use clap::ValueEnum;
use rfc1738::Detail;

/// The productions that a tree shows.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum DetailName {
    /// All but those for single characters
    #[default]
    Rules,
    /// All, with those for single characters
    Characters,
}

impl From<DetailName> for Detail {
    fn from(name: DetailName) -> Self {
        match name {
            DetailName::Rules => Self::Rules,
            DetailName::Characters => Self::Characters,
        }
    }
}
