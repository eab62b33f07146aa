//! Documents that arrive in pieces.

use rfc1738::extract::{CONTEXT, Extractor, Match, Options, extract_with};

/// Returns the matches of a document that arrives in these pieces. Asserts that the extractor holds
/// the text around each.
pub(crate) fn pushed<'a>(
    pieces: impl Iterator<Item = &'a [u8]>,
    document: &[u8],
    options: Options,
) -> Vec<Match> {
    let mut extractor = Extractor::new(options);
    let mut finds = Vec::new();
    for piece in pieces {
        extractor.push(piece);
        while let Some(find) = extractor.next_match() {
            let span = find.span().start.saturating_sub(CONTEXT)..find.span().end;
            assert_eq!(extractor.held(span.clone()), &document[span]);
            finds.push(find);
        }
    }
    finds.extend(extractor.finish());
    finds
}

/// Asserts that a document in pieces has the matches of the whole, which do not overlap.
///
/// The lowest bit of the first octet of the input says whether unmarked URLs are searched, the
/// other bits how many lengths of pieces follow, up to seven. The rest is the document.
pub(crate) fn compare_chosen(input: &[u8]) {
    let Some((&choice, rest)) = input.split_first() else {
        return;
    };
    let options = Options::default().bare(choice & 1 == 1);
    let count = usize::from(choice >> 1 & 7);
    let (lengths, document) = rest.split_at(count.min(rest.len()));
    let whole: Vec<Match> = extract_with(document, options).collect();
    let in_pieces = pushed(cut(document, lengths).into_iter(), document, options);
    assert_eq!(in_pieces, whole, "\"{}\"", document.escape_ascii());
    let mut end = 0;
    for find in &whole {
        let span = find.span();
        assert!(end <= span.start, "\"{}\"", document.escape_ascii());
        assert_eq!(&document[span.clone()], find.raw());
        end = span.end;
        if let Err(error) = find.parse() {
            let place = find.document_span(error.span());
            assert!(span.start <= place.start && place.end <= span.end);
        }
    }
}

/// Cuts a document into pieces of these lengths, again and again. If all lengths are 0, empty pieces
/// precede the whole document.
fn cut<'d>(document: &'d [u8], lengths: &[u8]) -> Vec<&'d [u8]> {
    let mut pieces = Vec::new();
    let mut rest = document;
    loop {
        for &length in lengths {
            let (piece, after) = rest.split_at(usize::from(length).min(rest.len()));
            pieces.push(piece);
            rest = after;
        }
        if rest.is_empty() || lengths.iter().all(|&length| length == 0) {
            pieces.push(rest);
            return pieces;
        }
    }
}
