//! Output that the program cannot observe.
//!
//! The library's `printf` formats its arguments and fills a buffer, and each program with streams
//! flushes them at its end: hundreds of instructions on memory of the library. Techniques that look
//! at a piece of a program without executing it cannot express these. Few programs notice what has
//! become of their output, though. Calls that only print become calls of `__sheaf_print`, which
//! prints in runs for the output (`sheaf run`, `sheaf replay --output`). In others it only checks
//! what is printed.
//!
//! A call only prints if its result is not used, if its stream is that of `stdout` or `stderr`, if
//! its format is known and fits the types of the arguments, and if all texts are constants. Then it
//! changes nothing but objects of the library, and fails only because of an argument that is
//! uninitialized. It is not observed if no other part of the program may access an object that
//! calls of this kind access: the program closes and redirects no stream, writes no file, looks at
//! no descriptor and does not read `errno` (that `malloc` keeps it is no matter). If one call is observed, all remain: calls share the
//! streams. Objects on the heap need no look, since they are reached from these.
//!
//! What a program prints when the stack is almost full does not overflow it here.

use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::index::IndexVec;
use sheaf_ir::{
    BinaryOp, BlockId, Call, Callee, CastOp, Const, FloatKind, Func, FuncId, GlobalId, Init, Inst,
    Local, LocalInfo, Module, NameId, Op, Operand, Type,
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
    /// The lowest byte of the number at this position.
    Character(usize),
    /// What was printed before.
    Nothing,
}

/// Functions of the library that print, and the position of their stream.
const PRINTERS: &[(&str, Option<usize>, Shows)] = &[
    ("printf", None, Shows::Format(0)),
    ("fprintf", Some(0), Shows::Format(1)),
    ("puts", None, Shows::Text(0)),
    ("fputs", Some(1), Shows::Text(0)),
    ("putchar", None, Shows::Character(0)),
    ("putc", Some(1), Shows::Character(0)),
    ("fputc", Some(1), Shows::Character(0)),
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
    let printers = calls.printing.iter().map(|(_, it)| it.printer);
    let printing = accessed(module, printers, &FxHashSet::default());
    let others = accessed(module, [entry].into_iter(), &calls.apart);
    if !printing.is_disjoint(&others) {
        return;
    }
    // The last of a block first: instructions are added before it.
    for (place, printing) in calls.printing.into_iter().rev() {
        only_print(module, place, &printing, print);
    }
}

/// Makes a call one of `__sheaf_print`: the function, the number of its arguments, these, and what
/// must be initialized.
fn only_print(module: &mut Module, (func, block, at): Place, printing: &Printing, print: NameId) {
    let func = &mut module.funcs[func];
    let loc = func.blocks[block].insts[at].loc;
    let mut before = Vec::new();
    let mut shown = Vec::new();
    for (value, bits) in &printing.shown {
        let ty = Type::Bits(*bits);
        if func.type_of(*value) != Type::Bits(*bits) && *bits > 0 {
            let name = None;
            let part = func.locals.push(LocalInfo { ty, name });
            before.push(Inst {
                result: Some(part),
                op: Op::Cast(CastOp::Trunc, *value),
                loc,
            });
            shown.push(Operand::Local(part));
        } else {
            shown.push(*value);
        }
    }
    let printer = func.consts.push(Const::Func(printing.printer));
    let block = &mut func.blocks[block];
    if let Op::Call(call) = &mut block.insts[at].op {
        let count = func.consts.push(Const::Bits {
            width: 32,
            value: call.args.len() as u128,
        });
        let head = [printer, count].map(Operand::Const);
        call.callee = Callee::Intrinsic(print);
        call.args = head
            .into_iter()
            .chain(call.args.clone())
            .chain(shown)
            .collect();
    }
    block.insts.splice(at..at, before);
}

/// What is known of a call that only prints.
struct Printing {
    /// The function that it calls.
    printer: FuncId,
    /// The stream that it names.
    stream: Option<Operand>,
    /// What it prints, and of how many of the lowest bits; 0 for the whole.
    shown: Vec<(Operand, u32)>,
}

/// What is known of the calls of a module.
#[derive(Default)]
struct Calls {
    /// Those that only print, in order.
    printing: Vec<(Place, Printing)>,
    /// These, and other instructions that do not tell the program of the library's objects: reads
    /// of `stdout` for them, and what the library does with `errno` but to write it, or to keep it
    /// unless an allocation fails.
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
        let mut errors = FxHashSet::default();
        for (place, inst) in instructions(id, func) {
            keep_error(inst, &errors_at, &mut errors, &mut left);
            let is_dropped = inst.result.is_none_or(|result| left[result] == 0);
            let is_stream = |local: &Local| streams_at.contains_key(local);
            let Some(printing) = printed(module, func, inst).filter(|_| is_dropped) else {
                continue;
            };
            match printing.stream {
                None => {}
                Some(Operand::Local(stream)) if is_stream(&stream) => left[stream] -= 1,
                Some(_) => continue,
            }
            self.printing.push((place, printing));
            self.apart.insert(place);
        }
        if errors.iter().any(|error| left[*error] > 0) {
            errors_at.clear();
        }
        let known = streams_at.into_iter().chain(errors_at);
        let apart = known.filter(|(local, _)| left[*local] == 0);
        self.apart.extend(apart.map(|(_, place)| place));
    }
}

/// Notes an instruction that only keeps or replaces the value of `errno`, at addresses that are in
/// `places`: the uses of these, and of values that `errno` had, are not left. `errors` are the
/// latter, and what is made of them.
fn keep_error(
    inst: &Inst,
    places: &FxHashMap<Local, Place>,
    errors: &mut FxHashSet<Local>,
    left: &mut IndexVec<Local, u32>,
) {
    match (&inst.op, inst.result) {
        (Op::Store { ptr, value }, _) => {
            let Operand::Local(to) = *ptr else { return };
            if !places.contains_key(&to) || *value == *ptr {
                return;
            }
            left[to] -= 1;
            if let Operand::Local(value) = *value
                && errors.contains(&value)
            {
                left[value] -= 1;
            }
        }
        (Op::Load(Operand::Local(from)), Some(result)) if places.contains_key(from) => {
            left[*from] -= 1;
            errors.insert(result);
        }
        (Op::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..), Some(result)) => {
            let mut is_error = false;
            inst.op.operands(|operand| {
                if let Operand::Local(local) = operand
                    && errors.contains(&local)
                {
                    left[local] -= 1;
                    is_error = true;
                }
            });
            if is_error {
                errors.insert(result);
            }
        }
        _ => {}
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

/// What is known of an instruction if it is a call that only prints.
fn printed(module: &Module, func: &Func, inst: &Inst) -> Option<Printing> {
    let Op::Call(call) = &inst.op else {
        return None;
    };
    let Callee::Func(printer) = call.callee else {
        return None;
    };
    let name = library(module, call)?;
    let (stream, shows) = match name {
        FLUSH => (None, Shows::Nothing),
        _ => {
            let (_, stream, shows) = PRINTERS.iter().find(|(it, ..)| *it == name)?;
            (*stream, *shows)
        }
    };
    let arg = |at: usize| call.args.get(at).copied();
    let shown = match shows {
        Shows::Nothing => Vec::new(),
        Shows::Character(at) => vec![(arg(at)?, 8)],
        Shows::Text(at) => text(module, func, arg(at)?).map(|_| Vec::new())?,
        Shows::Format(at) => {
            let format = text(module, func, arg(at)?)?;
            formatted(module, func, format, &call.args[at + 1..])?
        }
    };
    let stream = stream.and_then(arg);
    Some(Printing {
        printer,
        stream,
        shown,
    })
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
    let offset = usize::try_from(offset).ok()?;
    let rest = match &global.init {
        Init::Zero if (offset as u64) < global.bytes => &[0],
        Init::Data { bytes, relocs } if relocs.is_empty() => bytes.get(offset..)?,
        _ => return None,
    };
    let end = rest.iter().position(|byte| *byte == 0)?;
    global.constant.then(|| &rest[..end])
}

/// What is printed of arguments, if a format asks for arguments of the types that these have.
fn formatted(
    module: &Module,
    func: &Func,
    format: &[u8],
    args: &[Operand],
) -> Option<Vec<(Operand, u32)>> {
    let mut shown = Vec::new();
    let mut args = args.iter().copied();
    let mut rest = format;
    while let Some(start) = rest.iter().position(|byte| *byte == b'%') {
        rest = &rest[start + 1..];
        if let Some(after) = rest.strip_prefix(b"%") {
            rest = after;
            continue;
        }
        skip(&mut rest, b"-+ #0");
        skip(&mut rest, b"0123456789");
        if let Some(precision) = rest.strip_prefix(b".") {
            rest = precision;
            skip(&mut rest, b"0123456789");
        }
        let size = skip(&mut rest, b"hljzt");
        let (conversion, arg) = (*rest.first()?, args.next()?);
        rest = &rest[1..];
        let (bits, printed) = match size {
            b"" => (32, 32),
            b"hh" => (32, 8),
            b"h" => (32, 16),
            b"l" | b"z" | b"t" => (module.pointer_bytes as u32 * 8, 0),
            b"ll" | b"j" => (64, 0),
            _ => return None,
        };
        let ty = func.type_of(arg);
        let of_all = match (conversion, size) {
            (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', _) if ty == Type::Bits(bits) => printed,
            (b'c', b"") if ty == Type::Bits(bits) => 8,
            (b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G', b"" | b"l")
                if ty == Type::Float(FloatKind::F64) =>
            {
                0
            }
            (b'p', b"") if ty == Type::Ptr => 0,
            (b's', b"") => {
                text(module, func, arg)?;
                continue;
            }
            _ => return None,
        };
        shown.push((arg, of_all));
    }
    args.next().is_none().then_some(shown)
}

/// Takes the bytes at the start of a text that are among these.
fn skip<'t>(text: &mut &'t [u8], among: &[u8]) -> &'t [u8] {
    let end = text.iter().position(|byte| !among.contains(byte));
    let (taken, rest) = text.split_at(end.unwrap_or(text.len()));
    *text = rest;
    taken
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
