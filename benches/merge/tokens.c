// A tokenizer of N characters: words, numbers, signs; the tokens are counted by kind.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
#ifndef N
#define N 10
#endif

enum kind { NONE, WORD, NUMBER, SIGN, KINDS };
static int counts[KINDS], longest;

static enum kind kind(char c) {
  if (c >= 'a' && c <= 'z') return WORD;
  if (c >= '0' && c <= '9') return NUMBER;
  if (c == ' ' || c == '\t') return NONE;
  return SIGN;
}

static void finish(enum kind kind, int length) {
  if (kind == NONE) return;
  counts[kind]++;
  if (length > longest) longest = length;
}

int main(void) {
  enum kind current = NONE;
  int length = 0;
  for (int i = 0; i < N; i++) {
    enum kind next = kind(__VERIFIER_nondet_char());
    // A digit continues a word.
    if (current == WORD && next == NUMBER) next = WORD;
    if (next == current && next != SIGN) {
      length++;
    } else {
      finish(current, length);
      current = next;
      length = 1;
    }
  }
  finish(current, length);
  assert(counts[NONE] == 0);
  assert(counts[WORD] + counts[NUMBER] + counts[SIGN] <= N);
  assert(longest <= N);
  return 0;
}
