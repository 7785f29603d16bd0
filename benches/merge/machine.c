// A connection that N events take through its states; what is sent was opened before, and is closed once.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#ifndef N
#define N 10
#endif

enum state { CLOSED, OPENING, OPEN, CLOSING };
static enum state state = CLOSED;
static int opened, sent, closed;

static void step(unsigned char event) {
  switch (state) {
    case CLOSED:
      if (event == 'o') state = OPENING;
      break;
    case OPENING:
      if (event == 'a') {
        state = OPEN;
        opened++;
      } else if (event == 'r') {
        state = CLOSED;
      }
      break;
    case OPEN:
      if (event == 's') sent++;
      else if (event == 'c') state = CLOSING;
      break;
    case CLOSING:
      if (event == 'a') {
        state = CLOSED;
        closed++;
      }
      break;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) step(__VERIFIER_nondet_uchar());
  assert(opened >= closed && opened <= closed + 1);
  assert((opened > closed) == (state == OPEN || state == CLOSING));
  assert(sent == 0 || opened > 0);
  return 0;
}
