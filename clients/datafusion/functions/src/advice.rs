//! `rfc1738_advice`: what the RFC advises about each URL.

use std::sync::Arc;

use arrow::array::{ArrayBuilder as _, ArrayRef, StringViewBuilder, StructArray, UInt64Builder};
use arrow::datatypes::{DataType, Fields};
use datafusion_common::Result;
use rfc1738::{Url, advise};

use crate::column::{Lists, fields, item};
use crate::texts::Texts;

/// Returns the type of the answers of `rfc1738_advice`.
#[must_use]
pub fn advice_type() -> DataType {
    DataType::List(item(DataType::Struct(finding_fields())))
}

fn finding_fields() -> Fields {
    fields([
        ("id", DataType::Utf8View),
        ("severity", DataType::Utf8View),
        ("start", DataType::UInt64),
        ("end", DataType::UInt64),
    ])
}

/// Returns the findings; NULL for a text that is no URL.
pub(crate) fn advice(texts: &Texts) -> Result<ArrayRef> {
    let mut lists = Lists::with_capacity(texts.len());
    let mut ids = StringViewBuilder::new().with_deduplicate_strings();
    let mut severities = StringViewBuilder::new();
    let mut starts = UInt64Builder::new();
    let mut ends = UInt64Builder::new();
    for text in texts.iter() {
        let Some(url) = text.and_then(|text| Url::parse(text).ok()) else {
            lists.null();
            continue;
        };
        for finding in advise(&url) {
            ids.append_value(finding.id().as_str());
            severities.append_value(finding.severity().as_str());
            starts.append_value(finding.span().start as u64);
            ends.append_value(finding.span().end as u64);
        }
        lists.end(ids.len())?;
    }
    let columns: Vec<ArrayRef> = vec![
        Arc::new(ids.finish()),
        Arc::new(severities.finish()),
        Arc::new(starts.finish()),
        Arc::new(ends.finish()),
    ];
    let findings = StructArray::try_new(finding_fields(), columns, None)?;
    lists.finish(item(DataType::Struct(finding_fields())), Arc::new(findings))
}
