//! The error of an invalid text for programs: what it says, its notes, and repairs.

use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};

use crate::production::{Cut, Rejection};
use crate::repairs::{Repairs, RepairsRecord};

/// An error with its notes, for programs.
///
/// ```
/// use rfc1738::{Rule, parse};
/// use rfc1738_views::rejection::RejectionRecord;
///
/// let error = parse(Rule::Port, "8o").unwrap_err();
/// let record = serde_json::to_value(RejectionRecord(&error))?;
/// assert_eq!((record["offset"].as_u64(), record["id"].as_str()), (Some(1), Some("port-digits")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RejectionRecord<E>(pub E);

impl<E: Rejection> Serialize for RejectionRecord<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_rejection(&self.0, None, None, serializer)
    }
}

/// Writes an error with its notes. If a part of the text is left out, there are none. Writes repairs if there are any.
pub(crate) fn serialize_rejection<E: Rejection, S: Serializer>(
    rejection: &E,
    cut: Option<Cut>,
    repairs: Option<&Repairs<'_>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let facts = rejection.facts();
    let repairs = repairs.map(Repairs::record);
    let more = repairs.as_ref().map_or(0, RepairsRecord::field_count);
    let mut error = serializer.serialize_struct("SyntaxError", facts.field_count() + 2 + more)?;
    let shift = cut.map_or(0, |cut| cut.octets);
    facts.serialize_fields(&mut error, shift)?;
    let (notes, id) = match cut {
        None => rejection.explained(),
        Some(_) => (Vec::new(), rejection.id()),
    };
    error.serialize_field("notes", &notes)?;
    error.serialize_field("id", &id)?;
    if let Some(repairs) = repairs {
        repairs.serialize_fields(&mut error)?;
    }
    error.end()
}
