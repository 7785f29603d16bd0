//! Entries of tables: results of functions on given strings and numbers.
//!
//! The function runs on its own, on objects that hold just the arguments. That shows whether an entry
//! depends on them only: a run that reads other variable memory, has an effect or needs a decision
//! gives no entry; nor does one that needs much of the stack, of which a call may have less.

use crate::coverage::Recorder;
use crate::machine::{Flow, Machine, Settings};
use crate::memory::{Bytes, Content, Life, Object, Size, Storage};
use crate::program::Program;
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashMap;
use sheaf_ir::index::Idx;
use sheaf_ir::{Element, FuncId};
use sheaf_term::Pool;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Instructions of a run, beyond which there is no entry.
    MAX_STEPS: usize = 1 << 16, 1 => 1 << 20, "instructions";
    /// Entries that are kept.
    MAX_KEPT: usize = 1 << 18, 1 => 1 << 20, "entries";
}

/// The frames that a run may have, and the bytes of its local objects.
pub const ENTRY_STACK: (usize, u64) = (32, 1 << 14);

/// An argument of a run.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Argument {
    /// A pointer to these bytes.
    Bytes(Rc<[u8]>),
    /// A number or a null pointer.
    Plain(Value),
}

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Answer {
    /// A number or a null pointer.
    Plain(Value),
    /// A pointer into the argument at this position, to this offset.
    Into(usize, u64),
}

/// The entries that are known.
#[derive(Default)]
pub(super) struct Entries {
    known: FxHashMap<(FuncId, Vec<Argument>), Option<Answer>>,
    scratch: Option<Scratch>,
}

/// What runs start from.
struct Scratch {
    pool: Pool,
    settings: Settings,
    recorder: Recorder,
    start: State,
}

impl std::fmt::Debug for Entries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} entries", self.known.len())
    }
}

impl Entries {
    /// The result of a function, which must have a parameter; `None` if there is no entry.
    pub(super) fn answer(
        &mut self,
        program: &Program,
        settings: &Settings,
        func: FuncId,
        args: Vec<Argument>,
    ) -> Option<Answer> {
        let key = (func, args);
        if let Some(answer) = self.known.get(&key) {
            return answer.clone();
        }
        let scratch = self
            .scratch
            .get_or_insert_with(|| Scratch::new(program, settings));
        let answer = scratch.run(program, func, &key.1);
        if self.known.len() >= MAX_KEPT.get() {
            self.known.clear();
        }
        self.known.insert(key, answer.clone());
        answer
    }
}

impl Scratch {
    fn new(program: &Program, settings: &Settings) -> Scratch {
        let mut pool = Pool::new();
        let mut start = State::new(program, &mut pool);
        start.frames.clear();
        Scratch {
            pool,
            settings: settings.without_index(),
            recorder: Recorder::new(program.module()),
            start,
        }
    }

    fn run(&mut self, program: &Program, func: FuncId, args: &[Argument]) -> Option<Answer> {
        let mut state = self.start.clone();
        let mut objects = Vec::with_capacity(args.len());
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let (object, value) = match arg {
                Argument::Plain(value) => (ObjectId::NONE, value.clone()),
                Argument::Bytes(bytes) => {
                    let object = state.heap.add(constant(bytes), 1);
                    (object, Value::Ptr { object, offset: 0 })
                }
            };
            objects.push(object);
            values.push(value);
        }
        let before = state.heap.clone();
        // The caller's frame is a second one of the function, which receives the result.
        let receives = *program.module().funcs[func].params.first()?;
        let caller = Frame::new(program, func, values.clone(), None);
        let frame = Frame::new(program, func, values, Some(receives));
        state.frames.extend([Rc::new(caller), Rc::new(frame)]);
        let (pool, recorder) = (&mut self.pool, &mut self.recorder);
        let mut machine = Machine::new(program, pool, &mut state, &self.settings, recorder);
        machine.accessed = Some(Vec::new());
        for _ in 0..MAX_STEPS.get() {
            match machine.step() {
                Flow::Next if machine.events.is_empty() => {}
                _ => return None,
            }
            let used = (machine.state.frames.len() - 1, machine.state.stack_room());
            if used.0 > ENTRY_STACK.0 || used.1 > ENTRY_STACK.1 {
                return None;
            }
            if machine.state.frames.len() == 1 {
                break;
            }
        }
        let accessed = machine.accessed.take().unwrap_or_default();
        let is_variable = |object: ObjectId| {
            let found = before.find(object);
            found.is_some_and(|object| !object.storage.is_read_only())
        };
        let depends = accessed.iter().any(|cell| is_variable(cell.object));
        let has_effect = !state.heap.extends(&before) || !state.inputs.is_empty();
        if state.frames.len() != 1 || depends || has_effect {
            return None;
        }
        let result = &state.top().regs[receives.index()];
        let found = |object: &ObjectId| objects.iter().position(|other| other == object);
        match result {
            null if *null == Value::NULL => Some(Answer::Plain(Value::NULL)),
            Value::Bits { .. } | Value::Wide(_) | Value::Bool(_) => {
                Some(Answer::Plain(result.clone()))
            }
            Value::Ptr { object, offset } if *object != ObjectId::NONE => {
                Some(Answer::Into(found(object)?, *offset))
            }
            _ => None,
        }
    }
}

/// An object that holds just these bytes.
fn constant(bytes: &[u8]) -> Object {
    Object {
        size: Size::Known(bytes.len() as u64),
        storage: Storage::Constant,
        element: Element::BYTE,
        loc: None,
        life: Life::Alive,
        begun: 0,
        ended: u32::MAX,
        content: Content::Bytes(Bytes::concrete(bytes.to_vec())),
        unexplored: Vec::new(),
    }
}
