/* Pipes and descriptors in unusual states: empty, full, closed, without readers or writers, not
 * blocking, moved to other numbers. Each call prints its result and the error. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <termios.h>
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

static char space[200000];

static int waiting(int file) {
  int count = -1;
  return ioctl(file, FIONREAD, &count) ? -1 : count;
}

/* What `poll` reports at once. */
static int events(int file) {
  struct pollfd one = {file, POLLIN | POLLOUT | POLLPRI, 0};
  int found = poll(&one, 1, 0);
  return found < 0 ? -1 : found * 1000 + one.revents;
}

/* What `select` reports at once: 1 for input, 2 for output, 4 for exceptions. */
static int selected(int file) {
  fd_set in, out, other;
  FD_ZERO(&in);
  FD_ZERO(&out);
  FD_ZERO(&other);
  FD_SET(file, &in);
  FD_SET(file, &out);
  FD_SET(file, &other);
  if (select(file + 1, &in, &out, &other, &(struct timeval){0}) < 0) return -1;
  return (FD_ISSET(file, &in) ? 1 : 0) + (FD_ISSET(file, &out) ? 2 : 0) + (FD_ISSET(file, &other) ? 4 : 0);
}

static int not_blocking(int file) { return fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK); }

static volatile int broken;
static void note_broken(int number) { broken += number; }

static void ends(void) {
  int p[2];
  SHOW(pipe(p));
  SHOW(p[0]);
  SHOW(p[1]);
  SHOW(events(p[0]));
  SHOW(events(p[1]));
  SHOW(selected(p[0]));
  SHOW(selected(p[1]));
  SHOW(waiting(p[0]));
  SHOW(waiting(p[1]));
  SHOW(read(p[1], space, 1));
  SHOW(write(p[0], "x", 1));
  SHOW(read(p[0], space, 0));
  SHOW(write(p[1], "abcdef", 6));
  SHOW(events(p[0]));
  SHOW(selected(p[0]));
  SHOW(waiting(p[0]));
  SHOW(read(p[0], space, 2));
  SHOW(waiting(p[0]));
  SHOW(read(p[0], space + 2, 100));
  SHOW(memcmp(space, "abcdef", 6));
  SHOW(lseek(p[0], 0, SEEK_CUR));
  SHOW(lseek(p[1], 0, SEEK_SET));
  SHOW(pread(p[0], space, 1, 0));
  SHOW(pwrite(p[1], "x", 1, 0));
  SHOW(ftruncate(p[1], 0));
  SHOW(fsync(p[1]));
  SHOW(fdatasync(p[0]));
  SHOW(isatty(p[0]));
  struct termios terminal;
  SHOW(tcgetattr(p[0], &terminal));
  SHOW(ioctl(p[0], TIOCGWINSZ, space));
  SHOW(fcntl(p[0], F_GETFL));
  SHOW(fcntl(p[1], F_GETFL));
  SHOW(fcntl(p[0], F_GETPIPE_SZ));
  SHOW(fcntl(0, F_GETPIPE_SZ));
  struct stat status;
  SHOW(fstat(p[0], &status));
  SHOW(S_ISFIFO(status.st_mode));
  SHOW(status.st_size);
  SHOW(status.st_nlink);
  SHOW(status.st_mode & 0777);

  /* The writer goes first. */
  SHOW(write(p[1], "gh", 2));
  SHOW(close(p[1]));
  SHOW(close(p[1]));
  SHOW(events(p[0]));
  SHOW(selected(p[0]));
  SHOW(read(p[0], space, 10));
  SHOW(events(p[0]));
  SHOW(selected(p[0]));
  SHOW(read(p[0], space, 10));
  SHOW(close(p[0]));
  SHOW(read(p[0], space, 10));
  SHOW(events(p[0]));

  /* The reader goes first. */
  SHOW(pipe(p));
  SHOW(write(p[1], "ij", 2));
  SHOW(close(p[0]));
  SHOW(events(p[1]));
  SHOW(selected(p[1]));
  SHOW(signal(SIGPIPE, SIG_IGN) == SIG_DFL);
  SHOW(write(p[1], "x", 1));
  SHOW(write(p[1], "x", 0));
  SHOW(signal(SIGPIPE, note_broken) == SIG_IGN);
  SHOW(write(p[1], "x", 1));
  SHOW(broken);
  SHOW(writev(p[1], (struct iovec[]){{"a", 1}, {"b", 1}}, 2));
  SHOW(broken);
  SHOW(close(p[1]));
  SHOW(write(p[1], "x", 1));
  SHOW(broken);
  SHOW(pipe2(p, 1));
  SHOW(pipe2(p, O_CLOEXEC | O_NONBLOCK));
  SHOW(fcntl(p[0], F_GETFD));
  SHOW(fcntl(p[0], F_GETFL));
  SHOW(fcntl(p[1], F_GETFL));
  SHOW(close(p[0]));
  SHOW(close(p[1]));
}

static void not_waiting(void) {
  int p[2], on = 1, off = 0;
  SHOW(pipe(p));
  SHOW(not_blocking(p[0]));
  SHOW(read(p[0], space, 10));
  SHOW(read(p[0], space, 0));
  SHOW(readv(p[0], (struct iovec[]){{space, 1}, {space, 1}}, 2));
  SHOW(not_blocking(p[1]));
  SHOW(write(p[1], space, 100000));
  SHOW(waiting(p[0]));
  SHOW(write(p[1], space, 1));
  SHOW(events(p[1]));
  SHOW(selected(p[1]));
  SHOW(read(p[0], space, 1));
  SHOW(write(p[1], space, 1));
  SHOW(events(p[1]));
  SHOW(read(p[0], space, 4095));
  SHOW(events(p[1]));
  SHOW(write(p[1], space, 5000));
  SHOW(write(p[1], space, 1));
  SHOW(read(p[0], space, 200000));
  SHOW(read(p[0], space, 200000));
  /* Pages that are not filled. */
  int count = 0;
  while (write(p[1], space, 4095) == 4095) count++;
  SHOW(count);
  SHOW(write(p[1], space, 1));
  SHOW(write(p[1], space, 1));
  SHOW(waiting(p[0]));
  SHOW(read(p[0], space, 200000));
  for (count = 0; write(p[1], space, 64) == 64 && count < 2000;) count++;
  SHOW(count);
  SHOW(read(p[0], space, 200000));
  SHOW(write(p[1], space, 3000));
  SHOW(read(p[0], space, 1000));
  SHOW(write(p[1], space, 2000));
  SHOW(waiting(p[0]));
  SHOW(write(p[1], space, 200000));
  SHOW(read(p[0], space, 200000));
  SHOW(ioctl(p[0], FIONBIO, &off));
  SHOW(fcntl(p[0], F_GETFL));
  SHOW(ioctl(p[0], FIONBIO, &on));
  SHOW(fcntl(p[0], F_GETFL));
  SHOW(ioctl(p[0], FIOCLEX));
  SHOW(fcntl(p[0], F_GETFD));
  SHOW(ioctl(p[0], FIONCLEX));
  SHOW(fcntl(p[0], F_GETFD));
  SHOW(writev(p[1], (struct iovec[]){{"ab", 2}, {"", 0}, {"cde", 3}}, 3));
  SHOW(ioctl(p[0], FIONBIO, &off));
  SHOW(readv(p[0], (struct iovec[]){{space, 1}, {space + 1, 2}, {space + 3, 2}, {space + 5, 9}}, 4));
  SHOW(memcmp(space, "abcde", 5));
  SHOW(writev(p[1], NULL, 0));
  SHOW(writev(p[1], NULL, -1));
  SHOW(close(p[0]));
  SHOW(close(p[1]));
}

static void moved(void) {
  int p[2], q[2];
  SHOW(pipe(p));
  SHOW(pipe(q));
  int input = dup(0), output = dup(1);
  SHOW(input);
  SHOW(output);
  SHOW(write(p[1], "hello\n", 6));
  SHOW(dup2(p[0], 0));
  SHOW(dup2(p[0], p[0]));
  SHOW(dup2(99, 0));
  SHOW(dup2(0, -1));
  SHOW(dup2(0, 1 << 20));
  SHOW(dup3(0, 0, 0));
  SHOW(dup3(0, 20, O_APPEND));
  SHOW(dup3(0, 20, O_CLOEXEC));
  SHOW(fcntl(20, F_GETFD));
  SHOW(fcntl(0, F_GETFD));
  SHOW(fcntl(0, F_DUPFD, 30));
  SHOW(fcntl(0, F_DUPFD_CLOEXEC, 30));
  SHOW(fcntl(31, F_GETFD));
  SHOW(fcntl(0, F_DUPFD, -1));
  SHOW(close(31));
  SHOW(close(30));
  SHOW(close(20));
  SHOW(events(0));
  SHOW(waiting(0));
  SHOW(read(0, space, 3));
  SHOW(read(p[0], space + 3, 3));
  SHOW(memcmp(space, "hello\n", 6));
  SHOW(isatty(0));
  SHOW(close(p[1]));
  SHOW(read(0, space, 3));
  SHOW(events(0));
  SHOW(dup2(input, 0));
  SHOW(close(p[0]));
  SHOW(read(0, space, 3));
  SHOW(events(0));

  /* Standard output, too. */
  fflush(stdout);
  dup2(q[1], 1);
  long written = write(1, "to the pipe", 11);
  int ready = events(1);
  close(1);
  errno = 0;
  long closed = write(1, "lost", 4);
  int error = errno;
  int again = dup2(output, 1);
  printf("written %ld, ready %d, closed %ld %d, again %d\n", written, ready, closed, error, again);
  SHOW(read(q[0], space, 100));
  SHOW(memcmp(space, "to the pipe", 11));
  SHOW(close(q[1]));
  SHOW(read(q[0], space, 1));
  SHOW(close(q[0]));
  /* A pipe that gets the number of a standard stream. */
  SHOW(close(0));
  SHOW(read(0, space, 1));
  SHOW(pipe(p));
  SHOW(p[0]);
  SHOW(write(p[1], "z", 1));
  SHOW(read(0, space, 5));
  SHOW(close(p[1]));
  SHOW(read(0, space, 5));
  SHOW(dup2(input, 0));
  SHOW(close(input));
  SHOW(close(output));
}

static void named(void) {
  int reader, writer, both;
  SHOW(mkfifo("fifo", 0600));
  SHOW(open("fifo", O_WRONLY | O_NONBLOCK));
  SHOW(reader = open("fifo", O_RDONLY | O_NONBLOCK));
  SHOW(events(reader));
  SHOW(read(reader, space, 1));
  SHOW(writer = open("fifo", O_WRONLY));
  SHOW(events(reader));
  SHOW(read(reader, space, 1));
  SHOW(write(writer, "abc", 3));
  SHOW(fcntl(writer, F_GETFL));
  SHOW(events(reader));
  SHOW(close(writer));
  SHOW(events(reader));
  SHOW(read(reader, space, 2));
  SHOW(writer = open("fifo", O_WRONLY | O_APPEND));
  SHOW(write(writer, "d", 1));
  SHOW(read(reader, space + 2, 9));
  SHOW(memcmp(space, "abcd", 4));
  SHOW(write(writer, "left", 4));
  SHOW(close(reader));
  SHOW(close(writer));
  SHOW(both = open("fifo", O_RDWR | O_NONBLOCK));
  SHOW(read(both, space, 9));
  SHOW(write(both, "own", 3));
  SHOW(events(both));
  SHOW(read(both, space, 9));
  SHOW(close(both));
  SHOW(unlink("fifo"));
}

static void ring(int number) { write(2, "", 0); }

static int sending;
static void send(int number) { write(sending, "late", 4); }

static void interrupted(void) {
  int p[2];
  struct itimerval soon = {{0, 0}, {0, 100000}};
  struct pollfd one = {0, POLLIN, 0};
  fd_set set;
  SHOW(pipe(p));
  one.fd = p[0];
  SHOW(poll(&one, 1, 10));
  SHOW(poll(NULL, 0, 10));
  struct timeval time = {0, 10000};
  FD_ZERO(&set);
  FD_SET(p[0], &set);
  SHOW(select(p[0] + 1, &set, NULL, NULL, &time));
  SHOW(time.tv_usec);
  SHOW(FD_ISSET(p[0], &set));
  sigaction(SIGALRM, &(struct sigaction){.sa_handler = ring}, NULL);
  SHOW(setitimer(ITIMER_REAL, &soon, NULL));
  SHOW(read(p[0], space, 1));
  SHOW(setitimer(ITIMER_REAL, &soon, NULL));
  SHOW(poll(&one, 1, -1));
  SHOW(setitimer(ITIMER_REAL, &soon, NULL));
  FD_SET(p[0], &set);
  SHOW(select(p[0] + 1, &set, NULL, NULL, NULL));
  SHOW(FD_ISSET(p[0], &set));
  /* A read that is restarted meets what the handler wrote. */
  sending = p[1];
  sigaction(SIGALRM, &(struct sigaction){.sa_handler = send, .sa_flags = SA_RESTART}, NULL);
  SHOW(setitimer(ITIMER_REAL, &soon, NULL));
  SHOW(read(p[0], space, 10));
  SHOW(setitimer(ITIMER_REAL, &soon, NULL));
  SHOW(poll(&one, 1, 5000));
  SHOW(poll(&one, 1, 5000));
  SHOW(one.revents);
  SHOW(read(p[0], space, 10));
  /* ppoll lets a pending signal in. */
  sigset_t blocked, none;
  sigemptyset(&none);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGALRM);
  sigprocmask(SIG_BLOCK, &blocked, NULL);
  SHOW(raise(SIGALRM));
  SHOW(poll(&one, 1, 0));
  SHOW(ppoll(&one, 1, &(struct timespec){0}, &none));
  SHOW(ppoll(&one, 1, &(struct timespec){0}, &none));
  SHOW(one.revents);
  SHOW(raise(SIGALRM));
  SHOW(ppoll(&one, 1, NULL, &none));
  SHOW(sigpending(&blocked));
  SHOW(sigismember(&blocked, SIGALRM));
  SHOW(read(p[0], space, 10));
  SHOW(pselect(0, NULL, NULL, NULL, &(struct timespec){1, 0}, &none));
  SHOW(ppoll(&one, 1, &(struct timespec){0, -1}, &none));
  SHOW(close(p[0]));
  SHOW(close(p[1]));
}

static void files(void) {
  int file, count;
  SHOW(file = open("file", O_RDWR | O_CREAT | O_EXCL, 0600));
  SHOW(fcntl(file, F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK));
  SHOW(events(file));
  SHOW(selected(file));
  SHOW(write(file, "abcdef", 6));
  SHOW(waiting(file));
  SHOW(lseek(file, 2, SEEK_SET));
  SHOW(waiting(file));
  SHOW(isatty(file));
  SHOW(not_blocking(file));
  SHOW(read(file, space, 10));
  SHOW(read(file, space, 10));
  SHOW(ioctl(99, FIONREAD, &count));
  SHOW(close(file));
  SHOW(file = open(".", O_RDONLY | O_DIRECTORY));
  SHOW(waiting(file));
  SHOW(read(file, space, 1));
  SHOW(write(file, space, 1));
  SHOW(close(file));
  SHOW(file = open("/dev/null", O_RDWR));
  SHOW(waiting(file));
  SHOW(events(file));
  SHOW(read(file, space, 10));
  SHOW(write(file, space, 10));
  SHOW(lseek(file, 7, SEEK_SET));
  SHOW(isatty(file));
  SHOW(close(file));
  SHOW(close(-1));
  SHOW(close(1 << 30));
  SHOW(dup(99));
  SHOW(fcntl(99, F_GETFL));
  SHOW(fcntl(0, 9999));
  SHOW(unlink("file"));
  SHOW(events(1));
  SHOW(events(2));
  SHOW(read(1, space, 1));
  SHOW(fcntl(1, F_GETFL));
  SHOW(fcntl(0, F_GETFL));
}

/* Lines of a pipe that does not wait, and streams without a file. */
static void lines(void) {
  int pipe[2];
  char text[8] = "";
  const struct timespec wrong[2] = {{0, 1000000000}, {0, 0}}, omitted[2] = {{0, UTIME_OMIT}, {0, UTIME_OMIT}};
  SHOW(pipe2(pipe, O_NONBLOCK));
  FILE *reader = fdopen(pipe[0], "r");
  SHOW(write(pipe[1], "ab", 2));
  SHOW(fgets(text, sizeof text, reader) == text);
  SHOW(strcmp(text, "ab"));
  SHOW(fgets(text, sizeof text, reader) == NULL);
  SHOW(ferror(reader) != 0);
  SHOW(fclose(reader));
  SHOW(close(pipe[1]));
  FILE *file = fopen("lines", "w+");
  SHOW(freopen("missing/file", "r+", file) == NULL);
  SHOW(fputc('a', file));
  SHOW(fgetc(file));
  SHOW(ferror(file) != 0);
  SHOW(fclose(file) < 0);
  SHOW(utimensat(AT_FDCWD, "missing", wrong, 0));
  SHOW(utimensat(AT_FDCWD, "lines", wrong, 0));
  SHOW(utimensat(AT_FDCWD, "missing", omitted, 0));
  SHOW(futimens(99, wrong));
  SHOW(futimens(99, omitted));
  SHOW(unlink("lines"));
}

int main(void) {
  ends();
  lines();
  not_waiting();
  moved();
  named();
  interrupted();
  files();
  return 0;
}
