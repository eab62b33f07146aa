//! Diagrams in plain characters.
//!
//! The rails end at `┤`. A way back, marked `◄`, starts another round.

use rfcbnf::syntax::Production;

use crate::railroad::canvas::{Block, LEFT, RIGHT};
use crate::railroad::fold::Measure;
use crate::railroad::track::{Track, cut, line_of};

/// The width of a choice or a loop beside its body: on either side a column for the rails and one
/// of distance.
const RAILS: usize = 4;

/// The width of the ends of a diagram.
const FRAME: usize = 4;

/// The widths, in columns.
const MEASURE: Measure = Measure {
    label: |text| text.chars().count() + 2,
    way_back: |times| way_back(times).chars().count(),
    gap: 1,
    rails: RAILS,
    turns: RAILS,
};

/// Returns the lines of the diagram of a production.
///
/// They have at most `width` columns, unless the brackets nest too deeply.
///
/// ```
/// use rfcbnf::rfc1738::{BNF, READINGS, load};
/// use rfc1738_views::railroad::text::draw;
///
/// let (grammar, _) = load(BNF, READINGS)?;
/// let port = grammar.production("port").ok_or("no production")?;
/// assert_eq!(draw(port, 80), ["├─ digits ─┤"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn draw(production: &Production, width: usize) -> Vec<String> {
    let room = width.saturating_sub(FRAME);
    let body = block(&MEASURE.folded(Track::of(&production.body), room));
    let mut drawing = Block::default();
    drawing.lay(0, 0, RIGHT);
    drawing.write(0, 0, "├");
    drawing.across(0, 1..2);
    drawing.place(0, 2, &body);
    drawing.across(body.exit, body.width + 2..body.width + 3);
    drawing.write(body.exit, body.width + 3, "┤");
    drawing.lines()
}

fn block(track: &Track) -> Block {
    let blocks = |parts: &[Track]| parts.iter().map(block).collect::<Vec<_>>();
    match track {
        Track::Name(text) | Track::Literal(text) => Block::label(&cut(text)),
        Track::Characters(words) => Block::label(&line_of(words)),
        Track::Part { body, .. } => block(body),
        Track::Sequence(members) => row(&blocks(members)),
        Track::Folded(lines) => folded(&blocks(lines)),
        Track::Choice(members) => branches(&blocks(members)),
        Track::Optional(body) => branches(&[Block::rail(1), block(body)]),
        Track::Loop { body, times } => around(&block(body), times.as_deref()),
    }
}

/// Returns the label on the way back of a loop.
fn way_back(times: Option<&str>) -> String {
    times.map_or_else(|| "◄".to_owned(), |times| format!("◄ {times} "))
}

/// Draws blocks in a row. Each begins where the rails leave the block before it.
fn row(blocks: &[Block]) -> Block {
    let mut whole = Block::default();
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            whole.across(whole.exit, whole.width..whole.width + 1);
        }
        let (row, column) = (whole.exit, whole.width);
        whole.place(row, column, block);
        whole.exit = row + block.exit;
    }
    whole
}

/// Draws lines below each other, with rails from the end of each to the beginning of the next.
fn folded(lines: &[Block]) -> Block {
    let widest = lines.iter().map(|line| line.width).max().unwrap_or(0);
    let right = widest + RAILS - 1;
    let mut whole = Block::default();
    let mut top = 0;
    for (index, line) in lines.iter().enumerate() {
        whole.lay(top, 0, if index == 0 { LEFT | RIGHT } else { RIGHT });
        whole.across(top, 1..2);
        whole.place(top, 2, line);
        whole.exit = top + line.exit;
        whole.across(whole.exit, line.width + 2..right);
        if index + 1 == lines.len() {
            whole.across(whole.exit, right..right + 1);
        } else {
            let back = top + line.height();
            whole.lay(whole.exit, right, LEFT);
            whole.down(right, whole.exit, back);
            whole.lay(back, right, LEFT);
            whole.across(back, 1..right);
            whole.write(back, right / 2, "◄");
            whole.lay(back, 0, RIGHT);
            whole.down(0, back, back + 1);
            top = back + 1;
        }
    }
    whole
}

/// Draws branches below each other, with a switch before and after them.
fn branches(blocks: &[Block]) -> Block {
    let widest = blocks.iter().map(|block| block.width).max().unwrap_or(0);
    let right = widest + RAILS - 1;
    let mut whole = Block::default();
    let mut top = 0;
    let mut ends = Vec::new();
    let mut last = 0;
    for (index, block) in blocks.iter().enumerate() {
        let end = top + block.exit;
        whole.place(top, 2, block);
        whole.across(top, 1..2);
        whole.across(end, block.width + 2..right);
        whole.lay(top, 0, if index == 0 { LEFT | RIGHT } else { RIGHT });
        whole.lay(end, right, if index == 0 { LEFT | RIGHT } else { LEFT });
        ends.push(end);
        last = top;
        top += block.height();
    }
    whole.down(0, 0, last);
    let (first, last) = (ends.first().copied(), ends.last().copied());
    whole.exit = first.unwrap_or(0);
    whole.down(right, whole.exit, last.unwrap_or(0));
    whole
}

/// Draws a block with a way back from its end to its beginning.
fn around(body: &Block, times: Option<&str>) -> Block {
    let label = way_back(times);
    let columns = label.chars().count();
    let width = body.width.max(columns);
    let (right, back) = (width + RAILS - 1, body.height());
    let mut whole = Block::default();
    whole.across(0, 0..2);
    whole.place(0, 2, body);
    whole.across(body.exit, body.width + 2..right + 1);
    whole.exit = body.exit;
    whole.lay(back, 0, RIGHT);
    whole.across(back, 1..right);
    whole.lay(back, right, LEFT);
    whole.write(back, 2 + (width - columns) / 2, &label);
    whole.down(0, 0, back);
    whole.down(right, body.exit, back);
    whole
}
