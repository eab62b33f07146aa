//! Diagrams in plain characters.
//!
//! The rails end at `┤`. A way back, marked `◄`, starts another round.

use rfcbnf::syntax::Production;

use crate::railroad::track::{Measure, Track, cut, line_of};

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

/// The directions in which rails leave a cell.
const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// One character of a drawing.
#[derive(Clone, Copy)]
enum Cell {
    Character(char),
    /// The directions in which rails leave the cell; none for a blank.
    Rails(u8),
}

/// A drawing, or a part of one.
///
/// Invariant: rails enter a block at the left end of its first row and leave it at the right end of row `exit`. Cells
/// after the end of a row are blank.
#[derive(Default)]
struct Block {
    rows: Vec<Vec<Cell>>,
    /// The width, in columns.
    width: usize,
    /// The row at whose right end rails leave the block.
    exit: usize,
}

impl Block {
    /// Returns a block that holds the text, with a blank on either side.
    fn label(text: &str) -> Self {
        let mut block = Self::default();
        block.write(0, 0, &format!(" {text} "));
        block
    }

    /// Returns a horizontal rail.
    fn rail(width: usize) -> Self {
        let mut block = Self::default();
        block.across(0, 0..width);
        block
    }

    /// Returns the number of rows.
    fn height(&self) -> usize {
        self.rows.len()
    }

    /// Writes the text to the right of a cell.
    fn write(&mut self, row: usize, column: usize, text: &str) {
        for (column, character) in (column..).zip(text.chars()) {
            *self.cell(row, column) = Cell::Character(character);
        }
    }

    /// Lays a rail over the columns.
    fn across(&mut self, row: usize, columns: std::ops::Range<usize>) {
        for column in columns {
            self.lay(row, column, LEFT | RIGHT);
        }
    }

    /// Lays a rail from one row down to another.
    fn down(&mut self, column: usize, top: usize, bottom: usize) {
        if top < bottom {
            self.lay(top, column, DOWN);
            (top + 1..bottom).for_each(|row| self.lay(row, column, UP | DOWN));
            self.lay(bottom, column, UP);
        }
    }

    /// Adds directions in which rails leave a cell.
    fn lay(&mut self, row: usize, column: usize, directions: u8) {
        let cell = self.cell(row, column);
        let laid = match cell {
            Cell::Rails(laid) => *laid,
            Cell::Character(_) => 0,
        };
        *cell = Cell::Rails(laid | directions);
    }

    /// Copies another block into this one.
    fn place(&mut self, row: usize, column: usize, other: &Self) {
        for (row, cells) in (row..).zip(&other.rows) {
            if let Some(last) = (column + cells.len()).checked_sub(1) {
                self.cell(row, last);
                self.rows[row][column..=last].copy_from_slice(cells);
            }
        }
        self.width = self.width.max(column + other.width);
    }

    /// Returns the rows as text.
    fn lines(&self) -> Vec<String> {
        let rows = self.rows.iter();
        let line = |row: &Vec<Cell>| row.iter().map(|cell| cell.shown()).collect::<String>();
        rows.map(|row| line(row).trim_end().to_owned()).collect()
    }

    fn cell(&mut self, row: usize, column: usize) -> &mut Cell {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, Cell::Rails(0));
        }
        self.width = self.width.max(column + 1);
        &mut cells[column]
    }
}

impl Cell {
    fn shown(self) -> char {
        const GLYPHS: [char; 16] = [
            ' ', '│', '│', '│', '─', '╯', '╮', '┤', '─', '╰', '╭', '├', '─', '┴', '┬', '┼',
        ];
        match self {
            Self::Character(character) => character,
            Self::Rails(directions) => GLYPHS[usize::from(directions)],
        }
    }
}
