//! Lifetimes of objects: known on a single path, conditional after merging.

use sheaf_ir::LocId;
use sheaf_term::{Pool, Term};
use std::rc::Rc;

/// Whether an object may be used.
#[derive(Clone, PartialEq, Debug)]
pub enum Life {
    /// It is alive.
    Alive,
    /// It was freed at this location.
    Freed(Option<LocId>),
    /// Its function has returned.
    Returned,
    /// Its block was left.
    Left,
    /// It was never allocated: it exists on other paths only.
    Absent,
    /// One of these, none of which is `By`. The guards are disjoint and cover all paths on which
    /// the object exists.
    By(Rc<Vec<(Term, Life)>>),
}

impl Life {
    /// `then` where the condition holds, else `otherwise`.
    pub fn ite(pool: &mut Pool, condition: Term, then: &Life, otherwise: &Life) -> Life {
        if condition == Term::TRUE || then == otherwise {
            return then.clone();
        }
        if condition == Term::FALSE {
            return otherwise.clone();
        }
        let negated = pool.guard_not(condition);
        let mut phases: Vec<(Term, Life)> = Vec::new();
        for (outer, life) in [(condition, then), (negated, otherwise)] {
            for (inner, life) in life.phases() {
                let guard = pool.guard_and(outer, inner);
                if guard == Term::FALSE {
                    continue;
                }
                match phases.iter_mut().find(|(_, other)| other == life) {
                    Some((other, _)) => *other = pool.guard_or(*other, guard),
                    None => phases.push((guard, life.clone())),
                }
            }
        }
        match phases.len() {
            1 => phases.swap_remove(0).1,
            _ => Life::By(Rc::new(phases)),
        }
    }

    /// The lifetime of the object's room on the stack, if that lasts as long as a call: wherever the
    /// object exists.
    pub fn lasting(&self) -> Life {
        let lasting = |life: &Life| match life {
            Life::Absent => Life::Absent,
            _ => Life::Alive,
        };
        match self {
            Life::By(phases) if phases.iter().any(|(_, life)| *life == Life::Absent) => {
                let phases = phases.iter();
                let phases = phases.map(|(guard, life)| (*guard, lasting(life)));
                Life::By(Rc::new(phases.collect()))
            }
            life => lasting(life),
        }
    }

    /// The guards and lifetimes.
    pub fn phases(&self) -> impl Iterator<Item = (Term, &Life)> {
        let (by, single) = match self {
            Life::By(phases) => (phases.as_slice(), None),
            life => (&[][..], Some((Term::TRUE, life))),
        };
        by.iter().map(|(guard, life)| (*guard, life)).chain(single)
    }

    /// The condition that the object may be used.
    pub fn alive(&self, pool: &mut Pool) -> Term {
        self.when(pool, |life| *life == Life::Alive)
    }

    /// The condition that its block was left.
    pub fn left(&self, pool: &mut Pool) -> Term {
        self.when(pool, |life| *life == Life::Left)
    }

    /// The condition that the object was ever allocated.
    pub fn exists(&self, pool: &mut Pool) -> Term {
        self.when(pool, |life| *life != Life::Absent)
    }

    /// Whether the object may be used on some path.
    pub fn may_be_alive(&self) -> bool {
        self.phases().any(|(_, life)| *life == Life::Alive)
    }

    fn when(&self, pool: &mut Pool, holds: impl Fn(&Life) -> bool) -> Term {
        let mut when = Term::FALSE;
        for (guard, life) in self.phases() {
            if holds(life) {
                when = pool.guard_or(when, guard);
            }
        }
        when
    }
}
