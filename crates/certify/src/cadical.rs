//! CaDiCaL, through its interface for C.

use sheaf_proof_check::cnf::Literal;
use std::ffi::{CStr, c_char, c_int, c_void};

#[repr(C)]
struct Handle {
    _private: [u8; 0],
}

type Learn = extern "C" fn(*mut c_void, *mut c_int);

unsafe extern "C" {
    fn ccadical_init() -> *mut Handle;
    fn ccadical_release(handle: *mut Handle);
    fn ccadical_add(handle: *mut Handle, literal: c_int);
    fn ccadical_assume(handle: *mut Handle, literal: c_int);
    fn ccadical_solve(handle: *mut Handle) -> c_int;
    fn ccadical_failed(handle: *mut Handle, literal: c_int) -> c_int;
    fn ccadical_val(handle: *mut Handle, literal: c_int) -> c_int;
    fn ccadical_set_option(handle: *mut Handle, name: *const c_char, value: c_int);
    fn ccadical_limit(handle: *mut Handle, name: *const c_char, limit: c_int);
    fn ccadical_set_learn(handle: *mut Handle, state: *mut c_void, longest: c_int, learn: Learn);
}

/// What is switched off so that each clause that the solver adds is learned from a conflict, and
/// follows by unit propagation.
const SIMPLIFICATIONS: &[&CStr] = &[
    c"inprocessing",
    c"block",
    c"condition",
    c"cover",
    c"decompose",
    c"deduplicate",
    c"elim",
    c"instantiate",
    c"probe",
    c"subsume",
    c"ternary",
    c"transred",
    c"vivify",
];

/// What a query found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The limit was reached.
    Unknown,
}

/// An instance of CaDiCaL.
pub struct Solver {
    handle: *mut Handle,
    /// Behind a pointer that stays, because the solver writes to it.
    learned: Box<Learned>,
}

#[derive(Default)]
struct Learned {
    clauses: Vec<Vec<Literal>>,
}

extern "C" fn learn(state: *mut c_void, clause: *mut c_int) {
    // SAFETY: `state` is the box of the solver that calls, and `clause` ends with a zero.
    unsafe {
        let learned = &mut *state.cast::<Learned>();
        let length = (0..).take_while(|at| *clause.add(*at) != 0).count();
        let clause = std::slice::from_raw_parts(clause, length);
        learned.clauses.push(clause.to_vec());
    }
}

impl Solver {
    /// A solver that answers one query after the other.
    pub fn incremental() -> Solver {
        // SAFETY: has no requirements.
        let handle = unsafe { ccadical_init() };
        // SAFETY: the handle is valid, and the name is a string of C.
        unsafe { ccadical_set_option(handle, c"quiet".as_ptr(), 1) };
        Solver {
            handle,
            learned: Box::default(),
        }
    }

    /// A solver that keeps the clauses that it learns.
    pub fn proving() -> Solver {
        let mut solver = Solver::incremental();
        for option in SIMPLIFICATIONS {
            // SAFETY: the handle is valid, and the name is a string of C.
            unsafe { ccadical_set_option(solver.handle, option.as_ptr(), 0) };
        }
        let state: *mut Learned = &mut *solver.learned;
        // SAFETY: the box lives as long as the handle.
        unsafe { ccadical_set_learn(solver.handle, state.cast(), c_int::MAX, learn) };
        solver
    }

    /// Adds a clause.
    pub fn clause(&mut self, literals: &[Literal]) {
        for literal in literals.iter().chain([&0]) {
            // SAFETY: the handle is valid.
            unsafe { ccadical_add(self.handle, *literal) };
        }
    }

    /// Whether there is a model in which these literals hold, within so many conflicts.
    pub fn solve(&mut self, assumptions: &[Literal], conflicts: i32) -> Answer {
        for literal in assumptions {
            // SAFETY: the handle is valid.
            unsafe { ccadical_assume(self.handle, *literal) };
        }
        // SAFETY: the handle is valid, and the name is a string of C.
        let answer = unsafe {
            ccadical_limit(self.handle, c"conflicts".as_ptr(), conflicts);
            ccadical_solve(self.handle)
        };
        match answer {
            10 => Answer::Satisfiable,
            20 => Answer::Unsatisfiable,
            _ => Answer::Unknown,
        }
    }

    /// Whether an assumption of the last query was needed for [`Answer::Unsatisfiable`].
    pub fn failed(&mut self, literal: Literal) -> bool {
        // SAFETY: the handle is valid, and the last query had no model.
        unsafe { ccadical_failed(self.handle, literal) != 0 }
    }

    /// Whether a literal holds in the model of the last query, which was
    /// [`Answer::Satisfiable`].
    pub fn holds(&mut self, literal: Literal) -> bool {
        // SAFETY: the handle is valid, and the last query had a model.
        let is_positive = unsafe { ccadical_val(self.handle, literal.abs()) > 0 };
        is_positive == (literal > 0)
    }

    /// The clauses that were learned.
    pub fn take_learned(&mut self) -> Vec<Vec<Literal>> {
        std::mem::take(&mut self.learned.clauses)
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        // SAFETY: the handle is valid and not used again.
        unsafe { ccadical_release(self.handle) };
    }
}
