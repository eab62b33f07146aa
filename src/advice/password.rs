//! Advice on passwords: Section 6.

use alloc::vec;
use alloc::vec::Vec;

use super::{AdviceId, Finding};
use crate::url::Component;

/// Returns a finding unless the password is empty (3.1): an empty one reveals nothing.
pub(super) fn findings(password: Component<'_>) -> Vec<Finding> {
    let message = "a password in a URL is not secret";
    let finding = Finding::new(AdviceId::Password, password.span(), message);
    if password.raw().is_empty() {
        return Vec::new();
    }
    vec![finding]
}
