//! A WebAssembly module of one function, which the feature of the package names.
//!
//! The module runs nowhere: its size is measured. It has no `std`, so that the size is that of the
//! function, and an allocator that never frees.

#![no_std]
#![expect(
    unsafe_code,
    reason = "an export needs `no_mangle`, and an allocator hands out addresses"
)]

extern crate alloc;

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32;
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Hands out addresses of one piece of memory, and never frees.
struct Bump(AtomicUsize);

/// The memory that the allocator takes at once, in pages of 64 KiB.
const PAGES: usize = 16;

#[global_allocator]
static ALLOCATOR: Bump = Bump(AtomicUsize::new(0));

// SAFETY: each address is handed out once, within the memory that the module has grown by.
unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let mut free = self.0.load(Ordering::Relaxed);
        if free == 0 {
            free = wasm32::memory_grow(0, PAGES) << 16;
        }
        let start = free.next_multiple_of(layout.align());
        self.0.store(start + layout.size(), Ordering::Relaxed);
        start as *mut u8
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    wasm32::unreachable()
}

/// Runs the function on a text that the host has written to this address.
///
/// # Safety
///
/// The address and the length have to be those of octets that the host has written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn run(address: *const u8, length: usize) -> usize {
    // SAFETY: the caller says so.
    let octets = unsafe { core::slice::from_raw_parts(address, length) };
    core::str::from_utf8(octets).map_or(0, answer)
}

#[cfg(feature = "combinator")]
fn answer(text: &str) -> usize {
    let matched = rfc1738::rules::generic::url::<_, ()>(text);
    matched.map_or(0, |(_, matched)| matched.len())
}

#[cfg(feature = "verdict")]
fn answer(text: &str) -> usize {
    rfc1738::rules::generic::url::is_valid(text).into()
}

#[cfg(feature = "typed")]
fn answer(text: &str) -> usize {
    let url = rfc1738::Url::parse(text).ok();
    let host = url.and_then(|url| url.host());
    host.map_or(0, |host| host.raw().len())
}

#[cfg(any(feature = "errors", feature = "notes"))]
fn answer(text: &str) -> usize {
    match rfc1738::Url::parse(text) {
        Ok(url) => url.host().map_or(0, |host| host.raw().len()),
        Err(error) => alloc::string::ToString::to_string(&error).len(),
    }
}

#[cfg(feature = "fluent-uri")]
fn answer(text: &str) -> usize {
    let uri = fluent_uri::Uri::parse(text).ok();
    let authority = uri.and_then(|uri| uri.authority());
    authority.map_or(0, |authority| authority.host().len())
}

#[cfg(feature = "iri-string")]
fn answer(text: &str) -> usize {
    iri_string::types::UriStr::new(text).is_ok().into()
}

#[cfg(feature = "url")]
fn answer(text: &str) -> usize {
    let url = url::Url::parse(text).ok();
    url.map_or(0, |url| url.host_str().map_or(0, str::len))
}

#[cfg(feature = "pest")]
fn answer(text: &str) -> usize {
    use pest::Parser as _;

    pest_urls::Urls::parse(pest_urls::Rule::text, text).map_or(0, Iterator::count)
}

#[cfg(not(any(
    feature = "combinator",
    feature = "verdict",
    feature = "typed",
    feature = "errors",
    feature = "notes",
    feature = "fluent-uri",
    feature = "iri-string",
    feature = "url",
    feature = "pest",
)))]
fn answer(text: &str) -> usize {
    text.len()
}

/// The parser that pest derives from the exported grammar.
#[cfg(feature = "pest")]
mod pest_urls {
    #[derive(pest_derive::Parser)]
    #[grammar = "../url.pest"]
    pub(super) struct Urls;
}
