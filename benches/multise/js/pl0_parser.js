// A parser of PL/0 over N tokens: what it accepts ends with a period and is balanced.
const N = 5;
const END = 0, NAME = 1, NUMBER = 2, CONST = 3, VAR = 4, PROCEDURE = 5, CALL = 6, BEGIN = 7,
  FINISH = 8, IF = 9, THEN = 10, WHILE = 11, DO = 12, ODD = 13, BECOMES = 14, COMPARE = 15,
  EQUALS = 16, PLUS = 17, TIMES = 18, OPEN = 19, CLOSE = 20, COMMA = 21, SEMICOLON = 22,
  PERIOD = 23;
const tokens = [];
let at = 0, failed = false;

function accept(wanted) {
  if (failed || tokens[at] !== wanted) return false;
  at++;
  return true;
}

function expect(wanted) {
  if (!accept(wanted)) failed = true;
}

function factor() {
  if (accept(NAME) || accept(NUMBER)) return;
  expect(OPEN);
  if (failed) return;
  expression();
  expect(CLOSE);
}

function term() {
  factor();
  while (accept(TIMES)) factor();
}

function expression() {
  accept(PLUS);
  term();
  while (accept(PLUS)) term();
}

function condition() {
  if (accept(ODD)) {
    expression();
    return;
  }
  expression();
  if (!accept(EQUALS)) expect(COMPARE);
  expression();
}

function statement() {
  if (accept(NAME)) {
    expect(BECOMES);
    expression();
  } else if (accept(CALL)) {
    expect(NAME);
  } else if (accept(BEGIN)) {
    do statement();
    while (accept(SEMICOLON));
    expect(FINISH);
  } else if (accept(IF)) {
    condition();
    expect(THEN);
    if (!failed) statement();
  } else if (accept(WHILE)) {
    condition();
    expect(DO);
    if (!failed) statement();
  }
}

function block() {
  if (accept(CONST)) {
    do {
      expect(NAME);
      expect(EQUALS);
      expect(NUMBER);
    } while (accept(COMMA));
    expect(SEMICOLON);
  }
  if (accept(VAR)) {
    do expect(NAME);
    while (accept(COMMA));
    expect(SEMICOLON);
  }
  while (accept(PROCEDURE)) {
    expect(NAME);
    expect(SEMICOLON);
    if (!failed) block();
    expect(SEMICOLON);
  }
  if (!failed) statement();
}

function count(kind) {
  let found = 0;
  for (let i = 0; i < at; i++) if (tokens[i] === kind) found++;
  return found;
}

for (let i = 0; i < N; i++) tokens.push(sheaf.integer('token', 0, 255));
tokens.push(END);
block();
expect(PERIOD);
if (!failed) {
  sheaf.assert(at <= N && tokens[at - 1] === PERIOD);
  sheaf.assert(count(PERIOD) === 1);
  sheaf.assert(count(BEGIN) === count(FINISH));
  sheaf.assert(count(OPEN) === count(CLOSE));
  sheaf.assert(count(IF) === count(THEN));
  sheaf.assert(count(WHILE) === count(DO));
}
