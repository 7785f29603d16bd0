//! What tests of certificates share.

use sheaf_certify::{Effort, Task, certify};
use sheaf_proof_check::certificate::{ANSWERS, PROGRAM};
use sheaf_proof_check::scope::Scope;
use sheaf_proof_check::walk::Shown;

/// A scope with these kinds of failure.
pub fn scope(kinds: &[&str]) -> Scope {
    Scope {
        kinds: kinds.iter().map(ToString::to_string).collect(),
        calls: 100,
        stack_bytes: 1 << 20,
        allocations_may_fail: false,
        must_free: false,
        loops: Vec::new(),
    }
}

/// The certificate of a program, and what it shows. Ways are joined behind so many branches.
pub fn certificate(program: &str, scope: Scope, forks: u64) -> (Vec<u8>, Shown) {
    let folder = tempfile::tempdir().unwrap();
    let task = Task {
        program,
        scope,
        notes: Vec::new(),
    };
    let effort = Effort {
        stop: &|| false,
        forks,
        steps: 1_000_000,
    };
    let shown = certify(task, folder.path(), effort).unwrap();
    let kept = std::fs::read_to_string(folder.path().join(PROGRAM)).unwrap();
    assert_eq!(kept, program);
    (std::fs::read(folder.path().join(ANSWERS)).unwrap(), shown)
}
