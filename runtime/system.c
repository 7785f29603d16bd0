/* Queries of a program about its process and its machine. */
#define _GNU_SOURCE
#include "environment.h"
#include "files.h"
#include "sheaf.h"
#include <errno.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <string.h>
#include <unistd.h>

void klee_make_symbolic(void *address, size_t bytes, const char *name);

static int refuse(int error) {
  errno = error;
  return -1;
}

/* Random bytes are inputs. A call returns at most 32 MiB less one byte, and up to 256 bytes in
 * full. */
ssize_t getrandom(void *buffer, size_t bytes, unsigned flags) {
  if (flags & ~(GRND_RANDOM | GRND_NONBLOCK | GRND_INSECURE)) return refuse(EINVAL);
  if ((flags & GRND_RANDOM) && (flags & GRND_INSECURE)) return refuse(EINVAL);
  size_t given = bytes < 33554431 ? bytes : 33554431;
  klee_make_symbolic(buffer, given, "random bytes");
  return (ssize_t)given;
}

int getentropy(void *buffer, size_t bytes) {
  if (bytes > 256) return refuse(EIO);
  klee_make_symbolic(buffer, bytes, "random bytes");
  return 0;
}

pid_t getpid(void) { return __sheaf_process_id(1000); }
pid_t getppid(void) { return __sheaf_process_id(999); }

/* It leads its group, so it may make no session, and join no other group. */
static pid_t own_group(void) {
  __sheaf_assumes("the process leads a group, in the session that its parent leads");
  return getpid();
}

pid_t getpgrp(void) { return own_group(); }
pid_t gettid(void) { return getpid(); }

static unsigned user_number(void) {
  __sheaf_assumes("the ids of the user and of the group are 1000");
  return 1000;
}

uid_t getuid(void) { return user_number(); }
uid_t geteuid(void) { return user_number(); }
gid_t getgid(void) { return user_number(); }
gid_t getegid(void) { return user_number(); }

pid_t getpgid(pid_t process) { return process && process != getpid() ? refuse(ESRCH) : getpgrp(); }

pid_t getsid(pid_t process) {
  own_group();
  return process && process != getpid() ? refuse(ESRCH) : getppid();
}

int setpgid(pid_t process, pid_t group) {
  if (group < 0) return refuse(EINVAL);
  if (process && process != getpid()) return refuse(ESRCH);
  pid_t own = own_group();
  return group && group != own ? refuse(EPERM) : 0;
}

int setpgrp(void) { return setpgid(0, 0); }

pid_t setsid(void) {
  own_group();
  return refuse(EPERM);
}

int getgroups(int size, gid_t *groups) {
  if (size < 0) return refuse(EINVAL);
  __sheaf_assumes("the user belongs to no further groups");
  return 0;
}

/* Only the superuser may become somebody else. */
static int become(unsigned wanted, unsigned own) {
  return wanted == own ? 0 : refuse(wanted == (unsigned)-1 ? EINVAL : EPERM);
}

int setuid(uid_t user) { return become(user, getuid()); }
int setgid(gid_t group) { return become(group, getgid()); }
int seteuid(uid_t user) { return become(user, getuid()); }
int setegid(gid_t group) { return become(group, getgid()); }

int getresuid(uid_t *real, uid_t *effective, uid_t *saved) {
  *real = *effective = *saved = getuid();
  return 0;
}

int getresgid(gid_t *real, gid_t *effective, gid_t *saved) {
  *real = *effective = *saved = getgid();
  return 0;
}

int getpagesize(void) { return 4096; }
int getdtablesize(void) { return (int)sheaf_descriptors(); }

/* What is known of the machine. */
void sheaf_assume_machine(void) { __sheaf_assumes("the machine is localhost, with Linux 6.1 on one x86-64 processor and 1 GiB of memory"); }

long gethostid(void) {
  sheaf_assume_machine();
  return 0x7f0101;
}

int uname(struct utsname *result) {
  sheaf_assume_machine();
  *result = (struct utsname){.sysname = "Linux", .nodename = "localhost", .release = "6.1.0", .version = "#1", .machine = "x86_64"};
  return 0;
}

int gethostname(char *name, size_t size) {
  static const char own[] = "localhost";
  sheaf_assume_machine();
  __builtin_memcpy(name, own, size < sizeof own ? size : sizeof own);
  return size < sizeof own ? refuse(ENAMETOOLONG) : 0;
}

static int is_resource(int resource) { return resource >= 0 && resource < RLIM_NLIMITS; }

/* The limits that were set. */
static struct limit {
  int is_set;
  struct rlimit value;
} limits[RLIM_NLIMITS];

static struct rlimit limit_of(int resource) {
  if (limits[resource].is_set) return limits[resource].value;
  switch (resource) {
    case RLIMIT_NOFILE: return (struct rlimit){SHEAF_DESCRIPTORS, 1 << 20};
    case RLIMIT_STACK: return (struct rlimit){8 << 20, RLIM_INFINITY};
    default: return (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  }
}

int getrlimit(__rlimit_resource_t resource, struct rlimit *result) {
  if (!is_resource((int)resource)) return refuse(EINVAL);
  if (!limits[resource].is_set) sheaf_assume_limits();
  *result = limit_of((int)resource);
  return 0;
}

/* Where a lower limit may change what a program does, nothing but open files is limited here. */
static void note_limit(int resource, rlim_t old, rlim_t new) {
  if (resource == RLIMIT_NOFILE) sheaf_limit_descriptors((unsigned)new);
  else if (resource != RLIMIT_CORE && new < old) __sheaf_incomplete("the effect of a lower limit of a resource", "");
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  int which = (int)resource;
  if (!is_resource(which) || limit->rlim_cur > limit->rlim_max) return refuse(EINVAL);
  struct rlimit old = limit_of(which);
  if (!limits[which].is_set && old.rlim_max != RLIM_INFINITY) sheaf_assume_limits();
  if (limit->rlim_max > old.rlim_max) return refuse(EPERM);
  note_limit(which, old.rlim_cur, limit->rlim_cur);
  limits[which] = (struct limit){1, *limit};
  return 0;
}

static rlim64_t wide(rlim_t limit) { return limit == RLIM_INFINITY ? RLIM64_INFINITY : limit; }
static rlim_t narrow(rlim64_t limit) { return limit > RLIM_INFINITY ? RLIM_INFINITY : (rlim_t)limit; }

int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *result) {
  struct rlimit own;
  if (getrlimit(resource, &own)) return -1;
  *result = (struct rlimit64){wide(own.rlim_cur), wide(own.rlim_max)};
  return 0;
}

int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit) {
  return setrlimit(resource, &(struct rlimit){narrow(limit->rlim_cur), narrow(limit->rlim_max)});
}

int getrusage(__rusage_who_t who, struct rusage *result) {
  if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD) return refuse(EINVAL);
  __sheaf_assumes("the process has used no resources yet");
  *result = (struct rusage){0};
  return 0;
}

/* Priorities. */

static int has_priority(__priority_which_t which, id_t who) {
  if (which > PRIO_USER) return refuse(EINVAL);
  return who && who != (id_t)(which == PRIO_USER ? getuid() : which == PRIO_PGRP ? (uid_t)getpgrp() : (uid_t)getpid()) ? refuse(ESRCH) : 0;
}

/* How nice the process is: 0 to 19, since only the superuser may lower it again. */
static int niceness;

int getpriority(__priority_which_t which, id_t who) { return has_priority(which, who) ? -1 : niceness; }

int setpriority(__priority_which_t which, id_t who, int priority) {
  if (has_priority(which, who)) return -1;
  int wanted = priority > 19 ? 19 : priority;
  if (wanted < niceness) return refuse(EACCES);
  niceness = wanted;
  return 0;
}

int nice(int more) {
  int wanted = more > 39 ? 19 : niceness + more > 19 ? 19 : niceness + more;
  if (wanted < niceness) return refuse(EPERM);
  return niceness = wanted;
}
