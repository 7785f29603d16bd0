//! Findings that are known: those of an earlier run, from its SARIF or JSON.
//!
//! A finding is recognized by its fingerprint: kind, file, function and the text of its line, so
//! that it stays the same when other lines change.

use crate::digest::sha256;
use crate::display;
use crate::source::Sources;
use serde_json::Value;
use sheaf_engine::outcome::Finding;
use sheaf_ir::Module;
use std::collections::HashSet;

/// The name of the fingerprint in SARIF.
pub const SARIF_KEY: &str = "sheaf/v1";

/// Hexadecimal digits of a fingerprint.
const DIGITS: usize = 16;

/// The fingerprints of known findings.
#[derive(Clone, Default, Debug)]
pub struct Baseline(HashSet<String>);

impl Baseline {
    /// Reads the findings of a file: the JSON of `sheaf check`, or SARIF.
    ///
    /// # Errors
    /// When it is neither.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let runs = json["runs"].as_array();
        let found: Vec<&Value> = match (runs, json["findings"].as_array()) {
            (Some(runs), _) => {
                let results = runs.iter().filter_map(|run| run["results"].as_array());
                let of = |result: &'_ Value| -> Option<String> {
                    let known = &result["partialFingerprints"][SARIF_KEY];
                    known.as_str().map(str::to_string)
                };
                let all = results.flatten();
                return Ok(Baseline(all.filter_map(of).collect()));
            }
            (None, Some(findings)) => findings.iter().collect(),
            (None, None) => return Err("is neither SARIF nor the JSON of a check".to_string()),
        };
        let all = found
            .into_iter()
            .filter_map(|it| it["fingerprint"].as_str());
        Ok(Baseline(all.map(str::to_string).collect()))
    }

    /// Whether a finding is known.
    pub fn has(&self, fingerprint: &str) -> bool {
        self.0.contains(fingerprint)
    }
}

/// The fingerprint of a finding.
pub fn fingerprint(module: &Module, sources: &mut Sources, finding: &Finding) -> String {
    let failure = &finding.failure;
    let place = failure.loc.map(|loc| module.locs[loc]);
    let file = place.map_or("", |loc| &module.files[loc.file]);
    let line = place.map(|loc| match sources.line(file, loc.line) {
        Some(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        None => loc.line.to_string(),
    });
    let line = line.unwrap_or_default();
    let function = display::function(&failure.function);
    let parts = [failure.kind.name(), file, function, &line];
    let text = parts.join("\0");
    let mut digits = sha256(text);
    digits.truncate(DIGITS);
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_formats_are_read() {
        let sarif = r#"{"runs":[{"results":[{"partialFingerprints":{"sheaf/v1":"aa"}},{}]}]}"#;
        let json = r#"{"findings":[{"fingerprint":"aa"}]}"#;
        for text in [sarif, json] {
            let baseline = Baseline::parse(text).unwrap();
            assert!(baseline.has("aa") && !baseline.has("bb"), "{text}");
        }
        assert!(Baseline::parse("{}").unwrap_err().contains("neither"));
        assert!(Baseline::parse("x").is_err());
    }
}
