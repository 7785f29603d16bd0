//! How much some part of an exploration has found of late, for its work.

/// Recent turns, or other parts of an exploration that are compared with each other.
#[derive(Default)]
pub struct Rate {
    /// Their work, in steps of [`crate::Driver::whole_work`].
    pub work: u64,
    /// How many places they covered first.
    pub found: u64,
}

sheaf_tuning::constants! {
    /// Work after which what was found before counts half: about 1.6 s.
    RECENT: u64 = 1 << 24, 1 => 1 << 26, "steps";
}

impl Rate {
    /// Adds work and what it has found.
    pub fn add(&mut self, work: u64, found: u64) {
        self.work += work;
        self.found += found;
    }

    /// Whether more is found than by others with the same work.
    pub fn finds_more(&self, others: &Rate) -> bool {
        let rate = |it: &Rate, work| u128::from(it.found) * u128::from(work);
        rate(self, others.work) > rate(others, self.work)
    }

    /// Lets what is not recent count less, for rates that are compared with each other.
    pub fn age<const N: usize>(rates: [&mut Rate; N]) {
        if rates.iter().map(|it| it.work).sum::<u64>() > RECENT.get() {
            for it in rates {
                it.work /= 2;
                it.found /= 2;
            }
        }
    }
}
