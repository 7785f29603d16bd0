// scanf allocates what `%ms` reads: exactly as long as the text, and null where nothing is read.
// expect: bug out-of-bounds @18
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *word, *letters, *two;
  assert(sscanf("ab cd", "%ms%m[x]", &word, &letters) == 1);
  assert(strcmp(word, "ab") == 0 && letters == NULL);
  free(word);
  assert(sscanf("", "%ms", &word) == EOF && word == NULL);
  assert(sscanf("abc", "%2mc%*ms", &two) == 1 && two[1] == 'b');
  free(two);
  char text[300];
  memset(text, 'a', sizeof text - 1), text[sizeof text - 1] = 0;
  assert(sscanf(text, "%ms", &word) == 1 && strlen(word) == sizeof text - 1);
  return word[300];
}
