//! Undefined functions and objects that are inputs: functions with certain names (`nondet_T`,
//! `__VERIFIER_nondet_T`), uninterpreted functions, and, if the user says so, all undefined
//! functions and objects.
//!
//! Such a function gets a body without side effects that returns a new input of its type. A pointer
//! is any address. A structure in registers, or one that is returned through a pointer, is an input
//! with its bytes. The result of an uninterpreted function is also restricted to that of earlier
//! calls with the same arguments (`runtime/harness.c`).

use super::function::FunctionLowering;
use super::types::lower_type;
use super::{Lowering, Unsupported};
use crate::environment::Undefined;
use crate::ll::{Ty, Value, ValueKind};
use crate::undeclared::is_input;
use llvm_sys::LLVMOpcode;
use sheaf_ir::build::FuncBuilder;
use sheaf_ir::{
    Alloc, CastOp, CompareOp, Const, Element, FuncId, GlobalId, Init, Op, Operand, Region,
    Terminator, Type, undefined,
};

/// Prefix of the names of uninterpreted functions.
const UNINTERPRETED: &str = "__CPROVER_uninterpreted_";

/// An alignment that suffices for every C type.
const ALIGN: u32 = 16;

impl Lowering<'_> {
    /// An undefined function: with a body if it is an input.
    pub(super) fn undefined_function(&mut self, value: Value) -> FuncId {
        let name = value.name();
        if let Some(id) = self.declared.get(&name) {
            return *id;
        }
        let id = self.declare(&name, Some(value.value_type()));
        let is_named = is_input(&name);
        let uninterpreted = name.starts_with(UNINTERPRETED);
        let input = match is_named || uninterpreted {
            true => name.clone(),
            false => undefined::of_calls(&name),
        };
        let asked = self.options.environment.undefined == Undefined::Input;
        let is_input = match uninterpreted {
            // With arguments, but without parameters, equal calls cannot be identified.
            true => {
                !value.value_type().is_variadic() || value.users().all(is_call_without_arguments)
            }
            false => is_named || asked,
        };
        if is_input {
            self.input_body(id, value, &input, uninterpreted);
        }
        if is_input && !is_named && !uninterpreted {
            self.module.declare_input(&input, None);
        }
        id
    }

    fn input_body(&mut self, id: FuncId, value: Value, input: &str, uninterpreted: bool) {
        let declared = &self.module.funcs[id];
        let mut builder = FuncBuilder::new(&declared.name, declared.result.clone());
        let params = declared.params.iter();
        let types: Vec<Type> = params
            .map(|param| declared.locals[*param].ty.clone())
            .collect();
        let params: Vec<Operand> = types
            .into_iter()
            .map(|ty| Operand::Local(builder.param(ty, None)))
            .collect();
        let func = builder.func_mut();
        func.variadic = declared.variadic;
        func.user = false;
        let mut lowering = FunctionLowering::new(self, builder);
        let block = lowering.builder.block();
        lowering.builder.switch_to(block);
        let result = lowering.returned_input(value, &params, input);
        if let (Some(result), true) = (result, uninterpreted) {
            lowering.uninterpreted(input, value.value_type(), &params, result);
        }
        lowering.terminate(Terminator::Return(result));
        self.module.funcs[id] = lowering.builder.finish();
    }

    /// An undefined global, as an input if the user says so and its size is known.
    pub(super) fn undefined_global(&mut self, value: Value) -> GlobalId {
        let ty = value.value_type();
        let is_input = self.options.environment.undefined == Undefined::Input;
        if !is_input || self.layout.size(ty) == 0 {
            return self.push_global(value, Init::External);
        }
        let id = self.push_global(value, Init::Zero);
        // The start of the program writes it.
        self.module.globals[id].constant = false;
        self.undefined.push((id, ty));
        id
    }
}

/// Whether an instruction is a call without arguments.
fn is_call_without_arguments(inst: Value) -> bool {
    inst.kind() == ValueKind::LLVMInstructionValueKind
        && inst.opcode() == LLVMOpcode::LLVMCall
        && inst.arguments().is_empty()
}

impl FunctionLowering<'_, '_> {
    /// Makes undefined objects inputs.
    pub(super) fn undefined_objects(&mut self) {
        for (global, ty) in std::mem::take(&mut self.cx.undefined) {
            let name = undefined::of_object(&self.cx.module.globals[global].name);
            self.cx.module.declare_input(&name, None);
            let at = self.builder.constant(Const::Global(global, 0));
            match self.single_input(&name, lower_type(ty).ok().as_ref()) {
                Some(value) if self.store(at, value, ty).is_ok() => {}
                _ => {
                    let bytes = self.cx.layout.size(ty);
                    self.row_input(&name, at, bytes, Some(super::types::element(ty)));
                }
            }
        }
    }

    /// The input that a function returns, if it has a result.
    fn returned_input(&mut self, value: Value, params: &[Operand], name: &str) -> Option<Operand> {
        if let (Some(ty), Some(place)) = (value.param_result(0), params.first()) {
            let bytes = self.cx.layout.size(ty);
            self.row_input(name, *place, bytes, None);
        }
        let ty = self.builder.func().result.clone()?;
        if let Some(single) = self.single_input(name, Some(&ty)) {
            return Some(single);
        }
        let source = value.value_type().result();
        let object = self.room(self.cx.layout.size(source));
        self.row_input(name, object, self.cx.layout.size(source), None);
        match self.load(object, source) {
            Ok(value) => Some(value),
            Err(Unsupported(what)) => {
                self.call_unmodelled(&what);
                Some(self.undefined(ty))
            }
        }
    }

    /// An input of a scalar type.
    fn single_input(&mut self, name: &str, ty: Option<&Type>) -> Option<Operand> {
        match ty? {
            Type::Ptr => {
                let address = self.scalar_input(name, Type::Bits(self.cx.pointer_bits()));
                Some(self.cast(CastOp::BitsToPtr, address, Type::Ptr))
            }
            ty if sheaf_ir::op::is_input_type(ty) => {
                let value = self.scalar_input(name, ty.clone());
                if let (Type::Bits(width), true) = (ty, name.ends_with("ool")) {
                    // A boolean that is declared as an integer is 0 or 1.
                    let two = self.bits(*width, 2);
                    let small = self.compare(CompareOp::Ult, value, two);
                    self.builder.push_void(Op::Assume(small));
                }
                Some(value)
            }
            _ => None,
        }
    }

    /// A zero-initialised local object.
    fn room(&mut self, bytes: u64) -> Operand {
        let bytes = self.bits(self.cx.pointer_bits(), bytes.into());
        let alloc = Alloc {
            region: Region::Stack,
            bytes,
            align: ALIGN,
            zeroed: true,
            element: Element::BYTE,
        };
        self.builder.push(Op::Alloc(Box::new(alloc)), Type::Ptr)
    }

    /// Restricts the result of a call to that of earlier calls with the same arguments.
    fn uninterpreted(&mut self, name: &str, ty: Ty, params: &[Operand], result: Operand) {
        let width = self.cx.pointer_bits();
        let all: Vec<_> = ty
            .params()
            .into_iter()
            .zip(params.iter().copied())
            .collect();
        let (arguments, arguments_bytes) = self.stored(&all);
        let (result, result_bytes) = self.stored(&[(ty.result(), result)]);
        let name = self.cx.input_name(name);
        let args = vec![
            self.builder.constant(name),
            arguments,
            self.bits(width, arguments_bytes.into()),
            result,
            self.bits(width, result_bytes.into()),
        ];
        self.call_library("__sheaf_uninterpreted", args, None);
    }

    /// A new object with these values in sequence, and its size.
    fn stored(&mut self, values: &[(Ty, Operand)]) -> (Operand, u64) {
        let mut bytes = 0;
        let mut places = Vec::new();
        for (ty, _) in values {
            places.push(bytes);
            bytes += self.cx.layout.size(*ty).next_multiple_of(ALIGN.into());
        }
        let object = self.room(bytes);
        for ((ty, value), offset) in values.iter().zip(places) {
            let at = self.displace(object, offset as i64);
            if let Err(Unsupported(what)) = self.store(at, *value, *ty) {
                self.call_unmodelled(&what);
            }
        }
        (object, bytes)
    }
}
