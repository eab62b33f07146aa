//! `rfc1738_error`: the error of each text.

use std::sync::Arc;

use arrow::array::{ArrayBuilder as _, ArrayRef, BooleanBuilder, StringViewBuilder, UInt64Builder};
use arrow::datatypes::{DataType, Fields};
use datafusion_common::Result;
use rfc1738::password::HIDDEN;
use rfc1738::{Found, SyntaxError};

use crate::column::{Lists, fields, item, structs};
use crate::rules::Rules;
use crate::texts::Texts;

/// Returns the type of the answers of `rfc1738_error`.
#[must_use]
pub fn error_type() -> DataType {
    DataType::Struct(error_fields())
}

fn error_fields() -> Fields {
    let names = || DataType::List(item(DataType::Utf8View));
    fields([
        ("id", DataType::Utf8View),
        ("offset", DataType::UInt64),
        ("found", DataType::Utf8View),
        ("next", DataType::Utf8View),
        ("can_end", DataType::Boolean),
        ("expected", names()),
        ("context", names()),
        ("note", DataType::Utf8View),
    ])
}

/// Returns the errors; NULL for a valid text.
pub(crate) fn error(texts: &Texts, rules: &Rules) -> Result<ArrayRef> {
    let nulls = rules.nulls(texts.nulls(), texts.len());
    let is_null = |row| nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
    let mut columns = Columns::with_capacity(texts.len());
    for row in 0..texts.len() {
        let text = texts.get(row).filter(|_| !is_null(row));
        // Most texts are valid, and the verdict is the quickest answer.
        let rule = rules.get(row);
        let wrong = text.filter(|text| !rfc1738::is_valid(rule, text));
        match wrong.and_then(|text| rfc1738::parse(rule, text).err()) {
            Some(error) => columns.push(&error)?,
            None => columns.push_null(),
        }
    }
    columns.finish()
}

struct Columns {
    id: StringViewBuilder,
    offset: UInt64Builder,
    found: StringViewBuilder,
    next: StringViewBuilder,
    can_end: BooleanBuilder,
    expected: (Lists, StringViewBuilder),
    context: (Lists, StringViewBuilder),
    note: StringViewBuilder,
    has_error: Vec<bool>,
}

impl Columns {
    fn with_capacity(rows: usize) -> Self {
        // Wrong texts are few: the strings get their memory when they come.
        let lists = || (Lists::with_capacity(rows), StringViewBuilder::new());
        Self {
            id: StringViewBuilder::with_capacity(rows).with_deduplicate_strings(),
            offset: UInt64Builder::with_capacity(rows),
            found: StringViewBuilder::with_capacity(rows),
            next: StringViewBuilder::with_capacity(rows).with_deduplicate_strings(),
            can_end: BooleanBuilder::with_capacity(rows),
            expected: lists(),
            context: lists(),
            note: StringViewBuilder::with_capacity(rows).with_deduplicate_strings(),
            has_error: Vec::with_capacity(rows),
        }
    }

    fn push(&mut self, error: &SyntaxError) -> Result<()> {
        self.id.append_value(error.id().to_string());
        self.offset.append_value(error.offset() as u64);
        let is_secret = error.as_ref().hides_found();
        self.found.append_option(match is_secret {
            true => Some(HIDDEN.to_owned()),
            false => error.found().map(shown),
        });
        self.next.append_value(error.next().to_string());
        self.can_end.append_value(error.can_end());
        for expected in error.expected() {
            self.expected.1.append_value(expected.to_string());
        }
        self.expected.0.end(self.expected.1.len())?;
        for rule in error.context() {
            self.context.1.append_value(rule.name());
        }
        self.context.0.end(self.context.1.len())?;
        let notes = error.notes();
        self.note
            .append_option(notes.first().map(ToString::to_string));
        self.has_error.push(true);
        Ok(())
    }

    fn push_null(&mut self) {
        self.id.append_null();
        self.offset.append_null();
        self.found.append_null();
        self.next.append_null();
        self.can_end.append_null();
        self.expected.0.null();
        self.context.0.null();
        self.note.append_null();
        self.has_error.push(false);
    }

    fn finish(mut self) -> Result<ArrayRef> {
        let names = |(lists, mut names): (Lists, StringViewBuilder)| {
            lists.finish(item(DataType::Utf8View), Arc::new(names.finish()))
        };
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.id.finish()),
            Arc::new(self.offset.finish()),
            Arc::new(self.found.finish()),
            Arc::new(self.next.finish()),
            Arc::new(self.can_end.finish()),
            names(self.expected)?,
            names(self.context)?,
            Arc::new(self.note.finish()),
        ];
        structs(error_fields(), columns, self.has_error)
    }
}

/// Returns the character, and U+FFFD for an octet that is part of none, as in JSON.
fn shown(found: Found) -> String {
    match found {
        Found::Character(character) => character.into(),
        Found::Octet(_) => char::REPLACEMENT_CHARACTER.into(),
    }
}
