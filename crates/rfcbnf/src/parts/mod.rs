//! Parts of texts: two parsers that accept a text, and disagree about the host.
//!
//! The disasters of URLs and of HTTP are no wrong verdicts: a proxy and a server accept the same text, and read another
//! host, or another length of a body. Which parts does a parser read otherwise than the grammar, or than another parser?
//!
//! A *part* is a production. The texts `u ⟨ v ⟩ w` in which *v* is the part of *uvw* are a language over octets and two
//! marks ([`MarkedGrammar`]). A parser that says where the part is becomes one of these texts, and the search for causes
//! learns it ([`find`]): if it explains the parser, all texts that were asked about are read as the causes say, and a
//! parser that reads others otherwise has more states.
//!
//! ```text
//! grammar     u:⟨h⟩:0   u:⟨h⟩   u:⟨hh⟩
//! parser      u:⟨h:0⟩   u:⟨h⟩   u:⟨hh⟩      the parser's host goes on over `:`
//! ```

mod compared;
mod components;
mod decided;
mod difference;
mod id;
mod marked;
mod pair;
mod reading;
mod search;

pub use compared::PartFindings;
pub use decided::Decided;
pub use difference::{DifferenceKind, Differing, Edge, EdgeAt, PartCause, causes_of};
pub use marked::{MarkedGrammar, PartError};
pub use pair::{PartPair, find_between, near_misses};
pub use reading::{Changes, Place, Reading};
pub use search::{MarkedTexts, PartPeer, find};
