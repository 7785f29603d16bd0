// The destructors of a thread's values run where the thread ends; a lock for readers has a state.
// expect: bug use-after-free @16
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_key_t first, second;
static int *shared;
static void again(void *value) {
  static int calls;
  if (++calls == 1) pthread_setspecific(second, value);
  else assert(calls == 2);
}
static void use(void *value) {
  *shared = *(int *)value;
}
int main(void) {
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  assert(!pthread_rwlock_rdlock(&lock) && !pthread_rwlock_rdlock(&lock) && !pthread_rwlock_unlock(&lock));
  assert(!pthread_rwlock_unlock(&lock) && !pthread_rwlock_wrlock(&lock) && pthread_rwlock_wrlock(&lock) == EDEADLK);
  assert(pthread_rwlock_rdlock(&lock) == EDEADLK && !pthread_rwlock_unlock(&lock) && !pthread_rwlock_rdlock(&lock));
  assert(!pthread_key_create(&first, use) && !pthread_key_create(&second, again) && first != second);
  assert(!pthread_getspecific(first) && pthread_setspecific(99, &lock) == EINVAL);
  int value = 3;
  shared = malloc(sizeof *shared);
  pthread_setspecific(first, &value);
  pthread_setspecific(second, &value);
  if (klee_int("x") == 7) free(shared);
  pthread_exit(NULL);
}
