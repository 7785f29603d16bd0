//! Tables of operators on members of the garden.

use super::Index;
use crate::float::shortest;
use crate::machine::{Event, Machine, Stop};
use crate::options::Outside;
use crate::outcome::{IndexRow, Reason, ReasonKind};
use crate::shown::Reading;
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::FloatKind;
use sheaf_term::{Op, Pool, Term};

sheaf_tuning::constants! {
    /// The entries of a table; with more, of two symbolic arguments only the first members count.
    MAX_ENTRIES: usize = 4096, 1 => 1 << 16, "entries";
}

/// An operator on numbers, for [`Machine::tabulate`].
pub struct Tabulated<'o> {
    /// For tables that are shown.
    pub name: &'o str,
    /// Why a path ends where an argument has no entry, if the general value stands behind the
    /// table.
    pub otherwise: (ReasonKind, String),
    /// The widths of its results.
    pub widths: &'o [u32],
    /// The results for concrete arguments, as in concrete runs; `None` without one.
    pub compute: &'o dyn Fn(&[u128]) -> Option<Vec<u128>>,
}

/// A value that an argument may have, and the condition that it does.
type Candidate = (Term, u128);

impl Machine<'_> {
    /// The results of an operator, one value for each width, on arguments of which some are
    /// symbolic, as far as they are members of the index. Elsewhere the path ends. `None` if the
    /// operator has no table here.
    ///
    /// # Errors
    /// At the limits of the exploration.
    pub fn tabulate(
        &mut self,
        operator: &Tabulated,
        args: &[(FloatKind, &Value)],
    ) -> Result<Option<Vec<Value>>, Stop> {
        let settings = self.settings;
        let Some(index) = &settings.index else {
            return Ok(None);
        };
        let kinds: Vec<FloatKind> = args.iter().map(|(kind, _)| *kind).collect();
        if let Some(results) = self.on_choice(operator, args) {
            index.note(self.loc(), operator.name, 1);
            return Ok(Some(results));
        }
        let mut candidates = Vec::with_capacity(args.len());
        for (kind, arg) in args {
            match self.candidates(index, *kind, arg) {
                Some(of_arg) => candidates.push(of_arg),
                None => return Ok(None),
            }
        }
        self.limit_candidates(&mut candidates)?;
        let groups = self.entries(index, operator, &kinds, &candidates);
        if groups.is_empty() {
            return Ok(None);
        }
        self.leave_outside(index, operator, &groups);
        let results = operator.widths.iter().enumerate().map(|(result, width)| {
            let of_group =
                |(guard, values): &(Term, Vec<u128>)| (*guard, Value::bits(*width, values[result]));
            Value::union(self.pool, groups.iter().map(of_group).collect())
        });
        Ok(Some(results.collect()))
    }

    /// The results where one argument is a choice between constants, such as the result of another
    /// table, and the others are concrete: a choice under the same conditions. Nothing is outside.
    pub fn on_choice(
        &mut self,
        operator: &Tabulated,
        args: &[(FloatKind, &Value)],
    ) -> Option<Vec<Value>> {
        let is_term = |(_, arg): &(FloatKind, &Value)| matches!(arg, Value::Term(_));
        let position = args.iter().position(is_term)?;
        let choice = args[position].1.to_term(self.pool)?;
        let mut results = Vec::new();
        for leaf in leaves(self.pool, choice)? {
            let own = self.pool.as_bits(leaf);
            let values = args
                .iter()
                .enumerate()
                .map(|(number, (_, arg))| match number {
                    number if number == position => own,
                    _ => arg.as_u128(),
                });
            let values: Option<Vec<u128>> = values.collect();
            results.push((leaf, (operator.compute)(&values?)?));
        }
        let widths = operator.widths.iter().enumerate();
        let values = widths.map(|(number, width)| {
            let of_leaf =
                |(leaf, words): &(Term, Vec<u128>)| (*leaf, self.pool.bits(*width, words[number]));
            let mapped = results.iter().map(of_leaf).collect();
            let term = with_leaves(self.pool, choice, mapped);
            Value::from_term(self.pool, term)
        });
        Some(values.collect())
    }

    /// The values of an argument: its own if it is concrete, else the members that it may be.
    fn candidates(
        &mut self,
        index: &Index,
        kind: FloatKind,
        arg: &Value,
    ) -> Option<Vec<Candidate>> {
        match (arg, arg.as_u128()) {
            (_, Some(bits)) => Some(vec![(Term::TRUE, bits)]),
            (Value::Term(term), _) if !self.pool.has_indeterminate(*term) => {
                let members = self.members_of(index, *term, Some(kind));
                (!members.is_empty()).then_some(members)
            }
            _ => None,
        }
    }

    /// Cuts the candidates of arguments to as many as a table may have, and counts the work for
    /// their combinations.
    ///
    /// # Errors
    /// At the limits of the exploration.
    pub(super) fn limit_candidates<T>(&mut self, candidates: &mut [Vec<T>]) -> Result<(), Stop> {
        let lengths: Vec<usize> = candidates.iter().map(Vec::len).collect();
        let most = most_each(&lengths);
        candidates
            .iter_mut()
            .for_each(|of_arg| of_arg.truncate(most));
        self.afford(candidates.iter().map(Vec::len).product::<usize>() as u64)
    }

    /// The values that a term may have, a float of this kind or an integer: those of a choice
    /// between constants, else members.
    pub(super) fn members_of(
        &mut self,
        index: &Index,
        term: Term,
        kind: Option<FloatKind>,
    ) -> Vec<Candidate> {
        let pool = &mut *self.pool;
        let width = pool.width(term);
        let constants: Vec<Term> = match (leaves(pool, term), kind) {
            (Some(leaves), _) => leaves,
            (None, Some(kind)) => {
                let members = index.members(kind).iter();
                members.map(|member| pool.bits(width, *member)).collect()
            }
            (None, None) => {
                let members = index.integers().iter();
                let members = members.filter(|member| fits(**member, width));
                members
                    .map(|member| pool.bits(width, *member as u128))
                    .collect()
            }
        };
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        for constant in constants {
            let guard = pool.eq(term, constant);
            if guard != Term::FALSE && seen.insert(constant) {
                found.extend(pool.as_bits(constant).map(|bits| (guard, bits)));
            }
        }
        found
    }

    /// The results for each combination of arguments; combinations with the same results share one
    /// guard. The guards are disjoint.
    fn entries(
        &mut self,
        index: &Index,
        operator: &Tabulated,
        kinds: &[FloatKind],
        candidates: &[Vec<Candidate>],
    ) -> Vec<(Term, Vec<u128>)> {
        let mut rows = Vec::new();
        let mut groups: Vec<(Term, Vec<u128>)> = Vec::new();
        let mut known: FxHashMap<Vec<u128>, usize> = FxHashMap::default();
        let count: usize = candidates.iter().map(Vec::len).product();
        for mut number in 0..count {
            let mut guard = Term::TRUE;
            let mut args = Vec::with_capacity(candidates.len());
            for of_arg in candidates {
                let (condition, bits) = of_arg[number % of_arg.len()];
                number /= of_arg.len();
                guard = self.pool.guard_and(guard, condition);
                args.push(bits);
            }
            if guard == Term::FALSE {
                continue;
            }
            let Some(results) = (operator.compute)(&args) else {
                continue;
            };
            if index.tells_rows {
                rows.push(row(operator, kinds, &args, &results));
            }
            match known.get(&results) {
                Some(group) => {
                    groups[*group].0 = self.pool.guard_or(groups[*group].0, guard);
                }
                None => {
                    known.insert(results.clone(), groups.len());
                    groups.push((guard, results));
                }
            }
        }
        index.note_rows(self.loc(), operator.name, &rows);
        groups
    }

    /// Ends the path where no entry applies.
    fn leave_outside(&mut self, index: &Index, operator: &Tabulated, groups: &[(Term, Vec<u128>)]) {
        let loc = self.loc();
        index.note(loc, operator.name, groups.len());
        let mut met = self.guard;
        for (guard, _) in groups {
            let other = self.pool.guard_not(*guard);
            met = self.pool.guard_and(met, other);
        }
        if met == Term::FALSE {
            return;
        }
        index.note_left(loc, operator.name);
        let (kind, detail) = match index.outside() {
            Outside::General => operator.otherwise.clone(),
            Outside::Drop => (ReasonKind::OutsideIndex, operator.name.to_string()),
        };
        let reason = Reason { kind, detail, loc };
        self.events.push(Event::Beyond { met, reason });
    }
}

/// Whether an integer of this width has the value, signed or unsigned.
fn fits(value: i128, width: u32) -> bool {
    width >= 128 || value >= -(1 << (width - 1)) && value < 1 << width
}

/// A row for people. Results as wide as the first argument are numbers of its format.
fn row(operator: &Tabulated, kinds: &[FloatKind], args: &[u128], results: &[u128]) -> IndexRow {
    let arguments = kinds.iter().zip(args);
    let format = |width: u32| kinds.first().filter(|kind| kind.width() == width);
    let results = operator.widths.iter().zip(results);
    let results = results.map(|(width, bits)| {
        let reading = Reading {
            float: format(*width).copied(),
            is_unsigned: false,
        };
        reading.number(*width, *bits)
    });
    IndexRow {
        arguments: arguments
            .map(|(kind, bits)| shortest(*kind, *bits))
            .collect(),
        result: results.collect::<Vec<_>>().join(", "),
    }
}

/// How many candidates of each argument a table may have, by the numbers that there are.
fn most_each(candidates: &[usize]) -> usize {
    let symbolic = candidates.iter().filter(|of_arg| **of_arg > 1).count();
    match symbolic {
        0 | 1 => MAX_ENTRIES.get(),
        _ => MAX_ENTRIES.get().isqrt(),
    }
}

/// The constants of a choice between constants; `None` if it is none, or has too many.
pub(super) fn leaves(pool: &Pool, choice: Term) -> Option<Vec<Term>> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut waiting = vec![choice];
    while let Some(term) = waiting.pop() {
        if !seen.insert(term) {
            continue;
        }
        match pool.op(term) {
            _ if pool.is_const(term) => found.push(term),
            Op::Ite => waiting.extend(&pool.args(term)[1..]),
            _ => return None,
        }
        if seen.len() > 2 * MAX_ENTRIES.get() {
            return None;
        }
    }
    Some(found)
}

/// A choice between constants with others in their place.
fn with_leaves(pool: &mut Pool, choice: Term, mut mapped: FxHashMap<Term, Term>) -> Term {
    let mut waiting = vec![choice];
    while let Some(&term) = waiting.last() {
        let [condition, then, otherwise] = match *pool.args(term) {
            [condition, then, otherwise] if !mapped.contains_key(&term) => {
                [condition, then, otherwise]
            }
            _ => {
                waiting.pop();
                continue;
            }
        };
        match (mapped.get(&then), mapped.get(&otherwise)) {
            (Some(&then), Some(&otherwise)) => {
                let value = pool.ite(condition, then, otherwise);
                mapped.insert(term, value);
                waiting.pop();
            }
            (then_done, _) => waiting.push(if then_done.is_none() { then } else { otherwise }),
        }
    }
    mapped.get(&choice).copied().unwrap_or(choice)
}
