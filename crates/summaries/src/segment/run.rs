//! Executes all paths of a piece, one after another.

use super::{
    Assumption, Cell, Edge, Ends, Inexact, Member, Obligation, Piece, Segment, Segments, StackNeed,
    Start, Structure, name_of,
};
use crate::alone::Alone;
use crate::coverage::Mark;
use crate::machine::{Action, Choice, Event, Flow};
use crate::outcome::{End, Reason, ReasonKind};
use crate::path::{Cause, ProgramPoint, constrain};
use crate::state::{State, Taken};
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Callee, FailureKind, Op, Operand, Terminator};
use sheaf_term::{Pool, Term};
use std::ops::ControlFlow;
use std::rc::Rc;

/// An unfinished path through a piece.
#[derive(Clone)]
pub(super) struct Path {
    pub state: State,
    pub edges: Vec<Edge>,
    pub obligations: Vec<Obligation>,
    pub assumptions: Vec<Assumption>,
    pub accessed: Vec<Cell>,
    pub members: Vec<Member>,
    pub marks: Vec<Mark>,
    pub inexact: Vec<Inexact>,
    pub stack: StackNeed,
}

/// How a path continues.
enum Turn {
    /// It ends.
    Ends(Ends),
    /// It leaves the piece, or its guard is false.
    Vanishes,
    /// It forks; some children end at once.
    Forks(Vec<(Path, Option<Ends>)>),
}

/// Whether a path continues: it ends, or vanishes if there is no end.
type Goes = ControlFlow<Option<Ends>>;

/// The piece and its start.
pub(super) struct Work<'s> {
    pub start: &'s Start,
    piece: &'s Piece,
    pub structure: Rc<Structure>,
    /// Depth of the call stack at the start of the piece.
    pub depth: usize,
}

/// The kind of the next instruction, as far as non-local exits matter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Return,
    Terminator,
    Call,
    Other,
}

impl Path {
    fn new(start: &Start) -> Path {
        Path {
            state: start.state.clone(),
            edges: Vec::new(),
            obligations: Vec::new(),
            assumptions: Vec::new(),
            accessed: Vec::new(),
            members: Vec::new(),
            marks: Vec::new(),
            inexact: Vec::new(),
            stack: StackNeed::default(),
        }
    }

    /// Records something that is not expressed.
    pub fn leave_out(&mut self, reason: Reason) {
        let point = self.state.point();
        let inexact = Inexact { reason, point };
        if !self.inexact.contains(&inexact) {
            self.inexact.push(inexact);
        }
    }

    /// Records something that is not modelled.
    pub fn leave_out_because(&mut self, program: &crate::Program, detail: impl Into<String>) {
        let reason = Reason {
            kind: ReasonKind::UnmodelledOperation,
            detail: detail.into(),
            loc: self.state.loc(program),
        };
        self.leave_out(reason);
    }

    /// The end of a path that cannot continue for a reason.
    fn stop(&mut self, reason: Reason) -> Ends {
        self.leave_out(reason);
        Ends::Stops(self.state.point())
    }

    /// Adds a condition. Returns whether it may still be true.
    fn require(&mut self, pool: &mut Pool, condition: Term, cause: Cause) -> bool {
        let negated = pool.not(condition);
        if condition == Term::FALSE || self.state.constraints.contains(negated) {
            return false;
        }
        constrain(pool, &mut self.state, condition, cause);
        true
    }
}

impl Segments<'_> {
    /// Executes a piece.
    ///
    /// # Errors
    /// When the piece does not start there.
    pub fn run(
        &mut self,
        pool: &mut Pool,
        start: &Start,
        piece: &Piece,
    ) -> Result<Segment, String> {
        let work = Work {
            start,
            piece,
            structure: self.structure(start.point.func),
            depth: start.state.frames.len(),
        };
        work.check()?;
        let mut pending = vec![(Path::new(start), None)];
        let mut paths = Vec::new();
        while let Some((mut path, ends)) = pending.pop() {
            let turn = match ends {
                Some(ends) => Turn::Ends(ends),
                None if paths.len() + pending.len() >= self.limits.paths => {
                    let detail = format!("more than {} paths", self.limits.paths);
                    Turn::Ends(path.stop(self.limit(&path.state, ReasonKind::ForkLimit, detail)))
                }
                None => self.advance(pool, &work, &mut path),
            };
            match turn {
                Turn::Ends(ends) => paths.push(self.finish(pool, &work, path, ends)),
                Turn::Vanishes => {}
                Turn::Forks(paths) => pending.extend(paths.into_iter().rev()),
            }
        }
        let start = start.point;
        Ok(Segment { start, paths })
    }

    fn limit(&self, state: &State, kind: ReasonKind, detail: String) -> Reason {
        let loc = state.loc(self.program);
        Reason { kind, detail, loc }
    }

    /// A reason why a path cannot continue at the next instruction.
    fn obstacle(&self, work: &Work<'_>, state: &State) -> Option<Reason> {
        let limits = &self.limits;
        if state.instructions >= limits.instructions {
            let detail = format!("more than {} instructions", limits.instructions);
            return Some(self.limit(state, ReasonKind::InstructionLimit, detail));
        }
        if state.frames.len() > work.depth + limits.calls {
            let detail = format!("more than {} calls on the stack", limits.calls);
            return Some(self.limit(state, ReasonKind::DepthLimit, detail));
        }
        if state.frames.len() > work.depth {
            return None;
        }
        let frame = state.top();
        let func = &self.program.module().funcs[frame.func];
        let block = &func.blocks[frame.block];
        let mut unknown = None;
        let mut read = |operand: Operand| {
            if let Operand::Local(local) = operand
                && matches!(frame.regs[local.index()], Value::Uninitialized)
            {
                unknown = unknown.or(Some(local));
            }
        };
        match block.insts.get(frame.inst) {
            Some(inst) => inst.op.operands(&mut read),
            None => block.terminator.operands(&mut read),
        }
        let operation = |detail| Some(self.limit(state, ReasonKind::UnmodelledOperation, detail));
        if let Some(local) = unknown {
            let name = name_of(func, local);
            return operation(format!("the unknown value of `{name}`"));
        }
        let called = block.insts.get(frame.inst).map(|inst| &inst.op);
        match called {
            Some(Op::Call(call))
                if func.variadic && matches!(call.callee, Callee::Intrinsic(_)) =>
            {
                operation("variable arguments".to_string())
            }
            _ => None,
        }
    }

    /// Executes a path until it ends or forks.
    fn advance(&mut self, pool: &mut Pool, work: &Work<'_>, path: &mut Path) -> Turn {
        loop {
            if let Some(reason) = self.obstacle(work, &path.state) {
                return Turn::Ends(path.stop(reason));
            }
            if let Some(result) = self.returned(work, &path.state) {
                return Turn::Ends(Ends::Returns(result));
            }
            if *work.piece == Piece::Straight && self.calls(work, &path.state) {
                return Turn::Ends(Ends::Calls(path.state.point()));
            }
            if let ControlFlow::Break(turn) = self.step(pool, work, path) {
                return turn;
            }
        }
    }

    /// Executes one instruction of a path.
    fn step(&mut self, pool: &mut Pool, work: &Work<'_>, path: &mut Path) -> ControlFlow<Turn> {
        let before = (path.state.frames.len(), path.state.point());
        let objects = path.state.heap.len();
        let next = self.next(&path.state);
        let (flow, events) = self.run_machine(pool, work, path);
        if path.state.frames.len() > before.0 || path.state.heap.len() > objects {
            path.stack.join(&self.stack_need(work, &path.state));
        }
        for event in events {
            turn(self.handle(pool, path, event, before.1))?;
        }
        match flow {
            Flow::Choose(choices) => ControlFlow::Break(self.fork(pool, work, path, choices)),
            Flow::Next if jumped(before, next, &path.state) => {
                path.leave_out_because(self.program, "a jump to an earlier call");
                ControlFlow::Break(Turn::Ends(Ends::Stops(before.1)))
            }
            Flow::Next if before.0 == work.depth && next == Next::Terminator => {
                let taken = self.recorder.trace.as_ref().and_then(|trace| trace.last());
                let target = taken.map_or(0, |taken| taken.target);
                turn(self.cross(work, path, before.1.block, target))
            }
            Flow::Next => ControlFlow::Continue(()),
            flow => ControlFlow::Break(Turn::Ends(self.end(path, flow))),
        }
    }

    /// What a path needs of the stack at its current point.
    fn stack_need(&self, work: &Work<'_>, state: &State) -> StackNeed {
        let at_start = work.start.state.top().stack_objects.len();
        let frames = state.frames.iter().skip(work.depth.saturating_sub(1));
        let objects = frames.flat_map(|frame| frame.stack_objects.iter());
        let new = objects.skip(at_start);
        let bytes = new.map(|object| state.heap.get(*object).size.room());
        StackNeed {
            calls: state.frames.len().saturating_sub(work.depth),
            bytes: bytes.fold(0, u64::saturating_add),
            limit: self.settings.stack_frames,
        }
    }

    /// Executes one instruction in the stepper.
    fn run_machine(
        &mut self,
        pool: &mut Pool,
        work: &Work<'_>,
        path: &mut Path,
    ) -> (Flow, Vec<Event>) {
        let terms = self.limits.terms;
        self.recorder.trace = Some(Vec::new());
        self.recorder.log = Some(std::mem::take(&mut path.marks));
        // Without a state it is not known what tables hold.
        let members = work.start.from_state.then_some(&mut path.members);
        let stepped =
            self.alone(pool)
                .step(&mut path.state, Some(&mut path.accessed), members, terms);
        path.marks = self.recorder.log.take().unwrap_or_default();
        stepped
    }

    fn alone<'a>(&'a mut self, pool: &'a mut Pool) -> Alone<'a> {
        Alone {
            program: self.program,
            pool,
            settings: &self.settings,
            recorder: &mut self.recorder,
        }
    }

    /// The result of the piece's function, if it is about to return.
    fn returned(&self, work: &Work<'_>, state: &State) -> Option<Option<Value>> {
        let frame = state.top();
        let block = &self.program.module().funcs[frame.func].blocks[frame.block];
        if state.frames.len() > work.depth || frame.inst < block.insts.len() {
            return None;
        }
        let Terminator::Return(value) = &block.terminator else {
            return None;
        };
        let value = value.map(|value| crate::step::peek(self.program, frame, value).clone());
        Some(value)
    }

    /// Whether the next instruction calls one of the user's functions by its name.
    fn calls(&self, work: &Work<'_>, state: &State) -> bool {
        if state.frames.len() > work.depth {
            return false;
        }
        let (frame, module) = (state.top(), self.program.module());
        let inst = module.funcs[frame.func].blocks[frame.block]
            .insts
            .get(frame.inst);
        matches!(inst.map(|inst| &inst.op), Some(Op::Call(call)) if matches!(call.callee,
            Callee::Func(callee) if module.funcs[callee].user && !module.funcs[callee].is_declaration()))
    }

    fn next(&self, state: &State) -> Next {
        let frame = state.top();
        let block = &self.program.module().funcs[frame.func].blocks[frame.block];
        match (block.insts.get(frame.inst), &block.terminator) {
            (None, Terminator::Return(_)) => Next::Return,
            (None, _) => Next::Terminator,
            (Some(inst), _) if matches!(inst.op, Op::Call(_)) => Next::Call,
            _ => Next::Other,
        }
    }

    /// Processes an event; returns the end of the path, if it ends there.
    fn handle(&self, pool: &mut Pool, path: &mut Path, event: Event, point: ProgramPoint) -> Goes {
        match event {
            Event::Obligation {
                kind,
                fails,
                message,
                loc,
                ..
            } => {
                if kind.is_harmless() && !self.settings.counts(kind) {
                    return Goes::Continue(());
                }
                path.obligations.push(Obligation {
                    kind,
                    guard: path.state.constraints.clone(),
                    fails,
                    message,
                    loc,
                    point,
                });
                if fails == Term::TRUE {
                    return Goes::Break(Some(Ends::Fails));
                }
                let holds = pool.not(fails);
                match path.require(pool, holds, Cause::Obligation) {
                    true => Goes::Continue(()),
                    false => Goes::Break(Some(Ends::Fails)),
                }
            }
            Event::Assume { condition, .. } => {
                path.assumptions.push(Assumption { condition, point });
                match path.require(pool, condition, Cause::Assumption) {
                    true => Goes::Continue(()),
                    false => Goes::Break(Some(Ends::Dropped)),
                }
            }
            Event::Beyond { met, reason } => {
                path.leave_out(reason);
                let within = pool.not(met);
                match path.require(pool, within, Cause::Assumption) {
                    true => Goes::Continue(()),
                    false => Goes::Break(Some(Ends::Stops(point))),
                }
            }
            Event::Defined { loc, .. } => {
                if self.settings.counts(FailureKind::Uninitialized) {
                    path.leave_out(Reason {
                        kind: ReasonKind::UnmodelledOperation,
                        detail: "uninitialized memory".to_string(),
                        loc,
                    });
                }
                Goes::Continue(())
            }
            Event::Settled { reason, .. } | Event::LeftOut(reason) => {
                path.leave_out(reason);
                Goes::Continue(())
            }
        }
    }

    /// The alternatives of a path.
    fn fork(
        &mut self,
        pool: &mut Pool,
        work: &Work<'_>,
        path: &mut Path,
        choices: Vec<Choice>,
    ) -> Turn {
        let (alternatives, before) = (choices.len(), path.state.point());
        let outermost = path.state.frames.len() == work.depth;
        let mut children = Vec::new();
        for (number, choice) in choices.into_iter().enumerate() {
            let mut child = path.clone();
            child
                .state
                .decide(Taken::Alternative(number as u32), alternatives);
            if !child.require(pool, choice.guard, Cause::Edge) {
                continue;
            }
            self.recorder.log = Some(std::mem::take(&mut child.marks));
            self.alone(pool).apply(&mut child.state, &choice.action);
            child.marks = self.recorder.log.take().unwrap_or_default();
            match choice.action {
                Action::Edge(target) if outermost => {
                    children.push((child, Some((before.block, target as u32))));
                }
                _ => children.push((child, None)),
            }
        }
        let mut paths = Vec::new();
        for (mut child, crossed) in children {
            let goes = match crossed {
                Some((block, target)) => self.cross(work, &mut child, block, target),
                None => Goes::Continue(()),
            };
            match goes {
                Goes::Break(None) => {}
                Goes::Continue(()) => paths.push((child, None)),
                Goes::Break(ends) => paths.push((child, ends)),
            }
        }
        Turn::Forks(paths)
    }

    /// Processes an edge of the piece's function.
    fn cross(&self, work: &Work<'_>, path: &mut Path, block: BlockId, target: u32) -> Goes {
        let edge = Edge { block, target };
        let (here, entered) = (path.state.point(), path.state.top().block);
        let again = entered == work.start.point.block
            || path.edges.iter().any(|taken| taken.block == entered);
        path.edges.push(edge);
        let at = Goes::Break(Some(Ends::At(here)));
        let body = match work.piece {
            Piece::Block | Piece::Straight => return at,
            Piece::Path(edges) => {
                let taken = path.edges.len();
                return match edges.get(taken - 1) == Some(&edge) {
                    false => Goes::Break(None),
                    true if taken == edges.len() => at,
                    true => Goes::Continue(()),
                };
            }
            Piece::Loop(body) => &work.structure.loops.loops()[*body],
        };
        let is_header = work.structure.loops.with_header(entered).is_some();
        if is_header || !body.contains(entered) {
            return at;
        }
        if !again {
            return Goes::Continue(());
        }
        path.leave_out_because(self.program, "an irreducible loop");
        Goes::Break(Some(Ends::Stops(here)))
    }

    /// The end of a path that the stepper does not continue.
    fn end(&self, path: &mut Path, flow: Flow) -> Ends {
        let detail = match flow {
            Flow::End(End::Exit(status)) => {
                // Leak detection depends on all existing pointers.
                if self.settings.counts(FailureKind::Leak) {
                    path.leave_out_because(self.program, "leak detection");
                }
                return Ends::Exits(status);
            }
            Flow::End(End::Failed(_)) => return Ends::Fails,
            Flow::End(End::Dropped) => return Ends::Dropped,
            Flow::End(End::Unmodelled(reason) | End::Limit(reason)) => return path.stop(reason),
            Flow::End(End::OutOfInputs(name)) => format!("the input `{name}`"),
            Flow::Bound(_) => "a number whose bounds must be known".to_string(),
            Flow::Concretize(..) | Flow::Next | Flow::Choose(_) => {
                "a value that must be concrete".to_string()
            }
        };
        path.leave_out_because(self.program, detail);
        Ends::Stops(path.state.point())
    }
}

/// Converts the result of a step.
fn turn(goes: Goes) -> ControlFlow<Turn> {
    match goes {
        Goes::Continue(()) => ControlFlow::Continue(()),
        Goes::Break(Some(ends)) => ControlFlow::Break(Turn::Ends(ends)),
        Goes::Break(None) => ControlFlow::Break(Turn::Vanishes),
    }
}

/// Whether the path has reached its next instruction by a library function such as `longjmp`.
fn jumped((depth, point): (usize, ProgramPoint), next: Next, state: &State) -> bool {
    let now = state.point();
    match next {
        Next::Return | Next::Terminator => false,
        _ if state.frames.len() > depth => next != Next::Call,
        _ if state.frames.len() < depth => true,
        _ => (now.block, now.func) != (point.block, point.func) || now.inst > point.inst + 1,
    }
}

impl Work<'_> {
    /// Checks that the piece starts at the start.
    fn check(&self) -> Result<(), String> {
        let point = self.start.point;
        match self.piece {
            Piece::Block | Piece::Straight => Ok(()),
            Piece::Path(edges) => match edges.first() {
                Some(first) if first.block == point.block => Ok(()),
                Some(_) => Err("the path does not begin in the block of the start".to_string()),
                None => Err("a path has at least one edge".to_string()),
            },
            Piece::Loop(body) => match self.structure.loops.loops()[*body].contains(point.block) {
                true => Ok(()),
                false => Err("the start is not in the loop".to_string()),
            },
        }
    }
}
