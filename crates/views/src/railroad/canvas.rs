//! A drawing in plain characters.
//!
//! Invariant: rails enter a block at the left end of its first row and leave it at the right end
//! of row `exit`. Cells after the end of a row are blank.

/// The directions in which rails leave a cell.
pub(super) const UP: u8 = 1;
pub(super) const DOWN: u8 = 2;
pub(super) const LEFT: u8 = 4;
pub(super) const RIGHT: u8 = 8;

/// One character of a drawing.
#[derive(Clone, Copy)]
enum Cell {
    Character(char),
    /// The directions in which rails leave the cell; none for a blank.
    Rails(u8),
}

/// A drawing, or a part of one.
#[derive(Default)]
pub(super) struct Block {
    rows: Vec<Vec<Cell>>,
    /// The width, in columns.
    pub(super) width: usize,
    /// The row at whose right end rails leave the block.
    pub(super) exit: usize,
}

impl Block {
    /// Returns a block that holds the text, with a blank on either side.
    pub(super) fn label(text: &str) -> Self {
        let mut block = Self::default();
        block.write(0, 0, &format!(" {text} "));
        block
    }

    /// Returns a horizontal rail.
    pub(super) fn rail(width: usize) -> Self {
        let mut block = Self::default();
        block.across(0, 0..width);
        block
    }

    /// Returns the number of rows.
    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// Writes the text to the right of a cell.
    pub(super) fn write(&mut self, row: usize, column: usize, text: &str) {
        for (column, character) in (column..).zip(text.chars()) {
            *self.cell(row, column) = Cell::Character(character);
        }
    }

    /// Lays a rail over the columns.
    pub(super) fn across(&mut self, row: usize, columns: std::ops::Range<usize>) {
        for column in columns {
            self.lay(row, column, LEFT | RIGHT);
        }
    }

    /// Lays a rail from one row down to another.
    pub(super) fn down(&mut self, column: usize, top: usize, bottom: usize) {
        if top < bottom {
            self.lay(top, column, DOWN);
            (top + 1..bottom).for_each(|row| self.lay(row, column, UP | DOWN));
            self.lay(bottom, column, UP);
        }
    }

    /// Adds directions in which rails leave a cell.
    pub(super) fn lay(&mut self, row: usize, column: usize, directions: u8) {
        let cell = self.cell(row, column);
        let laid = match cell {
            Cell::Rails(laid) => *laid,
            Cell::Character(_) => 0,
        };
        *cell = Cell::Rails(laid | directions);
    }

    /// Copies another block into this one.
    pub(super) fn place(&mut self, row: usize, column: usize, other: &Self) {
        for (row, cells) in (row..).zip(&other.rows) {
            if let Some(last) = (column + cells.len()).checked_sub(1) {
                self.cell(row, last);
                self.rows[row][column..=last].copy_from_slice(cells);
            }
        }
        self.width = self.width.max(column + other.width);
    }

    /// Returns the rows as text.
    pub(super) fn lines(&self) -> Vec<String> {
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
