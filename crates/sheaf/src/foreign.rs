//! Options that say nothing about programs of a language: they are refused rather than ignored.

use crate::args::{CheckArgs, Explain};
use crate::error::UserError;
use crate::load::Request;
use sheaf_engine::Options;
use sheaf_engine::options::Explore;

/// Checks the options for a program.
///
/// # Errors
/// The first option that does nothing in its language.
pub fn check(args: &CheckArgs, options: &Options, request: &Request) -> Result<(), UserError> {
    let (is_js, is_microc) = (request.is_js(), request.is_microc());
    let refusals = [
        (
            "--explore cdse",
            is_js && options.explore == Explore::Cdse,
            "clauses are learned from operations on values of known types, which JavaScript lacks",
        ),
        (
            "--index",
            (is_js || is_microc) && !options.indexing.kinds.is_empty(),
            "only operators of C programs are indexed",
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
            "--explain properties",
            is_js && args.explain.contains(&Explain::Properties),
            "checks of JavaScript are not listed: any operation may throw",
        ),
    ];
    match refusals.iter().find(|(_, holds, _)| *holds) {
        Some((option, _, message)) => Err(UserError::new(option, message)),
        None => Ok(()),
    }
}
