// Which byte is the word depends on options that came before, and what the word is says what those bytes are: values go from condition to
// condition, through sums, differences, extensions and a table.
// expect: bug assertion @26
#include <assert.h>
#include <klee/klee.h>

static const signed char shifts[8] = {0, 3, -3, 7, -7, 1, -1, 2};

int main(void) {
  signed char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  int at = 0;
  if (text[0] == '+') at++;
  if (text[at] == '-') at++;
  signed char word = text[at], next = text[at + 1];
  if (word != 'm') return 0;
  if (at == 0) assert(text[0] == 'm');
  if (at == 1) assert((text[0] == '+') != (text[0] == '-') && text[1] == 'm');
  if (at == 2) assert(text[0] == '+' && text[1] == '-' && text[2] == 'm');
  if (next + 5 != -7) return 1;
  long long wide = (long long)next - word;
  assert(wide == -121 && (unsigned char)next == 244 && (next ^ word) == -103);
  int index = (text[3] ^ 0x55) & 7;
  if (index != 3 || at == 2) return 2;
  signed char moved = shifts[index] - next;
  assert(moved != 19);
  assert(moved == 19);
  return 3;
}
