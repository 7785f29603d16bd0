//! Questions about a path: which conditions are feasible, and what depends on uninitialized memory
//! or on choices of the platform.

use crate::memory::{Heap, Width};
use crate::path::{Origin, PathCondition};
use crate::state::State;
use crate::value::ObjectId;
use rustc_hash::FxHashSet;
use sheaf_solver::{Answer, Constraints, Query, Solver};
use sheaf_term::{CachedModel, Pool, Symbol, SymbolKind, Term, TermMap};
use std::rc::Rc;

/// Whether a condition can be true on a path.
pub enum Feasible {
    /// It can, with a model of the path and the condition.
    Yes(Rc<CachedModel>),
    /// It cannot, because of this core.
    No(Core),
    /// The solver does not know, for this reason.
    Unknown(String),
}

impl Feasible {
    /// Whether it is certainly infeasible.
    pub fn is_no(&self) -> bool {
        matches!(self, Feasible::No(_))
    }

    /// The model, if it is certainly feasible.
    pub fn model(self) -> Option<Rc<CachedModel>> {
        match self {
            Feasible::Yes(model) => Some(model),
            Feasible::No(_) | Feasible::Unknown(_) => None,
        }
    }
}

/// The part of a path condition that excludes a condition.
pub enum Core {
    /// The condition is false by itself.
    Nothing,
    /// These conditions of the path; other terms are conjuncts of the question.
    Terms(Vec<Term>),
    /// The whole path, as far as is known.
    Path,
}

impl Core {
    /// The origins of the core's conditions, newest first.
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

/// Whether a condition is feasible on a path. The path's own model is tried first.
pub fn feasible(pool: &mut Pool, solver: &mut Solver, state: &State, condition: Term) -> Feasible {
    if condition == Term::FALSE {
        return Feasible::No(Core::Nothing);
    }
    if condition == Term::TRUE || state.model.eval_bool(pool, condition) {
        return Feasible::Yes(state.model.clone());
    }
    // A guard that is false as a diagram needs no solver.
    if pool.has_diagrams() && pool.guards_exclude(state.guard, condition) {
        return Feasible::No(Core::Path);
    }
    answered(solver.check(pool, &query(state, &[condition])))
}

/// Whether a condition that is infeasible for our choice of the platform's values is feasible for
/// another choice. `None` if it does not depend on the choice.
pub fn feasible_elsewhere(
    pool: &mut Pool,
    solver: &mut Solver,
    state: &State,
    condition: Term,
) -> Option<Feasible> {
    if condition == Term::FALSE {
        return None;
    }
    let symbols = chosen_symbols(pool, state, condition);
    if symbols.is_empty() {
        return None;
    }
    let mut goal = layout(pool, &state.heap, &symbols);
    goal.push(condition);
    Some(answered(
        solver.check_for_any_choice(pool, &query(state, &goal)),
    ))
}

fn query<'a>(state: &'a State, goal: &'a [Term]) -> Query<'a, PathCondition> {
    Query {
        path: &state.constraints,
        goal,
        hint: Some(&state.model),
    }
}

fn answered(answer: Answer) -> Feasible {
    match answer {
        Answer::Sat(model) => Feasible::Yes(model),
        Answer::Unsat { core } => Feasible::No(Core::Terms(core)),
        Answer::Unknown(why) => Feasible::Unknown(why),
    }
}

/// The symbols for choices of the platform in a term and in the condition of a path.
pub fn chosen_symbols(pool: &Pool, state: &State, term: Term) -> Vec<Symbol> {
    let mut symbols = pool.chosen_symbols(term);
    if state.constraints.has_chosen(pool) {
        for condition in state.constraints.terms() {
            symbols.extend(pool.chosen_symbols(condition));
        }
        let mut seen = FxHashSet::default();
        symbols.retain(|symbol| seen.insert(*symbol));
    }
    symbols
}

/// The constraints on all choices of the platform.
fn layout(pool: &mut Pool, heap: &Heap, symbols: &[Symbol]) -> Vec<Term> {
    let mut holds = Vec::new();
    for (position, a) in symbols.iter().enumerate() {
        if holds.len() >= MAX_LAYOUT.get() {
            break;
        }
        holds.extend(ends(pool, heap, *a));
        for b in &symbols[..position] {
            holds.extend(apart(pool, heap, *a, *b));
        }
    }
    holds
}

/// Whether, under a guard, a term can differ between two runs of the path that differ only in
/// uninitialized memory.
pub fn depends_on_indeterminate(
    pool: &mut Pool,
    solver: &mut Solver,
    state: &State,
    term: Term,
    guard: Term,
) -> Feasible {
    let goal = differs_by_indeterminate(pool, state, term, guard);
    answered(solver.check(pool, &query(state, &goal)))
}

/// As [`depends_on_indeterminate`], for any choice of the platform. `None` if the answer is the
/// same as for our choice.
pub fn depends_on_indeterminate_elsewhere(
    pool: &mut Pool,
    solver: &mut Solver,
    state: &State,
    term: Term,
    guard: Term,
) -> Option<Feasible> {
    let mut symbols = chosen_symbols(pool, state, term);
    for symbol in pool.chosen_symbols(guard) {
        if !symbols.contains(&symbol) {
            symbols.push(symbol);
        }
    }
    if symbols.is_empty() {
        return None;
    }
    let mut goal = differs_by_indeterminate(pool, state, term, guard);
    goal.extend(layout(pool, &state.heap, &symbols));
    Some(answered(
        solver.check_for_any_choice(pool, &query(state, &goal)),
    ))
}

/// The condition that, under a guard, a term has another value in another run of the path that
/// differs only in uninitialized memory.
fn differs_by_indeterminate(pool: &mut Pool, state: &State, term: Term, guard: Term) -> Vec<Term> {
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
            if pool.symbol_info(*symbol).kind.is_indeterminate() {
                let from = pool.symbol_term(*symbol);
                other.entry(from).or_insert_with(|| pool.twin(*symbol));
            }
        }
    }
    let renamed = pool.substitute(term, &other);
    let mut goal = vec![guard, pool.ne(term, renamed)];
    for constraint in affected {
        goal.push(pool.substitute(constraint, &other));
    }
    goal
}

/// Whether, under a guard, another choice of the platform changes the value of a term.
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
    let symbols = chosen_symbols(pool, state, term);
    goal.extend(layout(pool, &state.heap, &symbols));
    if goal.contains(&Term::FALSE) {
        return Feasible::No(Core::Nothing);
    }
    for trial in 1..=CHOICE_TRIALS.get() {
        let mut model = state.model.model().clone();
        for (symbol, seed) in symbols.iter().zip(trial * symbols.len() as u64..) {
            let width = pool.width(pool.symbol_term(*symbol));
            let value = pool.bits(width, u128::from(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            if let Some(value) = pool.as_constant(value) {
                model.set(*symbol, value);
            }
        }
        let model = Rc::new(CachedModel::new(model));
        if !state.constraints.has_chosen(pool)
            && goal.iter().all(|part| model.eval_bool(pool, *part))
        {
            return Feasible::Yes(model);
        }
    }
    answered(solver.check_for_any_choice(pool, &query(state, &goal)))
}

sheaf_tuning::constants! {
    /// The maximum number of layout conditions. Without further conditions, more choices seem
    /// possible than there are.
    MAX_LAYOUT: usize = 100, 1 => 1600, "conditions";
    /// Choices of the platform that are tried before the solver is used.
    CHOICE_TRIALS: u64 = 4, 1 => 64, "choices";
}

/// The condition that the things with these symbols in their addresses do not overlap, if they
/// never do: functions, and objects that are apart.
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

/// The condition that the thing with this symbol in its address ends within the address space. In
/// 64 bits, addresses are far from the end.
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

/// The object whose address has a symbol; `Some(None)` for a function. `None` if neither is
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

/// Start and end of an object or a function.
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
        let object = heap.get(object);
        size = object.size.term(pool);
        if object.is_distinct_if_empty() {
            let is_empty = pool.ult(size, one);
            size = pool.ite(is_empty, one, size);
        }
    }
    Some((start, pool.add(start, size)))
}
