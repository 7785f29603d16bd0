// Floats in structures, arrays, unions and through pointers.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
struct point { float x; double y; };
static double length(const struct point *p) { return p->x * p->x + p->y * p->y; }
int main(void) {
  struct point p[2];
  klee_make_symbolic(p, sizeof p, "p");
  if (!(p[1].x >= 0 && p[1].x <= 4 && p[1].y == 2)) return 0;
  p[0] = p[1];
  assert(length(&p[0]) >= 4);
  unsigned bits;
  memcpy(&bits, &p[0].x, sizeof bits);
  union { unsigned bits; float number; } u = {bits};
  assert(u.number == p[1].x);
  u.bits ^= 0x80000000u;
  assert(u.number == -p[1].x && u.number <= 0);
  float *which = p[0].x < 1 ? &p[0].x : &p[1].x;
  *which += 1;
  assert(*which >= 1);
  return 0;
}
