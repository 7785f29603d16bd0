/* A text of N bytes that contains all of WORDS. Each program says what these are. */
#include <klee/klee.h>
static const char *const words[] = {WORDS};
enum { COUNT = sizeof words / sizeof *words };
void target(void) {}
int main(void) {
  char text[N];
  klee_make_symbolic(text, sizeof text, "text");
  int found[COUNT] = {0};
  for (int i = 0; i < N && text[i]; i++)
    for (int w = 0; w < COUNT; w++) {
      int k = 0;
      while (words[w][k] && i + k < N && text[i + k] == words[w][k]) k++;
      if (!words[w][k]) found[w] = 1;
    }
  for (int w = 0; w < COUNT; w++)
    if (!found[w]) return 0;
  target();
  return 0;
}
