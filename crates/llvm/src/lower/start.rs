//! The start function: code before and after the entry.

use super::function::FunctionLowering;
use super::lists::{AFTER, BEFORE};
use super::parameters::Parameter;
use super::unobserved::{FLUSH, leave_out};
use super::{Lowering, Unsupported};
use crate::ll::{Value, ValueKind};
use crate::target::{INITIALIZE, TARGET};
use sheaf_ir::build::FuncBuilder;
use sheaf_ir::{Callee, Const, Func, FuncId, GlobalId, Operand, Terminator, Type};
use std::path::Path;

/// Name of the generated start function.
const START: &str = "sheaf.start";

/// The function that the library's `exit` calls last. Its body is generated, so that programs
/// without streams do not contain the library's streams.
const AT_END: &str = "sheaf_at_end";

/// `argc`, `argv` and the environment.
const MAIN_PARAMETERS: usize = 3;

/// Width of C's `int`.
pub(super) const INT: u32 = 32;

impl Lowering<'_> {
    /// Lowers the program from its entry; the error is one line.
    pub(super) fn program(&mut self) -> Result<(), String> {
        let wanted = self.options.entry.as_deref().unwrap_or("main");
        let (_, name) = split_entry(wanted);
        let found = self.find_entry(wanted)?;
        let entry = self.function(found);
        if self.module.funcs[entry].is_declaration() && self.pending.is_empty() {
            return Err(format!("the types of `{wanted}` are not supported"));
        }
        let mut constructors = self.unknown_start();
        constructors.extend(self.listed_functions(&BEFORE));
        let destructors = self.listed_functions(&AFTER);
        let exit = self.library_function("exit");
        let at_end = exit.map(|_| self.declare(AT_END, None));
        let at_exit = match destructors.is_empty() {
            true => None,
            false => self.library_function("atexit"),
        };
        let initializer = match name == TARGET {
            true => self.find_definition(INITIALIZE).ok(),
            false => None,
        };
        let initializer = initializer.and_then(|found| {
            let through = self.library_function("sheaf_initialize")?;
            Some((through, self.function(found)))
        });
        self.refer_to_callbacks();
        self.drain_all();
        if let Some(at_end) = at_end {
            self.flush_at_end(at_end);
        }
        let parameters = self.entry_parameters(name, entry, found)?;

        let start = StartParts {
            entry,
            parameters,
            constructors,
            destructors,
            initializer,
            exit,
            at_exit,
        };
        let start_name = self.unique_name(START);
        let mut builder = FuncBuilder::new(&start_name, Some(Type::Bits(INT)));
        builder.func_mut().user = false;
        let mut lowering = FunctionLowering::new(self, builder);
        lowering.start(start);
        let func = lowering.builder.finish();
        let id = self.module.funcs.push(func);
        self.module.entry = Some(id);
        self.drain();
        self.leave_output_out();
        self.check_shapes(name)
    }

    /// See [`super::unobserved`]. Calls that fail or transfer less are inputs.
    fn leave_output_out(&mut self) {
        let environment = &self.options.environment;
        if environment.failing_calls > 0 || environment.short_calls > 0 {
            return;
        }
        let is_target =
            |func: &Func| !func.user && self.options.target.as_deref() == Some(&*func.name);
        if self.module.funcs.iter().any(is_target) {
            return;
        }
        let names = ["stdout", "stderr"];
        // Printing uses variables of the program in their place.
        if names.iter().any(|name| self.symbols.user(name).is_some()) {
            return;
        }
        let streams = names.map(|name| self.symbols.runtime(name));
        let streams = streams.iter().flatten();
        let streams: Vec<GlobalId> = streams
            .filter_map(|stream| self.globals.get(stream).copied())
            .collect();
        let print = self.names.intern(&mut self.module, "__sheaf_print");
        leave_out(&mut self.module, &streams, print);
    }

    /// Generates the body of [`AT_END`].
    fn flush_at_end(&mut self, id: FuncId) {
        let stdout = self.symbols.runtime("stdout");
        let has_streams = stdout.is_some_and(|stdout| self.globals.contains_key(&stdout));
        let flush = match has_streams {
            true => self.library_function(FLUSH),
            false => None,
        };
        self.drain_all();
        let mut builder = FuncBuilder::new(&self.module.funcs[id].name, None);
        builder.func_mut().user = false;
        let block = builder.block();
        builder.switch_to(block);
        let mut lowering = FunctionLowering::new(self, builder);
        if let Some(flush) = flush {
            let all = lowering.bits(INT, 0);
            lowering.call(flush, vec![all], Some(Type::Bits(INT)));
        }
        lowering.terminate(Terminator::Return(None));
        let func = lowering.builder.finish();
        self.module.funcs[id] = func;
    }

    /// Lowers everything that was referred to, including by late parts of globals.
    fn drain_all(&mut self) {
        let mut touched = 0;
        loop {
            self.drain();
            if touched == self.late.len() {
                return;
            }
            let values: Vec<Value> = self.late[touched..].iter().map(|late| late.value).collect();
            touched = self.late.len();
            for value in values {
                self.touch(value);
            }
        }
    }

    /// Refers to all functions and globals in a constant.
    fn touch(&mut self, value: Value) {
        match value.kind() {
            ValueKind::LLVMFunctionValueKind
            | ValueKind::LLVMGlobalVariableValueKind
            | ValueKind::LLVMGlobalAliasValueKind
            | ValueKind::LLVMGlobalIFuncValueKind => {
                // Unsupported constants are reported where they are used.
                let _ = self.address(value);
            }
            ValueKind::LLVMConstantExprValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantVectorValueKind => {
                for operand in value.operands() {
                    self.touch(operand);
                }
            }
            _ => {}
        }
    }

    /// The definition of the entry function.
    fn find_entry(&self, name: &str) -> Result<Value, String> {
        match &self.options.entry {
            None => self.find_definition(name).map_err(|_| {
                "it has no `main`; name the function to start at with --entry".to_string()
            }),
            Some(_) => self.find_definition(name),
        }
    }

    /// The definition of a function of the program, external or `static`: `f`, or `file.c:f` if
    /// there are several.
    pub(super) fn find_definition(&self, wanted: &str) -> Result<Value, String> {
        let functions = || self.modules.iter().flat_map(|module| module.functions());
        let is_defined = |value: &Value| !value.is_declaration();
        let (file, name) = split_entry(wanted);
        if file.is_none()
            && let Some(value) = self.symbols.user(name)
            && value.kind() == ValueKind::LLVMFunctionValueKind
        {
            return Ok(value);
        }
        let named: Vec<Value> = functions()
            .filter(|value| is_defined(value) && value.name() == name)
            .collect();
        let source = |value: &Value| value.module().source_file();
        let is_in =
            |value: &Value| file.is_none_or(|file| Path::new(&source(value)).ends_with(file));
        let found: Vec<Value> = named.iter().copied().filter(is_in).collect();
        let files = |values: &[Value]| {
            let files: Vec<String> = values
                .iter()
                .map(|it| format!("`{}`", source(it)))
                .collect();
            files.join(" and ")
        };
        match (found.as_slice(), named.as_slice()) {
            ([one], _) => Ok(*one),
            ([first, ..], _) => Err(format!(
                "there are functions `{name}` in {}; name one as `{}:{name}`",
                files(&found),
                source(first)
            )),
            ([], [_, ..]) => Err(format!(
                "it has no function `{name}` in `{}`, but in {}",
                file.unwrap_or_default(),
                files(&named)
            )),
            ([], []) => {
                let names: Vec<String> = functions().filter(is_defined).map(Value::name).collect();
                Err(format!(
                    "it has no function `{name}`{}",
                    suggestion(name, &names)
                ))
            }
        }
    }

    /// The callee of a call of this name: the program's definition, the host's, or the library
    /// models'.
    pub(super) fn find_function(&mut self, name: &str) -> Option<Callee> {
        match self.symbols.user(name) {
            Some(value) => self.callee_of(value),
            None => self.library_function(name),
        }
    }

    /// The callee of a call of this name in the library itself, regardless of the program.
    pub(super) fn library_function(&mut self, name: &str) -> Option<Callee> {
        if self.is_intrinsic(name) {
            let name = self.names.intern(&mut self.module, name);
            return Some(Callee::Intrinsic(name));
        }
        let value = self.symbols.runtime(name)?;
        self.callee_of(value)
    }

    fn callee_of(&mut self, value: Value) -> Option<Callee> {
        match self.address(value) {
            Ok(Const::Func(id)) => Some(Callee::Func(id)),
            _ => None,
        }
    }

    /// A constant string for a model, such as the name of an input.
    pub(super) fn input_name(&mut self, name: &str) -> Const {
        let bytes = name.bytes().chain([0]).collect();
        Const::Global(self.data("input", bytes, Vec::new()), 0)
    }
}

/// What the start function calls.
struct StartParts {
    entry: FuncId,
    parameters: Option<Vec<Parameter>>,
    constructors: Vec<FuncId>,
    destructors: Vec<FuncId>,
    /// That of a fuzz target, behind what calls it.
    initializer: Option<(Callee, FuncId)>,
    exit: Option<Callee>,
    at_exit: Option<Callee>,
}

impl FunctionLowering<'_, '_> {
    fn start(&mut self, parts: StartParts) {
        let block = self.builder.block();
        self.builder.switch_to(block);
        self.late_contents();
        self.undefined_objects();
        let params = self.cx.module.funcs[parts.entry].params.len();
        self.assume_variables(parts.parameters.is_none() && params > 2);
        self.assume_floats();
        if let Some(at_exit) = parts.at_exit {
            for destructor in &parts.destructors {
                let function = self.builder.constant(Const::Func(*destructor));
                self.call(at_exit, vec![function], Some(Type::Bits(INT)));
            }
        }
        let mut own = self.parameter_types(parts.entry);
        if parts.parameters.is_some() {
            own.clear();
        }
        // Constructors get the arguments of `main`, which are made once.
        let of_constructors = parts.constructors.iter();
        let mut needed = of_constructors
            .map(|constructor| self.parameter_types(*constructor))
            .chain([own])
            .chain(parts.initializer.map(|_| vec![Type::Bits(INT), Type::Ptr]))
            .max_by_key(Vec::len)
            .unwrap_or_default();
        needed.truncate(MAIN_PARAMETERS);
        let given = self.main_arguments(needed);
        for constructor in &parts.constructors {
            let args = self.given_arguments(*constructor, &given);
            let result = self.cx.module.funcs[*constructor].result.clone();
            self.call_start(*constructor, args, result);
        }
        if let Some((through, initializer)) = parts.initializer {
            let initializer = self.builder.constant(Const::Func(initializer));
            self.call(through, vec![initializer, given[0], given[1]], None);
        }
        let args = match &parts.parameters {
            Some(parameters) => self.entry_arguments(parameters),
            None => self.given_arguments(parts.entry, &given),
        };
        let result = self.cx.module.funcs[parts.entry].result.clone();
        let result = self.call_start(parts.entry, args, result);
        let status = match result {
            Some(value) if parts.parameters.is_none() && self.width_of(value) == INT => value,
            _ => self.bits(INT, 0),
        };
        if let Some(exit) = parts.exit {
            self.call(exit, vec![status], None);
        }
        self.terminate(Terminator::Return(Some(status)));
    }

    fn parameter_types(&self, function: FuncId) -> Vec<Type> {
        let func = &self.cx.module.funcs[function];
        let params = func.params.iter();
        params.map(|param| func.locals[*param].ty.clone()).collect()
    }

    /// Those of the given arguments that a function takes; a register that is not given, or of
    /// another type, has any content.
    fn given_arguments(&mut self, function: FuncId, given: &[Operand]) -> Vec<Operand> {
        let types = self.parameter_types(function).into_iter().enumerate();
        let argument = |(position, ty): (usize, Type)| match given.get(position) {
            Some(argument) if self.type_of(*argument) == ty => *argument,
            _ => self.undefined(ty),
        };
        types.map(argument).collect()
    }

    /// Parts of globals that no constant can express.
    fn late_contents(&mut self) {
        for late in std::mem::take(&mut self.cx.late) {
            let ptr = self
                .builder
                .constant(Const::Global(late.global, late.offset as i64));
            let stored = self
                .operand(late.value)
                .and_then(|value| self.store(ptr, value, late.value.ty()));
            if let Err(Unsupported(what)) = stored {
                self.call_unmodelled(&format!("LLVM constant `{what}`"));
            }
        }
    }

    /// Calls a function, through its address if the arguments do not match its parameters.
    fn call_start(
        &mut self,
        callee: FuncId,
        args: Vec<Operand>,
        result: Option<Type>,
    ) -> Option<Operand> {
        let params = self.cx.module.funcs[callee].params.len();
        if params == args.len() {
            return self.call(Callee::Func(callee), args, result);
        }
        let address = self.builder.constant(Const::Func(callee));
        self.call(Callee::Value(address), args, result)
    }
}

/// The file and the name of a function given as `file.c:name` or `name`.
pub fn split_entry(entry: &str) -> (Option<&str>, &str) {
    match entry.rsplit_once(':') {
        Some((file, name)) => (Some(file), name),
        None => (None, entry),
    }
}

/// Names close to a misspelt one, for the end of a message.
pub(super) fn suggestion(name: &str, names: &[String]) -> String {
    let mut close: Vec<(usize, &String)> = names
        .iter()
        .map(|known| (distance(name, known), known))
        .filter(|(distance, known)| *distance <= known.len().max(name.len()) / 3 + 1)
        .collect();
    close.sort();
    close.dedup();
    let close: Vec<String> = close
        .iter()
        .take(3)
        .map(|(_, name)| format!("`{name}`"))
        .collect();
    match close.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", close.join(" or ")),
    }
}

/// The edit distance of two strings.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, suggestion};

    #[test]
    fn distances_and_suggestions() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        let names = ["parse", "print", "reset"].map(String::from);
        assert_eq!(suggestion("prase", &names), "; did you mean `parse`?");
        assert_eq!(suggestion("xyzzy", &names), "");
    }
}
