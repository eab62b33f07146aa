//! Where names are defined and used, and other names for productions.

use gen_lsp_types::{Definition, DefinitionResponse, Location, Position, Range, TextEdit, Uri};
use rfc1738_views::editing::{RenameError, definitions, references, renamable, rename};
use rfc1738_views::sarif;
use rfcbnf::syntax::Span;

use super::super::lines::{Lines, Units};
use super::super::reading::Reading;

/// Returns where the name at a position is defined: in the document, or else in a file that it imports.
pub(in super::super) fn definition(
    reading: &Reading,
    uri: &Uri,
    (position, units): (Position, Units),
) -> DefinitionResponse {
    let offset = offset(reading, position);
    let own = definitions(&reading.text, offset);
    let locations = if own.is_empty() {
        imported(reading, offset, units).into_iter().collect()
    } else {
        locations(reading, uri, own)
    };
    DefinitionResponse::Definition(Definition::LocationList(locations))
}

/// Returns where the name at a position is used, and where it is defined if that is asked for.
pub(in super::super) fn uses(
    reading: &Reading,
    uri: &Uri,
    position: Position,
    with_definitions: bool,
) -> Vec<Location> {
    let offset = offset(reading, position);
    let defined = with_definitions.then(|| definitions(&reading.text, offset));
    let mut places = defined.unwrap_or_default();
    places.extend(references(&reading.text, offset));
    places.sort_by_key(|place| place.start);
    locations(reading, uri, places)
}

/// Returns the range of the name at a position, if it can be changed.
pub(in super::super) fn changeable(
    reading: &Reading,
    position: Position,
) -> Result<Range, RenameError> {
    let span = renamable(&reading.text, offset(reading, position))?;
    Ok(reading.lines.range(reading.text.text(), &span))
}

/// Returns the edits that give the production at a position another name.
pub(in super::super) fn renamed(
    reading: &Reading,
    position: Position,
    name: &str,
) -> Result<Vec<TextEdit>, RenameError> {
    let changes = rename(&reading.text, offset(reading, position), name)?;
    let edits = changes.into_iter().map(|(span, new_text)| TextEdit {
        range: reading.lines.range(reading.text.text(), &span),
        new_text,
    });
    Ok(edits.collect())
}

fn offset(reading: &Reading, position: Position) -> usize {
    reading.lines.offset(reading.text.text(), position)
}

fn locations(reading: &Reading, uri: &Uri, places: Vec<Span>) -> Vec<Location> {
    let locations = places.into_iter().map(|place| Location {
        uri: uri.clone(),
        range: reading.lines.range(reading.text.text(), &place),
    });
    locations.collect()
}

/// Returns where the name at an offset is defined in another file. Grammars inside this program have no
/// file.
fn imported(reading: &Reading, offset: usize, units: Units) -> Option<Location> {
    let (_, name) = reading.text.names().at(offset)?;
    let grammar = &reading.document.grammar;
    let production = grammar.lookup(&name.text).ok()?;
    let place = &production.name_span;
    let file = grammar.file_at(place.start)?;
    let (_, path) = reading.files.iter().find(|(name, _)| *name == file.name)?;
    let text = &grammar.source[file.span.clone()];
    let in_file = place.start - file.span.start..place.end - file.span.start;
    Some(Location {
        uri: sarif::uri(path).into(),
        range: Lines::new(text, units).range(text, &in_file),
    })
}
