//! A state for people: the variables of each call, the objects that the program has allocated, and
//! the path condition.
//!
//! Variables are named values. Where the front end keeps them in memory, as it does if asked to,
//! they have a value at each point of their lives: the named value is the place. Otherwise a
//! variable is known only where its value was computed.

use crate::memory::{Bytes, Content, Life, Object, Part, Storage, Table};
use crate::program::Program;
use crate::shown::{Reading, UNKNOWN, Writer, quoted};
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::index::Idx;
use sheaf_ir::{
    Const, Element, FileId, FloatKind, Func, FuncId, GlobalId, Init, LocId, Local, Module, Op, Type,
};
use sheaf_term::Pool;
use std::collections::BTreeSet;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// The parts of an object that are told.
    MOST_PARTS: usize = 16, 1 => 256, "parts";
}

/// Variables and their values.
pub type Values = Vec<(String, String)>;

/// A state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The calls of the user's functions, outermost first.
    pub calls: Vec<Call>,
    /// The global variables that these functions use.
    pub globals: Values,
    /// The objects that the program has allocated.
    pub objects: Vec<Allocated>,
    /// The path condition, in the order in which it came to be.
    pub condition: Vec<String>,
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The function.
    pub func: FuncId,
    /// Where it is.
    pub loc: Option<LocId>,
    /// Those in scope, with their values.
    pub variables: Values,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allocated {
    /// What pointers to it are called.
    pub name: String,
    /// The number of bytes, if it has a known one.
    pub bytes: Option<u64>,
    /// Where it was allocated.
    pub loc: Option<LocId>,
    /// What it holds.
    pub content: String,
}

/// A variable of a function.
struct Variable {
    name: String,
    local: Local,
    is_place: bool,
    reading: Reading,
}

/// Takes snapshots of the states of a program.
pub struct Camera<'p> {
    program: &'p Program,
    variables: FxHashMap<FuncId, Rc<[Variable]>>,
    globals: BTreeSet<GlobalId>,
    /// The files of the user's functions.
    files: FxHashSet<FileId>,
}

impl<'p> Camera<'p> {
    /// For a program.
    pub fn new(program: &'p Program) -> Camera<'p> {
        let module = program.module();
        let own = || module.funcs.iter().filter(|func| func.user);
        let insts = own().flat_map(|func| func.blocks.iter().flat_map(|block| &block.insts));
        let places = insts.filter_map(|inst| inst.loc);
        let globals = own().flat_map(|func| func.consts.iter());
        let globals = globals.filter_map(|it| match it {
            Const::Global(global, _) => Some(*global),
            _ => None,
        });
        let is_variable = |global: &GlobalId| {
            let global = &module.globals[*global];
            !global.constant && global.init != Init::External
        };
        Camera {
            program,
            variables: FxHashMap::default(),
            globals: globals.filter(is_variable).collect(),
            files: places.map(|loc| module.locs[loc].file).collect(),
        }
    }

    /// A snapshot of a state.
    pub fn snapshot(&mut self, pool: &Pool, state: &State) -> Snapshot {
        let module = self.program.module();
        let own = |frame: &&Rc<Frame>| module.funcs[frame.func].user;
        let frames: Vec<&Rc<Frame>> = state.frames.iter().filter(own).collect();
        let places: Vec<Vec<(String, Place)>> = frames
            .iter()
            .map(|frame| places(&self.variables(frame.func), frame, state))
            .collect();
        let names = Names::new(self.program, state, &places);
        let writer = Writer {
            program: self.program,
            pool,
            name: &|object| names.of(object),
        };
        let values = |places: &[(String, Place)]| -> Values {
            let value =
                |(name, place): &(String, Place)| Some((name.clone(), place.text(&writer, state)?));
            places.iter().filter_map(value).collect()
        };
        let calls = frames.iter().zip(&places).map(|(frame, places)| Call {
            func: frame.func,
            loc: at(module, frame, frame.is_top_of(state)),
            variables: values(places),
        });
        let globals = self.globals.iter().filter_map(|id| {
            let object = state.heap.find(ObjectId(id.index() as u32 + 1))?;
            Some((
                module.globals[*id].name.to_string(),
                content(&writer, object),
            ))
        });
        let (calls, globals) = (calls.collect(), globals.collect());
        let terms = state.constraints.terms();
        Snapshot {
            calls,
            globals,
            objects: self.objects(&writer, &names, state, &places),
            condition: terms.into_iter().map(|it| writer.term(it)).collect(),
        }
    }

    fn variables(&mut self, func: FuncId) -> Rc<[Variable]> {
        let module = self.program.module();
        let known = self.variables.entry(func);
        known
            .or_insert_with(|| variables(&module.funcs[func]).into())
            .clone()
    }

    /// The objects that were allocated in the user's functions and are alive. Of those that are no
    /// bytes, which need not be freed, the ones that something points to.
    fn objects(
        &self,
        writer: &Writer,
        names: &Names,
        state: &State,
        places: &[Vec<(String, Place)>],
    ) -> Vec<Allocated> {
        let module = self.program.module();
        let is_own = |object: &Object| {
            let loc = object.loc.map(|loc| module.locs[loc]);
            loc.is_some_and(|loc| self.files.contains(&loc.file))
        };
        let is_shown = |object: &Object| {
            let is_bytes = matches!(object.content, Content::Bytes(_));
            let is_allocated = object.storage == Storage::Heap || !is_bytes;
            is_allocated && object.life == Life::Alive && is_own(object)
        };
        let reached = reached(state, places, &is_shown);
        let objects = state.heap.objects();
        let objects = objects.filter(|(id, object)| {
            let is_bytes = matches!(object.content, Content::Bytes(_));
            let is_found = is_bytes || reached.contains(id);
            is_shown(object) && is_found && !names.has(*id) && function_in(object).is_none()
        });
        let told = |(id, object): (ObjectId, &Object)| Allocated {
            name: names.of(id),
            bytes: object
                .size
                .known()
                .filter(|_| matches!(object.content, Content::Bytes(_))),
            loc: object.loc,
            content: content(writer, object),
        };
        objects.map(told).collect()
    }
}

/// The objects that variables lead to through objects that are shown.
fn reached(
    state: &State,
    places: &[Vec<(String, Place)>],
    is_shown: &dyn Fn(&Object) -> bool,
) -> FxHashSet<ObjectId> {
    let variables = places.iter().flatten();
    let mut waiting: Vec<ObjectId> = Vec::new();
    for (_, place) in variables {
        match place {
            Place::In(object) => waiting.push(*object),
            Place::Value(value, _) => waiting.extend(value.objects()),
        }
    }
    let mut found = FxHashSet::default();
    while let Some(id) = waiting.pop() {
        let Some(object) = state.heap.find(id) else {
            continue;
        };
        let is_variable = places
            .iter()
            .flatten()
            .any(|(_, place)| *place == Place::In(id));
        if (is_variable || is_shown(object)) && found.insert(id) {
            waiting.extend(values_in(object).flat_map(Value::objects));
        }
    }
    found
}

/// The values in an object, other than plain bytes.
fn values_in(object: &Object) -> Box<dyn Iterator<Item = &Value> + '_> {
    match &object.content {
        Content::Bytes(bytes) => Box::new(bytes.values()),
        Content::Cells(cells) => Box::new(cells.iter()),
        Content::Record(fields) => Box::new(fields.iter().map(|(_, value)| value)),
        Content::Table(table) => Box::new(members(table).map(|(_, value)| value)),
        Content::External => Box::new(std::iter::empty()),
    }
}

/// Where a call is: at its next instruction, or at the call that it waits for.
fn at(module: &Module, frame: &Frame, is_top: bool) -> Option<LocId> {
    let block = &module.funcs[frame.func].blocks[frame.block];
    let inst = frame.inst.checked_sub(usize::from(!is_top));
    let inst = inst.and_then(|inst| block.insts.get(inst));
    inst.map_or(block.loc, |inst| inst.loc)
}

impl Frame {
    fn is_top_of(&self, state: &State) -> bool {
        state
            .frames
            .last()
            .is_some_and(|top| std::ptr::eq(&**top, self))
    }
}

/// The named values of a function, in the order of their definitions. Of values with one name, the
/// places are kept if there are some.
fn variables(func: &Func) -> Vec<Variable> {
    let insts = func.blocks.iter().flat_map(|block| &block.insts);
    let makes_place = |op: &Op| matches!(op, Op::Alloc(_) | Op::NewCells(_) | Op::NewRecord(_));
    let made = insts.filter(|inst| makes_place(&inst.op));
    let made: FxHashSet<Local> = made.filter_map(|inst| inst.result).collect();
    let named = func.definitions().filter_map(|local| {
        Some(Variable {
            name: func.locals[local].name.as_ref()?.to_string(),
            local,
            is_place: made.contains(&local),
            reading: Reading::of(&func.locals[local].ty, false),
        })
    });
    let named: Vec<Variable> = named.collect();
    let with_place: FxHashSet<String> = named
        .iter()
        .filter(|it| it.is_place)
        .map(|it| it.name.clone())
        .collect();
    let is_pointer = |it: &Variable| func.locals[it.local].ty == Type::Ptr;
    let of_place = named.into_iter().filter(|it| {
        // A parameter of a block may be one of several places.
        it.is_place || !with_place.contains(&it.name) || is_pointer(it)
    });
    let mut variables: Vec<Variable> = of_place.collect();
    for variable in &mut variables {
        variable.is_place |= with_place.contains(&variable.name);
    }
    variables
}

/// What a variable is.
#[derive(Clone, PartialEq, Debug)]
enum Place {
    /// The content of an object.
    In(ObjectId),
    Value(Value, Reading),
}

impl Place {
    /// Its value; `None` before it has one.
    fn text(&self, writer: &Writer, state: &State) -> Option<String> {
        match self {
            Place::In(object) => {
                let object = state.heap.find(*object)?;
                (object.life == Life::Alive).then(|| content(writer, object))
            }
            Place::Value(value, reading) => Some(writer.value(value, *reading)),
        }
    }
}

/// The variables of a call. Of several with one name, the one whose place is newest, or whose value
/// is defined last.
fn places(variables: &[Variable], frame: &Frame, state: &State) -> Vec<(String, Place)> {
    let mut found: Vec<(String, Place)> = Vec::new();
    for variable in variables {
        let place = match &frame.regs[variable.local.index()] {
            Value::Uninitialized => continue,
            Value::Ptr { object, offset: 0 } if variable.is_place => {
                let is_alive = |it: &Object| it.life == Life::Alive;
                if !state.heap.find(*object).is_some_and(is_alive) {
                    continue;
                }
                Place::In(*object)
            }
            value => Place::Value(value.clone(), variable.reading),
        };
        match found.iter_mut().find(|(name, _)| *name == variable.name) {
            Some((_, known)) => match (&*known, &place) {
                (Place::In(known), Place::In(new)) if known > new => {}
                _ => *known = place,
            },
            None => found.push((variable.name.clone(), place)),
        }
    }
    found
}

/// How values are read in languages whose values have kinds of their own.
const READING: Reading = Reading {
    float: Some(FloatKind::F64),
    is_unsigned: false,
};

/// The names of objects.
struct Names<'p> {
    program: &'p Program,
    state: &'p State,
    variables: FxHashMap<ObjectId, String>,
}

impl<'p> Names<'p> {
    fn new(program: &'p Program, state: &'p State, places: &[Vec<(String, Place)>]) -> Names<'p> {
        let places = places.iter().flatten();
        let variables = places.filter_map(|(name, place)| match place {
            Place::In(object) => Some((*object, format!("&{name}"))),
            Place::Value(..) => None,
        });
        Names {
            program,
            state,
            variables: variables.collect(),
        }
    }

    /// Whether an object is a variable.
    fn has(&self, object: ObjectId) -> bool {
        self.variables.contains_key(&object)
    }

    fn of(&self, object: ObjectId) -> String {
        let known = self.variables.get(&object).cloned();
        known.unwrap_or_else(|| object_name(self.program, self.state, object))
    }
}

/// The name of an object: of the global variable that it is, or of the function that a dynamic
/// language keeps there, without the number that tells functions of one name apart.
pub fn object_name(program: &Program, state: &State, object: ObjectId) -> String {
    let global = || Some(format!("&{}", program.global_name(object)?));
    let function = || {
        let func = function_in(state.heap.find(object)?)?;
        let full = &program.module().funcs[func].name;
        let name = full.split('#').next().filter(|name| !name.is_empty());
        Some(name.unwrap_or(full).to_string())
    };
    let known = global().or_else(function);
    known.unwrap_or_else(|| format!("object {}", object.0))
}

/// What an object holds.
fn content(writer: &Writer, object: &Object) -> String {
    match &object.content {
        Content::Bytes(bytes) => of_bytes(writer, bytes, object),
        Content::Cells(cells) => {
            let cells = cells.iter().map(|it| writer.value(it, READING));
            braced(cells, cells_is_single(object))
        }
        Content::Record(fields) => {
            let name = |(_, value): &(_, Value)| writer.value(value, READING);
            braced(fields.iter().map(name), cells_is_single(object))
        }
        Content::Table(table) => {
            let member = |(key, value): (Value, &Value)| {
                let key = match &key {
                    Value::Str(text) => String::from_utf16_lossy(text.units()),
                    key => writer.value(key, READING),
                };
                format!("{key}: {}", writer.value(value, READING))
            };
            braced(members(table).map(member), false)
        }
        Content::External => UNKNOWN.to_string(),
    }
}

/// The members of a table that are the program's: their keys are strings and indices. Others are
/// kept there by the library.
fn members(table: &Table) -> impl Iterator<Item = (Value, &Value)> {
    table.members().filter(|(key, _)| is_of_program(key))
}

fn is_of_program(key: &Value) -> bool {
    matches!(key, Value::Str(_) | Value::Bits { width: 32, .. })
}

/// The function that a table is, if the library keeps one there.
fn function_in(object: &Object) -> Option<FuncId> {
    let Content::Table(table) = &object.content else {
        return None;
    };
    let mut kept = table.members().filter(|(key, _)| !is_of_program(key));
    kept.find_map(|(_, value)| match value {
        Value::Func(func) => Some(*func),
        _ => None,
    })
}

/// Whether an object is as good as the only value in it: a variable.
fn cells_is_single(object: &Object) -> bool {
    object.size.known() == Some(1)
}

/// Values in braces; a single one without, if it stands for all.
fn braced(mut values: impl Iterator<Item = String>, is_single: bool) -> String {
    let mut shown: Vec<String> = values.by_ref().take(MOST_PARTS.get()).collect();
    match (&shown[..], is_single) {
        ([only], true) => only.clone(),
        _ => {
            shown.extend(values.next().map(|_| "...".to_string()));
            format!("{{{}}}", shown.join(", "))
        }
    }
}

/// The content of bytes: a text, a number, or a row of numbers and whole values.
fn of_bytes(writer: &Writer, bytes: &Bytes, object: &Object) -> String {
    let step = step(object, bytes.len());
    let reading = match object.element {
        Element::Float(kind) => Reading {
            float: Some(kind),
            is_unsigned: false,
        },
        Element::Integer(_) => Reading {
            float: None,
            is_unsigned: false,
        },
    };
    let Some(parts) = bytes.parts(step, MOST_PARTS.get() + 1) else {
        return "an array term".to_string();
    };
    if let Some(text) = text(&parts).filter(|_| object.element == Element::BYTE) {
        return text;
    }
    if parts.iter().all(|part| *part == Part::Uninitialized) {
        return UNKNOWN.to_string();
    }
    let shown = parts.iter().map(|part| match part {
        Part::Whole(value) => writer.value(value, reading),
        Part::Number(bytes, number) => reading.number(8 * *bytes as u32, *number),
        Part::Uninitialized => UNKNOWN.to_string(),
    });
    braced(shown, true)
}

/// The bytes of a number in an object. Where the type of the elements is not known, numbers of 32
/// bits are more frequent than others.
fn step(object: &Object, len: usize) -> usize {
    let is_unknown = object.element == Element::BYTE && object.storage == Storage::Heap;
    match is_unknown && len.is_multiple_of(4) {
        true => 4,
        false => object.element.bytes() as usize,
    }
}

/// Bytes as text, if all are known, and printable up to a null character.
fn text(parts: &[Part]) -> Option<String> {
    let bytes: Option<Vec<u16>> = parts
        .iter()
        .map(|part| match part {
            Part::Number(1, byte) => u16::try_from(*byte).ok(),
            _ => None,
        })
        .collect();
    let bytes = bytes?;
    let end = bytes.iter().position(|byte| *byte == 0)?;
    let is_printable = |byte: &u16| matches!(byte, 0x20..=0x7e | 0x9 | 0xa);
    (end > 0 && bytes[..end].iter().all(is_printable)).then(|| quoted(&bytes[..end]))
}
