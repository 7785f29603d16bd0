//! Questions about a path: which conditions are possible, and what depends on uninitialized memory
//! or on what the platform chooses.

use crate::memory::{Heap, Width};
use crate::path::{Origin, PathCondition};
use crate::state::State;
use crate::value::ObjectId;
use rustc_hash::FxHashSet;
use sheaf_solver::{Answer, Query, Solver};
use sheaf_term::{CachedModel, Pool, Symbol, SymbolKind, Term, TermMap};
use std::rc::Rc;

/// Whether a condition can be true on a path.
pub enum Feasible {
    /// It can; here is a model of the path and the condition.
    Yes(Rc<CachedModel>),
    /// It cannot, because of this part of the path.
    No(Core),
    /// The solver does not know, for this reason.
    Unknown(String),
}

/// The part of a path that excludes a condition.
pub enum Core {
    /// None: the condition is false by itself.
    Nothing,
    /// These conditions of the path; other terms here are part of what was asked.
    Terms(Vec<Term>),
    /// All of it, as far as is known.
    Path,
}

impl Core {
    /// Where the conditions of the part come from, newest first.
    pub fn origins(&self, path: &PathCondition) -> Vec<Origin> {
        let terms: FxHashSet<Term> = match self {
            Core::Terms(terms) => terms.iter().copied().collect(),
            Core::Nothing | Core::Path => FxHashSet::default(),
        };
        let within = |condition| match self {
            Core::Nothing => false,
            Core::Terms(_) => terms.contains(&condition),
            Core::Path => true,
        };
        path.newest_first()
            .filter(|entry| within(entry.condition))
            .map(|entry| entry.origin)
            .collect()
    }
}

/// Whether a condition can be true on a path. The path's own model answers first.
pub fn feasible(pool: &mut Pool, solver: &mut Solver, state: &State, condition: Term) -> Feasible {
    if condition == Term::FALSE {
        return Feasible::No(Core::Nothing);
    }
    if condition == Term::TRUE || state.model.eval_bool(pool, condition) {
        return Feasible::Yes(state.model.clone());
    }
    // A guard that is false as a diagram needs no solver.
    if pool.has_diagrams() && pool.guard_and(state.guard, condition) == Term::FALSE {
        return Feasible::No(Core::Path);
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
        Answer::Unsat { core } => Feasible::No(Core::Terms(core)),
        Answer::Unknown(why) => Feasible::Unknown(why),
    }
}

/// Whether, under a guard, a term can differ between two runs of the path that differ in
/// uninitialized memory alone.
pub fn depends_on_indeterminate(
    pool: &mut Pool,
    solver: &mut Solver,
    state: &State,
    term: Term,
    guard: Term,
) -> Feasible {
    let affected: Vec<Term> = state
        .constraints
        .newest_first()
        .map(|entry| entry.condition)
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

/// Whether, under a guard, another choice of the platform gives a term another value than the one
/// that we chose.
pub fn depends_on_choice(
    pool: &mut Pool,
    solver: &mut Solver,
    state: &State,
    term: Term,
    guard: Term,
) -> Feasible {
    let chosen = pool.with_chosen(term);
    let mut goal = vec![guard, pool.ne(term, chosen)];
    goal.retain(|part| *part != Term::TRUE);
    let symbols = pool.chosen_symbols(term);
    let related = &symbols[..symbols.len().min(MAX_RELATED)];
    for (position, a) in related.iter().enumerate() {
        goal.extend(ends(pool, &state.heap, *a));
        for b in &related[..position] {
            goal.extend(apart(pool, &state.heap, *a, *b));
        }
    }
    if goal.contains(&Term::FALSE) {
        return Feasible::No(Core::Nothing);
    }
    for trial in 1..=CHOICE_TRIALS {
        let mut model = state.model.model().clone();
        for (symbol, seed) in symbols.iter().zip(trial * symbols.len() as u64..) {
            let width = pool.width(pool.symbol_term(*symbol));
            let value = pool.bits(width, u128::from(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            if let Some(value) = pool.as_constant(value) {
                model.set(*symbol, value);
            }
        }
        let model = Rc::new(CachedModel::new(model));
        if goal.iter().all(|part| model.eval_bool(pool, *part)) {
            return Feasible::Yes(model);
        }
    }
    ask(pool, solver, state, &goal)
}

/// Objects of which is said that they do not overlap. Without, more choices than there are seem
/// possible.
const MAX_RELATED: usize = 12;

/// Choices of the platform that are tried before the solver is asked.
const CHOICE_TRIALS: u64 = 4;

/// That what has these symbols in its address does not overlap, if it never does: functions, and
/// objects that are apart.
fn apart(pool: &mut Pool, heap: &Heap, a: Symbol, b: Symbol) -> Option<Term> {
    let [x, y] = [a, b].map(|symbol| object_at(pool, heap, symbol));
    let (x, y) = (x?, y?);
    if let (Some(x), Some(y)) = (x, y)
        && !heap.are_apart(x, y)
    {
        return None;
    }
    let (x_start, x_end) = extent(pool, heap, a, x)?;
    let (y_start, y_end) = extent(pool, heap, b, y)?;
    let (below, above) = (pool.ule(x_end, y_start), pool.ule(y_end, x_start));
    Some(pool.or(below, above))
}

/// That what has this symbol in its address ends within the address space. Those of 64 bits are far
/// from the end.
fn ends(pool: &mut Pool, heap: &Heap, symbol: Symbol) -> Option<Term> {
    let width = heap.layout().width();
    if width == Width::Bits64 {
        return None;
    }
    let object = object_at(pool, heap, symbol)?;
    let (_, end) = extent(pool, heap, symbol, object)?;
    let last = pool.bits(64, width.end().into());
    Some(pool.ule(end, last))
}

/// The object whose address has a symbol, or that it is none, but a function. `None` if neither is
/// certain.
fn object_at(pool: &Pool, heap: &Heap, symbol: Symbol) -> Option<Option<ObjectId>> {
    let SymbolKind::Chosen { value: base, .. } = pool.symbol_info(symbol).kind else {
        return None;
    };
    match heap.at_address(base)[..] {
        _ if !heap.layout().width().is_possible_address(base) => None,
        [] => Some(None),
        [object] if heap.layout().base(object) == base => Some(Some(object)),
        _ => None,
    }
}

/// Where an object or a function begins and ends. Even what is empty has a place of its own.
fn extent(
    pool: &mut Pool,
    heap: &Heap,
    symbol: Symbol,
    object: Option<ObjectId>,
) -> Option<(Term, Term)> {
    let SymbolKind::Chosen { value: base, shift } = pool.symbol_info(symbol).kind else {
        return None;
    };
    let (start, one) = (pool.address(base, shift), pool.bits(64, 1));
    let mut size = one;
    if let Some(object) = object {
        size = heap.get(object).size.term(pool);
        let is_empty = pool.ult(size, one);
        size = pool.ite(is_empty, one, size);
    }
    Some((start, pool.add(start, size)))
}
