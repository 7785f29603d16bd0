//! Whether a program handles signals: then library functions in C take the place of intrinsics.
//!
//! `abort`, failing assertions and `longjmp` are simple where no handler can run and no signal is
//! blocked, which is true of most programs. The others get the definitions in `runtime/signal.c`
//! and `runtime/timer.c`.

use super::Lowering;
use super::function::FunctionLowering;

/// The functions that install handlers, block signals, or start timers.
const HANDLING: &[&str] = &[
    "signal",
    "bsd_signal",
    "ssignal",
    "sysv_signal",
    "__sysv_signal",
    "sigaction",
    "sigprocmask",
    "pthread_sigmask",
    "sigset",
    "sighold",
    "sigrelse",
    "sigignore",
    "sigblock",
    "sigsetmask",
    "siginterrupt",
    "alarm",
    "ualarm",
    "setitimer",
];

impl Lowering<'_> {
    /// Whether the program refers to such a function.
    pub(super) fn may_handle_signals(&self) -> bool {
        let mut functions = self.modules.iter().flat_map(|module| module.functions());
        functions.any(|it| it.is_declaration() && HANDLING.contains(&it.name().as_str()))
    }

    /// Whether a name is that of an intrinsic, and no definition in C takes its place.
    pub(super) fn is_intrinsic(&self, name: &str) -> bool {
        let is_replaced = || self.handles_signals && self.symbols.runtime(name).is_some();
        self.intrinsics.contains(name) && !is_replaced()
    }
}

impl FunctionLowering<'_, '_> {
    /// Before a trap: a call of the program's handler, for where traps do not count as failures.
    pub(super) fn let_handle_trap(&mut self, name: &str) {
        const SIGILL: u128 = 4;
        const SIGTRAP: u128 = 5;
        if self.cx.handles_signals
            && let Some(handle) = self.cx.library_function("__sheaf_trap")
        {
            let number = if name == "debugtrap" { SIGTRAP } else { SIGILL };
            let number = self.bits(32, number);
            self.call(handle, vec![number], None);
        }
    }
}
