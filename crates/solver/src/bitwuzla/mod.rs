//! The backend for bit-vectors and arrays: Bitwuzla, incremental, constraints passed as assumptions.
//!
//! A term is translated, and its circuit built, once for the life of an instance, so a query that shares constraints with
//! earlier ones costs little more than the search. The price is that a satisfying assignment covers everything the
//! instance ever met: an instance that holds much more than the query needs is made anew.

mod instance;
mod translate;
mod value;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bitwuzla_sys as ffi;
use rustc_hash::FxHashMap;
use sheaf_term::{Model, Pool, Symbol, Term};

use crate::backend::{Backend, Verdict};
use instance::{Handle, Instance, Outcome};
use translate::Translation;

/// An instance and what is translated for it.
struct Incremental {
    instance: Instance,
    translation: Translation,
}

/// The backend.
pub struct Bitwuzla {
    interrupt: Arc<AtomicBool>,
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
        let mut backend = Bitwuzla {
            interrupt,
            current: None,
            restarts: 0,
        };
        backend.current = Some(backend.fresh()?);
        Ok(backend)
    }

    fn fresh(&self) -> Result<Incremental, String> {
        let instance = Instance::new(&SETTINGS, self.interrupt.clone())?;
        Ok(Incremental {
            instance,
            translation: Translation::default(),
        })
    }

    fn solve(
        &mut self,
        pool: &Pool,
        constraints: &[Term],
        timeout: Duration,
    ) -> Result<Verdict, String> {
        let current = match self.current.take() {
            Some(current) => current,
            None => self.fresh()?,
        };
        // Taken out, so that an error on the way drops the instance.
        let (current, verdict) = current.solve(pool, constraints, timeout, &self.interrupt)?;
        self.current = Some(current);
        Ok(verdict)
    }
}

impl Incremental {
    fn solve(
        mut self,
        pool: &Pool,
        constraints: &[Term],
        timeout: Duration,
        interrupt: &AtomicBool,
    ) -> Result<(Incremental, Verdict), String> {
        let mut assumptions = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            assumptions.push(
                self.translation
                    .translate(&self.instance, pool, constraint)?,
            );
        }
        let verdict = match self.instance.check(&assumptions, timeout)? {
            Outcome::Sat => Verdict::Sat(self.model(pool, constraints)?),
            Outcome::Unsat => Verdict::Unsat(self.core(constraints, &assumptions)?),
            Outcome::Unknown if interrupt.load(Ordering::Relaxed) => {
                Verdict::Unknown("interrupted".to_string())
            }
            Outcome::Unknown => {
                Verdict::Unknown(format!("no answer within {} s", timeout.as_secs_f64()))
            }
        };
        Ok((self, verdict))
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
