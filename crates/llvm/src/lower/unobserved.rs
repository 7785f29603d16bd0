//! Output that the program cannot observe.
//!
//! The library's `printf` formats its arguments and fills a buffer, and each program with streams
//! flushes them at its end: hundreds of instructions on memory of the library. Techniques that look
//! at a piece of a program without executing it cannot express these. Few programs notice what has
//! become of their output, though. Calls that only print become calls of `__sheaf_print`, which
//! prints in runs for the output (`sheaf run`). In others, and where a failure is shown again, it
//! only checks its arguments.
//!
//! A call only prints if its result is not used, if its stream is that of `stdout` or `stderr`, if
//! its format is known and fits the types of the arguments, and if all texts are constants. Then it
//! changes nothing but objects of the library, and fails only because of an argument that is
//! uninitialized. It is not observed if no other part of the program may access an object that
//! calls of this kind access: the program closes and redirects no stream, writes no file, looks at
//! no descriptor and does not read `errno`. If one call is observed, all remain: calls share the
//! streams. Objects on the heap need no look, since they are reached from these.
//!
//! What a program prints when the stack is almost full does not overflow it here.

use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::{
    BlockId, Call, Callee, Const, FloatKind, Func, FuncId, GlobalId, Init, Inst, Local, Module,
    NameId, Op, Operand, Type,
};

/// The function that flushes all streams when the program ends.
pub(super) const FLUSH: &str = "sheaf_flush_streams";

/// The function that gives the address of `errno`.
const ERRNO: &str = "__errno_location";

/// What a function prints.
#[derive(Clone, Copy)]
enum Shows {
    /// The arguments behind the format at this position.
    Format(usize),
    /// The text at this position.
    Text(usize),
    /// The number at this position.
    Number(usize),
    /// What was printed before.
    Nothing,
}

/// Functions of the library that print, and the position of their stream.
const PRINTERS: &[(&str, Option<usize>, Shows)] = &[
    ("printf", None, Shows::Format(0)),
    ("fprintf", Some(0), Shows::Format(1)),
    ("puts", None, Shows::Text(0)),
    ("fputs", Some(1), Shows::Text(0)),
    ("putchar", None, Shows::Number(0)),
    ("putc", Some(1), Shows::Number(0)),
    ("fputc", Some(1), Shows::Number(0)),
    ("fflush", Some(0), Shows::Nothing),
];

/// An instruction of a function.
type Place = (FuncId, BlockId, usize);

/// Replaces calls that only print, unless something else accesses what they access. `streams` are
/// the variables `stdout` and `stderr`, and `print` is the name of the intrinsic.
pub(super) fn leave_out(module: &mut Module, streams: &[GlobalId], print: NameId) {
    let calls = Calls::of(module, streams);
    let Some(entry) = module.entry.filter(|_| !calls.printing.is_empty()) else {
        return;
    };
    let printers = calls.printing.iter().map(|(_, printer)| *printer);
    let printing = accessed(module, printers, &FxHashSet::default());
    let others = accessed(module, [entry].into_iter(), &calls.apart);
    if !printing.is_disjoint(&others) {
        return;
    }
    for ((func, block, at), printer) in calls.printing {
        let func = &mut module.funcs[func];
        let printer = Operand::Const(func.consts.push(Const::Func(printer)));
        let inst = &mut func.blocks[block].insts[at];
        if let Op::Call(call) = &mut inst.op {
            call.callee = Callee::Intrinsic(print);
            call.args = [printer].into_iter().chain(call.args.clone()).collect();
        }
    }
}

/// What is known of the calls of a module.
#[derive(Default)]
struct Calls {
    /// Those that only print, and the function that they call.
    printing: Vec<(Place, FuncId)>,
    /// These, and other instructions that do not tell the program of the library's objects: reads
    /// of `stdout` for them, and writes to `errno` within the library.
    apart: FxHashSet<Place>,
}

impl Calls {
    fn of(module: &Module, streams: &[GlobalId]) -> Calls {
        let mut calls = Calls::default();
        for (id, func) in module.funcs.enumerate() {
            calls.look_at(module, (id, func), streams);
        }
        calls
    }

    fn look_at(&mut self, module: &Module, (id, func): (FuncId, &Func), streams: &[GlobalId]) {
        let (mut streams_at, mut errors_at) = (FxHashMap::default(), FxHashMap::default());
        for (place, inst) in instructions(id, func) {
            let Some(result) = inst.result else {
                continue;
            };
            match &inst.op {
                Op::Load(Operand::Const(variable)) if matches!(&func.consts[*variable], Const::Global(id, 0) if streams.contains(id)) =>
                {
                    streams_at.insert(result, place);
                }
                Op::Call(call) if !func.user && library(module, call) == Some(ERRNO) => {
                    errors_at.insert(result, place);
                }
                _ => {}
            }
        }
        let mut left = func.uses();
        for (place, inst) in instructions(id, func) {
            if let Op::Store {
                ptr: Operand::Local(to),
                value,
            } = &inst.op
                && errors_at.contains_key(to)
                && *value != Operand::Local(*to)
            {
                left[*to] -= 1;
            }
            let is_dropped = inst.result.is_none_or(|result| left[result] == 0);
            let is_stream = |local: &Local| streams_at.contains_key(local);
            let Some((printer, stream)) = printed(module, func, inst).filter(|_| is_dropped) else {
                continue;
            };
            match stream {
                None => {}
                Some(Operand::Local(stream)) if is_stream(&stream) => left[stream] -= 1,
                Some(_) => continue,
            }
            self.printing.push((place, printer));
            self.apart.insert(place);
        }
        let known = streams_at.into_iter().chain(errors_at);
        let apart = known.filter(|(local, _)| left[*local] == 0);
        self.apart.extend(apart.map(|(_, place)| place));
    }
}

fn instructions(id: FuncId, func: &Func) -> impl Iterator<Item = (Place, &Inst)> {
    func.blocks.enumerate().flat_map(move |(block, body)| {
        let insts = body.insts.iter().enumerate();
        insts.map(move |(at, inst)| ((id, block, at), inst))
    })
}

/// The name of a function of the library that a call calls.
fn library<'m>(module: &'m Module, call: &Call) -> Option<&'m str> {
    match call.callee {
        Callee::Func(callee) if !module.funcs[callee].user => Some(&module.funcs[callee].name),
        _ => None,
    }
}

/// The function that an instruction calls to print, and its stream, if the call only prints.
fn printed(module: &Module, func: &Func, inst: &Inst) -> Option<(FuncId, Option<Operand>)> {
    let Op::Call(call) = &inst.op else {
        return None;
    };
    let Callee::Func(callee) = call.callee else {
        return None;
    };
    let name = library(module, call)?;
    if name == FLUSH {
        return Some((callee, None));
    }
    let (_, stream, shows) = PRINTERS.iter().find(|(it, ..)| *it == name)?;
    let arg = |at: usize| call.args.get(at).copied();
    let is_known = match *shows {
        Shows::Nothing => true,
        Shows::Number(at) => arg(at).is_some_and(|it| is_defined_as_one(func, it)),
        Shows::Text(at) => text(module, func, arg(at)?).is_some(),
        Shows::Format(at) => {
            let format = text(module, func, arg(at)?)?;
            fits(module, func, format, &call.args[at + 1..])
        }
    };
    is_known.then_some((callee, stream.and_then(arg)))
}

/// Whether no part of a number is initialized without the others. Of a character, only the lowest
/// byte is printed; it may be all of an `int` in memory that is initialized.
fn is_defined_as_one(func: &Func, operand: Operand) -> bool {
    let Operand::Local(local) = operand else {
        return true;
    };
    let mut insts = func.blocks.iter().flat_map(|block| &block.insts);
    let is_loaded = |inst: &Inst| inst.result == Some(local) && matches!(inst.op, Op::Load(_));
    !insts.any(is_loaded)
}

/// The constant text that an operand points to, without the null byte at its end.
fn text<'m>(module: &'m Module, func: &Func, operand: Operand) -> Option<&'m [u8]> {
    let Operand::Const(id) = operand else {
        return None;
    };
    let Const::Global(global, offset) = func.consts[id] else {
        return None;
    };
    let global = &module.globals[global];
    let Init::Data { bytes, relocs } = &global.init else {
        return None;
    };
    let rest = bytes.get(usize::try_from(offset).ok()?..)?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    (global.constant && relocs.is_empty()).then(|| &rest[..end])
}

/// Whether a format asks for arguments of the types that these have.
fn fits(module: &Module, func: &Func, format: &[u8], args: &[Operand]) -> bool {
    let mut args = args.iter();
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' || rest.next_if_eq(&b'%').is_some() {
            continue;
        }
        while rest.next_if(|it| b"-+ #0123456789.".contains(it)).is_some() {}
        let mut size = Vec::new();
        while let Some(letter) = rest.next_if(|it| b"lzjt".contains(it)) {
            size.push(letter);
        }
        let bits = match &size[..] {
            b"" => 32,
            b"l" | b"z" | b"t" => module.pointer_bytes as u32 * 8,
            b"ll" | b"j" => 64,
            _ => return false,
        };
        let (Some(conversion), Some(arg)) = (rest.next(), args.next()) else {
            return false;
        };
        let is_plain = size.is_empty();
        let is_right = match conversion {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => func.type_of(*arg) == Type::Bits(bits),
            b'c' if is_plain => {
                func.type_of(*arg) == Type::Bits(bits) && is_defined_as_one(func, *arg)
            }
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' if is_plain => {
                func.type_of(*arg) == Type::Float(FloatKind::F64)
            }
            b's' if is_plain => text(module, func, *arg).is_some(),
            _ => false,
        };
        if !is_right {
            return false;
        }
    }
    args.next().is_none()
}

/// The objects whose content may change that may be accessed from some functions on, but for the
/// instructions at some places.
fn accessed(
    module: &Module,
    from: impl Iterator<Item = FuncId>,
    apart: &FxHashSet<Place>,
) -> FxHashSet<GlobalId> {
    let mut left: Vec<Const> = from.map(Const::Func).collect();
    let (mut funcs, mut globals) = (FxHashSet::default(), FxHashSet::default());
    while let Some(it) = left.pop() {
        match it {
            Const::Func(id) if funcs.insert(id) => named(module, id, apart, &mut left),
            Const::Global(id, _) if globals.insert(id) => {
                if let Init::Data { relocs, .. } = &module.globals[id].init {
                    left.extend(relocs.iter().map(|it| it.value.clone()));
                }
            }
            Const::Tuple(members) => left.extend(members),
            _ => {}
        }
    }
    globals.retain(|id| !module.globals[*id].constant);
    globals
}

/// Adds the functions and objects that a function names.
fn named(module: &Module, id: FuncId, apart: &FxHashSet<Place>, left: &mut Vec<Const>) {
    let func = &module.funcs[id];
    let mut operands = Vec::new();
    for (place, inst) in instructions(id, func) {
        if apart.contains(&place) {
            continue;
        }
        inst.op.operands(|it| operands.push(it));
        if let Op::Call(call) = &inst.op
            && let Callee::Func(callee) = call.callee
        {
            left.push(Const::Func(callee));
        }
    }
    for block in func.blocks.iter() {
        block.terminator.operands(|it| operands.push(it));
    }
    left.extend(operands.into_iter().filter_map(|it| match it {
        Operand::Const(id) => Some(func.consts[id].clone()),
        Operand::Local(_) => None,
    }));
}
