"""Makes a tree of `grow.py` smaller while something is true of it."""

import copy


def lists(statements):
    """All lists of statements in these, this one first."""
    yield statements
    for statement in statements:
        for part in statement:
            if isinstance(part, list):
                yield from lists(part)


def variants(program):
    """Programs that lack a statement, or have a part of one in its place."""
    bodies = [(of, at) for of in ("body", "function") for at in range(len(list(lists(getattr(program, of)))))]
    for of, at in bodies:
        count = len(list(lists(getattr(program, of)))[at])
        for place in range(count):
            statement = list(lists(getattr(program, of)))[at][place]
            parts = [part for part in statement if isinstance(part, list)] if statement[0] in ("if", "block") else []
            for instead in ([], *parts):
                smaller = copy.deepcopy(program)
                list(lists(getattr(smaller, of)))[at][place : place + 1] = instead
                yield smaller


def smallest(program, is_wrong):
    """The smallest program that is found for which this is still true."""
    tried = True
    while tried:
        tried = next((it for it in variants(program) if is_wrong(it)), None)
        program = tried or program
    return program
