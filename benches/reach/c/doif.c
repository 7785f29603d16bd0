/* A loop that does one of four things for each element. */
#include <klee/klee.h>
#ifndef N
#define N 30
#endif
void target(void) {}
int main(void) {
  int a[N], x = 0, y = 0, z = 0;
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 0; i < N; i++)
    if (a[i] == 1) x++;
    else if (a[i] == 2) y++;
    else if (a[i] > 5) z += 2;
  if (x > N / 3 && x + y == N - N / 6 && z == N / 15 * 2) target();
  return 0;
}
