// The time is fixed and goes on; calendars are UTC's.
// expect: safe
// run: exit 0
// output: 2024-02-29 12:00 Thu
#include <assert.h>
#include <stdio.h>
#include <time.h>
int main(void) {
  time_t now = time(NULL);
  struct tm *calendar = localtime(&now);
  char text[32];
  assert(strftime(text, sizeof text, "%F %H:%M %a", calendar) == 20);
  puts(text);
  assert(mktime(calendar) == now && time(NULL) >= now && clock() >= 0);
  return 0;
}
