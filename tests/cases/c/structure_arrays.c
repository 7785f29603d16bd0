// Arrays of structures, nested, copied by assignment.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
struct point { short x, y; };
struct shape { char name[3]; struct point corners[4]; struct { int color; } style; };
int main(void) {
  struct shape shapes[3] = {{"a", {{1, 2}, {3, 4}}, {7}}, {.corners[3] = {9, 9}}};
  int i = klee_range(0, 3, "i");
  shapes[2] = shapes[0];
  shapes[2].corners[1].y = 5;
  assert(shapes[0].corners[1].y == 4 && shapes[2].style.color == 7);
  assert(shapes[i].corners[1].y == (i == 0 ? 4 : i == 2 ? 5 : 0));
  shapes[i].style.color = 1;
  assert(shapes[0].style.color + shapes[1].style.color + shapes[2].style.color == (i == 1 ? 15 : 8));
  return 0;
}
