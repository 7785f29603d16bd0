// Structures as parameters on x86: member by member or in memory, also where there are few of them.
// options: --entry mix -- -m32
// expect: bug assertion @20
// expect: bug assertion @22
#include <assert.h>

struct bytes { char a, b, c; };
struct words { short *p; int n; };
struct mixed { double d; long long wide; };
struct large { long row[3]; struct bytes *inner; _Bool on; };
union any { int i; float f; };

struct large mix(int n, struct bytes b, struct words w, union any u, struct mixed m, struct large l, unsigned char tail) {
  int on = l.on;
  assert(on == 0 || on == 1);
  if (b.a != 1 || b.c != 3 || w.n != 4 || !w.p || m.d != 0.25 || m.wide != 1ll << 40) return l;
  if (u.i != 0x3f800000 || l.row[0] != 1 || l.row[2] != tail || !l.inner) return l;
  assert(u.f == 1.0f && b.a + b.c == w.n && m.d * 4 == 1.0);
  w.n = b.c = 4;
  assert(l.inner->b != 7);
  l.inner->c = 5;
  assert(l.row[2] != 200);
  assert(b.c == 4 && l.inner->c == 5 && (!w.p || w.n == 4));
  return l;
}
