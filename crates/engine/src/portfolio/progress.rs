//! Where the end of a plain exploration is, by the part of the tree of executions that it has
//! explored so far.

sheaf_tuning::constants! {
    /// The work from which on progress is noted.
    FIRST: u64 = 1 << 16, 1 => 1 << 20, "steps";
}

/// How far the exploration was at some time.
#[derive(Clone, Copy, Default)]
struct Milestone {
    work: u64,
    /// The part of the tree of executions.
    explored: f64,
}

/// How far an exploration was when its work had doubled, the last two times.
#[derive(Default)]
pub struct Progress {
    milestones: [Milestone; 2],
}

impl Progress {
    /// The exploration has taken so much work, and explored this part of the tree.
    pub fn note(&mut self, work: u64, explored: f64) {
        let [_, last] = self.milestones;
        if work >= 2 * last.work.max(FIRST.get()) {
            self.milestones = [last, Milestone { work, explored }];
        }
    }

    /// The work that it will have taken at its end, if it goes on as since it has done half of its
    /// work. Where paths that end early are the shortest, that is slower than its mean. `None` if
    /// nothing is explored yet.
    pub fn total_work(&self, work: u64, explored: f64) -> Option<f64> {
        let [before, _] = self.milestones;
        let rate = (explored - before.explored) / (work - before.work.min(work)) as f64;
        (explored > 0.0).then(|| work as f64 + (1.0 - explored) / rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_that_of_the_last_half() {
        let mut progress = Progress::default();
        assert_eq!(progress.total_work(1000, 0.0), None);
        assert_eq!(progress.total_work(1000, 0.5), Some(2000.0));
        let work = 2 * FIRST.get();
        progress.note(work, 0.5);
        progress.note(work + 1, 0.9);
        progress.note(2 * work, 0.6);
        // Since the first milestone, a quarter was explored for as much work as before it.
        assert_eq!(progress.total_work(3 * work, 0.75), Some(5.0 * work as f64));
    }
}
