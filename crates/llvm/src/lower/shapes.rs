//! The user's restrictions of pointers that an entry takes: not null, number of elements, possible
//! functions.
//!
//! Pointers are identified by the names of their inputs: `p`, `p->next`. A name without a pointer
//! is an error, so that no restriction is ignored silently.

use super::function::FunctionLowering;
use super::parameters::{Kind, Parameter};
use super::rows::Elements;
use super::start::suggestion;
use super::{Lowering, Unsupported};
use crate::environment::Undefined;
use crate::ll::{Shape, SourceType};
use rustc_hash::FxHashMap;
use sheaf_ir::build::FuncBuilder;
use sheaf_ir::{Callee, CompareOp, Const, Op, Operand, Terminator, Type};
use std::collections::BTreeSet;

/// Restrictions of pointers, by name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Shapes {
    /// Pointers that are not null.
    pub non_null: Vec<String>,
    /// Pointers to as many elements as a parameter says, with the parameter.
    pub lengths: Vec<(String, String)>,
    /// Pointers to this many elements.
    pub arrays: Vec<(String, u64)>,
    /// Function pointers, with their targets.
    pub callbacks: Vec<(String, Callback)>,
}

/// The targets of a function pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callback {
    /// A function without side effects that returns any value.
    Any,
    /// One of these functions, or `null`.
    OneOf(Vec<String>),
}

/// The state of applying the restrictions.
#[derive(Default)]
pub(super) struct Shaping {
    /// Names of pointers to objects.
    objects: BTreeSet<String>,
    /// Names of pointers to functions.
    functions: BTreeSet<String>,
    /// By the name of the pointer, the number of its elements.
    lengths: FxHashMap<String, Operand>,
    /// The first restriction that cannot be applied.
    error: Option<String>,
}

impl Shapes {
    fn array(&self, name: &str) -> Option<u64> {
        let row = self.arrays.iter().find(|(pointer, _)| pointer == name);
        row.map(|(_, count)| *count)
    }

    fn callback(&self, name: &str) -> Option<&Callback> {
        let row = self.callbacks.iter().find(|(pointer, _)| pointer == name);
        row.map(|(_, callback)| callback)
    }
}

impl Lowering<'_> {
    /// The length of the array of numbers that this pointer points to.
    pub(super) fn elements(&self, pointer: &str) -> Elements {
        match self.options.shapes.array(pointer) {
            Some(most) => Elements {
                most,
                exactly: true,
            },
            None => self.options.pointers.elements,
        }
    }

    /// The length of the array of other objects that this pointer points to.
    pub(super) fn objects(&mut self, pointer: &str, most: u64) -> u64 {
        let shapes = &self.options.shapes;
        if self.shaping.lengths.contains_key(pointer) {
            self.refuse_shape(format!(
                "--length: `{pointer}` does not point to numbers; use --array for the number of elements"
            ));
        }
        match shapes.array(pointer) {
            Some(count) if count > most => {
                self.refuse_shape(format!(
                    "--array: `{pointer}` does not point to numbers, and such arrays have at most {most} elements"
                ));
                1
            }
            Some(count) => count,
            None => 1,
        }
    }

    /// The length of the array that this pointer points to, if a parameter gives it.
    pub(super) fn row_length(&self, pointer: &str) -> Option<Operand> {
        self.shaping.lengths.get(pointer).copied()
    }

    fn refuse_shape(&mut self, message: String) {
        self.shaping.error.get_or_insert(message);
    }

    /// Refers to the functions that callbacks name, before the contents of globals are complete.
    pub(super) fn refer_to_callbacks(&mut self) {
        for (_, callback) in &self.options.shapes.callbacks {
            if let Callback::OneOf(names) = callback {
                // Missing functions are reported where the pointer is created.
                names
                    .iter()
                    .for_each(|name| drop(self.function_named(name)));
            }
        }
    }

    /// A function of the program or of its library, by its name.
    fn function_named(&mut self, name: &str) -> Result<Const, String> {
        if name == "null" {
            return Ok(Const::Null);
        }
        let unsupported =
            |Unsupported(what)| format!("the function `{name}` is not supported: {what}");
        match self.find_definition(name) {
            Ok(value) => self.address(value).map_err(unsupported),
            Err(message) => match self.find_function(name) {
                Some(Callee::Func(id)) => Ok(Const::Func(id)),
                _ => Err(message),
            },
        }
    }

    /// Whether all restrictions could be applied; the error is one line.
    pub(super) fn check_shapes(&mut self, entry: &str) -> Result<(), String> {
        if let Some(error) = self.shaping.error.take() {
            return Err(error);
        }
        let shapes = &self.options.shapes;
        let (objects, functions) = (&self.shaping.objects, &self.shaping.functions);
        let of_objects = (shapes.non_null.iter().map(|name| ("--non-null", name)))
            .chain(shapes.lengths.iter().map(|(name, _)| ("--length", name)))
            .chain(shapes.arrays.iter().map(|(name, _)| ("--array", name)));
        for (option, name) in of_objects {
            if functions.contains(name) {
                return Err(format!(
                    "{option}: `{name}` points to a function; say which by --callback {name}=FUNCTION"
                ));
            }
            if !objects.contains(name) {
                return Err(missing(option, name, entry, "pointer", objects));
            }
        }
        for (name, _) in &shapes.callbacks {
            if !functions.contains(name) {
                let kind = "pointer to a function";
                return Err(missing("--callback", name, entry, kind, functions));
            }
        }
        Ok(())
    }
}

fn missing(option: &str, name: &str, entry: &str, kind: &str, known: &BTreeSet<String>) -> String {
    let names: Vec<String> = known.iter().cloned().collect();
    let hint = suggestion(name, &names);
    format!("{option}: `{entry}` takes no {kind} `{name}`{hint}")
}

impl FunctionLowering<'_, '_> {
    /// The inputs that give numbers of elements, by the names of the parameters. They precede all
    /// others.
    pub(super) fn length_inputs(&mut self, parameters: &[Parameter]) -> FxHashMap<String, Operand> {
        let mut inputs = FxHashMap::default();
        for (pointer, name) in &self.cx.options.shapes.lengths {
            let parameter = parameters.iter().find(|it| it.name == *name);
            let Some(Kind::Scalar(Type::Bits(width @ 2..=64), source)) =
                parameter.map(|it| &it.kind)
            else {
                let message = format!("--length: there is no integer parameter `{name}`");
                self.cx.refuse_shape(message);
                continue;
            };
            let count = match inputs.get(name) {
                Some(count) => *count,
                None => {
                    let declared = source.map(SourceType::declared);
                    self.cx.module.declare_input(name, declared);
                    self.scalar_input(name, Type::Bits(*width))
                }
            };
            let signed = !source.is_some_and(SourceType::is_unsigned);
            inputs.insert(name.clone(), count);
            let largest = (1u128 << (width - u32::from(signed))) - 1;
            let most = u128::from(self.cx.options.pointers.elements.most).min(largest);
            let most = self.bits(*width, most);
            let holds = self.compare(CompareOp::Ule, count, most);
            self.builder.push_void(Op::Assume(holds));
            if let Some(above) = self.cx.options.size_above {
                let above = self.bits(*width, u128::from(above));
                let holds = self.compare(CompareOp::Ult, above, count);
                self.builder.push_void(Op::Assume(holds));
            }
            let count = self.resize(count, self.cx.pointer_bits(), false);
            self.cx.shaping.lengths.insert(pointer.clone(), count);
        }
        inputs
    }

    /// A pointer to an object, null if the input says so and the user does not exclude it. A
    /// pointer with a given length is null only if the length is zero.
    pub(super) fn null_or(&mut self, name: &str, is_null: Operand, object: Operand) -> Operand {
        self.cx.shaping.objects.insert(name.to_string());
        let shapes = &self.cx.options.shapes;
        if shapes.array(name).is_some() || shapes.non_null.iter().any(|it| it == name) {
            let no = self.bool(false);
            let holds = self.compare(CompareOp::Eq, is_null, no);
            self.builder.push_void(Op::Assume(holds));
            return object;
        }
        if let Some(count) = self.cx.row_length(name) {
            let (zero, yes) = (self.bits(self.cx.pointer_bits(), 0), self.bool(true));
            let is_empty = self.compare(CompareOp::Eq, count, zero);
            let holds = self.select(is_null, is_empty, yes);
            self.builder.push_void(Op::Assume(holds));
        }
        let null = self.null();
        self.select(is_null, null, object)
    }

    /// A function pointer: one of the user's targets, else null or an undefined function.
    pub(super) fn callback_input(&mut self, name: &str, ty: SourceType) -> Operand {
        self.cx.shaping.functions.insert(name.to_string());
        match self.cx.options.shapes.callback(name) {
            None => self.unknown_callback(name, ty),
            Some(Callback::Any) => self.any_function(name, ty),
            Some(Callback::OneOf(names)) => {
                let (mut flags, mut functions) = (Vec::new(), Vec::new());
                for (position, function) in names.iter().enumerate() {
                    if position + 1 < names.len() {
                        let flag = format!("{name} is {function}");
                        flags.push(self.scalar_input(&flag, Type::Bool));
                    }
                    functions.push(self.named_function(function));
                }
                let last = functions.pop().unwrap_or_else(|| self.null());
                let others = flags.into_iter().zip(functions).rev();
                others.fold(last, |rest, (flag, function)| {
                    self.select(flag, function, rest)
                })
            }
        }
    }

    fn unknown_callback(&mut self, name: &str, ty: SourceType) -> Operand {
        self.cx
            .bound("callbacks that are neither functions of the program nor equal".to_string());
        let is_null = self.scalar_input(&format!("{name} is null"), Type::Bool);
        let asked = self.cx.options.environment.undefined == Undefined::Input;
        let any = asked.then(|| self.cx.make_any_function(name, ty));
        let callback = match any {
            Some(Ok(function)) => function,
            _ => Const::Func(self.cx.declare(&format!("callback {name}"), None)),
        };
        let callback = self.builder.constant(callback);
        let null = self.null();
        self.select(is_null, null, callback)
    }

    fn named_function(&mut self, name: &str) -> Operand {
        let constant = self.cx.function_named(name).unwrap_or_else(|message| {
            self.cx.refuse_shape(format!("--callback: {message}"));
            Const::Null
        });
        self.builder.constant(constant)
    }

    /// A new function of a type that returns any value.
    fn any_function(&mut self, name: &str, ty: SourceType) -> Operand {
        match self.cx.make_any_function(name, ty) {
            Ok(function) => self.builder.constant(function),
            Err(Unsupported(what)) => {
                self.cx.refuse_shape(format!(
                    "--callback: `{name}` points to a function that takes or returns {what}; name one instead of `any`"
                ));
                self.null()
            }
        }
    }
}

impl Lowering<'_> {
    fn make_any_function(&mut self, name: &str, ty: SourceType) -> Result<Const, Unsupported> {
        let (result, params) = ty.signature();
        let of = |ty: SourceType| {
            scalar(&ty.shape()).ok_or_else(|| Unsupported("a structure by value".to_string()))
        };
        let result_type = result.map(of).transpose()?;
        let unique = self.unique_name(&format!("sheaf.any.{name}"));
        let mut builder = FuncBuilder::new(&unique, result_type.clone());
        for param in &params {
            match param {
                Some(param) => drop(builder.param(of(*param)?, None)),
                None => builder.func_mut().variadic = true,
            }
        }
        builder.func_mut().user = false;
        let mut function = FunctionLowering::new(self, builder);
        let block = function.builder.block();
        function.builder.switch_to(block);
        let name = format!("{name}()");
        let value = match (result.map(SourceType::shape), result_type) {
            (Some(Shape::Pointer(pointee)), _) => Some(function.pointer_input(&name, pointee, 1)),
            (_, Some(ty)) => Some(function.scalar_input(&name, ty)),
            _ => None,
        };
        function.terminate(Terminator::Return(value));
        let function = function.builder.finish();
        Ok(Const::Func(self.module.funcs.push(function)))
    }
}

/// The type of a scalar argument or result.
fn scalar(shape: &Shape) -> Option<Type> {
    Some(match shape {
        Shape::Integer(bytes @ (1 | 2 | 4 | 8 | 16)) => Type::Bits(8 * *bytes as u32),
        Shape::Float(kind) => Type::Float(*kind),
        Shape::Boolean => Type::Bool,
        Shape::Pointer(_) => Type::Ptr,
        _ => return None,
    })
}
