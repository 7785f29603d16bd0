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
        if let Some(rest) = &object.rest {
            let what = "the rest of an object";
            return self.context.unsupported(rest.span, what);
        }
        self.at(object.span);
        self.throwing("js.require_object", vec![value])?;
        for property in &object.properties {
            let (key, _) = self.property_key(&property.key, property.span)?;
            self.at(property.span);
            let member = self.throwing("js.get", vec![value, key])?;
            self.bind(&property.value, member)?;
        }
        Ok(())
    }

    /// Binds elements by index: only arrays and strings are iterated.
    fn bind_array(&mut self, array: &ArrayPattern, value: Operand) -> Result<()> {
        self.at(array.span);
        let list = self.library_call("iterate", vec![value])?;
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

    /// A value, or that of the initializer if it is undefined.
    pub fn default(
        &mut self,
        value: Operand,
        initializer: &Expression,
        pattern: &BindingPattern,
    ) -> Result<Operand> {
        let result = self.ssa.temporary(Type::Any);
        self.ssa.set(result, value);
        let undefined = self.undefined();
        let missing = self.strictly_equal(value, undefined);
        let (then, end) = (self.ssa.block(), self.ssa.block());
        self.ssa.branch(missing, then, end);
        self.ssa.enter(then);
        let name = match pattern {
            BindingPattern::BindingIdentifier(ident) => ident.name.as_str(),
            _ => "",
        };
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
