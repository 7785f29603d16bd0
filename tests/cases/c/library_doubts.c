// What systems do differently, or what glibc computes from memory that is not its own.
// expect: incomplete unmodelled-call
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
  struct tm tm = {0};
  switch (__VERIFIER_nondet_int()) {
    case 0: open("folder", O_CREAT | O_DIRECTORY, 0700); break;
    case 1: setlocale(LC_ALL, "C.UTF-8"); break;
    case 2: setenv("LC_CTYPE", "C.utf8", 1); setlocale(LC_ALL, ""); break;
    case 3: strptime("2016 53 0", "%Y %U %w", &tm); break;
    case 4: strptime("2015 366", "%Y %j", &tm); break;
    default: return 0;
  }
  assert(0);
}
