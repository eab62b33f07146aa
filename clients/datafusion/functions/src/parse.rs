//! `rfc1738_parse` and `rfc1738_try_parse`: the components of each URL.

use std::sync::Arc;

use arrow::array::{
    ArrayBuilder as _, ArrayRef, StringViewBuilder, StructArray, UInt32Builder, UInt64Builder,
};
use arrow::datatypes::{DataType, Fields};
use datafusion_common::{Result, exec_err};
use rfc1738::url::{Component, Host};
use rfc1738::{SyntaxError, Url};
use rfcbnf_engine::escape::Quoted;

use crate::column::{Lists, fields, item, structs};
use crate::extract::{lower_case_scheme, port_number};
use crate::texts::Texts;

/// Returns the type of the answers of `rfc1738_parse` and `rfc1738_try_parse`.
#[must_use]
pub fn parse_type() -> DataType {
    DataType::Struct(url_fields())
}

fn url_fields() -> Fields {
    fields([
        ("rule", DataType::Utf8View),
        ("scheme", DataType::Utf8View),
        ("user", DataType::Utf8View),
        ("password", DataType::Utf8View),
        ("host", DataType::Utf8View),
        ("port", DataType::UInt32),
        ("port_or_default", DataType::UInt32),
        ("path", DataType::Utf8View),
        ("search", DataType::Utf8View),
        ("components", DataType::List(item(component_type()))),
    ])
}

fn component_type() -> DataType {
    DataType::Struct(component_fields())
}

fn component_fields() -> Fields {
    fields([
        ("name", DataType::Utf8View),
        ("start", DataType::UInt64),
        ("end", DataType::UInt64),
        ("raw", DataType::Utf8View),
    ])
}

/// Returns the components of each URL.
///
/// # Errors
///
/// Fails at the first text that is no URL.
pub(crate) fn parse(texts: &Texts) -> Result<ArrayRef> {
    let mut columns = Columns::with_capacity(texts.len());
    for (row, text) in texts.iter().enumerate() {
        match text.map(|text| (text, Url::parse(text))) {
            None => columns.push_null(),
            Some((_, Ok(url))) => columns.push(&url)?,
            Some((text, Err(error))) => return refusal(row, texts.len(), text, &error),
        }
    }
    columns.finish()
}

/// Returns the components of each URL; NULL for a text that is no URL.
pub(crate) fn try_parse(texts: &Texts) -> Result<ArrayRef> {
    let mut columns = Columns::with_capacity(texts.len());
    for text in texts.iter() {
        match text.and_then(|text| Url::parse(text).ok()) {
            None => columns.push_null(),
            Some(url) => columns.push(&url)?,
        }
    }
    columns.finish()
}

/// The most octets of a text that an error quotes.
const QUOTED: usize = 200;

/// Returns the error for a text that is no URL. The engine tells no more of a row than its place
/// in a batch.
fn refusal(row: usize, rows: usize, text: &[u8], error: &SyntaxError) -> Result<ArrayRef> {
    let is_boundary = |end: &usize| text.get(*end).is_none_or(|octet| octet & 0xC0 != 0x80);
    let end = (0..=QUOTED.min(text.len())).rfind(is_boundary).unwrap_or(0);
    let quoted = Quoted(&text[..end]);
    let length = if end < text.len() {
        format!("… ({} octets)", text.len())
    } else {
        String::new()
    };
    exec_err!(
        "rfc1738_parse: {error}: {quoted}{length}, row {} of a batch of {rows}; rfc1738_try_parse gives NULL instead",
        row + 1
    )
}

struct Columns {
    rule: StringViewBuilder,
    scheme: StringViewBuilder,
    user: StringViewBuilder,
    password: StringViewBuilder,
    host: StringViewBuilder,
    port: UInt32Builder,
    port_or_default: UInt32Builder,
    path: StringViewBuilder,
    search: StringViewBuilder,
    components: Components,
    has_url: Vec<bool>,
}

struct Components {
    lists: Lists,
    name: StringViewBuilder,
    start: UInt64Builder,
    end: UInt64Builder,
    raw: StringViewBuilder,
}

impl Columns {
    fn with_capacity(rows: usize) -> Self {
        let strings = || StringViewBuilder::with_capacity(rows);
        Self {
            rule: strings(),
            scheme: strings(),
            user: strings(),
            password: strings(),
            host: strings(),
            port: UInt32Builder::with_capacity(rows),
            port_or_default: UInt32Builder::with_capacity(rows),
            path: strings(),
            search: strings(),
            components: Components {
                lists: Lists::with_capacity(rows),
                name: StringViewBuilder::new(),
                start: UInt64Builder::new(),
                end: UInt64Builder::new(),
                raw: StringViewBuilder::new(),
            },
            has_url: Vec::with_capacity(rows),
        }
    }

    fn push(&mut self, url: &Url<'_>) -> Result<()> {
        self.rule.append_value(url.rule().name());
        self.scheme.append_value(lower_case_scheme(url));
        self.user.append_option(url.user().map(Component::raw));
        self.password
            .append_option(url.password().map(Component::raw));
        self.host.append_option(url.host().map(Host::raw));
        self.port.append_option(port_number(url));
        self.port_or_default
            .append_option(url.port_or_default().map(u32::from));
        self.path.append_option(url.path().map(Component::raw));
        self.search.append_option(url.query().map(Component::raw));
        let components = &mut self.components;
        for component in url.components() {
            components.name.append_value(component.name().as_str());
            components.start.append_value(component.span().start as u64);
            components.end.append_value(component.span().end as u64);
            components.raw.append_value(component.raw());
        }
        components.lists.end(components.name.len())?;
        self.has_url.push(true);
        Ok(())
    }

    fn push_null(&mut self) {
        self.rule.append_null();
        self.scheme.append_null();
        self.user.append_null();
        self.password.append_null();
        self.host.append_null();
        self.port.append_null();
        self.port_or_default.append_null();
        self.path.append_null();
        self.search.append_null();
        self.components.lists.null();
        self.has_url.push(false);
    }

    fn finish(mut self) -> Result<ArrayRef> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.rule.finish()),
            Arc::new(self.scheme.finish()),
            Arc::new(self.user.finish()),
            Arc::new(self.password.finish()),
            Arc::new(self.host.finish()),
            Arc::new(self.port.finish()),
            Arc::new(self.port_or_default.finish()),
            Arc::new(self.path.finish()),
            Arc::new(self.search.finish()),
            self.components.finish()?,
        ];
        structs(url_fields(), columns, self.has_url)
    }
}

impl Components {
    fn finish(mut self) -> Result<ArrayRef> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.name.finish()),
            Arc::new(self.start.finish()),
            Arc::new(self.end.finish()),
            Arc::new(self.raw.finish()),
        ];
        let components = StructArray::try_new(component_fields(), columns, None)?;
        self.lists
            .finish(item(component_type()), Arc::new(components))
    }
}
