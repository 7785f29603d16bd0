//! Operations that a front end's library models supply to the engine.
//!
//! An intrinsic is a function on the [`Machine`]: it reads and writes the state of the path that
//! called it, adds obligations and assumptions, and says by its [`Effect`] what comes next. Like
//! every instruction, it decides nothing: it never forks and never asks the solver.
//!
//! An argument may be a union, of pointers always, of scalars with value summaries: an intrinsic
//! works on it by [`Machine::lift`], on its [`Value::fold`], or asks for its members by
//! [`Effect::NeedConcrete`].

use crate::machine::{Machine, Stop};
use crate::value::Value;
use sheaf_ir::FailureKind;

/// What an intrinsic's call does after it has changed the state.
pub enum Effect {
    /// Goes on, with this result if the call has one.
    Return(Option<Value>),
    /// Calls a function of the program in place of this call; its result becomes the call's result.
    Call(Value, Vec<Value>),
    /// Throws this value.
    Throw(Value),
    /// Ends the program with this status.
    Exit(Value),
    /// Cannot go on before the argument at this position is concrete. The explorer tries its values
    /// one by one (a union's members first), and each is a call of its own; nothing may have been
    /// changed before this is returned.
    NeedConcrete(usize),
    /// Fails.
    Fail(FailureKind, String),
    /// Ends the path as one that is not modelled; the text names what is missing.
    Unmodelled(String),
    /// Drops the path: the program asked for it.
    Drop,
    /// What a method of the machine has refused.
    Stop(Stop),
}

impl From<Stop> for Effect {
    fn from(stop: Stop) -> Effect {
        Effect::Stop(stop)
    }
}

/// A named intrinsic.
#[derive(Clone, Copy)]
pub struct Intrinsic {
    /// The name by which the IR calls it.
    pub name: &'static str,
    /// What it does with these arguments.
    pub run: fn(&mut Machine<'_>, &[Value]) -> Effect,
    /// Whether what it does depends on its arguments and on constants alone, inputs that it asks
    /// for aside, and changes nothing in memory.
    pub is_local: bool,
}
