"""Prints a tree of `grow.py` as a program, for Sheaf or for the oracle."""

from grow import COUNTERS, DATA, INPUTS, LENGTH, OBSERVED

C_TYPES = {"u8": "unsigned char", "i8": "signed char", "u16": "unsigned short", "i16": "short", "u32": "unsigned", "i32": "int"}
JS_WRAPS = {"u8": "{} & 255", "i8": "{} << 24 >> 24", "u16": "{} & 65535", "i16": "{} << 16 >> 16", "u32": "{} >>> 0", "i32": "{}"}
C_START = """#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static int pick(int low, int high) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(low <= x && x <= high);
    return x;
}
"""


class C:
    """C; with `enumerates`, for the functions of `enumerate.c`."""

    ending, cell = "c", "int"

    def __init__(self, program, enumerates=False):
        self.program, self.enumerates = program, enumerates
        self.lines, self.depth = [], 0
        self.by_address = [name for name in "ab" if f"('at', '{name}')" in str(program.body)]

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def block(self, start, statements, end="}"):
        self.line(start)
        self.depth += 1
        for statement in statements:
            self.statement(statement)
        self.depth -= 1
        self.line(end)

    def type(self, kind):
        return C_TYPES[kind]

    def text(self):
        """The whole program."""
        if not self.enumerates:
            self.line(C_START)
        self.block("static TYPE f(TYPE x, TYPE y) {\n    TYPE z = 0;".replace("TYPE", self.cell), self.program.function, "    return z;\n}")
        names = [*DATA, *COUNTERS, *INPUTS]
        types = {name: self.type(kind) for name, kind in [*self.program.types.items(), *self.program.arrays.items()]}
        declared = [f"    {types[name]} {name} = 0;" for name in names] + [f"    {types[name]} *at_{name} = &{name};" for name in self.by_address]
        declared += [f"    {types[name]} {name}[{LENGTH}] = {{0}};" for name in self.program.arrays]
        start = "\n".join(["static void run(void) {" if self.enumerates else "int main(void) {", *declared, f"    {self.cell} *kept = calloc(1, sizeof *kept);"])
        self.block(start, self.program.body, "    free(kept);\n}" if self.enumerates else "    free(kept);\n    return 0;\n}")
        return "\n".join(self.lines) + "\n"

    def expression(self, it):
        kind, *rest = it
        if kind in ("v", "n"):
            return str(rest[0])
        if kind == "wide":
            return f"(long long){rest[0]}"
        if kind == "at":
            return f"*at_{rest[0]}"
        if kind == "call":
            return f"f({self.expression(rest[0])}, {self.expression(rest[1])})"
        return f"({self.expression(rest[0])} {kind} {self.expression(rest[1])})"

    def assign(self, name, text):
        return f"{name} = {text}"

    def condition(self, it):
        text = self.expression(it)
        return text if text.startswith("(") else f"({text})"

    def statement(self, it):
        kind, *rest = it
        getattr(self, f"write_{kind}")(*rest)

    def write_block(self, statements):
        for statement in statements:
            self.statement(statement)

    def write_set(self, name, value):
        self.line(self.assign(name, self.expression(value)) + ";")

    def write_input(self, name, low, high):
        self.line(self.assign(name, f"pick({low}, {high})") + ";")

    def write_print(self, value):
        if not self.enumerates:
            self.line(f'printf("%d\\n", (int){self.condition(value)});')

    def write_if(self, condition, then, other):
        self.block(f"if {self.condition(condition)} {{", then, "} else {" if other else "}")
        if other:
            self.depth += 1
            self.write_block(other)
            self.depth -= 1
            self.line("}")

    def write_exit(self, condition, kind):
        self.line(f"if {self.condition(condition)} {kind};")

    def write_observe(self):
        if self.enumerates:
            self.line(f"observe({', '.join(OBSERVED)});")
        elif self.program.assertion:
            self.line(f"assert{self.condition(self.program.assertion)};")

    def write_loop(self, kind, condition, step, body, number):
        name, value = step[1:]
        last = self.assign(name, self.expression(value))
        tick = "\n" + "    " * (self.depth + 1) + "tick();" if self.enumerates else ""
        condition = self.condition(condition)
        if kind == "for":
            self.block(f"for (; {condition[1:-1]}; {last}) {{{tick}", body)
        elif kind == "while":
            self.block(f"while {condition} {{{tick}", [*body, step])
        else:
            self.block(f"do {{{tick}", [*body, step], f"}} while {condition};")

    def guarded(self, index):
        """The index as a text."""
        return self.expression(index)

    def write_store(self, array, index, value):
        self.line(f"{array}[{self.guarded(index)}] = {self.expression(value)};")

    def write_load(self, name, array, index):
        self.line(self.assign(name, f"{array}[{self.guarded(index)}]") + ";")

    def write_cell(self, name, value):
        self.line(f"{{ {self.cell} *p = malloc(sizeof *p); *p = {self.expression(value)}; *p = *p + 1; {name} = *p; free(p); }}")

    def write_keep(self, name, value):
        self.line(f"{{ {self.cell} *p = malloc(sizeof *p); *p = *kept + {self.expression(value)}; free(kept); kept = p; {name} = *kept; }}")

    def write_local(self, name, index, value):
        self.line(f"{{ {self.cell} l[2] = {{1, 2}}; l[{self.expression(index)} % 2 != 0] = {self.expression(value)}; {name} = l[{name} % 2 != 0]; }}")


def wrapped(kind, text):
    """A number in JavaScript as one of this type; what would be an `int` stays as it is."""
    return JS_WRAPS[kind].format(text)


class JavaScript(C):
    """JavaScript; with `enumerates`, for the functions of `enumerate.js`."""

    ending = "js"

    def text(self):
        self.block("function f(x, y) {\n    let z = 0;", self.program.function, "    return z;\n}")
        names = [*DATA, *COUNTERS, *INPUTS]
        arrays = [f"    const {name} = [{', '.join('0' * LENGTH)}];" for name in self.program.arrays]
        self.block("\n".join(["function run() {", f"    let {' = 0, '.join(names)} = 0;", *arrays, "    let kept = {value: 0};"]), self.program.body)
        if not self.enumerates:
            self.line("run();")
        return "\n".join(self.lines) + "\n"

    def expression(self, it):
        kind, *rest = it
        if kind in ("wide", "at"):
            return rest[0]
        if kind == "/":
            return f"Math.trunc({super().expression(it)})"
        return super().expression(it).replace(" == ", " === ").replace(" != ", " !== ")

    def assign(self, name, text):
        return f"{name} = " + wrapped(self.program.types[name], text)

    def write_input(self, name, low, high):
        self.line(f"{name} = {'pick' if self.enumerates else 'sheaf.integer'}('{name}', {low}, {high});")

    def write_print(self, value):
        if not self.enumerates:
            self.line(f"console.log({self.expression(value)});")

    def write_observe(self):
        if self.enumerates:
            super().write_observe()
        elif self.program.assertion:
            self.line(f"sheaf.assert({self.expression(self.program.assertion)});")

    def guarded(self, index):
        return f"Math.abs({self.expression(index)}) % {LENGTH}"

    def write_store(self, array, index, value):
        text = wrapped(self.program.arrays[array], self.expression(value))
        self.line(f"{array}[{self.guarded(index)}] = {text};")

    def write_cell(self, name, value):
        self.line(f"{{ const p = {{value: ({self.expression(value)}) | 0}}; p.value += 1; {self.assign(name, 'p.value')}; }}")

    def write_keep(self, name, value):
        self.line(f"kept = {{value: (kept.value + {self.expression(value)}) | 0}}; {self.assign(name, 'kept.value')};")

    def write_local(self, name, index, value):
        read = self.assign(name, f"l[{name} & 1]")
        self.line(f"{{ const l = [1, 2]; l[{self.expression(index)} & 1] = {self.expression(value)}; {read}; }}")


class Microc(C):
    """microc, for Sheaf only: where all types are wide enough, C has the same meaning."""

    ending = "uc"

    def text(self):
        self.line("pick(low, high) {\n    var x;\n    x = input;\n    if (x < low) { x = low; }\n    if (x > high) { x = high; }\n    return x;\n}")
        self.block("f(x, y) {\n    var z, go0;\n    z = 0;", self.program.function, "    return z;\n}")
        names = [*DATA, *COUNTERS, *INPUTS]
        ends = [f"go{number}" for number in range(1, self.program.loops + 1)]
        start = [f"main() {{\n    var {', '.join([*names, *ends, *(f'at_{it}' for it in self.by_address), 't', 'u', 'kept', 'p'])};"]
        start += [f"    {name} = 0;" for name in names] + [f"    at_{name} = &{name};" for name in self.by_address] + ["    kept = alloc 0;"]
        start += [f"    {name} = [{', '.join('0' * LENGTH)}];" for name in self.program.arrays]
        self.block("\n".join(start), self.program.body, "    return 0;\n}")
        return "\n".join(self.lines) + "\n"

    def expression(self, it):
        kind, *rest = it
        if kind == "wide":
            return rest[0]
        if kind == "%":
            a, n = map(self.expression, rest)
            return f"({a} - {a} / {n} * {n})"
        return super().expression(it)

    def write_print(self, value):
        self.line(f"output {self.expression(value)};")

    def write_observe(self):
        if self.program.assertion:
            self.line(f"output 1 / {self.condition(self.program.assertion)};")

    def write_exit(self, condition, kind):
        raise AssertionError("an exit is part of a body")

    def write_loop(self, kind, condition, step, body, number):
        condition, go = self.condition(condition), f"go{number}"
        if not any(it[0] == "exit" for it in body):
            # What is done at least once is there twice.
            self.write_block([*body, step] if kind == "do" else [])
            self.block(f"while {condition} {{", [*body, step])
            return
        self.line(f"{go} = {condition if kind != 'do' else 1};")
        self.line(f"while ({go}) {{")
        self.depth += 1
        self.rest(body, kind, step, go)
        self.line(f"if ({go}) {{")
        if kind == "for":
            self.line("    " + self.assign(step[1], self.expression(step[2])) + ";")
        self.line(f"    {go} = {condition};")
        self.line("}")
        self.depth -= 1
        self.line("}")

    def rest(self, body, kind, step, go):
        """Statements of a body, of which those behind an exit are executed if it is not taken."""
        for at, statement in enumerate(body):
            if statement[0] == "exit":
                self.line(f"if {self.condition(statement[1])} {{")
                if statement[2] == "break":
                    self.line(f"    {go} = 0;")
                self.line("} else {")
                self.depth += 1
                self.rest(body[at + 1 :], kind, step, go)
                self.depth -= 1
                self.line("}")
                return
            self.statement(statement)
        if kind != "for":
            self.statement(step)

    def write_cell(self, name, value):
        self.line(f"p = alloc {self.expression(value)};\n{'    ' * self.depth}*p = *p + 1;\n{'    ' * self.depth}{name} = *p;")

    def write_keep(self, name, value):
        self.line(f"kept = alloc (*kept + {self.expression(value)});\n{'    ' * self.depth}{name} = *kept;")

    def write_local(self, name, index, value):
        first = self.expression(("!=", ("%", index, ("n", 2)), ("n", 0)))
        second = self.expression(("!=", ("%", ("v", name), ("n", 2)), ("n", 0)))
        self.line(f"p = [1, 2];\n{'    ' * self.depth}p[{first}] = {self.expression(value)};\n{'    ' * self.depth}{name} = p[{second}];")


class Wide(C):
    """C in which every number is wide: the meaning of microc."""

    cell = "long long"

    def type(self, kind):
        return self.cell
