//! How often a recognizer was started again.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::conformance::breakdown::{Ending, quoted};
use crate::palette::Palette;

/// How a recognizer broke that is started again. The texts on which it broke are counted elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restarts {
    /// The first text on which it broke, and the end of the process that was asked about that text
    /// alone.
    pub first: Option<(Vec<u8>, Ending)>,
    /// The number of times that it broke, and answered each of the texts when they were asked again.
    pub loose: u64,
}

impl Restarts {
    /// Writes how the recognizer broke. Writes nothing if it did not.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        palette: Palette,
        command: &str,
    ) -> io::Result<()> {
        if let Some((text, ending)) = &self.first {
            let how = match &ending.exit {
                Some(exit) => format!("ended with {}", exit.description),
                None => "did not end".to_owned(),
            };
            let text = quoted(text);
            writeln!(out, "{command} {how} when it was asked about {text} alone")?;
            ending.write_errors(out, palette)?;
        }
        if let Some(remark) = self.remark() {
            writeln!(out, "{command} {remark}")?;
        }
        Ok(())
    }

    /// Returns a remark on breakdowns that no single text is to blame for, if there are any. Its
    /// subject is the recognizer.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        let times = match self.loose {
            0 => return None,
            1 => "once".to_owned(),
            loose => format!("{loose} times"),
        };
        Some(format!(
            "broke {times} on texts that it answered when they were asked again, so it depends on \
             the texts before"
        ))
    }
}
