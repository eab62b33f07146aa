//! `rfc1738 lsp`, driven through its standard streams as an editor drives it.

mod cases;
mod client;
mod drafts;
mod edits;
mod life;
mod places;
mod recorded;
mod requests;
mod workspace;
