//! Simplifies a finished function, without changing what it does at any branch: the construction of
//! SSA form gives a block more parameters than it needs, a constant does not have to become a value
//! of type `Any` for an intrinsic, and few functions need all that they begin with.

use sheaf_ir::index::IndexVec;
use sheaf_ir::{Callee, CastOp, Func, Local, NameId, Op, Operand, Terminator};

/// Simplifies a function. The intrinsics `reads` do nothing but return a value.
pub fn tidy(func: &mut Func, reads: &[NameId]) {
    merge_parameters(func);
    pass_constants(func);
    remove_unused(func, reads);
    renumber(func);
}

/// Replaces parameters of blocks that receive one value on all ways by this value.
fn merge_parameters(func: &mut Func) {
    let values = values_of_parameters(func);
    let is_merged = |param: &Local| values[*param].is_some();
    for block in func.blocks.ids() {
        let mut terminator =
            std::mem::replace(&mut func.blocks[block].terminator, Terminator::Unreachable);
        for target in terminator.targets_mut() {
            let params = &func.blocks[target.block].params;
            if !params.iter().any(is_merged) {
                continue;
            }
            let pairs = params.iter().zip(&target.args);
            let kept = pairs.filter(|(param, _)| !is_merged(param));
            target.args = kept.map(|(_, arg)| *arg).collect();
        }
        func.blocks[block].terminator = terminator;
    }
    let rename = |operand: &mut Operand| {
        if let Operand::Local(local) = operand
            && let Some(value) = values[*local]
        {
            *operand = value;
        }
    };
    for block in func.blocks.iter_mut() {
        block
            .insts
            .iter_mut()
            .for_each(|it| it.op.operands_mut(rename));
        block.terminator.subject_mut().into_iter().for_each(rename);
        let targets = block.terminator.targets_mut().iter_mut();
        targets.for_each(|target| target.args.iter_mut().for_each(rename));
    }
    for block in func.blocks.iter_mut() {
        block.params.retain(|param| !is_merged(param));
    }
}

/// For each parameter of a block that always has the value of another operand, that operand: all
/// arguments are this operand, or the parameter itself.
fn values_of_parameters(func: &Func) -> IndexVec<Local, Option<Operand>> {
    let mut passed: Vec<(Local, Operand)> = Vec::new();
    for target in func.blocks.iter().flat_map(|it| it.terminator.targets()) {
        let params = func.blocks[target.block].params.iter();
        passed.extend(params.copied().zip(target.args.iter().copied()));
    }
    passed.sort_by_key(|(param, _)| *param);
    let mut values: IndexVec<Local, Option<Operand>> = func.locals.iter().map(|_| None).collect();
    loop {
        let mut changed = false;
        for passed in passed.chunk_by(|a, b| a.0 == b.0) {
            let param = passed[0].0;
            if values[param].is_none()
                && let Some(value) = only_value(&values, passed)
            {
                values[param] = Some(value);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    passed.dedup_by_key(|(param, _)| *param);
    for (param, value) in &mut passed {
        *value = resolve(&values, Operand::Local(*param));
    }
    for (param, value) in passed {
        values[param] = (value != Operand::Local(param)).then_some(value);
    }
    values
}

/// The only argument of a parameter besides itself.
fn only_value(
    values: &IndexVec<Local, Option<Operand>>,
    passed: &[(Local, Operand)],
) -> Option<Operand> {
    let mut only = None;
    for (param, arg) in passed {
        let value = resolve(values, *arg);
        if value == Operand::Local(*param) || only == Some(value) {
            continue;
        }
        if only.replace(value).is_some() {
            return None;
        }
    }
    only
}

/// The value that an operand stands for.
fn resolve(values: &IndexVec<Local, Option<Operand>>, mut operand: Operand) -> Operand {
    while let Operand::Local(local) = operand
        && let Some(value) = values[local]
    {
        operand = value;
    }
    operand
}

/// Lets intrinsics take constants themselves instead of their conversions to `Any`.
fn pass_constants(func: &mut Func) {
    let mut constants: IndexVec<Local, Option<Operand>> =
        func.locals.iter().map(|_| None).collect();
    for inst in func.blocks.iter().flat_map(|block| &block.insts) {
        if let (Op::Cast(CastOp::ToAny, constant @ Operand::Const(_)), Some(result)) =
            (&inst.op, inst.result)
        {
            constants[result] = Some(*constant);
        }
    }
    for inst in func.blocks.iter_mut().flat_map(|block| &mut block.insts) {
        if let Op::Call(call) = &mut inst.op
            && let Callee::Intrinsic(_) = call.callee
        {
            for arg in &mut call.args {
                if let Operand::Local(local) = arg
                    && let Some(constant) = constants[*local]
                {
                    *arg = constant;
                }
            }
        }
    }
}

/// Removes conversions to `Any` and calls of intrinsics whose results nothing uses.
fn remove_unused(func: &mut Func, reads: &[NameId]) {
    let mut used: IndexVec<Local, bool> = func.locals.iter().map(|_| false).collect();
    let mut visit = |operand: Operand| {
        if let Operand::Local(local) = operand {
            used[local] = true;
        }
    };
    for block in func.blocks.iter() {
        block.insts.iter().for_each(|it| it.op.operands(&mut visit));
        block.terminator.operands(&mut visit);
    }
    let only_returns = |op: &Op| match op {
        Op::Cast(CastOp::ToAny, _) => true,
        Op::Call(call) => matches!(&call.callee, Callee::Intrinsic(name) if reads.contains(name)),
        _ => false,
    };
    for block in func.blocks.iter_mut() {
        let is_used = |result: Local| used[result];
        block
            .insts
            .retain(|inst| inst.result.is_none_or(is_used) || !only_returns(&inst.op));
    }
}

/// Numbers the locals that are left without gaps, in the order in which they are set: a call only
/// has registers for those up to the last that it sets.
fn renumber(func: &mut Func) {
    let mut defined = func.params.clone();
    for block in func.blocks.iter() {
        defined.extend(&block.params);
        defined.extend(block.insts.iter().filter_map(|inst| inst.result));
    }
    let mut numbers: IndexVec<Local, Local> = func.locals.ids().collect();
    let mut locals = IndexVec::new();
    for local in defined {
        numbers[local] = locals.push(func.locals[local].clone());
    }
    let rename = |operand: &mut Operand| {
        if let Operand::Local(local) = operand {
            *local = numbers[*local];
        }
    };
    func.locals = locals;
    func.params.iter_mut().for_each(|it| *it = numbers[*it]);
    for block in func.blocks.iter_mut() {
        block.params.iter_mut().for_each(|it| *it = numbers[*it]);
        for inst in &mut block.insts {
            inst.op.operands_mut(rename);
            inst.result = inst.result.map(|it| numbers[it]);
        }
        block.terminator.subject_mut().into_iter().for_each(rename);
        let targets = block.terminator.targets_mut().iter_mut();
        targets.for_each(|target| target.args.iter_mut().for_each(rename));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_ir::build::FuncBuilder;
    use sheaf_ir::{Call, CompareOp, NameId, Target, Type};

    /// A loop that passes its limit on, and counts up to it.
    fn counting() -> Func {
        let mut builder = FuncBuilder::new("f", Some(Type::Any));
        let [limit, start] = [(); 2].map(|()| builder.param(Type::Any, None));
        let [entry, head, body, end] = [(); 4].map(|()| builder.block());
        let [count, same] = [(); 2].map(|()| builder.block_param(head, Type::Any, None));
        let target = |block, args: &[Operand]| Target {
            block,
            args: args.into(),
        };
        builder.switch_to(entry);
        let args = [start, limit].map(Operand::Local);
        builder.terminate(Terminator::Jump(target(head, &args)));
        builder.switch_to(head);
        let [count, same] = [count, same].map(Operand::Local);
        let done = builder.push(Op::Compare(CompareOp::Eq, count, same), Type::Bool);
        let targets = Box::new([target(end, &[]), target(body, &[])]);
        builder.terminate(Terminator::Branch(done, targets));
        builder.switch_to(body);
        let one = builder.bits(32, 1);
        let one = builder.push(Op::Cast(CastOp::ToAny, one), Type::Any);
        let call = Call {
            callee: Callee::Intrinsic(NameId(0)),
            args: Box::new([count, one]),
            catches: false,
        };
        let next = builder.push(Op::Call(Box::new(call)), Type::Any);
        builder.terminate(Terminator::Jump(target(head, &[next, same])));
        builder.switch_to(end);
        builder.terminate(Terminator::Return(Some(same)));
        builder.finish()
    }

    #[test]
    fn what_never_changes_is_no_parameter() {
        let mut func = counting();
        let limit = Operand::Local(func.params[0]);
        tidy(&mut func, &[]);
        let blocks: Vec<_> = func.blocks.iter().collect();
        assert_eq!(blocks[1].params.len(), 1);
        assert_eq!(blocks[2].terminator.targets()[0].args.len(), 1);
        assert_eq!(blocks[3].terminator, Terminator::Return(Some(limit)));
    }

    #[test]
    fn intrinsics_take_constants() {
        let mut func = counting();
        tidy(&mut func, &[]);
        let body = func.blocks.iter().nth(2).expect("a body");
        let [inst] = &body.insts[..] else {
            panic!("one instruction: {:?}", body.insts);
        };
        let mut constants = 0;
        inst.op
            .operands(|it| constants += usize::from(matches!(it, Operand::Const(_))));
        assert_eq!(constants, 1);
        // Two parameters, the count, whether it is done, and the next count.
        assert_eq!(func.locals.len(), 5);
    }
}
