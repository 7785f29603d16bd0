//! Makes one state of several that have reached the same place. Their conditions behind the common
//! ones become a disjunction, and each value a choice by these conditions. Runs of different states
//! differ in a decision, so at most one of the conditions holds.

use crate::memory::{Byte, Memory, Object, POINTER_BYTES, choose_byte};
use crate::program::Type;
use crate::state::{Conditions, State, Stop};
use crate::term::{Pool, Term};
use crate::value::{ObjectId, Value};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Joins states; those that cannot become one stay as they are.
pub fn join(pool: &mut Pool, states: Vec<State>) -> Vec<State> {
    let mut joined: Vec<State> = Vec::new();
    for state in states {
        let one = joined.pop().map(|last| {
            let both = pair(pool, &last, &state);
            (last, both)
        });
        match one {
            None => joined.push(state),
            Some((_, Ok(both))) => joined.push(both),
            Some((last, Err(_))) => joined.extend([last, state]),
        }
    }
    joined
}

fn pair(pool: &mut Pool, a: &State, b: &State) -> Result<State, Stop> {
    let calls = |state: &State| -> Vec<(u64, usize, usize)> {
        let frames = state.frames.iter();
        frames.map(|it| (it.number, it.block, it.inst)).collect()
    };
    let loops = |state: &State| -> Vec<u64> { state.loops.iter().map(|it| it.number).collect() };
    if calls(a) != calls(b) || loops(a) != loops(b) || a.stack_bytes != b.stack_bytes {
        return Err(Stop::missing("states at different places"));
    }
    let (first, conditions) = conditions(pool, &a.conditions, &b.conditions);
    let mut frames = Vec::with_capacity(a.frames.len());
    for (x, y) in a.frames.iter().zip(&b.frames) {
        if Rc::ptr_eq(x, y) {
            frames.push(x.clone());
            continue;
        }
        let mut frame = (**x).clone();
        for (value, other) in frame.values.iter_mut().zip(&y.values) {
            *value = match (value.take(), other) {
                // A value of one of the two only, or of different kinds, is not used behind.
                (Some(value), Some(other)) => Value::choose(pool, first, &value, other).ok(),
                _ => None,
            };
        }
        for object in &y.objects {
            if !frame.objects.contains(object) {
                frame.objects.push(*object);
            }
        }
        frames.push(Rc::new(frame));
    }
    Ok(State {
        frames,
        memory: memory(pool, first, &a.memory, &b.memory)?,
        conditions,
        stack_bytes: a.stack_bytes,
        loops: a.loops.clone(),
        arrived: a.arrived && b.arrived,
        place: a.place,
    })
}

/// The condition of the first state among the two, and the conditions of both.
fn conditions(pool: &mut Pool, a: &Conditions, b: &Conditions) -> (Term, Conditions) {
    let both = a.terms.iter().zip(&b.terms);
    let common = both.take_while(|(x, y)| x == y).count();
    let mut all = |terms: &[Term]| terms.iter().fold(Term::TRUE, |all, it| pool.and(all, *it));
    let (x, y) = (all(&a.terms[common..]), all(&b.terms[common..]));
    let mut conditions = a.common(b, common);
    let either = pool.or(x, y);
    conditions.push(either);
    (x, conditions)
}

fn memory(pool: &mut Pool, first: Term, a: &Memory, b: &Memory) -> Result<Memory, Stop> {
    let mut joined = a.clone();
    let (mut left, mut right) = (a.clone(), b.clone());
    let ids: BTreeSet<ObjectId> = a.objects().chain(b.objects()).map(|(id, _)| id).collect();
    for id in ids {
        let (x, y) = match (a.object(id), b.object(id)) {
            (Ok(x), Ok(y)) => (x, y),
            (Err(_), Ok(y)) => {
                joined.insert(id, y.clone());
                continue;
            }
            _ => continue,
        };
        if x == y {
            continue;
        }
        if x.bytes.len() != y.bytes.len() || x.size != y.size {
            return Err(Stop::missing("an object of two sizes"));
        }
        let alive = pool.choose(first, x.alive, y.alive);
        let mut bytes = Vec::with_capacity(x.bytes.len());
        while bytes.len() < x.bytes.len() {
            let at = bytes.len();
            let (one, other) = (&x.bytes[at], &y.bytes[at]);
            match (one, other) {
                _ if one == other => bytes.push(one.clone()),
                (Byte::Ptr(..), _) | (_, Byte::Ptr(..)) => {
                    let whole = at as u64 + POINTER_BYTES <= x.room();
                    if !whole {
                        return Err(Stop::missing("a part of a pointer"));
                    }
                    let one = left.load(pool, id, at as u64, &Type::Ptr)?;
                    let other = right.load(pool, id, at as u64, &Type::Ptr)?;
                    let Value::Ptr(places) = Value::choose(pool, first, &one, &other)? else {
                        return Err(Stop::missing("a part of a pointer"));
                    };
                    let parts = 0..POINTER_BYTES as u32;
                    bytes.extend(parts.map(|part| Byte::Ptr(places.clone(), part)));
                }
                _ => {
                    let byte = choose_byte(pool, first, one, other)?;
                    bytes.push(byte);
                }
            }
        }
        joined.insert(
            id,
            Object {
                alive,
                bytes: Rc::new(bytes),
                ..x.clone()
            },
        );
    }
    Ok(joined)
}
