// Standard input is a pipe: what `getchar` has read ahead is lost for `read`, also if the
// descriptor is closed, and stays for the next `getchar`.
// options: --stdin 3
// expect: bug assertion @13
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char byte;
  int first = getchar();
  if (first == EOF) return 0;
  if (first == 'x') {
    assert(read(0, &byte, 1) == 1);
    return 0;
  }
  close(0);
  int second = getchar(), third = getchar();
  assert(second != EOF || third == EOF);
}
