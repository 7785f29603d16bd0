/* signal.h: handlers are stored and called if the program raises a signal itself. No signals
 * come from outside. */
#define _GNU_SOURCE
#include "sheaf.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIMIT = 65 };

static struct sigaction actions[LIMIT];
static sigset_t blocked, pending;

static int refuse(void) {
  errno = EINVAL;
  return -1;
}

static int is_signal(int number) { return number > 0 && number < LIMIT; }

/* The library reserves two for itself. */
static int is_reserved(int number) { return number == 32 || number == 33; }

int sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old) {
  if (!is_signal(number) || is_reserved(number) || (new && (number == SIGKILL || number == SIGSTOP))) return refuse();
  if (old) *old = actions[number];
  if (new) actions[number] = *new;
  return 0;
}

__sighandler_t signal(int number, __sighandler_t handler) {
  struct sigaction new = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
  if (handler == SIG_ERR) {
    refuse();
    return SIG_ERR;
  }
  return sigaction(number, &new, &old) ? SIG_ERR : old.sa_handler;
}

__sighandler_t __sysv_signal(int number, __sighandler_t handler) { return signal(number, handler); }

static int is_ignored_by_default(int number) {
  return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

static unsigned long bit(int number) { return 1ul << (number - 1); }

/* Performs the action of a signal that is not blocked. */
static int deliver(int number) {
  struct sigaction action = actions[number];
  if (action.sa_handler == SIG_IGN || (action.sa_handler == SIG_DFL && is_ignored_by_default(number))) return 0;
  if (action.sa_handler == SIG_DFL) {
    if (number == SIGABRT) abort();
    __sheaf_exit(128 + number);
  }
  if (action.sa_flags & SA_RESETHAND) actions[number].sa_handler = SIG_DFL;
  if (action.sa_flags & SA_SIGINFO) __sheaf_unmodelled("a signal handler with more information");
  action.sa_handler(number);
  return 0;
}

/* Delivers pending signals that are no longer blocked. */
static void deliver_pending(void) {
  for (int number = 1; number < LIMIT; number++) {
    if (!(pending.__val[0] & ~blocked.__val[0] & bit(number))) continue;
    pending.__val[0] &= ~bit(number);
    deliver(number);
  }
}

int raise(int number) {
  if (!number) return 0;
  if (!is_signal(number)) return refuse();
  int can_wait = number != SIGKILL && number != SIGSTOP && blocked.__val[0] & bit(number);
  if (!can_wait) return deliver(number);
  if (actions[number].sa_handler != SIG_IGN) pending.__val[0] |= bit(number);
  return 0;
}

int kill(pid_t process, int number) {
  if (process != getpid() && process != 0) {
    errno = ESRCH;
    return -1;
  }
  return raise(number);
}

int sigemptyset(sigset_t *set) {
  *set = (sigset_t){0};
  return 0;
}

int sigfillset(sigset_t *set) {
  memset(set, 255, sizeof *set);
  set->__val[0] &= ~(bit(32) | bit(33));
  return 0;
}

int sigisemptyset(const sigset_t *set) { return !set->__val[0]; }

int sigandset(sigset_t *result, const sigset_t *left, const sigset_t *right) {
  *result = (sigset_t){{left->__val[0] & right->__val[0]}};
  return 0;
}

int sigorset(sigset_t *result, const sigset_t *left, const sigset_t *right) {
  *result = (sigset_t){{left->__val[0] | right->__val[0]}};
  return 0;
}

int sigaddset(sigset_t *set, int number) {
  if (!is_signal(number) || is_reserved(number)) return refuse();
  set->__val[0] |= bit(number);
  return 0;
}

int sigdelset(sigset_t *set, int number) {
  if (!is_signal(number) || is_reserved(number)) return refuse();
  set->__val[0] &= ~bit(number);
  return 0;
}

int sigismember(const sigset_t *set, int number) {
  if (!is_signal(number)) return refuse();
  return (set->__val[0] & bit(number)) != 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  if (old) *old = blocked;
  if (!set) return 0;
  if (how == SIG_BLOCK) blocked.__val[0] |= set->__val[0];
  else if (how == SIG_UNBLOCK) blocked.__val[0] &= ~set->__val[0];
  else if (how == SIG_SETMASK) blocked = *set;
  else return refuse();
  deliver_pending();
  return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) { return sigprocmask(how, set, old) ? EINVAL : 0; }

int sigpending(sigset_t *set) {
  *set = pending;
  return 0;
}

int siginterrupt(int number, int interrupts) { return is_signal(number) && !is_reserved(number) ? 0 : refuse(); }
int killpg(pid_t group, int number) { return kill(group ? group : getpid(), number); }
int sigaltstack(const stack_t *restrict new, stack_t *restrict old) { return 0; }
