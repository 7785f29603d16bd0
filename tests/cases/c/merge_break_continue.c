// A loop with all its ways out and round: `break`, `continue`, a condition and a jump.
// expect: bug assertion @27
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char s[5];
  int kept = 0, skipped = 0, i;
  klee_make_symbolic(s, sizeof s, "s");
  for (i = 0; i < 5; i++) {
    if (s[i] == 'x') {
      skipped++;
      continue;
    }
    if (s[i] == '.') break;
    if (s[i] == '!') goto shout;
    kept++;
  }
  assert(kept + skipped == i);
  assert(i == 5 || s[i] == '.');
  return 0;
shout:
  assert(s[i] == '!' && i < 5);
  assert(kept + skipped == i);
  while (skipped > 0) {
    if (skipped-- == kept) break;
  }
  assert(!(skipped == 1 && i == 4));
  return 0;
}
