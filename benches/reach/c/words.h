/* A text of N bytes in which words are looked for, one after the other. The search for a word begins
   at the start of the text. It ends behind the word, at the limit, or at the end of the text. `k` is
   the number of characters of the word that the last ones are. */
#include <klee/klee.h>
#ifndef N
#define N 32
#endif
void target(void) {}

#define LENGTH(word) (int)(sizeof(word) - 1)
#define LOOK_FOR(word, k)                      \
  for (int i = 0; k < LENGTH(word); i++) {     \
    if (i == N) break;                         \
    if (text[i] == 0) break;                   \
    if (text[i] == (word)[k]) k++;             \
    else k = 0;                                \
  }
