//! The formula over the control-flow graph, in a SAT solver.

use batsat::{BasicSolver, SolverInterface, lbool};
use sheaf_term::cancel;

pub use batsat::Lit;

/// Literals that are propagated in the time that it takes to create a term.
const PROPAGATIONS_PER_STEP: u64 = 8;

/// The formula. Clauses are never removed.
#[derive(Default)]
pub struct Formula {
    solver: BasicSolver,
    /// Number of queries to the solver.
    pub questions: u64,
}

impl Formula {
    /// A new variable, as its positive literal.
    pub fn fresh(&mut self) -> Lit {
        let wants_false = lbool::FALSE;
        Lit::new(self.solver.new_var(wants_false, true), true)
    }

    /// Adds a clause.
    pub fn add(&mut self, mut clause: Vec<Lit>) {
        self.solver.add_clause_reuse(&mut clause);
    }

    /// Whether a literal is false in all models.
    pub fn is_excluded(&self, lit: Lit) -> bool {
        self.solver.value_lvl_0(lit) == lbool::FALSE
    }

    /// Whether there is a model in which all assumptions are true.
    pub fn has_model_with(&mut self, assumptions: &[Lit]) -> bool {
        self.questions += 1;
        let before = self.solver.num_propagations();
        let answer = self.solver.solve_limited(assumptions);
        let propagations = self.solver.num_propagations() - before;
        cancel::steps(u32::try_from(propagations / PROPAGATIONS_PER_STEP).unwrap_or(u32::MAX));
        answer != lbool::FALSE
    }

    /// The assumptions that excluded all models, if the last question had none.
    pub fn core(&mut self) -> &[Lit] {
        self.solver.unsat_core()
    }

    /// Whether a literal is true in the last model.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.solver.value_lit(lit) == lbool::TRUE
    }
}
