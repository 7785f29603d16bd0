//! The abstract states that a search has visited.

use crate::cdse::abstraction::AbstractState;
use crate::cdse::plan::Move;
use crate::cdse::silent::{SilentStep, silent_cycle};
use rustc_hash::FxHashMap;
use std::rc::Rc;

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
}

impl Searched {
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
