// Structures of all sizes as arguments and results.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
struct small { char a; };
struct pair { int a, b; };
struct mixed { double d; int i; };
struct three { long a, b, c; };
struct big { int a[20]; };
static struct small change_small(struct small s) { s.a++; return s; }
static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }
static struct mixed mix(struct mixed m, int i) { m.i += i; m.d *= 2; return m; }
static struct three rotate(struct three t) { return (struct three){t.b, t.c, t.a}; }
static struct big fill(struct big b, int v) { for (int i = 0; i < 20; i++) b.a[i] += v; return b; }
int main(void) {
  int x = klee_range(-100, 100, "x");
  struct small s = {4};
  assert(change_small(s).a == 5 && s.a == 4);
  struct pair p = swap((struct pair){x, 7});
  assert(p.a == 7 && p.b == x);
  struct mixed m = mix((struct mixed){1.5, x}, 3);
  assert(m.d == 3.0 && m.i == x + 3);
  struct three t = rotate(rotate((struct three){1, x, 3}));
  assert(t.a == 3 && t.b == 1 && t.c == x);
  struct big b = {{x}}, c = fill(b, 2);
  assert(c.a[0] == x + 2 && c.a[19] == 2 && b.a[0] == x && b.a[1] == 0);
  return 0;
}
