//! Functions of the library that are no part of the program, as `docs/certificate.md` describes
//! them.

use super::{Machine, access::Access};
use crate::memory::{Byte, Region};
use crate::program::{Local, Type};
use crate::state::{State, Stop};
use crate::term::Term;
use crate::value::{Base, Place, Value};

/// Longest text that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// What allocations of the C library are aligned to.
const MALLOC_ALIGN: u64 = 16;

/// Width of a process id.
const PROCESS_ID_BITS: u32 = 22;

/// The result of a function: none, or a value.
pub(super) type Answer = Result<Option<Value>, Stop>;

impl Machine<'_> {
    /// Calls a function, which may also end the path or start a call.
    pub(super) fn intrinsic(
        &mut self,
        state: &mut State,
        name: &str,
        args: &[Value],
        result: Option<&(Local, Type)>,
    ) -> Answer {
        let missing = || Stop::missing(format!("the library function `{name}`"));
        let arg = |at: usize| args.get(at).ok_or_else(missing);
        match name {
            "__assert_fail" | "__assert" | "__sheaf_assert_fail" | "klee_report_error" => {
                self.fail(state, "assertion")
            }
            "abort" | "klee_abort" => self.fail(state, "abort"),
            "reach_error" | "__VERIFIER_error" => self.fail(state, "unreachable-call"),
            "__sheaf_exit" => {
                let status = arg(0)?.bits()?;
                self.require_defined(state, status)?;
                self.status = Some(status);
                self.show_no_leak(state, None)?;
                Err(Stop::End)
            }
            "klee_silent_exit" => Err(Stop::Impossible),
            "klee_assume" | "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" => {
                let holds = self.truth(state, arg(0)?)?;
                self.assume(state, holds)?;
                Ok(None)
            }
            // After these, a program goes on if assertions do not count.
            "__CPROVER_assert"
            | "__CPROVER_precondition"
            | "__CPROVER_postcondition"
            | "__ESBMC_assert"
                if !self.scope.counts("assertion") =>
            {
                Ok(None)
            }
            "assert"
            | "__VERIFIER_assert"
            | "__CPROVER_assert"
            | "__CPROVER_precondition"
            | "__CPROVER_postcondition"
            | "__ESBMC_assert" => {
                let holds = self.truth(state, arg(0)?)?;
                let fails = self.pool.not(holds);
                self.oblige(state, "assertion", fails)?;
                Ok(None)
            }
            "__sheaf_check" => {
                let kind = self.kind(state, arg(1)?)?;
                let holds = self.truth(state, arg(0)?)?;
                let fails = self.pool.not(holds);
                self.oblige(state, &kind, fails)?;
                Ok(None)
            }
            "__sheaf_counts" => {
                let kind = self.kind(state, arg(0)?)?;
                let counts = self.scope.counts(&kind);
                Ok(Some(Value::Bits(self.pool.bits(32, u128::from(counts)))))
            }
            "__sheaf_assumes"
            | "klee_prefer_cex"
            | "klee_print_expr"
            | "klee_print_range"
            | "klee_open_merge"
            | "klee_close_merge"
            | "klee_warning"
            | "klee_warning_once"
            | "__sheaf_scope_declared"
            | "__sheaf_scope_shared" => self.nothing(result),
            "klee_make_symbolic"
            | "__VERIFIER_nondet_memory"
            | "__sheaf_make_row"
            | "__sheaf_unexplored"
            | "__sheaf_make_input" => {
                let bytes = self.count(arg(1)?)?;
                self.make_input(state, arg(0)?, bytes)
            }
            "klee_int" => Ok(Some(self.input(&Type::Bits(32))?)),
            "klee_range" => {
                let begin = self.of_width(arg(0)?, 32)?;
                let end = self.of_width(arg(1)?, 32)?;
                let value = self.fresh(32)?;
                let above = self.pool.sle(begin, value);
                let below = self.pool.slt(value, end);
                self.assume(state, above)?;
                self.assume(state, below)?;
                Ok(Some(Value::Bits(value)))
            }
            "__sheaf_pick" => {
                let limit = self.of_width(arg(1)?, 32)?;
                let value = self.fresh(32)?;
                let small = self.pool.ule(value, limit);
                self.assume(state, small)?;
                Ok(Some(Value::Bits(value)))
            }
            "__sheaf_process_id" => {
                let number = self.pool.symbol(PROCESS_ID_BITS, false);
                Ok(Some(Value::Bits(self.pool.zext(number, 32))))
            }
            "__sheaf_concrete" | "__sheaf_concrete_size" => Ok(Some(arg(0)?.clone())),
            // Only hints: what the caller does is the same, either way.
            "__sheaf_is_symbolic" => {
                let term = arg(0)?.bits()?;
                let is_symbolic = u128::from(self.pool.constant(term).is_none());
                Ok(Some(Value::Bits(self.pool.bits(32, is_symbolic))))
            }
            // There are no handlers of signals.
            "__sheaf_overflows" | "__sheaf_deliver" => Ok(Some(Value::Bits(self.pool.bits(32, 0)))),
            "va_start" => self.start_arguments(state, args),
            "__sheaf_model_alloc" => {
                let bytes = self.of_width(arg(0)?, 64)?;
                let region = Region::Global;
                let object = self.allocate(state, region, bytes, MALLOC_ALIGN, false)?;
                Ok(Some(object))
            }
            "__sheaf_aligned_alloc" => {
                let align = self.count(arg(0)?)?;
                if !align.is_power_of_two() || self.scope.allocations_may_fail {
                    return Err(missing());
                }
                let align = align.max(MALLOC_ALIGN);
                let bytes = self.of_width(arg(1)?, 64)?;
                let object = self.allocate(state, Region::Heap, bytes, align, false)?;
                Ok(Some(object))
            }
            "__sheaf_heap_size" => Ok(Some(self.heap_size(state, arg(0)?)?)),
            "__sheaf_malloc" => Ok(Some(self.heap(state, arg(0)?, false)?)),
            "__sheaf_calloc" => {
                let count = self.of_width(arg(0)?, 64)?;
                let size = self.of_width(arg(1)?, 64)?;
                let [count, size] = [count, size].map(|it| self.pool.zext(it, 128));
                let product = self.pool.mul(count, size);
                let bytes = self.pool.extract(product, 0, 64);
                let back = self.pool.zext(bytes, 128);
                let fits = self.pool.eq(product, back);
                let overflows = self.pool.not(fits);
                if overflows == Term::TRUE {
                    return Ok(Some(Value::null(&mut self.pool)));
                }
                self.oblige(state, "larger object", overflows)?;
                Ok(Some(self.heap(state, &Value::Bits(bytes), true)?))
            }
            "free" | "cfree" => {
                self.free(state, arg(0)?)?;
                Ok(None)
            }
            "__sheaf_scope_begin" | "__sheaf_scope_end" | "__sheaf_scope_resume" => {
                self.scope_mark(state, name, arg(0)?)
            }
            "__sheaf_print" => self.print(state, args),
            "__sheaf_write" => {
                let bytes = self.count(arg(2)?)?;
                self.shown(state, arg(1)?, bytes)?;
                Ok(None)
            }
            "__sheaf_write_symbolic" => {
                let value = arg(1)?.bits()?;
                self.require_defined(state, value)?;
                Ok(None)
            }
            "__sheaf_write_held" => Ok(None),
            "__sheaf_same_text" => Ok(Some(self.same_text(state, arg(0)?, arg(1)?)?)),
            "__sheaf_string_length" => {
                let limit = self.count(arg(1)?)?;
                Ok(Some(self.length(state, arg(0)?, limit)?))
            }
            _ => Err(missing()),
        }
    }

    /// A failure of the program.
    fn fail(&mut self, state: &mut State, kind: &str) -> Answer {
        self.oblige(state, kind, Term::TRUE)?;
        Err(Stop::Impossible)
    }

    fn nothing(&self, result: Option<&(Local, Type)>) -> Answer {
        match result {
            None => Ok(None),
            Some(_) => Err(Stop::missing("the result of a function without one")),
        }
    }

    /// Whether an argument is not zero.
    fn truth(&mut self, state: &mut State, value: &Value) -> Result<Term, Stop> {
        if let Value::Ptr(_) = value {
            let null = Value::null(&mut self.pool);
            let holds = self.compare_pointers(state, "ne", value, &null)?;
            self.require_defined(state, holds)?;
            return Ok(holds);
        }
        let term = value.bits()?;
        self.require_defined(state, term)?;
        let zero = self.pool.bits(self.pool.width(term), 0);
        let is_zero = self.pool.eq(term, zero);
        Ok(self.pool.not(is_zero))
    }

    /// A known number.
    fn count(&self, value: &Value) -> Result<u64, Stop> {
        let number = self.pool.constant(value.bits()?);
        let number = number.and_then(|it| u64::try_from(it).ok());
        number.ok_or_else(|| Stop::missing("a number that depends on inputs"))
    }

    /// The name of a kind of failure at a pointer.
    fn kind(&mut self, state: &mut State, pointer: &Value) -> Result<String, Stop> {
        let kind = String::from_utf8(self.text(state, pointer)?);
        kind.map_err(|_| Stop::missing("a kind of failure that has no name"))
    }

    /// The known text at a pointer.
    fn text(&mut self, state: &mut State, pointer: &Value) -> Result<Vec<u8>, Stop> {
        let mut text = Vec::new();
        let places = pointer.places()?;
        for at in 0..LONGEST {
            let distance = self.pool.bits(64, u128::from(at));
            let here = self.advance(&places, distance);
            let byte = self.load(state, &here, &Type::Bits(8))?;
            match self.count(&byte)? as u8 {
                0 => return Ok(text),
                byte => text.push(byte),
            }
        }
        Err(Stop::missing("a text without an end"))
    }

    /// Makes bytes inputs.
    fn make_input(&mut self, state: &mut State, pointer: &Value, bytes: u64) -> Answer {
        if bytes == 0 {
            return Ok(None);
        }
        let (object, at) = self.range(state, pointer, bytes, Access::Write)?;
        for offset in 0..bytes {
            let symbol = Value::Bits(self.fresh(8)?);
            let offset = at as u64 + offset;
            state
                .memory
                .store(&mut self.pool, object, offset, &symbol)?;
        }
        Ok(None)
    }

    fn heap(&mut self, state: &mut State, bytes: &Value, zeroed: bool) -> Result<Value, Stop> {
        if self.scope.allocations_may_fail {
            return Err(Stop::missing("an allocation that may fail"));
        }
        let term = self.of_width(bytes, 64)?;
        let known = self.pool.constant(term);
        if known.is_some_and(|it| it > i64::MAX as u128) {
            return Ok(Value::null(&mut self.pool));
        }
        self.allocate(state, Region::Heap, term, MALLOC_ALIGN, zeroed)
    }

    /// The size of the object of the heap that starts at a pointer.
    fn heap_size(&mut self, state: &mut State, pointer: &Value) -> Result<Value, Stop> {
        let places = pointer.places()?;
        let [place] = places[..] else {
            return Err(Stop::missing("the size of one of several objects"));
        };
        self.require_defined(state, place.offset)?;
        let Base::Object(id) = place.base else {
            self.oblige(state, "invalid-free", Term::TRUE)?;
            return Err(Stop::Impossible);
        };
        let object = state.memory.object(id)?;
        let (region, alive, size) = (object.region, object.alive, object.size);
        let zero = self.pool.bits(64, 0);
        let at_start = self.pool.eq(place.offset, zero);
        let elsewhere = match region {
            Region::Heap => self.pool.not(at_start),
            _ => Term::TRUE,
        };
        self.oblige(state, "invalid-free", elsewhere)?;
        let ended = self.pool.not(alive);
        self.oblige(state, "double-free", ended)?;
        Ok(Value::Bits(size))
    }

    /// The begin or the end of the life of a local object, or its begin where it has ended.
    fn scope_mark(&mut self, state: &mut State, name: &str, pointer: &Value) -> Answer {
        let places = pointer.places()?;
        let [place] = places[..] else {
            return Err(Stop::missing("the life of one of several objects"));
        };
        let Base::Object(id) = place.base else {
            return Ok(None);
        };
        let object = state.memory.object_mut(id)?;
        match (name, object.alive) {
            ("__sheaf_scope_end", _) => object.alive = Term::FALSE,
            ("__sheaf_scope_resume", Term::TRUE) => {}
            ("__sheaf_scope_begin", _) | (_, Term::FALSE) => {
                object.alive = Term::TRUE;
                object.bytes = vec![Byte::Fresh; object.bytes.len()].into();
            }
            _ => return Err(Stop::missing("an object that lives on some joined paths")),
        }
        Ok(None)
    }

    /// A call of a function that only prints: what it shows must be initialized.
    fn print(&mut self, state: &mut State, args: &[Value]) -> Answer {
        let [_, count, rest @ ..] = args else {
            return Err(Stop::missing("a call that prints nothing"));
        };
        let count = self.count(count)? as usize;
        for value in rest.get(count..).unwrap_or(&[]) {
            match value {
                Value::Bits(term) => self.require_defined(state, *term)?,
                Value::Ptr(places) => {
                    for place in places.iter() {
                        self.require_defined(state, place.guard)?;
                        self.require_defined(state, place.offset)?;
                    }
                }
                Value::Tuple(_) => return Err(Stop::missing("a sequence that is printed")),
            }
        }
        Ok(Some(Value::Bits(self.pool.bits(32, 0))))
    }

    /// Output of bytes, which must be initialized.
    fn shown(&mut self, state: &mut State, pointer: &Value, bytes: u64) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        let (object, at) = self.range(state, pointer, bytes, Access::Read)?;
        for offset in 0..bytes {
            let offset = at as u64 + offset;
            let memory = &mut state.memory;
            let byte = memory.load(&mut self.pool, object, offset, &Type::Bits(8))?;
            self.require_defined(state, byte.bits()?)?;
        }
        Ok(())
    }

    /// Whether a text equals a known one. A byte is read where all earlier ones are equal.
    fn same_text(&mut self, state: &mut State, text: &Value, known: &Value) -> Result<Value, Stop> {
        let known = self.text(state, known)?;
        let mut same = Term::TRUE;
        for (at, wanted) in known.into_iter().chain([0]).enumerate() {
            let Some(byte) = self.byte_of_text(state, text, at as u64, same)? else {
                break;
            };
            let wanted = self.pool.bits(8, u128::from(wanted));
            let equal = self.pool.eq(byte, wanted);
            same = self.pool.and(same, equal);
            if same == Term::FALSE {
                break;
            }
        }
        Ok(Value::Bits(self.pool.zext(same, 32)))
    }

    /// A byte behind a pointer, which is read where a condition holds. `None` where it never does.
    fn byte_of_text(
        &mut self,
        state: &mut State,
        text: &Value,
        at: u64,
        when: Term,
    ) -> Result<Option<Term>, Stop> {
        let places = text.places()?;
        let [place] = places[..] else {
            return Err(Stop::missing("the bytes of one of several texts"));
        };
        let distance = self.pool.bits(64, u128::from(at));
        let here = Place {
            guard: when,
            offset: self.pool.add(place.offset, distance),
            ..place
        };
        let Some(object) = self.accessible(state, here, 1, Access::Read)? else {
            return Ok(None);
        };
        let Some(offset) = self.pool.constant(here.offset) else {
            return Err(Stop::missing("the bytes of a text at an unknown offset"));
        };
        let memory = &mut state.memory;
        let byte = memory
            .load(&mut self.pool, object, offset as u64, &Type::Bits(8))?
            .bits()?;
        if self.pool.is_undefined(byte) {
            let defined = self.defined_when(byte);
            let undefined = self.pool.not(defined);
            let fails = self.pool.and(when, undefined);
            self.oblige(state, "uninitialized", fails)?;
        }
        Ok(Some(byte))
    }

    /// The position of the first zero among so many bytes, or their number. A byte is read where no
    /// earlier one is zero.
    fn length(&mut self, state: &mut State, pointer: &Value, limit: u64) -> Result<Value, Stop> {
        let mut zeros = Vec::new();
        let mut running = Term::TRUE;
        let mut at = 0;
        while at < limit && running != Term::FALSE {
            let Some(byte) = self.byte_of_text(state, pointer, at, running)? else {
                break;
            };
            let zero = self.pool.bits(8, 0);
            let is_zero = self.pool.eq(byte, zero);
            let ends = self.pool.and(running, is_zero);
            zeros.push((ends, at));
            let goes_on = self.pool.not(is_zero);
            running = self.pool.and(running, goes_on);
            if state.conditions.contains(self.pool.not(running)) {
                break;
            }
            at += 1;
        }
        let mut length = self.pool.bits(64, u128::from(at));
        for (ends, position) in zeros.into_iter().rev() {
            let position = self.pool.bits(64, u128::from(position));
            length = self.pool.choose(ends, position, length);
        }
        Ok(Value::Bits(length))
    }
}
