// A calculator: recursive descent over N characters, against evaluation with two stacks.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
#ifndef N
#define N 5
#endif

static char text[N + 1];
static int at, failed;

static unsigned sum(void);

static unsigned factor(void) {
  char c = text[at];
  if (c >= '0' && c <= '9') {
    unsigned value = 0;
    while (text[at] >= '0' && text[at] <= '9') value = value * 10 + (unsigned)(text[at++] - '0');
    return value;
  }
  if (c == '(') {
    at++;
    unsigned value = sum();
    if (text[at] == ')') at++;
    else failed = 1;
    return value;
  }
  failed = 1;
  return 0;
}

static unsigned product(void) {
  unsigned value = factor();
  while (!failed && text[at] == '*') {
    at++;
    value *= factor();
  }
  return value;
}

static unsigned sum(void) {
  unsigned value = product();
  while (!failed && (text[at] == '+' || text[at] == '-')) {
    char sign = text[at++];
    unsigned right = product();
    value = sign == '+' ? value + right : value - right;
  }
  return value;
}

// The reference: values and operators on stacks, an operator applied when a weaker one follows.
static unsigned values[N + 1];
static char operators[N + 1];
static int depth, pending;

static int strength(char operator) { return operator == '*' ? 2 : operator == '(' ? 0 : 1; }

static void apply(void) {
  unsigned right = values[--depth];
  char operator = operators[--pending];
  if (operator == '+') values[depth - 1] += right;
  else if (operator == '-') values[depth - 1] -= right;
  else values[depth - 1] *= right;
}

static unsigned reference(void) {
  for (int i = 0; text[i]; i++) {
    char c = text[i];
    if (c >= '0' && c <= '9') {
      unsigned value = (unsigned)(c - '0');
      while (text[i + 1] >= '0' && text[i + 1] <= '9') value = value * 10 + (unsigned)(text[++i] - '0');
      values[depth++] = value;
    } else if (c == '(') {
      operators[pending++] = c;
    } else if (c == ')') {
      while (operators[pending - 1] != '(') apply();
      pending--;
    } else {
      while (pending > 0 && strength(operators[pending - 1]) >= strength(c)) apply();
      operators[pending++] = c;
    }
  }
  while (pending > 0) apply();
  assert(depth == 1);
  return values[0];
}

int main(void) {
  for (int i = 0; i < N; i++) text[i] = __VERIFIER_nondet_char();
  unsigned value = sum();
  if (failed || text[at]) return 0;
  assert(value == reference());
  return 0;
}
