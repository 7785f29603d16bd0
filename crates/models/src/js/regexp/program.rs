//! A pattern as a program for the matcher.

use super::set::{Case, CharSet, MAX};
use oxc_allocator::Allocator;
use oxc_regular_expression::ast::{
    Alternative, BoundaryAssertionKind, CharacterClass, CharacterClassContents,
    CharacterClassContentsKind, CharacterClassEscapeKind, Disjunction, LookAroundAssertionKind,
    Modifier, Quantifier, Term, UnicodePropertyEscape,
};
use oxc_regular_expression::{LiteralParser, Options};
use std::collections::HashMap;

/// An instruction. A path through the program is a match; the matcher tries paths in order.
#[derive(Debug)]
pub enum Inst {
    /// Reads a character of this set, to the left if `back`.
    Read { set: usize, back: bool },
    /// Holds at the start of the text, or of a line.
    Start { of_line: bool },
    /// Holds at the end of the text, or of a line.
    End { of_line: bool },
    /// Holds where of the characters at both sides one is in the set and the other is not, or
    /// where that is not so.
    Boundary { word: usize, negative: bool },
    /// Writes the position to a slot.
    Save(usize),
    /// Empties slots.
    Reset { from: usize, to: usize },
    /// Fails if the position is that of a slot.
    Moved(usize),
    /// Continues with the first target, then with the second.
    Split(usize, usize),
    /// Continues elsewhere.
    Jump(usize),
    /// Reads what the first of these groups with a match has matched.
    Same {
        groups: Vec<usize>,
        case: Case,
        back: bool,
    },
    /// Runs what follows up to [`Inst::Accept`] from here, and continues at `next` if it matches,
    /// or does not match.
    Look { negative: bool, next: usize },
    /// The end of a match.
    Accept,
}

/// A pattern as a program.
pub struct Program {
    /// The instructions; it starts at the first.
    pub insts: Vec<Inst>,
    /// The sets that they name.
    pub sets: Vec<CharSet>,
    /// The number of groups, with the whole match.
    pub groups: usize,
    /// The number of slots: two for each group, and others.
    pub slots: usize,
    /// Names of groups, with their numbers, in the order of the pattern.
    pub names: Vec<(String, usize)>,
    /// Whether characters are code points.
    pub unicode: bool,
}

/// Why a pattern has no program.
pub enum Refused {
    /// It is no pattern.
    Syntax(String),
    /// It is not supported.
    Unmodelled(String),
}

/// Limits, so that no pattern exhausts the stack or memory.
const MAX_INSTS: usize = 100_000;
const MAX_DEPTH: usize = 500;

/// A body that matches something cannot be repeated more often in any string.
const MAX_TIMES: u64 = 1 << 28;

/// The words of the parser for what is wrong, and those of node.
const MESSAGES: &[(&str, &str)] = &[
    ("Unterminated capturing group", "Unterminated group"),
    ("Unterminated non-capturing group", "Unterminated group"),
    (
        "Unterminated capturing group name",
        "Invalid capture group name",
    ),
    (
        "Character class atom range out of order",
        "Range out of order in character class",
    ),
    ("Invalid braced quantifier", "Nothing to repeat"),
    ("Invalid extended atom escape", "\\ at end of pattern"),
];

/// The program of a pattern with these flags.
pub fn compile(source: &str, flags: &str) -> Result<Program, Refused> {
    let valid = |flag| "dgimsuvy".contains(flag) && flags.matches(flag).count() == 1;
    if !flags.chars().all(valid) || flags.contains('u') && flags.contains('v') {
        let message = format!("Invalid flags supplied to RegExp constructor '{flags}'");
        return Err(Refused::Syntax(message));
    }
    let invalid = |why: &str| {
        let why = why.trim_start_matches("Invalid regular expression: ");
        let known = MESSAGES.iter().find(|(parser, _)| *parser == why);
        let why = known.map_or(why, |(_, text)| text);
        Refused::Syntax(format!(
            "Invalid regular expression: /{source}/{flags}: {why}"
        ))
    };
    if depth(source) > MAX_DEPTH {
        let what = format!("a regular expression nested deeper than {MAX_DEPTH}");
        return Err(Refused::Unmodelled(what));
    }
    let Some(spelled) = with_controls(source, flags) else {
        return Err(invalid("Invalid Unicode escape"));
    };
    let allocator = Allocator::default();
    let parser = LiteralParser::new(&allocator, &spelled, Some(flags), Options::default());
    let pattern = parser
        .parse()
        .map_err(|error| invalid(&error.to_string()))?;
    let unicode = flags.contains(['u', 'v']);
    let mut names = Names::default();
    names.disjunction(&pattern.body);
    let mut compiler = Compiler {
        program: Program {
            insts: Vec::new(),
            sets: Vec::new(),
            groups: names.groups,
            slots: 2 * names.groups,
            names: Vec::new(),
            unicode,
        },
        by_name: HashMap::new(),
        next_group: 1,
        ignore_case: flags.contains('i'),
        lines: flags.contains('m'),
        dot_all: flags.contains('s'),
        back: false,
    };
    for (name, group) in &names.named {
        compiler
            .by_name
            .entry(name.clone())
            .or_default()
            .push(*group);
    }
    compiler.program.names = names.named;
    compiler.emit(Inst::Save(0))?;
    compiler.disjunction(&pattern.body)?;
    compiler.emit(Inst::Save(1))?;
    compiler.emit(Inst::Accept)?;
    Ok(compiler.program)
}

/// A pattern with control characters in classes, such as `\cA`, spelled as the parser knows them
/// (ECMA-262, 22.2.1 and B.1.2). `None` if one of them must not be there.
fn with_controls(source: &str, flags: &str) -> Option<String> {
    let unicode = flags.contains(['u', 'v']);
    let mut spelled = String::with_capacity(source.len());
    let (mut depth, mut chars) = (0usize, source.chars().peekable());
    while let Some(char) = chars.next() {
        match char {
            '[' if depth == 0 || flags.contains('v') => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        spelled.push(char);
        if char != '\\' {
            continue;
        }
        let escaped = chars.next();
        if escaped == Some('c') {
            let is_letter = |it: &char| it.is_ascii_alphabetic();
            let in_class = |it: &char| depth > 0 && !unicode && (it.is_ascii_digit() || *it == '_');
            match chars.peek().copied() {
                Some(it) if depth > 0 && (is_letter(&it) || in_class(&it)) => {
                    chars.next();
                    spelled.push_str(&format!("x{:02x}", u32::from(it) % 32));
                    continue;
                }
                Some(it) if is_letter(&it) => {}
                _ if unicode => return None,
                _ => {}
            }
        }
        spelled.extend(escaped);
    }
    Some(spelled)
}

/// An upper bound of the nesting of groups and classes.
fn depth(source: &str) -> usize {
    let (mut depth, mut most) = (0usize, 0);
    for character in source.chars() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        most = most.max(depth);
    }
    most
}

/// Counts groups and collects their names.
struct Names {
    groups: usize,
    named: Vec<(String, usize)>,
}

impl Default for Names {
    fn default() -> Names {
        Names {
            groups: 1,
            named: Vec::new(),
        }
    }
}

impl Names {
    fn disjunction(&mut self, disjunction: &Disjunction) {
        let alternatives = disjunction.body.iter();
        for term in alternatives.flat_map(|alternative| &alternative.body) {
            self.term(term);
        }
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::CapturingGroup(group) => {
                if let Some(name) = &group.name {
                    self.named.push((name.to_string(), self.groups));
                }
                self.groups += 1;
                self.disjunction(&group.body);
            }
            Term::IgnoreGroup(group) => self.disjunction(&group.body),
            Term::LookAroundAssertion(look) => self.disjunction(&look.body),
            Term::Quantifier(quantifier) => self.term(&quantifier.body),
            _ => {}
        }
    }
}

struct Compiler {
    program: Program,
    by_name: HashMap<String, Vec<usize>>,
    next_group: usize,
    ignore_case: bool,
    lines: bool,
    dot_all: bool,
    back: bool,
}

type Result<T, E = Refused> = std::result::Result<T, E>;

impl Compiler {
    fn emit(&mut self, inst: Inst) -> Result<usize> {
        if self.program.insts.len() >= MAX_INSTS {
            let what = "a regular expression of this size".to_string();
            return Err(Refused::Unmodelled(what));
        }
        self.program.insts.push(inst);
        Ok(self.program.insts.len() - 1)
    }

    fn here(&self) -> usize {
        self.program.insts.len()
    }

    fn case(&self) -> Case {
        match (self.ignore_case, self.program.unicode) {
            (false, _) => Case::Matters,
            (true, false) => Case::Upper,
            (true, true) => Case::Folded,
        }
    }

    fn disjunction(&mut self, disjunction: &Disjunction) -> Result<()> {
        let mut ends = Vec::new();
        let (last, others) = disjunction.body.split_last().expect("an alternative");
        for alternative in others {
            let split = self.emit(Inst::Split(self.here() + 1, 0))?;
            self.alternative(alternative)?;
            ends.push(self.emit(Inst::Jump(0))?);
            self.program.insts[split] = Inst::Split(split + 1, self.here());
        }
        self.alternative(last)?;
        for end in ends {
            self.program.insts[end] = Inst::Jump(self.here());
        }
        Ok(())
    }

    fn alternative(&mut self, alternative: &Alternative) -> Result<()> {
        if !self.back {
            return alternative.body.iter().try_for_each(|term| self.term(term));
        }
        // What is read to the left is read from the end on, but groups are numbered from the start.
        let first = self.next_group;
        let mut starts = Vec::with_capacity(alternative.body.len());
        let mut names = Names {
            groups: first,
            named: Vec::new(),
        };
        for term in &alternative.body {
            starts.push(names.groups);
            names.term(term);
        }
        for (term, start) in alternative.body.iter().zip(starts).rev() {
            self.next_group = start;
            self.term(term)?;
        }
        self.next_group = names.groups;
        Ok(())
    }

    fn term(&mut self, term: &Term) -> Result<()> {
        match term {
            Term::BoundaryAssertion(it) => {
                let of_line = self.lines;
                let inst = match it.kind {
                    BoundaryAssertionKind::Start => Inst::Start { of_line },
                    BoundaryAssertionKind::End => Inst::End { of_line },
                    kind => Inst::Boundary {
                        word: self.named_set(CharSet::word(self.case())),
                        negative: kind == BoundaryAssertionKind::NegativeBoundary,
                    },
                };
                self.emit(inst).map(drop)
            }
            Term::LookAroundAssertion(it) => {
                use LookAroundAssertionKind::*;
                let negative = matches!(it.kind, NegativeLookahead | NegativeLookbehind);
                let back = matches!(it.kind, Lookbehind | NegativeLookbehind);
                let look = self.emit(Inst::Accept)?;
                let before = std::mem::replace(&mut self.back, back);
                self.disjunction(&it.body)?;
                self.back = before;
                self.emit(Inst::Accept)?;
                let next = self.here();
                self.program.insts[look] = Inst::Look { negative, next };
                Ok(())
            }
            Term::Quantifier(it) => self.quantifier(it),
            Term::Character(it) => self.read(CharSet::of(it.value)),
            Term::Dot(_) => {
                let excluded = match self.dot_all {
                    true => CharSet::default(),
                    false => CharSet::line_ends(),
                };
                let set = self.named_set(excluded.complement());
                self.emit(Inst::Read {
                    set,
                    back: self.back,
                })
                .map(drop)
            }
            Term::CharacterClassEscape(it) => {
                let set = self.escape(it.kind);
                self.read(set)
            }
            Term::UnicodePropertyEscape(it) => {
                let set = self.property(it)?;
                self.read(set)
            }
            Term::CharacterClass(it) => {
                let set = self.class(it)?;
                let set = self.named_set(set);
                self.emit(Inst::Read {
                    set,
                    back: self.back,
                })
                .map(drop)
            }
            Term::CapturingGroup(it) => {
                let group = self.next_group;
                self.next_group += 1;
                let (first, last) = (2 * group, 2 * group + 1);
                let (first, last) = if self.back {
                    (last, first)
                } else {
                    (first, last)
                };
                self.emit(Inst::Save(first))?;
                self.disjunction(&it.body)?;
                self.emit(Inst::Save(last)).map(drop)
            }
            Term::IgnoreGroup(it) => {
                let before = (self.ignore_case, self.lines, self.dot_all);
                if let Some(modifiers) = &it.modifiers {
                    for (which, on) in [(modifiers.enabling, true), (modifiers.disabling, false)] {
                        self.ignore_case = set_by(which, Modifier::I, on, self.ignore_case);
                        self.lines = set_by(which, Modifier::M, on, self.lines);
                        self.dot_all = set_by(which, Modifier::S, on, self.dot_all);
                    }
                }
                let result = self.disjunction(&it.body);
                (self.ignore_case, self.lines, self.dot_all) = before;
                result
            }
            Term::IndexedReference(it) => self.reference(vec![it.index as usize]),
            Term::NamedReference(it) => {
                let groups = self.by_name.get(it.name.as_str()).cloned();
                self.reference(groups.unwrap_or_default())
            }
        }
    }

    fn reference(&mut self, groups: Vec<usize>) -> Result<()> {
        let (case, back) = (self.case(), self.back);
        self.emit(Inst::Same { groups, case, back }).map(drop)
    }

    fn named_set(&mut self, set: CharSet) -> usize {
        let sets = &mut self.program.sets;
        sets.iter().position(|it| *it == set).unwrap_or_else(|| {
            sets.push(set);
            sets.len() - 1
        })
    }

    fn read(&mut self, set: CharSet) -> Result<()> {
        let set = self.named_set(set.without_case(self.case()));
        self.emit(Inst::Read {
            set,
            back: self.back,
        })
        .map(drop)
    }

    /// A body that is repeated. Its groups are emptied before each time, and once it has matched
    /// often enough, it must not match nothing (ECMA-262, 22.2.2.3.1).
    fn quantifier(&mut self, quantifier: &Quantifier) -> Result<()> {
        let first = self.next_group;
        let mut names = Names {
            groups: first,
            named: Vec::new(),
        };
        names.term(&quantifier.body);
        let last = names.groups;
        for _ in 0..quantifier.min {
            let before = self.here();
            self.once(&quantifier.body, first, last)?;
            if self.here() == before {
                break;
            }
        }
        let mark = self.program.slots;
        self.program.slots += 1;
        let mut splits = Vec::new();
        let more = quantifier.max.map(|max| max.saturating_sub(quantifier.min));
        let more = more.filter(|more| *more < MAX_TIMES);
        let mut done = 0;
        while more.is_none_or(|more| done < more) {
            let split = self.emit(Inst::Jump(0))?;
            splits.push(split);
            self.emit(Inst::Save(mark))?;
            self.once(&quantifier.body, first, last)?;
            self.emit(Inst::Moved(mark))?;
            done += 1;
            if more.is_none() {
                self.emit(Inst::Jump(split))?;
                break;
            }
        }
        let end = self.here();
        for split in splits {
            self.program.insts[split] = match quantifier.greedy {
                true => Inst::Split(split + 1, end),
                false => Inst::Split(end, split + 1),
            };
        }
        self.next_group = last;
        Ok(())
    }

    fn once(&mut self, body: &Term, first: usize, last: usize) -> Result<()> {
        self.next_group = first;
        if first < last {
            let (from, to) = (2 * first, 2 * last);
            self.emit(Inst::Reset { from, to })?;
        }
        self.term(body)
    }

    fn escape(&self, kind: CharacterClassEscapeKind) -> CharSet {
        use CharacterClassEscapeKind::*;
        match kind {
            D => CharSet::digits(),
            NegativeD => CharSet::digits().complement(),
            S => CharSet::spaces(),
            NegativeS => CharSet::spaces().complement(),
            W => CharSet::word(self.case()),
            NegativeW => CharSet::word(self.case()).complement(),
        }
    }

    fn property(&self, escape: &UnicodePropertyEscape) -> Result<CharSet> {
        let value = escape.value.as_ref().map(|value| value.as_str());
        let found = match escape.strings {
            true => None,
            false => CharSet::property(&escape.name, value),
        };
        match found {
            Some(set) if escape.negative => Ok(set.complement()),
            Some(set) => Ok(set),
            None => Err(Refused::Unmodelled(format!(
                "the Unicode property {}{}{}",
                escape.name,
                if value.is_some() { "=" } else { "" },
                value.unwrap_or_default()
            ))),
        }
    }

    /// The characters of a class, with those that differ in case only.
    fn class(&self, class: &CharacterClass) -> Result<CharSet> {
        let mut parts = class.body.iter().map(|part| self.part(part));
        let first = parts.next().unwrap_or_else(|| Ok(CharSet::default()))?;
        let set = parts.try_fold(first, |set, part| {
            let part = part?;
            Ok(match class.kind {
                CharacterClassContentsKind::Union => set.union(&part),
                CharacterClassContentsKind::Intersection => set.intersection(&part),
                CharacterClassContentsKind::Subtraction => set.intersection(&part.complement()),
            })
        })?;
        Ok(match class.negative {
            true => set.complement(),
            false => set,
        })
    }

    fn part(&self, part: &CharacterClassContents) -> Result<CharSet> {
        let set = match part {
            CharacterClassContents::CharacterClassRange(it) => {
                CharSet::new(vec![(it.min.value, it.max.value.min(MAX))])
            }
            CharacterClassContents::CharacterClassEscape(it) => self.escape(it.kind),
            CharacterClassContents::UnicodePropertyEscape(it) => self.property(it)?,
            CharacterClassContents::Character(it) => CharSet::of(it.value),
            CharacterClassContents::NestedCharacterClass(it) => return self.class(it),
            CharacterClassContents::ClassStringDisjunction(it) => {
                if it.strings {
                    let what = "strings in a class of a regular expression".to_string();
                    return Err(Refused::Unmodelled(what));
                }
                let characters = it.body.iter().flat_map(|string| &string.body);
                CharSet::new(characters.map(|it| (it.value, it.value)).collect())
            }
        };
        Ok(set.without_case(self.case()))
    }
}

fn set_by(which: Modifier, flag: Modifier, on: bool, before: bool) -> bool {
    if which.contains(flag) { on } else { before }
}
