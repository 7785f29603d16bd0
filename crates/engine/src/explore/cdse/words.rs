//! Words: sequences of edges of one function that no run takes one after the other, whatever
//! happened before. They hold in each round of a loop and in each call.
//!
//! A word is found by executing the end of a path once more, from an earlier block on, in a state
//! of which nothing is known ([`crate::segment`]). If it still cannot be taken to its end, what
//! came before has no part in that. This is the thesis's independence of values that are not
//! guarded, for all values at once.
//!
//! With words, a loop may be done with after a few rounds: if no sequence of edges without a word
//! in it leads from the head of the loop to anything that may fail, then none of the rounds to come
//! does.

use super::facts::Facts;
use crate::explore::Driver;
use crate::machine::Settings;
use crate::path::ProgramPoint;
use crate::program::Program;
use crate::segment::{Edge, Ends, Entry, Limits, Piece, Segments};
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::analysis::LoopId;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Callee, Func, FuncId, Op, Terminator, Type};
use std::collections::BTreeSet;

/// Edges of a word at most.
pub const MAX_WORD: usize = 48;
/// Sequences that are tried, after which no new words are found.
const MAX_TRIALS: usize = 4000;
/// Trials that the solver did not answer in time, after which no new words are found.
const MAX_UNANSWERED: usize = 4;
/// Rounds before the one in question of which the words are looked at.
const MAX_ROUNDS_BEFORE: u32 = 2;
/// Places, with what was begun of words there, that one look at a loop goes through.
const MAX_PLACES: usize = 20_000;

/// The words that are known.
pub struct Words<'p> {
    segments: Segments<'p>,
    known: FxHashMap<(FuncId, Vec<Edge>), bool>,
    by_func: FxHashMap<FuncId, Vec<Vec<Edge>>>,
    harmless: FxHashMap<FuncId, bool>,
    /// Trials that the solver did not answer in time.
    unanswered: usize,
}

/// The places in words that a sequence of edges has come to: word and edges of it.
type Begun = BTreeSet<(usize, usize)>;

impl<'p> Words<'p> {
    /// None yet.
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

    /// Whether a sequence of edges is a word; remembered if it is.
    pub fn is_word(&mut self, driver: &mut Driver, func: FuncId, edges: &[Edge]) -> bool {
        let key = (func, edges.to_vec());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let is_late = self.known.len() >= MAX_TRIALS || self.unanswered >= MAX_UNANSWERED;
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

    /// Whether nothing may fail, end the program or go on for ever in a function.
    fn is_harmless(&mut self, facts: &Facts, func: FuncId) -> bool {
        if let Some(known) = self.harmless.get(&func) {
            return *known;
        }
        // A function that calls itself is not.
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
            Op::Call(call) => match call.callee {
                Callee::Func(callee) => self.is_harmless(facts, callee),
                _ => false,
            },
            _ => true,
        })
    }

    /// Whether nothing that may fail follows in the function once the head of a loop is reached for
    /// this round or a later one; then, whether the function may return. `None` if something may
    /// fail, or if a round of it or of another loop may ask for no input, so that it may go on for
    /// ever.
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
        // What may be begun at the head once some rounds are over.
        let mut begun: FxHashSet<Begun> = FxHashSet::from_iter([Begun::new()]);
        for _ in 0..round.min(MAX_ROUNDS_BEFORE) {
            let starts = begun.into_iter().map(|begun| (natural.header, begun));
            let mut at_head = FxHashSet::default();
            let is_known = walk(body, &words, starts, |(block, begun)| {
                let is_head = *block == natural.header;
                if is_head {
                    at_head.insert(begun.clone());
                }
                Some(!is_head && natural.contains(*block))
            });
            is_known?;
            begun = at_head;
        }
        let starts = begun.into_iter().map(|begun| (natural.header, begun));
        let mut returns = false;
        walk(body, &words, starts, |(block, _)| {
            let other_loop = known.loops.with_header(*block).is_some() && *block != natural.header;
            if other_loop || !self.is_harmless_block(facts, func, *block) {
                return None;
            }
            returns |= matches!(body.blocks[*block].terminator, Terminator::Return(_));
            Some(true)
        })?;
        // The heads that it starts at are not among the places that were looked at.
        self.is_harmless_block(facts, func, natural.header)
            .then_some(returns)
    }
}

/// A block, with what is begun of words where control comes to it.
type Place = (BlockId, Begun);

/// Goes through all places behind some, without those themselves, as far as `goes_on` says; `None`
/// if that does, or if there are too many.
fn walk(
    body: &Func,
    words: &[Vec<Edge>],
    starts: impl Iterator<Item = Place>,
    mut goes_on: impl FnMut(&Place) -> Option<bool>,
) -> Option<()> {
    let mut seen: FxHashSet<Place> = FxHashSet::default();
    let mut pending: Vec<Place> = starts.collect();
    while let Some((block, begun)) = pending.pop() {
        for (number, target) in body.blocks[block].terminator.targets().iter().enumerate() {
            let edge = Edge {
                block,
                target: number as u32,
            };
            let Some(begun) = follow(words, &begun, edge) else {
                continue;
            };
            let next = (target.block, begun);
            if !seen.contains(&next) {
                if seen.len() > MAX_PLACES {
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

/// Whether a function computes with floats, which as symbols are hard for solvers.
fn has_floats(driver: &Driver, func: FuncId) -> bool {
    let locals = &driver.program.module().funcs[func].locals;
    locals
        .iter()
        .any(|local| matches!(local.ty, Type::Float(_)))
}

/// Whether some way through a loop asks for no input.
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

/// Whether a block asks for an input each time, itself or where it calls a function.
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

/// What is begun of words behind a further edge; `None` if one is complete.
fn follow(words: &[Vec<Edge>], begun: &Begun, edge: Edge) -> Option<Begun> {
    let fresh = (0..words.len()).map(|word| (word, 0));
    let mut next = Begun::new();
    for (word, position) in begun.iter().copied().chain(fresh) {
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
