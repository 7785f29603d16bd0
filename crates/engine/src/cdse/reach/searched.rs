//! The abstract states that a search has visited.

use crate::cdse::abstraction::{AbstractState, Fact, Transitions, Variable};
use crate::cdse::plan::Move;
use crate::cdse::silent::{SilentStep, silent_cycle};
use crate::path::ProgramPoint;
use rustc_hash::FxHashMap;
use sheaf_term::{Pool, Term};
use std::collections::BTreeSet;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Constants that a variable may have at one loop head before its bounds are guessed.
    MAX_CONSTANTS: usize = 64, 2 => 1024, "constants";
}

/// The result of a search.
pub(super) enum Found {
    Nothing {
        /// Whether it met an assumption, or may have.
        assumes: bool,
    },
    Path(Vec<Move>),
    TooMuch,
}

/// The abstract states of a search.
#[derive(Default)]
pub(super) struct Searched {
    /// Each state with its predecessor and the move from there.
    pub(super) states: Vec<(Rc<AbstractState>, usize, Option<Move>)>,
    numbers: FxHashMap<Rc<AbstractState>, usize>,
    /// Steps that read no input.
    pub(super) silent: Vec<SilentStep>,
    /// Whether some program point assumes something.
    pub(super) assumes: bool,
    /// The constants of each variable at each loop head; `None` if all states are exact.
    constants: Option<FxHashMap<(Vec<ProgramPoint>, Variable), Constants>>,
    /// Whether some state has bounds that are guessed.
    pub(super) is_bounded: bool,
}

/// The constants that a variable has at a loop head.
struct Constants {
    first: Term,
    all: BTreeSet<Term>,
}

impl Searched {
    /// For a search that guesses the bounds of variables that have too many constants.
    pub(super) fn with_bounds() -> Self {
        Searched {
            constants: Some(FxHashMap::default()),
            ..Searched::default()
        }
    }

    /// Replaces constants in a state at a loop head by bounds, where there are too many of them.
    pub(super) fn bound(
        &mut self,
        pool: &mut Pool,
        transitions: &mut Transitions,
        state: &mut AbstractState,
    ) {
        let Some(constants) = &mut self.constants else {
            return;
        };
        for (variable, fact) in &mut state.facts {
            let Fact::Is(now) = *fact else {
                continue;
            };
            let place = (state.stack.clone(), *variable);
            let known = constants.entry(place).or_insert_with(|| Constants {
                first: now,
                all: BTreeSet::new(),
            });
            known.all.insert(now);
            if known.all.len() > MAX_CONSTANTS.get()
                && let Some(bound) = transitions.bound(pool, *variable, known.first, now)
            {
                *fact = bound;
                self.is_bounded = true;
            }
        }
        state.facts.sort_unstable();
    }

    /// The number of a state, which is added with its predecessor if it is new.
    pub(super) fn add(&mut self, state: AbstractState, from: usize, step: Option<Move>) -> usize {
        let next = self.states.len();
        if let Some(number) = self.numbers.get(&state) {
            return *number;
        }
        let state = Rc::new(state);
        self.numbers.insert(state.clone(), next);
        self.states.push((state, from, step));
        next
    }

    /// The result if no path was found.
    pub(super) fn nothing(&self) -> Found {
        Found::Nothing {
            assumes: self.assumes,
        }
    }

    /// The moves that lead to a state.
    pub(super) fn moves_to(&self, number: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = number;
        while at > 0 {
            let (_, from, step) = &self.states[at];
            moves.extend(*step);
            at = *from;
        }
        moves.reverse();
        moves
    }

    /// A path to a cycle that reads no input, and twice around it.
    pub(super) fn silent_cycle(&mut self) -> Found {
        let steps = std::mem::take(&mut self.silent);
        match silent_cycle(self.states.len(), steps) {
            None => self.nothing(),
            Some((state, cycle)) => {
                let mut moves = self.moves_to(state);
                moves.extend(cycle.iter().chain(&cycle));
                Found::Path(moves)
            }
        }
    }
}
