//! Options that say nothing about programs of a language: they are refused rather than ignored.

use crate::args::{CheckArgs, Explain};
use crate::error::UserError;
use crate::load::Request;
use sheaf_engine::{Options, Program, Technique, index};
use sheaf_ir::FailureKind;

/// Checks that a program has what the techniques that are selected know of.
///
/// # Errors
/// The first technique that can do nothing for programs of this kind.
pub fn check_techniques(
    options: &Options,
    request: &Request,
    program: &Program,
) -> Result<(), UserError> {
    if options.plan.has_turns() {
        return Ok(());
    }
    for technique in Technique::of(&options.plan) {
        if technique.of_library && request.is_microc() {
            let message = "only functions of the C library have tables";
            return Err(UserError::new(technique.option, message));
        }
        if let Some(why) = technique
            .not_dynamic
            .filter(|_| program.module().is_dynamic())
        {
            let message = format!("{why}; here, kinds of values are known at run time only");
            return Err(UserError::new(technique.option, message));
        }
    }
    let Some(indexing) = &options.plan.single().indexing else {
        return Ok(());
    };
    let counts_alignment = options.failures.contains(&FailureKind::Alignment);
    match index::refused(program.module(), indexing, counts_alignment) {
        Some((name, why)) => {
            let message = format!("`{name}`: {why}");
            Err(UserError::new("--index-functions", message))
        }
        None => Ok(()),
    }
}

/// Checks the options for a program.
///
/// # Errors
/// The first option that does nothing in its language.
pub fn check(args: &CheckArgs, request: &Request) -> Result<(), UserError> {
    let (is_js, is_microc) = (request.is_js(), request.is_microc());
    let refusals = [
        (
            "--witness",
            (is_js || is_microc) && args.witness.is_some(),
            "the format is for programs in C",
        ),
        (
            "--certificate",
            is_js && args.certificate.is_some(),
            "the checker of certificates has no rules for dynamic types",
        ),
        (
            "--malloc-may-fail",
            (is_js || is_microc) && args.failures.malloc_may_fail,
            "only C programs allocate memory by calls that can fail",
        ),
        (
            "--uninitialized-as",
            is_js && args.failures.uninitialized_as.is_some(),
            "JavaScript has no uninitialized memory",
        ),
        (
            "--uninitialized-as",
            is_microc && args.failures.uninitialized_as.is_some(),
            "a program in microc ends where it reads a variable without a value",
        ),
        (
            "--explain properties",
            is_js && args.explains(Explain::Properties),
            "checks of JavaScript are not listed: any operation may throw",
        ),
    ];
    match refusals.iter().find(|(_, holds, _)| *holds) {
        Some((option, _, message)) => Err(UserError::new(option, message)),
        None => Ok(()),
    }
}
