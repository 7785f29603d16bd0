//! Fingerprints of programs: whether a module is still the one that something was recorded for and,
//! if not, what has changed.

use crate::module::{Module, Name};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Digests of the parts of a module. Equal modules have equal ones in each run of one executable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Of each function, by name.
    functions: BTreeMap<Name, u64>,
    /// Of each global, by name.
    globals: BTreeMap<Name, u64>,
    /// Of source files and locations.
    places: u64,
    /// Of the whole module, with the order of its parts.
    whole: u64,
}

impl Fingerprint {
    /// That of a module.
    pub fn of(module: &Module) -> Fingerprint {
        let functions = module.funcs.iter();
        let globals = module.globals.iter();
        Fingerprint {
            functions: functions.map(|it| (it.name.clone(), digest(it))).collect(),
            globals: globals.map(|it| (it.name.clone(), digest(it))).collect(),
            places: digest(&(&module.files, &module.locs)),
            whole: digest(module),
        }
    }

    /// What of the program has changed since then, for the user; `None` if it is the same.
    pub fn change(&self, now: &Fingerprint) -> Option<String> {
        if self == now {
            return None;
        }
        let change = change("function", &self.functions, &now.functions)
            .or_else(|| change("global", &self.globals, &now.globals));
        let other = match self.places == now.places {
            true => "its constants or inputs differ",
            false => "its source lines have moved",
        };
        Some(change.unwrap_or_else(|| other.to_string()))
    }
}

fn digest(part: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    part.hash(&mut hasher);
    hasher.finish()
}

/// The first difference between two tables.
fn change(what: &str, old: &BTreeMap<Name, u64>, new: &BTreeMap<Name, u64>) -> Option<String> {
    for (name, digest) in old {
        match new.get(name) {
            None => return Some(format!("{what} `{name}` is gone")),
            Some(now) if now != digest => return Some(format!("{what} `{name}` differs")),
            Some(_) => {}
        }
    }
    let added = new.keys().find(|name| !old.contains_key(*name));
    added.map(|name| format!("{what} `{name}` is new"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "module ptr 8\nentry @main\nfunc @main() -> bits32 {\nstart:\n  ret bits32 0\n}\n\
                           func @f() -> bits32 {\nstart:\n  ret bits32 1\n}\n";

    fn fingerprint(text: &str) -> Fingerprint {
        Fingerprint::of(&crate::text::parse(text).unwrap())
    }

    #[test]
    fn a_change_is_named() {
        let program = fingerprint(PROGRAM);
        assert_eq!(program.change(&fingerprint(PROGRAM)), None);
        let said = |text: &str| program.change(&fingerprint(text)).unwrap();
        assert_eq!(
            said(&PROGRAM.replace("bits32 1", "bits32 2")),
            "function `f` differs"
        );
        assert_eq!(said(&PROGRAM.replace("@f", "@g")), "function `f` is gone");
        let more = format!(
            "{PROGRAM}{}",
            "func @g() -> bits32 {\nstart:\n  ret bits32 1\n}\n"
        );
        assert_eq!(said(&more), "function `g` is new");
        let mut module = crate::text::parse(PROGRAM).unwrap();
        module.bounds.push("arrays of up to 4 elements".into());
        let bounded = Fingerprint::of(&module);
        assert!(program.change(&bounded).is_some());
    }
}
