// Integer instructions of x86, as GMP's longlong.h uses them, against the same in C.
// expect: safe
#include <assert.h>

typedef unsigned word;
typedef unsigned long pair;

unsigned long nondet_ulong(void);
word nondet_uint(void);

static void sums(word ah, word al, word bh, word bl) {
  word high, low;
  pair a = (pair)ah << 32 | al, b = (pair)bh << 32 | bl;
  __asm__("addl %5,%k1\n\tadcl %3,%k0"
          : "=r"(high), "=&r"(low)
          : "0"(ah), "rme"(bh), "%1"(al), "rme"(bl));
  assert(((pair)high << 32 | low) == a + b);
  __asm__("subl %5,%1\n\tsbbl %3,%0"
          : "=r"(high), "=&r"(low)
          : "0"(ah), "rme"(bh), "1"(al), "rme"(bl));
  assert(((pair)high << 32 | low) == a - b);
}

static void products(word a, word b) {
  word high, low;
  __asm__("mull\t%3" : "=a"(low), "=d"(high) : "%0"(a), "rm"(b));
  assert(low == a * b);
  assert(high == (word)((pair)a * b >> 32));
}

static void quotients(word high, word low, word by) {
  if (high >= by) return;
  word quotient, rest;
  __asm__("divl %4" : "=a"(quotient), "=d"(rest) : "0"(low), "1"(high), "rm"(by));
  pair whole = (pair)high << 32 | low;
  assert(quotient == whole / by && rest == whole % by);
}

static void searches(pair x) {
  if (x == 0) return;
  pair top;
  int lowest;
  __asm__("bsr\t%1,%0" : "=r"(top) : "rm"(x));
  __asm__("bsfq\t%1,%q0" : "=r"(lowest) : "rm"(x));
  assert(top == 63 - __builtin_clzl(x) && lowest == __builtin_ctzl(x));
}

static void others(word x, word y) {
  word z = x, memory = x;
  __asm__("addl $5,%0; xorl %1,%0" : "+r"(z) : "r"(y));
  assert(z == ((x + 5) ^ y));
  __asm__("subl %1,%0" : "+m"(memory) : "r"(y));
  assert(memory == x - y);
  __asm__("negl %0; notl %0" : "+r"(z));
  assert(z == ((x + 5) ^ y) - 1);
  __asm__("bswap %0" : "+r"(memory));
  assert(memory == __builtin_bswap32(x - y));
  // The carry of a negation is whether the value is not zero.
  word carry = 0;
  z = y;
  __asm__("neg %0; adc $0,%1" : "+r"(z), "+r"(carry));
  assert(carry == (y != 0));
}

int main(void) {
  sums(7, nondet_uint(), 5, 0xfffffff0);
  products(nondet_uint(), 10);
  quotients(3, nondet_uint() % 64, 8);
  searches(nondet_ulong());
  others(nondet_uint(), nondet_uint());
  return 0;
}
