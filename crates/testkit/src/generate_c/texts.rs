//! Random expressions and statements on strings in small buffers, which end with a null character.
//! Where failures are wanted, there are strings without one.

use super::Mode;
use super::program::Generator;
use super::scope::{Array, Text};
use super::types::{CHAR, Expr, I32};
use rand::Rng;

/// Constant strings; all fit into the smallest buffer.
const WORDS: [&str; 12] = [
    "", "a", "b", "ab", "ba", "a=", "=b", "1", "-1", "12", " 2", "A",
];

/// Constant characters.
const CHARACTERS: [&str; 6] = ["'a'", "'b'", "'='", "'1'", "'-'", "'\\0'"];

/// The size of the smallest buffer.
const SMALLEST: u32 = 3;

impl Generator {
    /// Declares buffers, most of which are inputs in open programs. The bytes of some may be any,
    /// those of others a few letters, which random inputs meet.
    pub(super) fn texts(&mut self) {
        for _ in 0..self.rng.random_range(1..3) {
            let (name, size) = (self.fresh("t"), self.rng.random_range(SMALLEST..6));
            if self.mode == Mode::Closed || self.one_in(4) {
                let word = self.word();
                self.line(&format!("char {name}[{size}] = {word};"));
            } else {
                self.line(&format!("char {name}[{size}];"));
                self.line(&format!(
                    "klee_make_symbolic({name}, sizeof {name}, \"{name}\");"
                ));
                match self.one_in(3) {
                    true => self.line(&format!("{name}[{}] = 0;", size - 1)),
                    false => self.line(&format!("spell({name}, sizeof {name});")),
                }
            }
            self.scope.arrays.push(Array {
                text: name.clone(),
                ty: CHAR,
                length: size - 1,
                writable: true,
                is_checked: false,
            });
            self.scope.texts.push(Text { name, size });
        }
    }

    fn word(&mut self) -> String {
        format!("\"{}\"", WORDS[self.rng.random_range(0..WORDS.len())])
    }

    fn character(&mut self) -> &'static str {
        CHARACTERS[self.rng.random_range(0..CHARACTERS.len())]
    }

    /// A pointer to a string.
    fn text(&mut self) -> String {
        let Some(Text { name, size }) = self.pick(|scope| &scope.texts) else {
            return self.word();
        };
        match self.rng.random_range(0..12) {
            0 | 1 => self.word(),
            2 => format!("({name} + {})", self.rng.random_range(1..size)),
            3 => format!("after({name}, {})", self.character()),
            4 => {
                let (condition, other) = (self.condition(), self.text());
                format!("({condition} ? {name} : {other})")
            }
            5 => {
                let at = self.expr(0).text;
                format!("words[(uint32_t){at} % 4]")
            }
            _ => name,
        }
    }

    /// A number that depends on a string; `None` if there is none.
    pub(super) fn measured(&mut self) -> Option<Expr> {
        if self.scope.texts.is_empty() {
            return None;
        }
        let (a, c) = (self.text(), self.character());
        let text = match self.rng.random_range(0..22) {
            0..=5 => self.compared(&a),
            6 | 7 => format!("(int32_t)strlen({a})"),
            8 => format!("(int32_t)strnlen({a}, {})", self.rng.random_range(0..5)),
            9 | 10 => format!("place({a}, strchr({a}, {c}))"),
            11 => format!("place({a}, strrchr({a}, {c}))"),
            12 => format!("place({a}, strchrnul({a}, {c}))"),
            13 => format!("place({a}, strstr({a}, {}))", self.text()),
            14 => format!("place({a}, strpbrk({a}, {}))", self.text()),
            15 => format!("(int32_t)strspn({a}, {})", self.text()),
            16 => format!("(int32_t)strcspn({a}, {})", self.text()),
            17 => format!("atoi({a})"),
            18 => {
                let base = [0, 2, 10, 16][self.rng.random_range(0..4)];
                format!("(int32_t)strtol({a}, NULL, {base})")
            }
            19 => format!("whole(atof({a}))"),
            _ => format!("find({a})"),
        };
        let text = format!("({text})");
        Some(Expr { text, ty: I32 })
    }

    /// A comparison of a string with another one. Only the sign of the result is defined.
    fn compared(&mut self, a: &str) -> String {
        let (b, sign) = (self.text(), ["== 0", "== 0", "< 0", "> 0"]);
        let sign = sign[self.rng.random_range(0..4)];
        let count = self.rng.random_range(0..=SMALLEST);
        let call = match self.rng.random_range(0..8) {
            0 => format!("strncmp({a}, {b}, {count})"),
            1 => format!("strcasecmp({a}, {b})"),
            2 => format!("strncasecmp({a}, {b}, {count})"),
            3 => match self.pick(|scope| &scope.texts) {
                Some(Text { name, .. }) => format!("memcmp({name}, \"ab\", {count})"),
                None => format!("strcmp({a}, {b})"),
            },
            _ => format!("strcmp({a}, {b})"),
        };
        format!("{call} {sign}")
    }

    /// A statement that changes a buffer or uses a part of it; false if there is none.
    pub(super) fn text_stmt(&mut self) -> bool {
        let Some(Text { name: t, size }) = self.pick(|scope| &scope.texts) else {
            return false;
        };
        let (word, c, other) = (self.word(), self.character(), self.text());
        let line = match self.rng.random_range(0..13) {
            0 => format!("strcpy({t}, {word});"),
            1 => format!("memmove({t}, {t} + 1, {});", size - 1),
            2 => format!("strncat({t}, {word}, {} - strlen({t}));", size - 1),
            3 => format!("{{ char *at = strchr({t}, {c}); if (at) *at = 0; }}"),
            4 => format!("for (char *at = {t}; *at; at++) if (*at == {c}) *at = 'b';"),
            5 => format!("snprintf({t}, sizeof {t}, \"%s\", {word});"),
            6 => format!(
                "{{ char copy[8]; strncpy(copy, {other}, 7); copy[7] = 0; strncpy({t}, copy, {}); }}",
                size - 1
            ),
            8 => {
                let Some(target) = self.target() else {
                    return false;
                };
                format!(
                    "{{ char *at = strtok({t}, \"b=\"); at = at ? strtok(NULL, \"1=\") : at; {} = place({t}, at); }}",
                    target.text
                )
            }
            7 if self.is_open(2) => {
                let Some(target) = self.target() else {
                    return false;
                };
                let last = self.character();
                // A sanitizer may read all of a string, where most functions stop before its end.
                format!(
                    "{{ char raw[2] = {{{c}, {last}}}; {} = strcmp({other}, raw) == 0; }}",
                    target.text
                )
            }
            _ => {
                let Some((target, value)) = self.target().zip(self.measured()) else {
                    return false;
                };
                format!("{} = {};", target.text, value.text)
            }
        };
        self.line(&line);
        true
    }
}
