/* Names of library functions on other systems. */
#include <stddef.h>

struct tm;
unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);
size_t strftime(char *text, size_t size, const char *format, const struct tm *time);
int __signbit(double number);

unsigned _sleep(unsigned seconds) { return sleep(seconds); }
int _usleep(unsigned microseconds) { return usleep(microseconds); }
size_t _strftime(char *text, size_t size, const char *format, const struct tm *time) { return strftime(text, size, format, time); }
int __signbitd(double number) { return __signbit(number); }
