//! Arguments that are texts, and how their offsets count: in characters for `str`, in octets for `bytes`.
//!
//! In a `str`, a lone surrogate from U+DC80 to U+DCFF stands for an octet, as the error handler
//! `surrogateescape` of Python has it. Any other lone surrogate is in no text of any grammar.

use std::borrow::Cow;

use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

/// The octets from which on the interpreter is free for other threads while a text is read. Reading
/// fewer takes about as long as handing the interpreter over.
const LONG: usize = 8192;

/// The octets of an argument, and the unit of its offsets.
pub(crate) struct Text<'a> {
    octets: Cow<'a, [u8]>,
    unit: Unit,
}

enum Unit {
    Octets,
    /// The octets are UTF-8.
    Characters,
    /// The octet at which each character begins.
    Starts(Vec<usize>),
}

impl<'a> Text<'a> {
    /// Returns the text of a `str`, `bytes`, `bytearray` or `memoryview`.
    #[inline]
    pub(crate) fn of(argument: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = argument.cast::<PyString>() {
            return match text.to_str() {
                Ok(text) => Ok(Self::new(Cow::Borrowed(text.as_bytes()), Unit::Characters)),
                Err(_) => Self::with_surrogates(text),
            };
        }
        if let Ok(octets) = argument.cast::<PyBytes>() {
            return Ok(Self::new(Cow::Borrowed(octets.as_bytes()), Unit::Octets));
        }
        let copied = bytes(argument)?.as_bytes().to_vec();
        Ok(Self::new(Cow::Owned(copied), Unit::Octets))
    }

    fn new(octets: Cow<'a, [u8]>, unit: Unit) -> Self {
        Self { octets, unit }
    }

    #[cold]
    fn with_surrogates(text: &Bound<'_, PyString>) -> PyResult<Self> {
        let (escaped, octets) = match encoded(text, "utf-8", "surrogateescape") {
            Ok(octets) => (true, octets),
            Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(text.py()) => {
                (false, encoded(text, "utf-8", "surrogatepass")?)
            }
            Err(error) => return Err(error),
        };
        let units = encoded(text, "utf-32-le", "surrogatepass")?;
        let mut start = 0;
        let mut starts = Vec::with_capacity(units.len() / 4 + 1);
        for unit in units.as_chunks::<4>().0 {
            starts.push(start);
            start += match char::from_u32(u32::from_le_bytes(*unit)) {
                Some(character) => character.len_utf8(),
                None if escaped => 1,
                None => 3,
            };
        }
        starts.push(start);
        Ok(Self::new(Cow::Owned(octets), Unit::Starts(starts)))
    }

    pub(crate) fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Returns the offset of the character that an octet belongs to; for `bytes`, the offset itself.
    pub(crate) fn offset(&self, octet: usize) -> usize {
        match &self.unit {
            Unit::Octets => octet,
            Unit::Characters => characters(&self.octets, octet),
            Unit::Starts(starts) => starts.partition_point(|start| *start <= octet) - 1,
        }
    }

    /// Returns the offset of the first character after an octet, for the end of a span.
    pub(crate) fn end(&self, octet: usize) -> usize {
        match &self.unit {
            Unit::Octets => octet,
            Unit::Characters => {
                let is_continuation = |octet: &&u8| **octet & 0xC0 == 0x80;
                let rest = self.octets[octet..].iter().take_while(is_continuation);
                characters(&self.octets, octet + rest.count())
            }
            Unit::Starts(starts) => starts.partition_point(|start| *start < octet),
        }
    }

    /// Returns whether the argument is a `str`.
    pub(crate) fn is_str(&self) -> bool {
        !matches!(self.unit, Unit::Octets)
    }

    /// Returns the offset of each octet and of the end; `None` if offsets in octets are those of the
    /// argument.
    pub(crate) fn offsets(&self) -> Option<Box<[usize]>> {
        if !self.is_str() || self.octets.is_ascii() {
            return None;
        }
        if let Unit::Starts(_) = self.unit {
            let offsets = 0..=self.octets.len();
            return Some(offsets.map(|octet| self.offset(octet)).collect());
        }
        let mut count = 0;
        let starts = self.octets.iter().map(|octet| octet & 0xC0 != 0x80);
        let offsets = starts.map(|is_start| {
            count += usize::from(is_start);
            count - 1
        });
        let mut offsets: Vec<usize> = offsets.collect();
        offsets.push(count);
        Some(offsets.into())
    }

    /// Runs the function over the octets, without the interpreter if the text is long.
    #[inline]
    pub(crate) fn read<T: Send>(&self, py: Python<'_>, run: impl FnOnce(&[u8]) -> T + Send) -> T {
        let octets: &[u8] = &self.octets;
        if octets.len() < LONG {
            return run(octets);
        }
        py.detach(|| run(octets))
    }

    /// Runs the function over the octets, without the interpreter.
    pub(crate) fn read_slowly<T: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&[u8]) -> T + Send,
    ) -> T {
        let octets: &[u8] = &self.octets;
        py.detach(|| run(octets))
    }
}

/// Returns the number of characters before an octet, without the one that it is inside of.
fn characters(octets: &[u8], octet: usize) -> usize {
    let is_start = |octet: &u8| octet & 0xC0 != 0x80;
    let before = octets[..octet].iter().filter(|octet| is_start(octet));
    let is_inside = octets.get(octet).is_some_and(|octet| !is_start(octet));
    before.count() - usize::from(is_inside)
}

fn encoded(text: &Bound<'_, PyString>, encoding: &str, errors: &str) -> PyResult<Vec<u8>> {
    text.call_method1("encode", (encoding, errors))?.extract()
}

/// Returns the octets of anything that holds octets, as an immutable object.
fn bytes<'py>(argument: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let py = argument.py();
    let is_buffer = argument.is_instance_of::<PyByteArray>();
    if !is_buffer && !argument.is_instance_of::<PyMemoryView>() {
        let name = argument.get_type().name()?;
        let message = format!("the text must be str, bytes, bytearray or memoryview, not {name}");
        return Err(PyTypeError::new_err(message));
    }
    let octets = py.get_type::<PyBytes>().call1((argument,))?;
    Ok(octets.cast_into()?)
}

/// Returns an argument as an immutable `str` or `bytes`, for a value that keeps it.
pub(crate) fn kept(argument: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if argument.is_instance_of::<PyString>() || argument.is_instance_of::<PyBytes>() {
        return Ok(argument.clone().unbind());
    }
    Ok(bytes(argument)?.into_any().unbind())
}

/// Returns octets as a `str`, in which a lone surrogate stands for each octet that is not UTF-8.
pub(crate) fn escaped<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Bound<'py, PyString>> {
    if let Ok(text) = str::from_utf8(octets) {
        return Ok(PyString::new(py, text));
    }
    let octets = PyBytes::new(py, octets);
    let text = octets.call_method1("decode", ("utf-8", "surrogateescape"))?;
    Ok(text.cast_into()?)
}

/// Returns the offset in the `str` of [`escaped`] of an octet.
pub(crate) fn escaped_offset(octets: &[u8], octet: usize) -> usize {
    let mut passed = 0;
    let mut count = 0;
    for chunk in octets.utf8_chunks() {
        let valid = chunk.valid();
        if octet < passed + valid.len() {
            return count + characters(valid.as_bytes(), octet - passed);
        }
        count += valid.chars().count();
        passed += valid.len();
        let invalid = chunk.invalid().len();
        if octet < passed + invalid {
            return count + octet - passed;
        }
        count += invalid;
        passed += invalid;
    }
    count
}
