//! The `sheaf` program: sets up the process for [`sheaf::main`], so that its exit statuses hold.

use std::io::Write;

/// Stack size of the main thread; the engine recurses little, but libraries may.
const STACK_BYTES: usize = 256 << 20;

fn main() {
    // A closed pipe (`sheaf ... | head`) ends the process quietly, as for other tools. SAFETY: no
    // other thread runs yet, and the default action needs no handler.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("sheaf: internal error: {panic}");
        eprintln!(
            "sheaf: this is a bug in Sheaf; please report it with the command line and the program"
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
    // Nothing can be done about an error here.
    let _ = std::io::stdout().flush();
    sheaf::exit::at_once(status)
}
