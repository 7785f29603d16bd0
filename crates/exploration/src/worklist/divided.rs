//! A worklist that is divided among processes.
//!
//! Each process merges its own states, and has labels of its own. For a technique that follows
//! paths, a state that goes to another process is lost: a label above it excludes the branch that
//! leads there. A state that a technique holds until a hypothesis about a state above it is decided
//! becomes a waiting state before the first division, because both may get into two processes.
//! What moves later is a path that no other one has merged with.

use super::Worklist;
use crate::frontier::Part;
use crate::journal::Segment;
use crate::outcome::Reasons;
use crate::state::{Decision, Trail};
use crate::{Driver, Explorer, StateId};
use crate::{Shares, Standing};
use std::io;

impl Worklist<'_> {
    /// Gives the paths of all waiting states away, parked ones included.
    pub fn leave(&mut self, driver: &mut Driver) -> Vec<Trail<Decision>> {
        let mut left = driver.account.parked.leave();
        for id in self.states.sorted_ids() {
            if let Some(path) = self.states.path(id) {
                left.push(path.clone());
                self.send_off(driver, id);
            }
        }
        left
    }

    /// Removes a state that another process explores.
    fn send_off(&mut self, driver: &mut Driver, id: StateId) {
        self.scheduler.end(id);
        self.techniques
            .iter_mut()
            .for_each(|it| it.lose(driver, id));
        self.states.remove(id);
        driver.send_off(id);
    }
}

impl Shares for Worklist<'_> {
    fn is_recordable(&self) -> bool {
        self.scheduler.merging.is_none() && !self.techniques.iter().any(|it| it.follows_paths())
    }

    fn prepare(&mut self, driver: &mut Driver) {
        self.let_go(driver);
    }

    fn keep_part(&mut self, driver: &mut Driver, part: Option<Part>, _tries_others: bool) {
        driver.keep_part(part);
        for (position, id) in self.states.sorted_ids().into_iter().enumerate() {
            if part.is_none_or(|part| !part.has(position)) {
                self.send_off(driver, id);
            }
        }
    }

    fn standing(&self, driver: &Driver) -> Standing {
        driver.standing(self.waiting_count())
    }

    fn give_away(&mut self, driver: &mut Driver, most: usize) -> Vec<Trail<Decision>> {
        let paths = self.states.paths();
        let waiting = paths.map(|(id, trail)| (trail.len(), id)).collect();
        let path = |id| self.states.path(id).cloned();
        let (given, states) = driver.paths_to_give(most, waiting, path);
        for id in states {
            self.send_off(driver, id);
        }
        given
    }

    fn take_over(&mut self, driver: &mut Driver, paths: Vec<Trail<Decision>>) {
        driver.park_paths(paths);
    }

    fn record(&mut self, segment: &mut Segment) -> io::Result<usize> {
        let changed = match segment.is_new() {
            true => self.states.begin_changes(),
            false => self.states.take_changes(),
        };
        for id in changed {
            let path = self.states.path(id);
            if path.is_none() && self.states.has(id) {
                return Err(io::Error::other("a state without decisions"));
            }
            segment.set(id, path)?;
        }
        Ok(self.states.len())
    }

    fn against_safety(&mut self, driver: &mut Driver) -> (Reasons, u64) {
        driver.account.against_safety()
    }
}
