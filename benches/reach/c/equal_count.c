/* Nested loops that count equal pairs; how far they go is an input. */
#include <klee/klee.h>
#ifndef N
#define N 10
#endif
void target(void) {}
int main(void) {
  int a[N], b[N], n, count = 0;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  klee_make_symbolic(&n, sizeof n, "n");
  if (n > N) n = N;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (a[i] == b[j]) count++;
  if (count == 2 * N + 5) target();
  return 0;
}
