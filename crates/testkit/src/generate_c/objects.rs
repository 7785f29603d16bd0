//! Random statements on heap objects, linked lists, function pointers and structs. In nested
//! blocks, the existence and identity of objects depend on conditions, which state merging must
//! handle.
//!
//! An owner is null or a pointer to a heap object, and no two owners are equal, so that nothing is
//! freed twice. Where failures are wanted, statements violate this discipline.

use super::Mode;
use super::program::{Generator, Leave};
use super::scope::{Choice, Function, Heap, Procedure};
use super::types::{Expr, I32, Int};
use rand::Rng;

impl Generator {
    /// Declares owners, lists and pointers to functions.
    pub(super) fn objects(&mut self) {
        if self.one_in(2) {
            let (ty, length) = (self.int_type(), self.rng.random_range(1..4));
            let owners: Vec<String> = (0..self.rng.random_range(1..4))
                .map(|_| self.fresh("h"))
                .collect();
            for owner in &owners {
                self.line(&format!("{} *{owner} = NULL;", ty.name));
            }
            self.scope.heaps.push(Heap { owners, ty, length });
        }
        if self.one_in(2) {
            for _ in 0..self.rng.random_range(1..3) {
                let list = self.fresh("list");
                self.line(&format!("struct node *{list} = NULL;"));
                self.scope.lists.push(list);
            }
        }
        let named: Vec<Function> = self.scope.functions.clone();
        if let Some(first) = named.first().filter(|_| self.one_in(2)) {
            let pointer = self.fresh("fp");
            let among: Vec<String> = named
                .iter()
                .map(|function| function.text.clone())
                .filter(|text| !text.ends_with('['))
                .collect();
            let types: Vec<&str> = first.params.iter().map(|ty| ty.name).collect();
            self.line(&format!(
                "{} (*{pointer})({}) = {};",
                first.result.name,
                types.join(", "),
                among[0]
            ));
            self.scope.functions.push(Function {
                text: pointer.clone(),
                ..first.clone()
            });
            self.scope.choices.push(Choice { pointer, among });
        }
    }

    /// A procedure that changes a list and a number of its caller.
    pub(super) fn procedure(&mut self) {
        let name = self.global_name("act");
        let outer = self.scope.clone();
        self.scope = outer.read_only();
        self.line(&format!(
            "static void {name}(struct node **list, int32_t *number, uint32_t x) {{"
        ));
        self.scope.lists.push("(*list)".to_string());
        self.place("(*number)".to_string(), I32);
        self.place("x".to_string(), super::types::U32);
        self.nested_body(Leave::Procedure);
        self.line("}");
        self.scope = outer;
        self.scope.procedures.push(Procedure { name });
    }

    /// A statement on something with a pointer; false if nothing of the chosen kind is in scope.
    pub(super) fn object_stmt(&mut self) -> bool {
        match self.rng.random_range(0..20) {
            0..=4 => self.owner_stmt(),
            5..=8 => self.list_stmt(),
            9 => self.choose_function(),
            10 => self.choose_struct(),
            11 => self.read_input(),
            12 if self.one_in(2) => self.call_jumper(),
            12 => self.call_procedure(),
            13 => self.leave_early(),
            14 | 15 => self.sized_object(),
            16 => self.sorted(),
            _ => self.joined_number(),
        }
    }

    fn owner_stmt(&mut self) -> bool {
        let Some(heap) = self.pick(|scope| &scope.heaps) else {
            return false;
        };
        let (p, q) = (self.one_of(&heap.owners), self.one_of(&heap.owners));
        let (ty, length) = (heap.ty.name, heap.length);
        let line = match self.rng.random_range(0..9) {
            0 => {
                let more = self.expr(1).text;
                format!("if (!{p}) {p} = calloc({length} + (uint32_t){more} % 3, sizeof *{p});")
            }
            1 | 2 => {
                let value = self.expr(1).text;
                format!(
                    "if (!{p}) {{ {p} = malloc({length} * sizeof *{p}); for (int i = 0; i < {length}; i++) {p}[i] = i; {p}[0] = {value}; }}"
                )
            }
            3 if self.is_open(3) => format!("free({p});"),
            3 => format!("free({p}); {p} = NULL;"),
            4 | 5 => self.write_owned(&p, &heap),
            6 => format!("{{ {ty} *other = {p}; {p} = {q}; {q} = other; }}"),
            7 => {
                let (condition, value) = (self.condition(), self.expr(1).text);
                let index = self.rng.random_range(0..length);
                format!(
                    "{{ {ty} *one = {condition} ? {p} : {q}; if (one) one[{index}] = {value}; }}"
                )
            }
            _ => {
                let (least, more) = (length + self.rng.random_range(0..3), self.expr(1).text);
                format!(
                    "if ({p}) {p} = realloc({p}, ({least} + (uint32_t){more} % 4) * sizeof *{p});"
                )
            }
        };
        self.line(&line);
        true
    }

    fn write_owned(&mut self, owner: &str, heap: &Heap) -> String {
        let (index, value) = (self.expr(1).text, self.expr(2).text);
        let length = heap.length + u32::from(self.is_open(4));
        let check = if self.is_open(6) {
            String::new()
        } else {
            format!("if ({owner}) ")
        };
        format!("{check}{owner}[(uint32_t){index} % {length}] = {value};")
    }

    /// An array whose size is an expression, on the heap or on the stack: filled, written at one
    /// index and read at another.
    fn sized_object(&mut self) -> bool {
        let Some(target) = self.target() else {
            return false;
        };
        let (n, row, ty) = (self.fresh("n"), self.fresh("row"), self.int_type().name);
        let (length, written, read) = (self.expr(1).text, self.expr(1).text, self.expr(1).text);
        let (value, byte, copied) = (
            self.expr(2).text,
            self.rng.random_range(0..256),
            self.expr(1).text,
        );
        let limit = if self.is_open(4) {
            format!("({n} + 1)")
        } else {
            n.clone()
        };
        let (declare, free) = if self.one_in(2) {
            (format!("{ty} {row}[{n}];"), String::new())
        } else {
            (
                format!("{ty} *{row} = malloc({n} * sizeof *{row});"),
                format!(" free({row});"),
            )
        };
        self.line(&format!(
            "{{ uint32_t {n} = 1 + (uint32_t){length} % 6; {declare} memset({row}, {byte}, {n} * sizeof *{row}); \
             {row}[(uint32_t){written} % {limit}] = {value}; memmove({row}, {row} + {n} / 2, (uint32_t){copied} % ({n} / 2 + 1) * sizeof *{row}); \
             {} = {row}[(uint32_t){read} % {n}];{free} }}",
            target.text
        ));
        true
    }

    /// A few numbers that are sorted and searched. Concrete runs look whether items are equal where
    /// exploration does not, so that their paths differ: there are no inputs.
    fn sorted(&mut self) -> bool {
        let Some(target) = self.target().filter(|_| self.mode == Mode::Closed) else {
            return false;
        };
        let (row, key, index) = (self.fresh("row"), self.expr(1).text, self.expr(1).text);
        let values = [self.expr(1).text, self.expr(0).text, self.expr(1).text];
        self.line(&format!(
            "{{ int32_t {row}[] = {{{}}}, key = {key}, *at; qsort({row}, 3, sizeof *{row}, ascending); \
             at = bsearch(&key, {row}, 3, sizeof *{row}, ascending); {} = at ? at - {row} + 9 : {row}[(uint32_t){index} % 3]; }}",
            values.join(", "),
            target.text
        ));
        true
    }

    fn list_stmt(&mut self) -> bool {
        let Some(list) = self.pick(|scope| &scope.lists) else {
            return false;
        };
        let other = self.pick(|scope| &scope.lists).unwrap_or_default();
        let value = self.expr(1).text;
        let line = match self.rng.random_range(0..9) {
            0..=2 => format!("{list} = node({value}, {list});"),
            3 if self.is_open(3) => {
                format!("{{ struct node *first = {list}; {list} = first->next; free(first); }}")
            }
            3 => format!(
                "if ({list}) {{ struct node *first = {list}; {list} = first->next; free(first); }}"
            ),
            4 if self.is_open(4) => format!("if ({list}) {list}->next->value = {value};"),
            4 => format!("if ({list} && {list}->next) {list}->next->value = {value};"),
            5 if list != other => {
                format!(
                    "if ({list}) {{ struct node *first = {list}; {list} = first->next; first->next = {other}; {other} = first; }}"
                )
            }
            6 => format!("{{ struct node *all = {list}; {list} = {other}; {other} = all; }}"),
            7 if self.is_open(6) => format!("free({list});"),
            7 => format!("{list} = reversed({list});"),
            _ => format!("insert(&{list}, {value});"),
        };
        self.line(&line);
        true
    }

    fn choose_function(&mut self) -> bool {
        let Some(choice) = self.pick(|scope| &scope.choices) else {
            return false;
        };
        let (a, b) = (self.one_of(&choice.among), self.one_of(&choice.among));
        let pointer = choice.pointer;
        let condition = self.condition();
        self.line(&format!("{pointer} = {condition} ? {a} : {b};"));
        true
    }

    fn choose_struct(&mut self) -> bool {
        let Some(structs) = self.pick(|scope| &scope.structs) else {
            return false;
        };
        let (a, b) = (
            self.one_of(&structs.variables),
            self.one_of(&structs.variables),
        );
        let (pointer, condition) = (structs.pointer, self.condition());
        self.line(&format!("{pointer} = {condition} ? &{a} : &{b};"));
        true
    }

    /// An input that only some paths read.
    fn read_input(&mut self) -> bool {
        if self.mode == Mode::Closed || self.leave != Leave::Entry {
            return false;
        }
        let (name, ty) = (self.fresh("late"), self.int_type());
        let Some(target) = self.target() else {
            return false;
        };
        self.line(&format!(
            "{{ {} {name}; klee_make_symbolic(&{name}, sizeof {name}, \"{name}\"); {} = {name}; }}",
            ty.name, target.text
        ));
        true
    }

    fn call_procedure(&mut self) -> bool {
        let procedure = self.pick(|scope| &scope.procedures);
        let (Some(procedure), Some(list)) = (procedure, self.pick(|scope| &scope.lists)) else {
            return false;
        };
        let numbers = self.scope.places.iter();
        // Bit-fields have no address.
        let plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
        let numbers: Vec<String> = numbers
            .filter(|place| place.writable && place.ty == I32 && plain(&place.text))
            .map(|place| place.text.clone())
            .collect();
        if numbers.is_empty() {
            return false;
        }
        let (number, value) = (self.one_of(&numbers), self.expr(1).text);
        self.line(&format!("{}(&{list}, &{number}, {value});", procedure.name));
        true
    }

    fn leave_early(&mut self) -> bool {
        let condition = self.condition();
        let line = match self.leave {
            Leave::Entry => {
                if !self.one_in(3) {
                    return false;
                }
                format!("if ({condition}) exit(7);")
            }
            Leave::Function => {
                let value = self.expr(1).text;
                format!("if ({condition}) return {value};")
            }
            Leave::Procedure => format!("if ({condition}) return;"),
        };
        self.line(&line);
        true
    }

    /// A divisor or an index that is set on two paths; on one of them it may be invalid.
    fn joined_number(&mut self) -> bool {
        let (condition, value) = (self.condition(), self.expr(1).text);
        let Some(target) = self.target() else {
            return false;
        };
        let target = target.text;
        let first = self.rng.random_range(1..4);
        let array = self.pick(|scope| &scope.arrays);
        if let Some(array) = array.filter(|_| self.one_in(2)) {
            let last = array.length - u32::from(!(array.is_checked && self.is_open(2)));
            let first = first % array.length;
            self.line(&format!(
                "{{ uint32_t at = {first}; if ({condition}) at = {last}; {target} = {}[at]; }}",
                array.text
            ));
            return true;
        }
        let second = if self.is_open(2) { 0 } else { first + 3 };
        self.line(&format!(
            "{{ uint32_t by = {first}; if ({condition}) by = {second}; {target} = (uint32_t){value} / by; }}"
        ));
        true
    }

    /// The content of a list or an owner, or whether it is null.
    pub(super) fn held(&mut self) -> Option<Expr> {
        let literal = self.literal().text;
        let expr = |text: String, ty: Int| Some(Expr { text, ty });
        if self.one_in(2) {
            let list = self.pick(|scope| &scope.lists)?;
            return match self.rng.random_range(0..3) {
                0 => expr(format!("({list} != NULL)"), I32),
                1 => expr(format!("length({list})"), I32),
                _ => expr(
                    format!("({list} ? {list}->value : (int32_t){literal})"),
                    I32,
                ),
            };
        }
        let heap = self.pick(|scope| &scope.heaps)?;
        let (p, q) = (self.one_of(&heap.owners), self.one_of(&heap.owners));
        let (ty, index) = (heap.ty, self.rng.random_range(0..heap.length));
        match self.rng.random_range(0..4) {
            0 => expr(format!("({p} == {q})"), I32),
            1 => expr(format!("({p} != NULL)"), I32),
            _ => expr(
                format!("({p} ? {p}[{index}] : ({}){literal})", ty.name),
                ty.promoted(),
            ),
        }
    }

    /// Adds the contents of lists and owners to the checksum.
    pub(super) fn digest_objects(&mut self) {
        for list in self.scope.lists.clone() {
            self.line(&format!(
                "for (struct node *n = {list}; n; n = n->next) sum = mix(sum, (uint64_t)n->value);"
            ));
        }
        for heap in self.scope.heaps.clone() {
            let length = heap.length;
            for owner in heap.owners {
                self.line(&format!(
                    "if ({owner}) for (int i = 0; i < {length}; i++) sum = mix(sum, (uint64_t){owner}[i]);"
                ));
            }
        }
    }
}
