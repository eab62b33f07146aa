//! Typed URLs: the tests compare their components with the trees, and the meaning of each scheme
//! with the sentences of the RFC.

mod accessors;
mod agreement;
mod components;
mod conversions;
mod debug;
mod file;
mod ftp;
mod gopher;
mod literal_characters;
mod meaning;
mod normalized;
mod owned;
mod schemes;
