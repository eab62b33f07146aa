//! Notes on the characters that a scheme reserves: Section 2.2, and what each scheme says.

use alloc::borrow::ToOwned as _;
use alloc::vec;

use rfcbnf_engine::CharacterSet;

use super::candidate::Piece;
use super::character::encodings;
use super::draft::Draft;
use super::form;
use super::id::NoteId;
use super::rejection::Rejection;
use crate::encoding::push_encoded;
use crate::rules::Rule;

/// Returns a note if the character at the offset is reserved there.
pub(super) fn note<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let found = rejection.octet()?;
    let is_reserved = Rule::Reserved.first().contains(found);
    if !is_reserved || !rejection.is_encodable() {
        return None;
    }
    let id = of(rejection)?;
    let mut message = id.sentence().to_owned();
    if matches!(
        id,
        NoteId::HttpReserved | NoteId::WaisReserved | NoteId::ProsperoReserved
    ) {
        message.push_str(": ");
        push_encoded(&mut message, &[found], CharacterSet::EMPTY);
    }
    let (offset, text) = (rejection.offset, rejection.text);
    let only = CharacterSet::EMPTY.with(char::from(found).encode_utf8(&mut [0]));
    let once = Piece::Encoded(&text[offset..=offset], only);
    let each = Piece::Encoded(&text[offset..], only);
    let mut encoded = vec![
        rejection.replaced(offset..offset + 1, once),
        rejection.replaced(offset..text.len(), each),
    ];
    encoded.extend(encodings(rejection, offset));
    Some(Draft::new(id).message(message).first_of(encoded))
}

/// Returns the note on the reserved characters of the part that is open.
fn of(rejection: &Rejection<'_>) -> Option<NoteId> {
    const NOTES: [(Rule, NoteId); 15] = [
        (Rule::Fileurl, NoteId::FileReserved),
        (Rule::Ftpurl, NoteId::FtpReserved),
        (Rule::Waisurl, NoteId::WaisReserved),
        (Rule::Waisdatabase, NoteId::WaisReserved),
        (Rule::Waisindex, NoteId::WaisReserved),
        (Rule::Waisdoc, NoteId::WaisReserved),
        (Rule::Prosperourl, NoteId::ProsperoReserved),
        (Rule::Fieldspec, NoteId::ProsperoReserved),
        (Rule::Fieldname, NoteId::ProsperoReserved),
        (Rule::Fieldvalue, NoteId::ProsperoReserved),
        (Rule::Httpurl, NoteId::HttpReserved),
        (Rule::Hpath, NoteId::HttpReserved),
        (Rule::Hsegment, NoteId::HttpReserved),
        (Rule::Search, NoteId::HttpReserved),
        (Rule::User, NoteId::LoginReserved),
    ];
    let outermost = NOTES.into_iter().find(|(rule, _)| rejection.is_in(*rule));
    let form = form::of(rejection);
    let is_part = matches!(
        form,
        NoteId::LoginReserved
            | NoteId::FtpReserved
            | NoteId::WaisReserved
            | NoteId::ProsperoReserved
    );
    outermost.map(|(_, id)| id).or(is_part.then_some(form))
}
