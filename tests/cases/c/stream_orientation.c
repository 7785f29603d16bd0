// Bytes in a stream of wide characters fail in ways that are not modelled.
// expect: incomplete unmodelled-call
#include <stdio.h>
#include <wchar.h>

int main(void) {
  fwprintf(stdout, L"wide %d\n", 1);
  return printf("bytes\n") > 0;
}
