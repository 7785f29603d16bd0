//! A direct interpreter of the syntax tree, as an oracle for the lowering: it shares nothing with
//! the engine.

use num_bigint::BigInt;
use sheaf_ir::FailureKind;
use sheaf_microc::ast::{BinaryOp, Expr, ExprKind, Program, Stmt, StmtKind};
use sheaf_microc::check::{Symbol, Symbols, check};
use std::collections::{BTreeMap, VecDeque};

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// `main` returned this value.
    Exit(BigInt),
    /// It failed in this line.
    Failed(FailureKind, u32),
    /// It read more inputs than there were.
    OutOfInputs,
    /// It exceeded the limit of steps or calls.
    GaveUp,
}

/// A run: its outputs and its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The outputs.
    pub outputs: Vec<BigInt>,
    /// The end.
    pub end: End,
}

/// Runs a program that passes the checks.
pub fn run(program: &Program, inputs: &[BigInt], steps: u32) -> Run {
    let symbols = check(program).unwrap();
    let mut machine = Machine {
        program,
        symbols: &symbols,
        inputs: inputs.iter().cloned().collect(),
        outputs: Vec::new(),
        objects: Vec::new(),
        steps,
        depth: 0,
    };
    let end = match machine.main() {
        Ok(status) => End::Exit(status),
        Err(end) => end,
    };
    Run {
        outputs: machine.outputs,
        end,
    }
}

/// Deepest stack of calls; the interpreter uses its own stack for them.
const DEPTH: u32 = 100;

#[derive(Clone, PartialEq, Debug)]
enum Value {
    Unset,
    Int(BigInt),
    Null,
    Function(usize),
    Object(usize),
}

enum Object {
    Array(Vec<Value>),
    Record(BTreeMap<String, Value>),
    Cell(Value),
}

struct Machine<'a> {
    program: &'a Program,
    symbols: &'a Symbols<'a>,
    inputs: VecDeque<BigInt>,
    outputs: Vec<BigInt>,
    objects: Vec<Object>,
    steps: u32,
    depth: u32,
}

/// A call: the function and the cells of its variables.
struct Frame {
    function: usize,
    cells: Vec<usize>,
}

fn fail<T>(kind: FailureKind, expr: &Expr) -> Result<T, End> {
    Err(End::Failed(kind, expr.place.line))
}

impl Machine<'_> {
    fn main(&mut self) -> Result<BigInt, End> {
        let main = &self.program.functions[self.symbols.entry];
        let mut args = Vec::new();
        for _ in &main.params {
            args.push(Value::Int(self.input()?));
        }
        match self.call(self.symbols.entry, args)? {
            Value::Int(status) => Ok(status),
            Value::Unset => Err(End::Failed(
                FailureKind::Uninitialized,
                main.result.place.line,
            )),
            _ => Err(End::Failed(FailureKind::TypeError, main.result.place.line)),
        }
    }

    fn input(&mut self) -> Result<BigInt, End> {
        self.inputs.pop_front().ok_or(End::OutOfInputs)
    }

    fn new_object(&mut self, object: Object) -> usize {
        self.objects.push(object);
        self.objects.len() - 1
    }

    fn step(&mut self) -> Result<(), End> {
        self.steps = self.steps.checked_sub(1).ok_or(End::GaveUp)?;
        Ok(())
    }

    fn call(&mut self, function: usize, args: Vec<Value>) -> Result<Value, End> {
        if self.depth == DEPTH {
            return Err(End::GaveUp);
        }
        self.depth += 1;
        let variables = self.symbols.scopes[function].variables.len();
        let mut values = args;
        values.resize(variables, Value::Unset);
        let cells = values
            .into_iter()
            .map(|value| self.new_object(Object::Cell(value)))
            .collect();
        let frame = Frame { function, cells };
        let code = &self.program.functions[function];
        self.body(&frame, &code.body)?;
        let result = self.eval(&frame, &code.result.value)?;
        self.depth -= 1;
        Ok(result)
    }

    fn body(&mut self, frame: &Frame, body: &[Stmt]) -> Result<(), End> {
        body.iter().try_for_each(|stmt| self.stmt(frame, stmt))
    }

    fn stmt(&mut self, frame: &Frame, stmt: &Stmt) -> Result<(), End> {
        self.step()?;
        match &stmt.kind {
            StmtKind::Output { value } => {
                let value = self.int(frame, value)?;
                self.outputs.push(value);
                Ok(())
            }
            StmtKind::Assign { target, value } => {
                let value = self.eval(frame, value)?;
                self.assign(frame, target, value)
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let holds = self.truth(frame, condition)?;
                self.body(frame, if holds { then } else { otherwise })
            }
            StmtKind::While { condition, body } => {
                while self.truth(frame, condition)? {
                    self.step()?;
                    self.body(frame, body)?;
                }
                Ok(())
            }
            StmtKind::Block { body } => self.body(frame, body),
        }
    }

    fn assign(&mut self, frame: &Frame, target: &Expr, value: Value) -> Result<(), End> {
        *self.place(frame, target)? = value;
        Ok(())
    }

    /// The place that an expression names: a variable, an element, a field or what a pointer points
    /// to.
    fn place(&mut self, frame: &Frame, expr: &Expr) -> Result<&mut Value, End> {
        match &expr.kind {
            ExprKind::Name { name } => match self.symbols.resolve(frame.function, name) {
                Some(Symbol::Variable(variable)) => {
                    match &mut self.objects[frame.cells[variable]] {
                        Object::Cell(value) => Ok(value),
                        _ => unreachable!("variables are cells"),
                    }
                }
                _ => unreachable!("the checks let only variables be assigned"),
            },
            ExprKind::Deref { operand } => {
                let object = self.object(frame, operand, expr)?;
                match &mut self.objects[object] {
                    Object::Cell(value) => Ok(value),
                    _ => fail(FailureKind::TypeError, expr),
                }
            }
            ExprKind::Field { record, field } => {
                let object = self.object(frame, record, expr)?;
                match &mut self.objects[object] {
                    Object::Record(fields) => match fields.get_mut(field) {
                        Some(value) => Ok(value),
                        None => fail(FailureKind::TypeError, expr),
                    },
                    _ => fail(FailureKind::TypeError, expr),
                }
            }
            ExprKind::Index { array, index } => {
                let array = self.reference(frame, array)?;
                let index = self.int(frame, index)?;
                let object = self.followed(array, expr)?;
                match &mut self.objects[object] {
                    Object::Array(elements) => {
                        let position = usize::try_from(index).ok();
                        match position.and_then(|position| elements.get_mut(position)) {
                            Some(value) => Ok(value),
                            None => fail(FailureKind::OutOfBounds, expr),
                        }
                    }
                    _ => fail(FailureKind::TypeError, expr),
                }
            }
            _ => unreachable!("the parser lets nothing else be assigned"),
        }
    }

    /// A value that is not a number.
    fn reference(&mut self, frame: &Frame, expr: &Expr) -> Result<Value, End> {
        match self.eval(frame, expr)? {
            Value::Int(_) => fail(FailureKind::TypeError, expr),
            value => Ok(value),
        }
    }

    /// The object of a reference that is used in `user`.
    fn followed(&self, reference: Value, user: &Expr) -> Result<usize, End> {
        match reference {
            Value::Object(object) => Ok(object),
            Value::Null => fail(FailureKind::NullDereference, user),
            _ => fail(FailureKind::TypeError, user),
        }
    }

    fn object(&mut self, frame: &Frame, operand: &Expr, user: &Expr) -> Result<usize, End> {
        let reference = self.reference(frame, operand)?;
        self.followed(reference, user)
    }

    fn int(&mut self, frame: &Frame, expr: &Expr) -> Result<BigInt, End> {
        match self.eval(frame, expr)? {
            Value::Int(value) => Ok(value),
            _ => fail(FailureKind::TypeError, expr),
        }
    }

    fn truth(&mut self, frame: &Frame, expr: &Expr) -> Result<bool, End> {
        Ok(self.int(frame, expr)? != BigInt::ZERO)
    }

    fn eval(&mut self, frame: &Frame, expr: &Expr) -> Result<Value, End> {
        self.step()?;
        Ok(match &expr.kind {
            ExprKind::Number { value } => Value::Int(value.clone()),
            ExprKind::Input => Value::Int(self.input()?),
            ExprKind::Null => Value::Null,
            ExprKind::Name { name } => match self.symbols.resolve(frame.function, name) {
                Some(Symbol::Function(function)) => Value::Function(function),
                _ => self.read(frame, expr)?,
            },
            ExprKind::Ref { name } => match self.symbols.resolve(frame.function, name) {
                Some(Symbol::Variable(variable)) => Value::Object(frame.cells[variable]),
                _ => unreachable!("the checks let only variables have their address taken"),
            },
            ExprKind::Deref { .. } | ExprKind::Field { .. } | ExprKind::Index { .. } => {
                self.read(frame, expr)?
            }
            ExprKind::Alloc { operand } => {
                let value = self.eval(frame, operand)?;
                Value::Object(self.new_object(Object::Cell(value)))
            }
            ExprKind::Array { elements } => {
                let values = elements.iter().map(|element| self.eval(frame, element));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                Value::Object(self.new_object(Object::Array(values)))
            }
            ExprKind::Record { fields } => {
                let mut values = BTreeMap::new();
                for field in fields {
                    values.insert(field.name.name.clone(), self.eval(frame, &field.value)?);
                }
                Value::Object(self.new_object(Object::Record(values)))
            }
            ExprKind::Not { operand } => {
                Value::Int(BigInt::from(u8::from(!self.truth(frame, operand)?)))
            }
            ExprKind::Binary { op, left, right } => {
                Value::Int(self.binary(frame, expr, *op, left, right)?)
            }
            ExprKind::Call { callee, args } => self.call_expr(frame, expr, callee, args)?,
        })
    }

    /// The value at a place, which must have been assigned.
    fn read(&mut self, frame: &Frame, expr: &Expr) -> Result<Value, End> {
        match self.place(frame, expr)?.clone() {
            Value::Unset => fail(FailureKind::Uninitialized, expr),
            value => Ok(value),
        }
    }

    fn call_expr(
        &mut self,
        frame: &Frame,
        expr: &Expr,
        callee: &Expr,
        args: &[Expr],
    ) -> Result<Value, End> {
        let callee = self.reference(frame, callee)?;
        let mut values = Vec::new();
        for arg in args {
            values.push(self.eval(frame, arg)?);
        }
        match callee {
            Value::Function(function)
                if self.program.functions[function].params.len() == args.len() =>
            {
                self.call(function, values)
            }
            Value::Null => fail(FailureKind::NullDereference, expr),
            _ => fail(FailureKind::TypeError, expr),
        }
    }

    fn binary(
        &mut self,
        frame: &Frame,
        expr: &Expr,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Result<BigInt, End> {
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            let (a, b) = (self.eval(frame, left)?, self.eval(frame, right)?);
            return Ok(BigInt::from(u8::from((a == b) == (op == BinaryOp::Eq))));
        }
        let (a, b) = (self.int(frame, left)?, self.int(frame, right)?);
        let truth = |holds: bool| BigInt::from(u8::from(holds));
        let is = |value: &BigInt| *value != BigInt::ZERO;
        Ok(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div if b == BigInt::ZERO => return fail(FailureKind::DivisionByZero, expr),
            BinaryOp::Div => a / b,
            BinaryOp::And => truth(is(&a) && is(&b)),
            BinaryOp::Or => truth(is(&a) || is(&b)),
            BinaryOp::Lt => truth(a < b),
            BinaryOp::Le => truth(a <= b),
            BinaryOp::Gt => truth(a > b),
            BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => truth(a >= b),
        })
    }
}
