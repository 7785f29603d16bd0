/* Two of them in sequence, of a given length: the counts cannot be that large. */
#include <klee/klee.h>
#ifndef N
#define N 5
#endif
void target(void) {}
int main(void) {
  int a[N], b[N], count = 0, other = 0;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (a[i] == b[j]) count++;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (a[i] > b[j]) other++;
  if (count + other > N * N) target();
  return 0;
}
