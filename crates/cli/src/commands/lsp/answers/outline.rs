//! The outline of a document.

use gen_lsp_types::{
    BaseSymbolInformation, DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation,
    SymbolKind, Uri,
};
use rfc1738_views::editing::{OutlineItem, outline};

use super::super::reading::Reading;

/// Returns the outline, nested if the client can show that.
pub(in super::super) fn answer(
    reading: &Reading,
    uri: &Uri,
    is_nested: bool,
) -> DocumentSymbolResponse {
    let items = outline(&reading.text);
    if is_nested {
        let items = items.iter().map(|item| symbol(item, reading));
        return DocumentSymbolResponse::DocumentSymbolList(items.collect());
    }
    let mut all = Vec::new();
    for item in &items {
        all.push(information(item, None, (uri, reading)));
        let children = item.children.iter();
        all.extend(children.map(|child| information(child, Some(&item.name), (uri, reading))));
    }
    DocumentSymbolResponse::SymbolInformationList(all)
}

fn symbol(item: &OutlineItem, reading: &Reading) -> DocumentSymbol {
    let range = |span| reading.lines.range(reading.text.text(), span);
    let children = item.children.iter().map(|child| symbol(child, reading));
    DocumentSymbol::new(
        item.name.clone(),
        (!item.detail.is_empty()).then(|| item.detail.clone()),
        kind(item),
        None,
        None,
        range(&item.span),
        range(&item.place),
        item.is_heading.then(|| children.collect()),
    )
}

fn information(
    item: &OutlineItem,
    heading: Option<&String>,
    (uri, reading): (&Uri, &Reading),
) -> SymbolInformation {
    let location = Location {
        uri: uri.clone(),
        range: reading.lines.range(reading.text.text(), &item.span),
    };
    let base = BaseSymbolInformation::new(item.name.clone(), kind(item), None, heading.cloned());
    SymbolInformation::new(None, location, base)
}

fn kind(item: &OutlineItem) -> SymbolKind {
    if item.is_heading {
        SymbolKind::Namespace
    } else {
        SymbolKind::Function
    }
}
