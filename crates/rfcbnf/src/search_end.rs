//! Ends a search before it has found everything.
//!
//! The search shows what it found. That takes time too: a search that has to hurry leaves out
//! what it has not computed yet.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Tells a search to end, from any thread. Clones belong to the same search.
#[derive(Debug, Clone, Default)]
pub struct SearchEnd {
    is_requested: Arc<AtomicBool>,
    is_urgent: Arc<AtomicBool>,
    deadline: Option<Instant>,
    showing: Option<Duration>,
    /// When a part of a search has to end that is a search of its own.
    part_end: Option<Instant>,
}

/// How long a search shows what it found, unless that is known.
const SHOWING: Duration = Duration::from_millis(1500);

/// How long a part of a search shows what it found.
const SHOWING_PART: Duration = Duration::from_millis(500);

impl SearchEnd {
    /// Returns an end that will be requested at about this time. The search divides the time until then among its
    /// parts, so that one that takes long leaves time for the others.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// let end = rfcbnf::causes::SearchEnd::by(Instant::now() + Duration::from_secs(60));
    /// assert!(!end.is_requested());
    /// ```
    #[must_use]
    pub fn by(deadline: Instant) -> Self {
        Self {
            deadline: Some(deadline),
            ..Self::default()
        }
    }

    /// Lets the search show for this time what it found by the deadline. In this time it still asks a few texts, which
    /// confirm the causes.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// let end = rfcbnf::causes::SearchEnd::by(Instant::now() + Duration::from_secs(50));
    /// let end = end.showing_for(Duration::from_secs(10));
    /// assert!(!end.is_requested());
    /// ```
    #[must_use]
    pub fn showing_for(self, time: Duration) -> Self {
        Self {
            showing: Some(time),
            ..self
        }
    }

    /// Tells the search to end. It still counts the texts of the causes that it found.
    pub fn request(&self) {
        self.is_requested.store(true, Ordering::Relaxed);
    }

    /// Tells the search to end at once.
    pub fn hurry(&self) {
        self.request();
        self.is_urgent.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search has been told to end.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.is_requested.load(Ordering::Relaxed)
            || self.part_end.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns the end of a part that is a search of its own, and gets this share of the time that is left, if that is
    /// known.
    pub(crate) fn of_part(&self, share: u32) -> Self {
        let end = self.end_of_share(share);
        Self {
            deadline: end,
            showing: end.map(|_| SHOWING_PART),
            part_end: end,
            ..self.clone()
        }
    }

    fn end_of_share(&self, share: u32) -> Option<Instant> {
        let now = Instant::now();
        let deadline = self.deadline;
        deadline.map(|deadline| now + deadline.saturating_duration_since(now) / share)
    }
}

/// Looks for the end of a search while it computes. Clones are in the same phase of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watch {
    end: SearchEnd,
    is_showing: Rc<Cell<bool>>,
    /// When the part of the search has to end that is under way.
    part_end: Rc<Cell<Option<Instant>>>,
    /// When the search should have shown what it found, and the part of that which is under way.
    shown_by: Rc<Cell<Option<Instant>>>,
    shown_part_end: Rc<Cell<Option<Instant>>>,
}

impl Watch {
    pub(crate) fn of(end: &SearchEnd) -> Self {
        Self {
            end: end.clone(),
            is_showing: Rc::default(),
            part_end: Rc::default(),
            shown_by: Rc::default(),
            shown_part_end: Rc::default(),
        }
    }

    /// From now on the search shows what it found, and only has to end if it must hurry.
    pub(super) fn show(&self) {
        self.is_showing.set(true);
        if self.shown_by.get().is_none() && self.is_requested() {
            let time = self.end.showing.unwrap_or(SHOWING);
            self.shown_by.set(Some(Instant::now() + time));
        }
    }

    /// Begins a part of the showing, which gets this share of the time for it, if that is known. Nothing is lost if the
    /// part has to end: the others have the rest of the time.
    pub(super) fn begin_part_of_showing(&self, share: u32) {
        let now = Instant::now();
        let end = self.shown_by.get().filter(|_| self.is_showing.get());
        let end = end.map(|end| now + end.saturating_duration_since(now) / share);
        self.shown_part_end.set(end);
    }

    pub(super) fn end_part_of_showing(&self) {
        self.shown_part_end.set(None);
    }

    /// Returns whether a search that shows what it found may still ask: if time ended it, there is time for that.
    pub(super) fn may_confirm(&self) -> bool {
        let is_in_time = |end: Instant| Instant::now() < end;
        self.end.deadline.is_some()
            && !self.end.is_urgent.load(Ordering::Relaxed)
            && self.shown_by.get().is_some_and(is_in_time)
    }

    /// Returns when this share of the time that is left is over, if that is known.
    pub(crate) fn end_of_share(&self, share: u32) -> Option<Instant> {
        self.end.end_of_share(share)
    }

    /// Begins a part of the search, which gets this share of the time that is left, if that is known.
    pub(super) fn begin_part(&self, share: u32) {
        self.part_end.set(self.end_of_share(share));
    }

    /// Ends a part of the search. Returns whether its time was over, and that of the search is not.
    pub(super) fn end_part(&self) -> bool {
        let end = self.part_end.take();
        let is_over = end.is_some_and(|end| Instant::now() >= end) && !self.is_requested();
        if is_over {
            // A part that has to end shows what it found.
            self.is_showing.set(false);
        }
        is_over
    }

    /// Returns whether an end of the search was requested, in any phase.
    pub(super) fn is_requested(&self) -> bool {
        self.end.is_requested()
    }

    /// Returns whether the search shows what it found.
    pub(crate) fn is_showing(&self) -> bool {
        self.is_showing.get()
    }

    /// Returns whether the computing has to end.
    pub(crate) fn is_over(&self) -> bool {
        let is_part_over = |end: Instant| Instant::now() >= end;
        if self.is_showing.get() {
            self.end.is_urgent.load(Ordering::Relaxed)
                || self.shown_part_end.get().is_some_and(is_part_over)
        } else {
            self.end.is_requested() || self.part_end.get().is_some_and(is_part_over)
        }
    }
}
