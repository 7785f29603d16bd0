//! Flags that change a program without a trace in the bitcode of its sources: the linker's, and
//! those after which functions are called that the source does not call.
//!
//! `--wrap` is followed. Flags that matter only for a native program are ignored; others are
//! refused, because the program would not be the one that is explored.

use crate::LoadError;
use crate::ll::{Module, Value};

/// What a flag says that the linker receives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    /// Nothing about the meaning of the program.
    None,
    /// The same, with a value.
    Value,
    /// Which archive members belong to a program.
    Members,
    /// The same, with a value.
    MembersOf,
    /// `--wrap`.
    Wrap,
    /// What a symbol is, or what runs first.
    Symbols,
}

/// Options of GNU's and LLVM's linkers, without dashes.
const KNOWN: &[(Effect, &[&str])] = &[
    (
        Effect::None,
        &[
            "(",
            ")",
            "Bdynamic",
            "Bstatic",
            "Bsymbolic",
            "Bsymbolic-functions",
            "E",
            "M",
            "S",
            "X",
            "allow-shlib-undefined",
            "as-needed",
            "build-id",
            "color-diagnostics",
            "compress-debug-sections",
            "copy-dt-needed-entries",
            "cref",
            "demangle",
            "disable-new-dtags",
            "discard-all",
            "discard-locals",
            "dynamic-list-data",
            "eh-frame-hdr",
            "enable-new-dtags",
            "end-group",
            "export-dynamic",
            "fatal-warnings",
            "gc-sections",
            "gdb-index",
            "hash-style",
            "no-allow-shlib-undefined",
            "no-as-needed",
            "no-copy-dt-needed-entries",
            "no-demangle",
            "no-eh-frame-hdr",
            "no-export-dynamic",
            "no-fatal-warnings",
            "no-gc-sections",
            "no-keep-memory",
            "no-pie",
            "no-relax",
            "no-undefined",
            "no-undefined-version",
            "no-whole-archive",
            "pie",
            "pop-state",
            "print-gc-sections",
            "print-map",
            "print-memory-usage",
            "push-state",
            "reduce-memory-overheads",
            "relax",
            "s",
            "sort-common",
            "start-group",
            "stats",
            "strip-all",
            "strip-debug",
            "t",
            "threads",
            "trace",
            "undefined-version",
            "v",
            "verbose",
            "warn-common",
            "x",
        ],
    ),
    (
        Effect::Value,
        &[
            "I",
            "L",
            "Map",
            "R",
            "dynamic-linker",
            "dynamic-list",
            "exclude-libs",
            "h",
            "l",
            "library",
            "library-path",
            "m",
            "plugin",
            "plugin-opt",
            "rpath",
            "rpath-link",
            "soname",
            "version-script",
        ],
    ),
    (Effect::Members, &["whole-archive"]),
    (Effect::MembersOf, &["u", "undefined", "require-defined"]),
    (Effect::Wrap, &["wrap"]),
    (
        Effect::Symbols,
        &[
            "T",
            "allow-multiple-definition",
            "defsym",
            "e",
            "entry",
            "fini",
            "icf",
            "init",
            "just-symbols",
            "script",
            "section-start",
        ],
    ),
];

/// Values of `-z` that change what symbols are, or what runs first.
const SYMBOLS_BY_KEYWORD: &[&str] = &["initfirst", "interpose", "muldefs"];

/// Starts of flags that insert calls of functions, or change what floats are; clang applies them
/// behind what the bitcode shows.
const INSERTING: &[&str] = &[
    "-finstrument-function-entry-bare",
    "-finstrument-functions",
    "-fsanitize-coverage=",
    "-ftrap-function=",
    "-ftrapv-handler",
    "-mdaz-ftz",
];

/// Checks the flags of a compilation.
///
/// # Errors
/// A flag that changes the program in a way that is not followed.
pub(crate) fn check_compilation<'a>(
    mut flags: impl Iterator<Item = &'a str>,
) -> Result<(), LoadError> {
    match flags.find(|flag| INSERTING.iter().any(|start| flag.starts_with(start))) {
        None => Ok(()),
        Some(flag) => Err(LoadError::new(
            flag,
            "this flag changes the program behind its source, which is not modelled; leave it out",
        )),
    }
}

/// The functions that `--wrap` names among the flags of a program.
///
/// # Errors
/// A flag that changes the program in a way that is not followed, or an unknown one.
pub(crate) fn wrapped<'a>(flags: impl Iterator<Item = &'a str>) -> Result<Vec<String>, LoadError> {
    let mut wrapped = Vec::new();
    for said in said(flags) {
        match said.effect {
            Some(Effect::None | Effect::Value) => {}
            Some(Effect::Wrap) if !crate::builtins::is_called_for_intrinsics(&said.value) => {
                wrapped.push(said.value);
            }
            Some(_) => return Err(said.refused()),
            None => {
                let message = "this flag of the linker is not known; leave it out unless it \
                               changes what the program means";
                return Err(LoadError::new(said.option, message));
            }
        }
    }
    Ok(wrapped)
}

/// Checks the flags with which `sheaf cc` links: the linker itself selects archive members.
///
/// # Errors
/// A flag that changes the program in a way that is not followed.
pub(crate) fn check_link<'a>(flags: impl Iterator<Item = &'a str>) -> Result<(), LoadError> {
    let refused = |said: &Said| matches!(said.effect, Some(Effect::Wrap | Effect::Symbols));
    match said(flags).into_iter().find(refused) {
        None => Ok(()),
        Some(said) => Err(said.refused()),
    }
}

/// An option of the linker.
struct Said {
    /// As it was written.
    option: String,
    effect: Option<Effect>,
    value: String,
}

impl Said {
    fn refused(&self) -> LoadError {
        let message = "this flag of the linker changes the program in a way that is not modelled";
        LoadError::new(&self.option, message)
    }
}

/// The options that flags pass to the linker.
fn said<'a>(mut flags: impl Iterator<Item = &'a str>) -> Vec<Said> {
    let mut words: Vec<String> = Vec::new();
    while let Some(flag) = flags.next() {
        if let Some(list) = flag.strip_prefix("-Wl,") {
            words.extend(list.split(',').map(str::to_string));
        } else if matches!(flag, "-Xlinker" | "-z" | "-T" | "-e" | "-u") {
            words.extend((flag != "-Xlinker").then(|| flag.to_string()));
            words.extend(flags.next().map(str::to_string));
        }
    }
    let mut words = words.into_iter();
    let mut all = Vec::new();
    while let Some(option) = words.next() {
        let name = option.trim_start_matches('-').to_string();
        if name == "z" || name.starts_with('z') && option.starts_with("-z") {
            let joined = Some(name[1..].to_string()).filter(|it| !it.is_empty());
            let value = joined.or_else(|| words.next()).unwrap_or_default();
            let effect = match SYMBOLS_BY_KEYWORD.contains(&value.as_str()) {
                true => Effect::Symbols,
                false => Effect::None,
            };
            all.push(Said {
                option: format!("-z {value}"),
                effect: Some(effect),
                value,
            });
            continue;
        }
        let (name, value) = match name.split_once('=') {
            Some((name, value)) => (name.to_string(), Some(value.to_string())),
            None => (name, None),
        };
        let effect = effect(&option, &name);
        let takes = matches!(
            effect,
            Some(Effect::Value | Effect::MembersOf | Effect::Wrap | Effect::Symbols)
        );
        // A letter may be followed by its value at once.
        let is_joined = !option.starts_with("--") && name.len() > 1 && known(&name).is_none();
        let value = match value {
            None if takes && !is_joined => words.next(),
            value => value,
        };
        all.push(Said {
            option,
            effect,
            value: value.unwrap_or_default(),
        });
    }
    all
}

fn known(name: &str) -> Option<Effect> {
    let row = KNOWN.iter().find(|(_, names)| names.contains(&name));
    row.map(|(effect, _)| *effect)
}

fn effect(option: &str, name: &str) -> Option<Effect> {
    let letter = || match option.starts_with("--") {
        true => None,
        false => known(name.get(..1)?).filter(|_| !name.starts_with(['B', 'e', 't'])),
    };
    let of_level = || (name.starts_with('O') && option.starts_with("-O")).then_some(Effect::None);
    let warns =
        || (name.starts_with("warn-") || name.starts_with("no-warn-")).then_some(Effect::None);
    // A file between the options, as in `-Wl,--start-group,libx.a`.
    let is_file = || (!option.starts_with('-')).then_some(Effect::None);
    known(name)
        .or_else(of_level)
        .or_else(warns)
        .or_else(is_file)
        .or_else(letter)
}

/// Applies `--wrap` to a module: what it does not define itself and calls `f` is `__wrap_f`, and
/// what it calls `__real_f` is `f`.
pub(crate) fn wrap(module: Module, functions: &[String]) {
    for function in functions {
        redirect(module, function, &format!("__wrap_{function}"));
        redirect(module, &format!("__real_{function}"), function);
    }
}

fn redirect(module: Module, from: &str, to: &str) {
    let named = |name: &str| module.symbols().into_iter().find(|it| it.name() == name);
    let Some(declaration) = named(from).filter(|it| Value::is_declaration(*it)) else {
        return;
    };
    match named(to) {
        Some(value) => declaration.replace_declaration(value),
        None => declaration.rename(to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmless_flags_are_ignored_and_others_refused() {
        let wrapped = |line: &str| wrapped(line.split(' '));
        for line in [
            "-Wall -O2",
            "-Wl,-rpath,lib -Wl,-rpath=lib,--as-needed,-O1,--sort-common",
            "-Wl,-z,relro,-z,now -z noexecstack -Wl,-znow -Xlinker --gc-sections",
            "-Wl,-soname,libx.so.1 -Wl,--build-id=sha1 -Wl,-Map,out.map -Wl,-Lfolder,-lm",
            "-Wl,--start-group,libx.a,--end-group -Wl,--no-warn-mismatch",
        ] {
            assert_eq!(wrapped(line), Ok(Vec::new()), "{line}");
            assert!(check_link(line.split(' ')).is_ok(), "{line}");
        }
        assert_eq!(
            wrapped("-Wl,--wrap=f,-wrap,g -Wl,--wrap -Wl,h"),
            Ok(["f", "g", "h"].map(String::from).to_vec())
        );
        for (line, option) in [
            ("-Wl,--defsym=a=b", "--defsym=a=b"),
            ("-Wl,-z,muldefs", "-z muldefs"),
            ("-z initfirst", "-z initfirst"),
            ("-Wl,--wrap=memcpy", "--wrap=memcpy"),
            ("-T script.ld", "-T"),
            (
                "-Wl,--allow-multiple-definition",
                "--allow-multiple-definition",
            ),
        ] {
            assert_eq!(wrapped(line).unwrap_err().place, option);
            assert!(check_link(line.split(' ')).is_err(), "{line}");
        }
        for line in ["-Wl,--whole-archive", "-Wl,-u,f", "-Wl,--frobnicate"] {
            assert!(wrapped(line).is_err(), "{line}");
            assert!(check_link(line.split(' ')).is_ok(), "{line}");
        }
    }

    #[test]
    fn flags_that_insert_calls_are_refused() {
        let check = |line: &str| check_compilation(line.split(' '));
        assert!(check("-Wall -fsanitize=address -ffast-math").is_ok());
        assert!(check("-O2 -finstrument-functions-after-inlining").is_err());
        assert!(check("-fsanitize-coverage=trace-pc-guard").is_err());
    }
}
