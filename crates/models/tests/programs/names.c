/* Names that end in a slash, `.` or `..`, transfers that are too large, and mappings: what Linux refuses, and with which error. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

static void show(int line, const char *what, long result) {
  int error = errno;
  printf("%d: %s: %ld, %d\n", line, what, result, error);
}

#define ROW(call) (errno = 0, show(__LINE__, #call, (long)(call)))
#define POINTER(call) (errno = 0, show(__LINE__, #call, (call) != NULL))

static void names(void) {
  static char buffer[256];
  ROW(mkdir("zz/.", 0755)); ROW(mkdir("d", 0755)); ROW(mkdir("d/.", 0755)); ROW(mkdir("d/..", 0755)); ROW(mkdir("..", 0755)); ROW(mkdir("zz/..", 0755)); ROW(mkdir("zz/./", 0755)); ROW(mkdir("d/e/", 0755)); ROW(rmdir("d/e/")); ROW(mkdir("/", 0755));ROW(mkdir("d//", 0755));
  ROW(close(open("f", O_CREAT|O_WRONLY, 0644)));
  ROW(mkdir("f/", 0755)); ROW(mkdir("f/.", 0755)); ROW(mkdir("f/..", 0755)); ROW(mkdir("f/x", 0755));
  ROW(open("n/.", O_CREAT|O_WRONLY, 0644)); ROW(open("a/", O_CREAT|O_EXCL|O_WRONLY, 0644)); ROW(open("a/", O_CREAT|O_WRONLY, 0644)); ROW(open("n/..", O_CREAT|O_WRONLY, 0644)); ROW(open("d/", O_CREAT|O_WRONLY, 0644)); ROW(open("d/", O_CREAT|O_EXCL|O_WRONLY, 0644)); ROW(open("d", O_CREAT|O_EXCL|O_WRONLY, 0644)); ROW(open("d", O_CREAT|O_RDONLY, 0644)); ROW(open("d/.", O_CREAT|O_RDONLY, 0644)); ROW(open("d/.", O_CREAT|O_EXCL|O_RDONLY, 0644)); ROW(open(".", O_CREAT|O_EXCL|O_RDONLY, 0644)); ROW(open("..", O_CREAT|O_RDONLY, 0644)); ROW(open("f/", O_CREAT|O_WRONLY, 0644)); ROW(open("f/", O_WRONLY)); ROW(open("f/", O_CREAT|O_EXCL|O_WRONLY, 0644)); ROW(open("f/.", O_CREAT|O_WRONLY, 0644)); ROW(open("f/x", O_CREAT|O_WRONLY, 0644)); ROW(open("n/", O_WRONLY)); ROW(open("n/.", O_WRONLY)); ROW(open("/", O_CREAT|O_WRONLY, 0644)); ROW(open("/", O_CREAT|O_EXCL|O_RDONLY, 0644)); ROW(open("", O_CREAT|O_WRONLY, 0644));
  ROW(open("d", O_RDONLY|O_TRUNC)); ROW(open("d", O_WRONLY)); ROW(open("d", O_RDWR|O_DIRECTORY)); ROW(open("f", O_RDONLY|O_DIRECTORY)); ROW(open("n", O_RDONLY|O_DIRECTORY));ROW(open("f", O_RDONLY|O_EXCL)>0);ROW(open("f", O_RDONLY|O_NOFOLLOW)>0);
  ROW(access("n/a", 0)); ROW(access("n/", 0)); ROW(open("n/m/", O_CREAT|O_WRONLY, 0644));
  POINTER(fopen("x/", "w")); POINTER(fopen("x/", "wx")); POINTER(fopen("d", "w")); POINTER(fopen("d", "r+")); POINTER(fopen("d/", "a")); POINTER(fopen("d", "wx")); POINTER(fopen("x/.", "w")); POINTER(fopen("f/", "r")); POINTER(fopen("f/", "w")); POINTER(freopen("x/", "w", stdin));
  ROW(unlink("..")); ROW(unlink("/")); ROW(unlink(".")); ROW(unlink("d/.")); ROW(unlink("d/..")); ROW(unlink("d/")); ROW(unlink("d")); ROW(unlink("n/")); ROW(unlink("n/.")); ROW(unlink("n/..")); ROW(unlink("f/")); ROW(unlink("f/.")); ROW(unlink("f/..")); ROW(unlink("./../.")); ROW(unlink("//"));
  ROW(rmdir("n/.")); ROW(rmdir("n/..")); ROW(rmdir("f/.")); ROW(rmdir("f/..")); ROW(rmdir("d/.")); ROW(rmdir("d/./")); ROW(rmdir("d/..")); ROW(rmdir(".")); ROW(rmdir("..")); ROW(rmdir("/")); ROW(rmdir("f")); ROW(rmdir("f/")); ROW(rmdir("n/")); ROW(rmdir("//")); ROW(rmdir("/.")); ROW(rmdir("/.."));
  ROW(remove(".")); ROW(remove("..")); ROW(remove("/")); ROW(remove("f/")); ROW(remove("n/")); ROW(remove("d/.")); ROW(remove("f/.")); ROW(remove("d/.."));
  ROW(rename("d", ".")); ROW(rename(".", "d")); ROW(rename("..", "d")); ROW(rename("d", "..")); ROW(rename("/", "d")); ROW(rename("d", "/")); ROW(rename("f", ".")); ROW(rename("f", "/")); ROW(rename("f", "..")); ROW(rename("n", ".")); ROW(rename("n", "/")); ROW(rename(".", "n")); ROW(rename(".", ".")); ROW(rename("/", "/")); ROW(rename("d/.", "d")); ROW(rename("d/.", "n")); ROW(rename("d/..", "n")); ROW(rename("d", "d/.")); ROW(rename("d", "d/..")); ROW(rename("n/.", "m")); ROW(rename("f", "m/.")); ROW(rename("f", "n/..")); ROW(rename("f", "d/.")); ROW(rename("f/.", "g")); ROW(rename("f/", "g")); ROW(rename("f", "g/")); ROW(rename("d", "g/")); ROW(rename("g/", "d")); ROW(rename("d/", "d")); ROW(rename("f", "f/")); ROW(rename("f/", "f")); ROW(rename("f", "d/")); ROW(rename("d", "f/")); ROW(rename("f", "/dev/null")); ROW(rename("/dev/null", "f")); ROW(rename("f", "/dev/none")); ROW(rename("d", "/dev/null")); ROW(rename("n", "/dev/null")); ROW(rename("/tmp", "n")); ROW(rename("n", "d/")); ROW(rename("", ".")); ROW(rename(".", "")); ROW(rename("f", "")); ROW(rename("d", ""));
  ROW(mkdir("d/in", 0755)); ROW(rename("d", "d/in")); ROW(rename("d", "d/in/x")); ROW(rename("d/in", "d")); ROW(rename("d", "d/x")); ROW(rename("f", "d/in")); ROW(rename("d", "d/in/..")); ROW(rename("d/in", "f"));
  ROW(rename("f", "f/x")); ROW(rename("d", "f/x")); ROW(rename("f", "n/x")); ROW(rename("n/x", "f"));
  ROW(link("f", "f/")); ROW(link("f", "d")); ROW(link("d", "f")); ROW(link("n", "f")); ROW(link("f", "n/x")); ROW(link("f", "d/.")); ROW(link("f", "")); ROW(link("", "x")); ROW(link("f/", "x")); ROW(link("d", "n")); ROW(link("/dev/null", "n"));
  ROW(symlink("f", "d")); ROW(symlink("f", "d/.")); ROW(symlink("f", "")); ROW(symlink("", "x")); ROW(symlink("f", "n/x")); ROW(symlink("f", "n/.")); ROW(symlink("f", "d/"));ROW(symlink("f", "x/"));
  ROW(mkfifo("n/.", 0600)); ROW(mkfifo("n/", 0600)); ROW(mkfifo("d/", 0600)); ROW(mkfifo("f/", 0600)); ROW(mkfifo("f", 0600)); ROW(mkfifo("f/x", 0600)); ROW(mkfifo("d/.", 0600)); ROW(mknod("n/", S_IFREG|0600, 0)); ROW(mknod("n", S_IFDIR|0600, 0)); ROW(mknod("f", S_IFDIR|0600, 0)); ROW(mknod("n/x", S_IFDIR|0600, 0)); ROW(mknod("n", 0170000, 0)); ROW(mknod("d", 0170000, 0));
  ROW(chdir("n/..")); ROW(chdir("f/..")); ROW(chdir("d/..")); ROW(chdir("f/")); ROW(chdir("n/"));
  ROW(truncate("d/", 0)); ROW(truncate("f/", 0)); ROW(truncate(".", 0)); ROW(truncate("n/", 0));ROW(truncate("/dev/null", 0));
  POINTER(opendir("f/")); POINTER(opendir("n/.")); POINTER(opendir("d/in/../.")); POINTER(realpath("f/", NULL)); POINTER(realpath("n/.", NULL)); POINTER(realpath("f/..", NULL)); POINTER(realpath("n/..", NULL));
  struct stat s; ROW(stat("f/", &s)); ROW(stat("n/..", &s)); ROW(stat("f/..", &s)); ROW(stat("d/in/..//", &s)); ROW(chmod("f/", 0644)); ROW(chmod("n/..", 0644)); ROW(utime("f/", NULL)); ROW(utime("n", NULL));
  ROW(readlink("f/", buffer, 5)); ROW(readlink("n/.", buffer, 5)); ROW(readlink("", buffer, 0)); ROW(readlink("n", buffer, 0)); ROW(readlink("d/.", buffer, 5));
  ROW(unlinkat(AT_FDCWD, "n", AT_REMOVEDIR)); ROW(unlinkat(AT_FDCWD, "f", AT_REMOVEDIR)); ROW(unlinkat(AT_FDCWD, "..", AT_REMOVEDIR)); ROW(unlinkat(AT_FDCWD, "..", 0)); ROW(unlinkat(AT_FDCWD, ".", AT_REMOVEDIR));
  ROW(access("f", 8)); ROW(access("f", -1)); ROW(access("f/", F_OK)); ROW(access("", F_OK)); ROW(faccessat(AT_FDCWD, "f", 0, 0x8000)); ROW(faccessat(99, "f", 0, 0)); ROW(faccessat(99, "/", 0, 0)); ROW(openat(99, "f", O_RDONLY)); ROW(openat(99, "", O_RDONLY)); ROW(openat(99, "/n", O_RDONLY)); ROW(mkdirat(99, "", 0700));
  int ff = open("f", O_RDONLY), dd = open("d", O_RDONLY);
  ROW(openat(ff, "x", O_RDONLY)); ROW(openat(ff, "", O_RDONLY)); ROW(openat(ff, ".", O_RDONLY)); ROW(openat(dd, "in/x", O_RDONLY)); ROW(openat(dd, "..", O_RDONLY)>0); ROW(openat(dd, "", O_RDONLY)); ROW(mkdirat(dd, ".", 0700)); ROW(mkdirat(dd, "", 0700)); ROW(unlinkat(dd, ".", AT_REMOVEDIR)); ROW(unlinkat(dd, "..", AT_REMOVEDIR)); ROW(unlinkat(dd, "in", AT_REMOVEDIR)); ROW(renameat(dd, ".", dd, "x")); ROW(renameat(dd, "x", dd, ".")); ROW(renameat(99, "f", dd, "x")); ROW(renameat(AT_FDCWD, "f", ff, "x")); ROW(renameat(AT_FDCWD, "f", 99, "x")); ROW(renameat(AT_FDCWD, "n", 99, "x")); ROW(fstatat(dd, "", &s, 0)); ROW(fstatat(dd, "", &s, AT_EMPTY_PATH)); ROW(fstatat(ff, ".", &s, 0)); ROW(fstatat(99, ".", &s, 0)); ROW(fstatat(99, "", &s, AT_EMPTY_PATH)); ROW(fchdir(ff)); ROW(fchmod(ff, 0)); ROW(fchmod(ff, 0644)); ROW(fchmodat(AT_FDCWD, "f", 0644, AT_SYMLINK_NOFOLLOW)); ROW(utimensat(dd, "", NULL, 0)); ROW(futimens(AT_FDCWD, NULL));
}

static void transfers(void) {
  static char buffer[300]; int rw = open("f", O_CREAT|O_RDWR, 0644), rd = open("f", O_RDONLY), wr = open("f", O_WRONLY), dir = open(".", O_RDONLY); int p[2]; pipe(p);
  write(rw, "hello", 5); lseek(rw, 0, SEEK_SET);
  ROW(read(rw, buffer, -1)); ROW(read(rw, buffer, SSIZE_MAX)); ROW(read(rw, buffer, 1ul<<62)); ROW(read(rw, buffer, 1ul<<47)); lseek(rw,0,SEEK_SET); ROW(read(wr, buffer, -1)); ROW(read(dir, buffer, -1)); ROW(read(99, buffer, -1)); ROW(read(0, buffer, -1)); ROW(pread(rw, buffer, -1, 0)); ROW(pread(rw, buffer, -1, -1)); ROW(write(rw, buffer, -1)); ROW(write(rd, buffer, -1)); ROW(write(p[1], buffer, -1)); ROW(read(p[0], buffer, -1)); ROW(read(rw, NULL, 0)); ROW(write(rw, NULL, 0)); ROW(read(dir, NULL, 0)); ROW(read(p[0], NULL, 0)); ROW(write(p[1], NULL, 0)); ROW(write(1, NULL, 0)); ROW(write(1, "", -1));
  struct iovec v[3] = {{buffer, 1},{buffer, -1},{buffer, 2}};
  ROW(writev(wr, v, 2)); ROW(writev(wr, v+1, 1)); ROW(readv(rd, v, 2)); ROW(readv(rd, v+1, 1)); ROW(writev(rd, v, 0)); ROW(readv(wr, v, 0)); ROW(readv(dir, v, 1)); ROW(readv(dir, v, -1)); ROW(writev(99, v, 2)); ROW(readv(99, v, 2)); v[1].iov_len = SSIZE_MAX; ROW(writev(99, v, 3)); ROW(lseek(wr, 0, SEEK_CUR)); ROW(lseek(rd, 0, SEEK_CUR)); v[1].iov_len = (size_t)1 << 63; ROW(writev(wr, v, 2)); ROW(lseek(wr,0,SEEK_END)); ROW(writev(wr, NULL, 0)); ROW(readv(rd, NULL, 0)); ROW(writev(p[1], v, 2)); ROW(readv(p[0], v, 2));
}

#define MM(n, prot, flags, fd, off) ROW(mmap(NULL, n, prot, flags, fd, off) == MAP_FAILED)

static void mappings(void) {
  int rd = open("x", O_CREAT | O_RDONLY, 0644), wr = open("x", O_WRONLY), dir = open(".", O_RDONLY);
  MM(4096, PROT_READ, MAP_PRIVATE|MAP_SHARED, -1, 0); MM(4096, PROT_READ, MAP_PRIVATE|MAP_SHARED|MAP_ANONYMOUS, -1, 0); MM(4096, PROT_READ, MAP_PRIVATE|MAP_SHARED, rd, 0); MM(4096, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_SHARED, rd, 0); MM(4096, PROT_READ, MAP_ANONYMOUS, -1, 0); MM(4096, PROT_READ, 0, rd, 0); MM(4096, PROT_READ, 4, rd, 0); MM(4096, PROT_READ, MAP_PRIVATE, wr, 0); MM(4096, PROT_READ, MAP_SHARED, wr, 0); MM(4096, PROT_WRITE, MAP_SHARED, wr, 0); MM(4096, PROT_WRITE, MAP_SHARED, rd, 0); MM(4096, PROT_WRITE, MAP_PRIVATE, rd, 0); MM(4096, PROT_NONE, MAP_PRIVATE, wr, 0); MM(4096, PROT_READ, MAP_PRIVATE, 1, 0); MM(4096, PROT_READ, MAP_PRIVATE, 0, 0); MM(4096, PROT_READ, MAP_PRIVATE, dir, 0); MM(4096, PROT_READ|PROT_WRITE, MAP_SHARED, dir, 0); MM(0, PROT_READ, MAP_PRIVATE, wr, 0); MM(0, PROT_READ, MAP_PRIVATE, 99, 0); MM(0, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0); MM(4096, PROT_READ, MAP_PRIVATE, rd, 1); MM(4096, PROT_READ, MAP_PRIVATE, 99, 1); MM(4096, PROT_READ, MAP_PRIVATE, rd, -4096); MM(4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 1); MM(SIZE_MAX, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0); MM(SIZE_MAX-4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0); MM(SIZE_MAX/2, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0); MM(4096, PROT_READ, MAP_PRIVATE, rd, LONG_MAX-4095); MM(4096, PROT_READ, MAP_PRIVATE, 99, 4096); MM(SIZE_MAX, PROT_READ, 0, rd, 0); MM(SIZE_MAX, PROT_READ, MAP_PRIVATE, wr, 0); MM(1ul<<60, PROT_READ, MAP_PRIVATE, wr, 0); MM(4096, PROT_READ|PROT_WRITE, MAP_SHARED_VALIDATE|0x4000000, rd, 0);MM(4096, PROT_READ, MAP_SHARED_VALIDATE|MAP_ANONYMOUS, -1, 0);
  struct pollfd pf = {0, POLLIN};
  ROW(poll(NULL, 0, 0)); ROW(poll(&pf, -1, 0)); ROW(poll(NULL, -1, 0)); ROW(poll(NULL, 1ul<<40, 0)); ROW(poll(NULL, 2000000000, 0)); ROW(ppoll(&pf, -1, &(struct timespec){0,0}, NULL)); ROW(ppoll(&pf, -1, &(struct timespec){0,-1}, NULL));
}

/* Only the working directory and what is below it is searched for a name. */
static void long_names(void) {
  static char name[9000];
  memset(name, 'y', 255);
  POINTER(fopen(name, "w")); ROW(unlink(name)); name[255] = 'y'; POINTER(fopen(name, "w")); ROW(mkdir(name, 0755)); ROW(access(name, F_OK)); ROW(unlink(name)); ROW(rename(name, "n")); ROW(rename("x", name)); ROW(chdir(name));
  for (int i = 0; i < 8998; i += 2) memcpy(name + i, "./", 2);
  for (int n = 4090; n < 4100; n++) {
    char old = name[n];
    name[n] = 0;
    ROW(access(name, F_OK)); ROW(mkdir(name, 0755)); ROW(rmdir(name)); ROW(open(name, O_WRONLY | O_CREAT, 0644));
    name[n] = old;
  }
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  names();
  transfers();
  mappings();
  long_names();
  return 0;
}
