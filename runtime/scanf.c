/* The functions of the scanf family that take their arguments one by one, and their names in
 * glibc's headers. */
#include "sheaf.h"

/* stdio.h would rename the functions defined here. */
typedef struct _IO_FILE FILE;
extern FILE *stdin;
int vsscanf(const char *text, const char *format, va_list arguments);
int vfscanf(FILE *stream, const char *format, va_list arguments);

/* The body of a function that takes its arguments one by one. */
#define FORWARD(call)           \
  va_list arguments;            \
  va_start(arguments, format);  \
  int stored = call;            \
  va_end(arguments);            \
  return stored

#define FAMILY(prefix)                                                                                                      \
  int prefix##sscanf(const char *text, const char *format, ...) { FORWARD(vsscanf(text, format, arguments)); }              \
  int prefix##fscanf(FILE *stream, const char *format, ...) { FORWARD(vfscanf(stream, format, arguments)); }                \
  int prefix##scanf(const char *format, ...) { FORWARD(vfscanf(stdin, format, arguments)); }

#define VARIADIC_FAMILY(prefix)                                                                                             \
  int prefix##vsscanf(const char *text, const char *format, va_list arguments) { return vsscanf(text, format, arguments); } \
  int prefix##vfscanf(FILE *stream, const char *format, va_list arguments) { return vfscanf(stream, format, arguments); }   \
  int prefix##vscanf(const char *format, va_list arguments) { return vfscanf(stdin, format, arguments); }

FAMILY()
FAMILY(__isoc99_)
FAMILY(__isoc23_)
VARIADIC_FAMILY(__isoc99_)
VARIADIC_FAMILY(__isoc23_)

int vscanf(const char *format, va_list arguments) { return vfscanf(stdin, format, arguments); }
