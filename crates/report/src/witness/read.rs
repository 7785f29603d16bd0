//! Reading of violation witnesses: only the format is known, not who wrote the witness.

use serde::Deserialize;
use std::fmt;

/// Why a witness cannot be followed.
#[derive(Debug)]
pub enum WitnessError {
    /// It is no YAML of this format.
    Malformed(String),
    /// It is of another version.
    Version(String),
    /// It has no violation.
    NoViolation,
    /// A value that a call returns is not one constant.
    NotConstant(String),
}

impl fmt::Display for WitnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WitnessError::Malformed(why) => write!(f, "no witness: {why}"),
            WitnessError::Version(version) => {
                write!(
                    f,
                    "version {version} of the format is not supported; 2.0 and 2.1 are"
                )
            }
            WitnessError::NoViolation => write!(f, "it is no witness of a violation"),
            WitnessError::NotConstant(value) => {
                write!(
                    f,
                    "the constraint `{value}` of a call is not `\\result == CONSTANT`"
                )
            }
        }
    }
}

impl std::error::Error for WitnessError {}

#[derive(Deserialize)]
struct Entry {
    entry_type: String,
    metadata: Metadata,
    #[serde(default)]
    content: Vec<Item>,
}

#[derive(Deserialize)]
struct Metadata {
    format_version: String,
}

#[derive(Deserialize)]
struct Item {
    #[serde(default)]
    segment: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    waypoint: Waypoint,
}

#[derive(Deserialize)]
struct Waypoint {
    #[serde(rename = "type")]
    kind: String,
    action: String,
    #[serde(default)]
    constraint: Option<Constraint>,
}

#[derive(Deserialize)]
struct Constraint {
    value: String,
}

/// The constants that calls return according to a violation witness, in order, as its text has them.
/// Waypoints of other kinds need no attention: the values determine the run.
///
/// # Errors
/// When the text is no such witness, or a value is not one constant.
pub fn returned(text: &str) -> Result<Vec<String>, WitnessError> {
    // The rest of an error is a picture of the place.
    let malformed = |error: serde_saphyr::Error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        WitnessError::Malformed(first.trim_start_matches("error: ").to_string())
    };
    let entries: Vec<Entry> = serde_saphyr::from_str(text).map_err(malformed)?;
    let mut entries = entries.into_iter();
    let found = entries.find(|entry| entry.entry_type == "violation_sequence");
    let entry = found.ok_or(WitnessError::NoViolation)?;
    if !matches!(&*entry.metadata.format_version, "2.0" | "2.1") {
        return Err(WitnessError::Version(entry.metadata.format_version));
    }
    let steps = entry.content.into_iter().flat_map(|item| item.segment);
    let returns = steps
        .map(|step| step.waypoint)
        .filter(|it| it.kind == "function_return" && it.action == "follow");
    let values = returns.filter_map(|it| it.constraint).map(|it| it.value);
    values.map(|value| constant(&value)).collect()
}

/// The constant that a result is equal to.
fn constant(value: &str) -> Result<String, WitnessError> {
    let rest = value.trim().strip_prefix("\\result").map(str::trim_start);
    let constant = rest.and_then(|rest| rest.strip_prefix("==")).map(str::trim);
    match constant {
        Some(constant) if !constant.is_empty() => Ok(constant.to_string()),
        _ => Err(WitnessError::NotConstant(value.to_string())),
    }
}
