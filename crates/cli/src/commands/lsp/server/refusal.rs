//! Why a request has no answer.

use gen_lsp_types::{ErrorCodes, LspErrorCodes};
use rfc1738_views::editing::RenameError;
use rfcbnf::format::FormatError;
use rfcbnf_engine::escape::Printable;

/// The most characters of a text from the client that a message has.
const SHOWN: usize = 200;

/// Why a request has no answer.
pub(super) struct Refusal {
    pub(super) code: ErrorCodes,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(code: ErrorCodes, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message }
    }
}

impl From<RenameError> for Refusal {
    fn from(error: RenameError) -> Self {
        let code = i32::from(LspErrorCodes::RequestFailed).into();
        Self::new(code, error.to_string())
    }
}

impl From<FormatError> for Refusal {
    fn from(error: FormatError) -> Self {
        let code = i32::from(LspErrorCodes::RequestFailed).into();
        Self::new(code, error.to_string())
    }
}

/// Returns the beginning of a text from the client, for a message.
pub(super) fn shown(text: &str) -> String {
    let beginning: String = text.chars().take(SHOWN).collect();
    Printable(beginning.as_bytes()).to_string()
}
