//! The chain: passes a query from link to link until one answers it.

use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use sheaf_term::{CachedModel, Model, Op, Pool, Term, cancel};

use crate::backend::{Backend, Verdict};
use crate::bitwuzla::Bitwuzla;
use crate::chain::{Entry, TABLE};
use crate::link::{Link, LinkStats, Outcome};
use crate::log::Log;
use crate::path_condition::Constraints;
use crate::query::{Answer, Options, Query, Stats};
use crate::question::Question;
use crate::validate::Validator;
use crate::z3_backend::Z3;

/// Telling a link of a constraint, and later that it is gone, takes about as long as creating this
/// many terms.
const STEPS_PER_CONSTRAINT: u32 = 2;

/// A query that no backend sees takes about as long as creating this many terms.
const STEPS_PER_QUERY: u32 = 16;

/// Answers queries about the terms of one pool: a solver caches translations and answers by term,
/// so it must always be given the same pool.
pub struct Solver {
    /// The constraints of the last query's path, with their ids, see [`Constraints::since`].
    path: Vec<(Term, u64)>,
    /// The links in use, in the order of the statistics.
    links: Vec<Slot>,
    shared: Shared,
    validator: Option<Validator>,
}

/// A link in use. One that follows the path is told of changes when a query reaches it: most queries
/// are answered by the first links.
struct Slot {
    link: Box<dyn Link>,
    follows_path: bool,
    /// The number of constraints that it was told of.
    told: usize,
    /// How many of these are still on the path.
    valid: usize,
}

impl Slot {
    /// Tells the link of the changes of the path since it was told last.
    fn follow(&mut self, pool: &Pool, path: &[(Term, u64)]) {
        if !self.follows_path {
            return;
        }
        (self.valid..self.told).for_each(|_| self.link.pop());
        for (constraint, _) in &path[self.valid..] {
            self.link.push(pool, *constraint);
        }
        cancel::steps(STEPS_PER_CONSTRAINT * (path.len() - self.valid) as u32);
        (self.told, self.valid) = (path.len(), path.len());
    }
}

/// Shared data of the links: backends, options and statistics.
pub struct Shared {
    pub options: Options,
    pub stats: Stats,
    pub bitwuzla: Bitwuzla,
    /// Created for the first query that needs it.
    z3: Option<Z3>,
    log: Option<Log>,
    /// Whether only links without backends answer.
    pub is_brief: bool,
}

impl Solver {
    /// A solver with empty caches. Fails if the log cannot be written or a backend cannot be
    /// started.
    pub fn new(options: Options) -> Result<Solver, String> {
        let log = options.log.as_deref().map(Log::create).transpose()?;
        let validator = options
            .validate
            .then(|| Validator::new(options.timeout, options.bounds()));
        let seconds = options.time_links.then_some(0.0);
        let in_use = TABLE.iter().enumerate();
        let in_use = in_use.filter(|(position, _)| options.links.holds(*position));
        let links = in_use.map(|(_, link)| LinkStats {
            name: link.name,
            seconds,
            ..LinkStats::default()
        });
        Ok(Solver {
            path: Vec::new(),
            links: slots(&options),
            shared: Shared {
                bitwuzla: Bitwuzla::new(options.bounds())?,
                stats: Stats {
                    links: links.collect(),
                    ..Stats::default()
                },
                z3: None,
                log,
                options,
                is_brief: false,
            },
            validator,
        })
    }

    /// The statistics so far.
    pub fn stats(&self) -> &Stats {
        &self.shared.stats
    }

    /// Clears everything but the statistics. Required after a query was cancelled, see
    /// [`sheaf_term::cancel`].
    ///
    /// # Errors
    /// When a backend cannot be started.
    pub fn restart(&mut self) -> Result<(), String> {
        self.shared.bitwuzla = Bitwuzla::new(self.shared.options.bounds())?;
        self.shared.z3 = None;
        self.shared.is_brief = false;
        self.path.clear();
        self.links = slots(&self.shared.options);
        Ok(())
    }

    /// Continues in a copy of the process that was just forked, where its threads do not exist,
    /// with another memory limit. What it has learned stays; the statistics stay if `keeps_past`.
    pub fn enter_process(&mut self, memory_bytes: u64, keeps_past: bool) {
        let shared = &mut self.shared;
        shared.options.memory_bytes = memory_bytes;
        let bounds = shared.options.bounds();
        shared.bitwuzla.enter_process(bounds.clone());
        // Its data belong to a thread.
        std::mem::forget(shared.z3.take());
        if let Some(validator) = &mut self.validator {
            let new = Validator::new(shared.options.timeout, bounds);
            std::mem::forget(std::mem::replace(validator, new));
        }
        if !keeps_past {
            for link in &mut shared.stats.links {
                *link = LinkStats {
                    name: link.name,
                    seconds: link.seconds.map(|_| 0.0),
                    ..LinkStats::default()
                };
            }
            shared.stats = Stats {
                links: std::mem::take(&mut shared.stats.links),
                ..Stats::default()
            };
        }
    }

    /// The time limit of a query.
    pub fn timeout(&self) -> Duration {
        self.shared.options.timeout
    }

    /// Changes the time limit of a query.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.shared.options.timeout = timeout;
    }

    /// From now on, questions that need a backend are not answered, if `brief`. They do not count as
    /// unknown.
    pub fn be_brief(&mut self, brief: bool) {
        self.shared.is_brief = brief;
    }

    /// Answers a query, with our choice of the platform's values. All terms must be booleans of
    /// `pool`, the pool of all earlier queries.
    pub fn check<P: Constraints + ?Sized>(&mut self, pool: &mut Pool, query: &Query<P>) -> Answer {
        if !has_chosen(pool, query) {
            return self.answer(pool, query, false);
        }
        let mut settled = |terms: Vec<Term>| -> Vec<Term> {
            let settled = terms.into_iter().map(|term| pool.with_chosen(term));
            settled.collect()
        };
        let path = query.path.since(&[]).1.into_iter();
        let path = settled(path.map(|(term, _)| term).collect());
        let goal = settled(query.goal.to_vec());
        let query = Query {
            path: &path,
            goal: &goal,
            hint: query.hint,
        };
        self.answer(pool, &query, false)
    }

    /// Answers a query, for any choice of the platform. A model may have other values of the
    /// platform than ours, so it is the model of no path.
    pub fn check_for_any_choice<P: Constraints + ?Sized>(
        &mut self,
        pool: &mut Pool,
        query: &Query<P>,
    ) -> Answer {
        let has_chosen = has_chosen(pool, query);
        self.answer(pool, query, has_chosen)
    }

    /// Answers a query. `has_chosen` says whether choices of the platform occur in it.
    fn answer<P: Constraints + ?Sized>(
        &mut self,
        pool: &mut Pool,
        query: &Query<P>,
        has_chosen: bool,
    ) -> Answer {
        let start = Instant::now();
        self.shared.stats.asked += 1;
        cancel::steps(STEPS_PER_QUERY);
        self.go_to(query.path);
        let mut answer = self.decide(pool, query, has_chosen);
        let path = || self.path.iter().map(|(term, _)| *term).collect::<Vec<_>>();
        if let Some(validator) = &mut self.validator
            && let Err(message) = validator.check(pool, &path(), query.goal, &answer)
        {
            answer = self.shared.disagreement(message);
        }
        let stats = &mut self.shared.stats;
        match &answer {
            Answer::Sat(_) => stats.sat += 1,
            Answer::Unsat { .. } => stats.unsat += 1,
            Answer::Unknown(_) if self.shared.is_brief => {}
            Answer::Unknown(_) => stats.unknown += 1,
        }
        let seconds = start.elapsed().as_secs_f64();
        stats.seconds += seconds;
        stats.slowest_seconds = stats.slowest_seconds.max(seconds);
        answer
    }

    /// Changes the current path to `wanted`: removes constraints down to the common prefix, then
    /// adds the new ones.
    fn go_to(&mut self, wanted: &(impl Constraints + ?Sized)) {
        let (common, added) = wanted.since(&self.path);
        self.path.truncate(common);
        self.path.extend_from_slice(&added);
        for slot in &mut self.links {
            slot.valid = slot.valid.min(common);
        }
    }

    /// Passes a query through the links.
    fn decide<P: ?Sized>(&mut self, pool: &mut Pool, query: &Query<P>, has_chosen: bool) -> Answer {
        let left = self.shared.options.time();
        let mut question = Question::new(pool, &self.path, query.goal, query.hint, left);
        question.has_chosen = has_chosen;
        for position in 0..self.links.len() {
            let (before, rest) = self.links.split_at_mut(position);
            let start = self.shared.stats.links[position]
                .seconds
                .map(|_| Instant::now());
            rest[0].follow(question.pool, &self.path);
            let mut outcome = rest[0].link.decide(&mut question, &mut self.shared);
            if let (Outcome::Open, Some(model)) = (&outcome, question.settled()) {
                outcome = Outcome::Model(model);
            }
            let stats = &mut self.shared.stats.links[position];
            stats.count(&outcome);
            add_time(stats, start);
            match outcome {
                Outcome::Open => {}
                Outcome::Model(model) => {
                    debug_assert!(
                        !question.is_short() || is_satisfied(&question, &model),
                        "a link's model does not satisfy the question"
                    );
                    learn_model(before, &question, &model, None);
                    return Answer::Sat(model);
                }
                Outcome::Values(values) => {
                    return self.shared.completed(before, &question, values);
                }
                Outcome::Unsat(core) => {
                    debug_assert!(
                        !question.is_short() || is_part(&core, &question),
                        "a core with other terms than the question's"
                    );
                    before.iter_mut().for_each(|it| it.link.learn_core(&core));
                    return Answer::Unsat { core };
                }
                Outcome::Unknown(reason) => return Answer::Unknown(reason),
            }
        }
        Answer::Unknown("no link answers".to_string())
    }
}

/// The links in use, with empty caches.
fn slots(options: &Options) -> Vec<Slot> {
    let in_use = TABLE.iter().enumerate();
    let in_use = in_use.filter(|(position, _)| options.links.holds(*position));
    let slot = |(_, entry): (usize, &Entry)| Slot {
        link: (entry.make)(),
        follows_path: entry.follows_path,
        told: 0,
        valid: 0,
    };
    in_use.map(slot).collect()
}

fn add_time(stats: &mut LinkStats, start: Option<Instant>) {
    if let (Some(seconds), Some(start)) = (&mut stats.seconds, start) {
        *seconds += start.elapsed().as_secs_f64();
    }
}

/// Whether choices of the platform occur in a query.
fn has_chosen<P: Constraints + ?Sized>(pool: &Pool, query: &Query<P>) -> bool {
    query.path.has_chosen(pool) || query.goal.iter().any(|term| pool.has_chosen(*term))
}

/// Links may give a model to other questions, so it must have our values of the platform.
fn learn_model(
    links: &mut [Slot],
    question: &Question,
    model: &Rc<CachedModel>,
    values: Option<&Rc<Model>>,
) {
    if question.has_chosen {
        return;
    }
    for slot in links {
        slot.link.learn_model(question, model, values);
    }
}

/// For assertions: whether a model satisfies a question.
fn is_satisfied(question: &Question, model: &CachedModel) -> bool {
    let mut set = question.set().iter();
    set.all(|term| model.eval_bool(question.pool, *term))
}

/// For assertions: whether a core has only terms of a question.
fn is_part(core: &[Term], question: &Question) -> bool {
    let set = question.set();
    core.iter().all(|term| set.binary_search(term).is_ok())
}

fn is_distinct(terms: &[Term]) -> bool {
    let mut seen = FxHashSet::default();
    terms.iter().all(|term| seen.insert(*term))
}

/// Whether terms contain [`Op::FRem`], whose backends' models may be wrong.
fn has_remainder(pool: &Pool, terms: &[Term]) -> bool {
    let mut open = terms.to_vec();
    let mut seen = FxHashSet::default();
    while let Some(term) = open.pop() {
        if pool.op(term) == Op::FRem {
            return true;
        }
        if pool.has_float(term) && seen.insert(term) {
            open.extend(pool.args(term));
        }
    }
    false
}

impl Shared {
    fn disagreement(&mut self, message: String) -> Answer {
        self.stats.disagreements += 1;
        Answer::Unknown(format!("the solver's answer was refuted: {message}"))
    }

    /// Checks the values of a model and passes it to the earlier links.
    fn completed(&mut self, before: &mut [Slot], question: &Question, values: Model) -> Answer {
        let model = question.complete(&values);
        let mut set = question.set().iter();
        if let Some(&term) = set.find(|term| !model.eval_bool(question.pool, **term)) {
            if has_remainder(question.pool, question.set()) {
                return Answer::Unknown("the rest of a division with a great quotient".to_string());
            }
            let text = sheaf_term::display(question.pool, term);
            return self.disagreement(format!("the model makes {text} false"));
        }
        learn_model(before, question, &model, Some(&Rc::new(values)));
        Answer::Sat(model)
    }

    /// Asks the backend about a conjunction without duplicates, within a time limit.
    pub fn send(&mut self, pool: &Pool, constraints: &[Term], time: Duration) -> Verdict {
        debug_assert!(!constraints.is_empty() && is_distinct(constraints));
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
            .map(|log| log.query(pool, constraints, backend.name()));
        let verdict = backend.check(pool, constraints, time);
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
        verdict
    }
}
