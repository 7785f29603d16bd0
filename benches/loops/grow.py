"""Random loop programs as trees, which `write.py` prints in C, JavaScript and microc.

An expression is a tuple of an operator and its operands: `("v", name)`, `("n", number)`, `("at",
name)` for a variable by its address, `("wide", name)` without overflow, `("+", a, b)`, `("<", a,
b)` and so on, `("call", a, b)`. Statements are tuples, too:

    ("set", name, expression)             ("input", name, low, high)        ("print", expression)
    ("if", condition, [...], [...])       ("exit", condition, "break")      ("observe",)
    ("loop", kind, condition, step, [...], number)
    ("store", array, index, expression)   ("load", name, array, index)
    ("cell", name, expression)            a cell on the heap, which is written, read and freed
    ("keep", name, expression)            a new cell takes the place of the one that was kept
    ("local", name, index, expression)    an array in the block, which is written and read
    ("block", [...])                      some statements in a row

Exits are in the body of a loop only, not in statements of it. A program may be endless; the oracle
gives it up.
"""

import random
from dataclasses import dataclass, field

TYPES = ("u8", "i8", "u16", "i16", "u32", "i32")
DATA, COUNTERS, INPUTS = "abcd", "ijk", "nm"
OBSERVED = "abci"
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
LENGTH = 5  # of arrays
# Kinds of statements in loops that have summaries: sums, copies, products, resets, branches,
# exchanges, inner loops.
SIMPLE = (0, 1, 2, 3, 4, 6, 9, 11, 12, 17, 20)
HIGHEST = {"u8": 255, "i8": 127, "u16": 65535, "i16": 32767, "u32": 4294967295, "i32": 2147483647}


@dataclass
class Program:
    """A program: types of its variables, statements, and what is asserted where it observes."""

    types: dict
    body: list
    function: list  # statements of a function of x and y, whose result is z
    loops: int
    assertion: tuple = None
    arrays: dict = field(default_factory=lambda: {"t": "u8", "u": "i32"})


class Grower:
    """Grows one program."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.loops = 0
        self.observes = False
        # Whether bodies consist of what loop summaries know.
        self.is_simple = self.one_in(2)
        self.types = {name: self.random.choice(TYPES) for name in DATA + COUNTERS}
        self.types |= {name: self.random.choice(("u8", "i16", "u32", "i32")) for name in INPUTS}
        if self.is_simple:
            self.types |= {name: self.random.choice(("u32", "i32")) for name in self.types if not self.one_in(4)}
        self.types |= dict.fromkeys("xyz", "i32")
        self.names = list(DATA + INPUTS)

    def one_in(self, count):
        return self.random.randrange(count) == 0

    def program(self):
        """The whole program."""
        inside = self.one_in(3)
        function = self.function()
        start = [("set", name, ("n", self.near_limit(name) if self.one_in(8) else self.number())) for name in DATA + COUNTERS]
        start += [self.input(name) for name in INPUTS]
        loops = [self.loop([], inside and not at) for at in range(self.random.choice((1, 1, 2)))]
        end = [] if self.observes else [("observe",)]
        return Program(self.types, start + loops + end, function, self.loops)

    def function(self):
        """Statements of the function that is called."""
        names, self.names = self.names, list("xyz")
        body = [("set", "z", self.expression())]
        if self.one_in(3):
            body = [("if", self.condition(), body, [("set", "z", self.expression())])]
        if self.one_in(4):
            step = ("set", "y", ("+", ("v", "y"), ("n", 1)))
            again = ("&&", ("<", ("v", "y"), ("n", self.random.randint(1, 5))), (">", ("v", "y"), ("n", -5)))
            body += [("loop", "for", again, step, [("set", "z", ("+", ("v", "z"), self.leaf()))], 0)]
        self.names = names
        return body

    def number(self):
        return self.random.choice((0, 0, 0, 1, 1, 2, 3, 5, 7, -1, self.random.randint(-9, 20), 127, 256))

    def near_limit(self, name):
        """A number from which a variable soon wraps around."""
        return HIGHEST[self.types[name]] - self.random.randint(0, 6)

    def input(self, name):
        """A variable becomes an input in a small range; now and then it has many values."""
        low = self.random.choice((0, 0, 0, 1, -2, -1))
        width = self.random.choice((1, 1, 2, 3, 5, 9)) if not self.one_in(4 if self.is_simple else 8) else self.random.choice((30, 250))
        if self.types[name].startswith("u"):
            low = abs(low)
        return ("input", name, low, low + width)

    def leaf(self):
        if self.one_in(4):
            return ("n", self.random.randint(-2, 6))
        # In simple loops most operands are counters and inputs.
        name = self.random.choice(self.names[self.is_simple and not self.one_in(6) and "x" not in self.names and len(DATA) :])
        if self.is_simple:
            return ("v", name)
        return ("at" if name in "ab" and self.one_in(4) else "v", name)

    def expression(self):
        """A small expression over the variables in scope."""
        kind = self.random.randrange(12) if not self.is_simple else self.random.choice((0, 1, 3, 6))
        if kind == 11:
            return ("*", self.leaf(), self.leaf())
        if kind < 3:
            return self.leaf()
        if kind < 6:
            return ("+", self.leaf(), self.leaf())
        if kind < 7:
            return ("-", self.leaf(), self.leaf())
        if kind == 7:
            return ("%", self.leaf(), ("n", self.random.randint(2, 5)))
        if kind == 8:
            return ("+", ("*", self.leaf(), ("n", self.random.choice((2, 3, -1)))), ("n", self.random.randint(0, 3)))
        if kind == 9:
            return ("/", self.leaf(), ("n", self.random.randint(2, 3)))
        return ("call", self.leaf(), self.leaf()) if "x" not in self.names else self.leaf()

    def condition(self):
        kind = self.random.randrange(8) if not self.is_simple else self.random.choice((0, 2, 2, 2, 2))
        if kind == 0:
            return (self.random.choice(("==", "!=")), ("%", self.leaf(), ("n", self.random.randint(2, 3))), ("n", self.random.randint(0, 1)))
        if kind == 1:
            return (self.random.choice(("&&", "||")), self.comparison(), self.comparison())
        return self.comparison()

    def comparison(self):
        right = ("n", self.random.randint(-1, 9)) if self.one_in(2) else self.expression()
        left = self.leaf() if self.is_simple else self.expression()
        return (self.random.choice(COMPARISONS), left, right)

    def loop(self, outer, observes):
        """A loop inside of loops with these counters."""
        counter = COUNTERS[len(outer)]
        self.loops += 1
        number = self.loops
        self.names.append(counter)
        here = ("v", counter)
        bound = self.bound(outer)
        if self.one_in(4):
            # Down to a bound.
            start = ("set", counter, ("+", bound, ("n", self.random.randint(0, 3))))
            by, compared, bound = -self.step(), self.random.choice((">", ">", ">=", "!=")), ("n", self.random.choice((0, 0, 1)))
        else:
            start = ("set", counter, self.random.choice([("n", 0), ("n", 0), ("n", self.random.randint(-2, 3)), *[("v", it) for it in outer]]))
            by, compared = self.step(), self.random.choice(("<", "<", "<", "<=", "!="))
        again = (compared, here, bound)
        if self.one_in(10):
            start, by = ("set", counter, ("n", self.near_limit(counter))), by if by > 0 else 1
            again = (self.random.choice((">", ">", "!=")), here, self.random.choice((("n", 3), ("v", self.random.choice(INPUTS)))))
        if self.one_in(4):
            again = ("&&", again, self.comparison())
        step = ("set", counter, ("+", here, ("n", by)) if by else ("+", ("*", here, ("n", 2)), ("n", 1)))
        body = [it for _ in range(self.random.randint(1, 2 if self.is_simple else 4)) for it in self.statements([*outer, counter])]
        if observes:
            body.insert(self.random.randint(0, len(body)), ("observe",))
            self.observes = True
        for _ in range(2):
            if self.one_in(8 if self.is_simple else 4):
                kind = self.random.choice(("break", "break", "continue"))
                body.insert(self.random.randint(0, len(body)), ("exit", self.condition(), kind))
        self.names.remove(counter)
        kind = self.random.choice(("for", "for", "while", "do"))
        return ("block", [start, ("loop", kind, again, step, body, number)])

    def bound(self, outer):
        kind = self.random.randrange(8)
        if kind == 0:
            return ("n", self.random.randint(2, 9))
        if kind < 3 and outer:
            return ("v", self.random.choice(outer))
        if kind < 5:
            return ("+", ("v", self.random.choice(INPUTS)), ("n", self.random.randint(1, 4)))
        return ("v", self.random.choice(INPUTS))

    def step(self):
        """What a counter grows by; 0 is for a geometric progression."""
        return self.random.choice((1, 1, 1, 1, 2, 3, 0))

    def statements(self, counters):
        """One statement of a body, or a few that belong together."""
        data = self.random.choice(DATA)
        kind = self.random.randrange(22) if not self.is_simple else self.random.choice(SIMPLE)
        if kind < 4:
            return [("set", data, ("+", ("v", data), self.leaf()))]
        if kind < 6:
            return [("set", data, self.expression())]
        if kind == 6:
            return [("set", data, ("*", ("v", data), ("n", self.random.choice((2, 2, 3, 4)))))]
        if kind < 9:
            # x += e, with e in a small range.
            low = self.random.choice((0, 0, 1, -1))
            return [("input", "d", low, low + self.random.randint(1, 2)), ("set", "a", ("+", ("v", "a"), ("v", "d")))]
        if kind < 11:
            name = self.random.choice([data, data, counters[-1]])
            return [("if", self.condition(), [("set", name, ("n", self.random.choice((0, 0, 1))))], [])]
        if kind < 14:
            then, other = self.statements(counters), self.statements(counters) if self.one_in(2) else []
            return [("if", self.condition(), then, other)]
        if kind == 14:
            return [("print", self.expression())]
        if kind == 15:
            return [(self.random.choice(("cell", "keep")), data, self.expression())]
        if kind == 16:
            return [("local", data, self.leaf(), self.expression())]
        if kind == 17:
            return [("set", "d", ("v", "a")), ("set", "a", ("v", "b")), ("set", "b", ("v", "d"))]
        if kind < 20:
            index, array = self.index(counters), self.random.choice("tu")
            access = [("store", array, index, self.expression()) if kind == 18 else ("load", data, array, index)]
            inside = ("&&", (">=", index, ("n", 0)), ("<", index, ("n", LENGTH)))
            return access if self.one_in(4) else [("if", inside, access, [])]
        if len(counters) < len(COUNTERS) and "x" not in self.names:
            return [self.loop(counters, False)]
        return [("set", data, ("+", ("v", data), ("n", 1)))]

    def index(self, counters):
        """An affine index, which may be outside."""
        here = ("v", self.random.choice(counters))
        return self.random.choice((here, ("+", here, ("n", 1)), ("-", ("n", LENGTH - 1), here), ("*", here, ("n", 2))))
