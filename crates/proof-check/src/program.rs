//! Programs, as the checker sees them: what `docs/certificate.md` says of the textual
//! representation, without what has no influence on a run.

use std::rc::Rc;

/// A value of a function, by number.
pub type Local = u32;

/// The type of a value, as far as a run depends on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// A machine integer of so many bits. A boolean is a bit.
    Bits(u32),
    /// A float, by the width of its pattern.
    Float(u32),
    /// A pointer.
    Ptr,
    /// A fixed number of values: a vector, several results.
    Tuple(Rc<[Type]>),
    /// A type that has no rules here.
    Other(Rc<str>),
}

/// A value that the program states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constant {
    /// A machine integer or a boolean.
    Bits(u32, u128),
    /// The pattern of a float.
    Float(u32, u128),
    /// The null pointer.
    Null,
    /// A global object with an offset in bytes.
    Global(usize, i64),
    /// The address of a function.
    Func(usize),
    /// An indeterminate value.
    Uninitialized(Type),
    /// As [`Type::Tuple`].
    Tuple(Rc<[Constant]>),
    /// A constant that has no rules here.
    Other(Rc<str>),
}

impl Constant {
    /// Its type.
    pub fn ty(&self) -> Type {
        match self {
            Constant::Bits(width, _) => Type::Bits(*width),
            Constant::Float(width, _) => Type::Float(*width),
            Constant::Null | Constant::Global(..) | Constant::Func(_) => Type::Ptr,
            Constant::Uninitialized(ty) => ty.clone(),
            Constant::Tuple(members) => Type::Tuple(members.iter().map(Constant::ty).collect()),
            Constant::Other(name) => Type::Other(name.clone()),
        }
    }
}

/// What an operation works on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A value computed earlier.
    Local(Local),
    /// Known before the program runs.
    Constant(Constant),
}

/// A place in the source: the number of its file, the line, the column.
pub type Place = (usize, u32, u32);

/// A function that is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// One of the program.
    Func(usize),
    /// The value of an operand.
    Value(Operand),
    /// A function of the library that is no part of the program.
    Intrinsic(Rc<str>),
}

/// An operation, by the words of the textual representation.
#[derive(Clone, Debug)]
pub enum Op {
    /// An operator on scalars, with its operands.
    Scalar(Rc<str>, Vec<Operand>),
    /// A sum, difference or product that must fit its signed type.
    Checked(Rc<str>, [Operand; 2]),
    /// The second if the first holds, else the third.
    Select([Operand; 3]),
    /// Makes a sequence of values.
    Tuple(Vec<Operand>),
    /// A member of a sequence.
    Extract(Operand, usize),
    /// A sequence with another member.
    Insert(Operand, usize, Operand),
    /// A new object.
    Alloc {
        /// Whether it dies when its function returns; otherwise it is on the heap.
        on_stack: bool,
        /// Its size in bytes.
        bytes: Operand,
        /// What its address is a multiple of.
        align: u64,
        /// Whether it is filled with zeros.
        zeroed: bool,
    },
    /// Ends an object of the heap.
    Free(Operand),
    /// `base + index * scale + displacement`.
    PtrAdd {
        /// Where the distance is added.
        base: Operand,
        /// The factor.
        index: Operand,
        /// Bytes for each unit of the factor.
        scale: i64,
        /// Further bytes.
        displacement: i64,
    },
    /// Reads memory.
    Load(Operand),
    /// Writes the second operand to memory.
    Store(Operand, Operand),
    /// Copies so many bytes from the second operand to the first.
    Copy {
        /// Destination, source, number of bytes.
        operands: [Operand; 3],
        /// Whether the ranges may overlap.
        may_overlap: bool,
    },
    /// Fills memory: destination, byte, number of bytes.
    Set([Operand; 3]),
    /// Calls with arguments; more than parameters only if the callee is variadic.
    Call(Callee, Vec<Operand>),
    /// Any value of the result's type.
    Input,
    /// Drops the paths on which an operand is false.
    Assume(Operand),
    /// Fails with this kind if an operand is false.
    Check(Operand, Rc<str>),
    /// An operation that has no rules here.
    Other(Rc<str>),
}

/// An operation at its place in a block.
#[derive(Clone, Debug)]
pub struct Inst {
    /// The value that it defines, with its type.
    pub result: Option<(Local, Type)>,
    /// What it does.
    pub op: Op,
    /// Where it is in the source.
    pub place: Option<Place>,
}

/// A block where a path goes on, with the values of its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Which block, by its position in the function.
    pub block: usize,
    /// One operand for each of its parameters.
    pub args: Vec<Operand>,
}

/// How a block ends, and where the path goes on.
#[derive(Clone, Debug)]
pub enum Terminator {
    /// Goes on at a block.
    Jump(Target),
    /// Goes on at the first block if the operand is true, else at the second.
    Branch(Operand, [Target; 2]),
    /// Goes on where the value equals one of the constants, else at the last target.
    Switch(Operand, Vec<(Vec<Constant>, Target)>, Target),
    /// Ends the function.
    Return(Option<Operand>),
    /// Must not be reached.
    Unreachable,
    /// A terminator that has no rules here.
    Other(Rc<str>),
}

/// Operations without branches, and how they end.
#[derive(Clone, Debug)]
pub struct Block {
    /// Values that the jumps to it supply, with their types.
    pub params: Vec<(Local, Type)>,
    /// Executed in order.
    pub insts: Vec<Inst>,
    /// Its end.
    pub terminator: Terminator,
    /// Where the end is in the source.
    pub place: Option<Place>,
}

/// A function of the program or of the library models that belong to it.
#[derive(Clone, Debug)]
pub struct Func {
    /// As in `program.ir`.
    pub name: Rc<str>,
    /// Its parameters with their types.
    pub params: Vec<(Local, Type)>,
    /// Whether it takes further arguments.
    pub variadic: bool,
    /// The type of its result, if it has one.
    pub result: Option<Type>,
    /// Types of its values.
    pub types: Vec<Type>,
    /// Its blocks; none if it is only declared.
    pub blocks: Vec<Block>,
}

/// The content of a global object at the start.
#[derive(Clone, Debug)]
pub enum Init {
    /// Zeros.
    Zero,
    /// Bytes, with pointers over them at these offsets.
    Data(Vec<u8>, Vec<(u64, Constant)>),
    /// Not known.
    External,
}

/// An object that exists from the start.
#[derive(Clone, Debug)]
pub struct Global {
    /// As in `program.ir`.
    pub name: Rc<str>,
    /// Its size.
    pub bytes: u64,
    /// What its address is a multiple of.
    pub align: u64,
    /// Whether it must not be written.
    pub constant: bool,
    /// Whether it may share its address with an object of the same content.
    pub unnamed: bool,
    /// Its content at the start.
    pub init: Init,
}

/// What a certificate is about.
#[derive(Clone, Default, Debug)]
pub struct Program {
    /// Bytes of a pointer.
    pub pointer_bytes: u64,
    /// Source files.
    pub files: Vec<Rc<str>>,
    /// Its functions.
    pub funcs: Vec<Func>,
    /// Its global objects.
    pub globals: Vec<Global>,
    /// The function where it starts.
    pub entry: Option<usize>,
    /// The bounds of its inputs, for people.
    pub bounds: Vec<Rc<str>>,
}

impl Program {
    /// A place of the source as text.
    pub fn describe(&self, place: Option<Place>) -> String {
        match place {
            Some((file, line, column)) => {
                let file = self.files.get(file).map_or("?", |name| name);
                format!("{file}:{line}:{column}")
            }
            None => "?".to_string(),
        }
    }
}
