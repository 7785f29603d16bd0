//! All techniques, divided among processes: the last one gives the techniques turns, the others
//! explore plainly, and share the states of plain exploration. In the last one, plain exploration
//! gets what is left of its share of all processes.

use super::auto::Auto;
use crate::Driver;
use crate::frontier::Part;
use crate::journal::Segment;
use crate::outcome::{ReasonKind, Reasons};
use crate::state::{Decision, State, Trail};
use crate::techniques::{PLAIN, TECHNIQUES};
use crate::{Shares, Standing};
use std::io;

/// What is known in a process of several.
pub(super) struct Division {
    /// The number of processes.
    pub processes: u64,
    /// Whether no state of plain exploration waits here.
    pub is_dry: bool,
    /// Whether plain exploration would have the next turn here, if it had a state.
    pub wants: bool,
}

impl Division {
    /// The part of the work that plain exploration should get in the process of the other
    /// techniques, whose parts there are `processes` times `others`, so that it gets `plain` of all
    /// work: what the other processes do counts. At least a little, so that no path waits for ever.
    pub fn plain_share(&self, plain: u64, others: u64) -> u64 {
        plain.saturating_sub((self.processes - 1) * others).max(1)
    }
}

impl Auto<'_> {
    fn plain(&mut self, driver: &mut Driver) -> Option<&mut dyn Shares> {
        let number = PLAIN;
        self.explorations.switch(driver, number);
        self.explorations.get(number)?.shares()
    }
}

impl Shares for Auto<'_> {
    fn has_others(&self) -> bool {
        true
    }

    fn keep_part(&mut self, driver: &mut Driver, part: Option<Part>, tries_others: bool) {
        self.division = Some(Division {
            processes: driver.options.workers as u64,
            is_dry: tries_others,
            wants: false,
        });
        // Plain exploration may have ended before; now it may get states of other processes.
        self.ended[PLAIN] = false;
        if tries_others {
            self.explorations.forget_effort(PLAIN);
        } else {
            self.limit = None;
            self.go_on_with(driver, PLAIN);
            for technique in 0..TECHNIQUES.len() {
                if technique != PLAIN || part.is_none_or(|part| part.number > 0) {
                    self.explorations.forget_effort(technique);
                }
            }
        }
        if let Some(plain) = self.plain(driver) {
            plain.keep_part(driver, part, false);
        }
        self.slice = (PLAIN, 0);
    }

    fn standing(&self, _driver: &Driver) -> Standing {
        let division = self.division.as_ref();
        let mut others = (0..TECHNIQUES.len()).filter(|it| *it != PLAIN);
        let tries = others.any(|it| self.is_possible(it));
        let is_dry = division.is_some_and(|it| it.is_dry);
        Standing {
            is_dry,
            wants: is_dry && (!tries || division.is_some_and(|it| it.wants)),
            tries,
            has_decided: self.decided.is_some(),
        }
    }

    fn give_away(&mut self, driver: &mut Driver, most: usize) -> Vec<Trail<Decision>> {
        let plain = self.plain(driver);
        plain.map_or(Vec::new(), |plain| plain.give_away(driver, most))
    }

    fn take_over(&mut self, driver: &mut Driver, paths: Vec<Trail<Decision>>) {
        if let Some(plain) = self.plain(driver) {
            plain.take_over(driver, paths);
        }
        if let Some(division) = &mut self.division {
            (division.is_dry, division.wants) = (false, false);
        }
    }

    fn against_safety(&mut self, driver: &mut Driver) -> (Reasons, u64) {
        self.explorations.switch(driver, PLAIN);
        let (mut reasons, set_aside) = driver.account.against_safety();
        reasons.extend(self.explorations.outlasting().map(|it| (it, 0)));
        (reasons, set_aside)
    }

    fn is_there(&self) -> bool {
        self.explorations.has(PLAIN)
    }

    fn record(&mut self, segment: &mut Segment) -> io::Result<usize> {
        let plain = self.explorations.get(PLAIN);
        let shares = plain.and_then(|plain| plain.shares());
        shares.map_or(Ok(0), |shares| shares.record(segment))
    }

    fn resume(&mut self, _driver: &mut Driver, first: State) {
        self.begin_at(first);
    }

    fn try_last(&mut self, left_out: &[ReasonKind]) {
        self.need_index(left_out.iter().copied());
        if !left_out.iter().all(|kind| kind.may_depend_on_technique()) {
            self.end_all_but_index();
        }
        self.limit = Some(self.last_limit());
    }
}
