// Symbolic indices and pointers that are chased: sets joined by symbolic members, each with a linked list of its members.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
struct member {
  int number;
  struct member *next;
};
static struct member *lists[4];
static int group_of[4];
static void join(int a, int b) {
  int from = group_of[b], to = group_of[a];
  if (from == to)
    return;
  struct member *last = lists[from];
  for (struct member *m = lists[from]; m; m = m->next) {
    group_of[m->number] = to;
    last = m;
  }
  last->next = lists[to];
  lists[to] = lists[from];
  lists[from] = 0;
}
int main(void) {
  unsigned char a[2], b[2];
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 4; i++) {
    lists[i] = malloc(sizeof *lists[i]);
    lists[i]->number = group_of[i] = i;
    lists[i]->next = 0;
  }
  for (int i = 0; i < 2; i++)
    join(a[i] & 3, b[i] & 3);
  int members = 0;
  for (int i = 0; i < 4; i++)
    for (struct member *m = lists[i]; m; m = m->next, members++)
      assert(group_of[m->number] == i);
  assert(members == 4);
  assert(group_of[a[0] & 3] == group_of[b[0] & 3]);
  return 0;
}
