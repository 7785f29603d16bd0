//! Floating-point instructions: by `sheaf_float` on concrete operands, as terms on symbolic ones.
//! Both give the same results, bit for bit.

use crate::float::{self, Integral};
use crate::index::Tabulated;
use crate::machine::{Machine, Stop};
use crate::outcome::ReasonKind;
use crate::value::Value;
use sheaf_ir::{BinaryOp, CastOp, CompareOp, FailureKind, FloatKind, Operand, Type, UnaryOp};
use sheaf_term::{Pool, Term};

/// A function on bit patterns of a format.
pub type OnPatterns<const N: usize> = fn(FloatKind, [u128; N]) -> u128;

/// The term of a function on floats of a format.
pub type OnTerms<const N: usize> = fn(&mut Pool, FloatKind, [Term; N]) -> Term;

/// A function on floats of one format: on patterns, and as a term.
pub struct FloatFunction<const N: usize> {
    /// As in C.
    pub name: &'static str,
    /// Evaluates concrete operands.
    pub concrete: OnPatterns<N>,
    /// Builds the term for symbolic operands.
    pub term: OnTerms<N>,
}

impl<const N: usize> FloatFunction<N> {
    /// A function by its parts.
    pub const fn new(name: &'static str, concrete: OnPatterns<N>, term: OnTerms<N>) -> Self {
        FloatFunction {
            name,
            concrete,
            term,
        }
    }
}

const SQRT: FloatFunction<1> = FloatFunction::new(
    "sqrt",
    |kind, [a]| float::sqrt(kind, a),
    |p, kind, [a]| p.fsqrt(kind, a),
);

const NEGATE: FloatFunction<1> = FloatFunction::new(
    "negation",
    |kind, [a]| float::neg(kind, a),
    |p, kind, [a]| p.fneg(kind, a),
);

const MAGNITUDE: FloatFunction<1> = FloatFunction::new(
    "fabs",
    |kind, [a]| float::abs(kind, a),
    |p, kind, [a]| p.fabs(kind, a),
);

/// The function of a binary instruction.
fn binary_function(op: BinaryOp) -> FloatFunction<2> {
    match op {
        BinaryOp::FAdd => FloatFunction::new(
            "addition",
            |kind, [a, b]| float::add(kind, a, b),
            |p, kind, [a, b]| p.fadd(kind, a, b),
        ),
        BinaryOp::FSub => FloatFunction::new(
            "subtraction",
            |kind, [a, b]| float::sub(kind, a, b),
            |p, kind, [a, b]| p.fsub(kind, a, b),
        ),
        BinaryOp::FMul => FloatFunction::new(
            "multiplication",
            |kind, [a, b]| float::mul(kind, a, b),
            |p, kind, [a, b]| p.fmul(kind, a, b),
        ),
        BinaryOp::FDiv => FloatFunction::new(
            "division",
            |kind, [a, b]| float::div(kind, a, b),
            |p, kind, [a, b]| p.fdiv(kind, a, b),
        ),
        BinaryOp::FRem => FloatFunction::new(
            "fmod",
            |kind, [a, b]| float::fmod(kind, a, b),
            |p, kind, [a, b]| p.frem(kind, a, b),
        ),
        BinaryOp::FMin => FloatFunction::new(
            "fmin",
            |kind, [a, b]| float::min(kind, a, b),
            |p, kind, [a, b]| p.fmin(kind, a, b),
        ),
        BinaryOp::FMax => FloatFunction::new(
            "fmax",
            |kind, [a, b]| float::max(kind, a, b),
            |p, kind, [a, b]| p.fmax(kind, a, b),
        ),
        _ => FloatFunction::new(
            "copysign",
            |kind, [a, b]| float::copysign(kind, a, b),
            |p, kind, [a, b]| p.copysign(kind, a, b),
        ),
    }
}

impl Machine<'_> {
    /// The format of a float operand.
    fn float_kind(&self, operand: Operand) -> FloatKind {
        match self.program.module().funcs[self.func].type_of(operand) {
            Type::Float(kind) => kind,
            _ => FloatKind::F64,
        }
    }

    pub(super) fn float_unary(&mut self, op: UnaryOp, operand: Operand) -> Result<Value, Stop> {
        let kind = self.float_kind(operand);
        let function = match op {
            UnaryOp::FSqrt => SQRT,
            UnaryOp::FNeg => NEGATE,
            _ => MAGNITUDE,
        };
        let value = self.read(operand);
        self.apply_float(&function, kind, [&value])
    }

    pub(super) fn float_binary(
        &mut self,
        op: BinaryOp,
        a: Operand,
        b: Operand,
    ) -> Result<Value, Stop> {
        let kind = self.float_kind(a);
        let (a, b) = (self.read(a), self.read(b));
        self.apply_float(&binary_function(op), kind, [&a, &b])
    }

    /// Applies a function to each combination of the operands' members.
    ///
    /// # Errors
    /// What stops an operation on a member.
    pub fn apply_float<const N: usize>(
        &mut self,
        function: &FloatFunction<N>,
        kind: FloatKind,
        operands: [&Value; N],
    ) -> Result<Value, Stop> {
        if let Some(position) = operands
            .iter()
            .position(|operand| matches!(operand, Value::Union(_)))
        {
            return self.lift(operands[position], &mut |machine, member| {
                let mut operands = operands;
                operands[position] = member;
                machine.apply_float(function, kind, operands)
            });
        }
        let patterns = operands.map(Value::as_u128);
        if patterns.iter().all(Option::is_some) {
            let result = (function.concrete)(kind, patterns.map(Option::unwrap_or_default));
            return Ok(Value::bits(kind.width(), result));
        }
        if self.settings.index.is_some()
            && let Some(result) = self.of_choice(function, kind, operands)
        {
            return Ok(result);
        }
        let mut terms = [Term::FALSE; N];
        for (term, operand) in terms.iter_mut().zip(operands) {
            *term = match operand.to_term(self.pool) {
                Some(pattern) if self.pool.width(pattern) == kind.width() => pattern,
                _ => return Ok(self.no_float()),
            };
        }
        let result = (function.term)(self.pool, kind, terms);
        Ok(Value::from_term(self.pool, result))
    }

    /// The result where an operand is a choice between constants, such as the result of a table: a
    /// choice as well, so that other tables take it.
    fn of_choice<const N: usize>(
        &mut self,
        function: &FloatFunction<N>,
        kind: FloatKind,
        operands: [&Value; N],
    ) -> Option<Value> {
        let operator = Tabulated {
            name: function.name,
            otherwise: (ReasonKind::UnmodelledOperation, String::new()),
            widths: &[kind.width()],
            compute: &|args| Some(vec![(function.concrete)(kind, args.try_into().ok()?)]),
        };
        let results = self.on_choice(&operator, &operands.map(|operand| (kind, operand)))?;
        results.into_iter().next()
    }

    /// Fails because a value is not a float.
    fn no_float(&mut self) -> Value {
        self.obligation(FailureKind::TypeError, Term::TRUE, "expected a float");
        Value::Uninitialized
    }

    pub(super) fn float_compare(
        &mut self,
        op: CompareOp,
        a: Operand,
        b: Operand,
    ) -> Result<Value, Stop> {
        let kind = self.float_kind(a);
        let (left, right) = (self.read(a), self.read(b));
        self.lift2(&left, &right, &mut |machine, left, right| {
            Ok(machine.compare_floats(op, kind, left, right))
        })
    }

    fn compare_floats(
        &mut self,
        op: CompareOp,
        kind: FloatKind,
        left: &Value,
        right: &Value,
    ) -> Value {
        if let (Some(x), Some(y)) = (left.as_u128(), right.as_u128()) {
            return Value::Bool(match op {
                CompareOp::FEq => float::eq(kind, x, y),
                CompareOp::FLt => float::lt(kind, x, y),
                CompareOp::FLe => float::le(kind, x, y),
                _ => float::unordered(kind, x, y),
            });
        }
        let (Some(x), Some(y)) = (left.to_term(self.pool), right.to_term(self.pool)) else {
            return self.no_float();
        };
        let pool = &mut *self.pool;
        let result = match op {
            CompareOp::FEq => pool.feq(kind, x, y),
            CompareOp::FLt => pool.flt(kind, x, y),
            CompareOp::FLe => pool.fle(kind, x, y),
            _ => pool.unordered(kind, x, y),
        };
        Value::from_term(pool, result)
    }

    pub(super) fn float_cast(
        &mut self,
        op: CastOp,
        operand: Operand,
        value: &Value,
        to: &Type,
    ) -> Result<Value, Stop> {
        let from = self.program.module().funcs[self.func].type_of(operand);
        self.lift(value, &mut |machine, value| match (op, &from, to) {
            (CastOp::FToF, Type::Float(from), Type::Float(to)) => {
                Ok(machine.convert_float(*from, *to, value))
            }
            (CastOp::SToF | CastOp::UToF, from, Type::Float(kind)) => {
                Ok(machine.float_from_int(*kind, value, from, op == CastOp::SToF))
            }
            (CastOp::FToS | CastOp::FToU, Type::Float(kind), Type::Bits(_)) => {
                Ok(machine.float_to_int(*kind, value, to, op == CastOp::FToS))
            }
            _ => Err(Stop::Unmodelled(
                ReasonKind::UnmodelledOperation,
                "floating-point conversion on a symbolic value".to_string(),
            )),
        })
    }

    fn convert_float(&mut self, from: FloatKind, to: FloatKind, value: &Value) -> Value {
        if let Some(bits) = value.as_u128() {
            return Value::bits(to.width(), float::to_float(from, to, bits));
        }
        let Some(term) = value.to_term(self.pool) else {
            return self.no_float();
        };
        let result = self.pool.float_to_float(from, to, term);
        Value::from_term(self.pool, result)
    }

    fn float_from_int(
        &mut self,
        kind: FloatKind,
        value: &Value,
        from: &Type,
        signed: bool,
    ) -> Value {
        let width = match from {
            Type::Bits(width) => *width,
            _ => 1,
        };
        if let Some(bits) = value.as_u128() {
            return Value::bits(kind.width(), float::from_int(kind, bits, width, signed));
        }
        let Some(mut term) = value.to_term(self.pool) else {
            return self.no_float();
        };
        if *from == Type::Bool {
            let (one, zero) = (self.pool.bits(1, 1), self.pool.bits(1, 0));
            term = self.pool.ite(term, one, zero);
        }
        let result = self.pool.int_to_float(kind, term, signed);
        Value::from_term(self.pool, result)
    }

    /// Converts to an integer by truncation; the result must fit the type.
    fn float_to_int(&mut self, kind: FloatKind, value: &Value, to: &Type, signed: bool) -> Value {
        let Type::Bits(width) = *to else {
            return self.no_float();
        };
        if let Some(bits) = value.as_u128()
            && let Some(integer) = float::to_int(kind, bits, width, signed)
        {
            return Value::bits(width, integer);
        }
        let Some(term) = value.to_term(self.pool) else {
            return self.no_float();
        };
        let fits = self.pool.float_fits(kind, term, width, signed);
        let fails = self.pool.not(fits);
        self.obligation(
            FailureKind::FloatConversion,
            fails,
            "the integer type cannot represent the floating-point number",
        );
        let integer = self.pool.float_to_int(kind, term, width, signed);
        let integer = Value::from_term(self.pool, integer);
        match self.settings.counts(FailureKind::FloatConversion) {
            true => integer,
            false => self.where_it_fits(fits, &integer, to),
        }
    }

    /// A value where it fits its type, an indeterminate one elsewhere.
    fn where_it_fits(&mut self, fits: Term, integer: &Value, to: &Type) -> Value {
        let other = self.indeterminate(to);
        Value::ite(self.pool, fits, integer, &other)
    }

    /// Rounds a number to an integer, in its own format.
    ///
    /// # Errors
    /// Of [`Machine::lift`].
    pub fn round_float(
        &mut self,
        kind: FloatKind,
        value: &Value,
        how: Integral,
    ) -> Result<Value, Stop> {
        self.lift(value, &mut |machine, value| {
            if let Some(bits) = value.as_u128() {
                return Ok(Value::bits(
                    kind.width(),
                    float::to_integral(kind, bits, how),
                ));
            }
            let Some(term) = value.to_term(machine.pool) else {
                return Ok(machine.no_float());
            };
            let rounded = machine.pool.fround(kind, term, how);
            Ok(Value::from_term(machine.pool, rounded))
        })
    }

    /// Converts to a signed integer of `width` bits by truncation; indeterminate where it does not
    /// fit.
    ///
    /// # Errors
    /// Of [`Machine::lift`].
    pub fn integer_part(
        &mut self,
        kind: FloatKind,
        value: &Value,
        width: u32,
    ) -> Result<Value, Stop> {
        self.lift(value, &mut |machine, value| {
            let Some(term) = value.to_term(machine.pool) else {
                return Ok(machine.no_float());
            };
            let fits = machine.pool.float_fits(kind, term, width, true);
            let integer = machine.pool.float_to_int(kind, term, width, true);
            let integer = Value::from_term(machine.pool, integer);
            Ok(machine.where_it_fits(fits, &integer, &Type::Bits(width)))
        })
    }
}
