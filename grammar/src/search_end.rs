//! Ends a search before it has found everything.
//!
//! The search shows what it found. That takes time too: a search that has to hurry leaves out
//! what it has not computed yet.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a search to end, from any thread. Clones belong to the same search.
#[derive(Debug, Clone, Default)]
pub struct SearchEnd {
    is_requested: Arc<AtomicBool>,
    is_urgent: Arc<AtomicBool>,
}

impl SearchEnd {
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
    }
}

/// Looks for the end of a search while it computes. Clones are in the same phase of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watch {
    end: SearchEnd,
    is_showing: Rc<Cell<bool>>,
}

impl Watch {
    pub(super) fn of(end: &SearchEnd) -> Self {
        Self {
            end: end.clone(),
            is_showing: Rc::default(),
        }
    }

    /// From now on the search shows what it found, and only has to end if it must hurry.
    pub(super) fn show(&self) {
        self.is_showing.set(true);
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
        if self.is_showing.get() {
            self.end.is_urgent.load(Ordering::Relaxed)
        } else {
            self.end.is_requested()
        }
    }
}
