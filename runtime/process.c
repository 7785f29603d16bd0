/* The end of a program: exit and its handlers, assert; and errno. `abort` and `__assert_fail`
 * are the engine's. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <stdlib.h>
#include <unistd.h>

static int error_number;

int *__errno_location(void) { return &error_number; }
int *klee_errno_location(void) { return &error_number; }

/* A handler; those with an argument take it last. */
struct handler {
  void (*plain)(void);
  void (*with_status)(int, void *);
  void *argument;
};

/* The standard guarantees 32. */
enum { LIMIT = 64 };

struct handlers {
  struct handler entries[LIMIT];
  unsigned count;
};

static struct handlers exit_handlers, quick_exit_handlers;

static int add(struct handlers *handlers, struct handler handler) {
  if (handlers->count == LIMIT) return -1;
  handlers->entries[handlers->count++] = handler;
  return 0;
}

/* Calls the most recent handler first; a handler may register others. */
static void run(struct handlers *handlers, int status) {
  while (handlers->count) {
    struct handler handler = handlers->entries[--handlers->count];
    if (handler.plain) handler.plain();
    else handler.with_status(status, handler.argument);
  }
}

int atexit(void (*function)(void)) { return add(&exit_handlers, (struct handler){function, NULL, NULL}); }

int on_exit(void (*function)(int, void *), void *argument) {
  return add(&exit_handlers, (struct handler){NULL, function, argument});
}

int at_quick_exit(void (*function)(void)) { return add(&quick_exit_handlers, (struct handler){function, NULL, NULL}); }

void exit(int status) {
  run(&exit_handlers, status);
  __sheaf_exit(status);
}

void quick_exit(int status) {
  run(&quick_exit_handlers, status);
  __sheaf_exit(status);
}

void _Exit(int status) { __sheaf_exit(status); }

void _exit(int status) { __sheaf_exit(status); }
