/* Signals in unusual states: blocked, ignored, pending, handled, nested, awaited. Each call prints
 * its result and the error. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int line;

/* Prints a call's result, and its error if it failed. */
#define SHOW(call)                                             \
  do {                                                         \
    errno = 0;                                                 \
    long result = (long)(call);                                \
    printf("%d %s: %ld", ++line, #call, result);               \
    if (result < 0) printf(" errno %d", errno);              \
    printf("\n");                                              \
  } while (0)

static sigset_t one(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return set;
}

static const char *mask(void) {
  static char text[200];
  sigset_t set;
  sigprocmask(SIG_BLOCK, NULL, &set);
  text[0] = 0;
  for (int i = 1; i <= 64; i++)
    if (sigismember(&set, i) == 1) sprintf(text + strlen(text), " %d", i);
  return text;
}

static void show_pending(void) {
  sigset_t set;
  sigpending(&set);
  printf("pending");
  for (int i = 1; i <= 64; i++)
    if (sigismember(&set, i) == 1) printf(" %d", i);
  printf("\n");
}

static void handle(int number, void (*handler)(int), int flags, int also) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigemptyset(&action.sa_mask);
  if (also) sigaddset(&action.sa_mask, also);
  if (sigaction(number, &action, NULL)) printf("sigaction of %d fails\n", number);
}

static void block(int number) {
  sigset_t set = one(number);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

static void unblock(int number) {
  sigset_t set = one(number);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void unblock_all(void) {
  sigset_t set;
  sigemptyset(&set);
  sigprocmask(SIG_SETMASK, &set, NULL);
}

static void note(int number) { printf("handler of %d, blocked%s\n", number, mask()); }

static void nest(int number) {
  static int depth, calls;
  depth++;
  printf("handler of %d at depth %d, blocked%s\n", number, depth, mask());
  if (++calls % 3) raise(number);
  printf("handler of %d at depth %d ends\n", number, depth);
  depth--;
}

static void chain(int number) {
  printf("start of %d\n", number);
  raise(SIGUSR2);
  printf("end of %d\n", number);
}

static void tell(int number, siginfo_t *info, void *context) {
  printf("info of %d: signo %d code %d", number, info->si_signo, info->si_code);
  if (info->si_code == SI_USER || info->si_code == SI_TKILL || info->si_code == SI_QUEUE)
    printf(" own %d", info->si_pid == getpid() && info->si_uid == getuid());
  if (info->si_code == SI_QUEUE) printf(" value %d", info->si_value.sival_int);
  printf(" context %d\n", context != NULL);
}

static void set_info(int number) {
  struct sigaction action = {.sa_sigaction = tell, .sa_flags = SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static void arguments(void) {
  sigset_t set, old;
  SHOW(raise(0));
  SHOW(raise(-1));
  SHOW(raise(65));
  SHOW(kill(getpid(), 0));
  SHOW(kill(getpid(), 65));
  SHOW(kill(getpid(), -1));
  SHOW(killpg(-1, 0));
  SHOW(sigqueue(getpid(), 0, (union sigval){0}));
  SHOW(sigqueue(getpid(), 99, (union sigval){0}));
  SHOW(sigaction(0, NULL, NULL));
  SHOW(sigaction(65, NULL, NULL));
  SHOW(sigaction(32, NULL, NULL));
  SHOW(sigaction(SIGKILL, NULL, NULL));
  SHOW(sigaction(SIGKILL, &(struct sigaction){0}, NULL));
  SHOW(sigaction(SIGSTOP, &(struct sigaction){0}, NULL));
  SHOW(signal(SIGKILL, SIG_IGN) == SIG_ERR);
  SHOW(signal(0, SIG_IGN) == SIG_ERR);
  SHOW(signal(33, SIG_IGN) == SIG_ERR);
  SHOW(signal(SIGUSR1, SIG_ERR) == SIG_ERR);
  SHOW(sigemptyset(&set));
  SHOW(sigaddset(&set, 0));
  SHOW(sigaddset(&set, 65));
  SHOW(sigaddset(&set, 64));
  SHOW(sigismember(&set, 64));
  SHOW(sigismember(&set, 63));
  SHOW(sigismember(&set, 65));
  SHOW(sigdelset(&set, 64));
  SHOW(sigdelset(&set, -3));
  SHOW(sigisemptyset(&set));
  SHOW(sigfillset(&set));
  SHOW(sigismember(&set, 32));
  SHOW(sigismember(&set, SIGKILL));
  SHOW(sigprocmask(77, &set, NULL));
  SHOW(sigprocmask(77, NULL, &old));
  SHOW(sigisemptyset(&old));
  SHOW(pthread_sigmask(77, &set, NULL));
  SHOW(siginterrupt(65, 1));
  SHOW(siginterrupt(SIGKILL, 1));
}

static void blocking(void) {
  sigset_t all, old;
  sigfillset(&all);
  SHOW(sigprocmask(SIG_SETMASK, &all, NULL));
  printf("all:%s\n", mask());
  sigemptyset(&all);
  SHOW(sigprocmask(SIG_SETMASK, &all, &old));
  SHOW(sigismember(&old, SIGKILL));
  SHOW(sigismember(&old, SIGSTOP));
  SHOW(sigismember(&old, SIGUSR1));
  handle(SIGUSR1, note, 0, 0);
  block(SIGUSR1);
  SHOW(raise(SIGUSR1));
  SHOW(raise(SIGUSR1));
  SHOW(kill(getpid(), SIGUSR1));
  SHOW(kill(getpid(), SIGUSR1));
  show_pending();
  unblock(SIGUSR1);
  show_pending();

  /* An ignored signal is pending while it is blocked. */
  handle(SIGUSR1, SIG_IGN, 0, 0);
  block(SIGUSR1);
  SHOW(raise(SIGUSR1));
  show_pending();
  handle(SIGUSR1, note, 0, 0);
  unblock(SIGUSR1);
  block(SIGUSR1);
  SHOW(raise(SIGUSR1));
  handle(SIGUSR1, SIG_IGN, 0, 0);
  show_pending();
  handle(SIGUSR1, note, 0, 0);
  unblock(SIGUSR1);
  block(SIGCHLD);
  SHOW(raise(SIGCHLD));
  show_pending();
  handle(SIGCHLD, note, 0, 0);
  unblock(SIGCHLD);
  handle(SIGCHLD, SIG_DFL, 0, 0);
  SHOW(raise(SIGCHLD));
  SHOW(raise(SIGURG));
  SHOW(raise(SIGWINCH));
  SHOW(raise(SIGCONT));

  /* The order of delivery. */
  for (int i = 1; i <= 31; i++)
    if (i == SIGINT || i == SIGSEGV || i == SIGTERM || i == SIGHUP) handle(i, note, 0, 0);
  handle(40, note, 0, 0);
  handle(SIGINT, note, 0, SIGTERM);
  block(SIGINT), block(SIGSEGV), block(SIGTERM), block(SIGHUP), block(40);
  SHOW(kill(getpid(), SIGHUP));
  SHOW(raise(SIGTERM));
  SHOW(raise(SIGINT));
  SHOW(raise(SIGSEGV));
  SHOW(raise(40));
  SHOW(raise(40));
  show_pending();
  unblock_all();
  show_pending();
  printf("blocked%s\n", mask());
}

static void nesting(void) {
  handle(SIGUSR1, nest, 0, 0);
  SHOW(raise(SIGUSR1));
  handle(SIGUSR1, nest, SA_NODEFER, 0);
  SHOW(raise(SIGUSR1));
  handle(SIGUSR1, note, SA_NODEFER, SIGUSR2);
  SHOW(raise(SIGUSR1));
  handle(SIGUSR1, note, SA_RESETHAND, 0);
  SHOW(raise(SIGUSR1));
  SHOW(signal(SIGUSR1, SIG_DFL) == SIG_DFL);
  handle(SIGUSR1, chain, 0, 0);
  handle(SIGUSR2, note, 0, 0);
  SHOW(raise(SIGUSR1));
  handle(SIGUSR1, chain, 0, SIGUSR2);
  SHOW(raise(SIGUSR1));
  handle(SIGUSR2, chain, SA_NODEFER, 0);
  struct sigaction action;
  SHOW(sigaction(SIGUSR2, NULL, &action));
  SHOW(action.sa_handler == chain);
  SHOW(action.sa_flags & SA_NODEFER);
  handle(SIGUSR2, note, SA_RESTART, SIGKILL);
  SHOW(sigaction(SIGUSR2, NULL, &action));
  SHOW(sigismember(&action.sa_mask, SIGKILL));
  SHOW(action.sa_flags & SA_RESTART);
  SHOW(signal(SIGUSR2, note) == note);
  SHOW(sigaction(SIGUSR2, &(struct sigaction){.sa_handler = SIG_IGN}, &action));
  SHOW(sigismember(&action.sa_mask, SIGUSR2));
  SHOW((action.sa_flags & SA_RESTART) != 0);
  SHOW(siginterrupt(SIGUSR2, 1));
  SHOW(signal(SIGUSR2, note) == SIG_IGN);
  SHOW(sigaction(SIGUSR2, NULL, &action));
  SHOW((action.sa_flags & SA_RESTART) != 0);
  SHOW(siginterrupt(SIGUSR2, 0));
  SHOW(sigaction(SIGUSR2, NULL, &action));
  SHOW((action.sa_flags & SA_RESTART) != 0);
  /* One structure for both. */
  action.sa_handler = SIG_IGN;
  SHOW(sigaction(SIGUSR2, &action, &action));
  SHOW(action.sa_handler == note);
  SHOW(signal(SIGUSR2, SIG_DFL) == SIG_IGN);
  SHOW(__sysv_signal(SIGUSR2, note) == SIG_DFL);
  SHOW(raise(SIGUSR2));
  SHOW(signal(SIGUSR2, SIG_DFL) == SIG_DFL);
  SHOW(sigset(SIGUSR2, note) == SIG_DFL);
  SHOW(raise(SIGUSR2));
  SHOW(sigset(SIGUSR2, SIG_HOLD) == note);
  SHOW(raise(SIGUSR2));
  show_pending();
  SHOW(sigset(SIGUSR2, note) == SIG_HOLD);
  SHOW(sighold(SIGUSR2));
  SHOW(raise(SIGUSR2));
  SHOW(sigrelse(SIGUSR2));
  SHOW(sigignore(SIGUSR2));
  SHOW(raise(SIGUSR2));
  SHOW(sigrelse(0));
  for (int i = -1; i < 70; i += 7) printf("%s\n", strsignal(i));
}

static sigjmp_buf plain, saving;

static void leave_plain(int number) { siglongjmp(plain, number); }
static void leave_saving(int number) { siglongjmp(saving, number); }
static void leave_longjmp(int number) { longjmp(plain, number); }

static void jumping(void) {
  handle(SIGUSR1, leave_plain, 0, SIGUSR2);
  if (!sigsetjmp(plain, 0)) raise(SIGUSR1);
  printf("after sigsetjmp(, 0):%s\n", mask());
  unblock_all();
  if (!setjmp(plain)) raise(SIGUSR1);
  printf("after setjmp:%s\n", mask());
  SHOW(raise(SIGUSR1));
  show_pending();
  handle(SIGUSR1, note, 0, 0);
  unblock_all();
  handle(SIGUSR1, leave_longjmp, SA_NODEFER, 0);
  if (!setjmp(plain)) raise(SIGUSR1);
  printf("after longjmp with SA_NODEFER:%s\n", mask());
  handle(SIGUSR1, leave_saving, 0, SIGUSR2);
  block(SIGHUP);
  if (!sigsetjmp(saving, 1)) {
    unblock(SIGHUP);
    raise(SIGUSR1);
  }
  printf("after sigsetjmp(, 1):%s\n", mask());
  unblock_all();
  /* The jump lets pending signals in. */
  handle(SIGUSR2, note, 0, 0);
  if (!sigsetjmp(saving, 1)) {
    block(SIGUSR2);
    raise(SIGUSR2);
    siglongjmp(saving, 1);
  }
  printf("after the jump:%s\n", mask());
}

static void information(void) {
  set_info(SIGUSR1);
  set_info(SIGRTMIN);
  set_info(SIGALRM);
  SHOW(raise(SIGUSR1));
  SHOW(kill(getpid(), SIGUSR1));
  SHOW(kill(0, 0));
  SHOW(pthread_kill(pthread_self(), SIGUSR1));
  SHOW(pthread_kill(pthread_self(), 65));
  SHOW(sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 7}));
  block(SIGRTMIN);
  SHOW(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 1}));
  SHOW(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 2}));
  SHOW(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 3}));
  SHOW(raise(SIGRTMIN));
  unblock_all();
  stack_t stack;
  SHOW(sigaltstack(NULL, &stack));
  SHOW(stack.ss_flags);
  SHOW(stack.ss_size);
  static char space[65536];
  SHOW(sigaltstack(&(stack_t){space, 99, sizeof space}, NULL));
  SHOW(sigaltstack(&(stack_t){space, 0, 16}, NULL));
  SHOW(sigaltstack(&(stack_t){space, 0, sizeof space}, &stack));
  SHOW(sigaltstack(NULL, &stack));
  SHOW(stack.ss_sp == space);
  SHOW(stack.ss_size);
  SHOW(stack.ss_flags);
  SHOW(sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL));
}

static void waiting(void) {
  sigset_t set, empty;
  siginfo_t info;
  int number = 0;
  sigemptyset(&empty);
  unblock_all();
  block(SIGUSR1), block(SIGUSR2);
  set_info(SIGUSR1);
  raise(SIGUSR1);
  sigprocmask(SIG_BLOCK, NULL, &set);
  sigdelset(&set, SIGUSR1);
  SHOW(sigsuspend(&set));
  printf("blocked%s\n", mask());
  raise(SIGUSR2);
  set = one(SIGUSR2);
  SHOW(sigwait(&set, &number));
  SHOW(number);
  SHOW(sigtimedwait(&set, &info, &(struct timespec){0, 1000}));
  SHOW(sigtimedwait(&set, &info, &(struct timespec){0, 0}));
  SHOW(sigtimedwait(&set, &info, &(struct timespec){0, -1}));
  sigqueue(getpid(), SIGUSR2, (union sigval){.sival_int = 8});
  raise(SIGUSR1);
  sigaddset(&set, SIGUSR1);
  SHOW(sigwaitinfo(&set, &info));
  SHOW(info.si_code);
  SHOW(sigwaitinfo(&set, &info));
  SHOW(info.si_value.sival_int);
  show_pending();
  unblock_all();
}

static volatile int rang;
static void ring(int number) { rang++; }

static void timers(void) {
  struct itimerval timer, old;
  SHOW(alarm(10));
  SHOW(alarm(0));
  SHOW(alarm(0));
  SHOW(getitimer(ITIMER_REAL, &old));
  SHOW(old.it_value.tv_sec);
  SHOW(getitimer(9, &old));
  SHOW(setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 1000000}}, NULL));
  SHOW(setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {-1, 0}}, NULL));
  handle(SIGALRM, ring, 0, 0);
  timer = (struct itimerval){{0, 0}, {0, 100000}};
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  SHOW(pause());
  SHOW(rang);
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  struct timespec left = {0};
  SHOW(nanosleep(&(struct timespec){5, 0}, &left));
  SHOW(left.tv_sec);
  SHOW(rang);
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  SHOW(clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){5, 0}, NULL));
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  SHOW(usleep(999999));
  int before = rang;
  timer.it_interval.tv_usec = 10000;
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  for (int i = 0; i < 3; i++) SHOW(pause());
  SHOW(setitimer(ITIMER_REAL, NULL, &old));
  SHOW(old.it_interval.tv_usec);
  SHOW(rang >= before + 3);
  rang = 0;
  /* Waiting for the alarm itself. */
  sigset_t set = one(SIGALRM);
  int number = 0;
  block(SIGALRM);
  timer.it_interval.tv_usec = 0;
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  SHOW(sigwait(&set, &number));
  SHOW(number);
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  siginfo_t info;
  SHOW(sigtimedwait(&set, &info, &(struct timespec){3, 0}));
  SHOW(info.si_code);
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  SHOW(usleep(150000));
  show_pending();
  unblock(SIGALRM);
  SHOW(rang);
  handle(SIGALRM, SIG_IGN, 0, 0);
  SHOW(setitimer(ITIMER_REAL, &timer, NULL));
  SHOW(usleep(150000));
  SHOW(rang);
}

static void leaving(void) {
  struct itimerval soon = {{0, 0}, {0, 100000}};
  int ends[2];
  char byte;
  pipe(ends);
  unblock_all();
  handle(SIGALRM, leave_saving, 0, 0);
  if (!sigsetjmp(saving, 1)) {
    setitimer(ITIMER_REAL, &soon, NULL);
    pause();
  }
  printf("left pause\n");
  if (!sigsetjmp(saving, 1)) {
    setitimer(ITIMER_REAL, &soon, NULL);
    read(ends[0], &byte, 1);
  }
  printf("left read\n");
  block(SIGUSR1);
  raise(SIGUSR1);
  handle(SIGUSR1, leave_saving, 0, 0);
  sigset_t none;
  sigemptyset(&none);
  if (!sigsetjmp(saving, 1)) sigsuspend(&none);
  printf("left sigsuspend, blocked%s\n", mask());
  raise(SIGUSR1);
  handle(SIGUSR1, leave_plain, 0, 0);
  if (!setjmp(plain)) sigsuspend(&none);
  printf("left sigsuspend, blocked%s\n", mask());
}

static jmp_buf back;
static void recover(int number) {
  printf("recovering from %d, blocked%s\n", number, mask());
  longjmp(back, 1);
}

static void finish(int number) {
  printf("the end by %d\n", number);
  fflush(stdout);
  _exit(7);
}

static void ending(void) {
  unblock_all();
  handle(SIGABRT, recover, 0, 0);
  for (volatile int i = 0; i < 3; i++) {
    if (i == 1) block(SIGABRT);
    if (!setjmp(back)) abort();
    printf("recovered, blocked%s\n", mask());
  }
  handle(SIGABRT, finish, 0, 0);
  abort();
}

int main(void) {
  arguments();
  blocking();
  nesting();
  jumping();
  information();
  waiting();
  timers();
  leaving();
  ending();
}
