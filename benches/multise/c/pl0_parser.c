// A parser of PL/0 over N tokens: what it accepts ends with a period and is balanced.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#ifndef N
#define N 5
#endif

enum token {
  END, NAME, NUMBER, CONST, VAR, PROCEDURE, CALL, BEGIN, FINISH, IF, THEN, WHILE, DO, ODD,
  BECOMES, COMPARE, EQUALS, PLUS, TIMES, OPEN, CLOSE, COMMA, SEMICOLON, PERIOD, TOKENS
};
static unsigned char tokens[N + 1];
static int at, failed;

static int accept(enum token wanted) {
  if (failed || tokens[at] != wanted) return 0;
  at++;
  return 1;
}
static void expect(enum token wanted) {
  if (!accept(wanted)) failed = 1;
}

static void expression(void);

static void factor(void) {
  if (accept(NAME) || accept(NUMBER)) return;
  expect(OPEN);
  if (failed) return;
  expression();
  expect(CLOSE);
}

static void term(void) {
  factor();
  while (accept(TIMES)) factor();
}

static void expression(void) {
  accept(PLUS);
  term();
  while (accept(PLUS)) term();
}

static void condition(void) {
  if (accept(ODD)) {
    expression();
    return;
  }
  expression();
  if (!accept(EQUALS)) expect(COMPARE);
  expression();
}

static void statement(void) {
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

static void block(void) {
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

static int count(enum token kind, int end) {
  int found = 0;
  for (int i = 0; i < end; i++) found += tokens[i] == kind;
  return found;
}

int main(void) {
  for (int i = 0; i < N; i++) tokens[i] = __VERIFIER_nondet_uchar();
  block();
  expect(PERIOD);
  if (failed) return 0;
  assert(at <= N && tokens[at - 1] == PERIOD);
  assert(count(PERIOD, at) == 1);
  assert(count(BEGIN, at) == count(FINISH, at));
  assert(count(OPEN, at) == count(CLOSE, at));
  assert(count(IF, at) == count(THEN, at));
  assert(count(WHILE, at) == count(DO, at));
  return 0;
}
