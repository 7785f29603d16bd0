// Structures and unions as parameters of the entry, in one register, two, a vector register and in memory; the result is in memory, too.
// Every part reaches its member, and what the callee changes is its own copy: all assertions hold but two.
// options: --entry mix
// expect: bug assertion @30
// expect: bug assertion @32
#include <assert.h>

struct bytes { char a, b, c; };
struct floats { float x, y, z; };
struct mixed { double d; int n; };
struct large { long row[3]; struct bytes *inner; _Bool on; };
union any { int i; float f; };

static int sound(struct large l) {
  int on = l.on;
  return on == 0 || on == 1;
}

struct large mix(int n, struct bytes b, struct floats f, union any u, struct mixed m, struct large l, unsigned char tail) {
  assert(sound(l));
  if (b.a != 1 || b.b != 2 || b.c != 3) return l;
  if (f.x != 0.5f || f.y != 1.5f || f.z != 2.5f) return l;
  if (u.i != 0x3f800000) return l;
  assert(u.f == 1.0f);
  if (m.d != 0.25 || m.n != n) return l;
  assert(b.a + b.b + b.c == 6 && f.x + f.y + f.z == 4.5f && m.d * 4 == 1.0);
  if (l.row[0] != 1 || l.row[1] != 2 || l.row[2] != tail) return l;
  if (!l.inner) return l;
  b.c = 4;
  assert(l.inner->b != 7);
  l.inner->c = 5;
  assert(l.row[2] != 200);
  assert(b.c == 4 && l.inner->c == 5);
  return l;
}
