//! All about one URL: its components, what a client does with it, its normal form.
//!
//! ```
//! use rfc1738::Url;
//! use rfc1738_views::inspect::client::Choices;
//! use rfc1738_views::inspect::page;
//! use rfc1738_views::palette::Palette;
//!
//! let mut out = Vec::new();
//! page::write(&mut out, Palette::PLAIN, &Url::parse("http://h/a?b")?, Choices::default())?;
//! assert!(String::from_utf8(out)?.contains("connect to h, port 80"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod client;
pub mod facts;
pub mod page;
pub mod record;
