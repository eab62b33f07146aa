//! Passwords: Section 6.

use super::{AdviceId, Finding};
use crate::url::Component;

/// Of an empty password (3.1) nothing can be told, so there is nothing to say about it.
pub(super) fn findings(password: Component<'_>) -> Vec<Finding> {
    let message = "a URL is no place for a password that should be secret";
    let finding = Finding::new(AdviceId::Password, password.span(), message);
    (!password.raw().is_empty())
        .then_some(finding)
        .into_iter()
        .collect()
}
