// The key is read even if the table is empty.
// expect: bug null-dereference @7
#include <search.h>
#include <stddef.h>
int main(void) {
  hcreate(5);
  return hsearch((ENTRY){NULL, NULL}, FIND) != NULL;
}
