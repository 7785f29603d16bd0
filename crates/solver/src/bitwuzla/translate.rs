//! Translates terms to Bitwuzla's terms, each once in the life of an instance.

use bitwuzla_sys as ffi;
use rustc_hash::FxHashMap;
use sheaf_term::theory::{self, View};
use sheaf_term::{Op, Pool, Sort, Term};

use super::floats::Floats;
use super::instance::{Handle, Instance};
use crate::gates::gates;

/// Number of terms that are translated between two checks of the time.
const TERMS_PER_CHECK: usize = 1 << 10;

/// The translated terms of one instance.
#[derive(Default)]
pub struct Translation {
    handles: FxHashMap<Term, Handle>,
    /// The floating-point numbers of bit patterns.
    numbers: FxHashMap<Term, Handle>,
    /// The size of the circuits of terms that were translated since the last check.
    gates: u64,
}

/// The kind of an operator without indices or special treatment.
fn plain_kind(op: Op) -> Option<ffi::BitwuzlaKind> {
    Some(match op {
        Op::Not => ffi::BITWUZLA_KIND_NOT,
        Op::And => ffi::BITWUZLA_KIND_AND,
        Op::Or => ffi::BITWUZLA_KIND_OR,
        Op::Eq => ffi::BITWUZLA_KIND_EQUAL,
        Op::Ite => ffi::BITWUZLA_KIND_ITE,
        Op::Complement => ffi::BITWUZLA_KIND_BV_NOT,
        Op::Neg => ffi::BITWUZLA_KIND_BV_NEG,
        Op::Add => ffi::BITWUZLA_KIND_BV_ADD,
        Op::Sub => ffi::BITWUZLA_KIND_BV_SUB,
        Op::Mul => ffi::BITWUZLA_KIND_BV_MUL,
        Op::Udiv => ffi::BITWUZLA_KIND_BV_UDIV,
        Op::Urem => ffi::BITWUZLA_KIND_BV_UREM,
        Op::Sdiv => ffi::BITWUZLA_KIND_BV_SDIV,
        Op::Srem => ffi::BITWUZLA_KIND_BV_SREM,
        Op::Shl => ffi::BITWUZLA_KIND_BV_SHL,
        Op::Lshr => ffi::BITWUZLA_KIND_BV_SHR,
        Op::Ashr => ffi::BITWUZLA_KIND_BV_ASHR,
        Op::BitAnd => ffi::BITWUZLA_KIND_BV_AND,
        Op::BitOr => ffi::BITWUZLA_KIND_BV_OR,
        Op::BitXor => ffi::BITWUZLA_KIND_BV_XOR,
        Op::Ult => ffi::BITWUZLA_KIND_BV_ULT,
        Op::Slt => ffi::BITWUZLA_KIND_BV_SLT,
        Op::Concat => ffi::BITWUZLA_KIND_BV_CONCAT,
        Op::Select => ffi::BITWUZLA_KIND_ARRAY_SELECT,
        Op::Store => ffi::BITWUZLA_KIND_ARRAY_STORE,
        _ => return None,
    })
}

impl Translation {
    /// The number of terms translated so far.
    pub fn len(&self) -> usize {
        self.handles.len()
    }

    /// The size of the circuits of the terms translated since the last check, in gates.
    pub fn gates(&self) -> u64 {
        self.gates
    }

    /// The same; a check builds these circuits.
    pub fn take_gates(&mut self) -> u64 {
        std::mem::take(&mut self.gates)
    }

    /// The translation of a term that [`Translation::translate`] has seen.
    pub fn get(&self, term: Term) -> Option<Handle> {
        self.handles.get(&term).copied()
    }

    /// Translates a term and its subterms; `None` if time runs out.
    pub fn translate(
        &mut self,
        instance: &Instance,
        pool: &Pool,
        root: Term,
        late: &dyn Fn() -> bool,
    ) -> Result<Option<Handle>, String> {
        let mut stack = vec![(root, View::Bits)];
        while let Some(&(term, view)) = stack.last() {
            if self.view(term, view).is_some() {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            theory::needs(pool, term, view, |part, view| {
                if self.view(part, view).is_none() {
                    stack.push((part, view));
                }
            });
            if stack.len() == waiting {
                let handle = self.lower(instance, pool, term, view)?;
                self.gates += gates(pool, term);
                match view {
                    View::Bits => self.handles.insert(term, handle),
                    View::Number => self.numbers.insert(term, handle),
                };
                stack.pop();
                if self.handles.len().is_multiple_of(TERMS_PER_CHECK) && late() {
                    return Ok(None);
                }
            }
        }
        Ok(self.handles.get(&root).copied())
    }

    /// The translation of a view of a term.
    fn view(&self, term: Term, view: View) -> Option<Handle> {
        match view {
            View::Bits => self.handles.get(&term).copied(),
            View::Number => self.numbers.get(&term).copied(),
        }
    }

    /// Translates one view of a term whose needs are translated.
    fn lower(
        &self,
        instance: &Instance,
        pool: &Pool,
        term: Term,
        view: View,
    ) -> Result<Handle, String> {
        let get = |part, view| match view {
            View::Bits => self.handles[&part],
            View::Number => self.numbers[&part],
        };
        theory::lower(&mut Floats { instance }, pool, term, view, get)
            .unwrap_or_else(|| self.node(instance, pool, term))
    }

    /// Translates one node whose arguments are translated.
    fn node(&self, instance: &Instance, pool: &Pool, term: Term) -> Result<Handle, String> {
        let args: smallvec::SmallVec<[Handle; 3]> = pool
            .args(term)
            .iter()
            .map(|arg| self.handles[arg])
            .collect();
        let op = pool.op(term);
        if let Some(kind) = plain_kind(op) {
            return instance.apply(kind, &args, &[]);
        }
        let growth = || u64::from(pool.width(term) - pool.width(pool.args(term)[0]));
        match op {
            Op::BoolConst => instance.truth(term == Term::TRUE),
            Op::BitsConst => constant(instance, pool, term),
            Op::Symbol => instance.unknown(sort(instance, pool.sort(term))?),
            Op::Extract => {
                let (high, low) = pool.extract_bounds(term);
                instance.apply(
                    ffi::BITWUZLA_KIND_BV_EXTRACT,
                    &args,
                    &[u64::from(high), u64::from(low)],
                )
            }
            Op::Zext => instance.apply(ffi::BITWUZLA_KIND_BV_ZERO_EXTEND, &args, &[growth()]),
            Op::Sext => instance.apply(ffi::BITWUZLA_KIND_BV_SIGN_EXTEND, &args, &[growth()]),
            Op::ConstArray => instance.constant_array(sort(instance, pool.sort(term))?, args[0]),
            _ => Err(format!("Bitwuzla does not know the operator {op:?}")),
        }
    }
}

/// A bit-vector constant.
fn constant(instance: &Instance, pool: &Pool, term: Term) -> Result<Handle, String> {
    let width = pool.width(term);
    match pool.as_bits(term).map(u64::try_from) {
        Some(Ok(value)) if width <= 64 => instance.small_bits(width, value),
        _ => {
            let value = pool.as_vector(term).ok_or("a constant without a value")?;
            instance.bits(width, &value.to_big().to_str_radix(16))
        }
    }
}

/// The sort of a symbol or array.
fn sort(instance: &Instance, sort: Sort) -> Result<ffi::BitwuzlaSort, String> {
    match sort {
        Sort::Bool => Ok(instance.bool_sort()),
        Sort::Bits(width) => Ok(instance.bits_sort(width)),
        Sort::Array { index, element } => Ok(instance.array_sort(index, element)),
        Sort::Int | Sort::Str | Sort::Float { .. } => {
            Err(format!("Bitwuzla is not asked about the sort {sort}"))
        }
    }
}
