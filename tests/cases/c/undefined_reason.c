// What nothing defines is a reason by its name; functions that are named for it return inputs all the same, of any type.
// expect: incomplete unmodelled-call unmodelled-operation
struct pair { int a, b; };
struct triple { long a, b, c; };
enum color { RED, GREEN };
struct pair nondet_pair(void);
struct triple nondet_triple(void);
enum color nondet_color(void);
_Bool __VERIFIER_nondet_answer(void);
int read_sensor(void);
extern int limit;

int main(void) {
  struct pair pair = nondet_pair();
  struct triple triple = nondet_triple();
  if (pair.b == 3 && triple.c == 5 && nondet_color() == GREEN && __VERIFIER_nondet_answer()) return read_sensor();
  return limit;
}
