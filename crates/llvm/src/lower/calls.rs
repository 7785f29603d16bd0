//! Calls of functions, and inline assembly.

use super::constants::Folded;
use super::function::FunctionLowering;
use super::reference::Meaning;
use super::types::lower_result;
use super::{Lower, unsupported};
use crate::ll::{Value, ValueKind};
use crate::passes::{PINNED, UNDEFINED};
use crate::scopes::{BEGIN, END};
use crate::undeclared;
use sheaf_ir::{Callee, Const, FuncId, Operand, Type};

impl FunctionLowering<'_, '_> {
    pub(super) fn call_instruction(&mut self, inst: Value) -> Lower<Option<Operand>> {
        let callee = inst.callee();
        if self.sanitizer_report(inst) {
            return Ok(None);
        }
        match callee.kind() {
            ValueKind::LLVMInlineAsmValueKind => self.assembly(inst),
            ValueKind::LLVMFunctionValueKind if callee.name().starts_with("llvm.") => {
                self.intrinsic_call(inst, &callee.name())
            }
            ValueKind::LLVMFunctionValueKind if self.is_mark(&callee.name()) => Ok(None),
            ValueKind::LLVMFunctionValueKind if callee.name().starts_with(UNDEFINED) => {
                // Of a type that cannot be expressed, the uses are reported.
                let result = lower_result(inst.ty()).ok().flatten();
                let result = result.filter(|_| inst.users().next().is_some());
                Ok(result.map(|ty| self.any_value(ty)))
            }
            _ => {
                let args = self.arguments(inst)?;
                let result = lower_result(inst.ty())?;
                if callee.kind() == ValueKind::LLVMFunctionValueKind
                    && let Meaning::Intrinsic(name) = self.cx.meaning(callee)
                    && asks_for_input(&name)
                {
                    self.declare_inputs(inst, &name, result.as_ref());
                }
                let callee = self.callee(callee, &args, result.as_ref())?;
                Ok(self.call(callee, args, result))
            }
        }
    }

    /// Whether calls of a function do nothing: they mark variables, or lives where nobody models them.
    fn is_mark(&self, name: &str) -> bool {
        name == PINNED || [BEGIN, END].contains(&name) && !self.cx.intrinsics.contains(name)
    }

    /// The arguments of a call.
    ///
    /// An aggregate that is passed as a copy in memory among the further arguments of a variadic function comes as a tuple of the
    /// copy's address, its size and its alignment in bytes, since the callee has no parameter that would tell. Other parameters of
    /// that kind come as an address, and the callee makes the copy. A vector there (two `float`s of a structure) comes as an integer
    /// with its bits. An argument that clang passes in pieces is several here (`__int128` is two integers), so its alignment is not
    /// known; of more than 8 bytes, it is lost.
    fn arguments(&mut self, inst: Value) -> Lower<Vec<Operand>> {
        let fixed = inst.called_type().params().len();
        let mut args = Vec::new();
        for (index, arg) in (0..).zip(inst.arguments()) {
            let operand = self.operand(arg)?;
            if (index as usize) < fixed {
                args.push(operand);
                continue;
            }
            args.push(match inst.argument_by_value(index) {
                Some(ty) => {
                    let bytes = self.cx.layout.size(ty);
                    let align = inst.argument_align(index).unwrap_or(0) as u32;
                    let align = align.max(self.cx.layout.align(ty)).max(8);
                    let width = self.cx.pointer_bits();
                    let copy = self.copy_object(operand, bytes, align);
                    let bytes = self.bits(width, bytes.into());
                    let align = self.bits(width, align.into());
                    self.tuple(vec![copy, bytes, align])
                }
                None if arg.ty().is_vector() => {
                    let bits = self.cx.layout.bits(arg.ty()) as u32;
                    self.reinterpret_lanes(operand, arg.ty(), arg.ty().int(bits))?
                }
                None => operand,
            });
        }
        Ok(args)
    }

    fn callee(&mut self, callee: Value, args: &[Operand], result: Option<&Type>) -> Lower<Callee> {
        if callee.kind() == ValueKind::LLVMFunctionValueKind
            && let Meaning::Intrinsic(name) = self.cx.meaning(callee)
        {
            let name = self.cx.names.intern(&mut self.cx.module, &name);
            return Ok(Callee::Intrinsic(name));
        }
        if callee.is_constant()
            && let Folded::Const(Const::Func(id)) = self.cx.fold(callee)?
            && self.fits(id, args, result)
        {
            return Ok(Callee::Func(id));
        }
        Ok(Callee::Value(self.operand(callee)?))
    }

    /// Whether a call agrees with the callee's definition. If not, it goes through the address, and is checked when it runs.
    fn fits(&self, id: FuncId, args: &[Operand], result: Option<&Type>) -> bool {
        let func = &self.cx.module.funcs[id];
        let enough = match func.variadic {
            true => args.len() >= func.params.len(),
            false => args.len() == func.params.len(),
        };
        enough
            && (result.is_none() || result == func.result.as_ref())
            && func
                .params
                .iter()
                .zip(args)
                .all(|(param, arg)| func.locals[*param].ty == self.type_of(*arg))
    }

    /// Calls a function of the C library, or whatever the program or its models define under this name.
    pub(super) fn call_library(
        &mut self,
        name: &str,
        args: Vec<Operand>,
        result: Option<Type>,
    ) -> Option<Operand> {
        let callee = match self.cx.find_function(name) {
            Some(callee) => callee,
            None => Callee::Func(self.cx.declare(name, None)),
        };
        match callee {
            Callee::Func(id) if !self.fits(id, &args, result.as_ref()) => {
                let address = self.builder.constant(Const::Func(id));
                self.call(Callee::Value(address), args, result)
            }
            callee => self.call(callee, args, result),
        }
    }

    /// Empty assembly is a barrier for optimisers: it does nothing, and its outputs are the inputs that are tied to them. The processor's
    /// description of itself is that of one without any extension: all zeros.
    fn assembly(&mut self, inst: Value) -> Lower<Option<Operand>> {
        let callee = inst.callee();
        if is_processor_query(&callee.assembly())
            && let Some(Type::Tuple(types)) = lower_result(inst.ty())?
        {
            let zeros = types.iter().map(|ty| match ty {
                Type::Bits(width) => self.bits(*width, 0),
                ty => self.any_value(ty.clone()),
            });
            let zeros = zeros.collect();
            return Ok(Some(self.tuple(zeros)));
        }
        if !callee.assembly().lines().all(is_empty_assembly) {
            self.call_unmodelled("inline assembly");
            let result = lower_result(inst.ty())?;
            return Ok(result.map(|ty| self.undefined(ty)));
        }
        let Some(ty) = lower_result(inst.ty())? else {
            return Ok(None);
        };
        let constraints = callee.assembly_constraints();
        let outputs = constraints.split(',').filter(|it| it.starts_with('='));
        let direct = outputs.filter(|it| !it.starts_with("=*")).count();
        let types = match (&ty, direct) {
            (_, 1) => vec![ty.clone()],
            (Type::Tuple(types), count) if types.len() == count => types.to_vec(),
            _ => return unsupported("inline assembly"),
        };
        let tied = tied_inputs(&constraints);
        let mut results = Vec::new();
        for (output, ty) in types.into_iter().enumerate() {
            let input = tied.iter().find(|(to, _)| *to == output);
            let value = match input.and_then(|(_, arg)| inst.arguments().get(*arg).copied()) {
                Some(arg) => self.operand(arg)?,
                None => self.any_value(ty.clone()),
            };
            if self.type_of(value) != ty {
                return unsupported("inline assembly");
            }
            results.push(value);
        }
        match results[..] {
            [single] if direct == 1 => Ok(Some(single)),
            _ => Ok(Some(self.tuple(results))),
        }
    }
}

/// Whether a function of a harness makes an input.
fn asks_for_input(name: &str) -> bool {
    matches!(name, "klee_make_symbolic" | "klee_int" | "klee_range")
        || undeclared::returned_type(name).is_some()
}

/// Whether a line of assembly is no instruction: nothing, a comment, or an alignment.
fn is_empty_assembly(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#') || line.starts_with(".p2align")
}

/// Whether assembly does nothing but ask for the processor's description; what is exchanged around it is a register that it must keep.
fn is_processor_query(assembly: &str) -> bool {
    let mut lines = assembly.lines().map(str::trim);
    lines.clone().any(|line| line == "cpuid")
        && lines.all(|line| line.is_empty() || line == "cpuid" || line.starts_with("xchg"))
}

/// Pairs of an output and the argument that shares its place, from constraints such as `=r,0,~{memory}`.
fn tied_inputs(constraints: &str) -> Vec<(usize, usize)> {
    let mut argument = 0;
    let mut pairs = Vec::new();
    for constraint in constraints.split(',') {
        let is_output = constraint.starts_with('=');
        if constraint.starts_with('~') || (is_output && !constraint.starts_with("=*")) {
            continue;
        }
        if let Ok(output) = constraint.parse() {
            pairs.push((output, argument));
        }
        argument += 1;
    }
    pairs
}
