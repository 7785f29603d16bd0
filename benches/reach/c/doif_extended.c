/* Two loops that do one of four things for each element. */
#include <klee/klee.h>
#ifndef N
#define N 30
#endif
void target(void) {}
int main(void) {
  int a[N], b[N], x = 0, y = 0, z = 0;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < N; i++)
    if (a[i] == 1) x++;
    else if (a[i] == 2) y++;
    else if (a[i] > 5) z += 2;
  for (int i = 0; i < N; i++)
    if (b[i] == x) y++;
    else if (b[i] < 0) z++;
    else if (b[i] > 9) x--;
  if (x > N / 2 && x + y == N + 5 && z > N / 2) target();
  return 0;
}
