//! Documents that arrive in pieces.

use rfc1738::extract::{CONTEXT, Extractor, LineStart, Match, Options, extract_part, extract_with};

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

/// Returns the matches of a document whose pieces are searched from their starts, where no search goes
/// on from the piece before.
fn in_parts(pieces: &[&[u8]], options: Options) -> Vec<Match> {
    let mut finds = Vec::new();
    let mut start = LineStart::of_document();
    let mut unfinished: Option<Extractor> = None;
    for piece in pieces {
        if let Some(mut search) = unfinished.take() {
            search.push(piece);
            finds.extend(core::iter::from_fn(|| search.next_match()));
            match search.line_start() {
                Some(next) => start = next,
                None => unfinished = Some(search),
            }
        } else {
            let mut matches = extract_part(*piece, start, options);
            finds.extend(matches.by_ref());
            unfinished = matches.unfinished();
            start = start.after(*piece);
        }
    }
    finds.extend(unfinished.into_iter().flat_map(Extractor::finish));
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
    let pieces = cut(document, lengths);
    let in_parts = in_parts(&pieces, options);
    assert_eq!(in_parts, whole, "\"{}\"", document.escape_ascii());
    let lines: Vec<&[u8]> = document.split_inclusive(|octet| *octet == b'\n').collect();
    let in_lines = self::in_parts(&lines, options);
    assert_eq!(in_lines, whole, "\"{}\"", document.escape_ascii());
    let in_pieces = pushed(pieces.into_iter(), document, options);
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
