//! The eighteen program sets of table 6.16.

use super::{Parameters, program};
use crate::ast::Program;
use crate::print;
use std::io;
use std::path::Path;

/// The number of programs in a set.
pub const PROGRAMS_PER_SET: usize = 50;

/// A set of random programs.
#[derive(Clone, PartialEq, Debug)]
pub struct Set {
    /// Its name in the thesis, as in `15-10-3-f-t`: probabilities in per cent, depth, guaranteed
    /// errors, divisions.
    pub name: String,
    /// The shape of its programs.
    pub parameters: Parameters,
}

/// The sets in the order of the table. The table does not give the numbers of statements; these are
/// those of the smaller programs of section 6.3.2.
pub fn sets() -> Vec<Set> {
    let mut sets = Vec::new();
    for (error_guaranteed, divisions) in [(false, false), (true, true), (false, true)] {
        for (for_percent, while_percent) in [(15, 10), (50, 10), (15, 50)] {
            for max_depth in [3, 5] {
                let letter = |flag| if flag { 't' } else { 'f' };
                let flags = format!("{}-{}", letter(error_guaranteed), letter(divisions));
                sets.push(Set {
                    name: format!("{for_percent}-{while_percent}-{max_depth}-{flags}"),
                    parameters: Parameters {
                        for_loop_probability: f64::from(for_percent) / 100.0,
                        while_loop_probability: f64::from(while_percent) / 100.0,
                        max_depth,
                        max_top_statements: 10,
                        max_block_statements: 5,
                        error_guaranteed,
                        divisions,
                    },
                });
            }
        }
    }
    sets
}

/// The program with this index (from 0) in the set at this index of [`sets`].
pub fn set_program(set: &Set, position: usize, number: usize, seed: u64) -> Program {
    // An odd factor keeps the seeds of all programs distinct, whatever the base seed.
    let own = (position * PROGRAMS_PER_SET + number) as u64;
    program(
        &set.parameters,
        seed.wrapping_add(own.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
    )
}

/// Writes the programs of all sets as `FOLDER/SET/NN.uc`; returns their number.
///
/// # Errors
/// If a folder or a file cannot be written.
pub fn write_sets(folder: &Path, seed: u64) -> io::Result<usize> {
    let mut written = 0;
    for (position, set) in sets().iter().enumerate() {
        let folder = folder.join(&set.name);
        std::fs::create_dir_all(&folder)?;
        for number in 0..PROGRAMS_PER_SET {
            let program = set_program(set, position, number, seed);
            let head = format!(
                "// Program {number} of the set {}, seed {seed}.\n",
                set.name
            );
            let text = head + &print::program(&program);
            std::fs::write(folder.join(format!("{number:02}.uc")), text)?;
            written += 1;
        }
    }
    Ok(written)
}
