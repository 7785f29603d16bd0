//! The constraint systems of root chains as a guide for the search: how often a path to the target
//! takes each branch.

use super::graph::{Graph, SectionId};
use super::symbols::Kind;
use super::walk::Step;
use super::{Form, Solution};
use crate::loops::arithmetic;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use sheaf_ir::{BlockId, FuncId};
use sheaf_solver::{Answer, Query, Solver};
use sheaf_term::{CachedModel, Pool, Term};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A branch: the target with this index of the terminator of a block.
pub type Branch = (FuncId, BlockId, u32);

/// How often each branch is taken, for the branches that the systems mention.
pub type Plan = FxHashMap<Branch, u64>;

/// A root chain with a solution.
struct Root {
    system: Vec<Term>,
    /// That no counter is large.
    few: Vec<Term>,
    /// For each branch on it or in its loops, the number of times it is taken, as a term over
    /// counters.
    taken: FxHashMap<Branch, Term>,
}

/// The constraint systems of all root chains that may have a solution.
pub struct Guide {
    pool: Pool,
    solver: Solver,
    roots: Vec<Root>,
    first: Option<Rc<Plan>>,
}

impl Form<'_> {
    /// Returns a guide to the target, if the systems constrain the search: some condition outside
    /// of loops depends on counters.
    pub fn into_guide(self) -> Option<Guide> {
        let Form {
            graph,
            mut pool,
            solver,
            symbols,
            roots: chains,
            ..
        } = self;
        let mut roots = Vec::new();
        let mut first = None;
        let mut says_something = false;
        for chain in chains {
            let Solution::Some(model) = &chain.solution else {
                continue;
            };
            says_something |= chain.walk.steps.iter().any(|step| match step {
                Step::Assume {
                    term,
                    is_outside: true,
                    ..
                } => {
                    let used = pool.symbols(*term);
                    let mut used = used.iter();
                    used.any(|symbol| symbols.info(*symbol).kind == Kind::Counter)
                }
                _ => false,
            });
            let one = pool.int(1.into());
            let mut taken = FxHashMap::default();
            add(&graph, &mut pool, &mut taken, &chain.walk.edges, one);
            add_loops(&graph, &mut pool, &mut taken, &chain.walk.steps);
            let mut system = chain.walk.conditions();
            let all: Vec<Term> = system.iter().chain(taken.values()).copied().collect();
            system.extend(symbols.ranges(&mut pool, &all));
            let few = symbols.few(&mut pool, &system);
            let root = Root { system, few, taken };
            if first.is_none() {
                first = Some(Rc::new(root.plan(&pool, model)));
            }
            roots.push(root);
        }
        says_something.then_some(Guide {
            pool,
            solver,
            roots,
            first,
        })
    }
}

/// Adds a count to the number of times that branches are taken.
fn add(
    graph: &Graph,
    pool: &mut Pool,
    taken: &mut FxHashMap<Branch, Term>,
    edges: &BTreeSet<(SectionId, u32)>,
    count: Term,
) {
    for (section, target) in edges {
        let section = &graph.sections[*section];
        let branch = (section.func, section.block, *target);
        let zero = pool.int(BigInt::ZERO);
        let before = taken.get(&branch).copied().unwrap_or(zero);
        taken.insert(branch, arithmetic::add(pool, before, count));
    }
}

/// Adds the branches in the subchains of loops. Their counters count all executions.
fn add_loops(graph: &Graph, pool: &mut Pool, taken: &mut FxHashMap<Branch, Term>, steps: &[Step]) {
    for step in steps {
        let Step::Loop(node) = step else { continue };
        let mut edges = FxHashMap::default();
        node.each_chain(&mut |chain| {
            edges.insert(chain.number, chain.edges.clone());
        });
        for counter in &node.counters {
            if let Some(edges) = edges.get(&counter.chain) {
                add(graph, pool, taken, edges, counter.term);
            }
        }
    }
}

impl Root {
    fn plan(&self, pool: &Pool, model: &CachedModel) -> Plan {
        let taken = self.taken.iter();
        let counts = taken.filter_map(|(branch, count)| {
            let count = model.eval(pool, *count).as_int()?.to_u64()?;
            Some((*branch, count))
        });
        counts.collect()
    }
}

impl Guide {
    /// The first plan.
    pub fn first(&self) -> Option<Rc<Plan>> {
        self.first.clone()
    }

    /// A plan in which each branch is taken at least as often as the path has taken it. `None` if
    /// there is none, or if the solver does not find one in time.
    pub fn plan(&mut self, taken: &FxHashMap<Branch, u64>) -> Option<Rc<Plan>> {
        for root in &self.roots {
            let mut system = root.system.clone();
            for (branch, count) in taken {
                if let Some(term) = root.taken.get(branch) {
                    let least = self.pool.int((*count).into());
                    system.push(self.pool.int_le(least, *term));
                }
            }
            if system.contains(&Term::FALSE) {
                continue;
            }
            let (solver, pool) = (&mut self.solver, &mut self.pool);
            let Some(mut model) = solution(solver, pool, &system) else {
                continue;
            };
            if !root.few.iter().all(|it| model.eval_bool(pool, *it)) {
                let small = [&system[..], &root.few].concat();
                model = solution(solver, pool, &small).unwrap_or(model);
            }
            return Some(Rc::new(root.plan(&self.pool, &model)));
        }
        None
    }
}

/// A solution of a system, if the solver finds one.
fn solution(solver: &mut Solver, pool: &mut Pool, system: &[Term]) -> Option<Rc<CachedModel>> {
    let query = Query {
        path: &[],
        goal: system,
        hint: None,
    };
    match solver.check(pool, &query) {
        Answer::Sat(model) => Some(model),
        _ => None,
    }
}
