//! ES modules: the boxes that they share, and the code that starts them.

use super::function::FunctionLowerer;
use super::ssa::Variable;
use super::{Context, Evaluation, Result, Script, ScriptKind};
use crate::error::Error;
use crate::link::{Binding, Linked, Linker, Links, Meaning};
use crate::modules::{Required, imported_name};
use oxc_ast::ast::{
    Declaration, ExportDefaultDeclaration, ExportDefaultDeclarationKind, ImportExpression,
};
use oxc_span::Span;
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::build::FuncBuilder;
use sheaf_ir::{Call, Callee, Const, FuncId, Op, Operand, Type, Unit};
use std::collections::{BTreeMap, HashMap};

/// What the modules of a program share.
pub(crate) struct Boxes {
    modules: Vec<Module>,
    /// The members of the namespaces that are used.
    namespaces: BTreeMap<u32, Vec<(String, Meaning)>>,
}

/// The variables that a module shares with others.
#[derive(Default)]
struct Module {
    is_es: bool,
    /// The modules that it needs, in the order of their evaluation.
    needs: Vec<u32>,
    /// Its boxes: those that it exports, then imported ones, and what each stands for.
    boxes: Vec<Meaning>,
    exported: Vec<Binding>,
    imported: Vec<(SymbolId, Meaning)>,
}

impl Boxes {
    /// Links the modules of a program.
    pub fn new(scripts: &[Script]) -> Result<Boxes> {
        let own = || scripts.iter().filter(|it| it.is_own());
        let linker = Linker(own().map(linked).collect());
        let mut boxes = Boxes {
            modules: Vec::new(),
            namespaces: BTreeMap::new(),
        };
        for (number, script) in own().enumerate() {
            let module = boxes.module(&linker, number as u32, script)?;
            boxes.modules.push(module);
        }
        boxes.add_namespaces(&linker);
        boxes.add_members();
        Ok(boxes)
    }

    fn module(&self, linker: &Linker, number: u32, script: &Script) -> Result<Module> {
        let linked = &linker.0[number as usize];
        let Some(links) = &linked.links else {
            return Ok(Module::default());
        };
        let mut imported = Vec::new();
        for (symbol, from) in &links.imports {
            let meaning = linker.meaning(number, from);
            let meaning = meaning.map_err(|message| error(script, from.span, message))?;
            imported.push((*symbol, meaning));
        }
        for (name, span) in &links.requests {
            if let None | Some(Required::Missing) = linked.required.get(name) {
                return Err(error(script, *span, format!("Cannot find module '{name}'")));
            }
        }
        for from in links.forwarded() {
            if let Err(message) = linker.meaning(number, from) {
                return Err(error(script, from.span, message));
            }
        }
        let exported = links.exported();
        let own = exported.iter().map(|it| Meaning::Variable(number, *it));
        let others = imported.iter().map(|(_, meaning)| meaning.clone());
        let boxes = own.chain(others).collect();
        let needs = links
            .requests
            .iter()
            .filter_map(|(name, _)| match linked.required.get(name) {
                Some(Required::Module(other)) => Some(*other),
                _ => None,
            });
        Ok(Module {
            is_es: true,
            needs: needs.collect(),
            boxes,
            exported,
            imported,
        })
    }

    /// The namespaces of all ES modules that some module imports as a whole, or that may be
    /// required or imported later.
    fn add_namespaces(&mut self, linker: &Linker) {
        for (number, module) in self.modules.iter().enumerate() {
            if module.is_es {
                let number = number as u32;
                self.namespaces.insert(number, linker.members(number));
            }
        }
    }

    /// The boxes of variables that are imported from CommonJS modules belong to these.
    fn add_members(&mut self) {
        let members = self
            .namespaces
            .values()
            .flatten()
            .map(|(_, meaning)| meaning);
        let all = self
            .modules
            .iter()
            .flat_map(|module| &module.boxes)
            .chain(members);
        let mut wanted: Vec<(u32, Meaning)> = Vec::new();
        for meaning in all {
            let owner = match meaning {
                Meaning::Member(owner, _) => *owner,
                Meaning::Namespace(owner) if !self.modules[*owner as usize].is_es => *owner,
                _ => continue,
            };
            if !wanted.iter().any(|it| it.1 == *meaning) {
                wanted.push((owner, meaning.clone()));
            }
        }
        for (owner, meaning) in wanted {
            self.modules[owner as usize].boxes.push(meaning);
        }
    }
}

fn linked<'a>(script: &Script<'a>) -> Linked<'a> {
    Linked {
        links: match script.kind {
            ScriptKind::EsModule(_) => Some(Links::of(script.program, script.scoping)),
            _ => None,
        },
        required: script.required,
    }
}

/// An error at a range of a script.
fn error(script: &Script, span: Span, message: String) -> Error {
    let before = &script.program.source_text[..span.start as usize];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Error {
        file: script.file.clone(),
        place: crate::error::SourceLocation {
            line: before.matches('\n').count() as u32 + 1,
            column: before[line_start..].chars().count() as u32 + 1,
        },
        message,
    }
}

impl Context<'_> {
    /// The variables that the current module shares.
    pub fn share(&mut self, number: u32, boxes: &Boxes) {
        let module = &boxes.modules[number as usize];
        let imported = module
            .imported
            .iter()
            .map(|(symbol, _)| Binding::Symbol(*symbol));
        let all = module.exported.iter().copied().chain(imported);
        for (at, binding) in all.enumerate() {
            if let Binding::Symbol(symbol) = binding {
                self.captured.insert(symbol);
            }
            self.shared.insert(binding, at as u32);
        }
        for (symbol, meaning) in &module.imported {
            if let Meaning::BuiltIn(..) = meaning {
                self.built_in_imports.push((*symbol, meaning.clone()));
            }
        }
    }
}

/// The code that adds modules, with the boxes that they share.
pub(super) fn add_modules(
    context: &mut Context,
    builder: &mut FuncBuilder,
    scripts: &[(&Script, FuncId)],
    boxes: &Boxes,
) {
    let mut starter = Starter {
        context,
        builder,
        boxes: HashMap::new(),
    };
    for (module, (script, func)) in boxes.modules.iter().zip(scripts) {
        starter.add(module, script, *func);
    }
    for (number, module) in boxes.modules.iter().enumerate() {
        starter.connect(number as u32, module);
    }
    for (number, members) in &boxes.namespaces {
        starter.namespace(*number, members);
    }
    for (number, module) in boxes.modules.iter().enumerate() {
        if module.is_es {
            let number = starter.number(number as u32);
            starter.library("instantiate", vec![number]);
        }
    }
}

/// The code that makes texts known that may be evaluated.
pub(super) fn add_evaluations(
    context: &mut Context,
    builder: &mut FuncBuilder,
    bodies: &[FuncId],
    evaluations: &[Evaluation],
) {
    let boxes = HashMap::new();
    let mut starter = Starter {
        context,
        builder,
        boxes,
    };
    for (key, script) in evaluations {
        let value = match script {
            Ok(number) => {
                let func = starter.builder.constant(Const::Func(bodies[*number]));
                let boxes = starter.builder.constant(Const::Null);
                starter.intrinsic("js.module_body", vec![func, boxes])
            }
            Err(message) => starter.text(message),
        };
        let key = starter.text(key);
        starter.library("addEvaluation", vec![key, value]);
    }
}

/// The code that runs the first module.
pub(super) fn run_first(context: &mut Context, builder: &mut FuncBuilder) {
    let boxes = HashMap::new();
    let mut starter = Starter {
        context,
        builder,
        boxes,
    };
    starter.library("runFirst", Vec::new());
}

/// Appends to the function that starts a program.
struct Starter<'s, 'a> {
    context: &'s mut Context<'a>,
    builder: &'s mut FuncBuilder,
    boxes: HashMap<Meaning, Operand>,
}

impl Starter<'_, '_> {
    fn number(&mut self, number: u32) -> Operand {
        self.builder.bits(32, u128::from(number))
    }

    fn text(&mut self, text: &str) -> Operand {
        self.builder
            .constant(Const::Str(text.encode_utf16().collect()))
    }

    fn intrinsic(&mut self, name: &str, args: Vec<Operand>) -> Operand {
        let call = Call {
            callee: Callee::Intrinsic(self.context.name(name)),
            args: args.into(),
            catches: false,
        };
        self.builder.push(Op::Call(Box::new(call)), Type::Any)
    }

    fn library(&mut self, function: &str, args: Vec<Operand>) {
        let name = self.text(function);
        let callee = self.intrinsic("js.library", vec![name]);
        let undefined = self.builder.constant(Const::Unit(Unit::Undefined));
        let mut all = vec![name, callee, undefined];
        all.extend(args);
        self.intrinsic("js.call", all);
    }

    /// The box for what a name stands for: the same for all modules.
    fn shared(&mut self, meaning: &Meaning) -> Operand {
        if let Some(shared) = self.boxes.get(meaning) {
            return *shared;
        }
        let unit = match meaning {
            Meaning::Variable(..) | Meaning::Namespace(_) => Unit::Empty,
            Meaning::Member(..) | Meaning::BuiltIn(..) => Unit::Undefined,
        };
        let value = self.builder.constant(Const::Unit(unit));
        let place = self
            .builder
            .push(Op::NewCells(Box::new([value])), Type::Ptr);
        // A variable that is set from a module of node belongs to one module.
        if !matches!(meaning, Meaning::BuiltIn(..)) {
            self.boxes.insert(meaning.clone(), place);
        }
        place
    }

    fn add(&mut self, module: &Module, script: &Script, func: FuncId) {
        let boxes: Vec<Operand> = module.boxes.iter().map(|it| self.shared(it)).collect();
        let boxes = match boxes.is_empty() {
            true => self.builder.constant(Const::Null),
            false => self.builder.push(Op::NewCells(boxes.into()), Type::Ptr),
        };
        let func = self.builder.constant(Const::Func(func));
        let body = self.intrinsic("js.module_body", vec![func, boxes]);
        let path = absolute(&script.file);
        let [file, folder] = [&path, &folder_of(&path)].map(|path| self.text(path));
        let is_es = self.builder.constant(Const::Bool(module.is_es));
        self.library("addModule", vec![file, folder, body, is_es]);
    }

    fn connect(&mut self, number: u32, module: &Module) {
        let at = self.number(number);
        for other in &module.needs {
            let other = self.number(*other);
            self.library("needsModule", vec![at, other]);
        }
        if module.is_es {
            return;
        }
        for meaning in &module.boxes {
            let name = match meaning {
                Meaning::Member(_, name) => name,
                _ => "*",
            };
            let name = self.text(name);
            self.library("fillsName", vec![at, name]);
        }
    }

    fn namespace(&mut self, number: u32, members: &[(String, Meaning)]) {
        let mut args = Vec::new();
        for (name, meaning) in members {
            let name = self.text(name);
            args.extend([name, self.shared(meaning)]);
        }
        let object = self.intrinsic("js.namespace", args);
        let at = self.number(number);
        self.library("setNamespace", vec![at, object]);
        let row = self.shared(&Meaning::Namespace(number));
        let index = self.number(0);
        let value = object;
        self.builder.push_void(Op::StoreCell { row, index, value });
    }
}

impl FunctionLowerer<'_, '_> {
    /// Makes a variable one that is shared with other modules.
    pub fn share(&mut self, symbol: SymbolId, at: u32) {
        let variable = Variable::Symbol(symbol);
        let place = self.shared_place(at);
        self.ssa.is_box(variable);
        self.ssa.set(variable, place);
    }

    fn shared_place(&mut self, at: u32) -> Operand {
        let index = self.ssa.builder.bits(32, u128::from(at));
        self.ssa.push(Op::LoadCell(self.boxes, index), Type::Ptr)
    }

    /// Sets the value of `export default`.
    pub fn write_default(&mut self, value: Operand) {
        let at = self.context.shared.get(&Binding::Default).copied();
        let row = self.shared_place(at.unwrap_or_default());
        let index = self.ssa.builder.bits(32, 0);
        self.ssa.push_void(Op::StoreCell { row, index, value });
    }

    /// Sets the variables that are imported from modules of node.
    pub fn import_built_ins(&mut self) -> Result<()> {
        if !matches!(self.context.kind, ScriptKind::EsModule(_)) {
            return Ok(());
        }
        for (symbol, meaning) in self.context.built_in_imports.clone() {
            let Meaning::BuiltIn(source, name) = meaning else {
                continue;
            };
            let value = match name.as_deref() {
                None => {
                    let source = self.text(&source);
                    self.library_call("nodeNamespace", vec![source])?
                }
                Some("default") => self.require_module(&source)?,
                Some(name) => {
                    let (value, key) = (self.require_module(&source)?, self.text(name));
                    self.throwing("js.get", vec![value, key])?
                }
            };
            self.write(symbol, value)?;
        }
        Ok(())
    }

    pub fn declaration(&mut self, declaration: &Declaration) -> Result<()> {
        match declaration {
            Declaration::VariableDeclaration(it) => self.variables(it),
            Declaration::ClassDeclaration(it) => self.class(it, "").map(drop),
            _ => Ok(()),
        }
    }

    pub fn export_default(&mut self, it: &ExportDefaultDeclaration) -> Result<()> {
        let value = match &it.declaration {
            // Created when the module was.
            ExportDefaultDeclarationKind::FunctionDeclaration(_) => return Ok(()),
            ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                let value = self.class(class, "default")?;
                if class.id.is_some() {
                    return Ok(());
                }
                value
            }
            other => match other.as_expression() {
                Some(expression) => self.named(expression, "default")?,
                None => self.unsupported(it.span, "this export"),
            },
        };
        self.write_default(value);
        Ok(())
    }

    /// `import(name)`
    pub fn import_expression(&mut self, it: &ImportExpression) -> Result<Operand> {
        let Some(name) = imported_name(it) else {
            return Ok(self.unsupported(it.span, "`import()` of a name that is computed"));
        };
        self.at(it.span);
        match self.context.required.get(name) {
            Some(Required::Module(number)) => {
                let number = self.numeric(f64::from(*number));
                self.library_call("importModule", vec![number])
            }
            Some(Required::BuiltIn) => Ok(self.unsupported(it.span, "`import()` of this module")),
            _ => {
                let name = self.text(name);
                self.library_call("importMissing", vec![name])
            }
        }
    }

    /// `import.meta`
    pub fn import_meta(&mut self) -> Result<Operand> {
        let path = absolute(&self.context.file_name);
        let args = vec![self.text(&path), self.text(&folder_of(&path))];
        self.library_call("importMeta", args)
    }
}

/// The absolute path of a file.
pub(super) fn absolute(file: &str) -> String {
    let path = std::path::absolute(file).unwrap_or_else(|_| file.into());
    path.display().to_string()
}

/// The folder that an absolute path is in.
pub(super) fn folder_of(path: &str) -> String {
    let folder = std::path::Path::new(path).parent();
    folder.map_or(path.to_string(), |folder| folder.display().to_string())
}
