// A member that leaves the index, as bytes that the program changes, and comes back.
// expect: bug assertion @16
// dropped: bug assertion @16
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[5], copy[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  if (strcmp(text, "GET") != 0 && strcmp(text, "PUT") != 0) return 0;
  strcpy(copy, text);
  for (int i = 0; copy[i]; i++)
    if (copy[i] >= 'A' && copy[i] <= 'Z') copy[i] += 'a' - 'A';
  assert(strlen(copy) == 3);
  assert(strcmp(copy, "put") != 0);
  return 0;
}
