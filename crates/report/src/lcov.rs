//! Coverage as lcov's tracefile, which `genhtml` and most editors read.
//!
//! Sheaf records whether something was executed, not how often, so counts are 0 and 1.

use crate::coverage::{FileCoverage, by_file};
use sheaf_engine::outcome::Coverage;
use sheaf_ir::Module;
use std::fmt::{self, Write};

/// The tracefile's text.
pub fn tracefile(module: &Module, coverage: &Coverage) -> String {
    let mut text = String::new();
    for (file, covered) in by_file(module, coverage) {
        // Writing to a string cannot fail.
        let _ = write_file(&mut text, &module.files[file], &covered);
    }
    text
}

fn write_file(text: &mut String, name: &str, file: &FileCoverage) -> fmt::Result {
    writeln!(text, "TN:\nSF:{name}")?;
    for function in &file.functions {
        writeln!(text, "FN:{},{}", function.line, function.name)?;
    }
    for function in &file.functions {
        writeln!(text, "FNDA:{},{}", u8::from(function.called), function.name)?;
    }
    let called = file
        .functions
        .iter()
        .filter(|function| function.called)
        .count();
    writeln!(text, "FNF:{}\nFNH:{called}", file.functions.len())?;
    let (mut branches, mut taken) = (0, 0);
    for branch in &file.branches {
        for (number, was_taken) in branch.taken.iter().enumerate() {
            branches += 1;
            taken += usize::from(*was_taken);
            let count = match branch.reached {
                true => u8::from(*was_taken).to_string(),
                false => "-".to_string(),
            };
            writeln!(
                text,
                "BRDA:{},{},{number},{count}",
                branch.line, branch.number
            )?;
        }
    }
    writeln!(text, "BRF:{branches}\nBRH:{taken}")?;
    for (line, executed) in &file.lines {
        writeln!(text, "DA:{line},{}", u8::from(*executed))?;
    }
    let covered = file.lines.values().filter(|executed| **executed).count();
    writeln!(text, "LF:{}\nLH:{covered}\nend_of_record", file.lines.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::{branching_module, first_target};

    #[test]
    fn a_branching_program() {
        let text = tracefile(&branching_module(), &first_target());
        let expected = "TN:\nSF:a.c\nFN:1,main\nFNDA:1,main\nFNF:1\nFNH:1\nBRDA:2,0,0,1\nBRDA:2,0,1,0\nBRF:2\nBRH:1\n\
                        DA:2,1\nDA:3,1\nDA:4,0\nLF:3\nLH:2\nend_of_record\n";
        assert_eq!(text, expected);
    }
}
