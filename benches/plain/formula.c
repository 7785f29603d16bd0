// A recursive-descent parser of propositional formulas: the value of each that it accepts is also found by negating twice.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
static const char *at;
static int wrong;
static int formula(int flip);
static int unit(int flip) {
  int value = 0;
  switch (*at) {
  case '0':
  case '1':
    return (*at++ == '1') ^ flip;
  case '!':
    at++;
    return unit(!flip);
  case '(':
    at++;
    value = formula(flip);
    if (*at++ != ')')
      wrong = 1, at--;
    return value;
  default:
    wrong = 1;
    return 0;
  }
}
static int product(int flip) {
  int value = unit(flip);
  while (!wrong && *at == '&') {
    at++;
    int right = unit(flip);
    value = flip ? value | right : value & right;
  }
  return value;
}
static int formula(int flip) {
  int value = product(flip);
  while (!wrong && *at == '|') {
    at++;
    int right = product(flip);
    value = flip ? value & right : value | right;
  }
  return value;
}
int main(void) {
  char text[7];
  klee_make_symbolic(text, sizeof text, "text");
  text[6] = 0;
  at = text;
  int value = formula(0);
  if (wrong || *at)
    return 1;
  at = text;
  assert(formula(1) == !value);
  return 0;
}
