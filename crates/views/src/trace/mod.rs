//! Traces: the steps of the productions over a text.
//!
//! ```
//! use rfc1738::{Detail, Rule, trace};
//! use rfc1738_views::palette::Palette;
//! use rfc1738_views::trace::page;
//! use rfc1738_views::trace::selection::StepSelection;
//!
//! let trace = trace(Rule::Port, "80", Detail::Rules);
//! let mut out = Vec::new();
//! page::write(&mut out, Palette::PLAIN, &trace, &StepSelection::default())?;
//! assert!(out.ends_with(b"all of the text is derived\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod page;
pub mod progress;
pub mod record;
pub mod selection;
