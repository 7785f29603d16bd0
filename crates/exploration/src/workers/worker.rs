//! A worker: explores what it is given, and reports home.

use super::message::{Order, Report};
use crate::coverage::Recorder;
use crate::driver::Round;
use crate::frontier::{Part, Paths, Tally};
use crate::outcome::{Finding, Stats, TestCase};
use crate::{Driver, Explorer, Observer, WantedTests};
use crate::{Shares, Standing};
use sheaf_solver::process::{self, Link};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// Statuses of a worker that has reported all, and of one that could not.
const DONE: i32 = 0;
const FAILED: i32 = 4;

/// The life of a worker, in a process that was just forked, with a part of the states, and perhaps
/// with what else there is to do. `memory_bytes` is its share.
pub fn live(
    driver: &mut Driver,
    explorer: &mut dyn Explorer,
    link: Link,
    (part, tries_others): (Option<Part>, bool),
    memory_bytes: u64,
) -> ! {
    let link = Rc::new(link);
    let work = || {
        let home = Home {
            link: link.clone(),
            told: Recorder::new(driver.program.module()),
            wanted: driver.audience.observer.wanted_tests(),
        };
        let keeps_past = part.is_some_and(|part| part.number == 0);
        driver.become_worker(Box::new(home), memory_bytes, keeps_past);
        let orders = listen(&link, driver.options.interrupt.clone())?;
        let mut worker = Worker {
            driver,
            explorer,
            link: link.clone(),
            orders,
            number: 0,
            told: Told::default(),
        };
        let (shares, driver) = worker.shares();
        shares.keep_part(driver, part, tries_others);
        worker.work()
    };
    // A panic must not unwind into the frames of the parent.
    let status = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => DONE,
        Ok(Err(_)) | Err(_) => FAILED,
    };
    process::exit(status)
}

/// Receives orders on a thread of its own, so that a stop interrupts whatever is done. Without a
/// parent the process ends.
fn listen(link: &Link, interrupt: Arc<AtomicBool>) -> Result<Receiver<Order>, String> {
    let orders = link.messages().map_err(|error| error.to_string())?;
    let (sender, receiver) = mpsc::channel();
    let listen = move || {
        for order in orders {
            if matches!(order, Order::Stop) {
                interrupt.store(true, Ordering::Relaxed);
            }
            // The receiver lives as long as the process.
            let _ = sender.send(order);
        }
        process::exit(FAILED)
    };
    let thread = thread::Builder::new().spawn(listen);
    thread.map_err(|error| error.to_string())?;
    Ok(receiver)
}

/// What the coordinator was told and does not have to be told again.
#[derive(Default)]
struct Told {
    /// That nothing is left of the shared exploration.
    idle: bool,
    hungry: bool,
    /// That other techniques are tried.
    tries: bool,
    decided: bool,
}

struct Worker<'w, 'a> {
    driver: &'w mut Driver<'a>,
    explorer: &'w mut dyn Explorer,
    link: Rc<Link>,
    orders: Receiver<Order>,
    /// The number of the last order to explore paths.
    number: u64,
    told: Told,
}

impl<'a> Worker<'_, 'a> {
    fn shares(&mut self) -> (&mut dyn Shares, &mut Driver<'a>) {
        let shares = self.explorer.shares();
        (
            shares.expect("only divisible explorations are divided"),
            self.driver,
        )
    }

    fn work(&mut self) -> Result<(), String> {
        let cancellation = self.driver.watch.cancellation();
        let mut is_out_of_work = false;
        loop {
            self.obey(is_out_of_work)?;
            let round = self.driver.round(self.explorer, &cancellation)?;
            self.report_checkpoint();
            match round {
                Round::More => is_out_of_work = false,
                Round::Empty => is_out_of_work = true,
                Round::Stopped => {
                    let tally = self.driver.last_tally(self.explorer);
                    self.report(&Report::Final(signed(tally)));
                    return Ok(());
                }
            }
            self.report_standing();
        }
    }

    /// Follows the orders that have arrived. If there is nothing else to do, waits for work, or for
    /// the end.
    fn obey(&mut self, mut is_out_of_work: bool) -> Result<(), String> {
        while !self.driver.options.interrupt.load(Ordering::Relaxed) {
            let order = match is_out_of_work {
                true => self.orders.recv().ok(),
                false => self.orders.try_recv().ok(),
            };
            match order {
                Some(Order::Explore { number, paths }) => {
                    self.number = number;
                    self.told.idle = false;
                    self.told.hungry = false;
                    let (shares, driver) = self.shares();
                    shares.take_over(driver, paths.trails()?);
                    is_out_of_work = false;
                }
                Some(Order::Give(most)) => {
                    let (shares, driver) = self.shares();
                    let paths = shares.give_away(driver, most);
                    self.report(&Report::Given(Paths::of(&paths)?));
                    self.save();
                }
                Some(Order::Known(kind, loc)) => self.driver.know_failure(kind, loc),
                Some(Order::Covered(marks)) => self.driver.know_covered(&marks),
                Some(Order::Learned(lessons)) => {
                    let (shares, driver) = self.shares();
                    shares.learn(driver, &lessons);
                }
                Some(Order::LastTry(left_out)) => {
                    self.shares().0.try_last(&left_out);
                    self.told.tries = true;
                    is_out_of_work = false;
                }
                Some(Order::Stop) | None => break,
            }
        }
        Ok(())
    }

    /// Writes a checkpoint.
    fn save(&mut self) {
        self.driver.save(self.explorer);
        self.report_checkpoint();
    }

    /// Reports the last checkpoint, if it is new.
    fn report_checkpoint(&mut self) {
        let number = self.number;
        match self.driver.sessions.saved() {
            Ok(None) => {}
            Ok(Some(saved)) => self.report(&Report::Saved { number, saved }),
            Err(error) => self.report(&Report::Unsaved(error.to_string())),
        }
    }

    /// Reports what has changed.
    fn report_standing(&mut self) {
        let (shares, driver) = self.shares();
        let (lessons, standing) = (shares.lessons(driver), shares.standing(driver));
        if let Some(lessons) = lessons {
            self.report(&Report::Learned(lessons));
        }
        let Standing {
            is_dry,
            wants,
            tries,
            has_decided,
        } = standing;
        if has_decided && !self.told.decided {
            self.told.decided = true;
            let tally = self.driver.tally();
            self.report(&Report::Decided(signed(tally)));
        }
        if is_dry && !self.told.idle {
            self.told.idle = true;
            self.told.tries = tries;
            self.save();
            if let Some(tally) = self.driver.shared_tally(self.explorer) {
                let report = Report::Idle {
                    number: self.number,
                    tries,
                    tally: signed(tally),
                };
                self.report(&report);
            }
        }
        if !tries && self.told.tries {
            self.told.tries = false;
            self.report(&Report::GaveUp);
        }
        if wants && !self.told.hungry {
            self.told.hungry = true;
            self.report(&Report::Hungry);
        }
    }

    /// A parent that is gone cannot be told: the thread that listens to it ends the process.
    fn report(&self, report: &Report) {
        self.link.send(report);
    }
}

/// The same, with the processor time of this process.
fn signed(tally: Tally) -> Box<Tally> {
    Box::new(Tally {
        seconds: process::processor_seconds(),
        ..tally
    })
}

/// Reports the events of an exploration to the coordinator.
struct Home {
    link: Rc<Link>,
    /// What it was told to be executed.
    told: Recorder,
    wanted: WantedTests,
}

impl Observer for Home {
    fn finding(&mut self, finding: &Finding) {
        self.link.send(&Report::Finding(Box::new(finding.clone())));
    }

    fn wanted_tests(&self) -> WantedTests {
        self.wanted
    }

    fn test(&mut self, test: &TestCase) {
        self.link.send(&Report::Test(Box::new(test.clone())));
    }

    fn progress(&mut self, stats: &Stats, _findings: usize, executed: &Recorder) {
        self.link.send(&Report::Progress {
            stats: Box::new(stats.clone()),
            marks: self.told.learn(executed),
        });
    }
}
