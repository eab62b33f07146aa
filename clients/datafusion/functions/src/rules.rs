//! The production of each row: the second argument.

use arrow::array::{Array as _, StringArray};
use arrow::buffer::NullBuffer;
use arrow::compute::cast;
use arrow::datatypes::DataType;
use datafusion_common::cast::as_string_array;
use datafusion_common::{Result, ScalarValue, plan_err};
use datafusion_expr::ColumnarValue;
use rfc1738::Rule;

/// The production that each row is tested with.
pub(crate) enum Rules {
    /// The same for all rows; `None` is NULL.
    Same(Option<Rule>),
    /// Those of a column, and the rows that are NULL.
    Column(Vec<Rule>, Option<NullBuffer>),
}

impl Rules {
    /// Returns the productions that the argument names; without an argument, `url`.
    ///
    /// # Errors
    ///
    /// Fails if a name is not that of a production.
    pub(crate) fn new(argument: Option<&ColumnarValue>) -> Result<Self> {
        match argument {
            None => Ok(Self::Same(Some(Rule::Url))),
            Some(ColumnarValue::Scalar(name)) => scalar(name).map(Self::Same),
            Some(ColumnarValue::Array(names)) => {
                column(as_string_array(&cast(names, &DataType::Utf8)?)?)
            }
        }
    }

    /// Returns the rows that are NULL in a column of as many rows, and those whose rule is NULL.
    pub(crate) fn nulls(&self, texts: Option<&NullBuffer>, rows: usize) -> Option<NullBuffer> {
        match self {
            Self::Same(Some(_)) => texts.cloned(),
            Self::Same(None) => Some(NullBuffer::new_null(rows)),
            Self::Column(_, nulls) => NullBuffer::union(texts, nulls.as_ref()),
        }
    }

    /// Returns the production of the row. That of a row of [`Rules::nulls`] has no meaning.
    pub(crate) fn get(&self, row: usize) -> Rule {
        match self {
            Self::Same(rule) => rule.unwrap_or(Rule::Url),
            Self::Column(rules, _) => rules[row],
        }
    }
}

/// Returns the production that a literal names; `None` for NULL.
///
/// # Errors
///
/// Fails if there is no such production.
pub(crate) fn scalar(name: &ScalarValue) -> Result<Option<Rule>> {
    match name.try_as_str().flatten() {
        Some(name) => named(name).map(Some),
        None => Ok(None),
    }
}

/// Looks up each name once in a run of equal names.
fn column(names: &StringArray) -> Result<Rules> {
    let mut rules: Vec<Rule> = Vec::with_capacity(names.len());
    let mut last = ("url", Rule::Url);
    for name in names {
        if let Some(name) = name
            && name != last.0
        {
            last = (name, named(name)?);
        }
        rules.push(last.1);
    }
    Ok(Rules::Column(rules, names.nulls().cloned()))
}

fn named(name: &str) -> Result<Rule> {
    match name.parse() {
        Ok(rule) => Ok(rule),
        Err(error) => {
            let error: rfc1738::UnknownRule = error;
            let hint = match error.nearest() {
                Some(_) => String::new(),
                None => format!("; the productions are {}", names()),
            };
            plan_err!("{error}{hint}")
        }
    }
}

fn names() -> String {
    let names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    names.join(", ")
}
