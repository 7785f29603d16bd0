/* Files and folders in unusual states. Each call prints its result and the error. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int line;

/* Prints a call's result, and its error if it failed. */
#define SHOW(call)                               \
  do {                                           \
    errno = 0;                                   \
    long result = (long)(call);                  \
    printf("%d %s: %ld", ++line, #call, result); \
    if (result < 0) printf(" errno %d", errno);  \
    printf("\n");                                \
  } while (0)

static char bytes[100];
static struct stat status;

int main(void) {
  int f, g;
  SHOW(f = open("a", O_RDWR | O_CREAT, 0644));
  SHOW(open("a", O_RDWR | O_CREAT | O_EXCL, 0644));
  SHOW(open("a/", O_RDONLY));
  SHOW(open("a/b", O_RDONLY));
  SHOW(open("", O_RDONLY));
  SHOW(open("d/", O_CREAT | O_RDWR, 0600));
  SHOW(mkdir("d", 0777));
  SHOW(mkdir("d", 0777));
  SHOW(mkdir("d/", 0777));
  SHOW(mkdir("x/y", 0777));
  SHOW(stat("d", &status));
  SHOW(status.st_mode & 07777);
  SHOW(open("d", O_WRONLY));
  SHOW(open("d", O_RDWR));
  SHOW(open("d", O_RDONLY | O_CREAT, 0600));
  SHOW(g = open("d", O_RDONLY));
  SHOW(lseek(g, 0, SEEK_CUR));
  SHOW(ftruncate(g, 0));
  SHOW(fchmod(g, 0700));
  SHOW(fsync(g));
  SHOW(openat(g, "in", O_RDWR | O_CREAT, 0600) > 0);
  SHOW(openat(g, "../a", O_RDWR) > 0);
  SHOW(openat(f, "x", O_RDWR));
  SHOW(openat(99, "x", O_RDWR));
  SHOW(unlinkat(g, "in", AT_REMOVEDIR));
  SHOW(unlinkat(g, "in", 0));
  SHOW(unlinkat(g, "in", 99));
  SHOW(close(g));
  SHOW(write(f, "hello", 5));
  SHOW(lseek(f, -1, SEEK_SET));
  SHOW(lseek(f, -6, SEEK_CUR));
  SHOW(lseek(f, -5, SEEK_CUR));
  SHOW(lseek(f, 10, SEEK_END));
  SHOW(lseek(f, 0, 99));
  SHOW(write(f, "x", 1));
  SHOW(fstat(f, &status));
  SHOW(status.st_size);
  SHOW(pread(f, bytes, 100, 3));
  SHOW(bytes[0] == 'l' && bytes[1] == 'o' && bytes[2] == 0);
  SHOW(pread(f, bytes, 1, -1));
  SHOW(pread(f, bytes, 1, 1000));
  SHOW(pwrite(f, "y", 1, 20));
  SHOW(lseek(f, 0, SEEK_CUR));
  SHOW(ftruncate(f, -1));
  SHOW(ftruncate(f, 3));
  SHOW(lseek(f, 0, SEEK_END));
  SHOW(truncate("a", 6));
  SHOW(truncate("none", 6));
  SHOW(truncate("d", 6));
  SHOW(read(f, bytes, 10));
  SHOW(close(f));
  SHOW(f = open("a", O_RDONLY));
  SHOW(write(f, "x", 1));
  SHOW(ftruncate(f, 1));
  SHOW(read(f, bytes, 2));
  SHOW(readv(f, (struct iovec[]){{bytes, 2}, {bytes + 2, 50}}, 2));
  SHOW(readv(f, (struct iovec[]){{bytes, 2}, {bytes + 2, 50}}, -1));
  SHOW(readv(f, NULL, 0));
  SHOW(close(f));
  SHOW(f = open("a", O_WRONLY | O_APPEND));
  SHOW(lseek(f, 0, SEEK_SET));
  SHOW(write(f, "zz", 2));
  SHOW(lseek(f, 0, SEEK_CUR));
  SHOW(pwrite(f, "w", 1, 0));
  SHOW(fstat(f, &status));
  SHOW(status.st_size);
  SHOW(status.st_blksize);
  SHOW(S_ISREG(status.st_mode));
  SHOW(read(f, bytes, 1));
  SHOW(fcntl(f, F_GETFL));
  SHOW(fcntl(f, F_SETFL, 0));
  SHOW(fcntl(f, F_GETFL));
  SHOW(close(f));
  SHOW(f = open("a", O_RDWR | O_TRUNC));
  SHOW(fstat(f, &status));
  SHOW(status.st_size);
  SHOW(fcntl(f, F_GETFL));
  SHOW(unlink("a"));
  SHOW(fstat(f, &status));
  SHOW(status.st_nlink);
  SHOW(write(f, "abc", 3));
  SHOW(lseek(f, 0, SEEK_SET));
  SHOW(read(f, bytes, 5));
  SHOW(close(f));
  SHOW(unlink("a"));
  SHOW(unlink("d"));
  SHOW(rmdir("d/."));
  SHOW(rmdir("none"));
  SHOW(f = creat("d/e", 0600));
  SHOW(rmdir("d"));
  SHOW(rmdir("d/e"));
  SHOW(rename("d/e", "d"));
  SHOW(rename("d", "d/e"));
  SHOW(rename("d", "d/f"));
  SHOW(rename("none", "d/f"));
  SHOW(rename("d/e", "none/f"));
  SHOW(rename("d/e", "e"));
  SHOW(rename("e", "e"));
  SHOW(rename("e", "d"));
  SHOW(rename("d", "e"));
  SHOW(rmdir("d/"));
  SHOW(access("e", F_OK));
  SHOW(access("e", 99));
  SHOW(access("none", F_OK));
  SHOW(faccessat(AT_FDCWD, "e", R_OK, 1 << 20));
  SHOW(chmod("none", 0));
  SHOW(fchmod(99, 0));
  SHOW(chmod("e", 01777));
  SHOW(stat("e", &status));
  SHOW(status.st_mode & 07777);
  SHOW(umask(0777));
  SHOW(f = open("g", O_CREAT | O_RDWR, 0666));
  SHOW(fstat(f, &status));
  SHOW(status.st_mode & 07777);
  SHOW(write(f, "a", 1));
  SHOW(umask(07777));
  SHOW(umask(022));
  SHOW(unlink("g"));
  SHOW(unlink("e"));
  SHOW(link("none", "x"));
  SHOW(readlink("/", bytes, 10));
  SHOW(readlink("none", bytes, 10));
  SHOW(readlink("/", bytes, 0));
  SHOW(symlink("", "x"));
  SHOW(mknod("n", S_IFREG | 0600, 0));
  SHOW(mknod("n", S_IFREG | 0600, 0));
  SHOW(unlink("n"));
  SHOW(isatty(99));
  SHOW(errno);
  SHOW(dup2(0, 40));
  SHOW(dup2(99, 40));
  SHOW(close(40));
  SHOW(pathconf(".", _PC_NAME_MAX));
  SHOW(fpathconf(0, _PC_PIPE_BUF));
  SHOW(sysconf(-1));
  SHOW(getpgid(99999999));
  SHOW(setpgid(0, -1));
  SHOW(mkfifo("p/q", 0600));
  SHOW(opendir("none") == NULL);
  SHOW(futimens(99, NULL));
  SHOW(posix_fadvise(0, 0, 0, 0));
  SHOW(posix_fadvise(99, 0, 0, 0));
  return 0;
}
