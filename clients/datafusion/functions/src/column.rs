//! Columns of structs and lists, built row by row.

use std::sync::Arc;

use arrow::array::{ArrayRef, ListArray, StructArray};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::datatypes::{DataType, Field, FieldRef, Fields};
use datafusion_common::{Result, exec_datafusion_err};

/// Returns fields of a struct that can be NULL.
pub(crate) fn fields<const N: usize>(fields: [(&str, DataType); N]) -> Fields {
    let field = |(name, of): (&str, DataType)| Field::new(name, of, true);
    fields.into_iter().map(field).collect()
}

/// Returns the element of a list, under the name that the engine gives it.
pub(crate) fn item(of: DataType) -> FieldRef {
    Arc::new(Field::new_list_field(of, true))
}

/// Returns a column of structs. A row without a struct is NULL.
pub(crate) fn structs(
    fields: Fields,
    columns: Vec<ArrayRef>,
    has_struct: Vec<bool>,
) -> Result<ArrayRef> {
    let nulls = NullBuffer::from(has_struct);
    let structs = StructArray::try_new(fields, columns, Some(nulls))?;
    Ok(Arc::new(structs))
}

/// The ends of the lists of a column.
#[derive(Debug)]
pub(crate) struct Lists {
    offsets: Vec<i32>,
    has_list: Vec<bool>,
}

impl Lists {
    /// Returns no lists yet, with room for as many rows.
    pub(crate) fn with_capacity(rows: usize) -> Self {
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(0);
        Self {
            offsets,
            has_list: Vec::with_capacity(rows),
        }
    }

    /// Ends the list of a row. `elements` is how many all lists have so far.
    ///
    /// # Errors
    ///
    /// Fails if they are more than a list of Arrow can address.
    pub(crate) fn end(&mut self, elements: usize) -> Result<()> {
        let end = i32::try_from(elements)
            .map_err(|_| exec_datafusion_err!("the lists of a batch have more than {} elements; set datafusion.execution.batch_size lower", i32::MAX))?;
        self.offsets.push(end);
        self.has_list.push(true);
        Ok(())
    }

    /// Adds a row without a list.
    pub(crate) fn null(&mut self) {
        self.offsets.extend(self.offsets.last().copied());
        self.has_list.push(false);
    }

    /// Returns the column of the lists with these elements.
    pub(crate) fn finish(self, item: FieldRef, elements: ArrayRef) -> Result<ArrayRef> {
        let offsets = OffsetBuffer::new(self.offsets.into());
        let nulls = NullBuffer::from(self.has_list);
        Ok(Arc::new(ListArray::try_new(
            item,
            offsets,
            elements,
            Some(nulls),
        )?))
    }
}
