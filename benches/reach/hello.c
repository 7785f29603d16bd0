/* A text that contains a word. */
#include <klee/klee.h>
#ifndef N
#define N 16
#endif
static const char word[] = "Hello";
void target(void) {}
int main(void) {
  char text[N];
  klee_make_symbolic(text, sizeof text, "text");
  int found = 0;
  for (int i = 0; i < N && text[i]; i++) {
    int k = 0;
    while (word[k] && i + k < N && text[i + k] == word[k]) k++;
    if (!word[k]) found = 1;
  }
  if (found) target();
  return 0;
}
