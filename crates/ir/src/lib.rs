//! The program representation of Sheaf: typed functions of blocks with parameters, in SSA form.
//!
//! Front ends lower to it, the engine executes it, and nothing here depends on symbolic values. A
//! module has a textual form ([`text`]) that prints and parses to the same module, a verifier
//! ([`verify`]) that states and checks the invariants, and the analyses that explorers need
//! ([`analysis`]).

pub mod analysis;
pub mod behaviour;
pub mod build;
mod declared;
pub mod dynamic;
mod element;
pub mod failure;
mod fingerprint;
pub mod goal;
pub mod index;
pub mod module;
pub mod op;
mod role;
pub mod text;
pub mod types;
pub mod undefined;
mod unroll;
pub mod verify;

pub use behaviour::{Behaviour, Behaviours, Continues, Gives, Reach};
pub use declared::{Declared, DeclaredMember, Form};
pub use dynamic::{DynamicOp, Kind, Unit};
pub use element::Element;
pub use failure::FailureKind;
pub use fingerprint::Fingerprint;
pub use goal::{Goal, Place};
pub use index::IndexVec;
pub use module::{
    Block, BlockId, Const, ConstId, FileId, Func, FuncId, Global, GlobalId, Init, Inst, Loc, LocId,
    Local, LocalInfo, Module, Name, NameId, ProgramPoint, Reloc,
};
pub use op::{
    Alloc, BinaryClass, BinaryOp, Call, Callee, Case, CastOp, CompareOp, Flags, Op, Operand,
    Region, Switch, Target, Terminator, UnaryOp,
};
pub use role::Role;
pub use types::{FloatKind, Type};
pub use unroll::bound_loops;
