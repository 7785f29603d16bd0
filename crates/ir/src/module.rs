//! Modules, functions, blocks and constants.

use crate::declared::Declared;
use crate::define_index;
use crate::dynamic::Unit;
use crate::element::Element;
use crate::index::IndexVec;
use crate::op::{Op, Terminator};
use crate::role::Role;
use crate::types::{FloatKind, Type};
use num_bigint::BigInt;
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

/// A place in the source; line and column count from 1, 0 where unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc {
    /// The file.
    pub file: FileId,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// Size of a pointer in bytes.
    pub pointer_bytes: u64,
    /// The functions; names are distinct.
    pub funcs: IndexVec<FuncId, Func>,
    /// The global objects; names are distinct.
    pub globals: IndexVec<GlobalId, Global>,
    /// Source files, as the user would name them.
    pub files: IndexVec<FileId, Name>,
    /// Places in the source.
    pub locs: IndexVec<LocId, Loc>,
    /// Interned names, each once.
    pub names: IndexVec<NameId, Name>,
    /// Where the program starts.
    pub entry: Option<FuncId>,
    /// What its inputs are limited to, for people: `arrays of up to 4 elements`.
    pub bounds: Vec<Name>,
    /// How inputs are declared in the source, by name, as far as the front end knows; `None` where
    /// several of one name differ. The text form does not hold it.
    pub inputs: BTreeMap<Name, Option<Declared>>,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Func {
    /// Its name.
    pub name: Name,
    /// Its parameters, in order; each is one of `locals`.
    pub params: Vec<Local>,
    /// The type of its result, if it has one.
    pub result: Option<Type>,
    /// Whether it takes further arguments.
    pub variadic: bool,
    /// Its values.
    pub locals: IndexVec<Local, LocalInfo>,
    /// Its constants.
    pub consts: IndexVec<ConstId, Const>,
    /// Its blocks; empty if the function is only declared, and then a call of it is reported as
    /// unmodelled.
    pub blocks: IndexVec<BlockId, Block>,
    /// Whether it is the user's (true) or belongs to the library models, whose lines count for no
    /// coverage.
    pub user: bool,
    /// Where it is defined.
    pub loc: Option<LocId>,
}

/// What is known of a local.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalInfo {
    /// Its type.
    pub ty: Type,
    /// The variable it stands for, where the front end knows.
    pub name: Option<Name>,
}

/// A block: parameters, straight-line instructions, a terminator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Values that the jumps to it supply.
    pub params: Vec<Local>,
    /// Executed in order.
    pub insts: Vec<Inst>,
    /// What comes next.
    pub terminator: Terminator,
    /// Place of the terminator.
    pub loc: Option<LocId>,
    /// What it is to a condition of the source, where the front end knows.
    pub role: Option<Role>,
}

/// A program point: before an instruction of a block, or before its terminator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProgramPoint {
    /// The function.
    pub func: FuncId,
    /// The block.
    pub block: BlockId,
    /// The number of the instruction; as many as there are means the terminator.
    pub inst: u32,
}

impl ProgramPoint {
    /// Where it is in the source.
    pub fn loc(self, module: &Module) -> Option<LocId> {
        let block = &module.funcs[self.func].blocks[self.block];
        match block.insts.get(self.inst as usize) {
            Some(inst) => inst.loc,
            None => block.loc,
        }
    }
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    /// The local it defines, if any.
    pub result: Option<Local>,
    /// What it does.
    pub op: Op,
    /// Its place in the source.
    pub loc: Option<LocId>,
}

/// A constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// A truth value.
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
    /// A value that is one of a kind.
    Unit(Unit),
    /// A string.
    Str(Box<[u16]>),
    /// A pointer into a global.
    Global(GlobalId, i64),
    /// A function.
    Func(FuncId),
    /// An indeterminate value of a type; a fresh one at each execution.
    Uninitialized(Type),
    /// A tuple.
    Tuple(Box<[Const]>),
}

/// A global byte object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// Its name.
    pub name: Name,
    /// Its size in bytes.
    pub bytes: u64,
    /// Alignment of its address in bytes.
    pub align: u32,
    /// Whether writing to it is an error.
    pub constant: bool,
    /// As in [`crate::Alloc`].
    pub element: Element,
    /// Its content at the start.
    pub init: Init,
}

/// The initial content of a global.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Init {
    /// All bytes zero.
    Zero,
    /// These bytes (as many as the object has), and over them these pointers, in ascending order of
    /// offset.
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
#[derive(Clone, PartialEq, Eq, Debug)]
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

    /// How an input is declared in the source, if that is known.
    pub fn declared(&self, input: &str) -> Option<&Declared> {
        self.inputs.get(input)?.as_ref()
    }

    /// Notes how an input is declared. Where several of one name differ, nothing is known.
    pub fn declare_input(&mut self, input: &str, declared: Option<Declared>) {
        match self.inputs.get_mut(input) {
            Some(known) if *known != declared => *known = None,
            Some(_) => {}
            None => {
                self.inputs.insert(input.into(), declared);
            }
        }
    }

    /// A source place as `file:line:column`, or `?` where unknown.
    pub fn describe(&self, loc: Option<LocId>) -> String {
        match loc.map(|id| self.locs[id]) {
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

    /// The type of an operand.
    pub fn type_of(&self, operand: crate::op::Operand) -> Type {
        match operand {
            crate::op::Operand::Local(local) => self.locals[local].ty.clone(),
            crate::op::Operand::Const(id) => self.consts[id].ty(),
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
