//! Ctrl-C: the first one ends the search, which then reports its result; the second one ends the
//! process.

use crate::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit status of a process that was interrupted, as shells count it.
const INTERRUPTED: u8 = 130;

/// Sets the flag at the first SIGINT or SIGTERM.
pub fn watch(flag: Arc<AtomicBool>) {
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            exit::at_once(INTERRUPTED);
        }
        eprintln!("\nsheaf: stopping; interrupt again to end at once");
    };
    // Fails only if there is a handler already; then a test is running, which interrupts nothing.
    let _ = ctrlc::set_handler(handler);
}
