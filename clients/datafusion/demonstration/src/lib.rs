//! Ten million URLs with planted faults, and how fast queries over them are.
//!
//! [`urls`] makes the URLs, [`files`] writes them, [`command`] counts them with the command
//! `rfc1738`, and [`measure`] and [`growth`] take the times that [`report`] shows.

pub mod command;
pub mod cores;
pub mod counts;
pub mod files;
pub mod growth;
pub mod measure;
pub mod report;
pub mod urls;
