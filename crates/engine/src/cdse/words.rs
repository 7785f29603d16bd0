//! Words: sequences of edges in one function that no execution takes consecutively, whatever
//! happened before. They hold in each round of a loop and in each call.
//!
//! A word is found by executing the suffix of a path again, from an earlier block on, in an
//! unconstrained state ([`crate::segment`]). If the suffix is still infeasible, the prefix does not
//! matter. This generalizes the thesis's independence of unguarded values to all values at once.
//!
//! With words, a loop can be closed after a few rounds: if no sequence of edges that avoids all
//! words leads from the loop head to anything that may fail, no later round does.

use super::facts::Facts;
use crate::Driver;
use crate::machine::Settings;
use crate::path::ProgramPoint;
use crate::program::Program;
use crate::segment::{Edge, Ends, Entry, Limits, Piece, Segments};
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::analysis::LoopId;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Callee, Func, FuncId, Op, Region, Terminator, Type};
use std::collections::BTreeSet;

sheaf_tuning::constants! {
    /// Maximum number of edges in a word.
    pub MAX_WORD: usize = 48, 1 => 768, "edges";
    /// Maximum number of sequences that are tried.
    MAX_TRIALS: usize = 4000, 1 => 64_000, "sequences";
    /// Maximum number of trials without an answer of the solver in time.
    MAX_UNANSWERED: usize = 4, 1 => 64, "trials";
    /// Number of preceding rounds in which edges of words are tracked.
    MAX_ROUNDS_BEFORE: u32 = 2, 1 => 32, "rounds";
    /// Maximum number of positions that one check of a loop visits.
    MAX_POSITIONS: usize = 20_000, 1 => 320_000, "positions";
}

/// The known words.
pub struct Words<'p> {
    segments: Segments<'p>,
    known: FxHashMap<(FuncId, Vec<Edge>), bool>,
    by_func: FxHashMap<FuncId, Vec<Vec<Edge>>>,
    harmless: FxHashMap<FuncId, bool>,
    /// Trials without an answer of the solver in time.
    unanswered: usize,
}

/// Prefixes of words that a sequence of edges ends with: the word, and the number of its edges.
type Prefixes = BTreeSet<(usize, usize)>;

impl<'p> Words<'p> {
    /// Creates an empty set of words.
    pub fn new(program: &'p Program, settings: Settings) -> Self {
        let limits = Limits {
            instructions: 2_000,
            paths: 32,
            calls: 8,
            terms: 1 << 8,
        };
        Words {
            segments: Segments::new(program, settings, limits),
            known: FxHashMap::default(),
            by_func: FxHashMap::default(),
            harmless: FxHashMap::default(),
            unanswered: 0,
        }
    }

    /// The words of a function.
    pub fn of(&self, func: FuncId) -> &[Vec<Edge>] {
        self.by_func.get(&func).map_or(&[], Vec::as_slice)
    }

    /// Whether a sequence of edges is a word. If it is, it is added.
    pub fn is_word(&mut self, driver: &mut Driver, func: FuncId, edges: &[Edge]) -> bool {
        let key = (func, edges.to_vec());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let is_late =
            self.known.len() >= MAX_TRIALS.get() || self.unanswered >= MAX_UNANSWERED.get();
        if is_late || has_floats(driver, func) {
            return false;
        }
        let is_word = self.is_impossible(driver, func, edges);
        if is_word {
            self.by_func.entry(func).or_default().push(key.1.clone());
        }
        self.known.insert(key, is_word);
        is_word
    }

    fn is_impossible(&mut self, driver: &mut Driver, func: FuncId, edges: &[Edge]) -> bool {
        let Some(first) = edges.first() else {
            return false;
        };
        let point = ProgramPoint {
            func,
            block: first.block,
            inst: 0,
        };
        let piece = Piece::Path(edges.to_vec());
        let segment = self
            .segments
            .execute(&mut driver.pool, Entry::Point(point), &piece);
        let Ok(segment) = segment else {
            return false;
        };
        segment.paths.iter().all(|path| {
            let ends_before = !matches!(path.ends, Ends::At(_) | Ends::Stops(_));
            if path.is_exact() && ends_before {
                return true;
            }
            let excluded = driver.excludes_all(&path.guard);
            self.unanswered += usize::from(excluded.is_none());
            excluded == Some(true)
        })
    }

    /// Whether a function cannot fail, end the program or run forever.
    fn is_harmless(&mut self, facts: &Facts, func: FuncId) -> bool {
        if let Some(known) = self.harmless.get(&func) {
            return *known;
        }
        // A recursive function may run forever.
        self.harmless.insert(func, false);
        let known = facts.func_facts(func);
        let body = facts.func(func);
        let loops = !known.loops.loops().is_empty() || known.is_irreducible();
        let harmless = !body.is_declaration()
            && !loops
            && (0..body.blocks.len())
                .all(|block| self.is_harmless_block(facts, func, BlockId::new(block)));
        self.harmless.insert(func, harmless);
        harmless
    }

    fn is_harmless_block(&mut self, facts: &Facts, func: FuncId, block: BlockId) -> bool {
        let sections = &facts.func_facts(func).sections[block.index()];
        if sections.iter().any(|section| section.may_fail) {
            return false;
        }
        let insts = &facts.func(func).blocks[block].insts;
        insts.iter().all(|inst| match &inst.op {
            Op::Alloc(alloc) => alloc.region != Region::Stack || !facts.may_fill_stack,
            Op::Call(call) => match call.callee {
                Callee::Func(callee) => self.is_harmless(facts, callee),
                _ => false,
            },
            _ => true,
        })
    }

    /// Checks that nothing that may fail follows in the function once the loop head is reached in
    /// this round or a later one, and returns whether the function may return then. `None` if
    /// something may fail, or if this loop or another one may run forever without reading an input.
    pub fn returns_from(
        &mut self,
        facts: &Facts,
        func: FuncId,
        natural: LoopId,
        round: u32,
    ) -> Option<bool> {
        let known = facts.func_facts(func);
        if repeats_without_input(facts, func, natural) {
            return None;
        }
        let natural = &known.loops.loops()[natural];
        let words: Vec<Vec<Edge>> = self.of(func).to_vec();
        let body = facts.func(func);
        // The prefixes of words that are possible at the loop head after some rounds.
        let mut prefixes: FxHashSet<Prefixes> = FxHashSet::from_iter([Prefixes::new()]);
        for _ in 0..round.min(MAX_ROUNDS_BEFORE.get()) {
            let starts = prefixes
                .into_iter()
                .map(|prefixes| (natural.header, prefixes));
            let mut at_head = FxHashSet::default();
            let is_known = walk(body, &words, starts, |(block, prefixes)| {
                let is_head = *block == natural.header;
                if is_head {
                    at_head.insert(prefixes.clone());
                }
                Some(!is_head && natural.contains(*block))
            });
            is_known?;
            prefixes = at_head;
        }
        let starts = prefixes
            .into_iter()
            .map(|prefixes| (natural.header, prefixes));
        let mut returns = false;
        walk(body, &words, starts, |(block, _)| {
            let other_loop = known.loops.with_header(*block).is_some() && *block != natural.header;
            if other_loop || !self.is_harmless_block(facts, func, *block) {
                return None;
            }
            returns |= matches!(body.blocks[*block].terminator, Terminator::Return(_));
            Some(true)
        })?;
        // The walk does not visit the loop heads that it starts at.
        self.is_harmless_block(facts, func, natural.header)
            .then_some(returns)
    }
}

/// A block, with the prefixes of words on entry.
type Position = (BlockId, Prefixes);

/// Visits all positions reachable from `starts`, which are themselves not visited. `goes_on` says
/// whether to continue after a position. `None` if it returns that, or if there are too many
/// positions.
fn walk(
    body: &Func,
    words: &[Vec<Edge>],
    starts: impl Iterator<Item = Position>,
    mut goes_on: impl FnMut(&Position) -> Option<bool>,
) -> Option<()> {
    let mut seen: FxHashSet<Position> = FxHashSet::default();
    let mut pending: Vec<Position> = starts.collect();
    while let Some((block, prefixes)) = pending.pop() {
        for (number, target) in body.blocks[block].terminator.targets().iter().enumerate() {
            let edge = Edge {
                block,
                target: number as u32,
            };
            let Some(prefixes) = follow(words, &prefixes, edge) else {
                continue;
            };
            let next = (target.block, prefixes);
            if !seen.contains(&next) {
                if seen.len() > MAX_POSITIONS.get() {
                    return None;
                }
                seen.insert(next.clone());
                if goes_on(&next)? {
                    pending.push(next);
                }
            }
        }
    }
    Some(())
}

/// Whether a function uses floats, which are hard for solvers as symbols.
fn has_floats(driver: &Driver, func: FuncId) -> bool {
    let locals = &driver.program.module().funcs[func].locals;
    locals
        .iter()
        .any(|local| matches!(local.ty, Type::Float(_)))
}

/// Whether some path through a loop body reads no input.
fn repeats_without_input(facts: &Facts, func: FuncId, natural: LoopId) -> bool {
    let natural = &facts.func_facts(func).loops.loops()[natural];
    let blocks = &facts.func(func).blocks;
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut pending = vec![natural.header];
    while let Some(block) = pending.pop() {
        if asks_for_input(facts, func, block) {
            continue;
        }
        for target in blocks[block].terminator.targets() {
            if target.block == natural.header {
                return true;
            }
            if natural.contains(target.block) && seen.insert(target.block) {
                pending.push(target.block);
            }
        }
    }
    false
}

/// Whether a block always reads an input, itself or in the first block of a function that it calls.
fn asks_for_input(facts: &Facts, func: FuncId, block: BlockId) -> bool {
    let insts = &facts.func(func).blocks[block].insts;
    insts.iter().any(|inst| match &inst.op {
        Op::Input(_) => true,
        Op::Call(call) => match call.callee {
            Callee::Func(callee) if !facts.func(callee).is_declaration() => {
                let first = &facts.func(callee).blocks[BlockId::new(0)];
                first
                    .insts
                    .iter()
                    .any(|inst| matches!(inst.op, Op::Input(_)))
            }
            _ => false,
        },
        _ => false,
    })
}

/// The prefixes of words after another edge; `None` if a word is complete.
fn follow(words: &[Vec<Edge>], prefixes: &Prefixes, edge: Edge) -> Option<Prefixes> {
    let fresh = (0..words.len()).map(|word| (word, 0));
    let mut next = Prefixes::new();
    for (word, position) in prefixes.iter().copied().chain(fresh) {
        if words[word][position] != edge {
            continue;
        }
        if position + 1 == words[word].len() {
            return None;
        }
        next.insert((word, position + 1));
    }
    Some(next)
}
