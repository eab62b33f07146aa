//! `rfc1738_is_valid`.

use std::sync::Arc;

use arrow::array::{ArrayRef, BooleanArray};
use arrow::buffer::BooleanBuffer;

use crate::rules::Rules;
use crate::texts::Texts;

/// Returns the verdicts, one bit a row. Allocates nothing for a row.
pub(crate) fn is_valid(texts: &Texts, rules: &Rules) -> ArrayRef {
    let nulls = rules.nulls(texts.nulls(), texts.len());
    let verdicts = BooleanBuffer::collect_bool(texts.len(), |row| {
        let text = texts.get(row);
        text.is_some_and(|text| rfc1738::is_valid(rules.get(row), text))
    });
    Arc::new(BooleanArray::new(verdicts, nulls))
}
