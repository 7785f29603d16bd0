//! `sheaf doctor`: the programs that Sheaf starts, whether they are there and work, and the command
//! that installs what is missing.

mod parts;

use crate::args::DoctorArgs;
use crate::error::{UserError, describe_io, status};
use crate::print;
use parts::{PARTS, Part};
use serde::Serialize;

/// The width of the column of names.
const NAMES: usize = 26;

/// What is known of a part, as JSON has it.
#[derive(Serialize)]
struct Finding {
    name: &'static str,
    serves: &'static str,
    required: bool,
    found: bool,
    /// The version, or why it was not found.
    detail: String,
    packages: &'static [&'static str],
}

/// What is known of all parts, as JSON has it.
#[derive(Serialize)]
struct Diagnosis {
    version: &'static str,
    /// Whether nothing is missing that `sheaf check` of C needs.
    ready: bool,
    parts: Vec<Finding>,
    /// The packages of Debian 12 that have what is missing.
    missing: Vec<&'static str>,
    /// The command that installs them, on Debian and systems like it.
    install: Option<String>,
}

/// Looks for each part, prints what it found, and gives the exit status.
///
/// # Errors
/// When no temporary folder can be made.
pub fn doctor(args: &DoctorArgs) -> Result<u8, UserError> {
    let folder = tempfile::tempdir()
        .map_err(|error| UserError::new("temporary folder", describe_io(&error)))?;
    let look = |part: &Part| {
        let answer = (part.probe)(folder.path());
        let found = answer.is_ok();
        let (Ok(detail) | Err(detail)) = answer;
        Finding {
            name: part.name,
            serves: part.serves,
            required: part.required,
            found,
            detail,
            packages: part.packages,
        }
    };
    let parts: Vec<Finding> = PARTS.iter().map(look).collect();
    let diagnosis = Diagnosis::of(parts, is_like_debian());
    let text = match args.json {
        true => serde_json::to_string(&diagnosis).unwrap_or_default() + "\n",
        false => diagnosis.text(),
    };
    print(&text);
    Ok(match diagnosis.ready {
        true => status::DONE,
        false => status::MISSING,
    })
}

impl Diagnosis {
    fn of(parts: Vec<Finding>, on_debian: bool) -> Diagnosis {
        let absent = || parts.iter().filter(|part| !part.found);
        let mut missing: Vec<&str> = absent().flat_map(|part| part.packages).copied().collect();
        missing.sort_unstable();
        missing.dedup();
        let install = (on_debian && !missing.is_empty()).then(|| command(&missing));
        Diagnosis {
            version: env!("CARGO_PKG_VERSION"),
            ready: !absent().any(|part| part.required),
            parts,
            missing,
            install,
        }
    }

    fn text(&self) -> String {
        let mut lines = vec![format!("sheaf {}", self.version)];
        for part in &self.parts {
            let found = if part.found { "found  " } else { "missing" };
            let line = format!("  {found}  {:NAMES$}  {}", part.name, part.detail);
            lines.push(line.trim_end().to_string());
            if !part.found {
                lines.push(format!("           needed for {}", part.serves));
            }
        }
        lines.push(match self.ready {
            true => "`sheaf check` of C has all that it needs".to_string(),
            false => "`sheaf check` of C lacks what it needs".to_string(),
        });
        lines.extend(self.advice());
        lines.join("\n") + "\n"
    }

    /// How to install what is missing, if anything is.
    fn advice(&self) -> Option<String> {
        let names = self.missing.join(" ");
        match &self.install {
            Some(command) => Some(format!("install what is missing: {command}")),
            None if names.is_empty() => None,
            None => Some(format!(
                "install what is missing; only Debian's names are known here: {names}"
            )),
        }
    }
}

fn command(packages: &[&str]) -> String {
    // SAFETY: the call has no preconditions.
    let is_root = unsafe { libc::geteuid() } == 0;
    let sudo = if is_root { "" } else { "sudo " };
    format!("{sudo}apt-get install {}", packages.join(" "))
}

/// Whether the system has Debian's packages, by its own description.
fn is_like_debian() -> bool {
    let text = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    describes_debian(&text)
}

/// Whether a text of the form of os-release(5) is about Debian or a system that is like it.
fn describes_debian(text: &str) -> bool {
    let is_about = |line: &&str| line.starts_with("ID=") || line.starts_with("ID_LIKE=");
    let values = text.lines().filter(is_about);
    values
        .flat_map(|line| line.split(['=', '"', '\'', ' ']))
        .any(|word| word == "debian")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(name: &'static str, required: bool, found: bool) -> Finding {
        Finding {
            name,
            serves: "something",
            required,
            found,
            detail: String::new(),
            packages: &["b", "a"],
        }
    }

    #[test]
    fn only_required_parts_decide() {
        let parts = vec![finding("x", true, true), finding("y", false, false)];
        let diagnosis = Diagnosis::of(parts, true);
        assert!(diagnosis.ready);
        let install = diagnosis.install.clone().unwrap();
        assert!(install.ends_with("apt-get install a b"), "{install}");
        assert!(diagnosis.text().contains("missing  y\n"));
        let parts = vec![finding("x", true, false)];
        assert!(!Diagnosis::of(parts, true).ready);
    }

    #[test]
    fn other_systems_get_no_command() {
        let diagnosis = Diagnosis::of(vec![finding("x", true, false)], false);
        assert!(diagnosis.install.is_none());
        let text = diagnosis.text();
        assert!(
            text.contains("Debian's names") && text.ends_with(" a b\n"),
            "{text}"
        );
        let complete = Diagnosis::of(vec![finding("x", true, true)], false);
        assert!(complete.advice().is_none());
    }

    #[test]
    fn systems_like_debian_are_known() {
        assert!(describes_debian("PRETTY_NAME=\"x\"\nID=debian\n"));
        assert!(describes_debian("ID=ubuntu\nID_LIKE=\"ubuntu debian\"\n"));
        assert!(!describes_debian(
            "ID=fedora\nHOME_URL=\"https://debian\"\n"
        ));
    }
}
