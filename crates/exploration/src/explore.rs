//! Runs an explorer to the verdict.

use crate::driver::{Driver, Explorer, Round};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::workers::{self, Coordinator};

/// Explores until no state is left or a limit is reached.
///
/// # Errors
/// When the solver cannot be set up.
pub fn explore(mut driver: Driver, explorer: &mut dyn Explorer) -> Result<Outcome, String> {
    let first = driver.start();
    driver.tell(&Moment::Started(&first));
    driver.begin(explorer, first);
    let cancellation = driver.watch.cancellation();
    let mut may_divide = driver.may_divide();
    let is_divided = loop {
        if may_divide
            && driver.watch.has_worked(driver.options.workers_after)
            && driver.watch.over(&driver.stats).is_none()
            && workers::is_worth_dividing(&driver, explorer)
        {
            may_divide = false;
            if Coordinator::explore(&mut driver, explorer) {
                break true;
            }
        }
        let round = driver.round(explorer, &cancellation)?;
        driver.commit();
        match round {
            Round::More => {}
            Round::Empty => {
                driver.end_journal();
                break false;
            }
            Round::Stopped => break false,
        }
    };
    driver.audience.offer_prefixes(&driver.pool);
    let outcome = match is_divided {
        true => driver.shared_outcome(),
        false => {
            explorer.conclude(&mut driver);
            driver.replay_cut_off();
            driver.outcome(explorer)
        }
    };
    if driver.options.ends_process {
        std::mem::forget(driver);
    }
    Ok(outcome)
}
