// The only thread ends, and the process with it.
// expect: bug assertion @8
#include <assert.h>
#include <klee/klee.h>
#include <pthread.h>
#include <stdlib.h>
static int cleaned;
static void clean(void) { assert(cleaned); }
int main(void) {
  atexit(clean);
  cleaned = klee_range(0, 2, "cleaned");
  pthread_exit(0);
  assert(0);
}
