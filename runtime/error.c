/* error.h and err.h: messages that start with the program's name. */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void report(int status, int number, const char *place, const char *format, va_list arguments) {
  fflush(stdout);
  if (error_print_progname) error_print_progname();
  else fprintf(stderr, "%s:%s", program_invocation_name, place ? "" : " ");
  if (place) fputs(place, stderr);
  vfprintf(stderr, format, arguments);
  error_message_count++;
  if (number) fprintf(stderr, ": %s", strerror(number));
  fputc('\n', stderr);
  if (status) exit(status);
}

void error(int status, int number, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report(status, number, NULL, format, arguments);
  va_end(arguments);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
  if (error_one_per_line) {
    static const char *last_file;
    static unsigned last_line;
    if (line == last_line && (file == last_file || (last_file && file && strcmp(file, last_file) == 0))) return;
    last_file = file;
    last_line = line;
  }
  char place[256];
  snprintf(place, sizeof place, file ? "%s:%u: " : " ", file, line);
  va_list arguments;
  va_start(arguments, format);
  report(status, number, place, format, arguments);
  va_end(arguments);
}

/* err.h. */

static void tell(int number, const char *format, va_list arguments) {
  fprintf(stderr, "%s: ", program_invocation_short_name);
  if (format) vfprintf(stderr, format, arguments);
  if (number >= 0) fprintf(stderr, "%s%s", format ? ": " : "", strerror(number));
  fputc('\n', stderr);
}

void vwarn(const char *format, va_list arguments) { tell(errno, format, arguments); }
void vwarnx(const char *format, va_list arguments) { tell(-1, format, arguments); }

void verr(int status, const char *format, va_list arguments) {
  tell(errno, format, arguments);
  exit(status);
}

void verrx(int status, const char *format, va_list arguments) {
  tell(-1, format, arguments);
  exit(status);
}

/* The body of a function that takes its arguments one by one. */
#define FORWARD(call)          \
  va_list arguments;           \
  va_start(arguments, format); \
  call;                        \
  va_end(arguments)

void warn(const char *format, ...) { FORWARD(vwarn(format, arguments)); }
void warnx(const char *format, ...) { FORWARD(vwarnx(format, arguments)); }
void err(int status, const char *format, ...) { FORWARD(verr(status, format, arguments)); }
void errx(int status, const char *format, ...) { FORWARD(verrx(status, format, arguments)); }
