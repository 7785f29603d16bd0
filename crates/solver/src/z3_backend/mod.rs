//! The backend for integers, and the second opinion on everything else: Z3, incremental.
//!
//! Every constraint `c` is asserted once, as `p => c` for a fresh truth value `p`; a query assumes the `p` of its
//! constraints, and an unsatisfiable core comes back as such `p`.

mod translate;
mod value;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use sheaf_term::{Model, Pool, Symbol, Term};
use z3::ast::Bool;
use z3::{Context, SatResult, Solver};

use crate::backend::{Backend, Verdict};
use translate::Translation;

/// The solver is made anew when it knows more than this many constraints, and [`SURPLUS`] times as many as the query
/// has. Constraints that are not assumed still cost: Z3 keeps the divisions in them satisfied.
const SPARE: usize = 20;

/// See [`SPARE`]. Measured on random queries with divisions: without a bound a third of 600 queries timed out at half a
/// second, with it the slowest took 20 ms.
const SURPLUS: usize = 4;

/// How often the interrupt flag is looked at.
const PATIENCE: Duration = Duration::from_millis(10);

/// The backend.
pub struct Z3 {
    interrupt: Arc<AtomicBool>,
    solver: Solver,
    translation: Translation,
    /// The truth value that stands for each constraint.
    names: FxHashMap<Term, Bool>,
    restarts: u64,
}

impl Z3 {
    /// A backend that gives up when `interrupt` is raised.
    pub fn new(interrupt: Arc<AtomicBool>) -> Z3 {
        Z3 {
            interrupt,
            solver: Solver::new(),
            translation: Translation::default(),
            names: FxHashMap::default(),
            restarts: 0,
        }
    }

    fn restart(&mut self) {
        self.solver = Solver::new();
        self.translation = Translation::default();
        self.names.clear();
        self.restarts += 1;
    }

    /// The truth value that stands for a constraint.
    fn name(&mut self, pool: &Pool, constraint: Term) -> Result<Bool, String> {
        if let Some(name) = self.names.get(&constraint) {
            return Ok(name.clone());
        }
        let expression = self.translation.translate(pool, constraint)?;
        let name = Bool::fresh_const("p");
        self.solver.assert(name.implies(&expression));
        self.names.insert(constraint, name.clone());
        Ok(name)
    }

    /// Solves under assumptions while another thread watches the time and the interrupt flag. Z3's own time limit takes longer to set up
    /// than most queries take, and starts threads that do not survive a fork.
    fn decide(&self, assumptions: &[Bool], timeout: Duration) -> SatResult {
        let context = Context::thread_local();
        let handle = context.handle();
        let (finished, watch) = mpsc::channel::<()>();
        let interrupt = &self.interrupt;
        let end = Instant::now() + timeout;
        thread::scope(|scope| {
            scope.spawn(move || {
                let left = || PATIENCE.min(end.saturating_duration_since(Instant::now()));
                let mut wait = left();
                while let Err(mpsc::RecvTimeoutError::Timeout) = watch.recv_timeout(wait) {
                    wait = left();
                    if wait.is_zero() || interrupt.load(Ordering::Relaxed) {
                        handle.interrupt();
                        // Again, should Z3 not have been listening.
                        wait = PATIENCE;
                    }
                }
            });
            let result = self.solver.check_assumptions(assumptions);
            drop(finished);
            result
        })
    }

    fn solve(
        &mut self,
        pool: &Pool,
        constraints: &[Term],
        timeout: Duration,
    ) -> Result<Verdict, String> {
        if self.names.len() > SPARE + SURPLUS * constraints.len() {
            self.restart();
        }
        let mut assumptions = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            assumptions.push(self.name(pool, constraint)?);
        }
        match self.decide(&assumptions, timeout) {
            SatResult::Sat => self.model(pool, constraints).map(Verdict::Sat),
            SatResult::Unsat => self.core(constraints, &assumptions).map(Verdict::Unsat),
            SatResult::Unknown => {
                let reason = if self.interrupt.load(Ordering::Relaxed) {
                    "interrupted".to_string()
                } else {
                    let reason = self.solver.get_reason_unknown();
                    reason.unwrap_or_else(|| "no reason".to_string())
                };
                // What was too hard would go on to cost time when it is no longer assumed.
                self.restart();
                Err(reason)
            }
        }
    }

    /// The values of the symbols in the constraints.
    fn model(&self, pool: &Pool, constraints: &[Term]) -> Result<Model, String> {
        let found = self.solver.get_model().ok_or("no model")?;
        let mut symbols: Vec<Symbol> = Vec::new();
        for &constraint in constraints {
            symbols.extend_from_slice(&pool.symbols(constraint));
        }
        symbols.sort_unstable();
        symbols.dedup();
        let mut model = Model::new();
        for symbol in symbols {
            let Some(expression) = self.translation.get(pool.symbol_term(symbol)) else {
                continue;
            };
            let info = pool.symbol_info(symbol);
            let value = value::constant(&found, expression, info.sort)
                .ok_or_else(|| format!("the value of {} cannot be read", info.name))?;
            model.set(symbol, value);
        }
        Ok(model)
    }

    /// The constraints that the last check needed.
    fn core(&self, constraints: &[Term], assumptions: &[Bool]) -> Result<Vec<Term>, String> {
        let needed = self.solver.get_unsat_core();
        let core: Vec<Term> = constraints
            .iter()
            .zip(assumptions)
            .filter(|(_, name)| needed.iter().any(|found| found.ast_eq(*name)))
            .map(|(constraint, _)| *constraint)
            .collect();
        if core.is_empty() {
            Err("an empty core".to_string())
        } else {
            Ok(core)
        }
    }
}

impl Backend for Z3 {
    fn name(&self) -> &'static str {
        "Z3"
    }

    fn check(&mut self, pool: &Pool, constraints: &[Term], timeout: Duration) -> Verdict {
        self.solve(pool, constraints, timeout)
            .unwrap_or_else(|message| Verdict::Unknown(format!("Z3: {message}")))
    }

    fn restarts(&self) -> u64 {
        self.restarts
    }
}
