// A search that stops at the first hit: few paths, so that there is little to win.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
#ifndef N
#define N 10
#endif

int main(void) {
  char text[N];
  int at = 0;
  for (int i = 0; i < N; i++) text[i] = __VERIFIER_nondet_char();
  while (at < N && text[at] != '=') at++;
  for (int i = 0; i < at; i++) assert(text[i] != '=');
  assert(at == N || text[at] == '=');
  return 0;
}
