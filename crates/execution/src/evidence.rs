//! What a replay finds out about a failure: the calls that lead to it, the access that fails, and
//! where its object comes from.
//!
//! Only the replay of a failure takes notes, in a [`Notes`]; an exploration has none, and pays a
//! comparison where an obligation is added.

use crate::value::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use sheaf_ir::{FuncId, LocId, Local};
use sheaf_term::Symbol;
use std::rc::Rc;

/// Innermost calls of the user's functions that are kept of a long stack.
pub const INNER: usize = 32;

/// Outermost calls that are kept of a long stack.
pub const OUTER: usize = 8;

/// A function of the user's on the stack, and where it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Call {
    /// The function.
    pub func: FuncId,
    /// The place in it: of the call of the next function, or of the failure.
    pub loc: Option<LocId>,
    /// The function of the library that it calls there, if it does.
    pub library: Option<Box<str>>,
}

/// The user's functions on the stack, innermost first. Those of the library are left out.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Stack {
    /// The innermost ones.
    pub inner: Vec<Call>,
    /// The number of calls between these and the outermost ones.
    pub left_out: u64,
    /// The outermost ones, if others are left out.
    pub outer: Vec<Call>,
}

impl Stack {
    /// Whether it has no calls.
    pub fn is_empty(&self) -> bool {
        self.inner.is_empty()
    }
}

/// What an instruction does with an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Act {
    /// It reads it.
    Read,
    /// It writes it.
    Write,
    /// It frees it.
    Free,
    /// It uses a value that was read from it before, and never written.
    Use,
    /// It ends the program without freeing it.
    Lose,
}

/// What an object is in the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum What {
    /// A global variable.
    Global(Box<str>),
    /// A string literal.
    Literal,
    /// A local variable, or another allocation on the stack, of a function.
    Local(Option<Box<str>>, Option<FuncId>),
    /// An object of the library with an input of this name, such as an argument of the program.
    Input(Box<str>),
    /// An object on the heap.
    Heap,
    /// An array or a record of a language without addresses.
    Row,
}

/// The object of an access.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// What it is.
    pub what: What,
    /// Its size, in bytes or cells.
    pub size: Option<u64>,
    /// Bytes or cells from its start to the access.
    pub offset: Option<i64>,
    /// The calls that allocated it, if it is on the heap.
    pub allocated: Stack,
    /// The calls that freed it, if it was freed.
    pub freed: Stack,
}

/// The access that fails.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Access {
    /// What it does.
    pub act: Act,
    /// The number of bytes, if it has one.
    pub bytes: Option<u64>,
    /// The object; `None` if there is none.
    pub target: Option<Target>,
    /// The address, if there is no object.
    pub address: Option<u64>,
    /// The argument of the library's function that is the pointer, from 1 on.
    pub argument: Option<u32>,
}

/// What a replay finds out about a failure.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Evidence {
    /// The calls that lead to it.
    pub stack: Stack,
    /// The access that fails, if it is one.
    pub access: Option<Access>,
    /// For each input of the run, in order, the place in the user's code that reads it, if there is
    /// one.
    pub inputs: Vec<Option<Call>>,
}

/// An access that may fail.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// What it does.
    pub act: Act,
    /// The number of bytes, if it has a known one.
    pub bytes: Option<u64>,
    /// The object, or none.
    pub object: ObjectId,
    /// The offset in the object, or the address; `None` if it is not known.
    pub offset: Option<u64>,
}

/// Where an object comes from.
#[derive(Clone, Default, Debug)]
pub struct Origin {
    /// The function and the value that is the pointer to it.
    pub variable: Option<(FuncId, Option<Local>)>,
    /// The calls that allocated it.
    pub allocated: Rc<Stack>,
    /// The calls that freed it.
    pub freed: Rc<Stack>,
    /// The input that is its content.
    pub input: Option<Box<str>>,
}

/// What a replay remembers about objects, and about the failures of the current instruction.
#[derive(Default)]
pub struct Notes {
    /// Where objects come from.
    pub origins: FxHashMap<ObjectId, Origin>,
    /// Where the symbols of uninitialized memory were read.
    pub reads: FxHashMap<Symbol, Attempt>,
    /// The places where inputs were read.
    pub inputs: Vec<Option<Call>>,
    /// The evidence for obligations, by their positions among the events.
    pub failures: Vec<(usize, Evidence)>,
    /// Equal stacks are kept once.
    stacks: FxHashSet<Rc<Stack>>,
}

impl Notes {
    /// The evidence for the event at a position; the rest is dropped.
    pub fn take(&mut self, position: usize) -> Option<Evidence> {
        let mut found = std::mem::take(&mut self.failures).into_iter();
        found.find(|(at, _)| *at == position).map(|(_, it)| it)
    }

    /// A stack, shared with equal ones.
    pub fn share(&mut self, stack: Stack) -> Rc<Stack> {
        if let Some(known) = self.stacks.get(&stack) {
            return known.clone();
        }
        let stack = Rc::new(stack);
        self.stacks.insert(stack.clone());
        stack
    }
}
