/* A text that contains four words. */
#include <klee/klee.h>
#ifndef N
#define N 32
#endif
static const char *const words[] = {
  "Hello",
  "World",
  "At",
  "Microsoft!",
};
enum { WORDS = sizeof words / sizeof *words };
void target(void) {}
int main(void) {
  char text[N];
  klee_make_symbolic(text, sizeof text, "text");
  int found[WORDS] = {0};
  for (int i = 0; i < N && text[i]; i++)
    for (int w = 0; w < WORDS; w++) {
      int k = 0;
      while (words[w][k] && i + k < N && text[i + k] == words[w][k]) k++;
      if (!words[w][k]) found[w] = 1;
    }
  for (int w = 0; w < WORDS; w++)
    if (!found[w]) return 0;
  target();
  return 0;
}
