//! `sheaf show --annotate`: the source of a program, with what is known of its lines without an
//! exploration: the loops with their effects, and the estimates of later queries.

use super::loops;
use crate::args::{Format, ShowArgs};
use crate::error::UserError;
use crate::query_costs::Listing;
use serde_json::json;
use sheaf_engine::Program;
use sheaf_ir::FuncId;
use sheaf_report::source::Sources;
use sheaf_report::{listing, note};

/// The text to print.
///
/// # Errors
/// When the solver cannot be set up, or the notes have no such form.
pub fn show(args: &ShowArgs, format: Format, program: &Program) -> Result<String, UserError> {
    let module = program.module();
    let shown = |id: &FuncId| {
        let func = &module.funcs[*id];
        (args.library || func.user) && !func.is_declaration()
    };
    let funcs = module.funcs.enumerate().map(|(id, _)| id);
    let funcs: Vec<FuncId> = funcs.filter(shown).collect();
    let mut notes = Listing::new(module, program.behaviours(), &funcs, &args.costs).notes();
    for id in funcs {
        let of_loops = loops::notes(program, id);
        notes.extend(of_loops.map_err(|why| UserError::new("--annotate", why))?);
    }
    note::sort(&mut notes);
    match format {
        Format::Text => Ok(listing::text(&mut Sources::default(), &notes)),
        Format::Json => Ok(format!("{}\n", json!({ "schema": 1, "notes": notes }))),
        Format::Dot => {
            let message = "notes are shown as text or JSON";
            Err(UserError::new("--format", message))
        }
    }
}
