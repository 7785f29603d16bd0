//! More general states: a state at a loop head in which the scalars that differ from those of an
//! earlier state there may have any values, or all for which some guesses hold. Contents of objects
//! that differ in more are forgotten: as if nothing was written to them, so that reading fails.

use super::alike::{Difference, Differences, Place};
use crate::Driver;
use crate::loops::arithmetic::{is_number, sub};
use crate::loops::constants::{Compared, Limits};
use crate::loops::guess::{self, Changing, MAX_GUESSED};
use crate::memory::{Bytes, Content, Scalars};
use crate::path::{Cause, PathCondition, constrain};
use crate::state::{Lengths, State};
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashSet;
use sheaf_ir::index::Idx;
use sheaf_term::{CachedModel, Pool, Symbol, Term, TermMap};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The name of symbols for any values.
const ANY: &str = "any";

/// The position of these symbols; the rest distinguishes them.
const ANY_POSITION: usize = 7 << 60;

sheaf_tuning::constants! {
    /// Maximum number of pairs of states at a loop head on which guesses rest.
    MAX_SAMPLES: usize = 16, 1 => 256, "pairs";
}

/// What the scalars at a loop head are and how far they move, by place.
pub struct Samples {
    first: BTreeMap<Place, Term>,
    moves: Vec<BTreeMap<Place, Term>>,
    /// What the function of each call compares its variables with, the outermost call first.
    compared: Vec<Rc<Compared>>,
}

impl Samples {
    /// Before the first pair of states, given what the function of each call compares.
    pub fn new(compared: Vec<Rc<Compared>>) -> Self {
        Samples {
            first: BTreeMap::new(),
            moves: Vec::new(),
            compared,
        }
    }

    /// Adds the scalars in which a state differs from an earlier one. Those of the first state are
    /// added first.
    pub fn add(&mut self, pool: &mut Pool, differences: &[Difference]) {
        let mut moves = BTreeMap::new();
        for scalar in differences {
            if let Some(place) = scalar.place {
                self.first.entry(place).or_insert(scalar.earlier);
                if is_number(pool.sort(scalar.later)) {
                    moves.insert(place, sub(pool, scalar.later, scalar.earlier));
                }
            }
        }
        if self.moves.len() < MAX_SAMPLES.get() && !self.moves.contains(&moves) {
            self.moves.push(moves);
        }
    }

    /// What the scalar in a place is compared with.
    fn limits(&self, place: Place) -> Option<&Limits> {
        match place {
            Place::Local(depth, local) => self.compared.get(depth)?.local(local),
            _ => Some(self.compared.last()?.loaded()),
        }
    }

    /// How far the scalars in some places move, where all are known.
    fn moves_of(&self, places: &[Place]) -> Vec<Vec<Term>> {
        let row = |moves: &BTreeMap<Place, Term>| -> Option<Vec<Term>> {
            places.iter().map(|it| moves.get(it).copied()).collect()
        };
        self.moves.iter().filter_map(row).collect()
    }
}

/// The later state, where scalars that differ may have any value and only conditions that hold in
/// both states hold, among them those that are guessed from samples. `None` if one of the scalars
/// is a part of another value.
///
/// Each concrete state that the later state stands for is one of those that this one stands for.
pub fn generalized(
    driver: &mut Driver,
    counter: &mut usize,
    (earlier, later): (&State, &State),
    found: &Differences,
    samples: Option<&Samples>,
) -> Option<State> {
    let differences = &found.values;
    let pool = &mut driver.pool;
    let mut general = State {
        constraints: PathCondition::default(),
        lengths: Lengths::default(),
        ..later.clone()
    };
    let (mut changing, mut places) = (Vec::new(), Vec::new());
    let (mut before, mut now) = (TermMap::default(), TermMap::default());
    for scalar in differences.iter().filter(|it| it.earlier != it.later) {
        *counter += 1;
        let sort = pool.sort(scalar.later);
        let any = pool.input(ANY, sort, ANY_POSITION | *counter);
        let place = scalar.place?;
        put(pool, &mut general, place, any);
        before.insert(any, scalar.earlier);
        now.insert(any, scalar.later);
        if !matches!(place, Place::Content(_)) && changing.len() < MAX_GUESSED.get() {
            let first = samples.and_then(|it| it.first.get(&place).copied());
            changing.push(Changing { symbol: any, first });
            places.push(place);
        }
    }
    for object in &found.contents {
        let object = general.heap.get_mut(*object);
        if let Content::Bytes(content) = &object.content {
            object.content = Content::Bytes(Bytes::uninitialized(content.len()));
        }
    }
    let known: FxHashSet<Term> = earlier.constraints.terms().into_iter().collect();
    let left = left(pool, differences);
    for condition in later.constraints.terms() {
        let symbols = pool.symbols(condition);
        let is_left = symbols.iter().any(|it| left.contains(it));
        if known.contains(&condition) && !is_left {
            constrain(pool, &mut general, condition, Cause::Edge);
        }
    }
    general.lengths = later.lengths.clone();
    general.id = driver.new_id();
    if let Some(samples) = samples {
        let moves = samples.moves_of(&places);
        let pool = &mut driver.pool;
        let mut ranges = Vec::new();
        for (Changing { symbol, .. }, place) in changing.iter().zip(&places) {
            if let Some(limits) = samples.limits(*place) {
                ranges.extend(guess::ranges(pool, *symbol, limits));
            }
        }
        let mut guesses = guess::steps(pool, &changing, &moves);
        guesses.extend(guess::balances(pool, &changing));
        let is_same = |it: &&Difference| {
            it.earlier == it.later && !matches!(it.place, Some(Place::Content(_)))
        };
        let same = differences.iter().filter(is_same);
        let same = same.map(|it| Changing {
            symbol: it.later,
            first: None,
        });
        let room = MAX_GUESSED.get() - changing.len();
        let same: Vec<Changing> = same.take(room).collect();
        changing.extend(same);
        guesses.extend(guess::bounds(&mut driver.pool, &changing));
        guesses.extend(guess::relations(&mut driver.pool, &changing));
        for guesses in guesses.into_iter().map(|it| vec![it]).chain(ranges) {
            let in_both = [(earlier, &before), (later, &now)];
            let is_true = |it: &Term| holds(driver, in_both, *it);
            if let Some(guess) = guesses.into_iter().find(is_true) {
                constrain(&mut driver.pool, &mut general, guess, Cause::Edge);
            }
        }
    }
    let mut model = later.model.model().clone();
    for (any, value) in &now {
        if let Some(symbol) = driver.pool.as_symbol(*any) {
            model.set(symbol, later.model.eval(&driver.pool, *value));
        }
    }
    general.model = Rc::new(CachedModel::new(model));
    Some(general)
}

/// Symbols for any values that no scalar has any more: conditions on them are about earlier states.
fn left(pool: &Pool, differences: &[Difference]) -> FxHashSet<Symbol> {
    let is_any = |it: &Symbol| pool.symbol_info(*it).name == ANY;
    let (same, replaced): (Vec<&Difference>, Vec<_>) =
        differences.iter().partition(|it| it.earlier == it.later);
    let kept = same.iter().flat_map(|it| pool.symbols(it.earlier).to_vec());
    let kept: FxHashSet<Symbol> = kept.collect();
    let replaced = replaced.iter().filter_map(|it| pool.as_symbol(it.earlier));
    let replaced = replaced.filter(|it| is_any(it) && !kept.contains(it));
    replaced.collect()
}

/// Whether a guess holds in two states, each with its values. Queries come after the models of both,
/// which exclude most guesses.
fn holds(driver: &mut Driver, states: [(&State, &TermMap); 2], guess: Term) -> bool {
    let pool = &mut driver.pool;
    let guesses = states.map(|(state, values)| (state, pool.substitute(guess, values)));
    let mut all = guesses.iter();
    all.all(|(state, guess)| !pool.has_chosen(*guess) && state.model.eval_bool(pool, *guess))
        && (guesses.into_iter()).all(|(state, guess)| driver.is_implied(state, guess))
}

/// Stores a term.
fn put(pool: &mut Pool, state: &mut State, place: Place, term: Term) {
    let value = Value::Term(term);
    match place {
        Place::Local(depth, local) => {
            let frame = Rc::make_mut(&mut state.frames[depth]);
            frame.regs[local.index()] = value;
        }
        Place::Part(object, at) => put_part(state, object, at, value),
        Place::Bytes(object, offset, bytes) => {
            let (object, layout) = state.heap.get_mut_and_layout(object);
            if let Content::Bytes(content) = &mut object.content {
                content.write(&mut Scalars::new(pool, layout), offset, bytes, value);
            }
        }
        Place::Content(object) => {
            if let Content::Bytes(content) = &mut state.heap.get_mut(object).content {
                content.become_array(term);
            }
        }
    }
}

fn put_part(state: &mut State, object: ObjectId, at: usize, value: Value) {
    match &mut state.heap.get_mut(object).content {
        Content::Cells(cells) => cells[at] = value,
        Content::Record(fields) => fields[at].1 = value,
        Content::Bytes(_) | Content::Table(_) | Content::External => {}
    }
}
