//! Operators on integers, booleans and floats. Floats have rules where their operands are known, and
//! only in the formats that every processor has.

use super::Machine;
use crate::memory;
use crate::program::{Operand, Type};
use crate::state::{State, Stop};
use crate::term::{MAX_WIDTH, Operator, Term, signed};
use crate::value::Value;

impl Machine<'_> {
    /// The value of an operator on scalars.
    ///
    /// # Errors
    /// When the path ends here.
    pub(super) fn scalar(
        &mut self,
        state: &mut State,
        word: &str,
        operands: &[Operand],
        ty: &Type,
    ) -> Result<Value, Stop> {
        if word.starts_with('f') && word != "freeze" || matches!(word, "s_to_f" | "u_to_f") {
            return self.float(state, word, operands, ty);
        }
        let first = self.value(state, &operands[0])?;
        let Some(second) = operands.get(1) else {
            return self.unary(state, word, &first, ty);
        };
        let second = self.value(state, second)?;
        if let (Value::Ptr(_), Value::Ptr(_)) = (&first, &second) {
            return Ok(Value::Bits(
                self.compare_pointers(state, word, &first, &second)?,
            ));
        }
        let (a, b) = (first.bits()?, second.bits()?);
        Ok(Value::Bits(self.binary(state, word, a, b)?))
    }

    fn unary(
        &mut self,
        state: &mut State,
        word: &str,
        value: &Value,
        ty: &Type,
    ) -> Result<Value, Stop> {
        match (word, value, ty) {
            ("freeze", ..) | ("bitcast", Value::Ptr(_), Type::Ptr) => return Ok(value.clone()),
            ("bits_to_ptr", Value::Bits(term), _) => {
                let address = self.resized(*term, 64);
                return Ok(memory::pointer_to(&mut self.pool, address));
            }
            ("ptr_to_bits", Value::Ptr(places), Type::Bits(width)) => {
                let number = memory::address(&mut self.pool, places)?;
                self.know_addresses(state, places)?;
                return Ok(Value::Bits(self.resized(number, *width)));
            }
            _ => {}
        }
        let term = value.bits()?;
        let own = self.pool.width(term);
        let to = match ty {
            Type::Bits(width) | Type::Float(width) => *width,
            _ => return Err(Stop::Wrong(format!("`{word}` has no such type"))),
        };
        let is_possible = match word {
            "zext" | "sext" => own <= to,
            "trunc" => own >= to,
            _ => own == to,
        };
        if !is_possible {
            return Err(Stop::Wrong(format!("`{word}` has no such width")));
        }
        Ok(Value::Bits(match word {
            "not" => self.pool.not(term),
            "neg" => self.pool.neg(term),
            "bitcast" => term,
            "zext" => self.pool.zext(term, to),
            "sext" => self.pool.sext(term, to),
            "trunc" => self.pool.extract(term, 0, to),
            "clz" => self.zeros(term, (0..own).collect()),
            "ctz" => self.zeros(term, (0..own).rev().collect()),
            "popcount" => {
                let mut count = self.pool.bits(own, 0);
                for at in 0..own {
                    let bit = self.pool.extract(term, at, 1);
                    let bit = self.pool.zext(bit, own);
                    count = self.pool.add(count, bit);
                }
                count
            }
            "bswap" => self.reversed(term, 8)?,
            "bitreverse" => self.reversed(term, 1)?,
            _ => return Err(Stop::missing(format!("the operator `{word}`"))),
        }))
    }

    /// A term cut or extended with zeros.
    fn resized(&mut self, term: Term, width: u32) -> Term {
        match self.pool.width(term) > width {
            true => self.pool.extract(term, 0, width),
            false => self.pool.zext(term, width),
        }
    }

    /// The number of zeros before the first one, where the last of these positions comes first.
    fn zeros(&mut self, term: Term, positions: Vec<u32>) -> Term {
        let width = self.pool.width(term);
        let mut count = self.pool.bits(width, u128::from(width));
        for (at, position) in positions.into_iter().enumerate() {
            let bit = self.pool.extract(term, position, 1);
            let here = self.pool.bits(width, u128::from(width - 1 - at as u32));
            count = self.pool.choose(bit, here, count);
        }
        count
    }

    fn reversed(&mut self, term: Term, group: u32) -> Result<Term, Stop> {
        let width = self.pool.width(term);
        if !width.is_multiple_of(group) {
            return Err(Stop::Wrong("bytes of a part of a byte".to_string()));
        }
        let mut all = self.pool.extract(term, 0, group);
        for low in (group..width).step_by(group as usize) {
            let next = self.pool.extract(term, low, group);
            all = self.pool.concat(all, next);
        }
        Ok(all)
    }

    fn same_width(&self, word: &str, a: Term, b: Term) -> Result<(), Stop> {
        let problem = || Stop::Wrong(format!("`{word}` has operands of different widths"));
        let is_same = self.pool.width(a) == self.pool.width(b);
        is_same.then_some(()).ok_or_else(problem)
    }

    fn binary(&mut self, state: &mut State, word: &str, a: Term, b: Term) -> Result<Term, Stop> {
        self.same_width(word, a, b)?;
        let width = self.pool.width(a);
        let pool = &mut self.pool;
        Ok(match word {
            "add" => pool.add(a, b),
            "sub" => pool.sub(a, b),
            "mul" => pool.mul(a, b),
            "and" => pool.and(a, b),
            "or" => pool.or(a, b),
            "xor" => pool.xor(a, b),
            "eq" => pool.eq(a, b),
            "ne" => {
                let equal = pool.eq(a, b);
                pool.not(equal)
            }
            "ult" => pool.ult(a, b),
            "ule" => pool.ule(a, b),
            "slt" => pool.slt(a, b),
            "sle" => pool.sle(a, b),
            "smin" | "smax" | "umin" | "umax" => {
                let less = match &word[..1] {
                    "s" => pool.slt(a, b),
                    _ => pool.ult(a, b),
                };
                match &word[1..] {
                    "min" => pool.choose(less, a, b),
                    _ => pool.choose(less, b, a),
                }
            }
            "udiv" | "urem" | "sdiv" | "srem" => self.divide(state, word, a, b)?,
            "shl" | "lshr" | "ashr" => self.shift(state, word, a, b)?,
            _ if word.ends_with("_overflows") => self.overflows(word, a, b)?,
            "sadd_sat" | "uadd_sat" | "ssub_sat" | "usub_sat" => {
                self.saturated(word, a, b, width)?
            }
            _ => return Err(Stop::missing(format!("the operator `{word}`"))),
        })
    }

    fn divide(&mut self, state: &mut State, word: &str, a: Term, b: Term) -> Result<Term, Stop> {
        let width = self.pool.width(a);
        let zero = self.pool.bits(width, 0);
        let fails = self.pool.eq(b, zero);
        self.oblige(state, "division-by-zero", fails)?;
        if word.starts_with('u') {
            return Ok(match word {
                "udiv" => self.pool.udiv(a, b),
                _ => self.pool.urem(a, b),
            });
        }
        let least = self.pool.bits(width, 1 << (width - 1));
        let minus_one = self.pool.bits(width, u128::MAX);
        let (is_least, is_minus_one) = (self.pool.eq(a, least), self.pool.eq(b, minus_one));
        let fails = self.pool.and(is_least, is_minus_one);
        self.oblige(state, "division-overflow", fails)?;
        let (quotient, remainder) = self.pool.signed_division(a, b);
        Ok(match word {
            "sdiv" => quotient,
            _ => remainder,
        })
    }

    fn shift(&mut self, state: &mut State, word: &str, a: Term, b: Term) -> Result<Term, Stop> {
        let width = self.pool.width(a);
        let operator = match word {
            "shl" => Operator::Shl,
            "lshr" => Operator::Lshr,
            _ => Operator::Ashr,
        };
        let value = self.pool.shift(operator, a, b);
        // A distance of 2 or 3 bits is always less than 8.
        if crate::term::mask(width) < u128::from(width) {
            return Ok(value);
        }
        let limit = self.pool.bits(width, u128::from(width));
        let fails = self.pool.ule(limit, b);
        self.oblige(state, "shift", fails)?;
        if fails == Term::FALSE || self.scope.counts("shift") {
            return Ok(value);
        }
        let any = self.pool.symbol(width, false);
        Ok(self.pool.choose(fails, any, value))
    }

    /// Whether an operation on signed (`s`) or unsigned (`u`) numbers does not fit its width.
    fn overflows(&mut self, word: &str, a: Term, b: Term) -> Result<Term, Stop> {
        let (is_signed, operation) = (word.starts_with('s'), &word[1..4]);
        let width = self.pool.width(a);
        let wide = match operation {
            "mul" => 2 * width,
            _ => width + 1,
        };
        if wide > MAX_WIDTH {
            return Err(Stop::missing("an overflow of more than 128 bits"));
        }
        let [x, y] = [a, b].map(|it| match is_signed {
            true => self.pool.sext(it, wide),
            false => self.pool.zext(it, wide),
        });
        let exact = match operation {
            "add" => self.pool.add(x, y),
            "sub" => self.pool.sub(x, y),
            _ => self.pool.mul(x, y),
        };
        let kept = self.pool.extract(exact, 0, width);
        let back = match is_signed {
            true => self.pool.sext(kept, wide),
            false => self.pool.zext(kept, wide),
        };
        let fits = self.pool.eq(exact, back);
        Ok(self.pool.not(fits))
    }

    fn saturated(&mut self, word: &str, a: Term, b: Term, width: u32) -> Result<Term, Stop> {
        let overflows = self.overflows(word, a, b)?;
        let value = match &word[1..4] {
            "add" => self.pool.add(a, b),
            _ => self.pool.sub(a, b),
        };
        let (least, most) = (1 << (width - 1), crate::term::mask(width - 1));
        let bound = match word {
            "uadd_sat" => self.pool.bits(width, u128::MAX),
            "usub_sat" => self.pool.bits(width, 0),
            // The sign of the first operand is that of the exact result.
            _ => {
                let negative = self.pool.sign(a);
                let [least, most] = [least, most].map(|it| self.pool.bits(width, it));
                self.pool.choose(negative, least, most)
            }
        };
        Ok(self.pool.choose(overflows, bound, value))
    }

    /// A sum, difference or product that must fit its signed type.
    ///
    /// # Errors
    /// When the path ends here.
    pub(super) fn checked(
        &mut self,
        state: &mut State,
        word: &str,
        operands: &[Operand; 2],
    ) -> Result<Value, Stop> {
        let a = self.bits(state, &operands[0])?;
        let b = self.bits(state, &operands[1])?;
        self.same_width(word, a, b)?;
        if self.scope.counts("signed-overflow") {
            let fails = self.overflows(&format!("s{word}"), a, b)?;
            self.oblige(state, "signed-overflow", fails)?;
        }
        Ok(Value::Bits(self.binary(state, word, a, b)?))
    }

    /// An operator on floats with known values.
    fn float(
        &mut self,
        state: &mut State,
        word: &str,
        operands: &[Operand],
        ty: &Type,
    ) -> Result<Value, Stop> {
        let mut known = Vec::new();
        for operand in operands {
            let term = self.bits(state, operand)?;
            let value = self.pool.constant(term);
            let value = value.ok_or_else(|| Stop::missing("a float that depends on inputs"))?;
            known.push((self.pool.width(term), value));
        }
        let computed = match (word, ty, &known[..]) {
            ("f_to_s" | "f_to_u", Type::Bits(to), [(32 | 64, _)]) => {
                let Some(value) = to_integer(word == "f_to_s", *to, known[0]) else {
                    self.oblige(state, "float-conversion", Term::TRUE)?;
                    return Err(Stop::missing("a float that does not fit an integer"));
                };
                Some(value)
            }
            ("s_to_f", Type::Float(to), [(width, value)]) => {
                let value = signed(*width, *value);
                from_integer(*to, value).filter(|_| *width <= 64)
            }
            ("u_to_f", Type::Float(to), [(width, value)]) => {
                from_integer(*to, *value as i128).filter(|_| *width <= 64)
            }
            ("f_to_f", Type::Float(to), [(32 | 64, _)]) => match (known[0], to) {
                ((32, value), 64) => pattern64(f64::from(f32::from_bits(value as u32))),
                ((64, value), 32) => pattern32(f64::from_bits(value as u64) as f32),
                _ => None,
            },
            (_, _, [(64, a), rest @ ..]) => {
                let b = rest.first().map_or(0, |it| it.1);
                on_doubles(word, f64::from_bits(*a as u64), f64::from_bits(b as u64))
            }
            (_, _, [(32, a), rest @ ..]) => {
                let b = rest.first().map_or(0, |it| it.1);
                on_singles(word, f32::from_bits(*a as u32), f32::from_bits(b as u32))
            }
            _ => None,
        };
        let missing = || Stop::missing(format!("the operator `{word}` on floats"));
        let value = computed.ok_or_else(missing)?;
        match ty {
            Type::Bits(width) | Type::Float(width) => {
                Ok(Value::Bits(self.pool.bits(*width, value)))
            }
            _ => Err(missing()),
        }
    }
}

/// A pattern; none where the result is not a number, because its bits are not defined.
type Computed = Option<u128>;

fn pattern64(value: f64) -> Computed {
    (!value.is_nan()).then(|| u128::from(value.to_bits()))
}

fn pattern32(value: f32) -> Computed {
    (!value.is_nan()).then(|| u128::from(value.to_bits()))
}

fn bit(value: bool) -> Computed {
    Some(u128::from(value))
}

macro_rules! on_floats {
    ($name:ident, $float:ty, $pattern:ident) => {
        fn $name(word: &str, a: $float, b: $float) -> Computed {
            let either_nan = a.is_nan() || b.is_nan();
            match word {
                "fneg" => $pattern(-a),
                "fabs" => $pattern(a.abs()),
                "fsqrt" => $pattern(a.sqrt()),
                "fadd" => $pattern(a + b),
                "fsub" => $pattern(a - b),
                "fmul" => $pattern(a * b),
                "fdiv" => $pattern(a / b),
                "frem" => $pattern(a % b),
                "fcopysign" => $pattern(a.copysign(b)),
                "fmin" if !either_nan && a != b => $pattern(a.min(b)),
                "fmax" if !either_nan && a != b => $pattern(a.max(b)),
                "feq" => bit(a == b),
                "flt" => bit(a < b),
                "fle" => bit(a <= b),
                "funordered" => bit(either_nan),
                _ => None,
            }
        }
    };
}

on_floats!(on_doubles, f64, pattern64);
on_floats!(on_singles, f32, pattern32);

fn to_integer(is_signed: bool, width: u32, (from, value): (u32, u128)) -> Computed {
    let value = match from {
        32 => f64::from(f32::from_bits(value as u32)),
        _ => f64::from_bits(value as u64),
    };
    let whole = value.trunc();
    let limit = 2f64.powi(width as i32 - i32::from(is_signed));
    let least = if is_signed { -limit } else { 0.0 };
    let fits = width <= 64 && whole >= least && whole < limit;
    fits.then_some(whole as i128 as u128)
}

fn from_integer(width: u32, value: i128) -> Computed {
    match width {
        64 => pattern64(value as f64),
        32 => pattern32(value as f32),
        _ => None,
    }
}
