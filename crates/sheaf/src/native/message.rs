//! Classifies a native run by its messages and its end.

use super::build::Ran;
use sheaf_ir::FailureKind;
use sheaf_report::c_tests::{DROPPED, MISMATCH};
use std::fmt;
use std::os::unix::process::ExitStatusExt;

/// How a native run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// With this exit status.
    Exit(i32),
    /// With a failure that a sanitizer or the program reported.
    Failed(FailureKind),
    /// With an unexplained signal.
    Signal(i32),
    /// An assumption does not hold.
    Dropped,
    /// The case is for another program; the string explains the mismatch.
    Mismatch(String),
    /// Timeout.
    Endless,
}

/// A native run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// How it ended.
    pub end: End,
    /// File and line of the failure, if known.
    pub place: Option<(String, u32)>,
    /// The condition of an assertion that fails, if known.
    pub condition: Option<String>,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.end {
            End::Exit(status) => write!(f, "exit {status}"),
            End::Failed(kind) => write!(f, "{}", kind.name()),
            End::Signal(number) => write!(f, "signal {number}"),
            End::Dropped => write!(f, "an assumption does not hold"),
            End::Mismatch(message) => write!(f, "for another program: {message}"),
            End::Endless => write!(f, "no end in time"),
        }?;
        match &self.place {
            Some((file, line)) => write!(f, " at {file}:{line}"),
            None => Ok(()),
        }
    }
}

/// Files that are compiled with the program, by the ends of their names.
const OWN_FILES: [&str; 2] = ["/sheaf-allocation.c", "/sheaf-tests.c"];

/// Signals by which a program ends itself abnormally.
const ABNORMAL: &[i32] = &[
    libc::SIGABRT,
    libc::SIGILL,
    libc::SIGTRAP,
    libc::SIGQUIT,
    libc::SIGSYS,
    libc::SIGXCPU,
    libc::SIGXFSZ,
];

/// The classification of a run, in which this kind of failure is expected.
pub fn seen(ran: &Ran, expected: Option<FailureKind>) -> Seen {
    let bare = |end| Seen {
        end,
        place: None,
        condition: None,
    };
    let Some(status) = ran.status else {
        return bare(End::Endless);
    };
    if let Some(report) = report(&ran.output, expected) {
        return report;
    }
    match (status.code(), status.signal()) {
        (Some(DROPPED), _) if ran.output.contains("sheaf: ") => bare(End::Dropped),
        (Some(MISMATCH), _) if ran.output.contains("sheaf: ") => {
            let line = ran
                .output
                .lines()
                .find_map(|line| line.strip_prefix("sheaf: "));
            bare(End::Mismatch(line.unwrap_or_default().to_string()))
        }
        (Some(code), _) => bare(End::Exit(code)),
        // `__builtin_trap` ends a program by an invalid instruction. The others are sent only by
        // programs.
        (None, Some(number)) if ABNORMAL.contains(&number) => bare(End::Failed(FailureKind::Abort)),
        (None, Some(libc::SIGFPE)) => bare(End::Failed(FailureKind::DivisionByZero)),
        (None, Some(libc::SIGALRM)) => bare(End::Endless),
        (None, signal) => bare(End::Signal(signal.unwrap_or(0))),
    }
}

/// The report of a sanitizer, an assertion or the test harness, if there is one. After an assertion
/// that fails, the program's handler of SIGABRT may fail in another way. The arithmetic that gives
/// the address of an access is reported before the access, which Sheaf reports alone.
fn report(output: &str, expected: Option<FailureKind>) -> Option<Seen> {
    let reports = output.lines().enumerate();
    let mut reports = reports.filter_map(|(at, line)| report_at(output, at, line));
    let first = reports.next()?;
    let is = |seen: &Seen, kind| seen.end == End::Failed(kind);
    let line = |seen: &Seen| seen.place.as_ref().map(|(_, line)| *line);
    match reports.next() {
        Some(access)
            if is(&first, FailureKind::PointerOverflow)
                && expected.is_some_and(|kind| is(&access, kind))
                && line(&access) == line(&first) =>
        {
            Some(access)
        }
        Some(second) if is(&first, FailureKind::Assertion) && !is(&second, FailureKind::Abort) => {
            Some(second)
        }
        _ => Some(first),
    }
}

/// The report that starts at a line.
fn report_at(output: &str, at: usize, line: &str) -> Option<Seen> {
    let failed = |kind, place| {
        Some(Seen {
            end: End::Failed(kind),
            place,
            condition: None,
        })
    };
    if let Some((before, message)) = line.split_once(": runtime error: ")
        && !message.contains("applying zero offset")
    {
        return failed(undefined(message), place(before));
    }
    if let Some((_, message)) = line.split_once("ERROR: AddressSanitizer: ") {
        return failed(address(message, output)?, frame(output, at));
    }
    if line.contains("WARNING: MemorySanitizer: use-of-uninitialized-value") {
        return failed(FailureKind::Uninitialized, frame(output, at));
    }
    if line.contains("ERROR: LeakSanitizer: ") {
        return failed(FailureKind::Leak, None);
    }
    if let Some((before, stated)) = line.split_once(": Assertion `") {
        // PROGRAM: FILE:LINE: FUNCTION
        let place = before.split(": ").find_map(place);
        let condition = stated
            .rsplit_once("' failed")
            .map(|(text, _)| text.to_string());
        return failed(FailureKind::Assertion, place).map(|seen| Seen { condition, ..seen });
    }
    if let Some(rest) = line.strip_prefix("sheaf: assertion `") {
        return match rest.contains("_error is not reached") {
            true => failed(FailureKind::UnreachableCall, None),
            false => failed(FailureKind::Assertion, None),
        };
    }
    None
}

/// `FILE:LINE` or `FILE:LINE:COLUMN`.
pub(super) fn place(text: &str) -> Option<(String, u32)> {
    let (before, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    match before
        .rsplit_once(':')
        .map(|(file, line)| (file, line.parse()))
    {
        Some((file, Ok(line))) => Some((file.to_string(), line)),
        _ => Some((before.to_string(), last)),
    }
}

/// The location of the first frame of the stack trace after a line that is in a file with a known
/// line. Frames of the C library and of sanitizers have none, or one relative to their build
/// directory.
fn frame(output: &str, after: usize) -> Option<(String, u32)> {
    let frames = output.lines().skip(after + 1);
    let frames = frames.skip_while(|line| !line.trim_start().starts_with("#0 "));
    frames
        .take_while(|line| line.trim_start().starts_with('#'))
        .filter_map(|line| place(line.rsplit(' ').next()?))
        .find(|(file, _)| {
            let is_own = OWN_FILES.iter().any(|own| file.ends_with(own));
            file.starts_with('/') && !file.contains("/compiler-rt/") && !is_own
        })
}

/// The kind of failure that a message of UndefinedBehaviorSanitizer names.
fn undefined(message: &str) -> FailureKind {
    let kinds = [
        ("division by zero", FailureKind::DivisionByZero),
        ("division of ", FailureKind::DivisionOverflow),
        ("unsigned integer overflow", FailureKind::UnsignedOverflow),
        ("signed integer overflow", FailureKind::SignedOverflow),
        ("negation of ", FailureKind::SignedOverflow),
        ("outside the range of", FailureKind::FloatConversion),
        ("shift exponent", FailureKind::Shift),
        ("left shift of ", FailureKind::ShiftOverflow),
        ("out of bounds", FailureKind::OutOfBounds),
        ("variable length array bound", FailureKind::VlaBound),
        ("not a valid argument", FailureKind::InvalidBuiltin),
        ("misaligned address", FailureKind::Alignment),
        ("implicit conversion", FailureKind::ImplicitConversion),
        ("applying ", FailureKind::PointerOverflow),
        ("pointer index expression", FailureKind::PointerOverflow),
        (" of unsigned offset", FailureKind::PointerOverflow),
        ("null pointer", FailureKind::NullDereference),
        ("unreachable program point", FailureKind::UnreachableCall),
    ];
    let found = kinds.iter().find(|(part, _)| message.contains(part));
    // Another check that the program was compiled with.
    found.map_or(FailureKind::Sanitizer, |(_, kind)| *kind)
}

/// Whether the innermost frame of the stack trace is in a function that sends a signal.
fn is_sent(output: &str) -> bool {
    const SENDERS: &[&str] = &["__pthread_kill_implementation", "raise", "kill", "sigqueue"];
    let mut lines = output.lines().map(str::trim_start);
    let innermost = lines.find(|line| line.starts_with("#0 "));
    let function = innermost.and_then(|line| line.split(' ').nth(3));
    function.is_some_and(|name| SENDERS.contains(&name))
}

/// Whether the stack trace is in a function that frees memory, called by the program.
fn is_freed(output: &str) -> bool {
    const FREEING: &[&str] = &["free", "realloc", "reallocarray", "cfree"];
    let frames = output.lines().map(str::trim_start);
    let mut frames = frames.filter(|line| line.starts_with('#')).take(4);
    frames.any(|line| {
        let name = line.split(' ').nth(3).unwrap_or_default();
        let name = name.trim_start_matches("__interceptor_");
        FREEING.contains(&name.trim_start_matches("__wrap_"))
    })
}

/// The kind of failure that a message of AddressSanitizer names.
fn address(message: &str, output: &str) -> Option<FailureKind> {
    let word = message.split([' ', ':']).next()?;
    Some(match word {
        "SEGV" | "BUS" | "FPE" | "ILL" if is_sent(output) => FailureKind::Abort,
        // The sanitizer reads in front of what is freed.
        "SEGV" | "BUS" if is_freed(output) => FailureKind::InvalidFree,
        "SEGV" if output.contains("points to the zero page") => FailureKind::NullDereference,
        "FPE" => FailureKind::DivisionByZero,
        "stack-overflow" => FailureKind::StackOverflow,
        "ABRT" => FailureKind::Abort,
        _ if message.contains("double-free") => FailureKind::DoubleFree,
        _ if message.contains("not malloc()-ed") => FailureKind::InvalidFree,
        // Access to an allocation of size zero, see `allocation.c`.
        "use-after-poison" => FailureKind::OutOfBounds,
        _ if word.contains("use-after") => FailureKind::UseAfterFree,
        _ => FailureKind::OutOfBounds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(output: &str) -> Option<(FailureKind, Option<u32>)> {
        let seen = report(output, None)?;
        match seen.end {
            End::Failed(kind) => Some((kind, seen.place.map(|(_, line)| line))),
            _ => None,
        }
    }

    #[test]
    fn reports_are_understood() {
        use FailureKind::*;
        for (output, expected) in [
            (
                "a.c:7:3: runtime error: division by zero\n",
                (DivisionByZero, Some(7)),
            ),
            (
                "a.c:7:3: runtime error: load of null pointer of type 'int'\n",
                (NullDereference, Some(7)),
            ),
            (
                "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x1 (pc 0x2)\n\
                 \x20   #0 0x7f in raise signal/raise.c:26:13\n    #1 0x56 in main /tmp/a.c:4:68\n",
                (Abort, Some(4)),
            ),
            (
                "t: dir/a.c:12: int f(void): Assertion `x' failed.\n",
                (Assertion, Some(12)),
            ),
            (
                "sheaf: assertion `reach_error is not reached` fails\n",
                (UnreachableCall, None),
            ),
            (
                "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x6 at pc 0x5\nREAD of size 4\n    \
                 #0 0x55 in f /tmp/a.c:9:14\n    #1 0x56 in main /tmp/a.c:20:3\n\n    #0 0x1 in other /tmp/b.c:1:1\n",
                (UseAfterFree, Some(9)),
            ),
            (
                "==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7\n    #0 0x55 in memcpy (/tmp/t+0x8)\n    \
                 #1 0x56 in main /tmp/a.c:20:3\n",
                (OutOfBounds, Some(20)),
            ),
            (
                "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000\nHint: address points to the zero page.\n    \
                 #0 0x56 in main /tmp/a.c:20:3\n",
                (NullDereference, Some(20)),
            ),
            (
                "==1==ERROR: AddressSanitizer: SEGV on unknown address 0xfffffff8\nHint: address points to the zero page.\n    \
                 #0 0x5d in __asan::Allocator::Deallocate(void*) (/tmp/t+0x2)\n    #1 0x5d in realloc (/tmp/t+0xc)\n    \
                 #2 0x56 in __wrap_realloc /tmp/x/sheaf-allocation.c:20:3\n    #3 0x56 in f /tmp/a.c:3:61\n",
                (InvalidFree, Some(3)),
            ),
            (
                "==1==ERROR: AddressSanitizer: attempting double-free on 0x6\n",
                (DoubleFree, None),
            ),
        ] {
            assert_eq!(named(output), Some(expected), "{output}");
        }
        assert_eq!(named("all is well: 3:4\n"), None);
    }
}
