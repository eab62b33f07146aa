//! URLs as values: their components against the trees, and what each scheme means by them
//! against the sentences of the RFC.

mod agreement;
mod components;
mod file;
mod ftp;
mod gopher;
mod literal_characters;
mod normalized;
mod owned;
mod schemes;
