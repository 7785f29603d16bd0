//! Lifetimes of local objects that are shorter than their function's.
//!
//! An object lives from the entry of its block to the exit, as a new object each time, and a
//! declaration makes its content indeterminate. clang emits lifetimes (`llvm.lifetime`) only when
//! it optimises, which changes the code of the program. But debug information contains the block of
//! an instruction, and without optimisation no instruction is moved. So wherever control can leave
//! a block, a call ends the lives of the block's objects. If a declaration can be reached again,
//! the allocation moves there, so that each iteration of a loop has a new object, and a pointer to
//! that of an earlier iteration is dangling. If it cannot move, because its block can be left
//! before the declaration is reached, the object stays the same, and another call starts a new
//! life.
//!
//! If a jump enters the block after the declaration, calls at the entries of the block start a new
//! life of dead objects. `longjmp` is such a jump as well, to the call of `setjmp`: it leaves all
//! blocks that the call is not in, and may re-enter those that it is in.
//!
//! A compound literal is an object of its block, too, and its initialisation is its declaration.
//!
//! Compilers give one address to objects whose lives do not meet. Where an allocation does not move,
//! a call at the declaration tells since when the object exists, and one at the start of the
//! function that a temporary may have any address. In optimised code, `llvm.lifetime` tells both.

use crate::ll::{BasicBlock, Scope, Value, ValueKind};
use crate::passes::PINNED;
use llvm_sys::LLVMOpcode;
use rustc_hash::{FxHashMap, FxHashSet};

/// The function that starts the life of a local object; its argument is the address.
pub const SCOPE_BEGIN: &str = "__sheaf_scope_begin";
/// The function that ends the life of a local object.
pub const SCOPE_END: &str = "__sheaf_scope_end";
/// The function that starts the life of a local object if it has ended.
pub const SCOPE_RESUME: &str = "__sheaf_scope_resume";

/// The function that tells that a local object has not existed before: it may have the address of
/// what has ended.
pub const SCOPE_DECLARED: &str = "__sheaf_scope_declared";
/// The function that tells that a local object may have the address of any other of its function.
pub const SCOPE_SHARED: &str = "__sheaf_scope_shared";
/// All of them.
pub(crate) const SCOPE_MARKS: [&str; 5] = [
    SCOPE_BEGIN,
    SCOPE_END,
    SCOPE_RESUME,
    SCOPE_DECLARED,
    SCOPE_SHARED,
];

/// Prefix of clang's names for allocations of compound literals.
const LITERAL: &str = ".compoundliteral";

/// A local object of a block, or a variable-length array, and its declaration.
pub(crate) struct Variable {
    /// The allocation.
    pub(crate) object: Value,
    /// The call of `llvm.dbg.declare` at the position of the declaration.
    pub(crate) declaration: Value,
    scope: Scope,
    /// Whether its function may be returned to twice.
    jumps: bool,
}

/// The objects of a function's inner blocks; none if the function was optimised.
pub(crate) fn variables(function: Value) -> Vec<Variable> {
    let blocks = function.blocks();
    let Some(entry) = blocks.first() else {
        return Vec::new();
    };
    if !function.has_attribute("optnone") {
        return Vec::new();
    }
    let jumps = !behind_setjmp(&blocks).is_empty();
    let mut found: Vec<Variable> = Vec::new();
    for inst in blocks.iter().flat_map(|block| block.instructions()) {
        if let Some((object, scope)) = inst.declared_in_block()
            && is(object, LLVMOpcode::LLVMAlloca)
            && (object.parent() == *entry || !object.operand(0).is_constant())
        {
            found.push(Variable {
                object,
                declaration: inst,
                scope,
                jumps,
            });
        }
    }
    for object in entry.instructions() {
        if is(object, LLVMOpcode::LLVMAlloca)
            && object.name().starts_with(LITERAL)
            && let Some((declaration, scope)) = literal_of_block(object, &blocks)
        {
            found.push(Variable {
                object,
                declaration,
                scope,
                jumps,
            });
        }
    }
    found
}

/// The first instruction that uses a compound literal, and its source block.
fn literal_of_block(object: Value, blocks: &[BasicBlock]) -> Option<(Value, Scope)> {
    let mut all = blocks.iter().flat_map(|block| block.instructions());
    let first = all.find(|inst| inst.operands().contains(&object))?;
    let scope = first.scope()?.enclosing().next()?;
    Some((first, scope))
}

/// The instructions after calls that may return twice, and their source blocks.
fn behind_setjmp(blocks: &[BasicBlock]) -> Vec<(Value, Vec<Scope>)> {
    let all = blocks.iter().flat_map(|block| block.instructions());
    all.filter(|inst| {
        inst.opcode() == LLVMOpcode::LLVMCall
            && inst.callee().kind() == ValueKind::LLVMFunctionValueKind
            && inst.callee().has_attribute("returns_twice")
    })
    .map(|call| {
        let around = call.scope().into_iter().flat_map(Scope::enclosing);
        (call.next(), around.collect())
    })
    .collect()
}

/// The functions that start and end lives.
pub(crate) struct Marks {
    /// [`SCOPE_BEGIN`].
    pub(crate) begin: Value,
    /// [`SCOPE_END`].
    pub(crate) end: Value,
    /// [`SCOPE_RESUME`].
    pub(crate) resume: Value,
    /// [`SCOPE_DECLARED`].
    pub(crate) declared: Value,
    /// [`SCOPE_SHARED`].
    pub(crate) shared: Value,
}

/// Inserts the calls that start and end the lives of these objects of a function.
pub(crate) fn mark<'v>(
    function: Value,
    variables: impl Iterator<Item = &'v Variable>,
    marks: &Marks,
) {
    let mut variables = variables.peekable();
    if variables.peek().is_none() {
        return;
    }
    let crossings = crossings(&function.blocks());
    // First collect all positions, then insert the calls: these are not uses.
    let mut calls = Vec::new();
    let moves: Vec<&Variable> = variables
        .filter(|variable| place_marks(variable, function, &crossings, marks, &mut calls))
        .collect();
    for (place, function, object) in calls {
        place.call_before(function, object);
    }
    for variable in moves {
        if variable.object.operand(0).is_constant() {
            variable.object.move_before(variable.declaration);
        }
    }
}

/// Adds the calls that start and end the life of a variable: their position, the function and the
/// object. Returns whether its allocation belongs to its declaration, so that none starts its life.
fn place_marks(
    variable: &Variable,
    function: Value,
    crossings: &[Crossing],
    marks: &Marks,
    calls: &mut Vec<(Value, Value, Value)>,
) -> bool {
    let object = variable.object;
    let again = is_reached_again(variable);
    let escapes = escapes(object);
    let is_fixed = object.parent() == function.blocks()[0];
    let start = if again { marks.begin } else { marks.declared };
    let start = (variable.declaration, start, object);
    // The end of a variable-length array is where the stack gets its room back.
    if is_fixed && !escapes || is_used_outside(variable) {
        if is_fixed && (again || escapes) {
            calls.push(start);
        }
        return false;
    }
    let ends = places(crossings, |it| it.left.contains(&variable.scope));
    let bypassed = is_bypassed(variable, function, &ends);
    let may_move = !bypassed && (again && !variable.jumps || !is_fixed);
    if may_move && let Some(ends) = first_ends(variable, function, &ends) {
        calls.extend(ends.into_iter().map(|place| (place, marks.end, object)));
        return true;
    }
    if !is_fixed {
        // A variable-length array does not exist everywhere.
        return false;
    }
    if bypassed || variable.jumps {
        let entered = |it: &Crossing| match bypassed {
            true => it.entered.contains(&variable.scope),
            false => it.jumped_to && it.entered.contains(&variable.scope),
        };
        let starts = places(crossings, entered).into_iter();
        calls.extend(starts.map(|place| (place, marks.resume, object)));
    }
    calls.extend(ends.into_iter().map(|place| (place, marks.end, object)));
    calls.push(start);
    false
}

/// Marks the objects of a function that are not those of inner blocks: variables that are declared
/// after calls of other functions, and temporaries, which have no declaration.
pub(crate) fn mark_others(function: Value, kept: &[Value], in_blocks: &[Variable], marks: &Marks) {
    if !function.has_attribute("optnone") {
        return;
    }
    let entry = function.blocks()[0];
    let all = function
        .blocks()
        .into_iter()
        .flat_map(|it| it.instructions());
    let declarations: FxHashMap<Value, Value> = all
        .filter(|inst| is_debug_call(*inst) && inst.callee().name() == "llvm.dbg.declare")
        .filter_map(|inst| Some((inst.debug_variable()?.0, inst)))
        .collect();
    let is_call = |inst: &Value| inst.opcode() == LLVMOpcode::LLVMCall && !is_debug_call(*inst);
    let first_call = entry.instructions().find(is_call);
    let is_early = |declaration: &Value| {
        let mut before = entry
            .instructions()
            .take_while(|it| Some(*it) != first_call);
        before.any(|it| it == *declaration)
    };
    let others = kept.iter().filter(|object| {
        escapes(**object) && !in_blocks.iter().any(|variable| variable.object == **object)
    });
    let mut calls = Vec::new();
    for object in others {
        match declarations.get(object) {
            Some(declaration) if is_early(declaration) => {}
            Some(declaration) => calls.push((*declaration, marks.declared, *object)),
            None if object.name().starts_with(LITERAL) => {}
            None => calls.push((object.next(), marks.shared, *object)),
        }
    }
    for (place, mark, object) in calls {
        place.call_before(mark, object);
    }
}

/// A position where source blocks were left or entered.
struct Crossing {
    /// The next instruction.
    next: Value,
    left: Vec<Scope>,
    /// Blocks that control may have entered; it may also have been there already.
    entered: Vec<Scope>,
    /// Whether `longjmp` leads there.
    jumped_to: bool,
}

/// The next instructions of these positions.
fn places(crossings: &[Crossing], wanted: impl Fn(&Crossing) -> bool) -> Vec<Value> {
    let wanted = crossings.iter().filter(|it| wanted(it));
    wanted.map(|crossing| crossing.next).collect()
}

/// All positions where source blocks are left or entered.
fn crossings(blocks: &[BasicBlock]) -> Vec<Crossing> {
    let before = scopes_before(blocks);
    let mut crossings = Vec::new();
    for block in blocks {
        let mut before = before.get(block).cloned().unwrap_or_default();
        for (next, scope) in located(*block) {
            let around: Vec<Scope> = scope.enclosing().collect();
            let mut left: Vec<Scope> = before.iter().flat_map(|scope| scope.enclosing()).collect();
            left.retain(|scope| !around.contains(scope));
            let is_new = |inner: &Scope| {
                let mut from = before.iter();
                from.any(|scope| !scope.enclosing().any(|outer| outer == *inner))
            };
            let entered: Vec<Scope> = around.iter().copied().filter(is_new).collect();
            if !(left.is_empty() && entered.is_empty() || only_returns(*block)) {
                crossings.push(Crossing {
                    next,
                    left,
                    entered,
                    jumped_to: false,
                });
            }
            before = vec![scope];
        }
    }
    let all = blocks.iter().flat_map(|block| located(*block));
    let mut all: Vec<Scope> = all.flat_map(|(_, scope)| scope.enclosing()).collect();
    let mut seen = FxHashSet::default();
    all.retain(|scope| seen.insert(*scope));
    for (next, around) in behind_setjmp(blocks) {
        let left = all.iter().copied().filter(|it| !around.contains(it));
        crossings.push(Crossing {
            next,
            left: left.collect(),
            entered: around,
            jumped_to: true,
        });
    }
    crossings
}

/// Instructions with a known source block.
fn located(block: BasicBlock) -> impl Iterator<Item = (Value, Scope)> {
    block.instructions().filter_map(|inst| {
        let counts = !matches!(inst.opcode(), LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMAlloca);
        let scope = inst.scope().filter(|_| counts && !is_debug_call(inst))?;
        Some((inst, scope))
    })
}

fn is_debug_call(inst: Value) -> bool {
    inst.opcode() == LLVMOpcode::LLVMCall
        && inst.callee().kind() == ValueKind::LLVMFunctionValueKind
        && inst.callee().name().starts_with("llvm.dbg.")
}

/// For each block, the scopes that control may come from.
fn scopes_before(blocks: &[BasicBlock]) -> FxHashMap<BasicBlock, Vec<Scope>> {
    let last: FxHashMap<BasicBlock, Scope> = blocks
        .iter()
        .filter_map(|block| Some((*block, located(*block).last()?.1)))
        .collect();
    let mut before: FxHashMap<BasicBlock, Vec<Scope>> = FxHashMap::default();
    let mut waiting = blocks.to_vec();
    while let Some(block) = waiting.pop() {
        let after = match last.get(&block) {
            Some(scope) => vec![*scope],
            None => before.get(&block).cloned().unwrap_or_default(),
        };
        for next in block.terminator().successors() {
            let known = before.entry(next).or_default();
            let count = known.len();
            known.extend(
                after
                    .iter()
                    .filter(|scope| !known.contains(scope))
                    .copied()
                    .collect::<Vec<_>>(),
            );
            if known.len() > count && !last.contains_key(&next) {
                waiting.push(next);
            }
        }
    }
    before
}

/// Whether a block only returns: the function's end ends all lives.
fn only_returns(block: BasicBlock) -> bool {
    block.terminator().opcode() == LLVMOpcode::LLVMRet
        && block.instructions().all(|inst| match inst.opcode() {
            LLVMOpcode::LLVMRet => true,
            LLVMOpcode::LLVMLoad => is(inst.operand(0), LLVMOpcode::LLVMAlloca),
            _ => false,
        })
}

fn is(value: Value, opcode: LLVMOpcode) -> bool {
    value.kind() == ValueKind::LLVMInstructionValueKind && value.opcode() == opcode
}

/// Whether an address may escape the instructions that compute it.
pub(crate) fn escapes(address: Value) -> bool {
    address.users().any(|user| {
        if user.kind() != ValueKind::LLVMInstructionValueKind {
            return false;
        }
        match user.opcode() {
            LLVMOpcode::LLVMLoad => false,
            LLVMOpcode::LLVMStore => user.operand(0) == address,
            LLVMOpcode::LLVMGetElementPtr => escapes(user),
            LLVMOpcode::LLVMCall => {
                let callee = user.callee();
                let is_function = callee.kind() == ValueKind::LLVMFunctionValueKind;
                let name = callee.name();
                !(is_function && (name.starts_with("llvm.") || name == PINNED))
            }
            _ => true,
        }
    })
}

/// Whether instructions outside of its block use an object directly, such as cleanup code.
fn is_used_outside(variable: &Variable) -> bool {
    let is_inside = |user: Value| {
        user.scope()
            .is_none_or(|scope| scope.enclosing().any(|outer| outer == variable.scope))
    };
    !uses(variable).into_iter().all(is_inside)
}

/// The instructions that use an object directly.
fn uses(variable: &Variable) -> FxHashSet<Value> {
    let users = variable.object.users();
    users
        .filter(|user| user.kind() == ValueKind::LLVMInstructionValueKind)
        .filter(|user| !is_debug_call(*user))
        .collect()
}

/// Whether a use can be reached from the function's start, or from the end of the object's life,
/// without its declaration.
fn is_bypassed(variable: &Variable, function: Value, ends: &[Value]) -> bool {
    let starts = std::iter::once(first(function)).chain(ends.iter().copied());
    let mut places = uses(variable);
    places.insert(variable.declaration);
    let mut reached = first_reached(starts, &places);
    reached.remove(&variable.declaration);
    !reached.is_empty()
}

/// The ends of a life that can be reached from its declaration before another one. `None` if the
/// declaration can be reached again before any of them, by a jump within the block, which creates
/// no new object; or if one of them can be reached without the declaration, so that the object may
/// not exist there.
fn first_ends(variable: &Variable, function: Value, ends: &[Value]) -> Option<Vec<Value>> {
    let declaration = variable.declaration;
    let mut places: FxHashSet<Value> = ends.iter().copied().collect();
    places.insert(declaration);
    let behind = std::iter::once(declaration.next());
    let reached = first_reached(behind, &places);
    if reached.contains(&declaration) {
        return None;
    }
    let mut places = reached.clone();
    places.insert(declaration);
    let mut without = first_reached(std::iter::once(first(function)), &places);
    without.remove(&declaration);
    without.is_empty().then(|| reached.into_iter().collect())
}

/// The first instruction of a function.
fn first(function: Value) -> Value {
    let entry = function.blocks()[0];
    entry.instructions().next().unwrap_or(entry.terminator())
}

/// The first of these instructions on each path from one of the starts.
fn first_reached(
    starts: impl Iterator<Item = Value>,
    among: &FxHashSet<Value>,
) -> FxHashSet<Value> {
    let mut waiting: Vec<(BasicBlock, Option<Value>)> =
        starts.map(|start| (start.parent(), Some(start))).collect();
    let (mut seen, mut reached) = (FxHashSet::default(), FxHashSet::default());
    while let Some((block, from)) = waiting.pop() {
        let mut rest = block
            .instructions()
            .skip_while(|inst| from.is_some_and(|from| *inst != from));
        if let Some(inst) = rest.find(|inst| among.contains(inst)) {
            reached.insert(inst);
            continue;
        }
        let next = block.terminator().successors().into_iter();
        let new = next.filter(|next| seen.insert(*next));
        waiting.extend(new.map(|next| (next, None)));
    }
    reached
}

/// Whether a declaration can be reached again.
pub(crate) fn is_reached_again(variable: &Variable) -> bool {
    if variable.jumps {
        return true;
    }
    let home = variable.declaration.parent();
    let mut waiting = home.terminator().successors();
    let mut seen = FxHashSet::default();
    while let Some(block) = waiting.pop() {
        if block == home {
            return true;
        }
        if seen.insert(block) {
            waiting.extend(block.terminator().successors());
        }
    }
    false
}
