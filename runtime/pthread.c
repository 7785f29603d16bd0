/* pthread.h for single-threaded programs: locks are always free. A second thread is not
 * modelled, even with options that model undefined functions: its effects would be missed. */
#define _GNU_SOURCE
#include "environment.h"
#include "sheaf.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

pthread_t pthread_self(void) { return 1; }

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  __sheaf_unmodelled("pthread_create");
}

/* Thread-specific values; there is one thread. */

static struct key {
  int is_used;
  void (*destructor)(void *);
  const void *value;
} keys[PTHREAD_KEYS_MAX];

/* The keys from here on were never used. */
static unsigned key_count;

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  unsigned free = 0;
  while (free < key_count && keys[free].is_used) free++;
  if (free == PTHREAD_KEYS_MAX) return EAGAIN;
  if (free == key_count) key_count++;
  keys[free] = (struct key){1, destructor, NULL};
  *key = free;
  return 0;
}

static int is_key(pthread_key_t key) { return key < key_count && keys[key].is_used; }

int pthread_key_delete(pthread_key_t key) {
  if (!is_key(key)) return EINVAL;
  keys[key].is_used = 0;
  return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  if (!is_key(key)) return EINVAL;
  keys[key].value = value;
  return 0;
}

void *pthread_getspecific(pthread_key_t key) { return is_key(key) ? (void *)keys[key].value : NULL; }

/* Destructors may set values again, which are destroyed a few times more. */
static void destroy_values(void) {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    for (unsigned i = 0; i < key_count; i++) {
      void *value = pthread_getspecific(i);
      if (!value || !keys[i].destructor) continue;
      keys[i].value = NULL;
      keys[i].destructor(value);
    }
  }
}

/* The process ends with its last thread, after the destructors of its values. */
void pthread_exit(void *result) {
  destroy_values();
  exit(0);
}

int pthread_equal(pthread_t left, pthread_t right) { return left == right; }

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  *mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  if (attributes) mutex->__data.__kind = attributes->__align;
  return 0;
}

/* The kind of a mutex that was destroyed. */
enum { DESTROYED = -1 };

int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  if (mutex->__data.__count) return EBUSY;
  mutex->__data.__kind = DESTROYED;
  return 0;
}

static const char NEVER[] = "a lock that is never released", FREE[] = "unlocking what is not locked";

/* A thread that waits for its own lock never acquires it. */
int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (mutex->__data.__kind == DESTROYED) return EINVAL;
  if (mutex->__data.__count && mutex->__data.__kind == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  if (mutex->__data.__count && mutex->__data.__kind != PTHREAD_MUTEX_RECURSIVE) __sheaf_unmodelled(NEVER);
  mutex->__data.__count++;
  return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  if (mutex->__data.__kind == DESTROYED) return EINVAL;
  if (mutex->__data.__count && mutex->__data.__kind != PTHREAD_MUTEX_RECURSIVE) return EBUSY;
  mutex->__data.__count++;
  return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  int kind = mutex->__data.__kind;
  if (kind == DESTROYED) return EINVAL;
  if (!mutex->__data.__count && kind != PTHREAD_MUTEX_RECURSIVE && kind != PTHREAD_MUTEX_ERRORCHECK) __sheaf_unmodelled(FREE);
  if (!mutex->__data.__count) return EPERM;
  mutex->__data.__count--;
  return 0;
}

/* Of the attributes, only the type has an effect. */

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
  attributes->__align = PTHREAD_MUTEX_DEFAULT;
  return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type) {
  if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
  attributes->__align = type;
  return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) { return 0; }

/* Who holds it: readers, or the thread that writes. */

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  if (lock->__data.__cur_writer) return EDEADLK;
  lock->__data.__readers++;
  return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  if (lock->__data.__cur_writer) return EDEADLK;
  if (lock->__data.__readers) __sheaf_unmodelled(NEVER);
  lock->__data.__cur_writer = 1;
  return 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  if (!lock->__data.__cur_writer && !lock->__data.__readers) __sheaf_unmodelled(FREE);
  if (lock->__data.__cur_writer) lock->__data.__cur_writer = 0;
  else lock->__data.__readers--;
  return 0;
}

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) { return 0; }
int pthread_cond_destroy(pthread_cond_t *condition) { return 0; }
int pthread_cond_signal(pthread_cond_t *condition) { return 0; }
int pthread_cond_broadcast(pthread_cond_t *condition) { return 0; }

enum { RUNS = 1, HAS_RUN };

int pthread_once(pthread_once_t *once, void (*function)(void)) {
  if (*once == RUNS) __sheaf_unmodelled("a function that waits for itself");
  if (*once) return 0;
  *once = RUNS;
  function();
  *once = HAS_RUN;
  return 0;
}

int sched_yield(void) { return 0; }

/* There is one processor. */

int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t *processors) {
  if (bytes < sizeof(long) || bytes % sizeof(long)) {
    errno = EINVAL;
    return -1;
  }
  if (process && process != getpid()) {
    errno = ESRCH;
    return -1;
  }
  sheaf_assume_machine();
  __builtin_memset(processors, 0, bytes);
  CPU_SET_S(0, bytes, processors);
  return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t bytes, cpu_set_t *processors) {
  return sched_getaffinity(0, bytes, processors) ? errno : 0;
}

int __sched_cpucount(size_t bytes, const cpu_set_t *processors) {
  int count = 0;
  for (size_t i = 0; i < bytes; i++) count += __builtin_popcount(((const unsigned char *)processors)[i]);
  return count;
}

int sched_getcpu(void) { return 0; }
