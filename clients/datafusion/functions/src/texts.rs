//! The texts of a column.

use arrow::array::{
    Array, ArrayRef, AsArray as _, BinaryArray, BinaryViewArray, LargeBinaryArray,
    LargeStringArray, StringArray, StringViewArray,
};
use arrow::buffer::NullBuffer;
use arrow::datatypes::DataType;
use datafusion_common::{Result, internal_err};

/// The types that a column of texts can have.
pub(crate) const TYPES: [DataType; 6] = [
    DataType::Utf8View,
    DataType::Utf8,
    DataType::LargeUtf8,
    DataType::BinaryView,
    DataType::Binary,
    DataType::LargeBinary,
];

/// The texts of a column as octets. A clone of an array shares its buffers.
pub(crate) enum Texts {
    Utf8(StringArray),
    LargeUtf8(LargeStringArray),
    Utf8View(StringViewArray),
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(BinaryViewArray),
}

impl Texts {
    /// Returns the texts of the array.
    ///
    /// # Errors
    ///
    /// Fails if the array is not of one of the [`TYPES`]. The planner casts others.
    pub(crate) fn new(array: &ArrayRef) -> Result<Self> {
        Ok(match array.data_type() {
            DataType::Utf8 => Self::Utf8(array.as_string().clone()),
            DataType::LargeUtf8 => Self::LargeUtf8(array.as_string().clone()),
            DataType::Utf8View => Self::Utf8View(array.as_string_view().clone()),
            DataType::Binary => Self::Binary(array.as_binary().clone()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary().clone()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view().clone()),
            other => return internal_err!("{other} is not a type of texts"),
        })
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        self.array().len()
    }

    /// Returns the rows that are NULL.
    pub(crate) fn nulls(&self) -> Option<&NullBuffer> {
        self.array().nulls()
    }

    /// Returns the text of the row; `None` for NULL.
    ///
    /// # Panics
    ///
    /// Panics if there is no such row.
    pub(crate) fn get(&self, row: usize) -> Option<&[u8]> {
        if self.nulls().is_some_and(|nulls| nulls.is_null(row)) {
            return None;
        }
        Some(match self {
            Self::Utf8(array) => array.value(row).as_bytes(),
            Self::LargeUtf8(array) => array.value(row).as_bytes(),
            Self::Utf8View(array) => array.value(row).as_bytes(),
            Self::Binary(array) => array.value(row),
            Self::LargeBinary(array) => array.value(row),
            Self::BinaryView(array) => array.value(row),
        })
    }

    /// Returns the texts in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Option<&[u8]>> {
        (0..self.len()).map(|row| self.get(row))
    }

    fn array(&self) -> &dyn Array {
        match self {
            Self::Utf8(array) => array,
            Self::LargeUtf8(array) => array,
            Self::Utf8View(array) => array,
            Self::Binary(array) => array,
            Self::LargeBinary(array) => array,
            Self::BinaryView(array) => array,
        }
    }
}
