//! A safe wrapper of Bitwuzla's C interface: one term manager with one incremental solver.
//!
//! The library reports misuse and internal errors through a callback that by default ends the
//! process. Ours stores the message, the failing call then returns null, and every method here
//! turns that into an error. A failed instance must be dropped, not used again.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use bitwuzla_sys as ffi;

thread_local! {
    /// The first message since it was last taken.
    static FAILURE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the message of a failed call.
unsafe extern "C" fn keep_failure(message: *const c_char) {
    // SAFETY: the library passes a string that ends with a null byte and lives during the call.
    let text = unsafe { CStr::from_ptr(message) }
        .to_string_lossy()
        .trim()
        .to_string();
    FAILURE.with_borrow_mut(|failure| {
        failure.get_or_insert(text);
    });
}

/// The kept message as an error.
fn failure() -> String {
    FAILURE
        .take()
        .unwrap_or_else(|| "Bitwuzla failed without a message".to_string())
}

/// Called by the solver regularly; a nonzero result makes it stop.
unsafe extern "C" fn must_stop(state: *mut c_void) -> i32 {
    // SAFETY: `state` belongs to the instance that is solving, and outlives the solver.
    let control = unsafe { &*(state as *const Control) };
    control.polls.fetch_add(1, Ordering::Relaxed);
    i32::from(control.stop.load(Ordering::Relaxed))
}

/// What the library reads and writes while it solves.
#[derive(Default)]
struct Control {
    /// Raised to make it stop.
    stop: AtomicBool,
    /// How often it has polled.
    polls: AtomicU32,
}

/// A term of an [`Instance`]; invalid after the instance is dropped. Equal handles are equal terms.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Handle(ffi::BitwuzlaTerm);

/// The result of a solving call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Values can be read.
    Sat,
    /// Unsatisfiable assumptions can be read.
    Unsat,
    /// It was asked to stop.
    Unknown,
}

/// One term manager and one solver on it.
pub struct Instance {
    manager: *mut ffi::BitwuzlaTermManager,
    options: *mut ffi::BitwuzlaOptions,
    solver: *mut ffi::Bitwuzla,
    control: Arc<Control>,
}

// SAFETY: the library has no state outside of term managers except for thread-local scratch space,
// which no result refers to after the call that made it. The instance has the only references to
// its term manager, and moves as a whole.
unsafe impl Send for Instance {}

impl Instance {
    /// A new instance with numeric options set on top of Bitwuzla's defaults.
    pub fn new(settings: &[(ffi::BitwuzlaOption, u64)]) -> Result<Instance, String> {
        // SAFETY: plain construction; the pointers are checked before use and freed in `drop`.
        unsafe {
            ffi::bitwuzla_set_abort_callback(Some(keep_failure));
            let manager = ffi::bitwuzla_term_manager_new();
            let options = ffi::bitwuzla_options_new();
            let mut instance = Instance {
                manager,
                options,
                solver: ptr::null_mut(),
                control: Arc::default(),
            };
            if manager.is_null() || options.is_null() {
                return Err(failure());
            }
            for &(option, value) in settings {
                ffi::bitwuzla_set_option(options, option, value);
            }
            instance.solver = ffi::bitwuzla_new(manager, options);
            if instance.solver.is_null() || FAILURE.with_borrow(Option::is_some) {
                return Err(failure());
            }
            let state = Arc::as_ptr(&instance.control) as *mut c_void;
            ffi::bitwuzla_set_termination_callback(instance.solver, Some(must_stop), state);
            Ok(instance)
        }
    }

    /// A function that makes the next check stop, as soon as the library polls.
    pub fn stop(&self) -> impl Fn() + use<> {
        let control = self.control.clone();
        control.stop.store(false, Ordering::Relaxed);
        move || control.stop.store(true, Ordering::Relaxed)
    }

    /// How often the library has polled since the last call. It polls every few decisions of its
    /// search, so this is a measure of work that is the same in each run.
    pub fn polls(&self) -> u32 {
        self.control.polls.swap(0, Ordering::Relaxed)
    }

    fn checked(&self, term: ffi::BitwuzlaTerm) -> Result<Handle, String> {
        if term == 0 {
            Err(failure())
        } else {
            Ok(Handle(term))
        }
    }

    /// A boolean constant.
    pub fn truth(&self, value: bool) -> Result<Handle, String> {
        // SAFETY: the manager is alive.
        let term = unsafe {
            if value {
                ffi::bitwuzla_mk_true(self.manager)
            } else {
                ffi::bitwuzla_mk_false(self.manager)
            }
        };
        self.checked(term)
    }

    /// The sort of booleans.
    pub fn bool_sort(&self) -> ffi::BitwuzlaSort {
        // SAFETY: the manager is alive.
        unsafe { ffi::bitwuzla_mk_bool_sort(self.manager) }
    }

    /// The sort of bit-vectors of a width of at least 1.
    pub fn bits_sort(&self, width: u32) -> ffi::BitwuzlaSort {
        // SAFETY: the manager is alive.
        unsafe { ffi::bitwuzla_mk_bv_sort(self.manager, u64::from(width)) }
    }

    /// The sort of arrays between bit-vectors.
    pub fn array_sort(&self, index: u32, element: u32) -> ffi::BitwuzlaSort {
        // SAFETY: the manager is alive.
        unsafe {
            ffi::bitwuzla_mk_array_sort(
                self.manager,
                self.bits_sort(index),
                self.bits_sort(element),
            )
        }
    }

    /// A bit-vector constant from its hexadecimal digits.
    pub fn bits(&self, width: u32, hexadecimal: &str) -> Result<Handle, String> {
        let digits = CString::new(hexadecimal).map_err(|error| error.to_string())?;
        // SAFETY: the manager is alive and `digits` outlives the call.
        self.checked(unsafe {
            ffi::bitwuzla_mk_bv_value(self.manager, self.bits_sort(width), digits.as_ptr(), 16)
        })
    }

    /// A bit-vector constant of at most 64 bits.
    pub fn small_bits(&self, width: u32, value: u64) -> Result<Handle, String> {
        // SAFETY: the manager is alive.
        self.checked(unsafe {
            ffi::bitwuzla_mk_bv_value_uint64(self.manager, self.bits_sort(width), value)
        })
    }

    /// A rounding mode.
    pub fn rounding(&self, mode: ffi::BitwuzlaRoundingMode) -> Result<Handle, String> {
        // SAFETY: the manager is alive.
        self.checked(unsafe { ffi::bitwuzla_mk_rm_value(self.manager, mode) })
    }

    /// A fresh constant symbol.
    pub fn unknown(&self, sort: ffi::BitwuzlaSort) -> Result<Handle, String> {
        // SAFETY: the manager is alive; a symbol may be null.
        self.checked(unsafe { ffi::bitwuzla_mk_const(self.manager, sort, ptr::null()) })
    }

    /// The array whose elements are all `element`.
    pub fn constant_array(
        &self,
        sort: ffi::BitwuzlaSort,
        element: Handle,
    ) -> Result<Handle, String> {
        // SAFETY: the manager and the term are alive.
        self.checked(unsafe { ffi::bitwuzla_mk_const_array(self.manager, sort, element.0) })
    }

    /// The width of a bit-vector.
    pub fn width(&self, bits: Handle) -> u64 {
        // SAFETY: the manager and the term are alive.
        unsafe { ffi::bitwuzla_term_bv_get_size(bits.0) }
    }

    /// An operation on terms, with the operator's indices.
    pub fn apply(
        &self,
        kind: ffi::BitwuzlaKind,
        args: &[Handle],
        indices: &[u64],
    ) -> Result<Handle, String> {
        let mut args: smallvec::SmallVec<[ffi::BitwuzlaTerm; 4]> =
            args.iter().map(|handle| handle.0).collect();
        // SAFETY: the manager and the terms are alive, and both lengths are right.
        self.checked(unsafe {
            ffi::bitwuzla_mk_term_indexed(
                self.manager,
                kind,
                args.len() as u32,
                args.as_mut_ptr(),
                indices.len() as u32,
                indices.as_ptr(),
            )
        })
    }

    /// Asserts a condition for all following checks.
    pub fn assert(&self, truth: Handle) -> Result<(), String> {
        // SAFETY: the solver and the term are alive.
        unsafe { ffi::bitwuzla_assert(self.solver, truth.0) };
        if FAILURE.with_borrow(Option::is_some) {
            return Err(failure());
        }
        Ok(())
    }

    /// Solves under assumptions, of which there must be at least one, on any thread.
    pub fn check(&self, assumptions: &[Handle]) -> Result<Outcome, String> {
        let mut terms: Vec<ffi::BitwuzlaTerm> = assumptions.iter().map(|handle| handle.0).collect();
        // SAFETY: the solver and the terms are alive.
        let result = unsafe {
            // Each thread has its own callback.
            ffi::bitwuzla_set_abort_callback(Some(keep_failure));
            ffi::bitwuzla_check_sat_assuming(self.solver, terms.len() as u32, terms.as_mut_ptr())
        };
        if FAILURE.with_borrow(Option::is_some) {
            return Err(failure());
        }
        Ok(match result {
            ffi::BITWUZLA_SAT => Outcome::Sat,
            ffi::BITWUZLA_UNSAT => Outcome::Unsat,
            _ => Outcome::Unknown,
        })
    }

    /// Calls `found` with each assumption that the last, unsatisfiable, check needed.
    pub fn unsat_assumptions(&self, mut found: impl FnMut(Handle)) -> Result<(), String> {
        let mut size = 0;
        // SAFETY: the solver is alive; the result points to `size` terms until the next call, each
        // of them counted.
        unsafe {
            let terms = ffi::bitwuzla_get_unsat_assumptions(self.solver, &mut size);
            if FAILURE.with_borrow(Option::is_some) {
                return Err(failure());
            }
            for position in 0..size {
                let term = *terms.add(position);
                found(Handle(term));
                ffi::bitwuzla_term_release(term);
            }
        }
        Ok(())
    }

    /// The value of a term after a satisfiable check.
    pub fn value(&self, term: Handle) -> Result<Value, String> {
        // SAFETY: the solver and the term are alive.
        let term = unsafe { ffi::bitwuzla_get_value(self.solver, term.0) };
        if term == 0 {
            Err(failure())
        } else {
            Ok(Value(term))
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: each pointer is null or owned; the solver goes before the manager whose terms it
        // holds.
        unsafe {
            if !self.solver.is_null() {
                ffi::bitwuzla_delete(self.solver);
            }
            if !self.options.is_null() {
                ffi::bitwuzla_options_delete(self.options);
            }
            if !self.manager.is_null() {
                ffi::bitwuzla_term_manager_delete(self.manager);
            }
        }
        FAILURE.take();
    }
}

/// A value term, released when dropped. It must not outlive its instance.
pub struct Value(ffi::BitwuzlaTerm);

/// The shape of a [`Value`].
pub enum Shape {
    /// A boolean.
    Truth(bool),
    /// A bit-vector, as binary digits.
    Bits(String),
    /// An array with one element changed: the array, the index, the element.
    Store(Value, Value, Value),
    /// An array whose elements are all equal.
    ConstantArray(Value),
    /// None of these.
    Other,
}

impl Value {
    /// The shape of the value.
    pub fn shape(&self) -> Shape {
        // SAFETY: the term is alive; strings and child lists are copied before the next call.
        unsafe {
            if ffi::bitwuzla_term_is_bool(self.0) {
                return if ffi::bitwuzla_term_is_value(self.0) {
                    Shape::Truth(ffi::bitwuzla_term_value_get_bool(self.0))
                } else {
                    Shape::Other
                };
            }
            if ffi::bitwuzla_term_is_bv_value(self.0) {
                let digits = ffi::bitwuzla_term_value_get_str(self.0);
                return Shape::Bits(CStr::from_ptr(digits).to_string_lossy().into_owned());
            }
            let kind = ffi::bitwuzla_term_get_kind(self.0);
            let mut children = self.children();
            match (kind, children.len()) {
                (ffi::BITWUZLA_KIND_ARRAY_STORE, 3) => {
                    let (element, index) = (children.remove(2), children.remove(1));
                    Shape::Store(children.remove(0), index, element)
                }
                (ffi::BITWUZLA_KIND_CONST_ARRAY, 1) => Shape::ConstantArray(children.remove(0)),
                _ => Shape::Other,
            }
        }
    }

    fn children(&self) -> Vec<Value> {
        let mut size = 0;
        // SAFETY: the term is alive; the result points to `size` counted terms until the next call.
        unsafe {
            let terms = ffi::bitwuzla_term_get_children(self.0, &mut size);
            (0..size)
                .map(|position| Value(*terms.add(position)))
                .collect()
        }
    }
}

impl Drop for Value {
    fn drop(&mut self) {
        // SAFETY: the term was counted for us and is released once.
        unsafe { ffi::bitwuzla_term_release(self.0) }
    }
}
