// What a short read leaves as it was is not initialized.
// options: --stdin 6
// expect: bug uninitialized @9
#include <unistd.h>

int main(void) {
  char text[6];
  if (read(0, text, sizeof text) < 3) return 0;
  if (text[2] == 'x' && text[4] == 'y') return 1;
  return 0;
}
