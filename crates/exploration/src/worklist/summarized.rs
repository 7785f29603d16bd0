//! The values of a merged state for people: for each variable with several, conditions and values
//! (value summaries; Sen et al., "MultiSE", ESEC/FSE 2015, section 2).

use crate::outcome::ValueSummary;
use crate::program::Program;
use crate::segment::readable;
use crate::shown::{Reading, Writer};
use crate::snapshot::object_name;
use crate::state::State;
use crate::value::{ObjectId, Value};
use sheaf_ir::Local;
use sheaf_ir::index::Idx;
use sheaf_term::{Op, Pool, Term, display_numbered};

sheaf_tuning::constants! {
    /// The maximum number of values of a variable that are told.
    MAX_ROWS: usize = 16, 1 => 256, "values";
    /// The maximum number of characters of a condition that is told.
    MAX_LENGTH: usize = 160, 16 => 2560, "characters";
}

/// The values of these variables of the innermost call that have several.
pub(super) fn summaries(
    program: &Program,
    pool: &mut Pool,
    state: &State,
    live: &[Local],
) -> Vec<ValueSummary> {
    let func = &program.module().funcs[state.top().func];
    let mut summaries = Vec::new();
    for local in live.iter().filter(|_| func.user) {
        let info = &func.locals[*local];
        let Some(name) = &info.name else { continue };
        let reading = Reading::of(&info.ty, false);
        let rows = rows(pool, &state.top().regs[local.index()]);
        let object_name = |object: ObjectId| object_name(program, state, object);
        let writer = Writer {
            program,
            pool,
            name: &object_name,
        };
        let text = |(guard, value): (Term, Value)| {
            (
                condition(program, pool, guard),
                writer.value(&value, reading),
            )
        };
        let mut rows: Vec<(String, String)> = rows.into_iter().map(text).collect();
        // Numbers come first.
        rows.sort_by_cached_key(|(_, value)| {
            let number = value.parse::<i128>().ok();
            (number.is_none(), number)
        });
        if rows.len() > 1 {
            summaries.push(ValueSummary {
                variable: name.to_string(),
                rows,
            });
        }
    }
    summaries
}

/// The members of a value, each with its condition. A choice between two terms is two members, as
/// long as these are not too many.
fn rows(pool: &mut Pool, value: &Value) -> Vec<(Term, Value)> {
    let mut rows: Vec<(Term, Value)> = Vec::new();
    let mut pending = vec![(Term::TRUE, value.clone())];
    while let Some((guard, value)) = pending.pop() {
        let is_more = rows.len() + pending.len() + 1 < MAX_ROWS.get();
        match &value {
            Value::Union(union) if is_more => {
                for (also, member) in union.members.iter().rev() {
                    pending.push((pool.and(guard, *also), member.clone()));
                }
            }
            Value::Term(term) if is_more && pool.op(*term) == Op::Ite => {
                let [condition, then, otherwise] = pool.args(*term)[..] else {
                    continue;
                };
                let not = pool.not(condition);
                for (also, member) in [(not, otherwise), (condition, then)] {
                    let value = Value::from_term(pool, member);
                    pending.push((pool.and(guard, also), value));
                }
            }
            _ => match rows.iter_mut().find(|(_, known)| *known == value) {
                Some((known, _)) => *known = pool.or(*known, guard),
                None => rows.push((guard, value)),
            },
        }
    }
    rows.retain(|(guard, _)| *guard != Term::FALSE);
    rows
}

fn condition(program: &Program, pool: &Pool, guard: Term) -> String {
    let text = readable(program, &display_numbered(pool, guard).to_string());
    match text.char_indices().nth(MAX_LENGTH.get()) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
