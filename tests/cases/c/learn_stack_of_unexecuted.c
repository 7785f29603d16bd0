// Whether code that no path has executed can be entered depends on what its callers have on the stack: no loop is closed
// before. The calls are too many places for the search through abstract states.
// expect: bug stack-overflow @6
extern int __VERIFIER_nondet_int(void);
static void *g;
static void f(void) { char b[5 << 20]; g = b; }
static void n(void) {}
#define A s += 1; n();
#define B A A A A A A A A A A
#define C B B B B B B B B B B
int main(void) {
  char a[4 << 20];
  unsigned i = 0;
  int s = 0;
  g = a;
  C C C
  while (__VERIFIER_nondet_int()) {
    if (i == 30) f();
    if (i > 40) return 0;
    i++;
  }
  return 0;
}
