//! Jumps with known conditions.

use super::Code;
use super::decoded::{Block, Place};
use super::instruction::copy_from;
use crate::coverage::{MAX_WAYS, Recorder};
use crate::state::Frame;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Func, Local, Operand, Switch, Target, Terminator, Type};
use smallvec::SmallVec;

/// The end of a block.
pub(super) enum End {
    Jump(Edge),
    /// A jump that passes a truth value. The slow path looks at those that are not known.
    Truth(Edge),
    Branch(Place, Box<[Edge; 2]>),
    Switch(Box<Cases>),
    Return(Place),
    /// Left to the slow path.
    Slow,
}

/// The cases of a switch: width, bits and number of the target. The last target is the default.
pub(super) struct Cases {
    value: Place,
    cases: Box<[(u32, u64, u32)]>,
    targets: Box<[Edge]>,
}

/// A target, and the locals that become values.
pub(super) struct Edge {
    block: BlockId,
    moves: Box<[(Local, Place)]>,
    /// Whether they may be set one after the other: none is the value of a later one.
    is_sequential: bool,
}

impl End {
    pub fn new(func: &Func, consts: &[Value], terminator: &Terminator) -> End {
        let edge = |target: &Target| Edge::new(func, target);
        match terminator {
            Terminator::Jump(target) if passes_truth(func, target) => End::Truth(edge(target)),
            Terminator::Jump(target) => End::Jump(edge(target)),
            Terminator::Branch(condition, targets) => End::Branch(
                Place::from(*condition),
                Box::new([0, 1].map(|at| edge(&targets[at]))),
            ),
            Terminator::Switch(switch) => End::Switch(Box::new(Cases {
                value: Place::from(switch.value),
                cases: cases(consts, switch),
                targets: switch.targets.iter().map(edge).collect(),
            })),
            Terminator::Return(Some(value)) => End::Return(Place::from(*value)),
            _ => End::Slow,
        }
    }
}

/// Whether a target has a parameter that is a truth value.
fn passes_truth(func: &Func, target: &Target) -> bool {
    let mut params = func.blocks[target.block].params.iter();
    params.any(|param| func.locals[*param].ty == Type::Bool)
}

/// The cases that words can be.
fn cases(consts: &[Value], switch: &Switch) -> Box<[(u32, u64, u32)]> {
    let words = switch
        .cases
        .iter()
        .filter_map(|case| match consts[case.value.index()] {
            Value::Bits { width, bits } => Some((width, bits, case.target)),
            _ => None,
        });
    words.collect()
}

impl Edge {
    fn new(func: &Func, target: &Target) -> Edge {
        let params = &func.blocks[target.block].params;
        let values = target.args.iter().copied().map(Place::from);
        let moves: Box<[(Local, Place)]> = params.iter().copied().zip(values).collect();
        let is_read_later = |(at, (param, _)): (usize, &(Local, Place))| {
            let param = Place::from(Operand::Local(*param));
            moves[at + 1..].iter().any(|(_, value)| *value == param)
        };
        let is_sequential = !moves.iter().enumerate().any(is_read_later);
        Edge {
            block: target.block,
            moves,
            is_sequential,
        }
    }

    fn passes_term(&self, code: &Code, frame: &Frame) -> bool {
        let mut values = self.moves.iter().map(|(_, value)| code.peek(frame, *value));
        values.any(|value| matches!(value, Value::Term(_)))
    }

    /// A parallel assignment of the parameters of its block. Not if one gets no value.
    #[inline(always)]
    fn set_parameters(&self, code: &Code, frame: &mut Frame) -> bool {
        let is_missing = |value: &Value| matches!(value, Value::Uninitialized);
        match &self.moves[..] {
            [] => {}
            [(param, value)] => {
                if is_missing(code.peek(frame, *value)) {
                    return false;
                }
                copy_from(code, frame, *param, *value);
            }
            moves => {
                let mut values = moves.iter().map(|(_, value)| code.peek(frame, *value));
                if values.any(is_missing) {
                    return false;
                }
                self.assign(code, frame);
            }
        }
        true
    }

    /// Sets all parameters.
    fn assign(&self, code: &Code, frame: &mut Frame) {
        if self.is_sequential {
            for (param, value) in &self.moves {
                copy_from(code, frame, *param, *value);
            }
            return;
        }
        let values = self
            .moves
            .iter()
            .map(|(_, value)| code.peek(frame, *value).clone());
        let values: SmallVec<[Value; 8]> = values.collect();
        for ((param, _), value) in self.moves.iter().zip(values) {
            frame.regs[param.index()] = value;
        }
    }
}

/// Goes to the target of a block if concrete values decide it: returns its number and its block.
#[inline(always)]
pub(super) fn jump(
    code: &Code,
    frame: &mut Frame,
    block: BlockId,
    from: &Block,
    coverage: &mut Recorder,
) -> Option<(usize, BlockId)> {
    let (number, edge) = match &from.end {
        End::Jump(edge) => (0, edge),
        End::Truth(edge) if edge.passes_term(code, frame) => return None,
        End::Truth(edge) => (0, edge),
        End::Branch(condition, edges) => match code.peek(frame, *condition) {
            Value::Bool(true) => (0, &edges[0]),
            Value::Bool(false) => (1, &edges[1]),
            _ => return None,
        },
        End::Switch(cases) => cases.chosen(code.peek(frame, cases.value))?,
        End::Return(_) | End::Slow => return None,
    };
    if !edge.set_parameters(code, frame) {
        return None;
    }
    let may_settle = number < MAX_WAYS;
    let place = code.first_block + block.index();
    if !(may_settle && coverage.is_settled(place, number)) {
        coverage.reach(frame.func, block, from.steps.len() + 1);
        coverage.take(frame.func, block, number);
        if may_settle {
            coverage.settle(place, number);
        }
    }
    Some((number, edge.block))
}

impl Cases {
    /// The target for a known word, and its number.
    #[inline(always)]
    fn chosen(&self, value: &Value) -> Option<(usize, &Edge)> {
        let &Value::Bits { width, bits } = value else {
            return None;
        };
        let is_meant = |case: &&(u32, u64, u32)| (case.0, case.1) == (width, bits);
        // Cases are often the numbers from 0 on.
        let likely = self.cases.get(bits as usize).filter(is_meant);
        let found = likely.or_else(|| self.cases.iter().find(is_meant));
        let number = found.map_or(self.targets.len() - 1, |case| case.2 as usize);
        Some((number, &self.targets[number]))
    }
}
