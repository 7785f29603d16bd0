//! Destructuring: patterns that bind variables.

use super::Result;
use super::function::FunctionLowerer;
use oxc_ast::ast::{ArrayPattern, BindingPattern, Expression, ObjectPattern};
use sheaf_ir::{Operand, Type};

impl FunctionLowerer<'_, '_> {
    /// Initializes the variables of a pattern with a value.
    pub fn bind(&mut self, pattern: &BindingPattern, value: Operand) -> Result<()> {
        match pattern {
            BindingPattern::BindingIdentifier(ident) => {
                self.write(ident.symbol_id.get().expect("a symbol"), value);
                Ok(())
            }
            BindingPattern::ObjectPattern(object) => self.bind_object(object, value),
            BindingPattern::ArrayPattern(array) => self.bind_array(array, value),
            BindingPattern::AssignmentPattern(it) => {
                let value = self.default(value, &it.right, &it.left)?;
                self.bind(&it.left, value)
            }
        }
    }

    fn bind_object(&mut self, object: &ObjectPattern, value: Operand) -> Result<()> {
        self.at(object.span);
        self.throwing("js.require_object", vec![value])?;
        let mut keys = Vec::new();
        for property in &object.properties {
            let (key, name) = self.property_key(&property.key, property.span)?;
            let key = self.key(key, &name)?;
            keys.push(key);
            self.at(property.span);
            let member = self.throwing("js.get", vec![value, key])?;
            self.bind(&property.value, member)?;
        }
        if let Some(rest) = &object.rest {
            let keys = self.pure("js.array", keys, Type::Any);
            let others = self.library_call("restOf", vec![value, keys])?;
            self.bind(&rest.argument, others)?;
        }
        Ok(())
    }

    /// Binds elements by index.
    fn bind_array(&mut self, array: &ArrayPattern, value: Operand) -> Result<()> {
        self.at(array.span);
        let list = self.taken(value, array.elements.len(), array.rest.is_some())?;
        for (at, element) in array.elements.iter().enumerate() {
            if let Some(pattern) = element {
                let key = self.numeric(at as f64);
                self.at(array.span);
                let element = self.throwing("js.get", vec![list, key])?;
                self.bind(pattern, element)?;
            }
        }
        if let Some(rest) = &array.rest {
            let count = self.numeric(array.elements.len() as f64);
            let rest_value = self.library_call("rest", vec![list, count])?;
            self.bind(&rest.argument, rest_value)?;
        }
        Ok(())
    }

    /// The elements that a pattern takes from a value, as an array: so many, or all.
    pub fn taken(&mut self, value: Operand, count: usize, all: bool) -> Result<Operand> {
        let count = if all { f64::INFINITY } else { count as f64 };
        let count = self.numeric(count);
        self.library_call("take", vec![value, count])
    }

    /// A value, or that of the initializer if it is undefined.
    pub fn default(
        &mut self,
        value: Operand,
        initializer: &Expression,
        pattern: &BindingPattern,
    ) -> Result<Operand> {
        let name = match pattern {
            BindingPattern::BindingIdentifier(ident) => ident.name.as_str(),
            _ => "",
        };
        self.or_default(value, initializer, name)
    }

    /// A value, or that of the initializer, which gets a name, if it is undefined.
    pub fn or_default(
        &mut self,
        value: Operand,
        initializer: &Expression,
        name: &str,
    ) -> Result<Operand> {
        let result = self.ssa.temporary(Type::Any);
        self.ssa.set(result, value);
        let undefined = self.undefined();
        let missing = self.strictly_equal(value, undefined)?;
        let (then, end) = (self.ssa.block(), self.ssa.block());
        self.ssa.branch(missing, then, end);
        self.ssa.enter(then);
        let value = self.named(initializer, name)?;
        self.ssa.set(result, value);
        self.ssa.jump(end);
        self.ssa.enter(end);
        Ok(self.ssa.get(result))
    }

    /// A call of a function of the library.
    pub fn library_call(&mut self, function: &str, args: Vec<Operand>) -> Result<Operand> {
        let name = self.text(function);
        let callee = self.pure("js.library", vec![name], Type::Any);
        let mut all = vec![name, callee, self.undefined()];
        all.extend(args);
        self.throwing("js.call", all)
    }
}
