//! The ends of repeated iterations: where a part of the condition fails for the first time.

use super::comparison::{Comparison, comparison};
use super::parts::{Held, Part};
use super::progress::{Progress, bounds};
use super::{COUNTER, COUNTER_POSITION, Path, Stop};
use crate::loops::arithmetic::{self, number, small, sub};
use crate::loops::linear::linear;
use crate::loops::recurrence;
use num_traits::{One, Signed};
use sheaf_term::{Pool, Sort, Term};

impl Path<'_> {
    /// For a comparison of integers, the number that is non-negative while the comparison holds,
    /// and the step of that number.
    pub(super) fn margin(&self, pool: &mut Pool, term: Term) -> Option<(Term, Term)> {
        let Comparison {
            lower,
            upper,
            is_strict,
            ..
        } = comparison(pool, term)?;
        if pool.sort(lower) != Sort::Int {
            return None;
        }
        let changing = &self.solution.changing;
        let (upper, lower) = (
            linear(pool, changing, upper)?,
            linear(pool, changing, lower)?,
        );
        let difference = upper.minus(pool, lower);
        let mut margin = difference.base;
        for (variable, coefficient) in &difference.parts {
            let product = arithmetic::mul(pool, *variable, *coefficient);
            margin = arithmetic::add(pool, margin, product);
        }
        let one = small(pool, margin, i64::from(is_strict));
        let margin = sub(pool, margin, one);
        let mut step = small(pool, margin, 0);
        for (variable, coefficient) in &difference.parts {
            let gained = self.solution.step(pool, *variable)?;
            let gained = arithmetic::mul(pool, gained, *coefficient);
            step = arithmetic::add(pool, step, gained);
        }
        Some((margin, step))
    }

    /// The number of iterations until a comparison fails for the first time, as a term over the
    /// variables before the first iteration. Also returns a condition for that, and the progress
    /// that it implies.
    fn count(&self, pool: &mut Pool, term: Term) -> Option<(Term, Term, Option<Progress>)> {
        let sort = self.counter_sort(pool);
        if let Some((margin, step)) = self.margin(pool, term) {
            let step = arithmetic::value(pool, step)?;
            if !step.is_negative() {
                return None;
            }
            let divisor = number(pool, Sort::Int, &step.abs())?;
            let whole = match step.abs().is_one() {
                true => margin,
                false => pool.int_div(margin, divisor),
            };
            let one = small(pool, whole, 1);
            return Some((arithmetic::add(pool, whole, one), Term::TRUE, None));
        }
        let Comparison {
            lower,
            upper,
            is_strict,
            is_signed,
        } = comparison(pool, term)?;
        let Sort::Bits(width) = pool.sort(lower) else {
            return None;
        };
        let (variable, end, direction) = match self.solution.is_invariant(pool, upper) {
            true => (lower, upper, 1),
            false if self.solution.is_invariant(pool, lower) => (upper, lower, -1),
            false => return None,
        };
        let step = self.solution.step(pool, variable)?;
        if arithmetic::value(pool, step) != Some(direction.into()) {
            return None;
        }
        let distance = match direction {
            1 => sub(pool, end, variable),
            _ => sub(pool, variable, end),
        };
        let (mut count, mut condition) = (distance, Term::TRUE);
        if !is_strict {
            // At the end of the type's range the comparison never fails.
            let (least, most) = bounds(width, is_signed);
            let extreme = if direction == 1 { most } else { least };
            let extreme = number(pool, Sort::Bits(width), &extreme)?;
            condition = pool.ne(end, extreme);
            let one = small(pool, count, 1);
            count = arithmetic::add(pool, count, one);
        }
        let count = match sort {
            Sort::Bits(wide) => recurrence::resized(pool, count, wide),
            _ => pool.bits_to_int(count),
        };
        let progress = Progress {
            variable,
            step,
            is_signed,
        };
        Some((count, condition, Some(progress)))
    }

    /// The iterations that end where a part fails; `None` if their effect is not expressible.
    pub(super) fn stop(&self, pool: &mut Pool, parts: &[Part], at: usize) -> Option<Stop> {
        let failing = &parts[at];
        let solved = match failing.progress {
            None => self.count(pool, failing.term),
            Some(_) => None,
        };
        let (count, condition, implied) = match solved {
            Some((count, condition, implied)) => (count, condition, implied),
            None => {
                let sort = self.counter_sort(pool);
                let count = pool.input(COUNTER, sort, COUNTER_POSITION);
                let one = small(pool, count, 1);
                let some = match sort {
                    Sort::Int => pool.int_le(one, count),
                    _ => pool.ule(one, count),
                };
                (count, some, None)
            }
        };
        let is_open = solved.is_none();
        let mut conditions = vec![condition];
        let one = small(pool, count, 1);
        let last = sub(pool, count, one);
        let before_last = self.solution.after(pool, last, 0)?;
        let afterwards = self.solution.after(pool, count, 1)?;
        for (position, part) in parts.iter().enumerate() {
            if part.held != Some(Held::Last) {
                continue;
            }
            let is_here = position == at;
            let stops_too = position < at && !part.is_implied;
            match &part.progress {
                Some(progress) if implied != Some(*progress) => {
                    conditions.push(progress.stays(pool, count, 0));
                    let further = progress.stays(pool, count, 1);
                    if is_here {
                        conditions.push(pool.not(further));
                    } else if stops_too {
                        conditions.push(further);
                    }
                }
                Some(_) => {}
                None => {
                    if !is_here || is_open {
                        conditions.push(pool.substitute(part.term, &before_last));
                    }
                    let now = pool.substitute(part.term, &afterwards);
                    if is_here && is_open {
                        conditions.push(pool.not(now));
                    } else if stops_too {
                        conditions.push(now);
                    }
                }
            }
        }
        let mut updates = self.effect.updates.clone();
        for (slot, form) in &self.solution.forms {
            let value = self.solution.value(pool, form, count, 1)?;
            updates.insert(*slot, value);
        }
        conditions.retain(|condition| *condition != Term::TRUE);
        Some(Stop {
            fails: failing.term,
            conditions,
            count,
            is_open,
            updates,
        })
    }
}
