//! The steps of a program, for teaching: at each line of its own functions, where it is, what its
//! variables are, and on which condition; and what becomes of its states.
//!
//! States have the numbers of the exploration. A state that forks goes on with one alternative;
//! the others are new states. All of them wait until the explorer chooses the one that goes on.

use crate::learning;
use crate::place::Place;
use crate::source::Sources;
use crate::text::{count, message};
use crate::trace;
use serde::Serialize;
use sheaf_engine::endless::{calls, user_location};
use sheaf_engine::outcome::{End, Failure};
use sheaf_engine::snapshot::{Allocated, Call, Camera, Values};
use sheaf_engine::state::State;
use sheaf_engine::{Branch, Moment, Pool, Program, StateId};
use sheaf_ir::Module;
use sheaf_term::{Term, display_numbered};
use std::fmt::Write;

/// A step, or what else happens to a state.
#[derive(Serialize, Debug)]
pub struct Step {
    state: StateId,
    #[serde(flatten)]
    event: Event,
}

/// What happens to a state.
#[derive(Serialize, Debug)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event {
    /// It begins a line.
    Line {
        #[serde(flatten)]
        place: Place,
        calls: Vec<CallReport>,
        globals: Vec<Variable>,
        objects: Vec<ObjectReport>,
        condition: Vec<String>,
    },
    /// It has several alternatives: the states that go on with them, of which it is one.
    Forks {
        #[serde(flatten)]
        place: Place,
        into: Vec<Side>,
    },
    /// An alternative is infeasible.
    Infeasible {
        #[serde(flatten)]
        place: Place,
        condition: String,
    },
    /// It ends, or the part of it where a condition holds.
    Ends {
        how: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        condition: Option<String>,
    },
}

/// A state and the condition with which it goes on.
#[derive(Serialize, Debug)]
struct Side {
    state: StateId,
    /// The decision as the source has it, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<String>,
    condition: String,
}

#[derive(Serialize, Debug)]
struct CallReport {
    #[serde(flatten)]
    place: Place,
    variables: Vec<Variable>,
}

/// A variable and its value.
#[derive(Serialize, Debug)]
struct Variable {
    name: String,
    value: String,
}

#[derive(Serialize, Debug)]
struct ObjectReport {
    name: String,
    bytes: Option<u64>,
    allocated: Option<String>,
    content: String,
}

/// Follows the states of a program.
pub struct Steps<'p> {
    program: &'p Program,
    camera: Camera<'p>,
    sources: Sources,
    decisions: trace::Teller<'p>,
    /// The maximum number of lines.
    most: u64,
    lines: u64,
    /// The sides of a fork that are known so far.
    sides: Vec<Side>,
    /// Whether text tells the numbers of states.
    is_numbered: bool,
    /// The state of the last line.
    last: Option<StateId>,
}

impl<'p> Steps<'p> {
    /// At the start of a program; so many lines are told.
    pub fn new(program: &'p Program, most: u64) -> Steps<'p> {
        Steps {
            program,
            camera: Camera::new(program),
            sources: Sources::default(),
            decisions: trace::Teller::new(program.module()),
            most,
            lines: 0,
            sides: Vec::new(),
            is_numbered: true,
            last: None,
        }
    }

    /// The same for a run, which has one state: text does not tell its number.
    pub fn of_run(program: &'p Program, most: u64) -> Steps<'p> {
        Steps {
            is_numbered: false,
            ..Steps::new(program, most)
        }
    }

    /// The step of a moment, if it is one and not too many were told.
    pub fn moment(&mut self, pool: &Pool, moment: &Moment) -> Option<Step> {
        if self.lines > self.most && !matches!(moment, Moment::Line(_)) {
            return None;
        }
        let (state, event) = match moment {
            Moment::Line(state) => return self.line(pool, state),
            Moment::Forked { branch, .. } => {
                let side = self.side(pool, branch);
                self.sides.push(side);
                return None;
            }
            Moment::Decided(branch) => (branch.state.id, self.decided(pool, branch)?),
            // What is excluded by itself tells nothing about the program.
            Moment::Infeasible { condition, .. } if *condition == Term::FALSE => return None,
            Moment::Infeasible {
                state, condition, ..
            } => {
                let place = place(self.program, state);
                let condition = term(pool, *condition);
                (state.id, Event::Infeasible { place, condition })
            }
            Moment::Merged { into, from } => {
                (*from, ends(format!("merges into state {}", into.id)))
            }
            Moment::Pruned { state, by, because } => {
                let module = self.program.module();
                let because = because.map(|it| learning::because(module, &mut self.sources, it));
                let because = because.map_or(String::new(), |it| format!(": {}", it.join(" and ")));
                (state.id, ends(format!("is dropped by {by}{because}")))
            }
            Moment::Ended {
                state,
                end,
                condition,
                ..
            } => {
                let condition = (*condition != Term::TRUE).then(|| term(pool, *condition));
                let how = end_text(self.program.module(), end);
                (state.id, Event::Ends { how, condition })
            }
            Moment::SetAside {
                state,
                part,
                reason,
            } => {
                let how = format!("is not explored: {}", reason.detail);
                let condition = part.as_ref().map(|(_, condition)| term(pool, *condition));
                (state.id, Event::Ends { how, condition })
            }
            Moment::Lost { id, reason } => (*id, ends(format!("is lost: {}", reason.detail))),
            Moment::Parked(_)
            | Moment::Resumed { .. }
            | Moment::Started(_)
            | Moment::Covered(_) => return None,
        };
        Some(Step { state, event })
    }

    /// The step of a state that begins a line.
    pub fn line(&mut self, pool: &Pool, state: &State) -> Option<Step> {
        self.lines += 1;
        if self.lines > self.most {
            return None;
        }
        let module = self.program.module();
        let snapshot = self.camera.snapshot(pool, state);
        let call = |it: Call| CallReport {
            place: Place::new(module, it.func, it.loc),
            variables: variables(it.variables),
        };
        let object = |it: Allocated| ObjectReport {
            name: it.name,
            bytes: it.bytes,
            allocated: it.loc.map(|loc| module.describe(Some(loc))),
            content: it.content,
        };
        let event = Event::Line {
            place: place(self.program, state),
            calls: snapshot.calls.into_iter().map(call).collect(),
            globals: variables(snapshot.globals),
            objects: snapshot.objects.into_iter().map(object).collect(),
            condition: snapshot.condition,
        };
        let state = state.id;
        Some(Step { state, event })
    }

    /// A fork, once all of its sides are known.
    fn decided(&mut self, pool: &Pool, branch: &Branch) -> Option<Event> {
        if self.sides.is_empty() {
            return None;
        }
        let mut into = std::mem::take(&mut self.sides);
        into.push(self.side(pool, branch));
        into.sort_by_key(|side| side.state);
        // The decision has moved the state, which was in a function of the program's own or is in
        // one of the library still.
        let module = self.program.module();
        let decision = branch.state.decisions.newest_first().next();
        let point = decision.map(|it| it.point);
        let place = match point.filter(|it| module.funcs[it.func].user) {
            Some(point) => Place::new(module, point.func, point.loc(module)),
            None => place(self.program, branch.state),
        };
        Some(Event::Forks { place, into })
    }

    fn side(&mut self, pool: &Pool, branch: &Branch) -> Side {
        let decision = branch.state.decisions.newest_first().next();
        let decision = decision.and_then(|it| {
            let alternative = branch.alternative;
            self.decisions
                .edge(&mut self.sources, it.point, alternative)
        });
        Side {
            state: branch.state.id,
            decision,
            condition: term(pool, branch.condition),
        }
    }

    /// The number of lines that were too many.
    pub fn left_out(&self) -> u64 {
        self.lines.saturating_sub(self.most)
    }

    /// A line about them, if there were some.
    pub fn left_out_line(&self) -> String {
        match self.left_out() {
            0 => String::new(),
            more => {
                let shown = count(self.most, "step");
                format!("{shown} shown, {more} more left out; `--steps=N` shows N\n")
            }
        }
    }

    /// A step as text.
    pub fn text(&mut self, step: &Step) -> String {
        let id = step.state;
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = match &step.event {
            Event::Line { place, .. } => {
                let goes_on = self.last.replace(id).is_some_and(|last| last != id);
                if goes_on {
                    let _ = writeln!(text, "state {id} goes on");
                }
                let _ = match self.is_numbered {
                    true => writeln!(text, "state {id} at {}", place.text()),
                    false => writeln!(text, "{}", place.text()),
                };
                self.line_text(&mut text, &step.event)
            }
            Event::Forks { place, into } => {
                let _ = writeln!(text, "state {id} forks at {}", place.text());
                into.iter().try_for_each(|side| {
                    let decision = side.decision.as_ref();
                    let decision = decision.map_or(String::new(), |it| format!(" ({it})"));
                    let Side {
                        state, condition, ..
                    } = side;
                    writeln!(text, "  state {state} where {condition}{decision}")
                })
            }
            Event::Infeasible { place, condition } => {
                let at = place.text();
                writeln!(text, "state {id} cannot go on at {at} where {condition}")
            }
            Event::Ends { how, condition } => match condition {
                Some(condition) => writeln!(text, "state {id} where {condition}: {how}"),
                None => writeln!(text, "state {id}: {how}"),
            },
        };
        text
    }

    fn line_text(&mut self, text: &mut String, event: &Event) -> std::fmt::Result {
        let Event::Line {
            place,
            calls,
            globals,
            objects,
            condition,
        } = event
        else {
            return Ok(());
        };
        if let (Some(file), Some(line)) = (&place.file, place.line) {
            text.push_str(&self.sources.excerpt(file, line, 0).unwrap_or_default());
        }
        for call in calls {
            row(text, &call.place.function, &call.variables)?;
        }
        row(text, "globals", globals)?;
        for it in objects {
            let bytes = it
                .bytes
                .map_or(String::new(), |it| format!(" of {it} bytes"));
            let allocated = it.allocated.as_ref();
            let at = allocated.map_or(String::new(), |at| format!(", allocated at {at}"));
            writeln!(text, "  {}{bytes}{at}: {}", it.name, it.content)?;
        }
        if !condition.is_empty() {
            writeln!(text, "  where {}", condition.join(" and "))?;
        }
        Ok(())
    }
}

/// Where a state is in the user's functions.
pub(crate) fn place(program: &Program, state: &State) -> Place {
    let own = user_location(program, calls(&state.frames));
    let (loc, func) = own.unwrap_or((state.loc(program), state.point().func));
    Place::new(program.module(), func, loc)
}

/// Variables in a line.
fn row(text: &mut String, of: &str, variables: &[Variable]) -> std::fmt::Result {
    if variables.is_empty() {
        return Ok(());
    }
    let values = variables.iter();
    let values = values.map(|Variable { name, value }| format!("{name} = {value}"));
    writeln!(text, "  {of}: {}", values.collect::<Vec<_>>().join(", "))
}

fn variables(values: Values) -> Vec<Variable> {
    let values = values.into_iter();
    values
        .map(|(name, value)| Variable { name, value })
        .collect()
}

fn term(pool: &Pool, term: Term) -> String {
    display_numbered(pool, term).to_string()
}

fn ends(how: String) -> Event {
    Event::Ends {
        how,
        condition: None,
    }
}

/// How a path ends.
fn end_text(module: &Module, end: &End) -> String {
    let failed = |failure: &Failure| {
        let at = module.describe(failure.loc);
        format!(
            "fails at {at}: {}: {}",
            failure.kind.name(),
            message(failure)
        )
    };
    match end {
        End::Exit(Some(status)) => format!("ends with status {status}"),
        End::Exit(None) => "ends".to_string(),
        End::Failed(failure) => failed(failure),
        End::Dropped => "ends: an assumption does not hold".to_string(),
        End::Unmodelled(reason) | End::Limit(reason) => {
            format!("is not explored: {}", reason.detail)
        }
        End::OutOfInputs(name) => format!("ends: there is no value for input `{name}`"),
    }
}
