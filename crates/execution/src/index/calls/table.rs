//! Tables of functions on the contents of their arguments.

use super::Calls;
use super::content::{BytesAt, Content};
use super::entries::{Answer, Argument};
use super::shown;
use crate::index::Index;
use crate::machine::{Machine, Stop};
use crate::outcome::IndexRow;
use crate::shown::{Reading, UNKNOWN};
use crate::value::{ObjectId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::{Func, FuncId, Type};
use sheaf_term::Term;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Tables that are kept.
    MAX_KEPT: usize = 1 << 12, 1 => 1 << 16, "tables";
}

pub(super) struct Table {
    /// The choice between the results.
    pub value: Value,
    /// The number of different results.
    pub results: usize,
    /// The condition that there is no entry.
    pub outside: Term,
    /// The rows, if they are told.
    pub rows: Vec<IndexRow>,
}

/// What a table depends on: the function, the contents, and whether guards are diagrams.
type Key = (FuncId, Vec<Content>, bool);

/// The tables that are known; `None` for one without entries.
#[derive(Default)]
pub(super) struct Tables(FxHashMap<Key, Option<Rc<Table>>>);

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} tables", self.0.len())
    }
}

/// A concrete content that an argument may have.
struct Candidate {
    /// The condition that it does.
    guard: Term,
    argument: Argument,
    /// Where it lies, if it is a pointer.
    place: Option<(ObjectId, u64)>,
}

/// A result, its guard, and its number of entries.
type Group = (Term, Value, usize);

/// A row of a function's table, for people.
fn row(func: &Func, arguments: &[&Candidate], answer: &Answer) -> IndexRow {
    let plain = |value: &Value, ty: Option<&Type>| {
        let reading = Reading {
            float: match ty {
                Some(Type::Float(kind)) => Some(*kind),
                _ => None,
            },
            is_unsigned: false,
        };
        reading.value(value).unwrap_or_else(|| UNKNOWN.to_string())
    };
    let types = func.params.iter().map(|local| &func.locals[*local].ty);
    let arguments = arguments
        .iter()
        .zip(types)
        .map(|(it, ty)| match &it.argument {
            Argument::Bytes(bytes) => shown(bytes.strip_suffix(&[0]).unwrap_or(bytes)),
            Argument::Plain(value) => plain(value, Some(ty)),
        });
    IndexRow {
        arguments: arguments.collect(),
        result: match answer {
            Answer::Plain(value) => plain(value, func.result.as_ref()),
            Answer::Into(at, offset) => format!("argument {} + {offset}", at + 1),
        },
    }
}

impl Machine<'_> {
    /// The table of a function on these contents; `None` if no member fits.
    ///
    /// # Errors
    /// At the limits of the exploration.
    pub(super) fn table(
        &mut self,
        (index, calls): (&Index, &Calls),
        func: FuncId,
        contents: Vec<Content>,
    ) -> Result<Option<Rc<Table>>, Stop> {
        let key = (func, contents, self.pool.has_diagrams());
        if let Some(table) = calls.tables.borrow().0.get(&key) {
            return Ok(table.clone());
        }
        let table = self.build_table((index, calls), func, &key.1)?.map(Rc::new);
        let tables = &mut calls.tables.borrow_mut().0;
        if tables.len() >= MAX_KEPT.get() {
            tables.clear();
        }
        tables.insert(key, table.clone());
        Ok(table)
    }

    fn build_table(
        &mut self,
        (index, calls): (&Index, &Calls),
        func: FuncId,
        contents: &[Content],
    ) -> Result<Option<Table>, Stop> {
        let mut candidates = Vec::with_capacity(contents.len());
        for content in contents {
            match self.candidates_of((index, calls), content) {
                Some(of_arg) => candidates.push(of_arg),
                None => return Ok(None),
            }
        }
        self.limit_candidates(&mut candidates)?;
        let mut rows = Vec::new();
        let (mut groups, inside) = self.groups(calls, func, &candidates, &mut rows);
        if groups.is_empty() {
            return Ok(None);
        }
        // One result needs no condition: that saves most for the most frequent one.
        groups.sort_by_key(|(.., entries)| std::cmp::Reverse(*entries));
        let results = groups.len();
        let members = groups.into_iter().map(|(guard, value, _)| (guard, value));
        Ok(Some(Table {
            value: Value::union(self.pool, members.collect()),
            results,
            outside: self.pool.guard_not(inside),
            rows,
        }))
    }

    /// The result of each combination of candidates; those with the same result are one group. The
    /// guards are disjoint. Also the condition that one of them holds, whose form depends on the
    /// combinations only: where a path knows it from another function, nobody has to be asked.
    fn groups(
        &mut self,
        calls: &Calls,
        func: FuncId,
        candidates: &[Vec<Candidate>],
        rows: &mut Vec<IndexRow>,
    ) -> (Vec<Group>, Term) {
        let tells_rows = self.settings.index.as_ref().is_some_and(|it| it.tells_rows);
        let mut entries = calls.entries.borrow_mut();
        let mut groups: Vec<Group> = Vec::new();
        let mut inside = Term::FALSE;
        let mut known: FxHashMap<Value, usize> = FxHashMap::default();
        let count: usize = candidates.iter().map(Vec::len).product();
        for mut number in 0..count {
            let mut guard = Term::TRUE;
            let mut chosen = Vec::with_capacity(candidates.len());
            for of_arg in candidates {
                let candidate = &of_arg[number % of_arg.len()];
                number /= of_arg.len();
                guard = self.pool.guard_and(guard, candidate.guard);
                chosen.push(candidate);
            }
            if guard == Term::FALSE {
                continue;
            }
            let args = chosen.iter().map(|candidate| candidate.argument.clone());
            let answer = entries.answer(self.program, self.settings, func, args.collect());
            let Some(answer) = answer else { continue };
            let told = tells_rows.then(|| {
                let func = &self.program.module().funcs[func];
                row(func, &chosen, &answer)
            });
            let Some(value) = in_place(answer, &chosen) else {
                continue;
            };
            rows.extend(told);
            inside = self.pool.guard_or(inside, guard);
            match known.get(&value) {
                Some(group) => {
                    let (all, _, entries) = &mut groups[*group];
                    *all = self.pool.guard_or(*all, guard);
                    *entries += 1;
                }
                None => {
                    known.insert(value.clone(), groups.len());
                    groups.push((guard, value, 1));
                }
            }
        }
        (groups, inside)
    }

    /// What an argument may be, as far as the garden has it; `None` if it is nothing of it.
    fn candidates_of(
        &mut self,
        (index, calls): (&Index, &Calls),
        content: &Content,
    ) -> Option<Vec<Candidate>> {
        let mut candidates = Vec::new();
        match content {
            Content::Plain(value) => candidates.push(Candidate {
                guard: Term::TRUE,
                argument: Argument::Plain(value.clone()),
                place: None,
            }),
            Content::Number(term, kind) => {
                for (guard, bits) in self.members_of(index, *term, *kind) {
                    let value = Value::bits(self.pool.width(*term), bits);
                    candidates.push(Candidate {
                        guard,
                        argument: Argument::Plain(value),
                        place: None,
                    });
                }
            }
            Content::Bytes { at, count } => {
                for at in at {
                    self.candidates_at(calls, at, *count, &mut candidates)?;
                }
            }
        }
        (!candidates.is_empty()).then_some(candidates)
    }

    /// Adds the candidates at a place.
    fn candidates_at(
        &mut self,
        calls: &Calls,
        at: &BytesAt,
        count: Option<usize>,
        candidates: &mut Vec<Candidate>,
    ) -> Option<()> {
        let mut add = |guard, bytes: Rc<[u8]>| {
            candidates.push(Candidate {
                guard,
                argument: Argument::Bytes(bytes),
                place: Some((at.object, at.offset)),
            });
        };
        let concrete = at.bytes.iter().map(|byte| self.pool.as_bits(*byte));
        let concrete: Option<Vec<u8>> = concrete.map(|byte| Some(byte? as u8)).collect();
        if let Some(bytes) = concrete {
            // Not a string that ends beyond what is known.
            let is_whole = count.is_some() || bytes.last() == Some(&0);
            return is_whole.then(|| add(at.guard, bytes.into()));
        }
        let mut seen = FxHashSet::default();
        for member in &calls.garden.members {
            let length = count.unwrap_or(member.len() + 1);
            if length > member.len() + 1 || length > at.bytes.len() {
                continue;
            }
            let bytes: Rc<[u8]> = member.iter().chain(&[0]).take(length).copied().collect();
            let guard = self.equals(at, &bytes);
            // Two members may have the same first bytes.
            if guard != Term::FALSE && seen.insert(bytes.clone()) {
                add(guard, bytes);
            }
        }
        Some(())
    }

    /// The condition that the first bytes at a place are meant, and are these.
    fn equals(&mut self, at: &BytesAt, bytes: &[u8]) -> Term {
        let mut condition = at.guard;
        for (byte, wanted) in at.bytes.iter().zip(bytes) {
            let wanted = self.pool.bits(8, u128::from(*wanted));
            let same = self.pool.eq(*byte, wanted);
            condition = self.pool.guard_and(condition, same);
            if condition == Term::FALSE {
                break;
            }
        }
        condition
    }
}

/// An answer as a value on the path.
fn in_place(answer: Answer, arguments: &[&Candidate]) -> Option<Value> {
    match answer {
        Answer::Plain(value) => Some(value),
        Answer::Into(position, distance) => {
            let (object, offset) = arguments[position].place?;
            Some(Value::Ptr {
                object,
                offset: offset + distance,
            })
        }
    }
}
