//! Modules, functions, blocks and constants.

use crate::declared::Declared;
use crate::define_index;
use crate::dynamic::Unit;
use crate::element::Element;
use crate::index::IndexVec;
use crate::op::{Op, Operand, Terminator};
use crate::role::Role;
use crate::types::{FloatKind, Type};
use num_bigint::BigInt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

define_index!(/// A function of a module.
    FuncId);
define_index!(/// A global byte object of a module.
    GlobalId);
define_index!(/// A block of a function; block 0 is where it starts.
    BlockId);
define_index!(/// A value of a function, defined once: by a parameter, a block parameter or an instruction.
    Local);
define_index!(/// A constant of a function.
    ConstId);
define_index!(/// A place in the source.
    LocId);
define_index!(/// A source file.
    FileId);
define_index!(/// An interned name: an intrinsic, a field, an input, a message.
    NameId);

/// An interned string.
pub type Name = Box<str>;

/// A source location; line and column count from 1, 0 if unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc {
    /// In the table of files of the module.
    pub file: FileId,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in bytes.
    pub column: u32,
}

/// A program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Module {
    /// Size of a pointer in bytes.
    pub pointer_bytes: u64,
    /// The functions; names are distinct.
    pub funcs: IndexVec<FuncId, Func>,
    /// The global objects; names are distinct.
    pub globals: IndexVec<GlobalId, Global>,
    /// Source files, as the user would name them.
    pub files: IndexVec<FileId, Name>,
    /// Source locations.
    pub locs: IndexVec<LocId, Loc>,
    /// Interned names, without duplicates.
    pub names: IndexVec<NameId, Name>,
    /// The entry function.
    pub entry: Option<FuncId>,
    /// The bounds of its inputs, as text: `arrays of up to 4 elements`.
    pub bounds: Vec<Name>,
    /// Source declarations of inputs by name, as far as the front end knows them; `None` if several
    /// inputs of one name differ. The textual form does not contain them.
    pub inputs: BTreeMap<Name, Option<Declared>>,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Func {
    /// As the linker sees it.
    pub name: Name,
    /// Its parameters, in order; each is one of `locals`.
    pub params: Vec<Local>,
    /// The type of its result, if it has one.
    pub result: Option<Type>,
    /// Whether it takes variable arguments.
    pub variadic: bool,
    /// Its values.
    pub locals: IndexVec<Local, LocalInfo>,
    /// Its constants.
    pub consts: IndexVec<ConstId, Const>,
    /// Its blocks; empty if the function is only declared, in which case a call of it is reported
    /// as unmodelled.
    pub blocks: IndexVec<BlockId, Block>,
    /// Whether it is the user's or belongs to the library models, whose lines do not count for
    /// coverage.
    pub user: bool,
    /// The location of its definition.
    pub loc: Option<LocId>,
}

/// Properties of a local.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LocalInfo {
    /// Its type.
    pub ty: Type,
    /// The source variable that it stands for, if known.
    pub name: Option<Name>,
}

/// A block: parameters, straight-line instructions, a terminator.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// Values that are supplied by the jumps to it.
    pub params: Vec<Local>,
    /// Executed in order.
    pub insts: Vec<Inst>,
    /// Where control goes at the end.
    pub terminator: Terminator,
    /// Location of the terminator.
    pub loc: Option<LocId>,
    /// Its role for a source condition, if known.
    pub role: Option<Role>,
}

/// A program point: before an instruction of a block, or before its terminator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ProgramPoint {
    /// The function.
    pub func: FuncId,
    /// In the function of the point.
    pub block: BlockId,
    /// The index of the instruction; the number of instructions denotes the terminator.
    pub inst: u32,
}

impl ProgramPoint {
    /// Its source location.
    pub fn loc(self, module: &Module) -> Option<LocId> {
        let block = &module.funcs[self.func].blocks[self.block];
        match block.insts.get(self.inst as usize) {
            Some(inst) => inst.loc,
            None => block.loc,
        }
    }
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Inst {
    /// The local it defines, if any.
    pub result: Option<Local>,
    /// Its operation.
    pub op: Op,
    /// Its source location.
    pub loc: Option<LocId>,
}

/// A constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// A boolean.
    Bool(bool),
    /// A machine integer; bits above the width are zero.
    Bits {
        /// Width in bits, 1 to 128.
        width: u32,
        /// The value, unsigned.
        value: u128,
    },
    /// An integer of any size.
    Int(BigInt),
    /// A float by its bit pattern.
    Float(FloatKind, u128),
    /// The null pointer.
    Null,
    /// A singleton value.
    Unit(Unit),
    /// A string.
    Str(Box<[u16]>),
    /// A pointer into a global.
    Global(GlobalId, i64),
    /// A function.
    Func(FuncId),
    /// An indeterminate value of a type; a fresh one at each execution.
    Uninitialized(Type),
    /// Of constants, as tuples of values.
    Tuple(Box<[Const]>),
}

/// A global byte object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Global {
    /// As the linker sees it.
    pub name: Name,
    /// Its size in bytes.
    pub bytes: u64,
    /// Alignment of its address in bytes.
    pub align: u32,
    /// Whether it is read-only.
    pub constant: bool,
    /// Whether only its content matters, so that a read-only one may have the address of another
    /// with the same bytes, as LLVM's `unnamed_addr`. String literals are such globals.
    pub unnamed_addr: bool,
    /// As in [`crate::Alloc`].
    pub element: Element,
    /// Its initial content.
    pub init: Init,
}

/// The initial content of a global.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Init {
    /// All bytes zero.
    Zero,
    /// These bytes (as many as the object has), with these pointers over them, in ascending order
    /// of offset.
    Data {
        /// The bytes; zero under pointers.
        bytes: Box<[u8]>,
        /// The pointers.
        relocs: Box<[Reloc]>,
    },
    /// Defined elsewhere: its content is unknown, and using it makes the verdict incomplete.
    External,
}

/// A pointer in the initial content of a global.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reloc {
    /// Offset in bytes.
    pub offset: u64,
    /// `Const::Global` or `Const::Func`.
    pub value: Const,
}

impl Module {
    /// An empty module for pointers of this size in bytes.
    pub fn new(pointer_bytes: u64) -> Self {
        Module {
            pointer_bytes,
            funcs: IndexVec::new(),
            globals: IndexVec::new(),
            files: IndexVec::new(),
            locs: IndexVec::new(),
            names: IndexVec::new(),
            entry: None,
            bounds: Vec::new(),
            inputs: BTreeMap::new(),
        }
    }

    /// The function with this name.
    pub fn func_named(&self, name: &str) -> Option<FuncId> {
        self.funcs
            .enumerate()
            .find(|(_, func)| &*func.name == name)
            .map(|(id, _)| id)
    }

    /// The source declaration of an input, if known.
    pub fn declared(&self, input: &str) -> Option<&Declared> {
        self.inputs.get(input)?.as_ref()
    }

    /// Records the source declaration of an input. If several inputs of one name differ, it is
    /// unknown.
    pub fn declare_input(&mut self, input: &str, declared: Option<Declared>) {
        match self.inputs.get_mut(input) {
            Some(known) if *known != declared => *known = None,
            Some(_) => {}
            None => {
                self.inputs.insert(input.into(), declared);
            }
        }
    }

    /// A source location as `file:line:column`, without a column that is not known, or `?`.
    pub fn describe(&self, loc: Option<LocId>) -> String {
        match loc.map(|id| self.locs[id]) {
            Some(loc) if loc.column == 0 => format!("{}:{}", self.files[loc.file], loc.line),
            Some(loc) => format!("{}:{}:{}", self.files[loc.file], loc.line, loc.column),
            None => "?".to_string(),
        }
    }
}

impl Func {
    /// Whether it has no body.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The locals in the order of their definitions: parameters, then block by block parameters and
    /// results.
    pub fn definitions(&self) -> impl Iterator<Item = Local> + '_ {
        self.params
            .iter()
            .copied()
            .chain(self.blocks.iter().flat_map(|block| {
                block
                    .params
                    .iter()
                    .copied()
                    .chain(block.insts.iter().filter_map(|inst| inst.result))
            }))
    }

    /// How often each local is read.
    pub fn uses(&self) -> IndexVec<Local, u32> {
        let mut uses: IndexVec<Local, u32> = self.locals.iter().map(|_| 0).collect();
        let mut count = |operand: Operand| {
            if let Operand::Local(local) = operand {
                uses[local] += 1;
            }
        };
        for block in self.blocks.iter() {
            block.insts.iter().for_each(|it| it.op.operands(&mut count));
            block.terminator.operands(&mut count);
        }
        uses
    }

    /// The type of an operand.
    pub fn type_of(&self, operand: Operand) -> Type {
        match operand {
            Operand::Local(local) => self.locals[local].ty.clone(),
            Operand::Const(id) => self.consts[id].ty(),
        }
    }
}

impl Const {
    /// The constant's type.
    pub fn ty(&self) -> Type {
        match self {
            Const::Bool(_) => Type::Bool,
            Const::Bits { width, .. } => Type::Bits(*width),
            Const::Int(_) => Type::Int,
            Const::Float(kind, _) => Type::Float(*kind),
            Const::Null | Const::Global(..) | Const::Func(_) => Type::Ptr,
            Const::Unit(_) => Type::Any,
            Const::Str(_) => Type::Str,
            Const::Uninitialized(ty) => ty.clone(),
            Const::Tuple(members) => Type::Tuple(members.iter().map(Const::ty).collect()),
        }
    }
}
