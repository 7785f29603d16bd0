//! The paths through the body of a loop, with loops within it replaced by what they do.
//!
//! An inner loop comes first: each way through all of its rounds is one effect, if the number of
//! rounds is a term over what the variables are before, and paths of the outer loop lead through
//! that effect. What an inner loop may do beyond these ways is no path of the outer loop, and is
//! left to ordinary execution.

use super::effect::{Effect, Obstacle};
use super::oracle::Oracle;
use super::{Knowledge, Loops};
use crate::segment::{Ends, Piece, Start, Way};
use sheaf_ir::BlockId;
use sheaf_ir::analysis::{Loop, LoopId};
use sheaf_term::Pool;

/// Paths through a body.
const MAX_PATHS: usize = 24;

/// Loops within loops.
const MAX_DEPTH: usize = 4;

/// Steps of a way through an inner loop: rounds at once, single rounds, and the exit.
const MAX_STEPS: usize = 10;

/// Ways through an inner loop.
const MAX_TRACES: usize = 16;

/// The paths from the header of a loop.
#[derive(Default)]
pub struct Body {
    /// Those that come back to it.
    pub rounds: Vec<Effect>,
    /// Those that leave the loop, with where they come to.
    pub exits: Vec<Exit>,
    /// Why the effect of a path is not known that may come back.
    pub obstacle: Option<Obstacle>,
    /// Paths of which the effect is not known.
    pub unknown: usize,
}

/// A path that leaves a loop.
pub struct Exit {
    /// What it does, if that is known.
    pub effect: Effect,
    /// Where it leads, ready to go on from.
    pub to: Option<(BlockId, Start)>,
}

/// A path that is not at its end.
struct Open {
    effect: Option<Effect>,
    from: Start,
}

impl Loops<'_> {
    /// The paths through the body of a loop from its header.
    pub(super) fn body(
        &mut self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        start: Start,
        id: LoopId,
        depth: usize,
    ) -> Body {
        let shape = self.segments.loops(start.point().func).loops()[id].clone();
        let mut body = Body::default();
        let mut open = vec![Open {
            effect: None,
            from: start,
        }];
        while let Some(path) = open.pop() {
            if body.rounds.len() + body.exits.len() + open.len() > MAX_PATHS {
                body.give_up("too many paths".to_string());
                break;
            }
            let segment = match self.segments.run(pool, &path.from, &Piece::Loop(id)) {
                Ok(segment) => segment,
                Err(_) => {
                    body.give_up("a loop with several entries".to_string());
                    break;
                }
            };
            if self.is_brief {
                let unknown = segment
                    .ways
                    .iter()
                    .find_map(|way| may_return(pool, &shape, way).err());
                if let Some(obstacle) = unknown {
                    body.give_up(obstacle);
                    break;
                }
            }
            for way in &segment.ways {
                if self.is_brief && body.obstacle.is_some() {
                    return body;
                }
                if let Err(obstacle) = self.way(
                    pool,
                    oracle,
                    (&path, way),
                    (&shape, depth),
                    &mut body,
                    &mut open,
                ) {
                    body.give_up(obstacle);
                }
            }
        }
        body
    }

    /// Adds what a way from the end of an open path leads to.
    fn way(
        &mut self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        (path, way): (&Open, &Way),
        (shape, depth): (&Loop, usize),
        body: &mut Body,
        open: &mut Vec<Open>,
    ) -> Result<(), Obstacle> {
        let point = match way.ends {
            Ends::At(point) => point,
            Ends::Stops(_) => return Effect::of(pool, way).map(drop),
            // Ordinary execution ends there, too.
            Ends::Returns(_) | Ends::Exits(_) | Ends::Fails | Ends::Dropped => return Ok(()),
        };
        let leaves = !shape.contains(point.block);
        let effect = match Effect::of(pool, way) {
            Ok(effect) => effect,
            Err(_) if leaves && path.effect.is_none() => return Ok(()),
            Err(obstacle) => return Err(obstacle),
        };
        let effect = match &path.effect {
            None => Some(effect),
            Some(before) => before.then(pool, &effect)?,
        };
        let Some(effect) = effect else {
            return Ok(());
        };
        if leaves {
            let next = self.segments.start_after(pool, &path.from, way);
            let to = next.map(|next| (point.block, next));
            body.exits.push(Exit { effect, to });
        } else if point.block == shape.header {
            body.rounds.push(effect);
        } else {
            let inner = self.segments.start_after(pool, &path.from, way);
            let inner = inner.ok_or("a pointer that changes")?;
            self.inner(pool, oracle, (effect, inner), (shape, depth), body, open)?;
        }
        Ok(())
    }

    /// Adds the ways through an inner loop to a path that has come to its header.
    fn inner(
        &mut self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        (effect, start): (Effect, Start),
        (shape, depth): (&Loop, usize),
        body: &mut Body,
        open: &mut Vec<Open>,
    ) -> Result<(), Obstacle> {
        if depth >= MAX_DEPTH {
            return Err("too many loops within each other".to_string());
        }
        let point = start.point();
        let inner = self.segments.loops(point.func).with_header(point.block);
        let inner = inner.ok_or("a loop with several entries")?;
        let knowledge = self.know_from(pool, oracle, start, inner, depth + 1);
        if let Some(reason) = knowledge.irregular() {
            return Err(format!("an inner loop: {reason}"));
        }
        for trace in traces(pool, oracle, &knowledge, &effect)? {
            let Some((block, from)) = trace.to else {
                return Err("a pointer that changes".to_string());
            };
            let effect = trace.effect;
            if block == shape.header {
                body.rounds.push(effect);
            } else if !shape.contains(block) {
                let to = Some((block, from));
                body.exits.push(Exit { effect, to });
            } else {
                let effect = Some(effect);
                open.push(Open { effect, from });
            }
        }
        Ok(())
    }
}

/// Whether a way does not come back to the header, or its effect is known.
fn may_return(pool: &mut Pool, shape: &Loop, way: &Way) -> Result<(), Obstacle> {
    match way.ends {
        Ends::At(point) if shape.contains(point.block) => Effect::of(pool, way).map(drop),
        Ends::Stops(_) => Effect::of(pool, way).map(drop),
        _ => Ok(()),
    }
}

impl Body {
    fn give_up(&mut self, obstacle: Obstacle) {
        self.unknown += 1;
        self.obstacle.get_or_insert(obstacle);
    }
}

/// The ways through all rounds of a loop behind a path that leads to its header.
fn traces(
    pool: &mut Pool,
    oracle: &mut Oracle,
    knowledge: &Knowledge,
    before: &Effect,
) -> Result<Vec<Exit>, Obstacle> {
    let mut found = Vec::new();
    let mut open = vec![(before.clone(), 0)];
    while let Some((path, steps)) = open.pop() {
        if steps > MAX_STEPS || found.len() + open.len() > MAX_TRACES {
            return Err("too many ways through an inner loop".to_string());
        }
        for exit in &knowledge.exits {
            if let Some(effect) = possible(pool, oracle, &path, &exit.effect)? {
                let to = exit.to.clone();
                found.push(Exit { effect, to });
            }
        }
        for next in &knowledge.jumps {
            if let Some(effect) = possible(pool, oracle, &path, next)? {
                open.push((effect, steps + 1));
            }
        }
    }
    Ok(found)
}

/// A path and an effect behind it, unless that is never taken.
fn possible(
    pool: &mut Pool,
    oracle: &mut Oracle,
    path: &Effect,
    next: &Effect,
) -> Result<Option<Effect>, Obstacle> {
    let both = path.then(pool, next)?;
    Ok(both.filter(|both| !oracle.excludes(pool, &both.conditions())))
}
