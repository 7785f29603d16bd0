//! Random control flow that is not structured: jumps into loops and blocks, jumps to computed
//! labels, cases inside of loops, and `setjmp` with `longjmp` from callees and signal handlers.

use super::program::{Generator, Leave};
use super::types::{I32, U32};
use rand::Rng;

/// Statements before the first `setjmp` of a function that jumps. What changes between `setjmp` and
/// `longjmp` is volatile or global.
const JUMP_LOCALS: &str = "volatile uint32_t v = x; volatile int32_t turn = 0;";

impl Generator {
    /// Blocks with labels between which it is jumped, at most a few times. Some of them are loops
    /// or conditional, so that jumps enter these in the middle.
    pub(super) fn jungle(&mut self, depth: u32) {
        let loops = std::mem::take(&mut self.loops);
        let (fuel, i, end) = (self.fresh("fuel"), self.fresh("i"), self.fresh("end"));
        let labels: Vec<String> = (0..self.rng.random_range(2..5))
            .map(|_| self.fresh("label"))
            .collect();
        let jump = Jump {
            spend: format!("if (--{fuel} == 0) goto {end};"),
            table: self.one_in(2).then(|| self.fresh("table")),
            labels,
        };
        let most = self.rng.random_range(2..6);
        self.line(&format!("{{ uint32_t {fuel} = {most}, {i} = 0;"));
        if let Some(table) = &jump.table {
            let addresses: Vec<String> = jump.labels.iter().map(|it| format!("&&{it}")).collect();
            let addresses = addresses.join(", ");
            self.line(&format!("void *const {table}[] = {{{addresses}}};"));
        }
        self.jump(&jump, 2);
        let mut open = 0;
        for label in &jump.labels {
            match self.rng.random_range(0..4) {
                0 => self.line(&format!("for (; {i} < 3; {i}++) {{")),
                1 => {
                    let condition = self.condition();
                    self.line(&format!("if ({condition}) {{"));
                }
                _ => self.line("{"),
            }
            open += 1;
            // No jump passes a declaration of the same block.
            self.line(&format!("{label}:; {{"));
            self.body(depth + 1);
            self.line("}");
            self.line(&jump.spend);
            self.jump(&jump, 2);
            while open > 0 && self.one_in(2) {
                open -= 1;
                self.line("}");
            }
        }
        for _ in 0..open {
            self.line(&format!("{} }}", jump.spend));
        }
        self.line(&format!("{end}:; }}"));
        self.loops = loops;
    }

    /// Sometimes, a jump to one of the labels.
    fn jump(&mut self, jump: &Jump, one_in: u32) {
        if !self.one_in(one_in) {
            return;
        }
        let (condition, label) = (self.condition(), self.one_of(&jump.labels));
        match (&jump.table, self.rng.random_range(0..3)) {
            (Some(table), 0 | 1) => {
                let (index, count) = (self.expr(1).text, jump.labels.len());
                self.line(&format!("goto *{table}[(uint32_t){index} % {count}];"));
            }
            (_, 2) => {
                let (value, other) = (self.expr(1).text, self.one_of(&jump.labels));
                self.line(&format!(
                    "switch ({value} & 3) {{ case 0: goto {label}; case 2: goto {other}; }}"
                ));
            }
            _ => self.line(&format!("if ({condition}) goto {label};")),
        }
    }

    /// A loop that is entered at one of the cases of a switch around it.
    pub(super) fn unrolled(&mut self, depth: u32) {
        let loops = std::mem::take(&mut self.loops);
        let (n, rounds, times) = (self.fresh("n"), self.fresh("rounds"), self.expr(1).text);
        self.line(&format!(
            "{{ uint32_t {n} = (uint32_t){times} % 6 + 1, {rounds} = ({n} + 2) / 3;"
        ));
        self.line(&format!("switch ({n} % 3) {{ case 0: do {{"));
        for case in ["case 2:;", "case 1:;", ""] {
            self.line("{");
            self.body(depth + 1);
            self.line(&format!("}} {case}"));
        }
        self.line(&format!("}} while (--{rounds} > 0); }} }}"));
        self.loops = loops;
    }

    /// Defines a function that returns to a `setjmp` of its own.
    pub(super) fn jumper(&mut self) {
        let name = self.global_name("jump");
        let outer = self.scope.clone();
        // Another one would return to the wrong place.
        self.scope.jumpers.clear();
        self.line(&format!(
            "static uint32_t {name}(const uint32_t x, const int32_t y) {{ {JUMP_LOCALS}"
        ));
        for (param, ty) in [("x", U32), ("y", I32)] {
            self.place(param.to_string(), ty);
            if let Some(place) = self.scope.places.last_mut() {
                place.writable = false;
            }
        }
        self.place("v".to_string(), U32);
        let form = self.rng.random_range(0..6);
        let depth = self.rng.random_range(0..3);
        let (begin, leave, end) = match form {
            0 => (
                "if (setjmp(here) == 0) {",
                format!("jump_from({depth}, (int){});", self.expr(1).text),
                "} else v += 5;",
            ),
            1 => (
                "switch (setjmp(here)) { case 0: {",
                format!("jump_from({depth}, (int){} & 3);", self.expr(1).text),
                "} break; case 1: v++; case 2: v += 2; break; default: v ^= 9; }",
            ),
            2 => (
                "if (setjmp(here) < 3) { turn = turn + 1;",
                format!("jump_from({depth}, turn);"),
                "}",
            ),
            3 => (
                "for (; turn < 3; turn = turn + 1) { if (setjmp(here)) { v += turn; turn = turn + 1; continue; }",
                "longjmp(here, turn);".to_string(),
                "}",
            ),
            4 => (
                "if (setjmp(here) == 0) { if (setjmp(there) == 0) {",
                "longjmp(there, 2);".to_string(),
                "jump_from(1, 3); } else { turn = turn + 1; if (turn < 3) longjmp(there, 7); longjmp(here, 4); } } else v += 3 + turn;",
            ),
            _ => (
                "signal(SIGUSR1, jump_on_signal); if (sigsetjmp(there, 1) == 0) {",
                "raise(SIGUSR1);".to_string(),
                "} else if ((turn = turn + 1) < 3) raise(SIGUSR1); signal(SIGUSR1, SIG_DFL);",
            ),
        };
        self.line(begin);
        // Such a jump leaves statements of any depth.
        self.line("{");
        self.nested_body(Leave::Function);
        self.line("}");
        let condition = self.condition();
        self.line(&format!("if ({condition}) {leave}"));
        self.line("{");
        self.nested_body(Leave::Function);
        self.line("}");
        self.line(end);
        self.line("return v * 3 + turn; }");
        self.scope = outer;
        self.scope.jumpers.push(name);
    }

    /// A call of a function that jumps; false if there is none.
    pub(super) fn call_jumper(&mut self) -> bool {
        let Some((name, target)) = self.pick(|scope| &scope.jumpers).zip(self.target()) else {
            return false;
        };
        let (x, y, target) = (self.expr(1).text, self.expr(1).text, target.text);
        // The function may change what the target depends on.
        self.line(&format!(
            "{{ uint32_t result = {name}({x}, {y}); {target} = result; }}"
        ));
        true
    }
}

/// How blocks with labels are left for each other.
struct Jump {
    /// A statement that leaves all of them after enough jumps.
    spend: String,
    /// An array of the labels, if there is one.
    table: Option<String>,
    labels: Vec<String>,
}
