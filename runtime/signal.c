/* signal.h: the program's handlers, and the signals that it sends to itself or that timers send. No
 * signals come from outside. */
#define _GNU_SOURCE
#include "sheaf.h"
#include "signals.h"
#include "environment.h"
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ucontext.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT = 65, QUEUE = 128, FIRST_QUEUED = 32 };

/* A signal that has not been delivered yet. */
struct sent {
  int number, code;
  int is_for_thread; /* by `raise`; these come before those for the process */
  union sigval value;
};

static struct sigaction actions[LIMIT];
unsigned long sheaf_blocked;
static struct sent queue[QUEUE];
static unsigned queued;

/* The signals that `sigwait` waits for: like blocked ones, they are never ignored. */
static unsigned long awaited;

/* What the processor was doing: not modelled. */
extern ucontext_t __sheaf_unknown_context;

void __sheaf_assert_fail(const char *condition) __attribute__((noreturn));
void __sheaf_longjmp(struct __jmp_buf_tag *buffer, int value) __attribute__((noreturn));

static int refuse(int error) {
  errno = error;
  return -1;
}

static int is_signal(int number) { return number > 0 && number < LIMIT; }

/* The library reserves two for itself. */
static int is_reserved(int number) { return number == 32 || number == 33; }

static unsigned long bit(int number) { return 1ul << (number - 1); }

static unsigned long set_of(const sigset_t *set) { return set->__val[0]; }

/* Signals that cannot be blocked. */
static unsigned long unblockable(void) { return bit(SIGKILL) | bit(SIGSTOP); }

/* Sending. */

static int is_ignored(int number) {
  if (actions[number].sa_handler != SIG_DFL) return actions[number].sa_handler == SIG_IGN;
  return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

/* Forgets the signal at a position of the queue. */
static struct sent take_at(unsigned position) {
  struct sent signal = queue[position];
  queued--;
  for (unsigned i = position; i < queued; i++) queue[i] = queue[i + 1];
  return signal;
}

static void forget(int number) {
  for (unsigned i = queued; i-- > 0;)
    if (queue[i].number == number) take_at(i);
}

/* A blocked signal is never ignored, because it may have a handler when it is unblocked. One that
 * is pending already is not sent twice, except for those with higher numbers. */
static void send(struct sent signal) {
  if (is_ignored(signal.number) && !((sheaf_blocked | awaited) & bit(signal.number))) return;
  for (unsigned i = 0; signal.number < FIRST_QUEUED && i < queued; i++)
    if (queue[i].number == signal.number && queue[i].is_for_thread == signal.is_for_thread) return;
  if (queued == QUEUE) __sheaf_unmodelled("so many pending signals");
  queue[queued++] = signal;
}

void sheaf_send(int number, int code, union sigval value) { send((struct sent){number, code, 0, value}); }

/* Delivery. */

/* Linux's order: those for the thread, those for failures of the program, the lowest number, the
 * first one. */
static int comes_before(const struct sent *left, const struct sent *right) {
  unsigned long failures = bit(SIGSEGV) | bit(SIGBUS) | bit(SIGILL) | bit(SIGTRAP) | bit(SIGFPE) | bit(SIGSYS);
  if (left->is_for_thread != right->is_for_thread) return left->is_for_thread;
  int fails = (failures & bit(left->number)) != 0, other_fails = (failures & bit(right->number)) != 0;
  return fails != other_fails ? fails : left->number < right->number;
}

/* Takes the next one of these signals from the queue; returns whether there is one. */
static int take(unsigned long wanted, struct sent *signal) {
  unsigned best = queued;
  for (unsigned i = 0; i < queued; i++)
    if (wanted & bit(queue[i].number) && (best == queued || comes_before(&queue[i], &queue[best]))) best = i;
  if (best == queued) return 0;
  *signal = take_at(best);
  return 1;
}

static siginfo_t info_of(const struct sent *signal) {
  siginfo_t info = {.si_signo = signal->number, .si_code = signal->code};
  if (signal->code == SI_KERNEL) return info;
  info.si_pid = getpid();
  info.si_uid = getuid();
  if (signal->code == SI_QUEUE) info.si_value = signal->value;
  return info;
}

/* Performs the action of a signal, which is not pending any more. Other signals that the handler
 * does not block interrupt it at its start. */
static int perform(const struct sent *signal, unsigned long restored) {
  int number = signal->number;
  struct sigaction action = actions[number];
  if (is_ignored(number)) return 0;
  if (action.sa_handler == SIG_DFL) {
    __sheaf_default_action(number);
    return 0;
  }
  if (action.sa_flags & SA_RESETHAND) actions[number].sa_handler = SIG_DFL;
  sheaf_blocked |= set_of(&action.sa_mask) | (action.sa_flags & SA_NODEFER ? 0 : bit(number));
  sheaf_deliver_pending(sheaf_blocked);
  siginfo_t info = info_of(signal);
  if (action.sa_flags & SA_SIGINFO) action.sa_sigaction(number, &info, &__sheaf_unknown_context);
  else action.sa_handler(number);
  sheaf_blocked = restored;
  return SHEAF_RAN | (action.sa_flags & SA_RESTART ? 0 : SHEAF_INTERRUPTED);
}

int sheaf_deliver_pending(unsigned long restored) {
  struct sent signal;
  int result = 0;
  while (take(~sheaf_blocked, &signal)) {
    int ran = perform(&signal, restored);
    if (!result) result = ran;
  }
  return result;
}

static int send_and_deliver(struct sent signal) {
  send(signal);
  sheaf_deliver_pending(sheaf_blocked);
  return 0;
}

int __sheaf_raise(int number) { return send_and_deliver((struct sent){number, SI_USER, 1, {0}}); }

int raise(int number) {
  if (!number) return 0;
  if (!is_signal(number)) return refuse(EINVAL);
  return send_and_deliver((struct sent){number, SI_TKILL, 1, {0}});
}

int gsignal(int number) { return raise(number); }

/* Whether a process or a group is this one; -1 with `errno` set otherwise. The platform chooses its
 * number, and nothing depends on the choice in this order. */
static int find(pid_t process) {
  if (!__sheaf_is_symbolic((unsigned long long)process) && !process) return 0;
  if (process == getpid() || !process) return 0;
  if (process == -1 || process == getppid()) __sheaf_unmodelled("a signal to another process");
  return process != INT_MIN && process == -getpgrp() ? 0 : refuse(ESRCH);
}

int kill(pid_t process, int number) {
  if (find(process)) return -1;
  if (number && !is_signal(number)) return refuse(EINVAL);
  return number ? send_and_deliver((struct sent){number, SI_USER, 0, {0}}) : 0;
}

int killpg(pid_t group, int number) {
  if (group == getpgrp()) return kill(0, number);
  return group < 0 ? refuse(EINVAL) : kill(-group, number);
}

int sigqueue(pid_t process, int number, const union sigval value) {
  if (process != getpid() && process <= 0) return refuse(ESRCH);
  if (find(process)) return -1;
  if (number && !is_signal(number)) return refuse(EINVAL);
  return number ? send_and_deliver((struct sent){number, SI_QUEUE, 0, value}) : 0;
}

int tgkill(pid_t process, pid_t thread, int number) {
  int is_own = process == getpid() && thread == gettid();
  if ((!is_own && (process <= 0 || thread <= 0)) || (number && !is_signal(number))) return refuse(EINVAL);
  return is_own ? raise(number) : refuse(ESRCH);
}

int pthread_kill(pthread_t thread, int number) {
  if (number && (!is_signal(number) || is_reserved(number))) return EINVAL;
  raise(number);
  return 0;
}

/* Handlers. */

/* Set by the library in all actions. */
static const int RESTORER = 0x04000000;

/* The flags that Linux keeps. */
static const int FLAGS = SA_NOCLDSTOP | SA_NOCLDWAIT | SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER | (int)SA_RESETHAND;

int sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old) {
  if (!is_signal(number) || is_reserved(number) || (new && (number == SIGKILL || number == SIGSTOP))) return refuse(EINVAL);
  struct sigaction before = actions[number];
  if (new) {
    actions[number] = *new;
    actions[number].sa_flags = (new->sa_flags & FLAGS) | RESTORER;
    actions[number].sa_mask.__val[0] &= ~unblockable();
    if (is_ignored(number)) forget(number);
  }
  if (old) *old = before;
  return 0;
}

int __sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old) { return sigaction(number, new, old); }

/* The signals whose handlers do not restart calls. */
static unsigned long interrupting;

static __sighandler_t install(int number, __sighandler_t handler, int flags, unsigned long mask) {
  struct sigaction new = {.sa_handler = handler, .sa_flags = flags, .sa_mask = {{mask}}}, old;
  if (handler == SIG_ERR || !is_signal(number)) {
    refuse(EINVAL);
    return SIG_ERR;
  }
  return sigaction(number, &new, &old) ? SIG_ERR : old.sa_handler;
}

__sighandler_t signal(int number, __sighandler_t handler) {
  unsigned long own = is_signal(number) ? bit(number) : 0;
  return install(number, handler, interrupting & own ? 0 : SA_RESTART, own);
}

__sighandler_t bsd_signal(int number, __sighandler_t handler) { return signal(number, handler); }
__sighandler_t ssignal(int number, __sighandler_t handler) { return signal(number, handler); }
__sighandler_t __sysv_signal(int number, __sighandler_t handler) { return install(number, handler, (int)SA_RESETHAND | SA_NODEFER, 0); }
__sighandler_t sysv_signal(int number, __sighandler_t handler) { return __sysv_signal(number, handler); }

int siginterrupt(int number, int interrupts) {
  struct sigaction action;
  if (sigaction(number, NULL, &action)) return -1;
  interrupting = interrupts ? interrupting | bit(number) : interrupting & ~bit(number);
  action.sa_flags = interrupts ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
  return sigaction(number, &action, NULL);
}

/* Handlers run on the stack of the program, wherever that is. */

static stack_t other_stack = {.ss_flags = SS_DISABLE};

int sigaltstack(const stack_t *restrict new, stack_t *restrict old) {
  stack_t before = other_stack;
  if (new) {
    int mode = new->ss_flags & ~(1 << 31); /* SS_AUTODISARM */
    if (mode && mode != SS_ONSTACK && mode != SS_DISABLE) return refuse(EINVAL);
    if (mode != SS_DISABLE && new->ss_size < 2048) return refuse(ENOMEM);
    other_stack = mode == SS_DISABLE ? (stack_t){.ss_flags = new->ss_flags} : (stack_t){new->ss_sp, new->ss_flags & ~SS_ONSTACK, new->ss_size};
  }
  if (old) *old = before;
  return 0;
}

int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }

/* Sets. */

int sigemptyset(sigset_t *set) {
  if (!set) return refuse(EINVAL);
  *set = (sigset_t){0};
  return 0;
}

int sigfillset(sigset_t *set) {
  if (!set) return refuse(EINVAL);
  memset(set, 255, sizeof *set);
  set->__val[0] &= ~(bit(32) | bit(33));
  return 0;
}

int sigisemptyset(const sigset_t *set) { return set ? !set_of(set) : refuse(EINVAL); }

int sigandset(sigset_t *result, const sigset_t *left, const sigset_t *right) {
  if (!result || !left || !right) return refuse(EINVAL);
  *result = (sigset_t){{set_of(left) & set_of(right)}};
  return 0;
}

int sigorset(sigset_t *result, const sigset_t *left, const sigset_t *right) {
  if (!result || !left || !right) return refuse(EINVAL);
  *result = (sigset_t){{set_of(left) | set_of(right)}};
  return 0;
}

int sigaddset(sigset_t *set, int number) {
  if (!set || !is_signal(number) || is_reserved(number)) return refuse(EINVAL);
  set->__val[0] |= bit(number);
  return 0;
}

int sigdelset(sigset_t *set, int number) {
  if (!set || !is_signal(number) || is_reserved(number)) return refuse(EINVAL);
  set->__val[0] &= ~bit(number);
  return 0;
}

int sigismember(const sigset_t *set, int number) {
  if (!set || !is_signal(number)) return refuse(EINVAL);
  return (set_of(set) & bit(number)) != 0;
}

/* Blocking. */

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  unsigned long before = sheaf_blocked;
  if (set) {
    unsigned long given = set_of(set) & ~(bit(32) | bit(33));
    if (how == SIG_BLOCK) sheaf_blocked |= given;
    else if (how == SIG_UNBLOCK) sheaf_blocked &= ~given;
    else if (how == SIG_SETMASK) sheaf_blocked = given;
    else return refuse(EINVAL);
    sheaf_blocked &= ~unblockable();
  }
  if (old) *old = (sigset_t){{before}};
  sheaf_deliver_pending(sheaf_blocked);
  return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  int error = errno, failed = sigprocmask(how, set, old);
  if (failed) errno = error;
  return failed ? EINVAL : 0;
}

int sigpending(sigset_t *set) {
  *set = (sigset_t){0};
  for (unsigned i = 0; i < queued; i++) set->__val[0] |= bit(queue[i].number);
  return 0;
}

/* Waiting. */

static const char NEVER[] = "waiting for a signal that is not sent";

int sigsuspend(const sigset_t *mask) {
  sheaf_wait(-1, mask, NEVER);
  return refuse(EINTR);
}

int __sigsuspend(const sigset_t *mask) { return sigsuspend(mask); }

int pause(void) {
  sheaf_wait(-1, NULL, NEVER);
  return refuse(EINTR);
}

/* Takes one of these signals; 0 if a handler of another one runs first, or at this point in
 * time. */
static int await(const sigset_t *set, long long due, struct sent *signal) {
  unsigned long wanted = set_of(set) & ~(unblockable() | bit(32) | bit(33));
  for (;;) {
    if (take(wanted, signal)) return 1;
    errno = EINTR;
    if (sheaf_deliver_pending(sheaf_blocked)) return 0;
    errno = EAGAIN;
    unsigned long before = awaited;
    awaited = wanted;
    int expired = sheaf_expire(due);
    awaited = before;
    if (expired) continue;
    if (due < 0) __sheaf_unmodelled(NEVER);
    if (sheaf_microseconds < due) sheaf_microseconds = due;
    return 0;
  }
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict time) {
  struct sent signal;
  if (time && (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000000000)) return refuse(EINVAL);
  long long due = time ? sheaf_microseconds + time->tv_sec * 1000000ll + (time->tv_nsec + 999) / 1000 : -1;
  int error = errno;
  if (!await(set, due, &signal)) return -1;
  errno = error;
  if (!info) return signal.number;
  *info = info_of(&signal);
  if (info->si_code == SI_TKILL) info->si_code = SI_USER; /* by the library */
  return signal.number;
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) { return sigtimedwait(set, info, NULL); }

/* It does not end where a handler runs. */
int sigwait(const sigset_t *restrict set, int *restrict number) {
  struct sent signal;
  int error = errno;
  while (!await(set, -1, &signal)) {}
  errno = error;
  *number = signal.number;
  return 0;
}

/* The functions of older systems. */

__sighandler_t sigset(int number, __sighandler_t handler) {
  sigset_t set, old;
  sigemptyset(&set);
  if (handler == SIG_ERR || sigaddset(&set, number)) {
    refuse(EINVAL);
    return SIG_ERR;
  }
  struct sigaction before;
  if (sigaction(number, NULL, &before)) return SIG_ERR;
  int holds = handler == SIG_HOLD;
  if (!holds && install(number, handler, 0, 0) == SIG_ERR) return SIG_ERR;
  sigprocmask(holds ? SIG_BLOCK : SIG_UNBLOCK, &set, &old);
  return set_of(&old) & bit(number) ? SIG_HOLD : before.sa_handler;
}

static int change(int how, int number) {
  sigset_t set;
  sigemptyset(&set);
  return sigaddset(&set, number) ? -1 : sigprocmask(how, &set, NULL);
}

int sighold(int number) { return change(SIG_BLOCK, number); }
int sigrelse(int number) { return change(SIG_UNBLOCK, number); }
int sigignore(int number) { return sigaction(number, &(struct sigaction){.sa_handler = SIG_IGN}, NULL); }

static int change_low(int how, int mask) {
  sigset_t set = {{(unsigned)mask}}, old;
  sigprocmask(how, &set, &old);
  return (int)set_of(&old);
}

int sigblock(int mask) { return change_low(SIG_BLOCK, mask); }
int sigsetmask(int mask) { return change_low(SIG_SETMASK, mask); }
int siggetmask(void) { return (int)sheaf_blocked; }

/* The end of the program, and jumps, in programs that handle signals: see signals.h. */

/* Runs the program's handler of SIGABRT, if there is one. */
static void let_handle_abort(void) {
  change(SIG_UNBLOCK, SIGABRT);
  if (actions[SIGABRT].sa_handler != SIG_DFL) raise(SIGABRT);
}

/* A handler that returns does not prevent the end. */
void abort(void) {
  let_handle_abort();
  actions[SIGABRT].sa_handler = SIG_DFL;
  for (;;) __sheaf_default_action(SIGABRT);
}

/* A failed assertion that counts is a failure, whoever handles it. */
void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
  if (!__sheaf_counts("assertion")) let_handle_abort();
  __sheaf_assert_fail(condition);
}

void __assert(const char *condition, const char *file, int line) { __assert_fail(condition, file, (unsigned)line, ""); }

/* Where an instruction that traps does not count as a failure, its handler runs. If that returns,
 * the instruction traps again. */
void __sheaf_trap(int number) {
  if (__sheaf_counts("abort") || is_ignored(number) || actions[number].sa_handler == SIG_DFL || sheaf_blocked & bit(number)) return;
  raise(number);
  __sheaf_unmodelled("a trap whose handler returns");
}

void longjmp(struct __jmp_buf_tag buffer[1], int value) {
  if (buffer->__mask_was_saved) sigprocmask(SIG_SETMASK, (sigset_t *)&buffer->__saved_mask, NULL);
  __sheaf_longjmp(buffer, value);
}

void _longjmp(struct __jmp_buf_tag buffer[1], int value) { longjmp(buffer, value); }
void siglongjmp(struct __jmp_buf_tag buffer[1], int value) { longjmp(buffer, value); }
void __longjmp_chk(struct __jmp_buf_tag buffer[1], int value) { longjmp(buffer, value); }
