// Within the shape that pointers have, nothing fails.
// expect: safe
// options: --entry copy --pointer-elements =2 --pointer-depth 1
#include <assert.h>
#include <stddef.h>
struct link {
  struct link *next;
  unsigned char weight;
};
int copy(unsigned char *to, const unsigned char *from, struct link *link) {
  if (to == NULL || from == NULL) return 0;
  for (int i = 0; i < 2; i++) to[i] = from[i];
  if (link != NULL) assert(link->weight <= 255 && (link->next == NULL || link->next != link));
  return to[0] == from[0] && to[1] == from[1];
}
