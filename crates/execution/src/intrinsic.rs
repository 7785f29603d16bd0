//! Operations that a front end's library models add to the engine.
//!
//! An intrinsic is a function on the [`Machine`]: it reads and writes the state of the calling
//! path, adds obligations and assumptions, and returns an [`Effect`]. Like instructions, intrinsics
//! make no decisions: they never fork and never ask the solver.
//!
//! An argument may be a union: pointers always, scalars with value summaries. An intrinsic handles
//! it with [`Machine::lift`], with [`Value::fold`], or requests a single member by
//! [`Effect::NeedConcrete`].

use crate::machine::{Machine, Stop};
pub use crate::step::Known;
use crate::value::Value;
use sheaf_ir::{Behaviour, FailureKind, FuncId};

/// The result of an intrinsic's call, after it has changed the state.
pub enum Effect {
    /// Continues, with this result if the call has one.
    Return(Option<Value>),
    /// Calls a function of the program in place of this call; its result becomes the call's result.
    Call(Value, Vec<Value>),
    /// Throws this value.
    Throw(Value),
    /// Ends the program with this status.
    Exit(Value),
    /// Needs the argument at this position to be concrete. The explorer enumerates its values (a
    /// union's members first), and calls again with each; the intrinsic must not have changed
    /// anything before it returns this.
    NeedConcrete(usize),
    /// Fails.
    Fail(FailureKind, String),
    /// Ends the path as not modelled; the string names the missing feature.
    Unmodelled(String),
    /// Drops the path at the request of the program.
    Drop,
    /// An error of a method of the machine.
    Stop(Stop),
}

impl From<Stop> for Effect {
    fn from(stop: Stop) -> Effect {
        Effect::Stop(stop)
    }
}

/// What a call returns, if that is known without a term or a decision; else it changes nothing.
pub type QuickValue = fn(Known<'_>, &[&Value]) -> Option<Value>;

/// The same for a truth value.
pub type QuickTruth = fn(Known<'_>, &[&Value]) -> Option<bool>;

/// A shorter way of an intrinsic. A word or a truth value is returned in registers of the
/// processor.
#[derive(Clone, Copy)]
pub enum Quick {
    /// One that returns any value.
    Value(QuickValue),
    /// One that returns a word of this width.
    Word(u32, fn(&[&Value]) -> Option<u64>),
    /// One that returns a truth value.
    Truth(QuickTruth),
}

/// What a call does, if that is known without a term or a decision; else it changes nothing.
pub type QuickCall = fn(Known<'_>, &[&Value]) -> Option<Called>;

/// What a call does.
pub enum Called {
    /// It returns this.
    Returned(Value),
    /// It enters a function, and has changed nothing.
    Entered(Entered),
}

/// The maximum number of first arguments of [`Entered`].
pub const MAX_FIRST: usize = 3;

/// A function that is called, and what its parameters receive: some arguments of the call by their
/// positions, then those from a position on, then undefined.
pub struct Entered {
    /// The function.
    pub func: FuncId,
    /// The positions of the first arguments.
    pub first: First,
    /// The position of the next one.
    pub rest: usize,
}

/// Positions of arguments; `None` for undefined.
#[derive(Clone, Copy, Default)]
pub struct First {
    positions: [Option<u8>; MAX_FIRST],
    count: usize,
}

impl First {
    /// The first of these positions, so many.
    pub fn new(positions: [Option<u8>; MAX_FIRST], count: usize) -> First {
        First { positions, count }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl Entered {
    /// The position of the argument for a parameter, unless that is undefined. There may be no
    /// argument at it.
    #[inline(always)]
    pub fn position(&self, parameter: usize) -> Option<usize> {
        match parameter.checked_sub(self.first.count) {
            None => self.first.positions[parameter].map(usize::from),
            Some(next) => Some(self.rest + next),
        }
    }
}

/// A named intrinsic.
#[derive(Clone, Copy)]
pub struct Intrinsic {
    /// The name by which the IR calls it.
    pub name: &'static str,
    /// Its implementation.
    pub run: fn(&mut Machine<'_>, &[Value]) -> Effect,
    /// What it may do.
    pub behaviour: Behaviour,
    /// What [`Intrinsic::run`], or the function that it calls, returns for known arguments and
    /// objects; `None` for all others. A shorter way for concrete execution.
    pub quick: Option<Quick>,
    /// The same if it may also return an [`Effect::Call`].
    pub quick_call: Option<QuickCall>,
}
