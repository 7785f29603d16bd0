//! Why a line, or a side of a branch, was not executed: no input leads there, a technique left out
//! the paths that may, or the exploration did not get that far. Then the nearest
//! [barriers](crate::barriers) are named.

use crate::barriers::{At, Barrier, Barriers, barriers};
use crate::properties::{is_complete, may_skip};
use sheaf_engine::outcome::Outcome;
use sheaf_ir::Module;

/// What is known of code that was not executed.
pub(crate) struct Unreached {
    is_complete: bool,
    may_skip: bool,
    has_findings: bool,
    barriers: Barriers,
}

impl Unreached {
    pub fn new(module: &Module, outcome: &Outcome) -> Unreached {
        Unreached {
            is_complete: is_complete(outcome),
            may_skip: may_skip(outcome),
            has_findings: !outcome.findings.is_empty(),
            barriers: barriers(module, &outcome.coverage),
        }
    }

    /// Why a block was not executed to its end.
    pub fn block(&self, at: At) -> String {
        if self.is_complete {
            return self.complete("no input leads here");
        }
        let nearest = self.barriers.before(at).map(Barrier::text);
        let nearest: Vec<String> = nearest.collect();
        match nearest.is_empty() {
            true => "no path came here".to_string(),
            false => format!("no path passed {}", nearest.join(", or ")),
        }
    }

    /// Why a side of a branch that was executed was not taken.
    pub fn side(&self) -> String {
        match self.is_complete {
            true => self.complete("no input takes this side"),
            false => "paths come here, but none has taken this side".to_string(),
        }
    }

    /// What a complete exploration shows.
    fn complete(&self, claim: &str) -> String {
        match (self.may_skip, self.has_findings) {
            (true, _) => "paths were left out on which nothing can fail".to_string(),
            (false, true) => format!("{claim} without failing before"),
            (false, false) => claim.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::branching_module;
    use crate::json::tests::sample_outcome;
    use sheaf_engine::outcome::{Reasons, Verdict};
    use sheaf_ir::{BlockId, FuncId};

    #[test]
    fn what_is_known_depends_on_what_was_explored() {
        let module = branching_module();
        let missed = (FuncId(0), BlockId(2));
        let mut outcome = sample_outcome();
        let cut = Unreached::new(&module, &outcome);
        assert_eq!(cut.block(missed), "no path passed a.c:2 in main");
        assert_eq!(cut.side(), "paths come here, but none has taken this side");
        outcome.reasons = Reasons::default();
        let ended = Unreached::new(&module, &outcome);
        assert_eq!(
            ended.block(missed),
            "no input leads here without failing before"
        );
        outcome.findings.clear();
        outcome.verdict = Verdict::Safe;
        assert_eq!(
            Unreached::new(&module, &outcome).side(),
            "no input takes this side"
        );
        outcome.stats.paths.subsumed = 1;
        let pruned = Unreached::new(&module, &outcome);
        assert!(
            pruned.side().starts_with("paths were left out"),
            "{}",
            pruned.side()
        );
    }
}
