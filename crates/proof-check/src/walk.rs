//! Walks through a program along the decisions of a certificate. Each run of the program takes one of
//! the paths that are followed, or the certificate is refused: at a branch both ways are followed, or
//! one is shown to be impossible.

use crate::guide::Guide;
use crate::join;
use crate::machine::{Machine, NO_PROOF, Next};
use crate::memory::{Memory, POINTER_BYTES};
use crate::program::Program;
use crate::scope::Scope;
use crate::state::{Conditions, State, Stop};
use std::collections::BTreeMap;

/// What a walk has shown.
pub struct Shown {
    /// Paths that were followed to their ends.
    pub paths: u64,
    /// Instructions that were executed.
    pub steps: u64,
    /// Proofs that were checked.
    pub checked: u64,
    /// Different claims.
    pub claims: usize,
    /// The exit status of the last path, if it is the same for all its runs.
    pub status: Option<u128>,
    /// What is not certified: the place, the rule or proof that is missing, and on how many paths.
    pub missing: BTreeMap<(String, String), u64>,
}

impl Shown {
    /// Whether a proof is missing, not only rules.
    pub fn misses_proofs(&self) -> bool {
        self.missing
            .keys()
            .any(|(_, what)| what.starts_with(NO_PROOF))
    }
}

/// Two ways that become one at a block.
struct Open {
    /// The call.
    frame: u64,
    block: usize,
    /// The number of states that waited before the two ways.
    before: usize,
    /// The states that have arrived.
    arrived: Vec<State>,
}

/// Walks through a program.
///
/// # Errors
/// What is wrong with the certificate.
pub fn walk(
    program: &Program,
    scope: &Scope,
    guide: &mut dyn Guide,
    steps: u64,
) -> Result<Shown, String> {
    follow(Machine::new(program, scope, guide), steps)
}

/// Runs a program on inputs, byte by byte, with a guide for what still depends on symbols: addresses
/// and uninitialized memory. What fails is missing in what this shows.
///
/// # Errors
/// What is wrong with the program, or with an answer of the guide.
pub fn run(
    program: &Program,
    scope: &Scope,
    guide: &mut dyn Guide,
    inputs: Vec<u8>,
    steps: u64,
) -> Result<Shown, String> {
    let mut machine = Machine::new(program, scope, guide);
    machine.inputs = Some(inputs.into());
    follow(machine, steps)
}

fn follow(machine: Machine, steps: u64) -> Result<Shown, String> {
    let mut walk = Walk {
        machine,
        waiting: Vec::new(),
        open: Vec::new(),
        paths: 0,
        steps: 0,
    };
    walk.start().map_err(|stop| match stop {
        Stop::Wrong(problem) => problem,
        Stop::Missing(what) => format!("the start of the program: {what}"),
        Stop::End | Stop::Impossible => "the program does not start".to_string(),
    })?;
    while let Some(state) = walk.next()? {
        walk.follow(state, steps)?;
    }
    let machine = walk.machine;
    Ok(Shown {
        paths: walk.paths,
        steps: walk.steps,
        checked: machine.claims.checked,
        claims: machine.claims.count(),
        status: machine.status.and_then(|it| machine.pool.constant(it)),
        missing: machine.missing,
    })
}

struct Walk<'a> {
    machine: Machine<'a>,
    waiting: Vec<State>,
    open: Vec<Open>,
    paths: u64,
    steps: u64,
}

impl Walk<'_> {
    fn start(&mut self) -> Result<(), Stop> {
        if self.machine.program.pointer_bytes != POINTER_BYTES {
            return Err(Stop::missing("pointers that do not have 64 bits"));
        }
        let entry = self.machine.program.entry;
        let entry = entry.ok_or_else(|| Stop::Wrong("the program has no entry".to_string()))?;
        let mut state = State {
            frames: Vec::new(),
            memory: Memory::default(),
            conditions: Conditions::default(),
            stack_bytes: 0,
            loops: Vec::new(),
            arrived: false,
            place: None,
        };
        state.memory = self.machine.initial_memory()?;
        self.machine.enter(&mut state, entry)?;
        self.waiting.push(state);
        Ok(())
    }

    /// The next state to follow. Where all states between a fork and its join have been followed,
    /// those that arrived become one.
    fn next(&mut self) -> Result<Option<State>, String> {
        while let Some(open) = self.open.last() {
            if self.waiting.len() > open.before {
                break;
            }
            let Some(open) = self.open.pop() else { break };
            let joined = join::join(&mut self.machine.pool, open.arrived);
            for state in joined {
                self.arrive(state);
            }
        }
        Ok(self.waiting.pop())
    }

    /// Puts a state where it belongs: to the join that it has reached, or to those that wait.
    fn arrive(&mut self, state: State) {
        let at = state.frames.last().map(|it| (it.number, it.block));
        let reached = self.open.iter_mut().rev().filter(|_| state.arrived);
        let mut reached = reached.filter(|it| Some((it.frame, it.block)) == at);
        match reached.next() {
            Some(open) => open.arrived.push(state),
            None => self.waiting.push(state),
        }
    }

    /// Follows a state until it ends, forks, or comes to a block.
    fn follow(&mut self, mut state: State, limit: u64) -> Result<(), String> {
        if std::mem::take(&mut state.arrived)
            && let Err(stop) = self.machine.arrive(&mut state)
        {
            return self.end(&state, stop);
        }
        loop {
            self.steps += 1;
            if self.steps > limit {
                return Err(format!("the program goes on after {limit} instructions"));
            }
            match self.machine.step(&mut state) {
                Ok(Next::On) => {}
                Ok(Next::Block) => {
                    self.arrive(state);
                    return Ok(());
                }
                Ok(Next::Fork(ways, join)) => {
                    if let (Some(block), Some(frame)) = (join, ways[0].frames.last()) {
                        self.open.push(Open {
                            frame: frame.number,
                            block,
                            before: self.waiting.len(),
                            arrived: Vec::new(),
                        });
                    }
                    let [then, otherwise] = *ways;
                    self.arrive(otherwise);
                    self.arrive(then);
                    return Ok(());
                }
                Err(stop) => return self.end(&state, stop),
            }
        }
    }

    /// The end of a path.
    fn end(&mut self, state: &State, stop: Stop) -> Result<(), String> {
        self.paths += 1;
        match stop {
            Stop::End | Stop::Impossible => Ok(()),
            Stop::Missing(what) => {
                self.machine.note(state, what);
                Ok(())
            }
            Stop::Wrong(problem) => {
                let place = self.machine.program.describe(state.place);
                Err(format!("at {place}: {problem}"))
            }
        }
    }
}
