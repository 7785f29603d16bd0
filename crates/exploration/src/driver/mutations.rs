//! Completions of mutated inputs: runs on inputs near those that have covered something new.
//!
//! The exploration is exact where it gets to, and slow; random changes of inputs get far where it
//! is slow, and are blind (Stephens et al., "Driller", NDSS 2016). So they take turns: inputs of
//! states that have covered something new, and those of completions that have, are kept, and
//! mutations of them are run to an end. What these cover first is also told to the exploration,
//! which then goes along their path ([`crate::worklist`]).

use super::Driver;
use super::completions::work_of;
use crate::inputs::{self, PrefixSupply};
use crate::mutate::Mutator;
use crate::outcome::Inputs;
use crate::state::State;
use sheaf_term::Pool;

sheaf_tuning::constants! {
    /// Of so many kept inputs, that one is mutated whose mutations have taken the least work.
    DRAWN: usize = 3, 1 => 48, "inputs";
    /// The size of kept inputs in bytes from which on no others are kept.
    MAX_BYTES: usize = 1 << 24, 1 => 1 << 26, "bytes";
}

/// What mutations are made of.
#[derive(Default)]
pub(crate) struct Mutations {
    /// Made for the first of them.
    mutator: Option<Mutator>,
    kept: Vec<Kept>,
    /// The size of those that are kept.
    bytes: usize,
    /// Mutated inputs that have covered so many places first, and that nobody has asked for.
    pub news: Vec<(Inputs, u64)>,
}

/// Inputs that have covered something first.
struct Kept {
    inputs: Inputs,
    /// The instructions of their path.
    instructions: u64,
    /// The work of their mutations, in steps of [`Driver::whole_work`]; that of a path at least for
    /// each.
    work: u64,
}

impl Mutations {
    /// Whether there is room for further inputs.
    fn has_room(&self) -> bool {
        self.bytes < MAX_BYTES.get()
    }

    /// Keeps inputs of a path with so many instructions, if there is room for them.
    pub fn keep(&mut self, inputs: Inputs, instructions: u64) {
        if !inputs.inputs.is_empty() && self.has_room() {
            self.bytes += inputs.bytes();
            self.kept.push(Kept {
                inputs,
                instructions,
                work: 0,
            });
        }
    }

    /// Keeps the inputs of a state's model.
    pub fn keep_of(&mut self, pool: &Pool, state: &State) {
        if self.has_room() {
            let inputs = inputs::from_model(pool, state, &state.model);
            self.keep(inputs, state.instructions);
        }
    }

    /// New inputs, and the position of those that they were made of.
    fn make(&mut self, mutator: &mut Mutator) -> Option<(Inputs, usize)> {
        if self.kept.is_empty() {
            return None;
        }
        let count = self.kept.len();
        let drawn = (0..DRAWN.get()).map(|_| mutator.below(count));
        let base = drawn.min_by_key(|at| self.kept[*at].work)?;
        let other = &self.kept[mutator.below(count)].inputs;
        let inputs = mutator.mutate(&self.kept[base].inputs, other);
        Some((inputs, base))
    }
}

impl Driver<'_> {
    /// Runs a mutation to an end, as [`Driver::complete_path`] does. `None` if there is nothing to
    /// mutate.
    pub(crate) fn complete_mutation(&mut self) -> Option<u64> {
        let (program, options) = (self.program, self.options);
        let mutations = &mut self.completions.mutations;
        let mut mutator = mutations
            .mutator
            .take()
            .unwrap_or_else(|| Mutator::new(program.module(), &options.indexing(), options.seed));
        let made = mutations.make(&mut mutator);
        let found = made.map(|(inputs, base)| {
            let work = self.whole_work();
            let found = self.run_mutation(&mut mutator, inputs, base);
            let work = self.whole_work().saturating_sub(work);
            // Inputs that were run before cost nothing, but do not count as less tried.
            let kept = &mut self.completions.mutations.kept[base];
            kept.work += work.max(work_of(kept.instructions));
            found
        });
        self.completions.mutations.mutator = Some(mutator);
        found
    }

    /// Runs inputs that were made of those at a position. Returns how many places they cover first.
    fn run_mutation(&mut self, mutator: &mut Mutator, inputs: Inputs, base: usize) -> u64 {
        if !self.completions.is_new(&inputs) {
            return 0;
        }
        let instructions = self.completions.mutations.kept[base].instructions;
        let supply = PrefixSupply::adapting(inputs);
        let completed = self.complete_inputs(supply, instructions, None);
        mutator.learn(completed.dropped);
        self.stats.completions.mutations += 1;
        if completed.found > 0 {
            let mutations = &mut self.completions.mutations;
            let news = (completed.inputs.clone(), completed.found);
            mutations.news.push(news);
            mutations.keep(completed.inputs, instructions);
        }
        completed.found
    }
}
