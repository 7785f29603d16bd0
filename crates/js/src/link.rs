//! Linking of ES modules: what each imported and exported name stands for (ECMA-262, 16.2.1.7).
//!
//! All modules are known when the program is loaded, so that a name is resolved once, to the box of
//! a variable that both modules share.

use crate::modules::Required;
use oxc_ast::ast::{
    BindingIdentifier, Declaration, ExportDefaultDeclarationKind, ImportDeclarationSpecifier,
    ModuleExportName, Program, Statement,
};
use oxc_semantic::Scoping;
use oxc_span::Span;
use oxc_syntax::symbol::SymbolId;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A variable of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Binding {
    /// A declared one.
    Symbol(SymbolId),
    /// The value of `export default`, which has no name.
    Default,
}

/// What is wanted of another module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// What it exports under a name.
    Name(String),
    /// An object with everything that it exports.
    Namespace,
}

/// A name of another module, and where it is wanted.
#[derive(Clone, Debug)]
pub struct From {
    /// The name of the module.
    pub source: String,
    pub wanted: Wanted,
    pub span: Span,
}

/// What a module exports under a name.
enum Export {
    Local(Binding),
    From(From),
}

/// The `import` and `export` declarations of a module.
#[derive(Default)]
pub struct Links {
    /// The names of the modules that it needs, in the order of their evaluation, and where.
    pub requests: Vec<(String, Span)>,
    /// The imported variables.
    pub imports: Vec<(SymbolId, From)>,
    exports: BTreeMap<String, Export>,
    /// The modules of `export *`.
    stars: Vec<String>,
}

impl Links {
    /// Those of a program.
    pub fn of(program: &Program, scoping: &Scoping) -> Links {
        let mut links = Links::default();
        for statement in &program.body {
            links.add(statement, scoping);
        }
        links
    }

    /// The variables that it exports.
    pub fn exported(&self) -> Vec<Binding> {
        let imported = |binding: &Binding| {
            self.imports
                .iter()
                .any(|it| Binding::Symbol(it.0) == *binding)
        };
        let local = self.exports.values().filter_map(|export| match export {
            Export::Local(binding) => Some(*binding),
            Export::From(_) => None,
        });
        let mut local: Vec<Binding> = local.filter(|it| !imported(it)).collect();
        local.sort_unstable();
        local.dedup();
        local
    }

    /// What it exports from other modules.
    pub fn forwarded(&self) -> impl Iterator<Item = &From> {
        self.exports.values().filter_map(|export| match export {
            Export::From(from) => Some(from),
            Export::Local(_) => None,
        })
    }

    fn add(&mut self, statement: &Statement, scoping: &Scoping) {
        match statement {
            Statement::ImportDeclaration(it) => {
                self.requests.push((it.source.value.to_string(), it.span));
                for specifier in it.specifiers.iter().flatten() {
                    self.import(specifier, &it.source.value);
                }
            }
            Statement::ExportAllDeclaration(it) => {
                let source = it.source.value.to_string();
                self.requests.push((source.clone(), it.span));
                match &it.exported {
                    None => self.stars.push(source),
                    Some(name) => {
                        let (wanted, span) = (Wanted::Namespace, it.span);
                        let from = From {
                            source,
                            wanted,
                            span,
                        };
                        self.exports.insert(text_of(name), Export::From(from));
                    }
                }
            }
            Statement::ExportFromDeclaration(it) => {
                self.requests.push((it.source.value.to_string(), it.span));
                for specifier in &it.specifiers {
                    let from = From {
                        source: it.source.value.to_string(),
                        wanted: Wanted::Name(text_of(&specifier.local)),
                        span: specifier.span,
                    };
                    self.exports
                        .insert(text_of(&specifier.exported), Export::From(from));
                }
            }
            Statement::ExportNamedDeclaration(it) => {
                for specifier in &it.specifiers {
                    let ModuleExportName::IdentifierReference(local) = &specifier.local else {
                        continue;
                    };
                    let reference = local.reference_id.get().map(|id| scoping.get_reference(id));
                    if let Some(symbol) = reference.and_then(|it| it.symbol_id()) {
                        self.export(text_of(&specifier.exported), Binding::Symbol(symbol));
                    }
                }
            }
            Statement::ExportDeclaration(it) => self.declared(&it.declaration),
            Statement::ExportDefaultDeclaration(it) => {
                let id = match &it.declaration {
                    ExportDefaultDeclarationKind::FunctionDeclaration(it) => it.id.as_ref(),
                    ExportDefaultDeclarationKind::ClassDeclaration(it) => it.id.as_ref(),
                    _ => None,
                };
                let symbol = id.and_then(|id| id.symbol_id.get());
                let binding = symbol.map_or(Binding::Default, Binding::Symbol);
                self.export("default".to_string(), binding);
            }
            _ => {}
        }
    }

    fn import(&mut self, specifier: &ImportDeclarationSpecifier, source: &str) {
        let (local, wanted, span) = match specifier {
            ImportDeclarationSpecifier::ImportSpecifier(it) => {
                (&it.local, Wanted::Name(text_of(&it.imported)), it.span)
            }
            ImportDeclarationSpecifier::ImportDefaultSpecifier(it) => {
                (&it.local, Wanted::Name("default".to_string()), it.span)
            }
            ImportDeclarationSpecifier::ImportNamespaceSpecifier(it) => {
                (&it.local, Wanted::Namespace, it.span)
            }
        };
        let source = source.to_string();
        if let Some(symbol) = local.symbol_id.get() {
            self.imports.push((
                symbol,
                From {
                    source,
                    wanted,
                    span,
                },
            ));
        }
    }

    fn export(&mut self, name: String, binding: Binding) {
        self.exports.insert(name, Export::Local(binding));
    }

    fn declared(&mut self, declaration: &Declaration) {
        let mut add = |ident: &BindingIdentifier| {
            if let Some(symbol) = ident.symbol_id.get() {
                self.export(ident.name.to_string(), Binding::Symbol(symbol));
            }
        };
        match declaration {
            Declaration::VariableDeclaration(it) => {
                for declarator in &it.declarations {
                    declarator
                        .id
                        .get_binding_identifiers()
                        .into_iter()
                        .for_each(&mut add);
                }
            }
            Declaration::FunctionDeclaration(it) => it.id.iter().for_each(&mut add),
            Declaration::ClassDeclaration(it) => it.id.iter().for_each(&mut add),
            _ => {}
        }
    }
}

fn text_of(name: &ModuleExportName) -> String {
    name.name().to_string()
}

/// What a name stands for. Modules are meant by their numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Meaning {
    /// A variable of a module.
    Variable(u32, Binding),
    /// The object with everything that a module exports.
    Namespace(u32),
    /// A member of what a CommonJS module exports, or all of it as `default`.
    Member(u32, String),
    /// A module of node itself, or a member of it.
    BuiltIn(String, Option<String>),
}

/// A module: its declarations, unless it is a CommonJS module, and what names of modules mean.
pub struct Linked<'a> {
    pub links: Option<Links>,
    pub required: &'a HashMap<String, Required>,
}

/// All modules by number.
pub struct Linker<'a>(pub Vec<Linked<'a>>);

type Seen = HashSet<(u32, String)>;

impl Linker<'_> {
    /// What a name of another module means in a module.
    ///
    /// # Errors
    /// If there is no such module, or if it does not export the name, or several values under it.
    pub fn meaning(&self, module: u32, from: &From) -> Result<Meaning, String> {
        self.follow(module, from, &mut Seen::new())
    }

    fn follow(&self, module: u32, from: &From, seen: &mut Seen) -> Result<Meaning, String> {
        let From { source, wanted, .. } = from;
        match (self.0[module as usize].required.get(source), wanted) {
            (Some(Required::Module(other)), Wanted::Namespace) => Ok(Meaning::Namespace(*other)),
            (Some(Required::Module(other)), Wanted::Name(name)) => {
                self.exported(*other, name, seen)?.ok_or_else(|| {
                    format!(
                        "the requested module '{source}' does not provide an export named '{name}'"
                    )
                })
            }
            (Some(Required::BuiltIn), Wanted::Namespace) => {
                Ok(Meaning::BuiltIn(source.clone(), None))
            }
            (Some(Required::BuiltIn), Wanted::Name(name)) => {
                Ok(Meaning::BuiltIn(source.clone(), Some(name.clone())))
            }
            _ => Err(format!("Cannot find module '{source}'")),
        }
    }

    /// What a module exports under a name, if anything.
    fn exported(
        &self,
        module: u32,
        name: &str,
        seen: &mut Seen,
    ) -> Result<Option<Meaning>, String> {
        let linked = &self.0[module as usize];
        let Some(links) = &linked.links else {
            return Ok(Some(Meaning::Member(module, name.to_string())));
        };
        if !seen.insert((module, name.to_string())) {
            return Ok(None);
        }
        match links.exports.get(name) {
            Some(Export::Local(binding)) => {
                let is_meant = |it: &&(SymbolId, From)| Binding::Symbol(it.0) == *binding;
                match links.imports.iter().find(is_meant) {
                    Some((_, from)) => return self.follow(module, from, seen).map(Some),
                    None => return Ok(Some(Meaning::Variable(module, *binding))),
                }
            }
            Some(Export::From(from)) => return self.follow(module, from, seen).map(Some),
            None if name == "default" => return Ok(None),
            None => {}
        }
        let mut found = None;
        for source in &links.stars {
            let Some(Required::Module(other)) = linked.required.get(source) else {
                continue;
            };
            let meant = self.exported(*other, name, seen)?;
            match (&found, meant) {
                (_, None) => {}
                (None, meant) => found = meant,
                (Some(before), Some(meant)) if *before == meant => {}
                // What a CommonJS module exports is not known: another module counts more.
                (Some(Meaning::Member(..)), meant) => found = meant,
                (Some(_), Some(Meaning::Member(..))) => {}
                _ => return Err(format!("conflicting star exports for name '{name}'")),
            }
        }
        Ok(found)
    }

    /// The members of the namespace of a module, in order.
    pub fn members(&self, module: u32) -> Vec<(String, Meaning)> {
        let mut names = BTreeMap::new();
        self.names(module, &mut HashSet::new(), &mut names);
        let mut members: Vec<(String, Meaning)> = Vec::new();
        for name in names.into_values() {
            if let Ok(Some(meaning)) = self.exported(module, &name, &mut Seen::new()) {
                members.push((name, meaning));
            }
        }
        members
    }

    /// The names that a module exports, in the order of their 16-bit units.
    fn names(&self, module: u32, seen: &mut HashSet<u32>, names: &mut BTreeMap<Vec<u16>, String>) {
        let linked = &self.0[module as usize];
        let Some(links) = linked.links.as_ref().filter(|_| seen.insert(module)) else {
            return;
        };
        let is_first = seen.len() == 1;
        for name in links
            .exports
            .keys()
            .filter(|name| is_first || *name != "default")
        {
            names.insert(name.encode_utf16().collect(), name.clone());
        }
        for source in &links.stars {
            if let Some(Required::Module(other)) = linked.required.get(source) {
                self.names(*other, seen, names);
            }
        }
    }
}
