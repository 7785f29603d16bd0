//! The initial content of locals and heap memory, where that is an input.
//!
//! Each new object is a separate input, whose words become symbols when they are read. A concrete
//! run identifies objects by counting: it creates the same objects in the same order.

use super::peek;
use crate::machine::Machine;
use crate::memory::{Bytes, Scalars, Size, uninitialized_part, uninitialized_word};
use crate::state::{InputContent, InputRecord};
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashSet;
use sheaf_ir::index::Idx;
use sheaf_ir::undefined::is_undefined;
use sheaf_ir::{Element, Local, Op, Operand, Type};
use sheaf_term::{Op as TermOp, Pool, Symbol, Term, TermMap};
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// So many choices in a read value are examined. One with more counts as written everywhere
    /// else.
    MOST_CHOICES: usize = 256, 1 => 4096, "choices";
}

impl Machine<'_> {
    /// The uninitialized content of a new object.
    pub(super) fn uninitialized_content(&mut self, size: Size, element: Element) -> Bytes {
        let room = size.room() as usize;
        if !self.settings.uninitialized_inputs {
            return Bytes::uninitialized(room);
        }
        if let Some(supply) = self.supply.as_deref_mut() {
            let mut found = supply.uninitialized();
            found.truncate(room);
            let mut content = Bytes::zeroed(room);
            let (pool, layout) = (&mut *self.pool, self.state.heap.layout());
            content.write_slice(&mut Scalars::new(pool, layout), 0, &found);
            return content;
        }
        let origin = self.record_uninitialized(size, element);
        Bytes::uninitialized_input(room, origin)
    }

    /// An uninitialized scalar, or a tuple of them.
    pub(super) fn uninitialized_value(&mut self, ty: &Type) -> Value {
        let (width, element) = match ty {
            Type::Bool => (1, Element::BYTE),
            Type::Bits(width) => (*width, Element::Integer(width.div_ceil(8))),
            Type::Float(kind) => (kind.width(), Element::Float(*kind)),
            Type::Ptr => (64, Element::Integer(8)),
            Type::Tuple(members) => {
                let members = members.iter().map(|ty| self.uninitialized_value(ty));
                return Value::Tuple(Rc::new(members.collect()));
            }
            Type::Int | Type::Str | Type::Any => return self.indeterminate(ty),
        };
        let bits = match self.supply.as_deref_mut() {
            Some(supply) => {
                let mut bytes = supply.uninitialized();
                bytes.resize(16, 0);
                let bytes = bytes.first_chunk().map_or(0, |it| u128::from_le_bytes(*it));
                self.pool.bits(width, bytes)
            }
            None => {
                let size = Size::Known(u64::from(element.bytes()));
                let origin = self.record_uninitialized(size, element);
                uninitialized_word(self.pool, origin, 0, width)
            }
        };
        match ty {
            Type::Bool => {
                let one = self.pool.bits(1, 1);
                let truth = self.pool.eq(bits, one);
                Value::from_term(self.pool, truth)
            }
            Type::Ptr => Value::pointer(self.pool, ObjectId::NONE, bits),
            _ => Value::from_term(self.pool, bits),
        }
    }

    /// Whether an operand is an uninitialized value that is an input.
    pub(super) fn is_uninitialized_input(&self, operand: Operand) -> bool {
        self.settings.uninitialized_inputs
            && matches!(
                peek(self.program, self.state.top(), operand),
                Value::Uninitialized
            )
    }

    /// The part of a check of a read value that can fail, where memory whose type is not known is an
    /// input: uninitialized memory, and what the program leaves undefined. A read with a type that
    /// does not have all bit patterns, such as `_Bool`, gives one of the type's values where the
    /// program never wrote: that is assumed. A merged value may be such an input on some of the
    /// paths that it stands for.
    pub(super) fn assume_valid(&mut self, checked: Operand, fails: Term) -> Term {
        if !self.depends_on_untyped(fails) {
            return fails;
        }
        let guard = match self.loaded(checked) {
            Some(value) => self.untyped_guard(&value),
            None => self.pool.bool(self.is_of_untyped(fails)),
        };
        let outside = self.pool.guard_not(guard);
        let holds = self.pool.guard_not(fails);
        let valid = self.pool.guard_or(outside, holds);
        self.assume(valid);
        self.pool.guard_and(outside, fails)
    }

    /// The value that an operand was computed from by instructions of the current block, if there
    /// is one.
    fn loaded(&self, operand: Operand) -> Option<Value> {
        let frame = self.state.top();
        let block = &self.program.module().funcs[frame.func].blocks[frame.block];
        let mut sources = Vec::from_iter(as_local(operand));
        let mut loaded = None;
        for inst in block.insts[..frame.inst].iter().rev() {
            let Some(position) = sources.iter().position(|it| Some(*it) == inst.result) else {
                continue;
            };
            let local = sources.swap_remove(position);
            match inst.op {
                Op::Load(_) if loaded.replace(local).is_some() => return None,
                Op::Load(_) => {}
                _ => inst.op.operands(|it| sources.extend(as_local(it))),
            }
            sources.sort_unstable();
            sources.dedup();
        }
        let local = loaded.filter(|_| sources.is_empty())?;
        Some(frame.regs[local.index()].clone())
    }

    /// Where a value is memory of an unknown type: the choices in it of such symbols only.
    fn untyped_guard(&mut self, value: &Value) -> Term {
        let members = match value {
            Value::Term(term) => vec![(Term::TRUE, *term)],
            Value::Union(union) => {
                let terms = union.members.iter();
                let terms = terms.filter_map(|(guard, it)| match it {
                    Value::Term(term) => Some((*guard, *term)),
                    _ => None,
                });
                terms.collect()
            }
            _ => Vec::new(),
        };
        let mut left = members;
        let mut found = Term::FALSE;
        let mut choices = 0;
        while let Some((guard, term)) = left.pop() {
            if guard == Term::FALSE || !self.depends_on_untyped(term) {
                continue;
            }
            if self.is_of_untyped(term) {
                found = self.pool.guard_or(found, guard);
                continue;
            }
            choices += 1;
            if choices > MOST_CHOICES.get() {
                continue;
            }
            let Some((term, condition)) = choice_in(self.pool, term) else {
                continue;
            };
            let negated = self.pool.guard_not(condition);
            for (side, holds) in [(condition, Term::TRUE), (negated, Term::FALSE)] {
                let known = TermMap::from_iter([(condition, holds)]);
                let term = self.pool.substitute(term, &known);
                left.push((self.pool.guard_and(guard, side), term));
            }
        }
        found
    }

    /// Whether an input of an unknown type occurs in a term.
    fn depends_on_untyped(&self, term: Term) -> bool {
        let symbols = self.pool.symbols(term);
        symbols.iter().any(|it| self.is_untyped(*it))
    }

    /// Whether a term depends on inputs of unknown types only.
    fn is_of_untyped(&self, term: Term) -> bool {
        let symbols = self.pool.symbols(term);
        !symbols.is_empty() && symbols.iter().all(|it| self.is_untyped(*it))
    }

    /// Whether a symbol is such an input, or what has no symbols of its own because there is too
    /// much of it.
    fn is_untyped(&self, symbol: Symbol) -> bool {
        let info = self.pool.symbol_info(symbol);
        let is_input = is_undefined(&info.name) || uninitialized_part(info).is_some();
        is_input || self.settings.uninitialized_inputs && info.kind.is_indeterminate()
    }

    /// Records the content of a new object as an input; returns the number of inputs before it.
    fn record_uninitialized(&mut self, bytes: Size, element: Element) -> usize {
        let origin = self.state.inputs.len();
        let name = self.variable().into();
        let content = InputContent::Uninitialized {
            origin,
            element,
            bytes,
        };
        self.state.inputs.push(InputRecord { name, content });
        origin
    }

    /// The name of the object that the current instruction creates: that of the variable or, on the
    /// heap, by location.
    fn variable(&self) -> String {
        let module = self.program.module();
        let frame = self.state.top();
        let func = &module.funcs[frame.func];
        let inst = func.blocks[frame.block].insts.get(frame.inst);
        let local = inst.and_then(|inst| match (&inst.op, inst.result) {
            (_, Some(result)) => Some(result),
            (Op::Call(call), None) => match call.args.first() {
                Some(Operand::Local(local)) => Some(*local),
                _ => None,
            },
            _ => None,
        });
        let name = local.and_then(|local| func.locals[local].name.as_deref());
        match name.filter(|_| func.user) {
            Some(name) => name.to_string(),
            None => format!("object of {}", module.describe(self.loc())),
        }
    }
}

fn as_local(operand: Operand) -> Option<Local> {
    match operand {
        Operand::Local(local) => Some(local),
        Operand::Const(_) => None,
    }
}

/// A term with an outermost choice in it, and a part of the choice's condition. What is read of an
/// array behind a write is a choice.
fn choice_in(pool: &mut Pool, whole: Term) -> Option<(Term, Term)> {
    let mut seen = FxHashSet::default();
    let mut left = VecDeque::from([whole]);
    while let Some(term) = left.pop_front() {
        let args: SmallVec<[Term; 3]> = pool.args(term).iter().copied().collect();
        if pool.op(term) == TermOp::Ite {
            let mut condition = args[0];
            while matches!(pool.op(condition), TermOp::Not | TermOp::And | TermOp::Or) {
                condition = pool.args(condition)[0];
            }
            return Some((whole, condition));
        }
        if pool.op(term) == TermOp::Select && pool.op(args[0]) == TermOp::Store {
            let &[before, key, element] = pool.args(args[0]) else {
                return None;
            };
            let is_written = pool.eq(args[1], key);
            let other = pool.select(before, args[1]);
            let choice = pool.ite(is_written, element, other);
            let whole = pool.substitute(whole, &TermMap::from_iter([(term, choice)]));
            return match pool.is_const(is_written) {
                true => choice_in(pool, whole),
                false => Some((whole, is_written)),
            };
        }
        left.extend(args.into_iter().filter(|it| seen.insert(*it)));
    }
    None
}
