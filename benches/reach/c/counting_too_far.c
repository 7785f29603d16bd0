/* No loop counts further than there are elements. */
#include <klee/klee.h>
#ifndef N
#define N 30
#endif
void target(void) {}
int main(void) {
  int a[N], b[N], x = 0, y = 0;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < N; i++)
    if (a[i] == 1) x++;
  for (int i = 0; i < N; i++)
    if (b[i] == 2) y++;
  if (x > N && x + y == N + N / 3 + 1) target();
  return 0;
}
