"""Programs of two shapes, after the descriptions of SV-COMP's `ssh-simplified` and `ntdrivers-simplified`, made from random numbers.

A *machine* is a protocol in one loop of at most fifty rounds: some states, most of which ask for an input and may end the program, a dozen flags, and a
phase that some states take on if it has a certain value. The error is a phase in a state. A *driver* is thirty functions that give back status codes
and keep a few global states; the error is a request that is completed twice, or not at all. All variables are integers, and nothing but the error can
fail. Whether it can is not known from the construction.
"""

import random

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_error(void);\n"

def machine(seed, states):
    """A protocol with so many states."""
    rng = random.Random(f"machine {seed} {states}")
    flags = [f"flag{number}" for number in range(12)]
    last = states - 1
    cases = []
    phases = 0
    for state in range(states):
        lines = [f"case {1000 + 16 * state}:"]
        asks = rng.random() < 0.8
        if asks:
            lines.append("result = __VERIFIER_nondet_int();")
        if rng.random() < 0.5 and state > 1:
            phase = rng.randrange(phases + 1)
            phases = max(phases, phase + 1)
            lines.append(f"if (phase == {phase}) phase = {phase + 1};")
        if asks and rng.random() < 0.9:
            lines.append("if (result <= 0) goto end;")
        forward = min(last, state + 1)
        if state == last:
            lines.append("result = 1; goto end;")
        elif rng.random() < 0.6:
            flag, far = rng.choice(flags), min(last, state + rng.randrange(2, 5))
            lines.append(f"if ({flag}) {{ state = {1000 + 16 * far}; {rng.choice(['skip = 1;', 'resumed = 1;', 'later = 0;'])} }} else state = {1000 + 16 * forward};")
        elif rng.random() < 0.4:
            lines.append(f"later = {1000 + 16 * forward}; state = 1;")
        else:
            lines.append(f"state = {1000 + 16 * forward};")
        if rng.random() < 0.3:
            lines.append(f"if (resumed) {rng.choice(flags)} = 0;")
        if state > 4 and rng.random() < 0.2:
            lines.append(f"if (__VERIFIER_nondet_int()) state = {1000 + 16 * rng.randrange(state)};")
        lines.append("break;")
        cases.append("    " + "\n      ".join(lines))
    where, bad = rng.randrange(states // 2, states), rng.randrange(2, phases + 1)
    cases[where] = cases[where].replace(":\n", f":\n      if (phase == {bad} && !resumed) __VERIFIER_error();\n", 1)
    declarations = "\n".join(f"  int {flag} = __VERIFIER_nondet_int();" for flag in flags)
    body = "\n".join(cases)
    return f"""{HEAD}
int run(int state) {{
{declarations}
  int phase = 0, skip = 0, resumed = 0, later = 0, result = -1, before, round;
  for (round = 0; round < 50; round++) {{
    before = state;
    switch (state) {{
    case 1:
      result = __VERIFIER_nondet_int();
      if (result <= 0) goto end;
      state = later;
      break;
{body}
    default:
      goto end;
    }}
    if (!skip) {{
      if (flag0) {{
        result = __VERIFIER_nondet_int();
        if (result <= 0) goto end;
      }}
      if (flag1 && state != before) resumed = resumed;
    }}
    skip = 0;
  }}
end:
  return result;
}}

int main(void) {{
  return run(1000);
}}
"""


def driver(seed, functions):
    """A driver with so many functions."""
    rng = random.Random(f"driver {seed} {functions}")
    names = [f"routine{number}" for number in range(functions)]
    states = ("IDLE", "ACTIVE", "PENDING", "COMPLETE")
    text = [HEAD, "enum { IDLE, ACTIVE, PENDING, COMPLETE };", "int mode, pended, completed, lower, ready;"]
    text.append("static void fail(void) { __VERIFIER_error(); }")
    text.append("static void complete(void) {\n  if (mode == COMPLETE) fail();\n  mode = COMPLETE;\n  completed = 1;\n}")
    text.append("static void pend(void) {\n  if (mode == ACTIVE) { mode = PENDING; pended = 1; }\n}")
    for number, name in enumerate(names):
        earlier = names[max(0, number - 6) : number]
        lines = ["int status = 0, choice = __VERIFIER_nondet_int();"]
        for _ in range(rng.randrange(1, 4)):
            if earlier and rng.random() < 0.6:
                lines.append(f"status = {rng.choice(earlier)}(request + {rng.randrange(3)});")
                lines.append(f"if (status {rng.choice(['< 0', '== 259', '!= 0'])}) {{ {rng.choice(['return status;', 'ready = 0; return -1;', 'lower = status;'])} }}")
            else:
                effect = rng.choice(["lower = 259;", "ready = 1;", f"if (mode == {rng.choice(states)} && ready) lower = -1;", "status = 259;"])
                lines.append(f"if ({rng.choice(['choice > 0', 'request == 2', 'ready', 'lower == 259'])}) {{ {effect} }} else {{ status = {rng.choice([0, 0, -5, 259])}; }}")
        lines.append("return status;")
        text.append(f"static int {name}(int request) {{\n  " + "\n  ".join(lines) + "\n}")
    entries = names[-4:]
    hole = rng.random() < 0.5
    ways = []
    for number, name in enumerate(entries):
        finish = rng.choice(["if (status == 259 && !completed) { pend(); } else if (!pended) { complete(); }", "if (status < 0) { complete(); } else { pend(); }"])
        if hole and number == 3:
            finish = "if (status < 0) { complete(); ready = 0; }\n      if (lower == -1 && status <= 0) { complete(); }"
        ways.append(f"    case {number}:\n      status = {name}({number});\n      {finish}\n      break;")
    text.append(
        "int main(void) {\n  int round, status = 0;\n  mode = ACTIVE;\n"
        "  for (round = 0; round < 3; round++) {\n    switch (__VERIFIER_nondet_int()) {\n" + "\n".join(ways) + "\n    default:\n      continue;\n    }\n"
        "    if (pended && mode != PENDING && mode != COMPLETE) fail();\n"
        "    if (completed && mode != COMPLETE && !pended) fail();\n"
        "    mode = ACTIVE;\n    pended = 0;\n    completed = 0;\n  }\n  return status;\n}\n"
    )
    return "\n\n".join(text)


SHAPES = {"machine": machine, "driver": driver}
