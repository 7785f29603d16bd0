/* Streams that are written against their mode, the environment, locales that it names, timers and signals. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void show(int line, const char *what, long result) {
  int error = errno;
  printf("%d: %s: %ld, %d\n", line, what, result, error);
}

#define ROW(call) (errno = 0, show(__LINE__, #call, (long)(call)))
#define POINTER(call) (errno = 0, show(__LINE__, #call, (call) != NULL))

/* Without `errno`, which stays if the locale was missing before. */
#define FOUND(call) (printf("%d: %s: %d\n", __LINE__, #call, (call) != NULL))

static void streams(void) {
  char buffer[300];
  FILE *f = fopen("x", "w+"); fputs("hello", f); fclose(f);
  f = fopen("x", "r");
  ROW(fprintf(f, "%s", "")); ROW(ferror(f)!=0); clearerr(f); ROW(fprintf(f, "")); ROW(ferror(f)!=0); clearerr(f); ROW(fputs("", f)); ROW(ferror(f)!=0); ROW(fwrite("", 0, 1, f)); ROW(ferror(f)!=0); ROW(vfprintf(f, "", NULL)); clearerr(f); ROW(fputc('a', f)); ROW(ferror(f)!=0); clearerr(f); ROW(fgetc(f)); ROW(fprintf(f, "")); ROW(fgetc(f)); ROW(putw(1,f)); ROW(fflush(f));
  fclose(f); f = fopen("x", "a"); ROW(fscanf(f, "")); ROW(ferror(f)!=0); ROW(fscanf(f, " ")); ROW(ferror(f)!=0); clearerr(f); ROW(fscanf(f, "x")); ROW(fread(buffer, 0, 5, f)); ROW(ferror(f)!=0); clearerr(f); POINTER(fgets(buffer, 1, f)); ROW(ferror(f)!=0); clearerr(f); ROW(ungetc('x', f)); ROW(fgetc(f)); ROW(ferror(f)!=0);ROW(getw(f)); fclose(f);
  int rd = open("x", O_RDONLY), wr = open("x", O_WRONLY), rw = open("x", O_RDWR), dir = open(".", O_RDONLY);
  ROW(dprintf(rd, "")); ROW(dprintf(rd, "%s", "")); ROW(dprintf(rd, "x")); ROW(dprintf(99, "")); ROW(dprintf(99, "x")); ROW(dprintf(-1,"")); ROW(dprintf(dir, "x"));
  sigset_t set; ROW(sigemptyset(NULL)); ROW(sigfillset(NULL)); ROW(sigaddset(NULL, 1)); ROW(sigdelset(NULL, 1)); ROW(sigismember(NULL, 1)); ROW(sigisemptyset(NULL)); ROW(sigandset(&set, NULL, &set)); ROW(sigorset(NULL, &set, &set)); ROW(sigaddset(NULL, 0));
  ROW(putenv("=x")); POINTER(getenv("")); ROW(setenv("A", "1", 1)); ROW(putenv("")); ROW(putenv("A")); POINTER(getenv("A")); ROW(putenv("A=")); POINTER(getenv("A")); POINTER(getenv("=")); ROW(unsetenv("=")); ROW(setenv("B", "x=y", 1)); POINTER(getenv("B=x")); POINTER(getenv("B=")); ROW(strcmp(getenv("B=x"), "y")); ROW(putenv("=y")); { int n=0; for(char **e=environ; *e; e++) n += **e == '='; ROW(n); } ROW(unsetenv("")); ROW(unsetenv(NULL)); ROW(clearenv()); POINTER(environ); POINTER(getenv("A")); ROW(unsetenv("A")); ROW(putenv("Q=1")); POINTER(environ); ROW(clearenv()); ROW(setenv("A","b",0)); ROW(setenv("A","c",0)); ROW(strcmp(getenv("A"),"b"));
}

static void sockets(void) {
  struct sockaddr_storage address = {AF_INET};
  struct sockaddr *to = (struct sockaddr *)&address;
  struct msghdr message = {0};
  socklen_t length = sizeof address;
  int files[] = {-1, 77, open("x", O_RDWR | O_CREAT, 0600), 0}, ends[2];
  pipe(ends);
  files[3] = ends[0];
  char byte = 0;
  for (int i = 0; i < 4; i++) {
    int file = files[i];
    ROW(send(file, &byte, 1, 0)); ROW(send(file, &byte, 0, MSG_NOSIGNAL)); ROW(recv(file, &byte, 1, 0));
    ROW(sendto(file, &byte, 1, 0, to, length)); ROW(recvfrom(file, &byte, 1, 0, to, &length));
    ROW(sendmsg(file, &message, 0)); ROW(recvmsg(file, &message, 0));
    ROW(bind(file, to, length)); ROW(listen(file, 1)); ROW(accept(file, to, &length)); ROW(shutdown(file, SHUT_RD));
    ROW(connect(file, to, 16)); ROW(connect(file, to, 128));
    ROW(getsockname(file, to, &length)); ROW(getpeername(file, to, &length));
    ROW(getsockopt(file, SOL_SOCKET, SO_TYPE, &byte, &length));
  }
}

static void clear(void) { clearenv(); }

static void locales(void) {
  clear();
  FOUND(setlocale(LC_ALL, "")); setenv("LC_ALL", "xx_YY", 1); FOUND(setlocale(LC_ALL, "")); FOUND(setlocale(LC_CTYPE, "")); FOUND(setlocale(LC_NUMERIC, "")); FOUND(newlocale(LC_ALL_MASK, "", NULL)); FOUND(newlocale(LC_TIME_MASK, "", NULL)); FOUND(newlocale(0, "", NULL));
  clear(); setenv("LANG", "xx_YY", 1); FOUND(setlocale(LC_ALL, "")); FOUND(setlocale(LC_TIME, "")); setenv("LC_TIME", "C", 1); FOUND(setlocale(LC_TIME, "")); FOUND(setlocale(LC_ALL, "")); setenv("LC_ALL", "C", 1); FOUND(setlocale(LC_ALL, "")); setenv("LC_ALL", "", 1); FOUND(setlocale(LC_ALL, "")); setenv("LC_ALL", "POSIX", 1); FOUND(setlocale(LC_ALL, "")); ROW(strcmp(setlocale(LC_ALL, ""), "C"));
  clear(); setenv("LC_NUMERIC", "zz", 1); FOUND(setlocale(LC_ALL, "")); FOUND(setlocale(LC_CTYPE, "")); FOUND(setlocale(LC_NUMERIC, "")); FOUND(newlocale(LC_CTYPE_MASK, "", NULL)); FOUND(newlocale(LC_NUMERIC_MASK, "", NULL));
  clear(); setenv("LANGUAGE", "zz", 1); FOUND(setlocale(LC_ALL, "")); setenv("LC_PAPER", "zz", 1); FOUND(setlocale(LC_ALL, "")); FOUND(setlocale(LC_PAPER, "")); FOUND(setlocale(LC_ALL, "c")); FOUND(setlocale(LC_ALL, "posix")); FOUND(setlocale(LC_ALL, "a/b")); FOUND(setlocale(LC_ALL, "..")); FOUND(setlocale(LC_ALL, "/")); FOUND(setlocale(LC_ALL, " "));  FOUND(newlocale(LC_ALL_MASK, NULL, NULL)); FOUND(newlocale(1<<20, "C", NULL)); FOUND(newlocale(LC_ALL_MASK, "a/b", NULL)); FOUND(newlocale(1 << LC_ALL, "", NULL));
  static char lng[400]; memset(lng, 'a', 399); FOUND(setlocale(LC_ALL, lng)); lng[255]=0; FOUND(setlocale(LC_ALL, lng)); FOUND(setlocale(LC_CTYPE, lng));setenv("LC_ALL", "a/b", 1); FOUND(setlocale(LC_ALL, ""));
}

static volatile int hits, last; static void handler(int n) { hits++; last = n; }
static void info(int n, siginfo_t *i, void *c) { hits++; last = i->si_code; }

static void signals(void) {
  struct sigaction a = {.sa_handler = handler}, o; sigset_t s, t; struct itimerval it, io; struct timespec ts;
  ROW(alarm(5)); ROW(alarm(0)); ROW(alarm(0)); ROW(alarm(1)); ROW(alarm(UINT_MAX)>0); ROW(alarm(0)>4000000000u);
  it = (struct itimerval){{0,0},{1,500000}}; ROW(setitimer(ITIMER_REAL, &it, NULL)); ROW(getitimer(ITIMER_REAL, &io)); ROW(io.it_value.tv_sec); ROW(alarm(0)); ROW(getitimer(ITIMER_REAL, &io)); ROW(io.it_value.tv_sec + io.it_value.tv_usec); it.it_value.tv_sec = 2; it.it_value.tv_usec = 0; ROW(setitimer(ITIMER_REAL, &it, &io)); ROW(setitimer(ITIMER_REAL, &it, &io)); ROW(io.it_value.tv_sec); it.it_value.tv_sec = 0; ROW(setitimer(ITIMER_REAL, &it, &io)); ROW(io.it_value.tv_sec); it.it_value.tv_usec = 1000000; ROW(setitimer(ITIMER_REAL, &it, NULL)); it.it_value.tv_usec = -1; ROW(setitimer(ITIMER_REAL, &it, NULL)); ROW(setitimer(5, &it, NULL)); ROW(getitimer(-1, &io)); ROW(setitimer(ITIMER_REAL, NULL, NULL)); it = (struct itimerval){{1,0},{0,0}}; ROW(setitimer(ITIMER_REAL,&it,NULL)); ROW(getitimer(ITIMER_REAL,&io)); ROW(io.it_interval.tv_sec); ROW(ualarm(1000000, 0)); ROW(ualarm(999999, 0)); ROW(ualarm(0,0) < 1000000); ROW(ualarm(0, 2000000));
  ROW(sigaction(SIGUSR1, &a, NULL)); ROW(raise(SIGUSR1)); ROW(hits); ROW(sigemptyset(&s)); ROW(sigaddset(&s, SIGUSR1)); ROW(sigprocmask(SIG_BLOCK, &s, &t)); ROW(raise(SIGUSR1)); ROW(raise(SIGUSR1)); ROW(hits); ROW(sigpending(&t)); ROW(sigismember(&t, SIGUSR1)); ROW(sigprocmask(SIG_SETMASK, NULL, &t)); ROW(sigismember(&t, SIGUSR1)); ROW(sigprocmask(SIG_UNBLOCK, &s, NULL)); ROW(hits); ROW(sigprocmask(5, &s, NULL)); ROW(sigprocmask(5, NULL, NULL));
  a.sa_flags = SA_RESETHAND; ROW(sigaction(SIGUSR1, &a, &o)); ROW(o.sa_handler == handler); ROW(raise(SIGUSR1)); ROW(hits); ROW(sigaction(SIGUSR1, NULL, &o)); ROW(o.sa_handler == SIG_DFL); ROW(o.sa_flags & SA_RESETHAND ? 1 : 0); a.sa_flags = SA_SIGINFO; a.sa_sigaction = info; ROW(sigaction(SIGUSR1, &a, NULL)); ROW(raise(SIGUSR1)); ROW(last); ROW(kill(getpid(), SIGUSR1)); ROW(last); ROW(sigqueue(getpid(), SIGUSR1, (union sigval){5})); ROW(last); ROW(signal(SIGUSR1, SIG_IGN) == (void*)info); ROW(raise(SIGUSR1)); ROW(signal(SIGUSR1, handler) == SIG_IGN); ROW(signal(SIGUSR1, SIG_HOLD) == SIG_ERR);
  ts = (struct timespec){0, 0}; ROW(sigtimedwait(&s, NULL, &ts)); ts.tv_nsec = -1; ROW(sigtimedwait(&s, NULL, &ts)); ts.tv_nsec = 1000000000; ROW(sigtimedwait(&s, NULL, &ts)); ROW(sigprocmask(SIG_BLOCK, &s, NULL)); ROW(raise(SIGUSR1)); ts.tv_nsec = 0; ROW(sigtimedwait(&s, NULL, &ts)); ROW(raise(SIGUSR1)); int n = 0; ROW(sigwait(&s, &n)); ROW(n); ROW(raise(SIGUSR1)); ROW(signal(SIGUSR1, SIG_IGN) != SIG_ERR); ROW(sigpending(&t)); ROW(sigismember(&t, SIGUSR1)); ROW(signal(SIGUSR1, handler) == SIG_IGN); ROW(sigprocmask(SIG_UNBLOCK, &s, NULL)); hits = 0;
}

/* The end of such a stream is where it writes. */
static void memory(void) {
  char *t; size_t n; FILE *f = open_memstream(&t,&n);
 fputs("abcdef", f); printf("%ld\n", ftell(f)); fseek(f,2,SEEK_SET); printf("%ld\n", ftell(f)); fputc('x', f); printf("%ld\n", ftell(f)); fseek(f,0,SEEK_END); printf("%ld\n", ftell(f)); fflush(f); printf("%zu %s\n", n, t);
 fseek(f,0,SEEK_END);printf("%ld\n", ftell(f)); fseek(f,1,SEEK_SET); fseek(f,0,SEEK_END); printf("%ld\n", ftell(f));
 f = open_memstream(&t,&n); fputs("abcdef", f); fflush(f); fseek(f,2,SEEK_SET); fseek(f,0,SEEK_END); printf("%ld\n", ftell(f));
 f = open_memstream(&t,&n); fputs("abcdef", f); fseek(f,2,SEEK_SET); fseek(f,1,SEEK_CUR); fseek(f,0,SEEK_END); printf("%ld\n", ftell(f));
 f = open_memstream(&t,&n); fputs("abcdef", f); fseek(f,2,SEEK_SET);fputs("xy", f); fseek(f,1,SEEK_SET); fseek(f,0,SEEK_END); printf("%ld\n", ftell(f));
 f = open_memstream(&t,&n); fputs("abcdef", f); fseek(f,-4,SEEK_END);fputs("xy", f); printf("%ld\n", ftell(f)); fclose(f); printf("%zu %s\n", n, t);
 f = open_memstream(&t,&n); fputs("abcdef", f); fseek(f,8,SEEK_SET); fseek(f,0,SEEK_END); printf("%ld\n", ftell(f)); fclose(f); printf("%zu\n", n);
 f = open_memstream(&t,&n); fputs("abcdef", f); fseek(f,2,SEEK_SET);fputs("xy", f); fseek(f,1,SEEK_SET);fputs("z", f); fclose(f); printf("%zu %s\n", n, t);
 f = open_memstream(&t,&n); fputs("abcdef", f); fseek(f,2,SEEK_SET);fputs("xy", f);fflush(f); printf("%zu %s\n", n, t);
}


int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  streams();
  sockets();
  locales();
  signals();
  memory();
  return 0;
}
