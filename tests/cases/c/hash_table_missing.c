// Before it is created, a hash table cannot be searched: glibc divides by its size.
// expect: bug division-by-zero @6
#include <search.h>
#include <stddef.h>
int main(void) {
  return hsearch((ENTRY){"a", NULL}, FIND) != NULL;
}
