//! The decisions that lead to a finding, as text: `a.c:12: !x taken`, one per line, with
//! repetitions folded.
//!
//! Whether a branch target means that a source condition holds is known from the roles of the
//! successor blocks ([`Role`]), not from the order of the targets, because compilers swap them for
//! a `!`. If a branch tests a part of a condition that the source text does not show, as within a
//! macro, the text only says that it is within.

use crate::condition::{Condition, Kind, condition};
use crate::source::Sources;
use crate::value::signed;
use num_bigint::BigInt;
use sheaf_engine::Alternative;
use sheaf_engine::outcome::{Decided, Finding, Turn};
use sheaf_engine::path::ProgramPoint;
use sheaf_ir::{BlockId, Const, Func, FuncId, Loc, Module, Role, Switch, Terminator};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// Lines of the last decisions that are shown, about.
const SHOWN_LINES: usize = 10;
/// The longest repetition that is searched for, in decisions.
const LONGEST_PERIOD: usize = 24;

/// How many ranges of cases of a switch are shown that lead to the same target.
const CASES_SHOWN: usize = 6;

/// A decision in terms of the source.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its location.
    pub loc: Loc,
    /// The condition that it tests, if the source shows it.
    pub condition: Option<String>,
    /// The outcome: `taken`, `not taken`, `is 3`, `is none of the cases`; `one side` or `the
    /// other side` if it is not known what is tested.
    pub decision: String,
    /// What the variables in the condition were, if known.
    pub values: Vec<(String, String)>,
    /// Whether it is known what is tested.
    known: bool,
    /// The function of the branch.
    pub func: FuncId,
    block: BlockId,
}

/// Decisions repeat each other whatever the values are.
impl PartialEq for Told {
    fn eq(&self, other: &Self) -> bool {
        let key = |it: &Self| (it.func, it.block, it.loc);
        let said = |it: &Self| (it.condition.clone(), it.decision.clone());
        key(self) == key(other) && said(self) == said(other)
    }
}

impl Told {
    /// The text without the location: `x > 3 taken`.
    pub fn text(&self) -> String {
        match &self.condition {
            Some(condition) if self.known => format!("{condition} {}", self.decision),
            Some(condition) => format!("within {condition}, {}", self.decision),
            None => self.decision.clone(),
        }
    }

    /// What it tests, if known.
    pub fn tested(&self) -> Option<&str> {
        self.condition.as_deref().filter(|_| self.known)
    }

    /// Whether this tests a part of a condition and the next decision at the same location, which
    /// says more, continues it.
    fn goes_on(&self, next: &Told) -> bool {
        let same = (self.func, self.loc) == (next.func, next.loc) && self.block < next.block;
        !self.known && same
    }

    fn line(&self, module: &Module, with_values: bool) -> String {
        let file = &module.files[self.loc.file];
        let values = self.values.iter().filter(|_| with_values);
        let values: Vec<String> = values
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let values = match values.is_empty() {
            true => String::new(),
            false => format!(" ({})", values.join(", ")),
        };
        format!("{file}:{}: {}{values}", self.loc.line, self.text())
    }
}

/// The trace, indented, with repetitions folded.
pub fn lines(module: &Module, sources: &mut Sources, trace: &[Turn]) -> String {
    let told = told(module, sources, trace);
    let parts = fold(&told);
    let lines = parts.iter().flat_map(|part| part_lines(module, part));
    lines.collect()
}

/// The last decisions on the path to a finding, the last one first, with a heading; empty if there
/// are none. The steps of a repetition stay in order.
pub fn last(module: &Module, sources: &mut Sources, finding: &Finding) -> String {
    last_of(module, &decisive(module, sources, finding, usize::MAX))
}

/// At most so many of the last decisions by inputs on the path to a finding; if these are not
/// known, all decisions.
pub fn decisive(
    module: &Module,
    sources: &mut Sources,
    finding: &Finding,
    most: usize,
) -> Vec<Told> {
    match &finding.decisive {
        Some(all) => Teller::new(module).all(sources, &all[all.len().saturating_sub(most)..]),
        None => {
            let all = &finding.trace;
            told(module, sources, &all[all.len().saturating_sub(most)..])
        }
    }
}

fn last_of(module: &Module, told: &[Told]) -> String {
    let parts = fold(told);
    let mut text = String::new();
    let mut lines = 0;
    let mut left = parts.len();
    for part in parts.iter().rev() {
        let new = part_lines(module, part);
        if lines > 0 && lines + new.len() > SHOWN_LINES {
            break;
        }
        lines += new.len();
        left -= 1;
        text.extend(new);
    }
    // Writing to a string cannot fail.
    if left > 0 {
        let decisions = parts[..left].iter();
        let decisions: usize = decisions.map(|(part, times)| part.len() * times).sum();
        let _ = writeln!(text, "    ... {decisions} more before (--explain path)");
    }
    match parts.len() {
        0 => String::new(),
        1 => format!("  decided at\n{text}"),
        _ => format!("  decided at, the last first\n{text}"),
    }
}

/// The lines of a part and its number of repetitions.
fn part_lines(module: &Module, (part, times): &(&[Told], usize)) -> Vec<String> {
    match part {
        [step] if *times == 1 => vec![format!("    {}\n", step.line(module, true))],
        [step] => vec![format!("    {}, {times} times\n", step.line(module, false))],
        _ => {
            let indent = if *times == 1 { "" } else { "  " };
            let head = (*times > 1).then(|| format!("    {times} times\n"));
            let steps = part
                .iter()
                .map(|step| format!("    {indent}{}\n", step.line(module, *times == 1)));
            head.into_iter().chain(steps).collect()
        }
    }
}

/// The decisions with a location, in terms of the source. Of several decisions on parts of one
/// condition that no column distinguishes, the last one.
pub fn told(module: &Module, sources: &mut Sources, trace: &[Turn]) -> Vec<Told> {
    Teller::new(module).told(sources, trace)
}

/// Tells decisions of a program, with an index of its branches.
pub(crate) struct Teller<'m> {
    module: &'m Module,
    branches: HashMap<FuncId, Branches>,
    known: HashMap<Turn, Option<Told>>,
}

impl<'m> Teller<'m> {
    /// For a program.
    pub fn new(module: &'m Module) -> Teller<'m> {
        Teller {
            module,
            branches: HashMap::new(),
            known: HashMap::new(),
        }
    }

    /// As the function [`told`].
    pub fn told(&mut self, sources: &mut Sources, trace: &[Turn]) -> Vec<Told> {
        let decided = |turn: &Turn| Decided {
            turn: *turn,
            values: Vec::new(),
        };
        let decided: Vec<Decided> = trace.iter().map(decided).collect();
        self.all(sources, &decided)
    }

    /// The condition of an alternative at a program point and its outcome, if the source shows
    /// them.
    pub fn edge(
        &mut self,
        sources: &mut Sources,
        point: ProgramPoint,
        alternative: Alternative,
    ) -> Option<String> {
        let turn = Turn {
            func: point.func,
            block: point.block,
            target: alternative.target? as u32,
        };
        let told = self.one(sources, &turn)?;
        told.tested().is_some().then(|| told.text())
    }

    fn all(&mut self, sources: &mut Sources, trace: &[Decided]) -> Vec<Told> {
        let mut all: Vec<Told> = Vec::new();
        for Decided { turn, values } in trace {
            let Some(told) = self.one(sources, turn) else {
                continue;
            };
            if all.last().is_some_and(|last| last.goes_on(told)) {
                all.pop();
            }
            all.push(Told {
                values: values.clone(),
                ..told.clone()
            });
        }
        all
    }

    fn one(&mut self, sources: &mut Sources, turn: &Turn) -> Option<&Told> {
        if !self.known.contains_key(turn) {
            let func = &self.module.funcs[turn.func];
            let branches = self.branches.entry(turn.func);
            let branches = branches.or_insert_with(|| Branches::of(self.module, func));
            let told = tell(self.module, sources, branches, turn);
            self.known.insert(*turn, told);
        }
        self.known[turn].as_ref()
    }
}

fn tell(module: &Module, sources: &mut Sources, branches: &Branches, turn: &Turn) -> Option<Told> {
    let func = &module.funcs[turn.func];
    let block = &func.blocks[turn.block];
    let loc = module.locs[block.loc?];
    let found = condition(sources, &module.files[loc.file], loc.line, loc.column);
    let decision = match &block.terminator {
        Terminator::Switch(switch) => {
            let is_number = found.as_ref().is_none_or(|it| it.kind == Kind::Switch);
            is_number.then(|| cases(func, switch, turn.target as usize))
        }
        _ => test(func, branches.at(loc), turn, found.as_ref()).map(|holds| match holds {
            true => "taken".to_string(),
            false => "not taken".to_string(),
        }),
    };
    let known = decision.is_some();
    let sides = ["one side", "the other side"];
    let side = || sides[usize::from(turn.target > 0)].to_string();
    Some(Told {
        loc,
        condition: found.map(|it| it.text),
        decision: decision.unwrap_or_else(side),
        values: Vec::new(),
        known,
        func: turn.func,
        block: turn.block,
    })
}

/// The branches of a function.
struct Branches {
    by_loc: HashMap<Loc, Vec<BlockId>>,
    /// Whether blocks have roles.
    has_roles: bool,
}

impl Branches {
    fn of(module: &Module, func: &Func) -> Branches {
        let mut by_loc: HashMap<Loc, Vec<BlockId>> = HashMap::new();
        for (id, block) in func.blocks.enumerate() {
            if let (Terminator::Branch(..), Some(loc)) = (&block.terminator, block.loc) {
                by_loc.entry(module.locs[loc]).or_default().push(id);
            }
        }
        let has_roles = func.blocks.iter().any(|block| block.role.is_some());
        Branches { by_loc, has_roles }
    }

    /// Those at a location, and whether blocks have roles.
    fn at(&self, loc: Loc) -> (&[BlockId], bool) {
        let here = self.by_loc.get(&loc).map_or(&[][..], Vec::as_slice);
        (here, self.has_roles)
    }
}

/// The cases that lead to a target of a switch, the first ones if there are many.
fn cases(func: &Func, switch: &Switch, target: usize) -> String {
    if target == switch.default() {
        return "is none of the cases".to_string();
    }
    let numbers = switch.constants(target).filter_map(|case| {
        Some(match &func.consts[case] {
            Const::Bits { value, .. } if switch.unsigned => BigInt::from(*value),
            Const::Bits { width, value } => BigInt::from(signed(*value, *width)),
            Const::Int(value) => value.clone(),
            _ => return None,
        })
    });
    let mut ranges = ranges(numbers.collect());
    let more = ranges.len().saturating_sub(CASES_SHOWN);
    ranges.truncate(CASES_SHOWN);
    let last = match more {
        0 => ranges.pop().unwrap_or_default(),
        more => format!("{more} other cases"),
    };
    match ranges.is_empty() {
        true => format!("is {last}"),
        false => format!("is {} or {last}", ranges.join(", ")),
    }
}

/// Numbers as text, neighbors as ranges: `3`, `5 to 7`.
pub(crate) fn ranges(numbers: BTreeSet<BigInt>) -> Vec<String> {
    let numbers: Vec<BigInt> = numbers.into_iter().collect();
    let ranges = numbers.chunk_by(|before, after| before + 1_u32 == *after);
    let text = ranges.map(|range| match range {
        [one] => one.to_string(),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    text.collect()
}

/// Whether the condition holds, if the branch tests it.
fn test(
    func: &Func,
    (here, has_roles): (&[BlockId], bool),
    turn: &Turn,
    condition: Option<&Condition>,
) -> Option<bool> {
    let Terminator::Branch(_, targets) = &func.blocks[turn.block].terminator else {
        return None;
    };
    let branch = Branch {
        func,
        here,
        has_roles,
        block: turn.block,
        targets: [targets[0].block, targets[1].block],
        taken: turn.target as usize,
    };
    match condition {
        Some(condition) => branch.on(condition.kind),
        None => branch.holds(&[Role::Then, Role::Body, Role::First]),
    }
}

/// A branch and the target that was taken.
struct Branch<'a> {
    func: &'a Func,
    /// The branches at its location.
    here: &'a [BlockId],
    /// Whether blocks have roles.
    has_roles: bool,
    block: BlockId,
    targets: [BlockId; 2],
    taken: usize,
}

impl Branch<'_> {
    /// Whether a condition of this kind at the location of the branch holds, if the branch tests
    /// one.
    fn on(&self, kind: Kind) -> Option<bool> {
        if !self.has_roles {
            return self.by_order(kind);
        }
        match kind {
            Kind::If => self.holds(&[Role::Then]),
            Kind::Loop | Kind::Do => self.holds(&[Role::Body]),
            Kind::Choice => self.holds(&[Role::First]),
            Kind::Assert => self.holds(&[Role::Then, Role::First]),
            Kind::And => Some(self.taken == self.right_operand(Role::And)?),
            Kind::Or => Some(self.taken != self.right_operand(Role::Or)?),
            Kind::Nothing => Some(self.taken == self.right_operand(Role::Or)?),
            Kind::Switch | Kind::Other => None,
        }
    }

    fn role(&self, target: usize) -> Option<Role> {
        self.func.blocks[self.targets[target]].role
    }

    /// Whether a condition holds whose true targets have these roles. A branch on a part of a
    /// condition may decide it or not.
    fn holds(&self, yes: &[Role]) -> Option<bool> {
        let is_yes = |role: Option<Role>| role.is_some_and(|role| yes.contains(&role));
        if self.targets_here(&is_yes) > 1 {
            return None;
        }
        let (role, other) = (self.role(self.taken), self.role(1 - self.taken));
        let no: &[Role] = match yes {
            [Role::Body] => &[Role::Exit],
            [Role::First] => &[Role::Second],
            [Role::Then] => &[Role::Else],
            [Role::Then, Role::First] => &[Role::Else, Role::Second],
            _ => &[Role::Else, Role::Exit, Role::Second],
        };
        match role {
            _ if is_yes(role) => Some(true),
            Some(role) if no.contains(&role) => Some(false),
            None if is_yes(other) => Some(false),
            _ => None,
        }
    }

    /// How many blocks with such roles the branches at this location lead to: of several, only one
    /// belongs to the condition that is shown.
    fn targets_here(&self, is_yes: &dyn Fn(Option<Role>) -> bool) -> usize {
        let mut found: Vec<BlockId> = self
            .here
            .iter()
            .flat_map(|block| self.func.blocks[*block].terminator.targets())
            .map(|target| target.block)
            .filter(|block| is_yes(self.func.blocks[*block].role))
            .collect();
        found.sort();
        found.dedup();
        found.len()
    }

    /// The target that is the right operand of the operator at this location: if both are, that of
    /// the inner operator, which comes first.
    fn right_operand(&self, role: Role) -> Option<usize> {
        let targets = (0..2).filter(|target| self.role(*target) == Some(role));
        targets.min_by_key(|target| self.targets[*target])
    }

    /// For programs whose blocks have no roles: decides by the order of blocks, which is that of
    /// the source, where dependent code follows its condition. If several branches have this
    /// location, nothing is known.
    fn by_order(&self, kind: Kind) -> Option<bool> {
        let follows = |target: &usize| self.targets[*target] > self.block;
        let next = (0..2)
            .filter(follows)
            .min_by_key(|target| self.targets[*target])?;
        if self.here.len() > 1 {
            return None;
        }
        match kind {
            Kind::If | Kind::Loop | Kind::And => Some(self.taken == next),
            Kind::Or | Kind::Do => Some(self.taken != next),
            Kind::Choice | Kind::Nothing | Kind::Assert | Kind::Switch | Kind::Other => None,
        }
    }
}

/// Splits a sequence into repeated parts, each with its number of repetitions.
fn fold<T: PartialEq>(row: &[T]) -> Vec<(&[T], usize)> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < row.len() {
        let rest = &row[at..];
        let times = |period: usize| {
            let part = &rest[..period];
            rest.chunks_exact(period)
                .take_while(|chunk| *chunk == part)
                .count()
        };
        let periods = 1..=LONGEST_PERIOD.min(rest.len() / 2);
        // The repetition that saves most; of equal ones, the shortest.
        let best = periods
            .map(|period| (period, times(period)))
            .rev()
            .max_by_key(|(period, times)| period * (times - 1));
        let (period, times) = best
            .filter(|(period, times)| period * (times - 1) > 1)
            .unwrap_or((1, 1));
        parts.push((&rest[..period], times));
        at += period * times;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::branching_module;
    use sheaf_ir::FileId;

    fn shown(targets: &[u32]) -> String {
        let trace: Vec<Turn> = targets
            .iter()
            .map(|target| Turn {
                func: FuncId(0),
                block: BlockId(0),
                target: *target,
            })
            .collect();
        lines(&branching_module(), &mut Sources::default(), &trace)
    }

    #[test]
    fn repetitions_are_folded() {
        assert_eq!(shown(&[0, 1]), "    a.c:2: taken\n    a.c:2: not taken\n");
        assert_eq!(shown(&[0, 0, 0]), "    a.c:2: taken, 3 times\n");
        assert_eq!(
            shown(&[0, 1, 0, 1]),
            "    2 times\n      a.c:2: taken\n      a.c:2: not taken\n"
        );
        assert_eq!(shown(&[]), "");
    }

    #[test]
    fn cases_are_shown_as_ranges() {
        let text = "module ptr 8 func @f(%c: bits8) {
            b0: switch %c [bits8 7: b1, bits8 255: b1, bits8 0: b2, bits8 1: b2, bits8 2: b2,
                bits8 9: b3] else b3
            b1: ret
            b2: ret
            b3: ret }";
        let module = sheaf_ir::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let func = &module.funcs[FuncId(0)];
        let Terminator::Switch(switch) = &func.blocks[BlockId(0)].terminator else {
            panic!("not a switch");
        };
        assert_eq!(cases(func, switch, 0), "is -1 or 7");
        assert_eq!(cases(func, switch, 1), "is 0 to 2");
        assert_eq!(cases(func, switch, 2), "is none of the cases");
    }

    #[test]
    fn the_last_decisions_come_first() {
        let told = |line| Told {
            loc: Loc {
                file: FileId(0),
                line,
                column: 1,
            },
            condition: None,
            decision: "taken".to_string(),
            values: Vec::new(),
            known: true,
            func: FuncId(0),
            block: BlockId(0),
        };
        let row: Vec<Told> = (0..100).map(told).collect();
        let text = last_of(&branching_module(), &row);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), SHOWN_LINES + 2, "{text}");
        assert_eq!(lines[0], "  decided at, the last first");
        assert_eq!(lines[1], "    a.c:99: taken");
        assert_eq!(lines[11], "    ... 90 more before (--explain path)");
    }
}
