/* The random numbers of stdlib.h: the same sequences as glibc's, so that a native replay sees
 * the same numbers; or inputs, whatever the seed. */
#define _GNU_SOURCE
#include "environment.h"
#include "sheaf.h"
#include <stdint.h>
#include <stdlib.h>

/* `random` adds the numbers 3 and 31 positions back; here in a ring of 34. */
enum { RING = 34 };

static struct {
  uint32_t ring[RING];
  unsigned next;
  int seeded;
} state;

static uint32_t next_word(void) {
  unsigned at = state.next;
  uint32_t word = state.ring[(at + RING - 31) % RING] + state.ring[(at + RING - 3) % RING];
  state.ring[at] = word;
  state.next = (at + 1) % RING;
  return word;
}

void srandom(unsigned seed) {
  if (__sheaf_random_input) return;
  int32_t word = (int32_t)(seed ? seed : 1);
  state.ring[0] = (uint32_t)word;
  for (int i = 1; i < 31; i++) {
    /* 16807 * word modulo 2^31 - 1 by Schrage's method, which stays within 32 bits. */
    word = 16807 * (word % 127773) - 2836 * (word / 127773);
    word += word < 0 ? 2147483647 : 0;
    state.ring[i] = (uint32_t)word;
  }
  for (int i = 31; i < RING; i++) state.ring[i] = state.ring[i - 31];
  state.next = 0;
  state.seeded = 1;
  for (int i = RING; i < 344; i++) next_word();
}

long random(void) {
  if (__sheaf_random_input) return __sheaf_pick("random number", RAND_MAX);
  if (!state.seeded) srandom(1);
  return next_word() >> 1;
}

void srand(unsigned seed) { srandom(seed); }

int rand(void) { return (int)random(); }

int rand_r(unsigned *seed) {
  unsigned next = *seed, result;
  next = next * 1103515245 + 12345;
  result = next / 65536 % 2048;
  next = next * 1103515245 + 12345;
  result = result << 10 ^ next / 65536 % 1024;
  next = next * 1103515245 + 12345;
  result = result << 10 ^ next / 65536 % 1024;
  *seed = next;
  return (int)result;
}

/* The 48-bit linear congruential generator. */

static uint64_t state48;

static uint64_t step48(uint64_t x) { return (x * 0x5DEECE66D + 0xB) & 0xFFFFFFFFFFFF; }

static uint64_t next48(void) {
  if (!__sheaf_random_input) return state48 = step48(state48);
  uint64_t number;
  __sheaf_make_input(&number, sizeof number, "random number");
  return number & 0xFFFFFFFFFFFF;
}

void srand48(long seed) { state48 = (uint64_t)(uint32_t)seed << 16 | 0x330E; }

long lrand48(void) { return (long)(next48() >> 17); }

long mrand48(void) { return (int32_t)(next48() >> 16); }

double drand48(void) { return (double)next48() / 281474976710656.0; }

/* The same with a state supplied by the caller. */

static uint64_t step_words(unsigned short words[3]) {
  uint64_t x = step48((uint64_t)words[2] << 32 | (uint64_t)words[1] << 16 | words[0]);
  for (int i = 0; i < 3; i++) words[i] = (unsigned short)(x >> 16 * i);
  return x;
}

long nrand48(unsigned short words[3]) { return (long)(step_words(words) >> 17); }
long jrand48(unsigned short words[3]) { return (int32_t)(step_words(words) >> 16); }
double erand48(unsigned short words[3]) { return (double)step_words(words) / 281474976710656.0; }

unsigned short *seed48(unsigned short words[3]) {
  static unsigned short old[3];
  for (int i = 0; i < 3; i++) old[i] = (unsigned short)(state48 >> 16 * i);
  state48 = (uint64_t)words[2] << 32 | (uint64_t)words[1] << 16 | words[0];
  return old;
}
