//! The general value behind a table: all paths of a library function at once.
//!
//! The function is executed as usual, but all of its paths are followed here, and at each branch
//! the results of both sides are joined under the branch's condition. Nothing is asked of a solver:
//! a path that is infeasible contributes under a condition that is never true. What must not happen
//! on a path is an obligation of the call, under the path's condition. The calls that the function
//! makes itself are each followed in the same way, so that their paths do not multiply.

use super::Calls;
use super::content::Content;
use crate::machine::{Choice, Event, Flow, Machine, Stop};
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};
use sheaf_ir::index::Idx;
use sheaf_ir::{Call, Callee, FuncId, Local, Op as IrOp};
use sheaf_term::{Op, Pool, Term};
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Paths that a function may have. Beyond, the call is executed as usual.
    MAX_PATHS: usize = 128, 1 => 2048, "paths";
    /// Instructions on all paths of a function. Beyond, the call is executed as usual.
    MAX_STEPS: usize = 1 << 14, 1 => 1 << 18, "instructions";
}

/// The paths of a function so far.
struct Walk {
    paths: usize,
    steps: usize,
    events: Vec<Event>,
}

/// A path of the function.
struct Path {
    state: State,
    /// The state that called the function: the result is all that may change.
    before: Rc<State>,
    /// How many frames are left when the function returns, and where its result is then.
    returns_to: (usize, Option<Local>),
    guard: Term,
    /// Equalities between a term and a constant that its branches have established.
    known: Vec<(Term, Term)>,
}

/// Why there is no general value: the call has an effect, needs a decision that is no branch, or
/// has too many paths.
struct Refused;

impl Machine<'_> {
    /// The result of a call of a pure function, whose arguments have these contents, on all of its
    /// paths.
    ///
    /// # Errors
    /// At the limits of the exploration.
    pub(super) fn general_value(
        &mut self,
        calls: &Calls,
        (result, func, args): (Option<Local>, FuncId, &[Value]),
        contents: &[Content],
    ) -> Result<Option<Value>, Stop> {
        // Obligations are of the call, and what lies behind the contents is not in the key.
        let is_known = result.is_some() && contents.iter().all(Content::is_whole);
        let guard = self.pool.has_diagrams().then_some(self.state.guard);
        let key = is_known.then(|| (func, contents.to_vec(), guard));
        if let Some(key) = &key
            && let Some(value) = calls.values.borrow().get(key)
        {
            return Ok(Some(value.clone()));
        }
        let before = self.events.len();
        let value = self.joined_paths(result, func, args)?;
        if let (Some(key), Some(value)) = (key, &value)
            && self.events.len() == before
        {
            calls.values.borrow_mut().insert(key, value.clone());
        }
        Ok(value)
    }

    fn joined_paths(
        &mut self,
        result: Option<Local>,
        func: FuncId,
        args: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let before = Rc::new(self.state.clone());
        let path = Path {
            state: self.entered(self.state.clone(), func, args.to_vec(), result),
            before,
            returns_to: (self.state.frames.len(), result),
            guard: Term::TRUE,
            known: Vec::new(),
        };
        let mut walk = Walk {
            paths: 0,
            steps: 0,
            events: Vec::new(),
        };
        let value = self.follow(&mut walk, path);
        self.work += walk.steps as u64;
        self.afford(0)?;
        let Ok(value) = value else {
            return Ok(None);
        };
        self.events.extend(walk.events);
        // If no path returns, an obligation always fails.
        Ok(Some(value.unwrap_or(Value::Uninitialized)))
    }

    /// A state after it has entered a function.
    fn entered(
        &self,
        mut state: State,
        func: FuncId,
        args: Vec<Value>,
        result: Option<Local>,
    ) -> State {
        let frame = Frame::new(self.program, func, args, result);
        state.top_mut().inst += 1;
        state.frames.push(Rc::new(frame));
        state
    }

    /// The result on all paths from here on; `None` if none of them returns.
    fn follow(&mut self, walk: &mut Walk, mut path: Path) -> Result<Option<Value>, Refused> {
        loop {
            walk.steps += 1;
            if walk.steps > MAX_STEPS.get() {
                return Err(Refused);
            }
            if let Some((call, result)) = self.next_call(&path.state) {
                match self.follow_call(walk, &path, call, result)? {
                    Some(after) => path = after,
                    None => return Ok(None),
                }
                continue;
            }
            let (flow, events) = self.within(&mut path.state, |machine| {
                let flow = machine.step();
                (flow, std::mem::take(&mut machine.events))
            });
            for event in events {
                let (fails, event) = self.on_path(path.guard, event)?;
                walk.events.push(event);
                path.guard = self.without(path.guard, fails);
            }
            if path.guard == Term::FALSE {
                return Ok(None);
            }
            match flow {
                Flow::Next if path.state.frames.len() == path.returns_to.0 => {
                    return self.returned(walk, &path).map(Some);
                }
                Flow::Next => {}
                Flow::Choose(choices) => return self.branch(walk, &path, choices),
                Flow::Concretize(..) | Flow::Bound(_) | Flow::End(_) => return Err(Refused),
            }
        }
    }

    /// The call of a function of the library that a path is about to make.
    fn next_call(&self, state: &State) -> Option<(Call, Option<Local>)> {
        let program = self.program;
        let frame = state.top();
        let block = &program.module().funcs[frame.func].blocks[frame.block];
        let inst = block.insts.get(frame.inst)?;
        match &inst.op {
            IrOp::Call(call) if matches!(call.callee, Callee::Func(_)) && !call.catches => {
                Some(((**call).clone(), inst.result))
            }
            _ => None,
        }
    }

    /// A path after a call, with the result on all paths of the callee; `None` if none of them
    /// returns.
    fn follow_call(
        &mut self,
        walk: &mut Walk,
        path: &Path,
        call: Call,
        result: Option<Local>,
    ) -> Result<Option<Path>, Refused> {
        let Callee::Func(func) = call.callee else {
            return Err(Refused);
        };
        let is_deep = path.state.frames.len() >= self.settings.stack_frames;
        if is_deep || self.program.module().funcs[func].is_declaration() {
            return Err(Refused);
        }
        let mut state = path.state.clone();
        let args = self.within(&mut state, |machine| {
            let args = call.args.iter().map(|arg| machine.read(*arg));
            args.collect()
        });
        let callee = Path {
            returns_to: (state.frames.len(), result),
            state: self.entered(state.clone(), func, args, result),
            before: Rc::new(state.clone()),
            guard: path.guard,
            known: path.known.clone(),
        };
        let before = walk.events.len();
        let Some(value) = self.follow(walk, callee)? else {
            return Ok(None);
        };
        let mut guard = path.guard;
        for event in &walk.events[before..] {
            if let Event::Obligation { fails, .. } = event {
                guard = self.without(guard, *fails);
            }
        }
        let frame = state.top_mut();
        frame.inst += 1;
        if let Some(result) = result {
            frame.regs[result.index()] = value;
        }
        Ok(Some(Path {
            state,
            before: path.before.clone(),
            returns_to: path.returns_to,
            guard,
            known: path.known.clone(),
        }))
    }

    /// A guard without the part where something fails.
    fn without(&mut self, guard: Term, fails: Term) -> Term {
        let holds = self.pool.guard_not(fails);
        self.pool.guard_and(guard, holds)
    }

    /// The result of a path that has returned.
    fn returned(&mut self, walk: &mut Walk, path: &Path) -> Result<Value, Refused> {
        let (state, before) = (&path.state, &path.before);
        walk.paths += 1;
        let has_effect =
            state.inputs.len() != before.inputs.len() || !state.heap.extends(&before.heap);
        if has_effect || walk.paths > MAX_PATHS.get() {
            return Err(Refused);
        }
        let (_, result) = path.returns_to;
        let value = result.map(|local| state.top().regs[local.index()].clone());
        let value = value.unwrap_or(Value::Uninitialized);
        // Objects that the call has made are gone.
        let is_there = |it: &ObjectId| *it == ObjectId::NONE || before.heap.find(*it).is_some();
        match value.objects().iter().all(is_there) {
            true => Ok(value),
            false => Err(Refused),
        }
    }

    /// The results of all alternatives of a path as one value.
    fn branch(
        &mut self,
        walk: &mut Walk,
        path: &Path,
        choices: Vec<Choice>,
    ) -> Result<Option<Value>, Refused> {
        let mut joined: Option<Value> = None;
        for choice in choices.into_iter().rev() {
            let guard = self.pool.guard_and(path.guard, choice.guard);
            if self.contradicts(&path.known, guard, choice.guard) {
                continue;
            }
            let mut state = path.state.clone();
            self.within(&mut state, |machine| machine.apply(&choice.action));
            let mut known = path.known.clone();
            known.extend(equality(self.pool, choice.guard));
            let side = Path {
                state,
                before: path.before.clone(),
                returns_to: path.returns_to,
                guard,
                known,
            };
            joined = match (self.follow(walk, side)?, joined) {
                (Some(here), Some(other)) => {
                    Some(Value::ite(self.pool, choice.guard, &here, &other))
                }
                (here, other) => here.or(other),
            };
        }
        Ok(joined)
    }

    /// Whether a condition does not hold on a path that knows these equalities, as far as is known
    /// without a solver. `guard` is the path with the condition.
    fn contradicts(&mut self, known: &[(Term, Term)], guard: Term, condition: Term) -> bool {
        let pool = &mut *self.pool;
        if guard == Term::FALSE
            || pool.has_diagrams() && pool.guards_exclude(self.state.guard, guard)
        {
            return true;
        }
        let value_of = |term: Term| known.iter().find(|(other, _)| *other == term);
        if let Some((term, value)) = equality(pool, condition) {
            return value_of(term).is_some_and(|(_, known)| *known != value);
        }
        let other = pool.not(condition);
        let equality = equality(pool, other);
        equality
            .is_some_and(|(term, value)| value_of(term).is_some_and(|(_, known)| *known == value))
    }

    /// Does something on another state.
    fn within<T>(&mut self, state: &mut State, body: impl FnOnce(&mut Machine) -> T) -> T {
        let (program, settings) = (self.program, self.settings);
        let mut machine = Machine::new(program, self.pool, state, settings, self.coverage);
        machine.limit = self.limit;
        machine.accessed = self.accessed.take();
        let result = body(&mut machine);
        self.accessed = machine.accessed.take();
        result
    }

    /// An obligation under the condition of its path, and where it fails. Refused are other events,
    /// and failures after which the path continues.
    fn on_path(&mut self, guard: Term, event: Event) -> Result<(Term, Event), Refused> {
        match event {
            Event::Obligation {
                kind,
                fails,
                message,
                loc,
                func,
            } if !kind.is_harmless() => {
                let fails = self.pool.guard_and(guard, fails);
                let event = Event::Obligation {
                    kind,
                    fails,
                    message,
                    loc,
                    func,
                };
                Ok((fails, event))
            }
            _ => Err(Refused),
        }
    }
}

/// The term and the constant of which a condition says that they are equal.
fn equality(pool: &Pool, condition: Term) -> Option<(Term, Term)> {
    match (pool.op(condition), pool.args(condition)) {
        (Op::Eq, [a, b]) if pool.is_const(*b) => Some((*a, *b)),
        (Op::Eq, [a, b]) if pool.is_const(*a) => Some((*b, *a)),
        _ => None,
    }
}
