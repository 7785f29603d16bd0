//! Loop navigation: a program as chains, and the constraints on their numbers of executions under
//! which a target is reached (Obdrzalek, Trtik: "Efficient loop navigation for symbolic execution",
//! ATVA 2011).
//!
//! 1. The graph of the program, with calls inlined (`graph`), is unfolded into **chains**: acyclic
//!    paths. A *root chain* leads from the start to the target, a *subchain* around a loop
//!    (`walk`). Where a chain enters a loop it has a loop node, at which the subchains may be
//!    executed any number of times in any order.
//! 2. Each subchain has a **counter**. Values along a chain are terms over inputs and counters. The
//!    stepper executes the instructions (`execute`); its terms are read as unbounded integers
//!    (`terms`). The variables of a loop are functions of its counters (`loop_node`, `merge`).
//! 3. The conditions of a root chain, and the facts that loops imply about their counters
//!    (`facts`), are its **constraint system**. If it has no solution, no path follows the chain.
//!
//! The solutions guide the search (`guide`): they say how often a path takes each branch. The
//! search uses them only to order states, so soundness does not depend on them.
//!
//! # Why it is sound
//! Every path of the program from the start to the target follows a root chain, and its numbers of
//! executions are a solution of the chain's system. What is not expressed is left out, which only
//! adds solutions. If no root chain has a solution, the target is unreachable. This is claimed only
//! if the graph contains everything that the program may do ([`Form::obstacle`]).
//!
//! # Differences from the paper
//! - Machine integers wrap around ([`numbers`]). A sum over counters is exact if each iteration is
//!   shown to keep it in range.
//! - The paper assumes, as a heuristic, that the condition of a loop held before the last
//!   iteration. Here the conditions of each chain hold before its first and its last execution
//!   (`facts`), whatever was executed in between, and conditions of inner loops are summed over
//!   outer iterations.
//! - Chains with the same effect are merged.
//! - Calls are inlined, a variable may be reset by another subchain of its loop, and values in
//!   memory that no instruction of a loop may write to are loop-invariant. Values at known offsets
//!   are those that were stored there.

mod calls;
mod describe;
mod execute;
mod facts;
mod functions;
mod graph;
mod guide;
mod loop_node;
mod memory;
mod merge;
mod numbers;
mod symbols;
mod terms;
mod walk;

pub use describe::{ChainText, FactText, FormText, LoopText, StepText, describe};
pub use guide::{Branch, Guide, Plan};

use crate::concrete::solver_options;
use crate::coverage::Recorder;
use crate::machine::Settings;
use crate::options::Options;
use crate::outcome::ChainStats;
use crate::program::Program;
use crate::state::State;
use graph::{Graph, SectionId};
use memory::{Memory, Written};
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::{Cfg, Liveness, LoopId};
use sheaf_ir::{Behaviour, BlockId, FailureKind, FuncId};
use sheaf_solver::{Answer, Query, Solver};
use sheaf_term::{CachedModel, Pool, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use symbols::Symbols;
use walk::{Region, Walk};

/// What chains lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Any failure of a kind.
    Failure(FailureKind),
    /// The start of a block, in any call of its function.
    Block(FuncId, BlockId),
}

impl Target {
    /// Whether a failure of this kind is the target.
    fn is_failure(self, kind: FailureKind) -> bool {
        self == Target::Failure(kind)
    }

    /// Whether a library function may fail in the way that is the target.
    fn is_failure_of(self, behaviour: Behaviour) -> bool {
        matches!(self, Target::Failure(kind) if behaviour.may_fail(kind))
    }

    /// The kind of failures that may happen anywhere, if the target is one: not only at checks and
    /// in intrinsics whose behaviour says so.
    fn anywhere(self) -> Option<FailureKind> {
        match self {
            Target::Failure(FailureKind::Target | FailureKind::Assertion) | Target::Block(..) => {
                None
            }
            Target::Failure(kind) => Some(kind),
        }
    }
}

/// The reason why something is not known.
pub type Obstacle = String;

sheaf_tuning::constants! {
    /// Time limit of a query that makes the systems more precise.
    PATIENCE: Duration = 200, 20 => 2000, "ms";
    /// The fraction of the exploration's time that the analysis of its target may take.
    TIME_PART: u32 = 4, 1 => 64, "one in so many parts";
    /// The maximum time of that analysis.
    MAX_TIME: Duration = 5000, 500 => 50_000, "ms";
    /// The maximum number of bytes that are copied or filled at once; larger ranges become unknown.
    MAX_RANGE: u64 = 4096, 1 => 1 << 16, "bytes";
    /// Time limit for the solution of one system.
    SOLUTION_PATIENCE: Duration = 5000, 500 => 50_000, "ms";
    /// A plan has no more executions of any subchain, if there is such a plan.
    FEW: u64 = 1 << 20, 1 => 1 << 24, "executions";
}

/// How long the construction of the form, and the solution of its systems, may take for the target
/// of an exploration.
pub fn time_for_target(options: &Options) -> Duration {
    (options.budget.time / TIME_PART.get()).min(MAX_TIME.get())
}

/// The chain program form with regard to a target.
pub struct Form<'p> {
    graph: Graph<'p>,
    pool: Pool,
    solver: Solver,
    symbols: Symbols,
    /// The root chains with their solutions.
    roots: Vec<RootChain>,
    /// Why some paths may not follow a root chain, if so.
    pub obstacle: Option<Obstacle>,
}

struct RootChain {
    walk: Walk,
    solution: Solution,
}

/// The answer of the solver to the constraint system of a root chain.
enum Solution {
    /// This solution.
    Some(Rc<CachedModel>),
    /// The system is unsatisfiable.
    None,
    /// The solver gave no answer.
    Unknown,
}

/// The construction of the form.
struct Analysis<'p, 'a> {
    graph: &'a Graph<'p>,
    settings: &'a Settings,
    recorder: Recorder,
    pool: &'a mut Pool,
    solver: &'a mut Solver,
    symbols: Symbols,
    liveness: FxHashMap<FuncId, Rc<Liveness>>,
    /// For each loop, the sections from which a path leaves it.
    leaving: BTreeMap<LoopId, BTreeSet<SectionId>>,
    /// The objects that iterations of each loop write to.
    written: BTreeMap<LoopId, Written>,
    /// The values of variables before an iteration.
    before_iterations: BTreeSet<Symbol>,
    /// When the construction must end, and the time that it had at its start.
    end: Instant,
    time: Duration,
    /// Why chains are left out, if some are.
    leaves_out: Option<Obstacle>,
    /// Set when the user interrupts.
    interrupt: &'a AtomicBool,
    /// Number of sections that chains went through.
    steps: usize,
    chains: usize,
}

impl<'p> Form<'p> {
    /// Constructs the chain program form of a program, and solves its systems, in this time each.
    ///
    /// # Errors
    /// If the solver cannot be set up.
    pub fn new(
        program: &'p Program,
        options: &Options,
        target: Target,
        part: Duration,
    ) -> Result<Self, String> {
        let mut solver = Solver::new(solver_options(options))?;
        solver.set_timeout(PATIENCE.get());
        let mut settings = Settings::new(options);
        settings.max_range_bytes = settings.max_range_bytes.min(MAX_RANGE.get());
        let graph = Graph::new(program, target);
        let mut pool = Pool::new();
        let mut analysis = Analysis {
            graph: &graph,
            settings: &settings,
            recorder: Recorder::new(program.module()),
            pool: &mut pool,
            solver: &mut solver,
            symbols: Symbols::default(),
            liveness: FxHashMap::default(),
            leaving: BTreeMap::new(),
            written: BTreeMap::new(),
            before_iterations: BTreeSet::new(),
            end: Instant::now() + part,
            time: part,
            leaves_out: None,
            interrupt: &options.interrupt,
            steps: 0,
            chains: 0,
        };
        let anywhere = target.anywhere();
        let anywhere = anywhere.map(|kind| format!("`{}`, which may happen anywhere", kind.name()));
        let mut obstacle = graph.obstacle.clone().or(anywhere);
        let walks = analysis.root_chains().unwrap_or_else(|why| {
            obstacle.get_or_insert(why);
            Vec::new()
        });
        obstacle = obstacle.or_else(|| analysis.leaves_out.clone());
        // Solutions get as much time as the construction.
        analysis.end = Instant::now() + part;
        let limit = options.budget.solver_time.min(SOLUTION_PATIENCE.get());
        let mut roots = Vec::new();
        for walk in walks {
            let left = analysis.end.saturating_duration_since(Instant::now());
            analysis.solver.set_timeout(limit.min(left));
            let solution = analysis.solve_with_few(&walk.conditions());
            roots.push(RootChain { walk, solution });
        }
        let symbols = analysis.symbols;
        solver.set_timeout(PATIENCE.get());
        Ok(Form {
            graph,
            pool,
            solver,
            symbols,
            roots,
            obstacle,
        })
    }

    /// Whether the target is certainly unreachable.
    pub fn is_unreachable(&self) -> bool {
        let mut roots = self.roots.iter();
        self.obstacle.is_none() && roots.all(|root| matches!(root.solution, Solution::None))
    }

    /// Whether a root chain enters a loop.
    pub fn has_loops(&self) -> bool {
        self.roots.iter().any(|root| root.walk.has_loops())
    }

    /// Statistics.
    pub fn stats(&self) -> ChainStats {
        let unsolvable = self.roots.iter();
        let unsolvable = unsolvable.filter(|root| matches!(root.solution, Solution::None));
        ChainStats {
            roots: self.roots.len() as u64,
            unsolvable: unsolvable.count() as u64,
            obstacle: self.obstacle.clone(),
            proved: self.is_unreachable(),
        }
    }
}

impl Analysis<'_, '_> {
    /// The walks of the root chains.
    fn root_chains(&mut self) -> Result<Vec<Walk>, Obstacle> {
        let start = SectionId(0);
        if !self.graph.leads[0] {
            return Ok(Vec::new());
        }
        let version = self.symbols.new_version(0);
        let mut walk = Walk {
            section: start,
            state: State::new(self.graph.program, self.pool),
            memory: Memory::new(version),
            steps: Vec::new(),
            edges: BTreeSet::new(),
        };
        if let Some(id) = self.graph.loops.with_header(BlockId(0)) {
            self.enter_loop(&mut walk, id, 0, &[])?;
        }
        let mut walks = Vec::new();
        for mut walk in self.explore(walk, Region::Root, 0, &[])? {
            if !self.graph.sections[walk.section].is_target {
                walks.push(walk);
                continue;
            }
            let line = self.graph.line(walk.section);
            let may_fail = match self.holds_at_target(&walk) {
                Some(holds) => {
                    let fails = self.pool.not(holds);
                    self.assume(&mut walk, fails, line, true)
                }
                None => true,
            };
            if may_fail {
                walks.push(walk);
            }
        }
        Ok(walks)
    }

    fn solve(&mut self, conditions: &[Term]) -> Solution {
        let ranges = self.symbols.ranges(self.pool, conditions);
        let all: Vec<Term> = conditions.iter().copied().chain(ranges).collect();
        if all.contains(&Term::FALSE) {
            return Solution::None;
        }
        if Instant::now() >= self.end || self.interrupt.load(Ordering::Relaxed) {
            return Solution::Unknown;
        }
        let query = Query {
            path: &[],
            goal: &all,
            hint: None,
        };
        match self.solver.check_for_any_choice(self.pool, &query) {
            Answer::Sat(model) => Solution::Some(model),
            Answer::Unsat { .. } => Solution::None,
            Answer::Unknown(_) => Solution::Unknown,
        }
    }

    /// As [`Analysis::solve`], with small numbers of iterations if there are any: machine integers
    /// wrap around, so that there often are very large ones, too.
    fn solve_with_few(&mut self, conditions: &[Term]) -> Solution {
        let solution = self.solve(conditions);
        let few = self.symbols.few(self.pool, conditions);
        let is_small = match &solution {
            Solution::Some(model) => few.iter().all(|it| model.eval_bool(self.pool, *it)),
            _ => true,
        };
        if is_small {
            return solution;
        }
        match self.solve(&[conditions, &few].concat()) {
            Solution::Some(model) => Solution::Some(model),
            _ => solution,
        }
    }

    fn liveness_of(&mut self, func: FuncId) -> Rc<Liveness> {
        let body = &self.graph.program.module().funcs[func];
        let known = self.liveness.entry(func);
        let known = known.or_insert_with(|| Rc::new(Liveness::new(body, &Cfg::new(body))));
        known.clone()
    }

    /// The number of a new subchain.
    fn new_chain(&mut self) -> usize {
        self.chains += 1;
        self.chains
    }
}
