/* What a program asks about its process and its machine. */
#define _GNU_SOURCE
#include "environment.h"
#include <errno.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <string.h>
#include <unistd.h>

pid_t getpid(void) { return 1000; }
pid_t getppid(void) { return 999; }
pid_t getpgrp(void) { return 1000; }
pid_t gettid(void) { return 1000; }
uid_t getuid(void) { return 1000; }
uid_t geteuid(void) { return 1000; }
gid_t getgid(void) { return 1000; }
gid_t getegid(void) { return 1000; }
int setuid(uid_t user) { return 0; }
int setgid(gid_t group) { return 0; }

int getpagesize(void) { return 4096; }

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
    default: return -1; /* no limit, or none that is known */
  }
}

long pathconf(const char *name, int what) {
  switch (what) {
    case _PC_NAME_MAX: return 255;
    case _PC_PATH_MAX: return 4096;
    default: return -1;
  }
}

long fpathconf(int file, int what) { return pathconf("", what); }

int uname(struct utsname *result) {
  *result = (struct utsname){.sysname = "Linux", .nodename = "localhost", .release = "6.1.0", .version = "#1", .machine = "x86_64"};
  return 0;
}

int gethostname(char *name, size_t size) {
  static const char own[] = "localhost";
  if (size < sizeof own) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(name, own);
  return 0;
}

static int getlimit(struct rlimit *result) {
  *result = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  return 0;
}

int getrlimit(__rlimit_resource_t resource, struct rlimit *result) { return getlimit(result); }
int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) { return 0; }

int getrusage(__rusage_who_t who, struct rusage *result) {
  *result = (struct rusage){0};
  return 0;
}
