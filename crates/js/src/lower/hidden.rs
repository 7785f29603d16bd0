//! What a function shares with the functions in it although no variable of the program holds it:
//! `arguments` and `new.target` of arrow functions, keys of fields, private names.

use super::function::{FunctionLowerer, Role};
use super::ssa::Variable;
use super::{Result, ScriptKind};
use oxc_span::Span;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::{Op, Operand, Type};

/// A hidden variable. It lives in a box, like a captured variable of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hidden {
    Arguments,
    /// `new.target`
    Target,
    /// The function itself.
    Callee,
    /// `this` of the constructor of a derived class, `Empty` before `super()`.
    This,
    /// The computed key of a field, by the offset of its source.
    FieldKey(u32),
    /// A private name of a class that may be evaluated more than once: the key of its properties,
    /// and the key under which the prototype keeps a method of that name.
    Private(u32),
    /// The object of a `with` statement, by its scope.
    With(ScopeId),
}

/// What a closure has a box of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    Symbol(SymbolId),
    Hidden(Hidden),
}

/// Where `this` of the constructor of a derived class is.
#[derive(Clone, Copy)]
pub enum DerivedThis {
    Variable(Variable),
    /// In the box [`Hidden::This`], for arrow functions.
    Box,
}

/// What the functions around an arrow function are.
#[derive(Clone, Copy, Default)]
pub struct Around {
    /// Whether there is one with `arguments`.
    pub function: bool,
    /// Whether it is the constructor of a derived class, and whether that class has fields.
    pub derived: bool,
    pub fields: bool,
}

impl Around {
    /// What is around the functions in a function.
    pub fn of(role: Role, outer: Around) -> Around {
        match role {
            Role::Arrow => outer,
            Role::Script => Around::default(),
            Role::Plain | Role::Method => Around {
                function: true,
                ..Around::default()
            },
            Role::Class { derived, fields } => Around {
                function: true,
                derived,
                fields,
            },
        }
    }
}

impl FunctionLowerer<'_, '_> {
    /// The box of what a closure captures.
    pub fn box_of(&mut self, capture: Capture) -> Operand {
        match capture {
            Capture::Symbol(symbol) => self.place(symbol),
            Capture::Hidden(hidden) => self.hidden_place(hidden),
        }
    }

    fn hidden_place(&mut self, hidden: Hidden) -> Operand {
        if let Some(place) = self.hidden.get(&hidden) {
            return *place;
        }
        let own = match hidden {
            _ if self.role == Role::Arrow => None,
            Hidden::Arguments => self.arguments_object,
            Hidden::Target => self.target,
            Hidden::Callee => Some(self.callee),
            _ => None,
        };
        match own {
            Some(value) => self.ssa.push(Op::NewCells(Box::new([value])), Type::Ptr),
            None => self.captured(Capture::Hidden(hidden)),
        }
    }

    /// A box of the closure.
    pub fn captured(&mut self, capture: Capture) -> Operand {
        let known = self.captures.iter().position(|it| *it == capture);
        let at = known.unwrap_or_else(|| {
            self.captures.push(capture);
            self.captures.len() - 1
        });
        let index = self.ssa.builder.bits(32, at as u128);
        self.ssa.push(Op::LoadCell(self.boxes, index), Type::Ptr)
    }

    /// Creates a hidden variable.
    pub fn hide(&mut self, hidden: Hidden, values: Vec<Operand>) {
        let place = self.ssa.push(Op::NewCells(values.into()), Type::Ptr);
        self.hidden.insert(hidden, place);
    }

    /// A value of a hidden variable.
    pub fn hidden_value(&mut self, hidden: Hidden, at: u32) -> Operand {
        let place = self.hidden_place(hidden);
        let index = self.ssa.builder.bits(32, u128::from(at));
        self.ssa.push(Op::LoadCell(place, index), Type::Any)
    }

    /// `new.target`
    pub fn new_target(&mut self, span: Span) -> Operand {
        match self.target {
            Some(target) => target,
            None if self.role == Role::Arrow && self.around.function => {
                self.hidden_value(Hidden::Target, 0)
            }
            None => self.unsupported(span, "`new.target` here"),
        }
    }

    /// The function whose `super` and constructor an expression means.
    pub fn method(&mut self) -> Operand {
        match self.role {
            Role::Arrow => self.hidden_value(Hidden::Callee, 0),
            _ => self.callee,
        }
    }

    /// `this` of the constructor of a derived class, `Empty` before `super()`.
    pub fn derived_this_value(&mut self, this: DerivedThis) -> Operand {
        match this {
            DerivedThis::Variable(variable) => self.ssa.get(variable),
            DerivedThis::Box => self.hidden_value(Hidden::This, 0),
        }
    }

    /// Sets `this` of the constructor of a derived class.
    pub fn set_derived_this(&mut self, this: DerivedThis, value: Operand) {
        match this {
            DerivedThis::Variable(variable) => self.ssa.set(variable, value),
            DerivedThis::Box => self.set_hidden(Hidden::This, value),
        }
    }

    /// Sets the value of a hidden variable.
    pub fn set_hidden(&mut self, hidden: Hidden, value: Operand) {
        let row = self.hidden_place(hidden);
        let index = self.ssa.builder.bits(32, 0);
        self.ssa.push_void(Op::StoreCell { row, index, value });
    }

    /// Whether there is a function whose `arguments` an expression means.
    pub fn has_arguments(&self) -> bool {
        self.arguments_object.is_some() || self.role == Role::Arrow && self.around.function
    }

    /// The `arguments` of a function, as an arrow function in it sees it.
    pub fn arguments_value(&mut self, span: Span) -> Result<Operand> {
        Ok(match self.arguments_object {
            Some(object) if !self.hidden.contains_key(&Hidden::Arguments) => object,
            _ if self.has_arguments() => self.hidden_value(Hidden::Arguments, 0),
            // There is no such variable.
            _ if !matches!(self.context.kind, ScriptKind::Module(_)) => {
                let name = self.text("arguments");
                self.throwing("js.get_global", vec![name])?
            }
            _ => self.unsupported(span, "`arguments` here"),
        })
    }
}
