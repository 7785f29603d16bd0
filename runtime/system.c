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

size_t strlcpy(char *to, const char *from, size_t size);
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
pid_t getpgrp(void) { return getpid(); }
pid_t gettid(void) { return getpid(); }
uid_t getuid(void) { return 1000; }
uid_t geteuid(void) { return 1000; }
gid_t getgid(void) { return 1000; }
gid_t getegid(void) { return 1000; }
pid_t getpgid(pid_t process) { return process && process != getpid() ? refuse(ESRCH) : getpgrp(); }
pid_t getsid(pid_t process) { return process && process != getpid() ? refuse(ESRCH) : getppid(); }
int setpgid(pid_t process, pid_t group) { return process && process != getpid() ? refuse(ESRCH) : 0; }
int setpgrp(void) { return 0; }
pid_t setsid(void) { return refuse(EPERM); } /* it leads its group */
int getgroups(int size, gid_t *groups) { return size < 0 ? refuse(EINVAL) : 0; }
int setuid(uid_t user) { return 0; }
int setgid(gid_t group) { return 0; }

int seteuid(uid_t user) { return 0; }
int setegid(gid_t group) { return 0; }

int getresuid(uid_t *real, uid_t *effective, uid_t *saved) {
  *real = *effective = *saved = getuid();
  return 0;
}

int getresgid(gid_t *real, gid_t *effective, gid_t *saved) {
  *real = *effective = *saved = getgid();
  return 0;
}

int getpagesize(void) { return 4096; }
int getdtablesize(void) { return 64; }
long gethostid(void) { return 0x7f0101; }

long sysconf(int name) {
  switch (name) {
    case _SC_PAGESIZE: return 4096;
    case _SC_OPEN_MAX: return 64;
    case _SC_CLK_TCK: return 100;
    case _SC_ARG_MAX: return 131072;
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: return 1;
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES: return 262144;
    case _SC_IOV_MAX: return 1024;
    default: return name < 0 || name > _SC_SIGSTKSZ ? refuse(EINVAL) : -1; /* no limit, or an unknown one */
  }
}

static long path_limit(int what) {
  switch (what) {
    case _PC_NAME_MAX: return 255;
    case _PC_PATH_MAX: return 4096;
    case _PC_PIPE_BUF: return 4096;
    default: return what < 0 || what > _PC_2_SYMLINKS ? refuse(EINVAL) : -1;
  }
}

long pathconf(const char *name, int what) { return sheaf_find_or_note(name) ? path_limit(what) : -1; }
long fpathconf(int file, int what) { return sheaf_opened(file) ? path_limit(what) : -1; }

size_t confstr(int name, char *buffer, size_t size) {
  const char *text;
  switch (name) {
    case _CS_PATH: text = "/bin:/usr/bin"; break;
    case _CS_GNU_LIBC_VERSION: text = "glibc 2.36"; break;
    case _CS_GNU_LIBPTHREAD_VERSION: text = "NPTL 2.36"; break;
    default: errno = EINVAL; return 0;
  }
  return strlcpy(buffer, text, buffer ? size : 0) + 1;
}

int uname(struct utsname *result) {
  *result = (struct utsname){.sysname = "Linux", .nodename = "localhost", .release = "6.1.0", .version = "#1", .machine = "x86_64"};
  return 0;
}

int gethostname(char *name, size_t size) {
  static const char own[] = "localhost";
  if (size < sizeof own) return refuse(ENAMETOOLONG);
  strcpy(name, own);
  return 0;
}

static int is_resource(int resource) { return resource >= 0 && resource < RLIM_NLIMITS; }

/* Nothing is limited, and limits that are set are not stored. */
int getrlimit(__rlimit_resource_t resource, struct rlimit *result) {
  if (!is_resource((int)resource)) return refuse(EINVAL);
  *result = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  return 0;
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  return is_resource((int)resource) && limit->rlim_cur <= limit->rlim_max ? 0 : refuse(EINVAL);
}

int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *result) { return getrlimit(resource, (struct rlimit *)result); }
int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit) { return setrlimit(resource, (const struct rlimit *)limit); }

int getrusage(__rusage_who_t who, struct rusage *result) {
  if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD) return refuse(EINVAL);
  *result = (struct rusage){0};
  return 0;
}

/* Priorities. */

static int has_priority(__priority_which_t which, id_t who) {
  if (which > PRIO_USER) return refuse(EINVAL);
  return who && who != (id_t)(which == PRIO_USER ? getuid() : which == PRIO_PGRP ? (uid_t)getpgrp() : (uid_t)getpid()) ? refuse(ESRCH) : 0;
}

int getpriority(__priority_which_t which, id_t who) { return has_priority(which, who); }
int setpriority(__priority_which_t which, id_t who, int priority) { return has_priority(which, who); }
int nice(int more) { return more < 0 ? refuse(EPERM) : more; }
