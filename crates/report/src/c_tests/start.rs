//! The call of an entry other than `main`, in C: the start function of the module, translated
//! instruction by instruction. It reads the inputs, creates and fills the objects that pointers
//! point to, and calls the entry.
//!
//! Sizes and offsets are those of the program, so none of its types is needed here.

use super::string;
use sheaf_ir::{
    BinaryOp, Block, Callee, CastOp, CompareOp, Const, FloatKind, Form, Func, FuncId, Init, Inst,
    Local, Module, Op, Operand, Region, Type,
};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The largest structure that is passed in registers if enough are free, in bytes.
const IN_REGISTERS: u64 = 16;

/// The function that fuzzers call.
const FUZZ_TARGET: &str = "LLVMFuzzerTestOneInput";

/// The declaration and the call of what prepares a fuzz target, which not every program has.
const INITIALIZE: (&str, &str) = (
    "extern __attribute__((weak)) int LLVMFuzzerInitialize(int *, char ***);\n",
    "  static char *arguments[] = {(char *)\"program\", 0};\n  char **argv = arguments;\n  int argc = 1;\n  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);\n",
);

/// The function that a program starts at instead of `main`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    name: String,
    structures: BTreeSet<Structure>,
    /// Functions whose addresses are passed.
    callbacks: BTreeSet<String>,
    params: Vec<String>,
    statements: Vec<String>,
}

/// A structure of which only size and alignment are known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Structure {
    bytes: u64,
    align: u32,
}

impl Structure {
    fn name(self) -> String {
        format!("struct bytes{}_{}", self.bytes, self.align)
    }

    fn definition(self) -> String {
        let Structure { bytes, align } = self;
        format!(
            "{} {{ _Alignas({align}) char bytes[{bytes}]; }};\n",
            self.name()
        )
    }
}

impl Entry {
    /// The C form of the call of the function `name`, which is the entry of the module.
    ///
    /// # Errors
    /// If there is no such function, or a parameter has a type that cannot be written in C here.
    pub fn of(module: &Module, name: &str) -> Result<Entry, String> {
        let id = module.func_named(name);
        let id = id.ok_or_else(|| format!("there is no function `{name}`"))?;
        let start = module.entry.map(|start| &module.funcs[start]);
        let block = start.and_then(|start| Some((start, start.blocks.iter().next()?)));
        let entry = block.and_then(|(start, block)| call(module, start, block, id));
        entry.ok_or_else(|| format!("the arguments of `{name}` cannot be made in C"))
    }

    /// The function's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Names of functions of the program that the tests refer to.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let callbacks = self.callbacks.iter().map(String::as_str);
        callbacks.chain([self.name.as_str()])
    }

    /// The C code. A program without `main` gets one that does nothing.
    pub(super) fn text(&self) -> String {
        let params = match self.params.as_slice() {
            [] => "void".to_string(),
            params => params.join(", "),
        };
        let (declared, called) = match &*self.name {
            FUZZ_TARGET => INITIALIZE,
            _ => ("", ""),
        };
        let structures = self.structures.iter().map(|it| it.definition());
        // Their types do not matter here, only their addresses.
        let callbacks = self
            .callbacks
            .iter()
            .map(|name| format!("extern char {name}[];\n"));
        format!(
            "\n{}{}extern void {}({params});\n{declared}\n__attribute__((constructor)) static void start(void) {{\n{called}  {}\n  exit(0);\n}}\n\nWEAK int main(void) {{ return 0; }}\n",
            structures.collect::<String>(),
            callbacks.collect::<String>(),
            self.name,
            self.statements.join("\n  ")
        )
    }
}

fn c_type(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Bool | Type::Bits(1) => "_Bool",
        // A register can hold any number of the bytes of a structure.
        Type::Bits(..=8) => "unsigned char",
        Type::Bits(..=16) => "unsigned short",
        Type::Bits(..=32) => "unsigned",
        Type::Bits(..=64) => "unsigned long",
        Type::Bits(128) => "unsigned __int128",
        Type::Float(kind) => match kind.width() {
            32 => "float",
            64 => "double",
            80 => "long double",
            _ => return None,
        },
        Type::Ptr => "char *",
        // Two floats share a register.
        Type::Tuple(all) if **all == [const { Type::Float(FloatKind::F32) }; 2] => "double",
        _ => return None,
    })
}

/// A type followed by a declared name.
fn declared(ty: &str) -> String {
    match ty.ends_with('*') {
        true => ty.to_string(),
        false => format!("{ty} "),
    }
}

/// The instructions of a block up to the call of the entry; `None` if a relevant one has no C form
/// here.
fn call(module: &Module, func: &Func, block: &Block, entry: FuncId) -> Option<Entry> {
    let mut writer = Writer {
        module,
        func,
        written: HashSet::new(),
        signed: HashMap::new(),
        structures: HashMap::new(),
    };
    let mut statements = Vec::new();
    for inst in &block.insts {
        if let Some(args) = writer.call_of(inst, entry) {
            let name = module.funcs[entry].name.to_string();
            let (params, args): (_, Vec<String>) = args?.into_iter().unzip();
            statements.push(format!("{name}({});", args.join(", ")));
            let mut callbacks = writer.callbacks(&statements.concat());
            callbacks.remove(&name);
            return Some(Entry {
                name,
                callbacks,
                structures: writer.structures.into_values().collect(),
                params,
                statements,
            });
        }
        writer.note_structure(inst);
        match (writer.statement(inst), inst.result) {
            (Some(statement), result) => {
                writer.note_sign(inst);
                writer.written.extend(result);
                statements.push(statement);
            }
            // Otherwise nothing that uses the result can be written either.
            (None, Some(_)) => {}
            (None, None) if writer.happens_anyway(inst) => {}
            (None, None) => return None,
        }
    }
    None
}

struct Writer<'a> {
    module: &'a Module,
    func: &'a Func,
    /// Locals that have a C variable.
    written: HashSet<Local>,
    /// The types of small signed numbers: callers extend arguments as their types say.
    signed: HashMap<Local, &'static str>,
    /// Structures, by the pointer to them. Those on the stack are passed by value, as a whole or in
    /// parts.
    structures: HashMap<Local, Structure>,
}

impl Writer<'_> {
    /// The types and values of the arguments, if an instruction calls the entry; `None` if one of
    /// them has no C form.
    fn call_of(&self, inst: &Inst, entry: FuncId) -> Option<Option<Vec<(String, String)>>> {
        let Op::Call(call) = &inst.op else {
            return None;
        };
        let callee = match call.callee {
            Callee::Func(id) => id,
            Callee::Value(Operand::Const(id)) => match self.func.consts[id] {
                Const::Func(id) => id,
                _ => return None,
            },
            _ => return None,
        };
        let args = call.args.iter().map(|arg| self.argument(*arg));
        (callee == entry).then(|| args.collect())
    }

    /// Type and value of an argument.
    fn argument(&self, operand: Operand) -> Option<(String, String)> {
        if let Operand::Local(local) = operand
            && let Some(structure) = self.structures.get(&local)
        {
            // A small structure is passed in memory when the registers are used up, which are
            // different ones for floats and integers.
            let in_memory = structure.bytes > IN_REGISTERS;
            return in_memory.then(|| (structure.name(), format!("s{}", local.0)));
        }
        let value = match self.constant(operand) {
            // Space for a result.
            Some(Const::Global(global, 0)) => {
                let bytes = self.module.globals[*global].bytes;
                format!("(union {{ long double align; char bytes[{bytes}]; }}){{0}}.bytes")
            }
            _ => self.operand(operand)?,
        };
        let signed = match operand {
            Operand::Local(local) => self.signed.get(&local).copied(),
            Operand::Const(_) => None,
        };
        let ty = signed.or_else(|| c_type(&self.func.type_of(operand)))?;
        Some((ty.to_string(), value))
    }

    /// Whether compiling and linking the program has the same effect: initialising globals, running
    /// constructors and destructors.
    fn happens_anyway(&self, inst: &Inst) -> bool {
        match &inst.op {
            Op::Store { ptr, .. } => matches!(self.constant(*ptr), Some(Const::Global(..))),
            Op::Call(call) => match call.callee {
                Callee::Func(_) => true,
                // Tests do not touch what is not explored.
                Callee::Intrinsic(name) => matches!(
                    &*self.module.names[name],
                    "__sheaf_unexplored" | "__sheaf_assumes"
                ),
                Callee::Value(_) => false,
            },
            _ => false,
        }
    }

    /// Records an input that is a small signed number.
    fn note_sign(&mut self, inst: &Inst) {
        let (Op::Input(name), Some(local)) = (&inst.op, inst.result) else {
            return;
        };
        let declared = self.module.declared(&self.module.names[*name]);
        let is_signed = declared.is_some_and(|declared| match &declared.form {
            Form::Signed => true,
            Form::Enumeration(names) => names.iter().any(|(_, value)| *value < 0),
            _ => false,
        });
        let ty = match self.func.locals[local].ty {
            Type::Bits(8) => "signed char",
            Type::Bits(16) => "short",
            _ => return,
        };
        if is_signed {
            self.signed.insert(local, ty);
        }
    }

    /// Records a structure that an instruction creates.
    fn note_structure(&mut self, inst: &Inst) {
        if let (Op::Alloc(alloc), Some(local)) = (&inst.op, inst.result)
            && alloc.region == Region::Stack
            && let Some(&Const::Bits { value, .. }) = self.constant(alloc.bytes)
        {
            let structure = Structure {
                bytes: value as u64,
                align: alloc.align,
            };
            self.structures.insert(local, structure);
        }
    }

    /// An instruction in C.
    fn statement(&self, inst: &Inst) -> Option<String> {
        let of = |operand: &Operand| self.operand(*operand);
        match &inst.op {
            Op::Store { ptr, value } => {
                let ty = declared(c_type(&self.func.type_of(*value))?);
                let (value, to) = (of(value)?, of(ptr)?);
                Some(format!(
                    "{{ {ty}value = {value}; memcpy({to}, &value, sizeof value); }}"
                ))
            }
            Op::Assume(condition) => Some(format!("assume({});", of(condition)?)),
            Op::Call(call) => match call.callee {
                Callee::Intrinsic(name) => self.harness_call(&self.module.names[name], &call.args),
                _ => None,
            },
            op => self.definition(op, inst.result?),
        }
    }

    /// The definition of a local's variable.
    fn definition(&self, op: &Op, local: Local) -> Option<String> {
        let (ty, number) = (&self.func.locals[local].ty, local.0);
        let variable = format!("{}v{number}", declared(c_type(ty)?));
        Some(match op {
            Op::Input(name) => {
                let name = string(self.module.names[*name].as_bytes());
                format!("{variable}; take({name}, &v{number}, sizeof v{number});")
            }
            Op::Alloc(alloc) if alloc.region == Region::Stack => {
                let name = self.structures.get(&local)?.name();
                format!("{name} s{number} = {{}}; {variable} = s{number}.bytes;")
            }
            Op::Load(from) => {
                let bytes = ty.store_bytes(self.module.pointer_bytes)?;
                let from = self.operand(*from)?;
                format!("{variable} = 0; memcpy(&v{number}, {from}, {bytes});")
            }
            Op::Tuple(all) => {
                let put = |(position, member): (usize, &Operand)| {
                    let member = self.operand(*member)?;
                    Some(format!(
                        " memcpy((char *)&v{number} + {position} * sizeof {member}, &{member}, sizeof {member});"
                    ))
                };
                let all: Option<String> = all.iter().enumerate().map(put).collect();
                format!("{variable};{}", all?)
            }
            op => format!("{variable} = {};", self.expression(op)?),
        })
    }

    /// An operation as an expression. All numbers are unsigned here.
    fn expression(&self, op: &Op) -> Option<String> {
        let of = |operand: &Operand| self.operand(*operand);
        match op {
            Op::Alloc(alloc) => Some(format!("calloc(1, {})", of(&alloc.bytes)?)),
            Op::PtrAdd {
                base,
                index,
                scale,
                displacement,
            } => match self.constant(*index) {
                Some(Const::Bits { value: 0, .. }) => {
                    Some(format!("{} + {displacement}", of(base)?))
                }
                Some(_) => None,
                None => {
                    let (base, index) = (of(base)?, of(index)?);
                    Some(format!("{base} + (long){index} * {scale} + {displacement}"))
                }
            },
            Op::Select(condition, a, b) => {
                Some(format!("{} ? {} : {}", of(condition)?, of(a)?, of(b)?))
            }
            Op::Cast(CastOp::ZExt | CastOp::Trunc, operand) => of(operand),
            Op::Binary(op, _, a, b) => Some(format!("{} {} {}", of(a)?, binary(*op)?, of(b)?)),
            Op::Compare(op, a, b) => Some(format!("{} {} {}", of(a)?, comparison(*op)?, of(b)?)),
            _ => None,
        }
    }

    fn harness_call(&self, name: &str, args: &[Operand]) -> Option<String> {
        match (name, args) {
            ("klee_assume", [condition]) => {
                Some(format!("assume({} != 0);", self.operand(*condition)?))
            }
            ("klee_make_symbolic" | "__sheaf_make_row", [to, bytes, name, ..]) => Some(format!(
                "take({}, {}, {});",
                string(self.text(*name)?.as_bytes()),
                self.operand(*to)?,
                self.operand(*bytes)?
            )),
            _ => None,
        }
    }

    fn constant(&self, operand: Operand) -> Option<&Const> {
        match operand {
            Operand::Const(id) => Some(&self.func.consts[id]),
            Operand::Local(_) => None,
        }
    }

    /// A value in C.
    fn operand(&self, operand: Operand) -> Option<String> {
        match (operand, self.constant(operand)) {
            (Operand::Local(local), _) => {
                let written = self.written.contains(&local);
                written.then(|| format!("v{}", local.0))
            }
            (_, Some(Const::Null)) => Some("0".to_string()),
            // No test calls a callback that is not modelled.
            (_, Some(Const::Func(id))) if self.module.funcs[*id].is_declaration() => {
                Some("(char *)abort".to_string())
            }
            (_, Some(Const::Func(id))) => self.callback(*id),
            (_, Some(Const::Bool(value))) => Some(u8::from(*value).to_string()),
            (_, Some(Const::Bits { width, value })) if *width <= 64 => Some(format!("{value}ul")),
            _ => None,
        }
    }

    /// A function of the program, by its name; other functions may have no name in C.
    fn callback(&self, id: FuncId) -> Option<String> {
        let func = &self.module.funcs[id];
        func.user.then(|| func.name.to_string())
    }

    /// The functions whose addresses are in these statements.
    fn callbacks(&self, statements: &str) -> BTreeSet<String> {
        let constants = self.func.consts.iter();
        let functions = constants.filter_map(|constant| match constant {
            Const::Func(id) => self.callback(*id),
            _ => None,
        });
        let word = |c: char| !c.is_alphanumeric() && c != '_';
        let words: HashSet<&str> = statements.split(word).collect();
        functions
            .filter(|name| words.contains(name.as_str()))
            .collect()
    }

    /// The string that a constant pointer points to.
    fn text(&self, operand: Operand) -> Option<String> {
        let Some(Const::Global(global, 0)) = self.constant(operand) else {
            return None;
        };
        match &self.module.globals[*global].init {
            Init::Data { bytes, .. } => {
                let text = bytes.strip_suffix(&[0])?;
                Some(String::from_utf8_lossy(text).into_owned())
            }
            Init::Zero | Init::External => None,
        }
    }
}

fn binary(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        _ => return None,
    })
}

fn comparison(op: CompareOp) -> Option<&'static str> {
    Some(match op {
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::Ult => "<",
        CompareOp::Ule => "<=",
        _ => return None,
    })
}
