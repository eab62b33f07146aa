//! Hears everything and notes it.

use std::cell::RefCell;

use super::{Event, Step};
use crate::engine::{
    CharacterSet, Characters, Listener, Listening, Reading, Scan, Text as _, Wide,
};
use crate::rules::{Rule, parse_prefix};

/// Notes what it hears.
///
/// Invariant: `way` holds, by mark, the productions on the way to the place reached, each with
/// the indices of its steps; what lies beyond the mark of a new one was given up.
#[derive(Default)]
pub(super) struct Recorder<const CHARACTERS: bool>(RefCell<Record>);

#[derive(Default)]
struct Record {
    steps: Vec<Step>,
    /// The productions that are open, by the indices of their first steps.
    open: Vec<usize>,
    way: Vec<Noted>,
    /// Where the last step left off.
    reached: usize,
}

/// A production on the way.
struct Noted {
    tried: usize,
    matched: Option<usize>,
}

impl<const CHARACTERS: bool> Recorder<CHARACTERS> {
    /// Every step, and the end of the prefix that is derived.
    pub(super) fn record(rule: Rule, text: &[u8]) -> (Vec<Step>, Option<usize>) {
        let reading = Reading::new(text, Self::default());
        let end = read::<CHARACTERS>(rule, &reading.start());
        let mut record = reading.into_listener().0.into_inner();
        record.keep(end.map_or(0, |(_, mark)| mark));
        (record.steps, end.map(|(place, _)| place))
    }
}

/// Reads the production, of which there is a step even where it would be left out further
/// down. Returns the end of what it derives, and the mark there.
fn read<const CHARACTERS: bool>(
    rule: Rule,
    input: &Listening<'_, '_, Recorder<CHARACTERS>>,
) -> Option<(usize, usize)> {
    let left_out = rule.is_character() && !CHARACTERS;
    if !left_out {
        let (rest, _) = parse_prefix::<_, ()>(rule, input.clone()).ok()?;
        return Some((rest.offset(), rest.mark()));
    }
    if let Ok((rest, _)) = parse_prefix::<_, ()>(rule, input.opening(rule)) {
        let rest = input.closing(rest, rule);
        Some((rest.offset(), rest.mark()))
    } else {
        input.abandoning(rule);
        None
    }
}

impl Record {
    fn note(&mut self, event: Event) -> usize {
        let depth = self.open.len();
        self.steps.push(Step {
            event,
            depth,
            kept: false,
        });
        self.steps.len() - 1
    }

    /// The last event, if it happened in the production that is open now.
    fn last(&mut self) -> Option<&mut Event> {
        let depth = self.open.len();
        let last = self.steps.last_mut().filter(|step| step.depth == depth);
        last.map(|step| &mut step.event)
    }

    /// Notes that the reading goes on from an earlier place, where it does.
    fn go_on_from(&mut self, offset: usize) {
        if offset < self.reached {
            let span = offset..self.reached;
            self.note(Event::GiveBack { span });
        }
        self.reached = offset;
    }

    /// Marks the steps of what is on the way in the end.
    fn keep(&mut self, mark: usize) {
        for noted in self.way.drain(..).take(mark) {
            for index in [Some(noted.tried), noted.matched].into_iter().flatten() {
                self.steps[index].kept = true;
            }
        }
    }

    /// The rule that the step tries, and where.
    fn tried(&self, index: usize) -> Option<(Rule, usize)> {
        match self.steps[index].event {
            Event::Try { rule, offset, .. } => Some((rule, offset)),
            _ => None,
        }
    }
}

impl<const CHARACTERS: bool> Listener for Recorder<CHARACTERS> {
    type Place = Wide;

    const CHARACTERS: Characters = if CHARACTERS {
        Characters::All
    } else {
        Characters::None
    };

    const HEARS_TRIALS: bool = true;

    fn hears_inside<const FUSED: bool>(&self, _scan: &Scan<FUSED>, _start: usize) -> bool {
        true
    }

    fn hears_up_to(&self, _offset: usize) -> bool {
        true
    }

    fn opened(&self, mark: usize, rule: Rule, start: usize, trial: bool) {
        let record = &mut *self.0.borrow_mut();
        record.go_on_from(start);
        record.way.truncate(mark);
        let tried = record.note(Event::Try {
            rule,
            offset: start,
            trial,
        });
        record.way.push(Noted {
            tried,
            matched: None,
        });
        record.open.push(tried);
    }

    fn closed(&self, mark: usize, end: usize, after: usize) {
        let record = &mut *self.0.borrow_mut();
        let Some(tried) = record.open.pop() else {
            return;
        };
        record.go_on_from(end);
        record.way.truncate(after);
        if let Some((rule, start)) = record.tried(tried) {
            let matched = record.note(Event::Match {
                rule,
                span: start..end,
            });
            if let Some(noted) = record.way.get_mut(mark) {
                noted.matched = Some(matched);
            }
        }
    }

    fn abandoned(&self) {
        let record = &mut *self.0.borrow_mut();
        let Some(tried) = record.open.pop() else {
            return;
        };
        if let Some((rule, offset)) = record.tried(tried) {
            record.note(Event::Fail { rule, offset });
        }
    }

    fn consumed(&self, start: usize, end: usize) {
        let record = &mut *self.0.borrow_mut();
        record.go_on_from(start);
        record.reached = end;
        match record.last() {
            Some(Event::Take { span }) if span.end == start => span.end = end,
            _ => {
                record.note(Event::Take { span: start..end });
            }
        }
    }

    fn expected(&self, offset: usize, characters: impl FnOnce() -> CharacterSet) {
        let characters = characters();
        let record = &mut *self.0.borrow_mut();
        record.go_on_from(offset);
        match record.last() {
            Some(Event::Miss {
                offset: other,
                characters: set,
            }) if *other == offset => *set = set.union(characters),
            _ => {
                record.note(Event::Miss { offset, characters });
            }
        }
    }
}
