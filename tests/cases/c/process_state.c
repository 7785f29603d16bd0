// What a process changes about itself is stored or refused: limits, priority, users, groups, rights.
// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
static int failed(long result, int error) { return result == -1 && errno == error; }
static void limits(void) {
  struct rlimit limit = {0, 0};
  assert(setrlimit(RLIMIT_CORE, &limit) == 0 && getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 0);
  limit.rlim_max = 1;
  assert(failed(setrlimit(RLIMIT_CORE, &limit), EPERM));
  limit.rlim_cur = 2;
  assert(failed(setrlimit(RLIMIT_CORE, &limit), EINVAL) && failed(setrlimit(99, &limit), EINVAL));
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur == (rlim_t)sysconf(_SC_OPEN_MAX));
  limit.rlim_cur = 5;
  assert(setrlimit(RLIMIT_NOFILE, &limit) == 0 && sysconf(_SC_OPEN_MAX) == 5 && getdtablesize() == 5);
  int first = dup(0), second = dup(0);
  assert(first == 3 && second == 4 && failed(dup(0), EMFILE) && failed(dup2(0, 5), EBADF));
  int ends[2];
  close(second);
  assert(failed(pipe(ends), EMFILE) && dup(0) == second && failed(open("in", O_RDONLY), EMFILE));
  close(first);
  close(second);
}
static void identity(void) {
  assert(nice(3) == 3 && getpriority(PRIO_PROCESS, 0) == 3 && failed(nice(-1), EPERM));
  assert(setpriority(PRIO_PROCESS, 0, 5) == 0 && failed(setpriority(PRIO_PROCESS, 0, 1), EACCES));
  assert(nice(100) == 19 && getpriority(PRIO_PROCESS, 0) == 19);
  assert(setuid(getuid()) == 0 && failed(setuid(0), EPERM) && failed(seteuid(0), EPERM));
  assert(setgid(getgid()) == 0 && failed(setgid(0), EPERM) && failed(setegid(0), EPERM));
  assert(failed(setpgid(0, -1), EINVAL) && failed(setpgid(99999999, 0), ESRCH));
  assert(chown("in", -1, -1) == 0 && chown("in", getuid(), getgid()) == 0 && failed(chown("in", 0, -1), EPERM));
}
static void rights(void) {
  struct stat status;
  assert(chmod("in", 0) == 0 && failed(open("in", O_RDONLY), EACCES) && failed(open("in", O_WRONLY), EACCES));
  assert(failed(access("in", R_OK), EACCES) && failed(access("in", W_OK), EACCES) && access("in", F_OK) == 0);
  assert(failed(truncate("in", 0), EACCES));
  assert(chmod("in", 04710) == 0 && chown("in", -1, -1) == 0 && stat("in", &status) == 0 && (status.st_mode & 07777) == 0710);
  assert(chmod("in", 0400) == 0 && failed(open("in", O_RDWR), EACCES) && failed(open("in", O_RDONLY | O_TRUNC), EACCES));
  assert(mkdir("folder", 0700) == 0 && open("folder/new", O_CREAT | O_WRONLY, 0) >= 0);
  assert(chmod("folder", 0500) == 0 && failed(unlink("folder/new"), EACCES) && failed(mkdir("folder/other", 0700), EACCES));
  assert(failed(open("folder/other", O_CREAT | O_WRONLY, 0600), EACCES) && failed(rename("in", "folder/in"), EACCES));
  assert(chmod("folder", 0600) == 0 && failed(stat("folder/new", &status), EACCES) && failed(open("folder/new", O_RDONLY), EACCES));
  assert(chmod("folder", 0700) == 0 && unlink("folder/new") == 0 && rmdir("folder") == 0);
}
int main(void) {
  if (geteuid() == 0) return 0;
  assert(close(open("in", O_CREAT | O_WRONLY, 0600)) == 0);
  limits();
  identity();
  rights();
  struct timespec before, after;
  clock_t start = clock();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
  sleep(1);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
  assert(after.tv_sec == before.tv_sec || after.tv_nsec < before.tv_nsec);
  assert(clock() - start < CLOCKS_PER_SEC);
  return 0;
}
