//! Steps, and steps after one another.

/// A part of a production: a function from the offset where it begins to the offset after its
/// match, or a tuple of parts in sequence. [The module](super) has an example.
pub trait Step<C> {
    /// Returns the offset after the match; `None` if there is no match at the offset `at`.
    fn read(&self, collector: &mut C, at: usize) -> Option<usize>;
}

impl<C, F: Fn(&mut C, usize) -> Option<usize>> Step<C> for F {
    #[inline(always)]
    fn read(&self, collector: &mut C, at: usize) -> Option<usize> {
        self(collector, at)
    }
}

macro_rules! sequences {
    ($first:ident $($others:ident)*) => {
        sequences!($($others)*);

        impl<C, $first: Step<C>, $($others: Step<C>),*> Step<C> for ($first, $($others,)*) {
            #[inline(always)]
            #[allow(non_snake_case, reason = "a variable has the name of its type")]
            fn read(&self, collector: &mut C, at: usize) -> Option<usize> {
                let ($first, $($others,)*) = self;
                let at = $first.read(collector, at)?;
                $(let at = $others.read(collector, at)?;)*
                Some(at)
            }
        }
    };
    () => {
        impl<C> Step<C> for () {
            #[inline(always)]
            fn read(&self, _: &mut C, at: usize) -> Option<usize> {
                Some(at)
            }
        }
    };
}

sequences!(A B D E F G H I J K L M N O P Q R S T U);
