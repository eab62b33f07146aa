//! The components of a URL under construction.

use alloc::vec::Vec;

use super::value::Value;
use crate::url::ComponentName;

/// Values by the names of their components.
///
/// Invariant: the names are in order, and each occurs once. A URL has so few that a map would gain
/// nothing and take longer to compile.
#[derive(Clone, Default)]
pub(super) struct Components(Vec<(ComponentName, Value)>);

impl Components {
    /// Sets the value of a component.
    pub(super) fn insert(&mut self, name: ComponentName, value: Value) {
        match self.find(name) {
            Ok(index) => self.0[index].1 = value,
            Err(index) => self.0.insert(index, (name, value)),
        }
    }

    /// Removes a component if it is given.
    pub(super) fn remove(&mut self, name: ComponentName) {
        if let Ok(index) = self.find(name) {
            self.0.remove(index);
        }
    }

    /// Returns the value of a component.
    pub(super) fn get(&self, name: ComponentName) -> Option<&Value> {
        let index = self.find(name).ok()?;
        Some(&self.0[index].1)
    }

    /// Returns an iterator over the components, in the order of their names.
    pub(super) fn iter(&self) -> impl Iterator<Item = &(ComponentName, Value)> {
        self.0.iter()
    }

    /// Returns an iterator over the names, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = ComponentName> {
        self.0.iter().map(|(name, _)| *name)
    }

    /// Returns the index of a component, or the one to insert it at.
    fn find(&self, name: ComponentName) -> Result<usize, usize> {
        self.0.binary_search_by_key(&name, |(name, _)| *name)
    }
}
