/* The functions that calls become in code compiled with _FORTIFY_SOURCE: more bytes than the
 * compiler found room for end the program. */
#include "sheaf.h"
#include <string.h>

/* Streams of stdio.h are passed on unchanged. */
int vfprintf(void *stream, const char *format, va_list arguments);
int vsnprintf(char *buffer, size_t size, const char *format, va_list arguments);
int vsprintf(char *buffer, const char *format, va_list arguments);
int vprintf(const char *format, va_list arguments);
char *stpcpy(char *to, const char *from);
void *mempcpy(void *to, const void *from, size_t bytes);

/* `size` is SIZE_MAX where the compiler does not know it. */
static void fits(size_t bytes, size_t size) {
  if (size != (size_t)-1) __sheaf_check(bytes <= size, "out-of-bounds", "more bytes than the target has room for");
}

static size_t fitting(size_t bytes, size_t size) {
  fits(bytes, size);
  return bytes;
}

/* The bytes of a string, if they matter. */
static size_t bytes_of(const char *text, size_t size) { return size == (size_t)-1 ? 0 : strlen(text) + 1; }

/* `%n` is not allowed in a format that could be written, and arguments with positions are checked. */
static const char *checked(int flag, const char *format) {
  for (const char *at = format; flag > 0 && (at = strchr(at, '%'));) {
    at += 1 + strspn(at + 1, "-+ #0'123456789*.hlLqjztZ");
    if (*at == 'n' || *at == '$') __sheaf_unmodelled("%n or %1$ with _FORTIFY_SOURCE");
    if (*at) at++;
  }
  return format;
}

void *__memcpy_chk(void *to, const void *from, size_t bytes, size_t size) { return memcpy(to, from, fitting(bytes, size)); }
void *__mempcpy_chk(void *to, const void *from, size_t bytes, size_t size) { return mempcpy(to, from, fitting(bytes, size)); }
void *__memmove_chk(void *to, const void *from, size_t bytes, size_t size) { return memmove(to, from, fitting(bytes, size)); }
void *__memset_chk(void *to, int value, size_t bytes, size_t size) { return memset(to, value, fitting(bytes, size)); }
char *__strncpy_chk(char *to, const char *from, size_t limit, size_t size) { return strncpy(to, from, fitting(limit, size)); }

char *__strcpy_chk(char *to, const char *from, size_t size) {
  fits(bytes_of(from, size), size);
  return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t size) {
  fits(bytes_of(from, size), size);
  return stpcpy(to, from);
}

char *__strcat_chk(char *to, const char *from, size_t size) {
  if (size != (size_t)-1) fits(strlen(to) + strlen(from) + 1, size);
  return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t limit, size_t size) {
  if (size != (size_t)-1) fits(strlen(to) + strnlen(from, limit) + 1, size);
  return strncat(to, from, limit);
}

int __vprintf_chk(int flag, const char *format, va_list arguments) { return vprintf(checked(flag, format), arguments); }

int __vfprintf_chk(void *stream, int flag, const char *format, va_list arguments) {
  return vfprintf(stream, checked(flag, format), arguments);
}

int __vsprintf_chk(char *buffer, int flag, size_t size, const char *format, va_list arguments) {
  checked(flag, format);
  if (size == (size_t)-1) return vsprintf(buffer, format, arguments);
  int count = vsnprintf(buffer, size, format, arguments);
  fits((size_t)count + 1, size);
  return count;
}

int __vsnprintf_chk(char *buffer, size_t limit, int flag, size_t size, const char *format, va_list arguments) {
  return vsnprintf(buffer, fitting(limit, size), checked(flag, format), arguments);
}

/* The body of a function that takes its arguments one by one. */
#define FORWARD(last, call)        \
  va_list arguments;               \
  va_start(arguments, last);       \
  int count = call;                \
  va_end(arguments);               \
  return count

int __printf_chk(int flag, const char *format, ...) { FORWARD(format, __vprintf_chk(flag, format, arguments)); }

int __fprintf_chk(void *stream, int flag, const char *format, ...) {
  FORWARD(format, __vfprintf_chk(stream, flag, format, arguments));
}

int __sprintf_chk(char *buffer, int flag, size_t size, const char *format, ...) {
  FORWARD(format, __vsprintf_chk(buffer, flag, size, format, arguments));
}

int __snprintf_chk(char *buffer, size_t limit, int flag, size_t size, const char *format, ...) {
  FORWARD(format, __vsnprintf_chk(buffer, limit, flag, size, format, arguments));
}
