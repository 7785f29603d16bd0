//! What a certificate shows, for people.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Number of claims without proof that the text lists.
const CLAIMS_SHOWN: usize = 5;

/// What a certificate shows.
#[derive(Serialize, Clone, Default, Debug)]
pub struct Certified {
    /// Whether every claim has a proof.
    complete: bool,
    /// Why there is no certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    paths: u64,
    claims: u64,
    proofs: u64,
    missing: Vec<MissingReport>,
}

/// A claim that has no proof.
#[derive(Serialize, Clone, Debug)]
struct MissingReport {
    place: String,
    what: String,
    paths: u64,
}

impl Certified {
    /// No certificate, for a reason.
    pub fn none(why: impl Into<String>) -> Certified {
        Certified {
            refused: Some(why.into()),
            ..Certified::default()
        }
    }

    /// A certificate with so many paths, claims and proofs. `missing` has the claims without a
    /// proof: the place, what is missing, and on how many paths.
    pub fn new(
        [paths, claims, proofs]: [u64; 3],
        missing: BTreeMap<(String, String), u64>,
    ) -> Certified {
        let report = |((place, what), paths)| MissingReport { place, what, paths };
        Certified {
            complete: missing.is_empty(),
            refused: None,
            paths,
            claims,
            proofs,
            missing: missing.into_iter().map(report).collect(),
        }
    }

    /// Whether every claim has a proof.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Lines below a verdict.
    pub fn lines(&self) -> String {
        let figures = format!(
            "{} paths, {} claims, {} proofs",
            self.paths, self.claims, self.proofs
        );
        match (&self.refused, self.missing.len()) {
            (Some(why), _) => return format!("  no certificate: {why}\n"),
            (None, 0) => return format!("  certified ({figures})\n"),
            _ => {}
        }
        let count = self.missing.len();
        let mut text = format!("  certified except for {count} claims ({figures})\n");
        for MissingReport { place, what, paths } in self.missing.iter().take(CLAIMS_SHOWN) {
            // Writing to a string does not fail.
            let _ = writeln!(text, "    {place}: {what} ({paths} paths)");
        }
        if count > CLAIMS_SHOWN {
            text.push_str(&format!("    and {} more\n", count - CLAIMS_SHOWN));
        }
        text
    }
}
