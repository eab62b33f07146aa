//! Advice on passwords: Section 6.

use alloc::vec;
use alloc::vec::Vec;

use super::{AdviceId, Finding};
use crate::addr_spec;
use crate::url::{Component, Url};

/// Returns a finding unless the password is empty (3.1), which reveals nothing, or an e-mail address that
/// anonymous FTP takes for a password (3.2.1).
pub(super) fn findings(url: Url<'_>, password: Component<'_>) -> Vec<Finding> {
    let message = "a password in a URL is not secret";
    let finding = Finding::new(AdviceId::Password, password.span(), message);
    let is_user = |user: Component<'_>| &*user.decoded() == b"anonymous";
    let is_anonymous = matches!(url, Url::Ftp(_)) && url.user().is_some_and(is_user);
    let is_address = || addr_spec::departure(&password.decoded()).is_none();
    if password.raw().is_empty() || is_anonymous && is_address() {
        return Vec::new();
    }
    vec![finding]
}
