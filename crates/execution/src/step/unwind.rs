//! Exceptions: throwing, and calls that catch.

use crate::machine::{Event, Flow, Machine, Stop, TraceStep};
use crate::memory::Content;
use crate::outcome::{ReasonKind, UNCAUGHT};
use crate::value::{ObjectId, Text, Value};
use sheaf_ir::index::Idx;
use sheaf_ir::{FailureKind, FuncId, LocId};
use sheaf_term::Term;
use std::rc::Rc;

/// The result of a call that catches, after a return.
pub(super) fn returned(value: Option<Value>) -> Value {
    let value = value.unwrap_or(Value::Unit(sheaf_ir::Unit::Undefined));
    Value::Tuple(Rc::new(vec![Value::Bool(false), value]))
}

/// The result of a call that catches, after an exception.
pub(super) fn caught(value: Value) -> Value {
    Value::Tuple(Rc::new(vec![Value::Bool(true), value]))
}

impl Machine<'_> {
    /// Whether a call that catches encloses the running function.
    pub fn is_caught(&self) -> bool {
        self.state.frames.iter().any(|frame| frame.catches)
    }

    /// Unwinds to the nearest call that catches.
    pub(super) fn throw(&mut self, value: Value) -> Result<Flow, Stop> {
        if self.accessed.is_some() {
            let detail = "an exception".to_string();
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
        }
        let frames = self.state.frames.iter();
        let Some(catching) = frames.clone().rposition(|frame| frame.catches) else {
            let message = self.describe_thrown(&value);
            self.obligation(FailureKind::UncaughtException, Term::TRUE, &message);
            return Err(Stop::Failed);
        };
        self.trace(TraceStep::Elsewhere);
        while self.state.frames.len() > catching + 1 {
            self.return_from(None);
        }
        let result = self.state.top().result;
        let flow = self.return_from(None);
        if let Some(result) = result {
            self.state.top_mut().regs[result.index()] = caught(value);
        }
        Ok(flow)
    }

    /// Fails because of an exception that was caught, but that nobody handles: at the place where
    /// it came from, if known, else at the current one.
    pub fn uncaught(&mut self, value: &Value, place: Option<(LocId, FuncId)>) -> Stop {
        let message = self.describe_thrown(value);
        let (loc, func) = match place {
            Some((loc, func)) => (Some(loc), func),
            None => self.blame(),
        };
        if self.notes.is_some() {
            self.note_failure(None, Term::TRUE);
        }
        self.events.push(Event::Obligation {
            kind: FailureKind::UncaughtException,
            fails: self.guard,
            message: message.as_str().into(),
            loc,
            func,
        });
        Stop::Failed
    }

    /// A description of an exception: its text, or its members `name` and `message`.
    fn describe_thrown(&mut self, value: &Value) -> String {
        let text = match value {
            Value::Str(text) => Some(text.to_string()),
            Value::Ptr { object, .. } if *object != ObjectId::NONE => {
                let (name, message) = (self.text_of(value, "name"), self.text_of(value, "message"));
                match (name, message) {
                    (Some(name), Some(message)) if !message.is_empty() => {
                        Some(format!("{name}: {message}"))
                    }
                    (name, message) => name.or(message),
                }
            }
            _ => None,
        };
        match text {
            Some(text) => format!("{UNCAUGHT}: {text}"),
            None => UNCAUGHT.to_string(),
        }
    }

    /// A member of a table, if it is one string.
    fn text_of(&mut self, table: &Value, name: &str) -> Option<String> {
        let Value::Ptr { object, .. } = table else {
            return None;
        };
        if !matches!(self.state.heap.get(*object).content, Content::Table(_)) {
            return None;
        }
        let key = Value::Str(Rc::new(Text::from(name)));
        let found = self.find_in(*object, &key, 0).ok()?;
        match &found {
            Value::Str(text) => Some(text.to_string()),
            // A member with attributes.
            Value::Tuple(members) => members.iter().find_map(|member| match member {
                Value::Str(text) => Some(text.to_string()),
                _ => None,
            }),
            _ => None,
        }
    }
}
