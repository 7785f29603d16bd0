// The end of a file, where reads may fail: its replay reads as often.
// expect: bug abort @6
// options: --fail-calls 1 --stdin 2
#include <stdio.h>
#include <stdlib.h>
int main(void) { if (getchar() == 'x' && getchar() == EOF) abort(); return 0; }
