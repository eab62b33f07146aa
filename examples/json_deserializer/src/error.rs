//! Why a text cannot be read as a type.

use std::fmt;

use serde::de;

use crate::rfc8259::ParseError;

/// Why a text cannot be read as a type.
#[derive(Debug)]
pub enum Error {
    /// The text is no JSON, with the place and what could be there; or that is undecided.
    Syntax(Box<ParseError>),
    /// A value is not what the type needs.
    Data(String),
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(formatter),
            Self::Data(message) => formatter.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Data(message.to_string())
    }
}
