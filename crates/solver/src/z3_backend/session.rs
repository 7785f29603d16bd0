//! Z3 on its thread: a context, an incremental solver, and their known terms.
//!
//! Every constraint `c` is asserted once, as `p => c` for a fresh boolean `p`; a query assumes the
//! `p` of its constraints, and an unsatisfiable core consists of such `p`.

use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use rustc_hash::FxHashMap;
use sheaf_term::{Sort, Symbol, Term};
use z3::ast::Bool;
use z3::{Context, SatResult, Solver};

use super::message::{Answer, Question};
use super::translate::Translation;
use super::value;

/// The context that is working now, if any, for interrupts.
#[derive(Clone, Default)]
pub struct Working(Arc<AtomicPtr<z3_sys::_Z3_context>>);

impl Working {
    /// Asks it to stop.
    pub fn stop(&self) {
        if let Some(context) = NonNull::new(self.0.load(Ordering::SeqCst)) {
            // SAFETY: the context lives as long as its thread, which waits for more questions as
            // long as its worker exists. Interrupts may come from any thread at any time.
            unsafe { z3_sys::Z3_interrupt(context) };
        }
    }
}

/// See the module documentation.
pub struct Session {
    solver: Solver,
    translation: Translation,
    /// The boolean that stands for each constraint.
    names: FxHashMap<Term, Bool>,
}

impl Session {
    /// An empty session in the context of this thread.
    pub fn new() -> Session {
        Session {
            solver: Solver::new(),
            translation: Translation::default(),
            names: FxHashMap::default(),
        }
    }

    /// Answers a question. `working` is set as long as that can be interrupted.
    pub fn answer(&mut self, question: &Question, working: &Working) -> Result<Answer, String> {
        let context = Context::thread_local().get_z3_context();
        working.0.store(context.as_ptr(), Ordering::SeqCst);
        let answer = self.decide(question);
        working.0.store(ptr::null_mut(), Ordering::SeqCst);
        answer
    }

    fn decide(&mut self, question: &Question) -> Result<Answer, String> {
        if question.anew {
            *self = Session::new();
        }
        for part in &question.parts {
            self.translation.add(part)?;
        }
        let mut assumptions = Vec::with_capacity(question.constraints.len());
        for &constraint in &question.constraints {
            assumptions.push(self.name(constraint)?);
        }
        match self.solver.check_assumptions(&assumptions) {
            SatResult::Sat => self.values(&question.symbols),
            SatResult::Unsat => self.core(&question.constraints, &assumptions),
            SatResult::Unknown => {
                let reason = self.solver.get_reason_unknown();
                Ok(Answer::Unknown(
                    reason.unwrap_or_else(|| "no reason".to_string()),
                ))
            }
        }
    }

    /// The boolean that stands for a constraint.
    fn name(&mut self, constraint: Term) -> Result<Bool, String> {
        if let Some(name) = self.names.get(&constraint) {
            return Ok(name.clone());
        }
        let expression = self.translation.truth(constraint)?;
        let name = Bool::fresh_const("p");
        self.solver.assert(name.implies(&expression));
        self.names.insert(constraint, name.clone());
        Ok(name)
    }

    /// The values of symbols.
    fn values(&self, symbols: &[(Symbol, Term, Sort)]) -> Result<Answer, String> {
        let found = self.solver.get_model().ok_or("no model")?;
        let mut values = Vec::with_capacity(symbols.len());
        for &(symbol, term, sort) in symbols {
            let expression = self.translation.get(term).ok_or("an unknown symbol")?;
            let value = value::read(&found, expression, sort)
                .ok_or("the value of a symbol cannot be read")?;
            values.push((symbol, value));
        }
        Ok(Answer::Sat(values))
    }

    /// The constraints that the last check needed.
    fn core(&self, constraints: &[Term], assumptions: &[Bool]) -> Result<Answer, String> {
        let needed = self.solver.get_unsat_core();
        let core: Vec<Term> = constraints
            .iter()
            .zip(assumptions)
            .filter(|(_, name)| needed.iter().any(|found| found.ast_eq(*name)))
            .map(|(constraint, _)| *constraint)
            .collect();
        if core.is_empty() {
            return Err("an empty core".to_string());
        }
        Ok(Answer::Unsat(core))
    }
}
