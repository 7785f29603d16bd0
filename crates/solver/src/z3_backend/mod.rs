//! The backend for integers, and the validator's second backend: Z3, incremental.
//!
//! Z3 runs on the thread of a [`Worker`], which is sent each term once ([`message`]) and asserts
//! each constraint once ([`session`]). If it neither answers nor stops, it is abandoned and a new
//! one is started.

mod message;
mod session;
mod translate;
mod value;

use std::time::Duration;

use sheaf_term::{Model, Pool, Term};

use crate::backend::{Backend, Verdict, count_steps, count_time};
use crate::worker::{Bounds, Call, Worker};
use message::{Answer, Told};
use session::{Session, Working};

sheaf_tuning::constants! {
    /// The solver is restarted when it has more than this many constraints, and [`SURPLUS`] times
    /// as many as the query. Constraints that are not assumed still cost: Z3 keeps the divisions in
    /// them satisfied.
    SPARE: usize = 20, 1 => 320, "constraints";
    /// See [`SPARE`]. Measured on random queries with divisions: without a bound a third of 600
    /// queries timed out at half a second, with it the slowest took 20 ms.
    SURPLUS: usize = 4, 1 => 64, "times as many";
}

/// An easy check takes about as long as creating this many terms.
const STEPS_PER_CHECK: u64 = 4096;

/// The backend.
pub struct Z3 {
    bounds: Bounds,
    worker: Worker<Session>,
    told: Told,
    restarts: u64,
}

impl Z3 {
    /// A backend with these bounds.
    pub fn new(bounds: Bounds) -> Z3 {
        Z3 {
            bounds,
            worker: Worker::new(Session::new),
            told: Told::default(),
            restarts: 0,
        }
    }

    fn restart(&mut self) {
        self.told = Told::default();
        self.restarts += 1;
    }

    fn solve(
        &mut self,
        pool: &Pool,
        constraints: &[Term],
        timeout: Duration,
    ) -> Result<Verdict, String> {
        if self.told.constraints() > SPARE.get() + SURPLUS.get() * constraints.len() {
            self.restart();
        }
        let question = self.told.question(pool, constraints);
        let working = Working::default();
        let stop = working.clone();
        // Z3's own time limit takes longer to set up than most queries take, and starts threads
        // that do not survive a fork.
        let Call { result, limit } = self.worker.call(
            &self.bounds,
            timeout,
            || stop.stop(),
            move |session| session.answer(&question, &working),
        );
        if limit.is_some() {
            // An interrupt that came after the search had ended would disturb the next one in this
            // context: that one may answer with values that are no model.
            self.worker = Worker::new(Session::new);
            self.told = Told::default();
            count_time(timeout);
        }
        count_steps(STEPS_PER_CHECK);
        let reason = match (result, limit) {
            // An interrupted search may answer with values that are no model.
            (Some(Ok(Answer::Sat(values))), None) => {
                let values = values.into_iter();
                let model: Model = values
                    .map(|(symbol, value)| (symbol, value.into()))
                    .collect();
                return Ok(Verdict::Sat(model));
            }
            (Some(Ok(Answer::Unsat(core))), _) => return Ok(Verdict::Unsat(core)),
            (Some(_), Some(limit)) => limit.to_string(),
            (Some(Ok(Answer::Unknown(reason)) | Err(reason)), None) => reason,
            (None, Some(limit)) => format!("{limit}, and it did not stop"),
            (None, None) => "the call ended without a result".to_string(),
        };
        // A constraint that was too hard would cost time even if it is no longer assumed.
        self.restart();
        Err(reason)
    }
}

impl Backend for Z3 {
    fn name(&self) -> &'static str {
        "Z3"
    }

    fn check(&mut self, pool: &Pool, constraints: &[Term], timeout: Duration) -> Verdict {
        self.solve(pool, constraints, timeout)
            .unwrap_or_else(|message| Verdict::Unknown(format!("Z3: {message}")))
    }

    fn restarts(&self) -> u64 {
        self.restarts
    }
}
