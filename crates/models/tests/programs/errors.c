/* What functions of the C library return for arguments that they refuse, and for those next to them, and what `errno` is then. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <locale.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static void show(int line, const char *what, long result) {
  int error = errno;
  printf("%d: %s: %ld, %d\n", line, what, result, error);
}

/* A call's result and error; of a pointer, whether it is null. */
#define ROW(call) (errno = 0, show(__LINE__, #call, (long)(call)))
#define POINTER(call) (errno = 0, show(__LINE__, #call, (call) != NULL))

/* A file's number behind all open ones, and names. */
enum { CLOSED = 60 };
static char long_name[5000], long_part[300];
static char buffer[256];

static void numbers(void) {
  char *end;
  static const char *const texts[] = {"", " ", "+", "-", "0x", "0xg", "08", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615",
    "-18446744073709551616", "2147483648", "-2147483649", "zz", "12abc", "  +7", "0b11", "1e5", "--1"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    static const int bases[] = {0, 10, 16, 36, 2, 8, 1, 37, -1};
    for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
      end = NULL;
      errno = 0;
      long value = strtol(texts[i], &end, bases[b]);
      printf("strtol %zu %d: %ld, %ld, %d\n", i, bases[b], value, end ? (long)(end - texts[i]) : -1, errno);
      end = NULL;
      errno = 0;
      unsigned long unsigned_value = strtoul(texts[i], &end, bases[b]);
      printf("strtoul %zu %d: %lu, %ld, %d\n", i, bases[b], unsigned_value, end ? (long)(end - texts[i]) : -1, errno);
    }
    ROW(strtoimax(texts[i], NULL, 0));
    ROW(strtoumax(texts[i], NULL, 0));
    ROW(strtoll(texts[i], NULL, 10));
    ROW(strtoull(texts[i], NULL, 10));
    ROW(atoi(texts[i]));
    ROW(atol(texts[i]));
  }
}

static void descriptors(void) {
  int zero = open("a", O_RDWR | O_CREAT | O_TRUNC, 0644), reads = open("a", O_RDONLY), writes = open("a", O_WRONLY | O_APPEND);
  int folder = (mkdir("d", 0755), open("d", O_RDONLY | O_DIRECTORY));
  int ends[2], made = pipe(ends);
  printf("%d %d\n", folder > 0, made);
  ROW(read(-1, buffer, 1)); ROW(read(CLOSED, buffer, 1)); ROW(read(writes, buffer, 1)); ROW(read(folder, buffer, 1)); ROW(read(reads, buffer, 0));
  ROW(read(reads, buffer, 5)); ROW(read(1, buffer, 0)); ROW(read(ends[1], buffer, 1)); ROW(read(-1, buffer, 0)); ROW(read(writes, buffer, 0));
  ROW(write(-1, buffer, 1)); ROW(write(CLOSED, buffer, 1)); ROW(write(reads, buffer, 1)); ROW(write(folder, buffer, 1)); ROW(write(zero, buffer, 0));
  ROW(write(0, buffer, 0)); ROW(write(ends[0], buffer, 1)); ROW(write(zero, "12345", 5)); ROW(write(reads, buffer, 0)); ROW(write(INT_MAX, buffer, 1));
  ROW(pread(-1, buffer, 1, 0)); ROW(pread(reads, buffer, 1, -1)); ROW(pread(ends[0], buffer, 1, 0)); ROW(pread(writes, buffer, 1, 0)); ROW(pread(reads, buffer, 10, 3));
  ROW(pread(folder, buffer, 1, 0)); ROW(pread(reads, buffer, 1, 100)); ROW(pread(CLOSED, buffer, 1, -1)); ROW(pread(writes, buffer, 1, -1));
  ROW(pwrite(-1, buffer, 1, 0)); ROW(pwrite(zero, buffer, 1, -1)); ROW(pwrite(ends[1], buffer, 1, 0)); ROW(pwrite(reads, buffer, 1, 0)); ROW(pwrite(zero, "x", 1, 2));
  struct iovec parts[2] = {{buffer, 2}, {buffer + 2, 3}};
  ROW(readv(-1, parts, 2)); ROW(readv(reads, parts, -1)); ROW(readv(reads, parts, 0)); ROW(readv(writes, parts, 1)); ROW(readv(reads, parts, 2)); ROW(readv(reads, parts, 2000));
  ROW(writev(-1, parts, 2)); ROW(writev(zero, parts, -1)); ROW(writev(zero, parts, 0)); ROW(writev(reads, parts, 1)); ROW(writev(zero, parts, 2000)); ROW(writev(CLOSED, parts, -1));
  ROW(lseek(-1, 0, SEEK_SET)); ROW(lseek(zero, -1, SEEK_SET)); ROW(lseek(zero, 0, 99)); ROW(lseek(zero, 0, -1)); ROW(lseek(ends[0], 0, SEEK_SET)); ROW(lseek(zero, -100, SEEK_END));
  ROW(lseek(zero, 2, SEEK_END)); ROW(lseek(zero, -1, SEEK_CUR)); ROW(lseek(zero, -1000, SEEK_CUR)); ROW(lseek(0, 0, SEEK_CUR)); ROW(lseek(ends[1], 0, 99));
  ROW(lseek(zero, LONG_MAX, SEEK_SET)); ROW(lseek(zero, 1, SEEK_CUR)); ROW(lseek(zero, 0, SEEK_SET)); ROW(lseek(zero, LONG_MAX, SEEK_END));
  ROW(ftruncate(-1, 0)); ROW(ftruncate(zero, -1)); ROW(ftruncate(reads, 0)); ROW(ftruncate(ends[1], 0)); ROW(ftruncate(folder, 0)); ROW(ftruncate(zero, 3)); ROW(ftruncate(CLOSED, -1));
  ROW(truncate("none", 0)); ROW(truncate("a", -1)); ROW(truncate("d", 0)); ROW(truncate("", 0)); ROW(truncate("a", 4)); ROW(truncate("none", -1));
  ROW(fsync(-1)); ROW(fsync(zero)); ROW(fdatasync(CLOSED)); ROW(fsync(ends[0])); ROW(fdatasync(zero));
  ROW(dup(-1)); ROW(dup(CLOSED)); ROW(dup2(-1, 5)); ROW(dup2(CLOSED, 5)); ROW(dup2(zero, -1)); ROW(dup2(zero, zero) == zero); ROW(dup2(zero, INT_MAX)); ROW(dup2(CLOSED, CLOSED));
  ROW(dup3(zero, zero, 0)); ROW(dup3(-1, 5, 0)); ROW(dup3(zero, -1, 0)); ROW(dup3(zero, 50, O_APPEND)); ROW(dup3(zero, 50, O_CLOEXEC)); ROW(fcntl(50, F_GETFD)); ROW(dup3(CLOSED, CLOSED, 0)); ROW(close(50));
  ROW(fcntl(-1, F_GETFD)); ROW(fcntl(CLOSED, F_GETFL)); ROW(fcntl(zero, F_GETFD)); ROW(fcntl(zero, F_SETFD, FD_CLOEXEC)); ROW(fcntl(zero, F_GETFD)); ROW(fcntl(zero, F_SETFD, 0)); ROW(fcntl(zero, F_GETFD));
  ROW(fcntl(zero, F_SETFD, 6)); ROW(fcntl(zero, F_GETFD)); ROW(fcntl(zero, F_SETFD, FD_CLOEXEC)); ROW(fcntl(dup(zero), F_GETFD)); ROW(fcntl(fcntl(zero, F_DUPFD_CLOEXEC, 3), F_GETFD));
  ROW(fcntl(fcntl(zero, F_DUPFD, 3), F_GETFD)); ROW(fcntl(dup2(zero, 40), F_GETFD)); ROW(fcntl(open("a", O_RDONLY | O_CLOEXEC), F_GETFD)); ROW(fcntl(zero, F_DUPFD, -1)); ROW(fcntl(zero, F_DUPFD, INT_MAX)); ROW(fcntl(zero, F_DUPFD, 55));
  ROW(fcntl(zero, F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK | O_CREAT | O_TRUNC)); ROW(fcntl(writes, F_GETFL) & (O_ACCMODE | O_APPEND)); ROW(fcntl(ends[0], F_GETFL) & O_ACCMODE);
  ROW(fcntl(zero, F_SETFL, O_APPEND)); ROW(fcntl(zero, F_GETFL) & (O_ACCMODE | O_APPEND)); ROW(fcntl(-1, F_SETFL, 0)); ROW(fcntl(zero, 9999)); ROW(fcntl(-1, 9999)); ROW(fcntl(zero, F_SETFL, 0));
  ROW(isatty(-1)); ROW(isatty(zero)); ROW(isatty(ends[0])); ROW(isatty(0)); ROW(isatty(folder)); POINTER(ttyname(zero)); POINTER(ttyname(-1)); POINTER(ttyname(ends[0]));
  int value;
  ROW(ioctl(-1, FIONREAD, &value)); ROW(ioctl(zero, TIOCGWINSZ, buffer)); ROW(ioctl(CLOSED, TIOCGWINSZ, buffer)); ROW(ioctl(zero, TCGETS, buffer)); ROW(ioctl(ends[0], TIOCGWINSZ, buffer));
  ROW(posix_fadvise(zero, 0, 0, POSIX_FADV_NORMAL)); ROW(posix_fadvise(-1, 0, 0, 0)); ROW(posix_fadvise(ends[0], 0, 0, 0)); ROW(posix_fadvise(zero, 0, 0, 99)); ROW(posix_fadvise(zero, 0, -1, 0));
  ROW(close(-1)); ROW(close(CLOSED)); ROW(close(INT_MAX)); ROW(close(zero)); ROW(close(zero)); ROW(close(reads)); ROW(close(writes)); ROW(close(folder));
  ROW(write(ends[1], "ab", 2)); ROW(read(ends[0], buffer, 5)); ROW(close(ends[1])); ROW(read(ends[0], buffer, 5)); ROW(close(ends[0])); ROW(pipe2(ends, 12345)); ROW(pipe2(ends, O_CLOEXEC)); ROW(fcntl(ends[1], F_GETFD));
  ROW(close(ends[0])); ROW(close(ends[1])); ROW(close(40)); ROW(close(55));
}

static void names(void) {
  char place[16];
  struct stat about;
  ROW(open("", O_RDONLY)); ROW(open("none", O_RDONLY)); ROW(open("none/none", O_RDONLY)); ROW(open("none/new", O_CREAT | O_WRONLY, 0600)); ROW(open("a/none", O_RDONLY)); ROW(open("a/", O_RDONLY));
  ROW(open("d", O_WRONLY)); ROW(open("d", O_RDWR)); ROW(open("a", O_CREAT | O_EXCL, 0600)); ROW(open("d", O_CREAT, 0600)); ROW(open("a", O_RDONLY | O_DIRECTORY)); ROW(open("d", O_RDONLY | O_TRUNC)); ROW(open("d/", O_WRONLY | O_CREAT, 0600));
  ROW(open("new/", O_WRONLY | O_CREAT, 0600)); ROW(open("", O_CREAT, 0600)); ROW(open("d", O_CREAT | O_EXCL, 0600)); ROW(open(long_name, O_RDONLY)); ROW(open(long_part, O_RDONLY)); ROW(open(long_part, O_CREAT | O_WRONLY, 0600)); ROW(open(".", O_WRONLY)); ROW(open("a/b", O_CREAT | O_WRONLY, 0600));
  ROW(creat("", 0600)); ROW(creat("d", 0600)); ROW(creat("none/x", 0600)); ROW(close(open("a", O_RDONLY | O_CREAT, 0600))); ROW(close(open("d/f", O_CREAT | O_WRONLY, 0600))); ROW(openat(AT_FDCWD, "none", O_RDONLY)); ROW(openat(-1, "none", O_RDONLY));
  ROW(openat(CLOSED, "a", O_RDONLY)); ROW(close(openat(AT_FDCWD, "a", O_RDONLY)));
  ROW(access("", F_OK)); ROW(access("none", F_OK)); ROW(access("a", F_OK)); ROW(access("a", R_OK | W_OK)); ROW(access("a", X_OK)); ROW(access("d", X_OK)); ROW(access("a", 99)); ROW(access("a/b", F_OK)); ROW(access("none", -1)); ROW(access("d/none", F_OK));
  ROW(faccessat(AT_FDCWD, "none", F_OK, 0)); ROW(faccessat(AT_FDCWD, "a", F_OK, 0)); ROW(faccessat(-1, "a", F_OK, 0)); ROW(faccessat(AT_FDCWD, "a", F_OK, 0x40000000));
  ROW(stat("", &about)); ROW(stat("none", &about)); ROW(stat("a", &about)); ROW(stat("a/b", &about)); ROW(stat("d/", &about)); ROW(stat("a/", &about)); ROW(lstat("none", &about)); ROW(lstat("d/f", &about)); ROW(stat(long_name, &about)); ROW(stat(long_part, &about));
  ROW(fstat(-1, &about)); ROW(fstat(CLOSED, &about)); ROW(fstat(0, &about)); ROW(S_ISFIFO(about.st_mode)); ROW(fstatat(AT_FDCWD, "", &about, 0)); ROW(fstatat(0, "", &about, AT_EMPTY_PATH)); ROW(fstatat(AT_FDCWD, "a", &about, 0x40000000)); ROW(fstatat(-1, "a", &about, 0));
  ROW((stat("d", &about), S_ISDIR(about.st_mode))); ROW((stat("a", &about), about.st_mode)); ROW(about.st_size); ROW((stat("/tmp", &about), about.st_mode)); ROW((stat("/dev/null", &about), about.st_mode & S_IFMT)); ROW(stat("/dev", &about));
  ROW(chmod("none", 0600)); ROW(chmod("", 0600)); ROW(chmod("a", 0600)); ROW(fchmod(-1, 0600)); ROW(fchmod(CLOSED, 0600)); ROW(fchmodat(AT_FDCWD, "none", 0600, 0)); ROW(fchmodat(AT_FDCWD, "a", 0600, 0x40000000)); ROW(chmod("a/b", 0600));
  ROW(chown("none", -1, -1)); ROW(chown("a", -1, -1)); ROW(lchown("", -1, -1)); ROW(fchown(-1, -1, -1)); ROW(chown("a/b", -1, -1));
  struct timespec times[2] = {{0, 0}, {0, 2000000000}}, fine[2] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
  ROW(utimensat(AT_FDCWD, "none", NULL, 0)); ROW(utimensat(AT_FDCWD, "a", times, 0)); ROW(utimensat(AT_FDCWD, "a", fine, 0)); ROW(utimensat(AT_FDCWD, "a", NULL, 0x40000000)); ROW(futimens(-1, NULL)); ROW(futimens(CLOSED, fine));
  ROW(mkdir("", 0700)); ROW(mkdir("a", 0700)); ROW(mkdir("d", 0700)); ROW(mkdir("none/d", 0700)); ROW(mkdir("a/d", 0700)); ROW(mkdir("/", 0700)); ROW(mkdir(".", 0700)); ROW(mkdir(long_part, 0700)); ROW(mkdir("d/e/", 0700)); ROW(mkdir("d/e", 0700)); ROW(mkdirat(AT_FDCWD, "d", 0700));
  ROW(rmdir("")); ROW(rmdir("none")); ROW(rmdir("a")); ROW(rmdir("d")); ROW(rmdir("d/..")); ROW(rmdir("..")); ROW(rename("d/..", "x")); ROW(rmdir("a/b")); ROW(rmdir("/")); ROW(rmdir(".")); ROW(rmdir("d/e")); ROW(rmdir("d/e")); ROW(rmdir("d/.")); ROW(rmdir("d/f"));
  ROW(unlink("")); ROW(unlink("none")); ROW(unlink("d")); ROW(unlink("a/b")); ROW(unlink("a/")); ROW(unlink("d/")); ROW(unlink("none/none")); ROW(unlinkat(AT_FDCWD, "none", 0)); ROW(unlinkat(AT_FDCWD, "d", AT_REMOVEDIR)); ROW(unlinkat(AT_FDCWD, "a", 99)); ROW(unlinkat(-1, "a", 0));
  ROW(remove("none")); ROW(remove("")); ROW(remove("d")); ROW(remove("d/f")); ROW(remove("a/b"));
  ROW(rename("none", "b")); ROW(rename("", "b")); ROW(rename("a", "")); ROW(rename("a", "a")); ROW(rename("a", "d")); ROW(rename("d", "a")); ROW(rename("a", "none/b")); ROW(rename("d", "d/x")); ROW(rename("a", "a/b")); ROW(mkdir("e", 0700)); ROW(close(creat("e/f", 0600)));
  ROW(rename("d", "e")); ROW(rename("e", "d")); ROW(rename("d", "e/")); ROW(access("d/f", F_OK)); ROW(access("e/f", F_OK)); ROW(rename("a", "b/")); ROW(rename("none", "none")); ROW(rename("d", "none/x")); ROW(rename("a", "b")); ROW(access("a", F_OK)); ROW(rename("b", "a")); ROW(rename(".", "x"));
  ROW(readlink("none", place, 16)); ROW(readlink("a", place, 16)); ROW(readlink("", place, 16)); ROW(readlink("a", place, 0)); ROW(readlink("d", place, 16)); ROW(readlinkat(AT_FDCWD, "none", place, 16)); ROW(readlink("a", place, -1));
  POINTER(getcwd(place, 0)); POINTER(getcwd(place, 1)); POINTER(getcwd(NULL, 1)); POINTER(getcwd(NULL, 0)); POINTER(getcwd(long_name + 4900, 0));
  ROW(chdir("none")); ROW(chdir("")); ROW(chdir("a")); ROW(chdir("a/b")); ROW(chdir(".")); ROW(fchdir(-1)); ROW(fchdir(CLOSED)); ROW(fchdir(0));
  POINTER(realpath("none", NULL)); POINTER(realpath("", NULL)); POINTER(realpath(NULL, NULL)); POINTER(realpath("a/b", NULL)); POINTER(realpath(".", NULL)); POINTER(realpath("none/none", NULL));
  POINTER(opendir("none")); POINTER(opendir("a")); POINTER(opendir("")); POINTER(opendir("a/b")); POINTER(fdopendir(-1)); POINTER(fdopendir(0)); POINTER(fdopendir(CLOSED));
  struct dirent **list;
  ROW(scandir("none", &list, NULL, alphasort)); ROW(scandir("a", &list, NULL, NULL)); ROW(scandir("", &list, NULL, NULL));
  DIR *folder = opendir("/tmp");
  ROW(dirfd(folder) > 2); ROW(closedir(folder));
  ROW(pathconf("/", _PC_NAME_MAX)); ROW(pathconf("none", _PC_NAME_MAX)); ROW(pathconf("/", -1)); ROW(fpathconf(-1, _PC_NAME_MAX)); ROW(pathconf("/", 9999)); ROW(sysconf(-1)); ROW(sysconf(99999)); ROW(sysconf(_SC_CLK_TCK));
  char template[] = "dXXXXX", wrong[] = "x", good[] = "tXXXXXX", none[] = "none/XXXXXX", folder_template[] = "XXXXXX";
  ROW(mkstemp(template)); ROW(mkstemp(wrong)); ROW(mkstemp(none)); POINTER(mkdtemp(wrong)); ROW(close(mkstemp(good))); ROW(unlink(good)); POINTER(mkdtemp(folder_template)); ROW(rmdir(folder_template)); POINTER(mkdtemp(template));
  ROW(mkostemp(wrong, 0)); ROW(mkstemps(wrong, 5)); ROW(mkstemps(template, -1));
  ROW(umask(0777)); ROW(umask(022)); ROW(unlink("a")); ROW(unlink("e/f")); ROW(rmdir("e")); ROW(rmdir("d"));
}

static void streams(void) {
  FILE *stream, *reads;
  POINTER(fopen("none", "r")); POINTER(fopen("none", "")); POINTER(fopen("none", "q")); POINTER(fopen("", "w")); POINTER(fopen("/tmp", "w")); POINTER(fopen("none/x", "w")); POINTER(fopen("none", "r+")); POINTER(fopen("s", "rw+x"));
  POINTER(fdopen(-1, "r")); POINTER(fdopen(CLOSED, "r")); POINTER(fdopen(0, "q")); POINTER(fdopen(0, "w")); POINTER(fdopen(1, "r"));
  POINTER(stream = fopen("s", "w")); POINTER(fopen("s", "wx"));
  ROW(fgetc(stream)); ROW(ferror(stream) != 0); ROW(feof(stream)); ROW((clearerr(stream), ferror(stream))); POINTER(fgets(buffer, 5, stream)); ROW(fread(buffer, 1, 5, stream)); ROW(fscanf(stream, "%d", (int *)buffer));
  ROW(fputs("one\ntwo", stream) >= 0); ROW(fputc(300, stream)); ROW(fwrite(buffer, 0, 5, stream)); ROW(fwrite(buffer, 5, 0, stream)); ROW(fprintf(stream, "%d", 12)); ROW(fflush(stream)); ROW(ftell(stream)); ROW(fseek(stream, -1, SEEK_SET)); ROW(fseek(stream, 0, 99));
  ROW(fseek(stream, -100, SEEK_CUR)); ROW(ftell(stream)); ROW(fileno(stream) > 2); ROW(fputs("", stream) >= 0); ROW(fclose(stream));
  POINTER(reads = fopen("s", "r"));
  ROW(fputc('x', reads)); ROW(ferror(reads) != 0); ROW((clearerr(reads), 0)); ROW(fputs("x", reads)); ROW(fprintf(reads, "x")); ROW(fwrite("x", 1, 1, reads)); ROW(fflush(reads)); ROW((clearerr(reads), fgetc(reads))); ROW(ungetc(EOF, reads)); ROW(ungetc('y', reads)); ROW(fgetc(reads));
  ROW(fread(buffer, 0, 5, reads)); ROW(fread(buffer, 4, 100, reads)); ROW(feof(reads) != 0); ROW(fgetc(reads)); ROW(ungetc('z', reads)); ROW(feof(reads)); POINTER(fgets(buffer, 1, reads)); POINTER(fgets(buffer, 9, reads)); POINTER(fgets(buffer, 9, reads)); POINTER(fgets(buffer, 1, reads));
  fpos_t place;
  ROW(fgetpos(reads, &place)); ROW(fsetpos(reads, &place)); ROW(setvbuf(reads, NULL, 99, 0)); ROW(setvbuf(reads, NULL, _IONBF, 0)); ROW(fseek(reads, 100, SEEK_END)); ROW(fgetc(reads)); ROW(feof(reads) != 0); ROW(ftell(reads));
  char *line = NULL;
  size_t room = 0;
  ROW(getline(NULL, &room, reads)); ROW(getline(&line, NULL, reads)); ROW(getline(&line, &room, reads)); ROW((rewind(reads), getdelim(&line, &room, 'n', reads)));
  ROW(fscanf(reads, "%d", (int *)buffer)); ROW(fscanf(reads, "%s", buffer)); ROW(fscanf(reads, "%*s%*s%s", buffer)); ROW(fscanf(reads, "%s", buffer));
  POINTER(freopen("none", "r", reads));
  POINTER(stream = tmpfile()); ROW(fseek(stream, 10, SEEK_SET)); ROW(fputc('x', stream)); ROW(ftell(stream)); ROW(fclose(stream));
  POINTER(fmemopen(buffer, 0, "r")); POINTER(fmemopen(buffer, 5, "q")); POINTER(stream = fmemopen("abc", 3, "r")); ROW(fgetc(stream)); ROW(fputc('x', stream)); ROW(fclose(stream));
  ROW(fseek(stdin, 0, SEEK_SET)); ROW(ftell(stdin)); ROW(fgetc(stdin)); ROW(feof(stdin) != 0); ROW(fputc('x', stdin)); ROW(fgetc(stdout)); ROW((clearerr(stdout), ftell(stdout))); ROW(fseek(stdout, 0, SEEK_CUR)); ROW(fgetpos(stdin, &place));
  ROW(unlink("s"));
}

static void text(void) {
  wchar_t wide[8], far[] = {0x20AC, 0};
  mbstate_t state = {0};
  const char *source = "abc\xff";
  const wchar_t *wide_source = far;
  ROW(strcoll("a", "b")); ROW(strxfrm(buffer, "abc", 2)); POINTER(strdup("")); POINTER(setlocale(LC_ALL, "none")); POINTER(setlocale(99, "C")); POINTER(setlocale(LC_ALL, "C")); POINTER(setlocale(-1, NULL)); POINTER(setlocale(LC_ALL, NULL));
  ROW(strerror_r(99999, buffer, 20) != NULL); ROW(strnlen("abc", 2)); ROW(mbtowc(NULL, NULL, 0)); ROW(mbtowc(wide, "a", 0)); ROW(mbtowc(wide, "", 1)); ROW(mbtowc(wide, "\xff", 1)); ROW(mblen("a", 1)); ROW(mblen("\xff", 1)); ROW(mblen(NULL, 0));
  ROW(wctomb(buffer, L'a')); ROW(wctomb(buffer, 0x20AC)); ROW(wctomb(NULL, 0)); ROW(wctomb(buffer, -1)); ROW(mbstowcs(wide, "abc", 8)); ROW(mbstowcs(wide, "ab\xff", 8)); ROW(mbstowcs(NULL, "abc", 0)); ROW(wcstombs(buffer, L"abc", 2)); ROW(wcstombs(buffer, far, 8)); ROW(wcstombs(NULL, far, 0)); ROW(wcstombs(NULL, L"ab", 0));
  ROW(mbrtowc(wide, "\xff", 1, &state)); ROW(mbrtowc(wide, "a", 0, &state)); ROW(mbrtowc(wide, "a", 1, NULL)); ROW(mbrtowc(NULL, NULL, 0, &state)); ROW(wcrtomb(buffer, 0x20AC, &state)); ROW(wcrtomb(NULL, 0, &state)); ROW(mbrlen("", 1, &state)); ROW(mbsrtowcs(wide, &source, 8, &state)); ROW(wcsrtombs(buffer, &wide_source, 8, &state));
  ROW(btowc(200)); ROW(btowc(EOF)); ROW(btowc('a')); ROW(wctob(200)); ROW(wctob(WEOF)); ROW(wctob('a')); ROW(wctype("none")); ROW(wctrans("none")); ROW(iswctype('a', wctype("alpha")) != 0); ROW(towctrans('a', wctrans("toupper"))); ROW(wcwidth(7)); ROW(wcwidth(0)); ROW(wcswidth(L"a\7", 2));
  ROW(wcstol(L"99999999999999999999", NULL, 10)); ROW(wcstol(L"12", NULL, 1)); ROW(wcstoul(L"-1", NULL, 10)); ROW(wcstoll(L"x", NULL, 10)); ROW(mbsinit(NULL) != 0);
  ROW(snprintf(buffer, 0, "abc")); ROW(snprintf(NULL, 0, "%d", 12345)); ROW(sscanf("", "%d", (int *)buffer)); ROW(sscanf("x", "%d", (int *)buffer)); ROW(sscanf("99999999999999999999", "%ld", (long *)buffer)); ROW(sscanf("5", "%d%d", (int *)buffer, (int *)buffer));
  ROW(setenv("", "x", 1)); ROW(setenv("a=b", "x", 1)); ROW(setenv("SOME", "x", 0)); ROW(setenv("SOME", "y", 0)); ROW(strcmp(getenv("SOME"), "x")); ROW(unsetenv("")); ROW(unsetenv("a=b")); ROW(unsetenv("NONE")); ROW(unsetenv("SOME")); POINTER(getenv("SOME")); POINTER(getenv("")); ROW(putenv("NEW=1")); ROW(putenv("NEW")); POINTER(getenv("NEW")); ROW(setenv(NULL, "x", 1));
  regex_t expression;
  ROW(regcomp(&expression, "[a-c-e]", REG_EXTENDED)); ROW(regcomp(&expression, "[a-c-]", REG_EXTENDED)); ROW(regcomp(&expression, "[--a-]", 0)); ROW(regcomp(&expression, "[ab-]", 0)); ROW(regcomp(&expression, "(", REG_EXTENDED)); ROW(regcomp(&expression, "[", 0)); ROW(regcomp(&expression, "a{2,1}", REG_EXTENDED)); ROW(regcomp(&expression, "*", REG_EXTENDED)); ROW(regcomp(&expression, "\\", 0)); ROW(regcomp(&expression, "[[:none:]]", 0)); ROW(regcomp(&expression, "a", REG_NOSUB)); ROW(regexec(&expression, "b", 0, NULL, 0));
}

static void times(void) {
  struct timespec now, bad = {0, 1000000000}, negative = {-1, 0}, none = {0, 0};
  struct timeval value;
  struct tm tm = {.tm_year = 70, .tm_mday = 1}, far = {.tm_year = INT_MAX, .tm_mon = 12, .tm_mday = 1};
  time_t huge = LONG_MAX, fine = 0;
  static const int clocks[] = {0, 1, 2, 3, 4, 5, 6, 7, 11, 99};
  for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
    ROW(clock_gettime(clocks[i], &now));
    ROW(clock_getres(clocks[i], NULL));
    if (clocks[i] != CLOCK_REALTIME) ROW(clock_settime(clocks[i], &bad));
  }
  ROW(clock_settime(CLOCK_REALTIME, &bad)); ROW(clock_settime(CLOCK_REALTIME, &negative));
  ROW(nanosleep(&bad, NULL)); ROW(nanosleep(&negative, NULL)); ROW(nanosleep(&none, NULL)); ROW(clock_nanosleep(CLOCK_REALTIME, 0, &bad, NULL)); ROW(clock_nanosleep(99, 0, &none, NULL)); ROW(clock_nanosleep(CLOCK_MONOTONIC, 0, &none, NULL)); ROW(clock_nanosleep(CLOCK_REALTIME, 0, &negative, NULL));
  ROW(timespec_get(&now, TIME_UTC)); ROW(timespec_get(&now, 99)); ROW(gettimeofday(&value, NULL)); ROW(usleep(0)); ROW(sleep(0)); ROW(alarm(0));
  POINTER(gmtime(&huge)); POINTER(localtime(&huge)); POINTER(gmtime(&fine)); ROW(mktime(&tm)); ROW(mktime(&far)); ROW(timegm(&far)); POINTER(ctime(&huge)); POINTER(asctime(&far)); ROW(strftime(buffer, 3, "%Y", &tm)); ROW(strftime(buffer, 5, "%Y", &tm)); ROW(strftime(buffer, 0, "", &tm));
  POINTER(asctime_r(&tm, buffer)); POINTER(ctime_r(&fine, buffer)); POINTER(strptime("x", "%d", &tm)); POINTER(strptime("12", "%d", &tm)); POINTER(strptime("40", "%d", &tm));
}

static void handler(int number) {}

static void processes(void) {
  struct sigaction action = {.sa_handler = handler}, old;
  sigset_t set;
  struct rlimit limit;
  ROW(sigaction(0, NULL, &old)); ROW(sigaction(65, NULL, &old)); ROW(sigaction(-1, NULL, &old)); ROW(sigaction(SIGKILL, &action, NULL)); ROW(sigaction(SIGSTOP, &action, NULL)); ROW(sigaction(SIGKILL, NULL, &old)); ROW(sigaction(SIGUSR1, &action, &old)); ROW(sigaction(64, NULL, NULL)); ROW(sigaction(32, &action, NULL));
  ROW(signal(0, handler) == SIG_ERR); ROW(signal(SIGKILL, handler) == SIG_ERR); ROW(signal(65, SIG_DFL) == SIG_ERR); ROW(signal(SIGUSR1, SIG_IGN) == handler); ROW(signal(SIGUSR1, SIG_ERR) == SIG_IGN); ROW(raise(0)); ROW(raise(65)); ROW(raise(-1)); ROW(signal(SIGUSR1, SIG_IGN) == SIG_ERR); ROW(raise(SIGUSR1)); ROW(raise(SIGCHLD));
  ROW(kill(getpid(), 0)); ROW(kill(getpid(), 65)); ROW(kill(getpid(), -1)); ROW(kill(2000000000, 0)); ROW(kill(getpid(), SIGUSR1));
  ROW(sigemptyset(&set)); ROW(sigaddset(&set, 0)); ROW(sigaddset(&set, 65)); ROW(sigaddset(&set, 64)); ROW(sigdelset(&set, 0)); ROW(sigdelset(&set, -5)); ROW(sigismember(&set, 0)); ROW(sigismember(&set, 65)); ROW(sigismember(&set, 64)); ROW(sigfillset(&set)); ROW(sigismember(&set, 32)); ROW(sigismember(&set, 1));
  ROW(sigprocmask(99, &set, NULL)); ROW(sigprocmask(SIG_BLOCK, NULL, &set)); ROW(sigprocmask(SIG_UNBLOCK, &set, NULL)); ROW(sigprocmask(99, NULL, NULL)); ROW(sigaltstack(NULL, NULL)); ROW(siginterrupt(0, 1)); ROW(siginterrupt(SIGUSR2, 1)); ROW(sigpending(&set));
  ROW(getrlimit(99, &limit)); ROW(getrlimit(-1, &limit)); ROW(getrlimit(RLIMIT_NOFILE, &limit)); ROW(setrlimit(99, &limit)); limit.rlim_cur = 2, limit.rlim_max = 1; ROW(setrlimit(RLIMIT_NOFILE, &limit));
  struct rusage usage;
  ROW(getrusage(99, &usage)); ROW(getrusage(RUSAGE_SELF, &usage)); ROW(getrusage(RUSAGE_CHILDREN, &usage)); ROW(getpriority(99, 0)); ROW(getpgid(-1)); ROW(getsid(2000000000));
  ROW(gethostname(buffer, 0)); ROW(gethostname(buffer, 1)); ROW(getdtablesize() > 0); ROW(getpagesize());
}

static void memory(void) {
  void *place;
  volatile size_t huge = PTRDIFF_MAX, most = SIZE_MAX;
  ROW(posix_memalign(&place, 3, 8)); ROW(posix_memalign(&place, 4, 8)); ROW(posix_memalign(&place, 0, 8)); ROW(posix_memalign(&place, 24, 8)); ROW(posix_memalign(&place, 16, 8)); POINTER(place); POINTER(malloc(most)); POINTER(malloc(huge)); POINTER(calloc(huge, 4)); POINTER(calloc(most, most)); POINTER(realloc(place, huge)); POINTER(reallocarray(NULL, huge, 4)); POINTER(reallocarray(NULL, 3, 4)); POINTER(aligned_alloc(16, 32)); POINTER(memalign(16, 5)); POINTER(realloc(NULL, 5)); POINTER(malloc(0)); POINTER(calloc(0, 5)); ROW(posix_memalign(&place, 16, huge)); POINTER(aligned_alloc(16, huge));
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ROW(pages == MAP_FAILED); ROW(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED); ROW(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, -1, 0) == MAP_FAILED); ROW(mmap(NULL, 4096, PROT_READ, MAP_ANONYMOUS, -1, 0) == MAP_FAILED); ROW(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, CLOSED, 0) == MAP_FAILED); ROW(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0) == MAP_FAILED);
  ROW(munmap(pages + 1, 4096)); ROW(munmap(pages, 0)); ROW(msync(pages, 4096, MS_SYNC)); ROW(msync(pages + 1, 10, MS_SYNC)); ROW(mprotect(pages + 1, 4096, PROT_READ)); ROW(mprotect(pages, 4096, PROT_READ | PROT_WRITE)); ROW(madvise(pages + 1, 10, MADV_NORMAL)); ROW(munmap(pages, 8192));
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  memset(long_name, 'x', sizeof long_name - 1);
  memset(long_part, 'y', sizeof long_part - 1);
  numbers();
  descriptors();
  names();
  streams();
  text();
  times();
  processes();
  memory();
  return 0;
}
