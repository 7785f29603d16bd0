//! Terms as SMT-LIB 2.6 scripts.
//!
//! Parts that occur more than once, and parts nested deeply, become functions without arguments
//! (`define-fun`), so that a script is as large as the graph of the terms and no reader needs a
//! deep stack.

use std::convert::Infallible;
use std::fmt::Write;

use num_bigint::{BigInt, Sign};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::{Symbol, Term};
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::Sort;
use crate::theory::{self, Format, Function, Theory, View};
use sheaf_float::Integral;

/// Nesting of parentheses beyond which a part becomes a definition of its own.
const MOST_NESTING: u32 = 20;

/// Definitions of [`Op::IntDiv`] and [`Op::IntRem`], which round towards zero where SMT-LIB's `div`
/// rounds down for a positive divisor and up for a negative one.
const INTEGER_DIVISION: &str = "\
(define-fun sheaf.div ((a Int) (b Int)) Int
  (ite (= b 0) 0 (ite (>= a 0) (div a b) (- (div (- a) b)))))
(define-fun sheaf.rem ((a Int) (b Int)) Int (- a (* b (sheaf.div a b))))
";

/// A complete script: logic, declarations, one `assert` for each assertion, in order, and
/// `check-sat`.
pub fn script(pool: &Pool, assertions: &[Term]) -> String {
    let mut printer = Printer::new(pool, assertions);
    printer.header();
    for &assertion in assertions {
        let text = printer.reference(assertion);
        let _ = writeln!(printer.out, "(assert {text})");
    }
    printer.out.push_str("(check-sat)\n");
    printer.out
}

struct Printer<'a> {
    pool: &'a Pool,
    out: String,
    /// The parts of the assertions, arguments before what they occur in.
    order: Vec<Term>,
    /// How often a part occurs.
    uses: FxHashMap<Term, u32>,
    /// The parts that occur as floating-point numbers.
    numbers: FxHashSet<Term>,
    /// Unknown patterns of floating-point results so far.
    unknowns: u32,
    /// The names of symbols.
    names: FxHashMap<Symbol, String>,
    /// Text and nesting of parts that are not yet printed inside another.
    texts: FxHashMap<Term, (String, u32)>,
}

impl<'a> Printer<'a> {
    fn new(pool: &'a Pool, assertions: &[Term]) -> Printer<'a> {
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        let mut numbers = FxHashSet::default();
        let mut order = Vec::new();
        let mut stack: Vec<(Term, View)> = Vec::new();
        for &assertion in assertions {
            stack.push((assertion, View::Bits));
            while let Some((term, view)) = stack.pop() {
                let count = uses.entry(term).or_default();
                if *count == 0 && !numbers.contains(&term) {
                    order.push(term);
                }
                let is_new = match view {
                    View::Bits => {
                        *count += 1;
                        *count == 1
                    }
                    View::Number => numbers.insert(term),
                };
                if is_new {
                    // What stands in a floating-point expression may stand there more than once, so
                    // it gets a name.
                    let repeat = usize::from(theory::is_ours(pool, term, view));
                    theory::needs(pool, term, view, |part, view| {
                        stack.extend(std::iter::repeat_n((part, view), 1 + repeat));
                    });
                }
            }
        }
        // Arguments have smaller numbers.
        order.sort_unstable();
        let names = names(pool, &order);
        Printer {
            pool,
            out: String::new(),
            order,
            uses,
            numbers,
            unknowns: 0,
            names,
            texts: FxHashMap::default(),
        }
    }

    /// The logic, the declarations and the definitions.
    fn header(&mut self) {
        let sorts = self.order.iter().map(|&term| self.pool.sort(term));
        let (mut arrays, mut others) = (false, false);
        for sort in sorts {
            arrays |= matches!(sort, Sort::Array { .. });
            others |= !matches!(sort, Sort::Array { .. } | Sort::Bits(_) | Sort::Bool);
        }
        let floats = self
            .order
            .iter()
            .any(|&term| self.pool.op(term) >= Op::FAdd);
        let logic = match (others, arrays, floats) {
            (true, _, _) => "ALL",
            (false, true, false) => "QF_ABV",
            (false, false, false) => "QF_BV",
            (false, true, true) => "QF_ABVFP",
            (false, false, true) => "QF_BVFP",
        };
        // Z3 knows constant arrays only outside the standard logics.
        let constant_arrays = self
            .order
            .iter()
            .any(|&term| self.pool.op(term) == Op::ConstArray);
        let logic = if constant_arrays { "ALL" } else { logic };
        let _ = writeln!(self.out, "(set-logic {logic})");
        if self
            .order
            .iter()
            .any(|&term| matches!(self.pool.op(term), Op::IntDiv | Op::IntRem))
        {
            self.out.push_str(INTEGER_DIVISION);
        }
        for term in std::mem::take(&mut self.order) {
            match self.pool.as_symbol(term) {
                Some(symbol) => {
                    let name = &self.names[&symbol];
                    let _ = writeln!(self.out, "(declare-const {name} {})", self.pool.sort(term));
                }
                // A result's pattern is made from its number, any other number from its pattern.
                None if self.pool.float_target(term).is_some() => {
                    self.number(term);
                    self.part(term);
                    continue;
                }
                None => self.part(term),
            }
            self.number(term);
        }
    }

    /// Defines the number that a part stands for, where it is needed.
    fn number(&mut self, term: Term) {
        if !self.numbers.contains(&term) {
            return;
        }
        if let Some((text, width)) = self.lowered(term, View::Number) {
            let (exponent, significand) = theory::format_of(width);
            let name = number(term);
            let sort = Sort::Float {
                exponent,
                significand,
            };
            let _ = writeln!(self.out, "(define-fun {name} () {sort} {text})");
        }
    }

    /// A floating-point expression, with the width of the part.
    fn lowered(&mut self, term: Term, view: View) -> Option<(String, u32)> {
        let pool = self.pool;
        if !theory::is_ours(pool, term, view) {
            return None;
        }
        let mut parts: FxHashMap<(Term, View), String> = FxHashMap::default();
        let mut keep = |part, view| {
            let text = match view {
                View::Bits => self.reference(part),
                View::Number => number(part),
            };
            parts.insert((part, view), text);
        };
        theory::needs(pool, term, view, &mut keep);
        // A pattern is made from the numbers of the operands too.
        pool.args(term).iter().for_each(|&arg| {
            parts.insert((arg, View::Number), number(arg));
        });
        let get = |part, view| parts[&(part, view)].clone();
        match theory::lower(self, pool, term, view, get)? {
            Ok(text) => Some((text, pool.width(term))),
        }
    }

    /// Prints one part, or keeps its text for the only part that it occurs in.
    fn part(&mut self, term: Term) {
        let pool = self.pool;
        if pool.is_const(term) || self.uses[&term] == 0 {
            return;
        }
        if let Some((text, _)) = self.lowered(term, View::Bits) {
            let (name, sort) = (definition(term), pool.sort(term));
            let _ = writeln!(self.out, "(define-fun {name} () {sort} {text})");
            return;
        }
        let mut nesting = 0;
        let mut text = format!("({}", head(pool, term));
        for &arg in pool.args(term) {
            nesting = nesting.max(self.texts.get(&arg).map_or(0, |kept| kept.1));
            text.push(' ');
            text.push_str(&self.reference(arg));
        }
        text.push(')');
        if self.uses[&term] > 1 || nesting >= MOST_NESTING {
            let _ = writeln!(
                self.out,
                "(define-fun {} () {} {text})",
                definition(term),
                pool.sort(term)
            );
        } else {
            self.texts.insert(term, (text, nesting + 1));
        }
    }

    /// The text that stands for a part whose arguments have been printed.
    fn reference(&mut self, term: Term) -> String {
        if let Some(symbol) = self.pool.as_symbol(term) {
            return self.names[&symbol].clone();
        }
        match self.texts.remove(&term) {
            Some((text, _)) => text,
            None if self.pool.is_const(term) => constant(self.pool, term),
            None => definition(term),
        }
    }
}

/// The name of a defined part.
fn definition(term: Term) -> String {
    format!("sheaf.{}", term.index())
}

/// The name of the number that a part stands for.
fn number(term: Term) -> String {
    format!("sheaf.{}.fp", term.index())
}

impl Theory for Printer<'_> {
    type Expr = String;
    type Error = Infallible;

    fn constant(&mut self, width: u32, value: u128) -> Result<String, Infallible> {
        Ok(format!("(_ bv{value} {width})"))
    }

    fn apply(&mut self, function: Function, args: &[String]) -> Result<String, Infallible> {
        Ok(format!("({} {})", function_head(function), args.join(" ")))
    }

    fn unknown(&mut self, width: u32) -> Result<String, Infallible> {
        self.unknowns += 1;
        let name = format!("sheaf.unknown.{}", self.unknowns);
        let _ = writeln!(self.out, "(declare-const {name} (_ BitVec {width}))");
        Ok(name)
    }

    fn define(&mut self, truth: String) -> Result<(), Infallible> {
        let _ = writeln!(self.out, "(assert {truth})");
        Ok(())
    }
}

/// A function of the theory with its indices and its rounding mode.
fn function_head(function: Function) -> String {
    let to_fp = |name: &str, (exponent, significand): Format, mode: &str| {
        format!("(_ {name} {exponent} {significand}){mode}")
    };
    match function {
        Function::Equal => "=".to_string(),
        Function::Ite => "ite".to_string(),
        Function::And => "and".to_string(),
        Function::Not => "not".to_string(),
        Function::BitAnd => "bvand".to_string(),
        Function::BitOr => "bvor".to_string(),
        Function::Concat => "concat".to_string(),
        Function::Extract(high, low) => format!("(_ extract {high} {low})"),
        Function::FromBits(format) => to_fp("to_fp", format, ""),
        Function::Add => "fp.add RNE".to_string(),
        Function::Sub => "fp.sub RNE".to_string(),
        Function::Mul => "fp.mul RNE".to_string(),
        Function::Div => "fp.div RNE".to_string(),
        Function::Fma => "fp.fma RNE".to_string(),
        Function::Sqrt => "fp.sqrt RNE".to_string(),
        Function::Round(Integral::Floor) => "fp.roundToIntegral RTN".to_string(),
        Function::Round(Integral::Ceil) => "fp.roundToIntegral RTP".to_string(),
        Function::Round(Integral::Trunc) => "fp.roundToIntegral RTZ".to_string(),
        Function::Round(Integral::NearestEven) => "fp.roundToIntegral RNE".to_string(),
        Function::Round(Integral::NearestAway) => "fp.roundToIntegral RNA".to_string(),
        Function::NumberEqual => "fp.eq".to_string(),
        Function::Less => "fp.lt".to_string(),
        Function::LessOrEqual => "fp.leq".to_string(),
        Function::IsNan => "fp.isNaN".to_string(),
        Function::Negate => "fp.neg".to_string(),
        Function::Magnitude => "fp.abs".to_string(),
        Function::Convert(format) | Function::FromSigned(format) => to_fp("to_fp", format, " RNE"),
        Function::FromUnsigned(format) => to_fp("to_fp_unsigned", format, " RNE"),
        Function::ToSigned(width) => format!("(_ fp.to_sbv {width}) RTZ"),
        Function::ToUnsigned(width) => format!("(_ fp.to_ubv {width}) RTZ"),
    }
}

/// Distinct names for the symbols among the parts, quoted.
fn names(pool: &Pool, parts: &[Term]) -> FxHashMap<Symbol, String> {
    let mut used = FxHashSet::default();
    let mut names = FxHashMap::default();
    for symbol in parts.iter().filter_map(|&part| pool.as_symbol(part)) {
        let mut name: String = pool
            .symbol_info(symbol)
            .name
            .chars()
            .map(quotable)
            .collect();
        // Names of definitions, and of symbols that SMT-LIB reserves, start with one of these.
        if name.starts_with("sheaf.") || name.starts_with(['@', '.']) {
            name.insert(0, '_');
        }
        while !used.insert(name.clone()) {
            name = format!("{name}!{}", symbol.index());
        }
        names.insert(symbol, format!("|{name}|"));
    }
    names
}

/// A character that may stand inside a quoted symbol.
fn quotable(character: char) -> char {
    if matches!(character, ' '..='~') && !matches!(character, '|' | '\\') {
        character
    } else {
        '_'
    }
}

/// The operator with its indices.
fn head(pool: &Pool, term: Term) -> String {
    let node = pool.node(term);
    let name = node.op.info().smtlib;
    match node.op {
        Op::Extract => format!("(_ {name} {} {})", node.payload >> 32, node.payload as u32),
        Op::Zext | Op::Sext => {
            format!("(_ {name} {})", pool.width(term) - pool.width(node.args[0]))
        }
        Op::IntToBits => format!("(_ {name} {})", pool.width(term)),
        Op::ConstArray => format!("(as {name} {})", pool.sort(term)),
        _ => name.to_string(),
    }
}

/// A constant truth value, bit-vector or integer.
fn constant(pool: &Pool, term: Term) -> String {
    if let Some(value) = pool.as_int(term) {
        return match value.sign() {
            Sign::Minus => format!("(- {})", BigInt::from(value.magnitude().clone())),
            _ => value.to_string(),
        };
    }
    match pool.as_vector(term) {
        Some(value) => format!("(_ bv{value} {})", value.width()),
        None => (term == Term::TRUE).to_string(),
    }
}
