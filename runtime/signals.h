/* Signals of the process and the passing of time. Not for programs.
 *
 * In a program without handlers, the functions whose names begin with `__sheaf_` are intrinsics:
 * those in signal.c and timer.c take their place in the others. */
#ifndef SHEAF_SIGNALS_H
#define SHEAF_SIGNALS_H

#include <signal.h>

/* What happened while the program waited: a handler ran, and it did not ask for the call to be
 * restarted. */
enum { SHEAF_RAN = 1, SHEAF_INTERRUPTED = 2 };

/* Lets time pass up to this point in microseconds, or without an end if it is negative, with these
 * signals blocked instead if `mask` is not NULL. It returns early, with the bits above, if a
 * handler runs. `what` is the reason if nothing ever happens. */
int sheaf_wait(long long due, const sigset_t *mask, const char *what);

/* The time in microseconds that is left of a wait up to a point in time, after a handler ran. If
 * that is about a number of whole seconds, it may be a little less. */
long long sheaf_time_left(long long due);

/* Runs the handlers of signals that arrive up to a point in time, until one has run. */
int __sheaf_deliver(long long due, const sigset_t *mask);

/* Whether failures of a kind count. */
int __sheaf_counts(const char *kind);

/* Sends a signal to the process itself, as the kernel does. */
int __sheaf_raise(int number);

/* The default action of a signal; it returns only if that is to ignore it. */
int __sheaf_default_action(int number);

/* Between signal.c and timer.c: */

/* Sends a signal with this `si_code` to the process. */
void sheaf_send(int number, int code, union sigval value);

/* Runs the handlers of signals that are not blocked. Afterwards the signals of `restored` are
 * blocked. */
int sheaf_deliver_pending(unsigned long restored);

/* If a timer expires up to this point in time (negative: ever), lets time pass and sends its
 * signal; else returns 0. */
int sheaf_expire(long long due);

/* The signals that are blocked. */
extern unsigned long sheaf_blocked;

#endif
