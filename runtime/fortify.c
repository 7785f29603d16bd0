/* The functions that calls become in code compiled with _FORTIFY_SOURCE. The sizes passed are
 * not needed: every access is checked. */
#include "sheaf.h"
#include <string.h>

/* Streams of stdio.h are passed on unchanged. */
int vfprintf(void *stream, const char *format, va_list arguments);
int vsnprintf(char *buffer, size_t size, const char *format, va_list arguments);
int vsprintf(char *buffer, const char *format, va_list arguments);
int vprintf(const char *format, va_list arguments);
char *stpcpy(char *to, const char *from);
void *mempcpy(void *to, const void *from, size_t bytes);

void *__memcpy_chk(void *to, const void *from, size_t bytes, size_t size) { return memcpy(to, from, bytes); }
void *__mempcpy_chk(void *to, const void *from, size_t bytes, size_t size) { return mempcpy(to, from, bytes); }
void *__memmove_chk(void *to, const void *from, size_t bytes, size_t size) { return memmove(to, from, bytes); }
void *__memset_chk(void *to, int value, size_t bytes, size_t size) { return memset(to, value, bytes); }
char *__strcpy_chk(char *to, const char *from, size_t size) { return strcpy(to, from); }
char *__stpcpy_chk(char *to, const char *from, size_t size) { return stpcpy(to, from); }
char *__strcat_chk(char *to, const char *from, size_t size) { return strcat(to, from); }
char *__strncpy_chk(char *to, const char *from, size_t limit, size_t size) { return strncpy(to, from, limit); }
char *__strncat_chk(char *to, const char *from, size_t limit, size_t size) { return strncat(to, from, limit); }

int __vprintf_chk(int flag, const char *format, va_list arguments) { return vprintf(format, arguments); }

int __vfprintf_chk(void *stream, int flag, const char *format, va_list arguments) {
  return vfprintf(stream, format, arguments);
}

int __vsprintf_chk(char *buffer, int flag, size_t size, const char *format, va_list arguments) {
  return vsprintf(buffer, format, arguments);
}

int __vsnprintf_chk(char *buffer, size_t limit, int flag, size_t size, const char *format, va_list arguments) {
  return vsnprintf(buffer, limit, format, arguments);
}

/* The body of a function that takes its arguments one by one. */
#define FORWARD(last, call)        \
  va_list arguments;               \
  va_start(arguments, last);       \
  int count = call;                \
  va_end(arguments);               \
  return count

int __printf_chk(int flag, const char *format, ...) { FORWARD(format, vprintf(format, arguments)); }

int __fprintf_chk(void *stream, int flag, const char *format, ...) { FORWARD(format, vfprintf(stream, format, arguments)); }

int __sprintf_chk(char *buffer, int flag, size_t size, const char *format, ...) {
  FORWARD(format, vsprintf(buffer, format, arguments));
}

int __snprintf_chk(char *buffer, size_t limit, int flag, size_t size, const char *format, ...) {
  FORWARD(format, vsnprintf(buffer, limit, format, arguments));
}
