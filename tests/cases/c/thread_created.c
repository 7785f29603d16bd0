// A second thread is not modelled, even if undefined functions are said to do nothing.
// options: --undefined input
// expect: incomplete unmodelled-call
#include <assert.h>
#include <pthread.h>
static int x;
static void *run(void *unused) {
  x = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, run, 0)) return 1;
  pthread_join(thread, 0);
  assert(x == 0);
  return 0;
}
