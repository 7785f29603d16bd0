// A structure may end with any number of elements, none included; it is never smaller than itself.
// expect: bug out-of-bounds @19
// expect: bug assertion @20
// options: --entry f --pointer-elements 3
#include <assert.h>
#include <klee/klee.h>
struct message {
  unsigned char kind, count;
  short items[];
};
struct padded {
  long number;
  char kind, text[];
};
int f(struct message *m, struct padded *p) {
  int sum = 0;
  if (m && m->kind != 1 && m->count > (klee_get_obj_size(m) - sizeof *m) / sizeof m->items[0]) return 0;
  if (m)
    for (int i = 0; i < m->count; i++) sum += m->items[i] == 77;
  assert(sum < 3);
  if (p) {
    struct padded copy = *p;
    assert(klee_get_obj_size(p) >= sizeof copy && p->text[0] == copy.text[0] && p->text[6] == p->text[6]);
  }
  return sum;
}
