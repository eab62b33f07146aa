//! What a module of productions imports besides names of nom.

pub use crate::production;
pub use crate::text::Text;
