//! The paths through the body of a loop, with inner loops replaced by their effects.
//!
//! Inner loops are analysed first. Each path through all iterations of an inner loop is one effect,
//! if the number of iterations is a term over the initial values, and paths of the outer loop
//! contain that effect. Other behaviour of an inner loop is not a path of the outer loop, and is
//! left to ordinary execution.

use super::effect::{Effect, Obstacle};
use super::oracle::Oracle;
use super::{Knowledge, Loops};
use crate::segment::{Ends, PathSummary, Piece, Slot, Start};
use sheaf_ir::BlockId;
use sheaf_ir::analysis::{Loop, LoopId};
use sheaf_term::Pool;

sheaf_tuning::constants! {
    /// The maximum number of paths through a body.
    MAX_PATHS: usize = 24, 1 => 384, "paths";
    /// The maximum nesting of loops.
    MAX_DEPTH: usize = 4, 1 => 64, "loops";
    /// The maximum number of steps of a path through an inner loop: repeated iterations, single
    /// iterations, and the exit.
    MAX_STEPS: usize = 10, 1 => 160, "steps";
    /// The maximum number of paths through an inner loop.
    MAX_TRACES: usize = 16, 1 => 256, "paths";
}

/// The paths from the header of a loop.
#[derive(Default)]
pub struct Body {
    /// Paths that return to it.
    pub rounds: Vec<Effect>,
    /// Paths that leave the loop, with their targets.
    pub exits: Vec<Exit>,
    /// The reason why the effect of a path that may return is unknown.
    pub obstacle: Option<Obstacle>,
    /// The number of paths with unknown effect.
    pub unknown: usize,
    /// Whether a path returns with a scalar of another kind in a variable: in a dynamic language, an
    /// integer that has become a float. What was analysed says nothing of the next iteration, so
    /// such a path leaves the loop.
    pub changes_kinds: bool,
}

/// A path that leaves a loop.
pub struct Exit {
    /// Its effect, if known.
    pub effect: Effect,
    /// The target, ready for further segments.
    pub to: Option<(BlockId, Start)>,
}

/// An unfinished path.
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
        while let Some(before) = open.pop() {
            if body.rounds.len() + body.exits.len() + open.len() > MAX_PATHS.get() {
                body.give_up("too many paths".to_string());
                break;
            }
            let segment = match self.segments.run(pool, &before.from, &Piece::Loop(id)) {
                Ok(segment) => segment,
                Err(_) => {
                    body.give_up("an irreducible loop".to_string());
                    break;
                }
            };
            if self.is_brief {
                let unknown = segment
                    .paths
                    .iter()
                    .find_map(|path| may_return(pool, &shape, path).err());
                if let Some(obstacle) = unknown {
                    body.give_up(obstacle);
                    break;
                }
            }
            for path in &segment.paths {
                if self.is_brief && body.obstacle.is_some() {
                    return body;
                }
                if let Err(obstacle) = self.path(
                    pool,
                    oracle,
                    (&before, path),
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

    /// Extends an open path by a path of a segment.
    fn path(
        &mut self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        (before, path): (&Open, &PathSummary),
        (shape, depth): (&Loop, usize),
        body: &mut Body,
        open: &mut Vec<Open>,
    ) -> Result<(), Obstacle> {
        let point = match path.ends {
            Ends::At(point) => point,
            Ends::Stops(_) | Ends::Calls(_) => return Effect::of(pool, path).map(drop),
            // Ordinary execution of the iteration ends there, too.
            Ends::Returns(_) | Ends::Exits(_) | Ends::Fails | Ends::Dropped => return Ok(()),
        };
        let leaves = !shape.contains(point.block);
        let mut effect = match Effect::of(pool, path) {
            Ok(effect) => effect,
            Err(_) if leaves && before.effect.is_none() => return Ok(()),
            Err(obstacle) => return Err(obstacle),
        };
        effect.leave_out(pool, |slot| match slot {
            Slot::Register { local, .. } => self.segments.is_idle(point.func, local),
            Slot::Memory(_) => false,
        });
        let effect = match &before.effect {
            None => Some(effect),
            Some(before) => before.then(pool, &effect)?,
        };
        let Some(effect) = effect else {
            return Ok(());
        };
        if leaves {
            let next = self.segments.start_after(pool, &before.from, path);
            let to = next.map(|next| (point.block, next));
            body.exits.push(Exit { effect, to });
        } else if point.block == shape.header {
            body.add_round(pool, effect);
        } else {
            let inner = self.segments.start_after(pool, &before.from, path);
            let inner = inner.ok_or("a pointer that changes")?;
            self.inner(pool, oracle, (effect, inner), (shape, depth), body, open)?;
        }
        Ok(())
    }

    /// Extends a path that has reached the header of an inner loop by the paths through it.
    fn inner(
        &mut self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        (effect, start): (Effect, Start),
        (shape, depth): (&Loop, usize),
        body: &mut Body,
        open: &mut Vec<Open>,
    ) -> Result<(), Obstacle> {
        if depth >= MAX_DEPTH.get() {
            return Err("loops that are nested too deeply".to_string());
        }
        let point = start.point();
        let inner = self.segments.loops(point.func).with_header(point.block);
        let inner = inner.ok_or("an irreducible loop")?;
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
                body.add_round(pool, effect);
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

/// Checks that a path does not return to the header, or has a known effect.
fn may_return(pool: &mut Pool, shape: &Loop, path: &PathSummary) -> Result<(), Obstacle> {
    match path.ends {
        Ends::At(point) if shape.contains(point.block) => Effect::of(pool, path).map(drop),
        Ends::Stops(_) | Ends::Calls(_) => Effect::of(pool, path).map(drop),
        _ => Ok(()),
    }
}

impl Body {
    /// Adds a path that returns to the header.
    fn add_round(&mut self, pool: &mut Pool, effect: Effect) {
        match effect.keeps_kinds(pool) {
            true => self.rounds.push(effect),
            false => self.changes_kinds = true,
        }
    }

    fn give_up(&mut self, obstacle: Obstacle) {
        self.unknown += 1;
        self.obstacle.get_or_insert(obstacle);
    }
}

/// The paths through all iterations of a loop after a path that leads to its header.
fn traces(
    pool: &mut Pool,
    oracle: &mut Oracle,
    knowledge: &Knowledge,
    before: &Effect,
) -> Result<Vec<Exit>, Obstacle> {
    let mut found = Vec::new();
    let mut open = vec![(before.clone(), 0)];
    while let Some((before, steps)) = open.pop() {
        if steps > MAX_STEPS.get() || found.len() + open.len() > MAX_TRACES.get() {
            return Err("too many paths through an inner loop".to_string());
        }
        for exit in &knowledge.exits {
            if let Some(effect) = possible(pool, oracle, &before, &exit.effect)? {
                let to = exit.to.clone();
                found.push(Exit { effect, to });
            }
        }
        for next in &knowledge.jumps {
            if let Some(effect) = possible(pool, oracle, &before, next)? {
                open.push((effect, steps + 1));
            }
        }
    }
    Ok(found)
}

/// A path followed by an effect, unless that is infeasible.
fn possible(
    pool: &mut Pool,
    oracle: &mut Oracle,
    before: &Effect,
    next: &Effect,
) -> Result<Option<Effect>, Obstacle> {
    let both = before.then(pool, next)?;
    Ok(both.filter(|both| !oracle.excludes(pool, &both.conditions())))
}
