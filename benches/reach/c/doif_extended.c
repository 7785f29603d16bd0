/* A sequence of loops that do one of several things for each element. */
#include <klee/klee.h>
#ifndef N
#define N 30
#endif
void target(void) {}
int main(void) {
  int a[N], b[N], c[N], x = 0, y = 0, z = 0;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  klee_make_symbolic(c, sizeof c, "c");
  for (int i = 0; i < N; i++)
    if (a[i] == 1) x++;
    else if (a[i] > 5) y++;
  for (int i = 0; i < N; i++)
    if (b[i] == 2) y++;
    else z += 2;
  for (int i = 0; i < N; i++)
    if (c[i] < 0) z++;
    else x++;
  if (x > N / 2 && x + y == N + 5 && z > N) target();
  return 0;
}
