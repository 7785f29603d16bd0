// A recursive matcher: a symbolic pattern with '.', '?', '+' and '|' against a symbolic text.
// expect: safe
#include <klee/klee.h>
static int matches(const char *pattern, const char *end, const char *text);
static int one_way(const char *pattern, const char *end, const char *text) {
  if (pattern == end)
    return *text == 0;
  char repeat = pattern + 1 < end ? pattern[1] : 0;
  int fits = *text && (*pattern == '.' || *pattern == *text);
  if (repeat == '?')
    return (fits && one_way(pattern + 2, end, text + 1)) || one_way(pattern + 2, end, text);
  if (repeat == '+')
    return fits && (one_way(pattern, end, text + 1) || one_way(pattern + 2, end, text + 1));
  return fits && one_way(pattern + 1, end, text + 1);
}
static int matches(const char *pattern, const char *end, const char *text) {
  for (const char *bar = pattern; bar < end; bar++)
    if (*bar == '|')
      return one_way(pattern, bar, text) || matches(bar + 1, end, text);
  return one_way(pattern, end, text);
}
int main(void) {
  char pattern[4], text[4];
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  klee_make_symbolic(text, sizeof text, "text");
  text[3] = 0;
  return matches(pattern, pattern + sizeof pattern, text);
}
