//! The answers of [`rfc1738`] as functions of DataFusion, over columns of URLs.
//!
//! ```
//! use datafusion::arrow::util::pretty::pretty_format_batches;
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let mut context = SessionContext::new();
//! rfc1738_datafusion::register_all(&mut context)?;
//! let query = "SELECT rfc1738_error(url)['id'] FROM (VALUES ('http://h/'), ('http://me@h/')) AS t (url)";
//! let table = context.sql(query).await?.collect().await?;
//! assert!(pretty_format_batches(&table)?.to_string().contains("http-user"));
//! # Ok(())
//! # }
//! ```
//!
//! | function | gives | for a text that is no URL |
//! |---|---|---|
//! | `rfc1738_is_valid(url [, rule])` | `Boolean` | `false` |
//! | `rfc1738_error(url [, rule])` | `Struct`, [`error_type`] | the error; NULL for a valid text |
//! | `rfc1738_parse(url)` | `Struct`, [`parse_type`] | stops the query |
//! | `rfc1738_try_parse(url)` | the same | NULL |
//! | `rfc1738_normalize(url)` | `Utf8View` | NULL |
//! | `rfc1738_extract_scheme(url)`, `_host`, `_path`, `_search` | `Utf8View` | NULL |
//! | `rfc1738_extract_port(url)` | `UInt32` | NULL |
//! | `rfc1738_advice(url)` | `List<Struct>`, [`advice_type`] | NULL |
//!
//! The column holds text or octets: `Utf8`, `LargeUtf8`, `Utf8View`, `Binary`, `LargeBinary` or
//! `BinaryView`, or a dictionary of one of them. Octets that are not UTF-8 are no URL, and their
//! error has an offset like any other.
//!
//! Architecture invariants:
//! - each row has the answer of the library for that row alone. NULL gives NULL;
//! - the functions hold no state, so they are immutable, and a plan that names them can run on any
//!   machine that has called [`register_all`];
//! - texts are columns of views, which have no limit of 2 GiB.

mod advice;
mod column;
mod definition;
mod documentation;
mod error;
mod extract;
mod function;
mod normalize;
mod parse;
mod rules;
mod texts;
mod valid;

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_expr::ScalarUDF;
use datafusion_expr::registry::FunctionRegistry;

pub use advice::advice_type;
pub use error::error_type;
pub use parse::parse_type;

use definition::DEFINITIONS;
use function::Function;

/// The beginning of the name of every function.
pub const PREFIX: &str = "rfc1738_";

/// Returns all functions.
///
/// ```
/// let functions = rfc1738_datafusion::all();
/// assert!(functions.iter().all(|function| function.name().starts_with("rfc1738_")));
/// assert!(functions.iter().all(|function| function.documentation().is_some()));
/// ```
#[must_use]
pub fn all() -> Vec<Arc<ScalarUDF>> {
    DEFINITIONS
        .iter()
        .map(|definition| Arc::new(ScalarUDF::new_from_impl(Function::new(definition))))
        .collect()
}

/// Registers all functions: in a `SessionContext`, in a `SessionState`, or in a registry of one's
/// own. A function with the same name is replaced.
///
/// # Errors
///
/// Returns the error of the registry, if it takes no functions.
pub fn register_all(registry: &mut dyn FunctionRegistry) -> Result<()> {
    for function in all() {
        registry.register_udf(function)?;
    }
    Ok(())
}
