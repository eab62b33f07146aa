//! Functions of rfc1738 as exports of a WebAssembly module.
//!
//! The host calls [`room`], writes a text of URLs, one on each line, at the returned address, and
//! calls [`split`]. From then on, each of the other functions parses all the URLs and returns how
//! many are valid.

#![expect(
    unsafe_code,
    reason = "an export needs `no_mangle`, and the compiler cannot check that its name is unique"
)]

use std::hint::black_box;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rfc1738::{Rule, Url};

/// The text that the host writes.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// The lines of the text.
static URLS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Locks a value. A module has one thread, so the lock is always free.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a text of `length` octets, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut text = lock(&TEXT);
    *text = vec![0; length];
    text.as_mut_ptr()
}

/// Splits the text into URLs, and returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn split() -> usize {
    let text = String::from_utf8_lossy(&black_box(lock(&TEXT))).into_owned();
    let mut urls = lock(&URLS);
    *urls = text.lines().map(str::to_owned).collect();
    urls.len()
}

/// Calls [`rfc1738::is_valid`] on each URL.
#[unsafe(no_mangle)]
pub extern "C" fn is_valid() -> usize {
    count(|url| rfc1738::is_valid(Rule::Url, url))
}

/// Calls [`Url::parse`] on each URL.
#[unsafe(no_mangle)]
pub extern "C" fn url() -> usize {
    count(|url| black_box(&Url::parse(url)).is_ok())
}

/// Calls [`rfc1738::parse`] on each URL.
#[unsafe(no_mangle)]
pub extern "C" fn parse() -> usize {
    count(|url| black_box(&rfc1738::parse(Rule::Url, url)).is_ok())
}

/// Returns the number of accepted URLs.
fn count(accepts: impl Fn(&str) -> bool) -> usize {
    let urls = lock(&URLS);
    urls.iter().filter(|url| accepts(black_box(url))).count()
}
