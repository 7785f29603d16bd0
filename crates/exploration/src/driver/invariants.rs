//! Invariants of states, checked if tests request it ([`Options::check_invariants`]): a bug in a
//! technique shows where it is made, not as a wrong verdict much later.
//!
//! - The model of a state satisfies its path condition.
//! - The members of a guarded union exclude each other: at most one guard holds in the model.
//! - Each frame fits its function: its number of values is that of the locals, and its position is
//!   in the block.
//!
//! [`Options::check_invariants`]: crate::options::Options::check_invariants

use crate::program::Program;
use crate::state::{Frame, State};
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_term::Pool;
use sheaf_term::display;

/// Checks a state.
///
/// # Panics
/// When an invariant does not hold.
pub(super) fn check(program: &Program, pool: &Pool, state: &State) {
    for entry in state.constraints.newest_first() {
        assert!(
            state.model.eval_bool(pool, entry.condition),
            "the model of state {} contradicts its path condition: {}",
            state.id,
            display(pool, entry.condition),
        );
    }
    for (depth, frame) in state.frames.iter().enumerate() {
        check_frame(program, frame);
        for (local, value) in frame.regs.iter().enumerate() {
            check_union(pool, state, value, &|| {
                format!("local {local} of frame {depth}")
            });
        }
    }
}

fn check_frame(program: &Program, frame: &Frame) {
    let func = &program.module().funcs[frame.func];
    assert_eq!(
        frame.regs.len(),
        func.locals.len(),
        "a frame of `{}` has a wrong number of locals",
        func.name
    );
    let block = func.blocks.get(frame.block);
    let insts = block.map(|block| block.insts.len());
    assert!(
        insts.is_some_and(|insts| frame.inst <= insts),
        "a frame of `{}` has a position outside of block {}",
        func.name,
        frame.block.index()
    );
}

fn check_union(pool: &Pool, state: &State, value: &Value, what: &dyn Fn() -> String) {
    let Value::Union(union) = value else {
        return;
    };
    let guards = union.members.iter().map(|(guard, _)| *guard);
    let holding = guards.filter(|guard| state.model.eval_bool(pool, *guard));
    assert!(
        holding.count() <= 1,
        "two members of a union hold at once in state {}: {}",
        state.id,
        what()
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::{Cause, constrain};
    use crate::value::Union;
    use sheaf_term::{Sort, SymbolKind};
    use std::rc::Rc;

    const ONE_LOCAL: &str = "module ptr 8\nentry @main\nfunc @main() -> bits32 {\nstart:\n  %x: bits8 = add bits8 1, bits8 2\n  ret bits32 0\n}\n";

    /// Breaks the first state of a program, and checks it.
    fn check_broken(damage: impl FnOnce(&mut Pool, &mut State)) {
        let module = sheaf_ir::text::parse(ONE_LOCAL).unwrap();
        let program = Program::new(module, &[]).unwrap();
        let mut pool = Pool::new();
        let mut state = State::new(&program, &mut pool);
        check(&program, &pool, &state);
        damage(&mut pool, &mut state);
        check(&program, &pool, &state);
    }

    #[test]
    #[should_panic(expected = "contradicts its path condition")]
    fn a_model_of_another_path() {
        check_broken(|pool, state| {
            let input = pool.symbol("x", Sort::Bool, SymbolKind::Input);
            constrain(pool, state, input, Cause::Edge);
        });
    }

    #[test]
    #[should_panic(expected = "two members of a union hold at once")]
    fn guards_that_overlap() {
        check_broken(|pool, state| {
            let input = pool.symbol("x", Sort::Bool, SymbolKind::Input);
            let guard = pool.not(input);
            let members = vec![(guard, Value::NULL), (guard, Value::Uninitialized)];
            let union = Value::Union(Rc::new(Union { members }));
            Rc::make_mut(&mut state.frames[0]).regs[0] = union;
        });
    }

    #[test]
    #[should_panic(expected = "has a wrong number of locals")]
    fn a_frame_of_another_function() {
        check_broken(|_, state| {
            Rc::make_mut(&mut state.frames[0]).regs = crate::registers::Registers::new(0)
        });
    }
}
