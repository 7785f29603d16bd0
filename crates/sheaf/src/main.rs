//! The `sheaf` program: what surrounds [`sheaf::main`] to keep the promise of its exit statuses.

use std::io::Write;

/// Stack of the thread that does the work; the engine recurses little, but libraries may.
const STACK_BYTES: usize = 256 << 20;

fn main() {
    // A reader that goes away (`sheaf ... | head`) ends the process quietly, as it does with other
    // tools. SAFETY: no other thread runs yet, and the default action needs no handler.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("sheaf: internal error: {panic}");
        eprintln!(
            "sheaf: this is a fault of Sheaf's own; please report it with the command line and the program"
        );
    }));
    let work = || sheaf::main(std::env::args_os());
    let worker = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(work);
    let status = worker.map(|worker| worker.join().unwrap_or(sheaf::error::status::INTERNAL));
    let status = status.unwrap_or_else(|error| {
        eprintln!("sheaf: error: cannot start a thread: {error}");
        sheaf::error::status::INTERNAL
    });
    // What cannot be written, nobody reads.
    let _ = std::io::stdout().flush();
    sheaf::exit::at_once(status)
}
