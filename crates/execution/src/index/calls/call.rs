//! Calls of functions with a table: by the index, or as usual.

use super::Function;
use super::content::count_symbolic;
use super::table::Table;
use crate::index::Index;
use crate::machine::{Action, Choice, Event, Machine, Stop};
use crate::options::Outside;
use crate::outcome::{Reason, ReasonKind};
use crate::state::Bounds;
use crate::value::Value;
use sheaf_ir::{FuncId, Local};
use sheaf_term::Term;
use std::rc::Rc;

/// How a call continues.
pub enum Tabulated {
    /// It is complete, with this result.
    Result(Value),
    /// It depends on whether there is an entry. The choices bind nothing: the call is executed
    /// again, and knows the answer.
    Choose(Vec<Choice>),
    /// It has no table, or no entry: it is executed as usual.
    Ordinary,
}

impl Machine<'_> {
    /// A call of the program's own function, which is about to enter `func` with these arguments
    /// for this result.
    ///
    /// # Errors
    /// At the limits of the exploration.
    pub fn call_by_index(
        &mut self,
        index: &Index,
        result: Option<Local>,
        func: FuncId,
        args: &[Value],
    ) -> Result<Tabulated, Stop> {
        let Some(calls) = &index.calls else {
            return Ok(Tabulated::Ordinary);
        };
        let Some(function) = calls.functions.get(&func) else {
            return Ok(Tabulated::Ordinary);
        };
        // With its answer to an earlier choice.
        let has_entry = self.state.bounds.last().map(|bounds| bounds.most != 0);
        if has_entry == Some(false) || self.supply.is_some() {
            return Ok(Tabulated::Ordinary);
        }
        let Some(contents) = self.contents(index, function, args) else {
            return Ok(Tabulated::Ordinary);
        };
        let symbolic = count_symbolic(self.pool, &contents);
        if symbolic == 0 {
            return Ok(Tabulated::Ordinary);
        }
        // Diagrams of comparisons between symbolic bytes become large.
        let has_simple_guards = symbolic == 1 || !self.pool.has_diagrams();
        let outside = index.outside();
        if has_entry.is_none()
            && function.has_few_paths
            && has_simple_guards
            && outside == Outside::General
            && let Some(value) = self.general_value(calls, (result, func, args), &contents)?
        {
            index.note(self.loc(), &function.name, 0);
            return Ok(Tabulated::Result(value));
        }
        let Some(table) = self.table((index, calls), func, contents)? else {
            return Ok(Tabulated::Ordinary);
        };
        let loc = self.loc();
        if has_entry.is_none() && table.outside != Term::FALSE {
            index.note_left(loc, &function.name);
            match outside {
                Outside::General => return Ok(Tabulated::Choose(self.inside_or_not(&table))),
                Outside::Drop => self.drop_outside(function, &table),
            }
        }
        index.note(loc, &function.name, table.results);
        index.note_rows(loc, &function.name, &table.rows);
        Ok(Tabulated::Result(table.value.clone()))
    }

    /// The choice between the table and an ordinary call.
    fn inside_or_not(&mut self, table: &Rc<Table>) -> Vec<Choice> {
        let inside = self.pool.guard_not(table.outside);
        let choice = |guard, has_entry| Choice {
            guard,
            action: Action::Bound(Bounds {
                term: Term::TRUE,
                least: has_entry,
                most: has_entry,
            }),
        };
        vec![choice(inside, 1), choice(table.outside, 0)]
    }

    /// Ends the path where there is no entry.
    fn drop_outside(&mut self, function: &Function, table: &Table) {
        let reason = Reason {
            kind: ReasonKind::OutsideIndex,
            detail: function.name.to_string(),
            loc: self.loc(),
        };
        let met = table.outside;
        self.events.push(Event::Beyond { met, reason });
    }
}
