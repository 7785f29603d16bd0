// Rows behind pointers in structures have sizes of their own; structures are one each, and arrays within keep their length.
// expect: bug out-of-bounds @18
// expect: bug out-of-bounds @20
// options: --entry f --pointer-depth 2 --pointer-elements 3
#include <assert.h>
#include <stddef.h>
#include <klee/klee.h>
struct buffer {
  short name[5];
  unsigned char *data;
  size_t length;
  struct buffer *next;
};
int f(struct buffer *b) {
  if (!b || !b->data) return 0;
  assert(klee_get_obj_size(b) == sizeof *b);
  if (b->name[4] == 1 && b->length < 3)
    return b->data[b->length] == 'x';
  struct buffer *next = b->next;
  if (next && b->name[4] == 2) return (&next->length)[b->length & 1 ? 2 : 0] == 5;
  // Beyond the depth there may be more, and that much can be asked.
  if (next) assert(next->data != (unsigned char *)next->name || !next->data);
  if (b->length < klee_get_obj_size(b->data)) return b->data[b->length];
  return 1;
}
