//! The chain: a query goes from link to link until one answers.

use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use sheaf_term::{CachedModel, Model, Pool, Symbol, Term};

use crate::backend::{Backend, Verdict};
use crate::bitwuzla::Bitwuzla;
use crate::cache::{Cache, Hit};
use crate::choices::{self, Found};
use crate::enumerate::{Enumeration, Tried};
use crate::guess::guess;
use crate::interval::Decision;
use crate::log::Log;
use crate::path::Path;
use crate::path_condition::Constraints;
use crate::propagate::{Propagated, Values, propagate};
use crate::query::{Answer, Options, Query, Stats};
use crate::reuse::Recent;
use crate::simplify::{Simplified, simplify};
use crate::sums::Sums;
use crate::validate::Validator;
use crate::z3_backend::Z3;

/// Answers queries about the terms of one pool: a solver keeps translations and answers by term, so
/// it must be given the same pool every time.
pub struct Solver {
    options: Options,
    stats: Stats,
    /// What is left of the current query's time.
    left: Duration,
    path: Path,
    recent: Recent,
    cache: Cache,
    sums: Sums,
    values: Values,
    enumeration: Enumeration,
    bitwuzla: Bitwuzla,
    /// Made when the first query needs it.
    z3: Option<Z3>,
    validator: Option<Validator>,
    log: Option<Log>,
}

/// What is left of a query when it comes to be answered as a whole.
struct Remaining<'a> {
    /// Constraints of the path that matter.
    path: Vec<Term>,
    /// Conjuncts of the goal.
    goals: Vec<Term>,
    /// All of these, in ascending order.
    set: Vec<Term>,
    /// The model that gives the other symbols their values.
    base: Option<&'a Rc<CachedModel>>,
}

impl Solver {
    /// A solver with nothing in its caches. Fails if the log cannot be written or a backend cannot
    /// be started.
    pub fn new(options: Options) -> Result<Solver, String> {
        let log = options.log.as_deref().map(Log::create).transpose()?;
        let validator = options
            .validate
            .then(|| Validator::new(options.timeout, options.bounds()));
        Ok(Solver {
            bitwuzla: Bitwuzla::new(options.bounds())?,
            stats: Stats::default(),
            left: Duration::ZERO,
            path: Path::default(),
            recent: Recent::default(),
            cache: Cache::default(),
            sums: Sums::default(),
            values: Values::default(),
            enumeration: Enumeration::default(),
            z3: None,
            validator,
            log,
            options,
        })
    }

    /// The counters so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Forgets all but the counters. A solver is of no use otherwise after a query was cancelled,
    /// see [`sheaf_term::cancel`].
    ///
    /// # Errors
    /// When a backend cannot be started.
    pub fn restart(&mut self) -> Result<(), String> {
        self.bitwuzla = Bitwuzla::new(self.options.bounds())?;
        self.z3 = None;
        self.path = Path::default();
        self.recent = Recent::default();
        self.cache = Cache::default();
        self.sums = Sums::default();
        self.values = Values::default();
        self.enumeration = Enumeration::default();
        Ok(())
    }

    /// Changes the time limit of a query.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.options.timeout = timeout;
    }

    /// Answers a query. All terms must be truth values of `pool`, the pool of all earlier queries.
    pub fn check<P: Constraints + ?Sized>(&mut self, pool: &mut Pool, query: &Query<P>) -> Answer {
        let start = Instant::now();
        self.left = self.options.time();
        self.stats.asked += 1;
        self.path
            .go_to(pool, query.path, self.options.links.interval);
        let mut answer = self.decide(pool, query.goal, query.hint);
        if let Some(validator) = &mut self.validator
            && let Err(message) =
                validator.check(pool, &self.path.constraints(), query.goal, &answer)
        {
            answer = self.disagreement(message);
        }
        match &answer {
            Answer::Sat(_) => self.stats.sat += 1,
            Answer::Unsat { .. } => self.stats.unsat += 1,
            Answer::Unknown(_) => self.stats.unknown += 1,
        }
        let seconds = start.elapsed().as_secs_f64();
        self.stats.seconds += seconds;
        self.stats.slowest_seconds = self.stats.slowest_seconds.max(seconds);
        answer
    }

    fn disagreement(&mut self, message: String) -> Answer {
        self.stats.disagreements += 1;
        Answer::Unknown(format!("the solver's answer was refuted: {message}"))
    }

    /// The links before the backends.
    fn decide(&mut self, pool: &mut Pool, goal: &[Term], hint: Option<&Rc<CachedModel>>) -> Answer {
        let links = self.options.links;
        let goals = match simplify(pool, &self.path, goal) {
            Simplified::Goals(goals) => goals,
            Simplified::Refuted(core) => {
                self.stats.simplify += 1;
                return Answer::Unsat { core };
            }
        };
        if let Some(hint) = hint {
            if goals.is_empty() {
                self.stats.simplify += 1;
                return Answer::Sat(hint.clone());
            }
            if links.reuse && goals.iter().all(|&goal| hint.eval_bool(pool, goal)) {
                self.stats.reuse += 1;
                return Answer::Sat(hint.clone());
            }
        }
        let goals = match hint.filter(|_| links.fixed) {
            Some(hint) => match self.by_fixed(pool, goals, hint) {
                Ok(goals) => goals,
                Err(answer) => {
                    self.stats.fixed += 1;
                    return answer;
                }
            },
            None => goals,
        };
        let goals = if links.interval {
            match self.by_interval(pool, goals, hint) {
                Ok(goals) => goals,
                Err(answer) => {
                    self.stats.interval += 1;
                    return answer;
                }
            }
        } else {
            goals
        };
        let remaining = self.remaining(pool, goals, hint);
        self.by_memory(pool, &remaining)
            .or_else(|| self.by_guess(pool, &remaining))
            .or_else(|| self.by_sums(pool, &remaining))
            .or_else(|| self.by_propagation(pool, &remaining))
            .or_else(|| self.by_choices(pool, &remaining))
            .or_else(|| self.by_trial(pool, &remaining))
            .unwrap_or_else(|| self.send(pool, &remaining))
    }

    /// Looks at goals whose symbols the path fixes: the goals that are left, or an answer.
    fn by_fixed(
        &self,
        pool: &Pool,
        goals: Vec<Term>,
        hint: &Rc<CachedModel>,
    ) -> Result<Vec<Term>, Answer> {
        let mut open = Vec::with_capacity(goals.len());
        for goal in goals {
            match self.path.fixed.causes(pool, goal) {
                None => open.push(goal),
                Some(_) if hint.eval_bool(pool, goal) => {}
                Some(mut core) => {
                    core.push(goal);
                    return Err(Answer::Unsat { core });
                }
            }
        }
        match open.is_empty() {
            true => Err(Answer::Sat(hint.clone())),
            false => Ok(open),
        }
    }

    /// Asks the interval link: the goals that it leaves open, or an answer.
    fn by_interval(
        &mut self,
        pool: &Pool,
        goals: Vec<Term>,
        hint: Option<&Rc<CachedModel>>,
    ) -> Result<Vec<Term>, Answer> {
        let mut open = Vec::with_capacity(goals.len());
        let mut refuted = None;
        let mut pushed = 0;
        for (position, &goal) in goals.iter().enumerate() {
            match self.path.intervals.decide(pool, goal) {
                Decision::Implied => continue,
                Decision::Open => open.push(goal),
                Decision::Refuted(causes) => {
                    refuted = Some((goal, causes));
                    break;
                }
            }
            // The bounds of one goal help to decide the next.
            if position + 1 < goals.len() {
                self.path.intervals.push(pool, goal);
                pushed += 1;
            }
        }
        for _ in 0..pushed {
            self.path.intervals.pop();
        }
        if let Some((goal, causes)) = refuted {
            let mut core = causes.unwrap_or_else(|| {
                let mut all = self.path.relevant(pool, &goals);
                all.extend(&goals);
                all
            });
            core.push(goal);
            core.sort_unstable();
            core.dedup();
            return Err(Answer::Unsat { core });
        }
        match hint {
            Some(hint) if open.is_empty() => Err(Answer::Sat(hint.clone())),
            _ => Ok(open),
        }
    }

    /// Finds the constraints that matter. Without a model of the path they all do.
    fn remaining<'a>(
        &mut self,
        pool: &Pool,
        goals: Vec<Term>,
        hint: Option<&'a Rc<CachedModel>>,
    ) -> Remaining<'a> {
        let mut path = if hint.is_some() && self.options.links.independence {
            self.path.relevant(pool, &goals)
        } else {
            self.path.constraints()
        };
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        path.retain(|&constraint| constraint != Term::TRUE && seen.insert(constraint));
        let mut set: Vec<Term> = path.iter().chain(&goals).copied().collect();
        set.sort_unstable();
        Remaining {
            path,
            goals,
            set,
            base: hint,
        }
    }

    /// Asks the cache and the recent models.
    fn by_memory(&mut self, pool: &Pool, query: &Remaining) -> Option<Answer> {
        if query.set.is_empty() {
            self.stats.simplify += 1;
            return Some(Answer::Sat(Rc::default()));
        }
        if self.options.links.cache {
            match self.cache.find(&query.set, &query.goals) {
                Some(Hit::Unsat(core)) => {
                    self.stats.cache += 1;
                    return Some(Answer::Unsat {
                        core: core.to_vec(),
                    });
                }
                Some(Hit::Sat(model)) => {
                    self.stats.cache += 1;
                    return Some(Answer::Sat(Rc::new(query.complete(pool, &model))));
                }
                None => {}
            }
        }
        if self.options.links.reuse
            && let Some(model) = self.recent.find(pool, &query.goals, &query.path)
        {
            self.stats.reuse += 1;
            return Some(Answer::Sat(match query.base {
                Some(_) => Rc::new(query.complete(pool, model.model())),
                None => model,
            }));
        }
        None
    }

    /// Changes the hint.
    fn by_guess(&mut self, pool: &Pool, query: &Remaining) -> Option<Answer> {
        let hint = query.base.filter(|_| self.options.links.guess)?;
        let model = guess(pool, hint, &query.goals, &query.path)?;
        self.stats.guess += 1;
        if self.options.links.reuse {
            self.recent.remember(model.clone());
        }
        Some(Answer::Sat(model))
    }

    /// Asks for the normal form of each goal.
    fn by_sums(&mut self, pool: &Pool, query: &Remaining) -> Option<Answer> {
        if !self.options.links.sums {
            return None;
        }
        self.sums.trim();
        let fixed = self.sums.fixed(pool, &query.path);
        let mut open = false;
        for &goal in &query.goals {
            match self.sums.decide(pool, goal, &fixed) {
                Some((false, mut core)) => {
                    core.push(goal);
                    core.sort_unstable();
                    core.dedup();
                    self.stats.sums += 1;
                    return Some(Answer::Unsat { core });
                }
                Some((true, _)) => {}
                None => open = true,
            }
        }
        let hint = query.base.filter(|_| !open)?;
        self.stats.sums += 1;
        Some(Answer::Sat(hint.clone()))
    }

    /// Propagates values of terms.
    fn by_propagation(&mut self, pool: &Pool, query: &Remaining) -> Option<Answer> {
        let near = query.base.filter(|_| self.options.links.propagate)?;
        let answer = match propagate(pool, &query.set, near, &mut self.values) {
            Propagated::Open => return None,
            Propagated::Model(model) => self.satisfied(pool, query, &model),
            Propagated::Impossible(core) => self.refuted(core),
        };
        self.stats.propagate += 1;
        Some(answer)
    }

    /// Remembers a contradiction.
    fn refuted(&mut self, core: Vec<Term>) -> Answer {
        if self.options.links.cache {
            self.cache.insert_core(&core);
        }
        Answer::Unsat { core }
    }

    /// Goes through the choices of a guard.
    fn by_choices(&mut self, pool: &mut Pool, query: &Remaining) -> Option<Answer> {
        let links = self.options.links;
        let near = query
            .base
            .filter(|_| links.choices && pool.has_diagrams())?;
        let Solver {
            bitwuzla,
            options,
            stats,
            left,
            ..
        } = self;
        // The other half of the time is for the query as a whole.
        let start = Instant::now();
        let until = start + *left / 2;
        let choices = choices::Query {
            constraints: &query.set,
            near,
            until,
            interrupt: &options.interrupt,
        };
        let found = choices.choose(pool, &mut |pool, conditions| {
            if conditions.iter().any(|&term| pool.has_integer(term)) {
                return Verdict::Unknown("integers".to_string());
            }
            stats.parts += 1;
            bitwuzla.check(
                pool,
                conditions,
                until.saturating_duration_since(Instant::now()),
            )
        });
        *left = left.saturating_sub(start.elapsed());
        match found {
            Found::Model(model) => {
                self.stats.choices += 1;
                if self.options.links.reuse {
                    self.recent.remember(model.clone());
                }
                Some(Answer::Sat(model))
            }
            Found::Impossible => {
                self.stats.choices += 1;
                Some(Answer::Unsat {
                    core: query.set.clone(),
                })
            }
            Found::Open => None,
        }
    }

    /// Tries all values, if they are few.
    fn by_trial(&mut self, pool: &Pool, query: &Remaining) -> Option<Answer> {
        let near = query.base.filter(|_| self.options.links.enumerate)?;
        let answer = match self.enumeration.try_all(pool, &query.set, near) {
            Tried::Open => return None,
            Tried::Model(model) => self.satisfied(pool, query, &model),
            Tried::Impossible => self.refuted(query.set.clone()),
        };
        self.stats.enumerate += 1;
        Some(answer)
    }

    /// Asks a backend.
    fn send(&mut self, pool: &Pool, query: &Remaining) -> Answer {
        let constraints: Vec<Term> = query.path.iter().chain(&query.goals).copied().collect();
        let integers = constraints.iter().any(|&term| pool.has_integer(term));
        let start = Instant::now();
        self.stats.sent += 1;
        let backend: &mut dyn Backend = if integers {
            self.stats.sent_z3 += 1;
            self.z3
                .get_or_insert_with(|| Z3::new(self.options.bounds()))
        } else {
            &mut self.bitwuzla
        };
        let logged = self
            .log
            .as_mut()
            .map(|log| log.query(pool, &constraints, backend.name()));
        let verdict = backend.check(pool, &constraints, self.left);
        let time = start.elapsed();
        self.stats.backend_seconds += time.as_secs_f64();
        self.stats.restarts = self.bitwuzla.restarts() + self.z3.as_ref().map_or(0, Z3::restarts);
        if let (Some(log), Some(before)) = (&mut self.log, logged) {
            let after = log.answer(verdict.describe(), time);
            if let Err(error) = before.and(after) {
                self.stats.log_error = Some(error.to_string());
                self.log = None;
            }
        }
        match verdict {
            Verdict::Sat(model) => self.satisfied(pool, query, &model),
            Verdict::Unsat(core) => self.refuted(core),
            Verdict::Unknown(reason) => Answer::Unknown(reason),
        }
    }

    /// Checks a model that was found and remembers it.
    fn satisfied(&mut self, pool: &Pool, query: &Remaining, found: &Model) -> Answer {
        let model = Rc::new(query.complete(pool, found));
        if let Some(term) = query.set.iter().find(|term| !model.eval_bool(pool, **term)) {
            return self.disagreement(format!(
                "the model makes {} false",
                sheaf_term::display(pool, *term)
            ));
        }
        if self.options.links.reuse {
            self.recent.remember(model.clone());
        }
        if self.options.links.cache {
            self.cache.insert_sat(&query.set, Rc::new(found.clone()));
        }
        Answer::Sat(model)
    }
}

impl Remaining<'_> {
    /// The base's values, overridden by the found ones for the symbols of this query.
    fn complete(&self, pool: &Pool, found: &Model) -> CachedModel {
        let mut symbols: Vec<Symbol> = Vec::new();
        for &term in &self.set {
            symbols.extend_from_slice(&pool.symbols(term));
        }
        symbols.sort_unstable();
        symbols.dedup();
        let mut own = Model::new();
        for symbol in symbols {
            let default = || sheaf_term::Constant::default_of(pool.symbol_info(symbol).sort);
            // A symbol that `found` does not mention has the default there, whatever the base says.
            own.set(symbol, found.get(symbol).cloned().unwrap_or_else(default));
        }
        CachedModel::new(match self.base {
            Some(base) => base.model().with(&own),
            None => own,
        })
    }
}
