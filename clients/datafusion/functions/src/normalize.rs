//! `rfc1738_normalize`.

use std::sync::Arc;

use arrow::array::{ArrayRef, StringViewBuilder};
use rfc1738::Url;

use crate::texts::Texts;

/// Returns the normal forms.
pub(crate) fn normalize(texts: &Texts) -> ArrayRef {
    let mut forms = StringViewBuilder::with_capacity(texts.len());
    for text in texts.iter() {
        let url = text.and_then(|text| Url::parse(text).ok());
        forms.append_option(url.map(|url| url.normalized().into_string()));
    }
    Arc::new(forms.finish())
}
