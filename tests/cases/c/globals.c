// Globals with initialisers of every kind.
// expect: safe
#include <assert.h>
#include <stddef.h>
static int zero[10], numbers[3] = {1, 2, 3}, *inner = &numbers[1];
static int **outer = &inner;
static const char *const words[] = {"one", "two"};
static struct { char c; int *p; int (*f)(void); const char *text; } record;
static int five(void) { return 5; }
static struct { char c; int *p; int (*f)(void); const char *text; } filled = {'x', numbers + 2, five, words[0] ? "yes" : "no"};
static size_t distance = sizeof numbers / sizeof *numbers;
int common;
extern int declared;
int declared = 12;
int main(void) {
  assert(zero[9] == 0 && **outer == 2 && words[1][1] == 'w' && !record.p && !record.f && record.c == 0);
  assert(filled.c == 'x' && *filled.p == 3 && filled.f() == 5 && filled.text[0] == 'y');
  assert(distance == 3 && common == 0 && declared == 12);
  static int counter = 41;
  counter++;
  assert(counter == 42);
  *inner = 9;
  assert(numbers[1] == 9);
  return 0;
}
