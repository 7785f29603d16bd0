//! Questions about a path: which conditions are possible, and what depends on uninitialised memory.

use crate::state::State;
use sheaf_solver::{Answer, Query, Solver};
use sheaf_term::{CachedModel, Pool, SymbolKind, Term, TermMap};
use std::rc::Rc;

/// Whether a condition can be true on a path.
pub enum Feasible {
    /// It can; here is a model of the path and the condition.
    Yes(Rc<CachedModel>),
    /// It cannot.
    No,
    /// The solver does not know, for this reason.
    Unknown(String),
}

/// Whether a condition can be true on a path. The path's own model answers first.
pub fn feasible(pool: &mut Pool, solver: &mut Solver, state: &State, condition: Term) -> Feasible {
    if condition == Term::FALSE {
        return Feasible::No;
    }
    if condition == Term::TRUE || state.model.eval_bool(pool, condition) {
        return Feasible::Yes(state.model.clone());
    }
    // A guard that is false as a diagram needs no solver.
    if pool.has_diagrams() && pool.guard_and(state.guard, condition) == Term::FALSE {
        return Feasible::No;
    }
    ask(pool, solver, state, &[condition])
}

fn ask(pool: &mut Pool, solver: &mut Solver, state: &State, goal: &[Term]) -> Feasible {
    let query = Query {
        path: &state.constraints,
        goal,
        hint: Some(&state.model),
    };
    match solver.check(pool, &query) {
        Answer::Sat(model) => Feasible::Yes(model),
        Answer::Unsat { .. } => Feasible::No,
        Answer::Unknown(why) => Feasible::Unknown(why),
    }
}

/// Whether, under a guard, a term can differ between two runs of the path that differ in uninitialised memory alone.
pub fn depends_on_indeterminate(
    pool: &mut Pool,
    solver: &mut Solver,
    state: &State,
    term: Term,
    guard: Term,
) -> Feasible {
    let affected: Vec<Term> = state
        .constraints
        .iter()
        .copied()
        .chain([guard])
        .filter(|term| pool.has_indeterminate(*term))
        .collect();
    let mut other = TermMap::default();
    for involved in affected.iter().copied().chain([term]) {
        for symbol in pool.symbols(involved).iter() {
            let info = pool.symbol_info(*symbol);
            if info.kind == SymbolKind::Indeterminate {
                let (name, sort, from) = (info.name.clone(), info.sort, pool.symbol_term(*symbol));
                other
                    .entry(from)
                    .or_insert_with(|| pool.symbol(&name, sort, SymbolKind::Indeterminate));
            }
        }
    }
    let renamed = pool.substitute(term, &other);
    let mut goal = vec![guard, pool.ne(term, renamed)];
    for constraint in affected {
        goal.push(pool.substitute(constraint, &other));
    }
    ask(pool, solver, state, &goal)
}

/// Adds a condition to the path condition, as its conjuncts.
pub fn constrain(pool: &mut Pool, state: &mut State, condition: Term) {
    if pool.has_diagrams() {
        state.guard = pool.guard_and(state.guard, condition);
    }
    push_conjuncts(pool, &mut state.constraints, condition);
}

/// Appends the conjuncts of a condition that are not there yet.
pub fn push_conjuncts(pool: &Pool, constraints: &mut Vec<Term>, condition: Term) {
    let mut pending = vec![condition];
    while let Some(condition) = pending.pop() {
        if pool.op(condition) == sheaf_term::Op::And {
            pending.extend(pool.args(condition).iter().rev());
        } else if condition != Term::TRUE && !constraints.contains(&condition) {
            constraints.push(condition);
        }
    }
}
