//! Compares segments with execution: at random points of random runs, a piece of the program is
//! executed symbolically, and then by concrete runs from that point, with the scalars of the run
//! and with others. The segment's predictions for those values must agree with the runs.

mod experiment;

use super::Disagreement;
use super::supply::RandomSupply;
use experiment::Experiment;
use rand::Rng;
use rand::rngs::SmallRng;
use sheaf_engine::coverage::Recorder;
use sheaf_engine::machine::{Event, Flow, Machine, Settings};
use sheaf_engine::memory::{Content, Scalars};
use sheaf_engine::segment::{Edge, Ends, Entry, Limits, Piece, Segment, Segments, Slot};
use sheaf_engine::state::State;
use sheaf_engine::{End, Program, Value};
use sheaf_ir::index::Idx;
use sheaf_ir::{Callee, FailureKind, Op, Operand, Terminator};
use sheaf_term::{Pool, Term};
use std::collections::BTreeSet;

/// Limit of instructions of the run that is cut into pieces.
const MAX_STEPS: u32 = 4_000;

/// Limit of pieces per program.
const MAX_CUTS: u32 = 8;

/// Runs per piece.
const RUNS: u32 = 6;

/// Limit of instructions of the run of a piece.
const MAX_PIECE: u32 = 20_000;

/// Counts of comparisons.
#[derive(Clone, Default, Debug)]
pub struct Compared {
    /// Pieces.
    pub pieces: u64,
    /// Paths of the pieces ([`sheaf_engine::segment::PathSummary`]), and how many of these are exact.
    pub paths: u64,
    /// See above.
    pub exact: u64,
    /// Runs of pieces.
    pub runs: u64,
    /// Runs that an exact path predicts completely.
    pub predicted: u64,
    /// Predicted runs on values that the program did not have at that point.
    pub other_values: u64,
    /// Runs that fail as an obligation of the segment predicts.
    pub failures: u64,
    /// Predicted changes of memory.
    pub writes: u64,
    /// Reasons why paths are inexact.
    pub reasons: BTreeSet<String>,
}

impl Compared {
    /// Adds the counts of another comparison.
    pub fn add(&mut self, other: Compared) {
        self.pieces += other.pieces;
        self.paths += other.paths;
        self.exact += other.exact;
        self.runs += other.runs;
        self.predicted += other.predicted;
        self.other_values += other.other_values;
        self.failures += other.failures;
        self.writes += other.writes;
        self.reasons.extend(other.reasons);
    }
}

/// How the run of a piece ended.
#[derive(Clone, PartialEq, Debug)]
enum Ran {
    /// At an end of the piece.
    Ends(Ends),
    /// By a failure of this kind.
    Fails(FailureKind),
    /// It leaves the piece's path.
    Leaves,
    /// In a way that the comparison does not cover.
    Unclear,
}

/// A concrete run that can be inspected between its instructions.
struct Run<'a> {
    program: &'a Program,
    settings: &'a Settings,
    recorder: Recorder,
}

/// The effect of an instruction of a run.
enum Step {
    /// The run continues; with the edge taken if the instruction was a terminator other than a
    /// return.
    Next(Option<Edge>),
    Ends(Ran),
}

impl<'a> Run<'a> {
    fn step(&mut self, pool: &mut Pool, state: &mut State, supply: &mut RandomSupply) -> Step {
        let point = state.point();
        let block = &self.program.module().funcs[point.func].blocks[point.block];
        let jumps = point.inst as usize == block.insts.len()
            && !matches!(block.terminator, Terminator::Return(_));
        self.recorder.trace = Some(Vec::new());
        let (program, recorder) = (self.program, &mut self.recorder);
        let mut machine = Machine::new(program, pool, state, self.settings, recorder);
        machine.supply = Some(supply);
        let flow = machine.step();
        for event in std::mem::take(&mut machine.events) {
            match event {
                Event::Obligation { kind, .. } if !self.settings.counts(kind) => {}
                Event::Obligation { kind, fails, .. } if fails == Term::TRUE => {
                    return Step::Ends(Ran::Fails(kind));
                }
                Event::Assume { condition, .. } if condition == Term::FALSE => {
                    return Step::Ends(Ran::Ends(Ends::Dropped));
                }
                _ => return Step::Ends(Ran::Unclear),
            }
        }
        match flow {
            Flow::Next if jumps => {
                let turn = self.recorder.trace.as_ref().and_then(|it| it.last());
                let target = turn.map_or(0, |turn| turn.target);
                let block = point.block;
                Step::Next(Some(Edge { block, target }))
            }
            Flow::Next => Step::Next(None),
            Flow::End(End::Exit(status)) => Step::Ends(Ran::Ends(Ends::Exits(status))),
            Flow::End(End::Dropped) => Step::Ends(Ran::Ends(Ends::Dropped)),
            _ => Step::Ends(Ran::Unclear),
        }
    }

    /// The result that the function at a stack depth is about to return.
    fn returns(&self, state: &State, depth: usize) -> Option<Option<Value>> {
        let frame = state.top();
        let func = &self.program.module().funcs[frame.func];
        let block = &func.blocks[frame.block];
        match &block.terminator {
            Terminator::Return(value)
                if state.frames.len() == depth && frame.inst == block.insts.len() =>
            {
                Some(value.map(|value| match value {
                    Operand::Local(local) => frame.regs[local.index()].clone(),
                    Operand::Const(id) => self.program.consts(frame.func)[id.index()].clone(),
                }))
            }
            _ => None,
        }
    }

    /// Whether the next instruction calls one of the user's functions by its name.
    fn calls(&self, state: &State) -> bool {
        let funcs = &self.program.module().funcs;
        let frame = state.top();
        let inst = funcs[frame.func].blocks[frame.block].insts.get(frame.inst);
        matches!(inst.map(|inst| &inst.op), Some(Op::Call(call)) if matches!(call.callee,
            Callee::Func(callee) if funcs[callee].user && !funcs[callee].is_declaration()))
    }

    /// Runs a piece from a state, which becomes the state at its end.
    fn piece(
        &mut self,
        pool: &mut Pool,
        state: &mut State,
        supply: &mut RandomSupply,
        piece: &Piece,
        segments: &mut Segments<'_>,
    ) -> Ran {
        let (depth, func) = (state.frames.len(), state.top().func);
        let body = match piece {
            Piece::Loop(id) => {
                let loops = segments.loops(func);
                Some((loops.loops()[*id].clone(), loops.clone()))
            }
            _ => None,
        };
        let mut taken = 0;
        for _ in 0..MAX_PIECE {
            if let Some(result) = self.returns(state, depth) {
                return Ran::Ends(Ends::Returns(result));
            }
            let before = state.frames.len();
            if *piece == Piece::Straight && before == depth && self.calls(state) {
                return Ran::Ends(Ends::Calls(state.point()));
            }
            let edge = match self.step(pool, state, supply) {
                Step::Ends(ran) => return ran,
                Step::Next(edge) => edge.filter(|_| before == depth),
            };
            let Some(edge) = edge else { continue };
            let here = state.point();
            taken += 1;
            let ends = match piece {
                Piece::Block | Piece::Straight => true,
                Piece::Path(edges) if edges[taken - 1] != edge => return Ran::Leaves,
                Piece::Path(edges) => taken == edges.len(),
                Piece::Loop(_) => body.as_ref().is_some_and(|(body, loops)| {
                    loops.with_header(here.block).is_some() || !body.contains(here.block)
                }),
            };
            if ends {
                return Ran::Ends(Ends::At(here));
            }
        }
        Ran::Unclear
    }
}

/// Compares pieces of a program, after applying `change` to their segments.
pub fn compare(
    program: &Program,
    settings: &Settings,
    rng: &mut SmallRng,
    change: &dyn Fn(&mut Segment),
) -> (Compared, Vec<Disagreement>) {
    let mut compared = Compared::default();
    let mut found = Vec::new();
    let mut pool = Pool::new();
    let mut state = State::new(program, &mut pool);
    let mut segments = Segments::new(program, settings.clone(), Limits::default());
    let recorder = Recorder::new(program.module());
    let mut run = Run {
        program,
        settings,
        recorder,
    };
    let mut inputs = <SmallRng as rand::SeedableRng>::from_rng(rng);
    let mut supply = RandomSupply::new(&mut inputs);
    let mut cuts = 0;
    for _ in 0..MAX_STEPS {
        let point = state.point();
        let header = segments.loops(point.func).with_header(point.block);
        let header = header.filter(|_| point.inst == 0);
        let likely = if header.is_some() { 0.3 } else { 0.02 };
        if cuts < MAX_CUTS && rng.random_bool(likely) {
            cuts += 1;
            let piece = match header {
                Some(header) if rng.random_bool(0.7) => Piece::Loop(header),
                _ if rng.random_bool(0.2) => Piece::Block,
                _ if rng.random_bool(0.25) => Piece::Straight,
                _ => walk(program, &mut run, &mut pool, &state, rng),
            };
            let cut = Cut {
                state: &state,
                piece,
                rng,
                change,
            };
            cut.compare(
                &mut run,
                &mut pool,
                &mut segments,
                &mut compared,
                &mut found,
            );
        }
        if let Step::Ends(_) = run.step(&mut pool, &mut state, &mut supply) {
            break;
        }
    }
    (compared, found)
}

/// A path of a few edges that a run takes, or any path.
fn walk(
    program: &Program,
    run: &mut Run<'_>,
    pool: &mut Pool,
    state: &State,
    rng: &mut SmallRng,
) -> Piece {
    let mut edges = Vec::new();
    let wanted = rng.random_range(1..6);
    if rng.random_bool(0.3) {
        let func = &program.module().funcs[state.top().func];
        let mut block = state.top().block;
        while edges.len() < wanted {
            let targets = func.blocks[block].terminator.targets();
            if targets.is_empty() {
                break;
            }
            let target = rng.random_range(0..targets.len());
            let edge = Edge {
                block,
                target: target as u32,
            };
            edges.push(edge);
            block = targets[target].block;
        }
    } else {
        let (mut state, depth) = (state.clone(), state.frames.len());
        let mut supply = RandomSupply::new(rng);
        for _ in 0..MAX_PIECE {
            let outermost = state.frames.len() == depth;
            if edges.len() == wanted || run.returns(&state, depth).is_some() {
                break;
            }
            match run.step(pool, &mut state, &mut supply) {
                Step::Next(Some(edge)) if outermost => edges.push(edge),
                Step::Next(_) => {}
                Step::Ends(_) => break,
            }
        }
    }
    match edges.is_empty() {
        true => Piece::Block,
        false => Piece::Path(edges),
    }
}

/// A piece at a point of a run.
struct Cut<'a> {
    state: &'a State,
    piece: Piece,
    rng: &'a mut SmallRng,
    change: &'a dyn Fn(&mut Segment),
}

impl Cut<'_> {
    fn compare(
        self,
        run: &mut Run<'_>,
        pool: &mut Pool,
        segments: &mut Segments<'_>,
        compared: &mut Compared,
        found: &mut Vec<Disagreement>,
    ) {
        let from_state = self.rng.random_bool(0.7);
        let entry = match from_state {
            true => Entry::State(self.state),
            false => Entry::Point(self.state.point()),
        };
        let segment = segments.execute(pool, entry, &self.piece);
        let mut segment = match segment {
            Ok(segment) => segment,
            Err(message) => return found.push(Disagreement::new("piece", message)),
        };
        (self.change)(&mut segment);
        compared.pieces += 1;
        compared.paths += segment.paths.len() as u64;
        compared.exact += segment.paths.iter().filter(|path| path.is_exact()).count() as u64;
        for inexact in segment.paths.iter().flat_map(|path| &path.inexact) {
            compared.reasons.insert(inexact.reason.detail.clone());
        }
        for number in 0..RUNS {
            let mut before = self.state.clone();
            if number > 0 {
                change_scalars(pool, &mut before, &segment, self.rng);
            }
            let mut after = before.clone();
            let mut supply = RandomSupply::new(self.rng);
            let ran = run.piece(pool, &mut after, &mut supply, &self.piece, segments);
            let inputs = supply.inputs;
            let experiment = Experiment {
                before: &before,
                after: &after,
                ran,
                inputs: &inputs,
                from_state,
            };
            compared.runs += 1;
            let predicted = compared.predicted;
            if let Err(detail) = experiment.check(pool, &segment, compared) {
                let place = run.program.module().describe(self.state.loc(run.program));
                let func = &run.program.module().funcs[segment.start.func].name;
                let detail = format!(
                    "{detail}; {:?} in `{func}` from {:?} ({place}), run {number}",
                    self.piece, segment.start
                );
                found.push(Disagreement::new("segment", detail));
                return;
            }
            compared.other_values += u64::from(number > 0) * (compared.predicted - predicted);
        }
    }
}

/// A random scalar; small values, values near the old one and the limits of the type are more
/// likely.
fn scalar(rng: &mut SmallRng, width: u32, old: u128) -> u128 {
    let ones = u128::MAX >> (128 - width.clamp(1, 128));
    let value = match rng.random_range(0..6) {
        0 | 1 => rng.random_range(0..8),
        2 => old.wrapping_add(rng.random_range(0..3)).wrapping_sub(1),
        3 => (ones >> 1).wrapping_add(rng.random_range(0..2)),
        4 => ones - rng.random_range(0..3).min(ones),
        _ => rng.random(),
    };
    value & ones
}

/// Another scalar of the same type.
fn other(rng: &mut SmallRng, value: &Value) -> Value {
    match value {
        Value::Bool(_) => Value::Bool(rng.random()),
        Value::Bits { width, bits } => Value::bits(*width, scalar(rng, *width, (*bits).into())),
        Value::Wide(wide) => Value::bits(wide.0, scalar(rng, wide.0, wide.1)),
        Value::Int(old) => Value::Int(match rng.random_range(0..4) {
            0 => i64::from(rng.random::<i32>()),
            1 => old.wrapping_add(rng.random_range(-2..=2)),
            _ => rng.random_range(-6..=12),
        }),
        other => other.clone(),
    }
}

/// Replaces some of the scalars for which the segment has symbols with other scalars.
fn change_scalars(pool: &mut Pool, state: &mut State, segment: &Segment, rng: &mut SmallRng) {
    let symbols = segment.paths.iter().flat_map(|path| &path.symbols);
    let slots: BTreeSet<Slot> = symbols.map(|(_, slot)| *slot).collect();
    for slot in slots {
        if rng.random_bool(0.3) {
            continue;
        }
        let cell = match slot {
            Slot::Register { local, .. } => {
                let regs = &mut state.top_mut().regs;
                let register = &mut regs[local.index()];
                *register = other(rng, register);
                continue;
            }
            Slot::Memory(cell) => cell,
        };
        let at = cell.offset as usize;
        let (object, layout) = state.heap.get_mut_and_layout(cell.object);
        match &mut object.content {
            Content::Cells(cells) => cells[at] = other(rng, &cells[at]),
            Content::Record(fields) => fields[at].1 = other(rng, &fields[at].1),
            Content::Bytes(bytes) => {
                let whole = scalar(rng, 8 * cell.parts as u32, 1).to_le_bytes();
                for (at, byte) in (at..bytes.len()).zip(&whole[..cell.parts as usize]) {
                    if bytes.is_scalar(pool, at) {
                        bytes.write_slice(&mut Scalars::new(pool, layout), at, &[*byte]);
                    }
                }
            }
            Content::Table(_) | Content::External => {}
        }
    }
}
