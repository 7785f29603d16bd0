//! Which configurations a run of the tests covers, by the environment variable
//! [`VARIABLE`]:
//!
//! - `all`, or nothing: every configuration of the program's language;
//! - `turn`: a few that every run has, and some others that change twice a day, so that each
//!   program meets each configuration within a week; `turn=N` repeats the choice of the turn N.
//!   Certificates are made for a third of the programs;
//! - `quick`: two, and not for programs that take long;
//! - names of configurations, separated by commas.

use crate::configurations::{ALL, Configuration, for_program};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The environment variable.
pub const VARIABLE: &str = "SHEAF_CONFIGURATIONS";

/// The configurations of each run by turns: those that most users meet, and one of each kind of
/// merging.
const ALWAYS: [&str; 4] = ["plain", "default", "dynamic-dfs", "multise"];

/// The number of further configurations for a program in a turn.
const FURTHER: usize = 4;

/// Certificates are made for one in so many programs in a turn.
const CERTIFIED: u64 = 3;

/// The length of a turn in seconds.
const TURN: u64 = 12 * 60 * 60;

/// The configurations of a quick run.
const QUICK: [&str; 2] = ["default", "subsume-dynamic"];

/// The programs that a quick run leaves out: those that take more than about three seconds in
/// `make test`.
const SLOW: &str = include_str!("../../../tests/slow.txt");

/// A choice of configurations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// All of them.
    All,
    /// Those of a turn.
    Turn(u64),
    /// Those of a quick run.
    Quick,
    /// Those with these names.
    Named(Vec<Configuration>),
}

/// A configuration of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// Options and explorer.
    pub configuration: Configuration,
    /// Whether what techniques conclude is checked by a second method.
    pub validate: bool,
    /// Whether limits may be reached that the program is not about: then it may be incomplete.
    pub is_limited: bool,
}

impl Choice {
    /// The choice of the environment.
    ///
    /// # Errors
    /// When the variable holds something else.
    pub fn of_environment() -> Result<Self, String> {
        let value = std::env::var(VARIABLE).unwrap_or_default();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |time| time.as_secs());
        Choice::parse(&value, now).map_err(|message| format!("{VARIABLE}: {message}"))
    }

    /// The choice that a value stands for, at a time in seconds.
    fn parse(value: &str, now: u64) -> Result<Self, String> {
        match value.split_once('=').unwrap_or((value, "")) {
            ("" | "all", "") => Ok(Choice::All),
            ("quick", "") => Ok(Choice::Quick),
            ("turn", "") => Ok(Choice::Turn(now / TURN)),
            ("turn", number) => {
                let number = number.parse();
                number.map(Choice::Turn).map_err(|error| error.to_string())
            }
            _ => {
                let named = value.split(',').map(|name| {
                    let found = ALL.iter().find(|it| it.name == name);
                    found.copied().ok_or(format!("no configuration `{name}`"))
                });
                named.collect::<Result<_, _>>().map(Choice::Named)
            }
        }
    }

    /// The value of the variable that repeats this choice.
    pub fn value(&self) -> String {
        match self {
            Choice::All => "all".to_string(),
            Choice::Turn(turn) => format!("turn={turn}"),
            Choice::Quick => "quick".to_string(),
            Choice::Named(all) => {
                let names: Vec<&str> = all.iter().map(|it| it.name).collect();
                names.join(",")
            }
        }
    }

    /// Whether a program of the folder is left out, by its path there.
    pub fn leaves_out(&self, name: &str) -> bool {
        *self == Choice::Quick && SLOW.lines().any(|slow| slow == name)
    }

    /// Whether certificates are made for a program of the folder, by its path there.
    pub fn certifies(&self, name: &str) -> bool {
        *self != Choice::Quick && self.takes_one_in(CERTIFIED, name)
    }

    /// Whether a program of the folder is among the one in so many that a turn takes. Others take
    /// all.
    pub fn takes_one_in(&self, parts: u64, name: &str) -> bool {
        match self {
            Choice::Turn(turn) => (hash(name) + turn).is_multiple_of(parts),
            Choice::All | Choice::Named(_) | Choice::Quick => true,
        }
    }

    /// The configurations for a program of the folder, by its path there.
    pub fn of(&self, name: &str) -> Vec<Chosen> {
        let all = for_program(Path::new(name));
        let named = |names: &[&str]| -> Vec<Configuration> {
            let all = all.iter().copied();
            all.filter(|it| names.contains(&it.name)).collect()
        };
        let validate = *self != Choice::Quick;
        let chosen = |configuration| Chosen {
            configuration,
            validate,
            is_limited: false,
        };
        match self {
            Choice::All => all.iter().copied().map(chosen).collect(),
            Choice::Quick => named(&QUICK).into_iter().map(chosen).collect(),
            Choice::Named(named) => named.iter().copied().map(chosen).collect(),
            Choice::Turn(turn) => {
                let others = all.iter().copied();
                let others: Vec<_> = others.filter(|it| !ALWAYS.contains(&it.name)).collect();
                let further = further(name, *turn, &others);
                let always = named(&ALWAYS).into_iter();
                let all = always.chain(further.iter().copied());
                let first = further.first().map(|it| it.name);
                all.map(|configuration| Chosen {
                    configuration,
                    validate: configuration.name == "default" || Some(configuration.name) == first,
                    is_limited: false,
                })
                .collect()
            }
        }
    }
}

/// The configurations of a turn among others. Successive turns go through all of them, and programs
/// start at different ones.
fn further(name: &str, turn: u64, others: &[Configuration]) -> Vec<Configuration> {
    let number = others.len().max(1);
    let start = (hash(name) + turn % number as u64 * FURTHER as u64) % number as u64;
    let others = others.iter().cycle().skip(start as usize);
    others.take(FURTHER.min(number)).copied().collect()
}

/// A number below 2^32 that is the same on every machine (FNV-1a).
fn hash(text: &str) -> u64 {
    let add = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    u64::from(text.bytes().fold(0x811C_9DC5, add))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case;
    use std::collections::BTreeSet;

    #[test]
    fn the_turns_of_a_week_cover_all_configurations() {
        let week = 7 * 24 * 60 * 60 / TURN;
        for name in ["c/a.c", "js/a.js", "ir/b.ir"] {
            for first in [0, 41_567] {
                let turns = (first..first + week).map(Choice::Turn);
                let seen: BTreeSet<_> = turns
                    .flat_map(|turn| turn.of(name))
                    .map(|it| it.configuration.name)
                    .collect();
                assert_eq!(seen.len(), for_program(Path::new(name)).len(), "{name}");
            }
        }
    }

    #[test]
    fn successive_turns_certify_each_program_once() {
        for name in ["c/a.c", "c/b.c", "microc/a.uc"] {
            let turns = (7..7 + CERTIFIED).map(Choice::Turn);
            assert_eq!(
                turns.filter(|turn| turn.certifies(name)).count(),
                1,
                "{name}"
            );
        }
    }

    #[test]
    fn each_turn_validates_two_configurations() {
        for turn in 0..100 {
            let chosen = Choice::Turn(turn).of("c/a.c");
            assert_eq!(chosen.len(), ALWAYS.len() + FURTHER);
            assert_eq!(chosen.iter().filter(|it| it.validate).count(), 2);
        }
    }

    #[test]
    fn a_value_repeats_its_choice() {
        for value in ["", "all", "turn", "turn=7", "quick", "plain,cdse"] {
            let choice = Choice::parse(value, 1_796_000_000).unwrap();
            assert_eq!(Choice::parse(&choice.value(), 0), Ok(choice), "{value}");
        }
        for value in ["turn=x", "quick=1", "none", "plain,", "all,plain"] {
            assert!(Choice::parse(value, 0).is_err(), "{value}");
        }
    }

    #[test]
    fn slow_programs_exist() {
        let missing: Vec<&str> = SLOW
            .lines()
            .filter(|name| !case::folder().join(name).is_file())
            .collect();
        assert_eq!(missing, [""; 0]);
    }
}
