//! Executes instructions on the state of a path, by its own definition of the operations. What must
//! not happen is a claim that the path contradicts it; what has no rule ends the path and is
//! counted.

mod access;
mod arguments;
mod call;
mod intrinsic;
mod leak;
mod pointer;
mod scalar;
mod step;

use crate::claims::Claims;
use crate::cut::{Expression, Loop};
use crate::guide::{Decision, Guide, Point};
use crate::memory::{Byte, MAX_OBJECT, Memory, Object, Region};
use crate::program::{Constant, Init, Operand, Program, Type};
use crate::scope::{Scope, Uncounted};
use crate::state::{State, Stop};
use crate::term::{Node, Operator, Pool, Term, arity};
use crate::value::{Base, ObjectId, Value};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;

pub use step::Next;

/// What a note begins with that says that a proof is missing.
pub(crate) const NO_PROOF: &str = "no proof";

/// What does not happen where one way of a branch is impossible.
const OTHER_WAY: &str = "other way";

/// A question about a path. A macro, because the guide is borrowed, too.
macro_rules! question {
    ($machine:expr, $state:expr, $kind:expr, $goal:expr, $complement:expr) => {
        $crate::claims::Question {
            pool: &$machine.pool,
            conditions: &$state.conditions,
            goal: $goal,
            complement: $complement,
            claims: &$machine.claims,
            kind: $kind,
            place: $state.place,
        }
    };
}
pub(crate) use question;

/// The parts of the walk that all paths share.
pub struct Machine<'a> {
    pub(crate) program: &'a Program,
    pub(crate) scope: &'a Scope,
    /// The terms.
    pub pool: Pool,
    pub(crate) guide: &'a mut dyn Guide,
    pub(crate) claims: Claims,
    /// What is not certified, by place and rule, with the number of paths.
    pub(crate) missing: BTreeMap<(String, String), u64>,
    /// The inputs of a run, byte by byte; `None` if they may be any.
    pub(crate) inputs: Option<VecDeque<u8>>,
    /// The exit status of the path that ended last.
    pub(crate) status: Option<Term>,
    objects: ObjectId,
    calls: u64,
    defined: HashMap<Term, Term>,
}

impl<'a> Machine<'a> {
    /// A machine for a program.
    pub fn new(program: &'a Program, scope: &'a Scope, guide: &'a mut dyn Guide) -> Machine<'a> {
        Machine {
            program,
            scope,
            pool: Pool::default(),
            guide,
            claims: Claims::default(),
            missing: BTreeMap::new(),
            inputs: None,
            status: None,
            objects: program.globals.len() as ObjectId,
            calls: 0,
            defined: HashMap::new(),
        }
    }

    /// The memory at the start: object `n` is the global `n`.
    ///
    /// # Errors
    /// When a global has no rules.
    pub(crate) fn initial_memory(&mut self) -> Result<Memory, Stop> {
        let mut memory = Memory::default();
        for (number, global) in self.program.globals.iter().enumerate() {
            if global.bytes > MAX_OBJECT {
                return Err(Stop::missing("an object of more than 16 MiB"));
            }
            if let Init::Data(bytes, _) = &global.init
                && bytes.len() as u64 != global.bytes
            {
                return Err(Stop::Wrong("a global of another size".to_string()));
            }
            let (bytes, pointers): (Vec<Byte>, &[_]) = match &global.init {
                Init::External => (Vec::new(), &[]),
                Init::Zero => (
                    vec![Byte::Bits(self.pool.bits(8, 0), 0); global.bytes as usize],
                    &[],
                ),
                Init::Data(bytes, pointers) => {
                    let byte = |it: &u8| Byte::Bits(self.pool.bits(8, u128::from(*it)), 0);
                    (bytes.iter().map(byte).collect(), pointers)
                }
            };
            let size = self.pool.bits(64, bytes.len() as u128);
            let object = Object {
                region: match global.constant {
                    true => Region::Constant,
                    false => Region::Global,
                },
                align: global.align,
                unnamed: global.unnamed,
                external: matches!(global.init, Init::External),
                alive: Term::TRUE,
                size,
                bytes: Rc::new(bytes),
            };
            let (id, size) = (number as ObjectId, object.room());
            memory.insert(id, object);
            for (offset, value) in pointers {
                let value = self.constant(value)?;
                let end = offset.checked_add(crate::memory::POINTER_BYTES);
                if end.is_none_or(|end| end > size) {
                    return Err(Stop::Wrong("a pointer outside of a global".to_string()));
                }
                memory.store(&mut self.pool, id, *offset, &value)?;
            }
        }
        Ok(memory)
    }

    /// Adds an object, and returns the pointer to it.
    pub(crate) fn new_object(
        &mut self,
        state: &mut State,
        region: Region,
        align: u64,
        size: Term,
        bytes: Vec<Byte>,
    ) -> Result<Value, Stop> {
        let id = self.objects;
        self.objects += 1;
        if region == Region::Stack {
            state.stack_bytes += bytes.len() as u64;
            state.frame_mut()?.objects.push(id);
        }
        let object = Object {
            region,
            align,
            unnamed: false,
            external: false,
            alive: Term::TRUE,
            size,
            bytes: Rc::new(bytes),
        };
        state.memory.insert(id, object);
        if state.stack_bytes > self.scope.stack_bytes {
            self.oblige(state, "stack-overflow", Term::TRUE)?;
        }
        let zero = self.pool.bits(64, 0);
        Ok(Value::pointer(Base::Object(id), zero))
    }

    /// The value of a constant.
    ///
    /// # Errors
    /// When it has no rules.
    pub(crate) fn constant(&mut self, constant: &Constant) -> Result<Value, Stop> {
        Ok(match constant {
            Constant::Bits(width, value) | Constant::Float(width, value) => {
                Value::Bits(self.pool.bits(*width, *value))
            }
            Constant::Null => Value::null(&mut self.pool),
            Constant::Global(global, offset) => {
                let offset = self.pool.bits(64, u128::from(*offset as u64));
                Value::pointer(Base::Object(*global as ObjectId), offset)
            }
            Constant::Func(func) => {
                let zero = self.pool.bits(64, 0);
                Value::pointer(Base::Func(*func), zero)
            }
            Constant::Uninitialized(ty) => self.uninitialized(ty)?,
            Constant::Tuple(members) => {
                let members = members.iter().map(|it| self.constant(it));
                Value::Tuple(members.collect::<Result<_, _>>()?)
            }
            Constant::Other(kind) => return Err(Stop::missing(format!("constants `{kind}`"))),
        })
    }

    fn uninitialized(&mut self, ty: &Type) -> Result<Value, Stop> {
        Ok(match ty {
            Type::Bits(width) | Type::Float(width) => Value::Bits(self.pool.symbol(*width, true)),
            Type::Ptr => Value::pointer(Base::Nothing, self.pool.symbol(64, true)),
            Type::Tuple(members) => {
                let members = members.iter().map(|it| self.uninitialized(it));
                Value::Tuple(members.collect::<Result<_, _>>()?)
            }
            Type::Other(name) => return Err(Stop::missing(format!("the type `{name}`"))),
        })
    }

    /// The value of an operand.
    ///
    /// # Errors
    /// When it has no rules, or is not known on this path.
    pub(crate) fn value(&mut self, state: &State, operand: &Operand) -> Result<Value, Stop> {
        match operand {
            Operand::Constant(constant) => self.constant(constant),
            Operand::Local(local) => {
                let value = state.frame()?.values.get(*local as usize);
                let value = value.and_then(|it| it.clone());
                value.ok_or_else(|| Stop::missing("a value that joined paths do not share"))
            }
        }
    }

    /// The bits of an operand.
    ///
    /// # Errors
    /// As for [`Machine::value`], and when it has none.
    pub(crate) fn bits(&mut self, state: &State, operand: &Operand) -> Result<Term, Stop> {
        self.value(state, operand)?.bits()
    }

    /// The bits of an operand of this width.
    ///
    /// # Errors
    /// As for [`Machine::bits`], and when it has another width.
    pub(crate) fn word(
        &mut self,
        state: &State,
        operand: &Operand,
        width: u32,
    ) -> Result<Term, Stop> {
        let value = self.value(state, operand)?;
        self.of_width(&value, width)
    }

    /// The bits of a value of this width.
    ///
    /// # Errors
    /// When it has none, or another width.
    pub(crate) fn of_width(&self, value: &Value, width: u32) -> Result<Term, Stop> {
        let term = value.bits()?;
        match self.pool.width(term) == width {
            true => Ok(term),
            false => Err(Stop::missing("a number of another width")),
        }
    }

    /// Claims that a failure does not happen. Where there is no proof, the path goes on under the
    /// condition that it does not.
    ///
    /// # Errors
    /// When the path ends here.
    pub(crate) fn oblige(
        &mut self,
        state: &mut State,
        kind: &str,
        fails: Term,
    ) -> Result<(), Stop> {
        if fails == Term::FALSE {
            return Ok(());
        }
        let holds = self.pool.not(fails);
        if !self.scope.counts(kind) {
            match Scope::uncounted(kind) {
                Uncounted::Ends => return self.assume(state, holds),
                Uncounted::GoesOn => return Ok(()),
                Uncounted::Shown => {}
            }
        }
        if state.conditions.contains(holds) {
            return Ok(());
        }
        if !self.is_shown(state, kind, fails)? {
            self.note(state, format!("{NO_PROOF} that there is no {kind}"));
            state.conditions.push(holds);
        }
        match holds {
            Term::FALSE => Err(Stop::Impossible),
            _ => Ok(()),
        }
    }

    /// Whether there is a proof that a path contradicts a condition.
    fn is_shown(&mut self, state: &mut State, kind: &str, fails: Term) -> Result<bool, Stop> {
        let question = question!(self, state, kind, fails, None);
        let Some(proof) = self.guide.refute(&question).map_err(Stop::Wrong)? else {
            return Ok(false);
        };
        let checked = self
            .claims
            .check(&self.pool, &state.conditions, fails, &proof);
        checked.map_err(|problem| self.wrong(state, kind, &problem))?;
        state.conditions.learn(self.pool.not(fails));
        Ok(true)
    }

    /// Shows that a fact of a cut loop holds: that its complement does not.
    pub(crate) fn show_fact(
        &mut self,
        state: &mut State,
        of: &Loop,
        fact: &Expression,
        fails: Term,
    ) -> Result<(), Stop> {
        let holds = self.pool.not(fails);
        if fails == Term::FALSE || state.conditions.contains(holds) {
            return Ok(());
        }
        if !self.is_shown(state, "broken invariant", fails)? {
            self.guide.refuted(&self.pool, state, of, fact, fails);
            self.note(state, format!("{NO_PROOF} of an invariant"));
            return Ok(());
        }
        match holds {
            Term::FALSE => Err(Stop::Impossible),
            _ => Ok(()),
        }
    }

    /// Starts a block of a call.
    pub(crate) fn arrive(&mut self, state: &mut State) -> Result<(), Stop> {
        let frame = state.frame()?;
        let (func, block, number) = (frame.func, frame.block, frame.number);
        let at = Point { func, block };
        self.guide.reached(at, number).map_err(Stop::Wrong)?;
        self.leave_loops(state)?;
        let loops = &self.scope.loops;
        match loops.iter().find(|it| (it.func, it.head) == (func, block)) {
            Some(of) => self.visit(state, of),
            None => Ok(()),
        }
    }

    /// The error for a claim of this kind that its proof does not show.
    fn wrong(&self, state: &State, kind: &str, problem: &str) -> Stop {
        let place = self.program.describe(state.place);
        let number = self.claims.checked;
        Stop::Wrong(format!(
            "claim {number} (no {kind} at {place}) is not shown: {problem}"
        ))
    }

    /// Notes that something is not certified.
    pub(crate) fn note(&mut self, state: &State, what: String) {
        let place = self.program.describe(state.place);
        *self.missing.entry((place, what)).or_default() += 1;
    }

    /// Restricts a path to a condition.
    ///
    /// # Errors
    /// When it never holds.
    pub(crate) fn assume(&mut self, state: &mut State, condition: Term) -> Result<(), Stop> {
        match condition {
            Term::FALSE => Err(Stop::Impossible),
            _ => {
                state.conditions.push(condition);
                Ok(())
            }
        }
    }

    /// Claims that a term does not depend on uninitialized memory.
    ///
    /// # Errors
    /// As for [`Machine::oblige`].
    pub(crate) fn require_defined(&mut self, state: &mut State, term: Term) -> Result<(), Stop> {
        if !self.pool.is_undefined(term) {
            return Ok(());
        }
        let defined = self.defined_when(term);
        let fails = self.pool.not(defined);
        self.oblige(state, "uninitialized", fails)
    }

    /// When a term does not depend on uninitialized memory: of a choice, only the chosen operand
    /// counts.
    fn defined_when(&mut self, term: Term) -> Term {
        let mut waiting = vec![term];
        while let Some(next) = waiting.last().copied() {
            if self.defined.contains_key(&next) {
                waiting.pop();
                continue;
            }
            let (operator, args) = match self.pool.node(next) {
                _ if !self.pool.is_undefined(next) => {
                    self.defined.insert(next, Term::TRUE);
                    continue;
                }
                Node::Apply(operator, args) => (operator, args),
                _ => {
                    self.defined.insert(next, Term::FALSE);
                    continue;
                }
            };
            let args = &args[..arity(operator)];
            let before = waiting.len();
            waiting.extend(args.iter().filter(|it| !self.defined.contains_key(it)));
            if waiting.len() > before {
                continue;
            }
            let of: Vec<Term> = args.iter().map(|it| self.defined[it]).collect();
            let defined = match operator {
                Operator::Ite => {
                    let chosen = self.pool.choose(args[0], of[1], of[2]);
                    self.pool.and(of[0], chosen)
                }
                Operator::And | Operator::Or if self.pool.width(next) == 1 => {
                    self.decided_when(operator, [args[0], args[1]], [of[0], of[1]])
                }
                _ => of
                    .iter()
                    .fold(Term::TRUE, |all, it| self.pool.and(all, *it)),
            };
            self.defined.insert(next, defined);
        }
        self.defined[&term]
    }

    /// When a conjunction or disjunction of bits does not depend on uninitialized memory: also where
    /// one operand decides it.
    fn decided_when(&mut self, operator: Operator, args: [Term; 2], defined: [Term; 2]) -> Term {
        let mut all = self.pool.and(defined[0], defined[1]);
        for (arg, defined) in args.into_iter().zip(defined) {
            let decides = match operator {
                Operator::And => self.pool.not(arg),
                _ => arg,
            };
            let alone = self.pool.and(defined, decides);
            all = self.pool.or(all, alone);
        }
        all
    }

    /// Asks how a branch is decided, and checks the answer.
    pub(crate) fn decide(&mut self, state: &State, condition: Term) -> Result<Decision, Stop> {
        let not = self.pool.not(condition);
        let frame = state.frame()?;
        let at = Point {
            func: frame.func,
            block: frame.block,
        };
        let question = question!(self, state, OTHER_WAY, condition, Some(not));
        let decision = self.guide.decide(&question, at).map_err(Stop::Wrong)?;
        let (goal, proof) = match &decision {
            Decision::Only(value, proof) => (if *value { not } else { condition }, proof),
            Decision::Neither(proof) => (Term::TRUE, proof),
            _ => return Ok(decision),
        };
        let checked = self
            .claims
            .check(&self.pool, &state.conditions, goal, proof);
        checked.map_err(|problem| self.wrong(state, OTHER_WAY, &problem))?;
        Ok(decision)
    }

    /// A number that no other call or cut has.
    pub(crate) fn next_call(&mut self) -> u64 {
        self.calls += 1;
        self.calls
    }
}
