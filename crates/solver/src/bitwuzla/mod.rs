//! The backend for bit-vectors, arrays and floating-point numbers: Bitwuzla, incremental, constraints passed as assumptions.
//!
//! A term is translated, and its circuit built, once for the life of an instance, so a query that shares constraints with
//! earlier ones costs little more than the search. The price is that a satisfying assignment covers everything the
//! instance ever met, so an instance is made anew when carrying its surplus along has cost more than building the current
//! query's part again would.

mod floats;
mod instance;
mod translate;
mod value;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bitwuzla_sys as ffi;
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_term::{Model, Pool, Symbol, Term};

use crate::backend::{Backend, Verdict};
use instance::{Handle, Instance, Outcome};
use translate::Translation;

/// An instance and what is translated for it.
struct Incremental {
    instance: Instance,
    translation: Translation,
    /// The constraints that were queried.
    known: FxHashSet<Term>,
    /// Terms carried along beyond what a query needed, added up over the queries.
    carried: usize,
}

/// Carrying this many terms through a query costs as much as building one of them anew. Measured on random paths: with
/// less, jumps between paths rebuild too often; with more, following paths one after the other is up to 15 percent slower.
const CARRIED_FOR_ONE: usize = 2000;

/// The cost of an empty instance, in terms built.
const EMPTY: usize = 10;

/// The backend.
pub struct Bitwuzla {
    interrupt: Arc<AtomicBool>,
    /// None after an error, until the next query.
    current: Option<Incremental>,
    restarts: u64,
}

/// Preprocessing is off because it rewrites each query by the other assumptions, so that circuits are not shared between
/// queries; with it, random paths took 10 to 20 percent longer.
const SETTINGS: [(ffi::BitwuzlaOption, u64); 3] = [
    (ffi::BITWUZLA_OPT_PRODUCE_MODELS, 1),
    (ffi::BITWUZLA_OPT_PRODUCE_UNSAT_ASSUMPTIONS, 1),
    (ffi::BITWUZLA_OPT_PREPROCESS, 0),
];

impl Bitwuzla {
    /// A backend that gives up when `interrupt` is raised.
    pub fn new(interrupt: Arc<AtomicBool>) -> Result<Bitwuzla, String> {
        let current = Some(Incremental::new(&interrupt)?);
        Ok(Bitwuzla {
            interrupt,
            current,
            restarts: 0,
        })
    }

    fn solve(
        &mut self,
        pool: &Pool,
        constraints: &[Term],
        timeout: Duration,
    ) -> Result<Verdict, String> {
        // Taken out, so that an error on the way drops the instance.
        let mut current = match self.current.take() {
            Some(current) => current,
            None => Incremental::new(&self.interrupt)?,
        };
        if current.is_outgrown(constraints.len()) {
            current = Incremental::new(&self.interrupt)?;
            self.restarts += 1;
        }
        let verdict = current.solve(pool, constraints, timeout, &self.interrupt)?;
        self.current = Some(current);
        Ok(verdict)
    }
}

impl Incremental {
    fn new(interrupt: &Arc<AtomicBool>) -> Result<Incremental, String> {
        Ok(Incremental {
            instance: Instance::new(&SETTINGS, interrupt.clone())?,
            translation: Translation::default(),
            known: FxHashSet::default(),
            carried: 0,
        })
    }

    /// Counts what another query with this many constraints carries along; true if a new instance pays by now.
    fn is_outgrown(&mut self, constraints: usize) -> bool {
        let size = self.translation.len();
        let needed = constraints * size.div_ceil(self.known.len().max(1)).max(1);
        self.carried += size.saturating_sub(needed);
        self.carried > (needed + EMPTY) * CARRIED_FOR_ONE
    }

    fn solve(
        &mut self,
        pool: &Pool,
        constraints: &[Term],
        timeout: Duration,
        interrupt: &AtomicBool,
    ) -> Result<Verdict, String> {
        let mut assumptions = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            self.known.insert(constraint);
            assumptions.push(
                self.translation
                    .translate(&self.instance, pool, constraint)?,
            );
        }
        Ok(match self.instance.check(&assumptions, timeout)? {
            Outcome::Sat => Verdict::Sat(self.model(pool, constraints)?),
            Outcome::Unsat => Verdict::Unsat(self.core(constraints, &assumptions)?),
            Outcome::Unknown if interrupt.load(Ordering::Relaxed) => {
                Verdict::Unknown("interrupted".to_string())
            }
            Outcome::Unknown => {
                Verdict::Unknown(format!("no answer within {} s", timeout.as_secs_f64()))
            }
        })
    }

    /// The values of the symbols in the constraints.
    fn model(&self, pool: &Pool, constraints: &[Term]) -> Result<Model, String> {
        let mut symbols: Vec<Symbol> = Vec::new();
        for &constraint in constraints {
            symbols.extend_from_slice(&pool.symbols(constraint));
        }
        symbols.sort_unstable();
        symbols.dedup();
        let mut model = Model::new();
        for symbol in symbols {
            let Some(handle) = self.translation.get(pool.symbol_term(symbol)) else {
                continue;
            };
            let info = pool.symbol_info(symbol);
            let value = value::constant(self.instance.value(handle)?, info.sort)
                .ok_or_else(|| format!("Bitwuzla's value of {} cannot be read", info.name))?;
            model.set(symbol, value);
        }
        Ok(model)
    }

    /// The constraints that the last check needed.
    fn core(&self, constraints: &[Term], assumptions: &[Handle]) -> Result<Vec<Term>, String> {
        let of_handle: FxHashMap<Handle, Term> = assumptions
            .iter()
            .copied()
            .zip(constraints.iter().copied())
            .collect();
        let mut core = Vec::new();
        self.instance
            .unsat_assumptions(|handle| core.extend(of_handle.get(&handle)))?;
        // Without any assumption the translation itself would be contradictory.
        if core.is_empty() {
            Err("Bitwuzla gave an empty core".to_string())
        } else {
            Ok(core)
        }
    }
}

impl Backend for Bitwuzla {
    fn name(&self) -> &'static str {
        "Bitwuzla"
    }

    fn check(&mut self, pool: &Pool, constraints: &[Term], timeout: Duration) -> Verdict {
        self.solve(pool, constraints, timeout)
            .unwrap_or_else(|message| Verdict::Unknown(format!("Bitwuzla: {message}")))
    }

    fn restarts(&self) -> u64 {
        self.restarts
    }
}
