//! `sheaf generate`: random microc programs.

use crate::args::GenerateArgs;
use crate::error::{UserError, describe_io};
use sheaf_microc::generate::{Parameters, program, write_sets};
use sheaf_microc::print;

/// The text to print: a program, or what was written.
///
/// # Errors
/// When the parameters make no sense, or a file cannot be written.
pub fn generate(args: &GenerateArgs) -> Result<String, UserError> {
    if let Some(folder) = &args.sets {
        let written = write_sets(folder, args.seed);
        let written =
            written.map_err(|error| UserError::new(folder.display(), describe_io(&error)))?;
        return Ok(format!("{written} programs in {}\n", folder.display()));
    }
    let parameters = Parameters {
        for_loop_probability: args.for_loop_probability,
        while_loop_probability: args.while_loop_probability,
        max_depth: args.max_depth,
        max_top_statements: args.max_top_statements,
        max_block_statements: args.max_block_statements,
        error_guaranteed: args.error_guaranteed,
        divisions: args.divisions,
    };
    let checked = parameters.check();
    checked.map_err(|message| UserError::new("generate", message))?;
    Ok(print::program(&program(&parameters, args.seed)))
}
