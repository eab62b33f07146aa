//! Diagrams in plain characters, for terminals.
//!
//! Rails are left at the end `┤`; a way back, which is marked `◄`, is a further round.

use rfcbnf::syntax::Production;

use super::canvas::{Block, LEFT, RIGHT};
use super::track::Track;

/// What a choice or a loop needs beside its body: a column for the rails and one of distance
/// on either side.
const RAILS: usize = 4;

/// What a diagram needs beside its body: its ends.
const FRAME: usize = 4;

/// No label is cut to fewer columns.
const LEAST_LABEL: usize = 20;

/// The diagram of a production, line by line. It has at most `width` columns where the names
/// and the depth of the brackets let it; literals that are longer are cut.
pub(crate) fn draw(production: &Production, width: usize) -> Vec<String> {
    let room = width.saturating_sub(FRAME);
    let layout = Layout {
        most: room.saturating_sub(2).max(LEAST_LABEL),
    };
    let body = layout.block(&Track::of(&production.body), room);
    let mut drawing = Block::default();
    drawing.lay(0, 0, RIGHT);
    drawing.write(0, 0, "├");
    drawing.across(0, 1..2);
    drawing.place(0, 2, &body);
    drawing.across(body.exit, body.width + 2..body.width + 3);
    drawing.write(body.exit, body.width + 3, "┤");
    drawing.lines()
}

/// How things are laid out.
struct Layout {
    /// The number of columns that no label exceeds.
    most: usize,
}

impl Layout {
    /// The track in so many columns, where that can be.
    fn block(&self, track: &Track, width: usize) -> Block {
        let inside = width.saturating_sub(RAILS);
        match track {
            Track::Name(text) | Track::Literal(text) => Block::label(&self.cut(text)),
            Track::Characters(words) => characters(words, width),
            Track::Sequence(members) => self.sequence(members, width),
            Track::Choice(members) => {
                let members = members.iter().map(|member| self.block(member, inside));
                branches(&members.collect::<Vec<_>>())
            }
            Track::Optional(body) => branches(&[Block::rail(1), self.block(body, inside)]),
            Track::Loop { body, times } => around(&self.block(body, inside), times.as_deref()),
        }
    }

    /// The number of columns that the track takes where it is not folded.
    fn unfolded(&self, track: &Track) -> usize {
        match track {
            Track::Name(text) | Track::Literal(text) => self.cut(text).chars().count() + 2,
            Track::Characters(words) => line_of(words).chars().count() + 2,
            Track::Sequence(members) => {
                let widths = members.iter().map(|member| self.unfolded(member));
                widths.sum::<usize>() + members.len() - 1
            }
            Track::Choice(members) => {
                let widths = members.iter().map(|member| self.unfolded(member));
                widths.max().unwrap_or(0) + RAILS
            }
            Track::Optional(body) => self.unfolded(body) + RAILS,
            Track::Loop { body, times } => {
                let way_back = way_back(times.as_deref()).chars().count();
                self.unfolded(body).max(way_back) + RAILS
            }
        }
    }

    /// What is too long to be shown at all loses its end.
    fn cut(&self, text: &str) -> String {
        if text.chars().count() <= self.most {
            return text.to_owned();
        }
        text.chars().take(self.most - 1).chain(['…']).collect()
    }

    /// The members on one line, or on several with a way from each to the next.
    fn sequence(&self, members: &[Track], width: usize) -> Block {
        let widths: Vec<usize> = members.iter().map(|member| self.unfolded(member)).collect();
        if widths.iter().sum::<usize>() + members.len() - 1 <= width {
            let members = members.iter().zip(widths);
            let blocks = members.map(|(member, width)| self.block(member, width));
            return row(&blocks.collect::<Vec<_>>());
        }
        let room = width.saturating_sub(RAILS);
        let mut lines: Vec<Vec<Block>> = Vec::new();
        let mut taken = 0;
        for member in members {
            let block = self.block(member, room);
            match lines.last_mut() {
                Some(line) if taken + 1 + block.width <= room => {
                    taken += 1 + block.width;
                    line.push(block);
                }
                _ => {
                    taken = block.width;
                    lines.push(vec![block]);
                }
            }
        }
        let lines: Vec<Block> = lines.iter().map(|line| row(line)).collect();
        folded(&lines)
    }
}

/// The characters on one line, or as many branches as they need.
fn characters(words: &[String], width: usize) -> Block {
    let all = line_of(words);
    if all.chars().count() + 2 <= width {
        return Block::label(&all);
    }
    let room = width.saturating_sub(RAILS + 2);
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + word.chars().count() <= room => {
                line.push_str(" | ");
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    let lines = lines.iter().map(|line| Block::label(line));
    branches(&lines.collect::<Vec<_>>())
}

/// The characters as alternatives.
fn line_of(words: &[String]) -> String {
    words.join(" | ")
}

/// What stands on the way back of a loop.
fn way_back(times: Option<&str>) -> String {
    times.map_or_else(|| "◄".to_owned(), |times| format!("◄ {times} "))
}

/// Blocks one after the other, each where the one before it is left.
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

/// Lines below each other, with a way from the end of each to the beginning of the next.
fn folded(lines: &[Block]) -> Block {
    if let [only] = lines {
        return row(std::slice::from_ref(only));
    }
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

/// Branches below each other, with a switch before and after them.
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

/// A block with a way back from its end to its beginning.
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
