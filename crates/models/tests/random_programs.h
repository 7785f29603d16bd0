/* What the programs of random_programs.rs are made of. Compiled for the host, every operation that
 * may fail says so itself, with its line, and `main` tries all inputs; for the engine, the same
 * operations are C's own. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef unsigned char u8;
typedef unsigned u32;

struct s {
  u8 a;
  unsigned short b;
  int c;
  u32 f1 : 5, f2 : 11;
  int f3 : 7;
  u8 row[5];
};

union u {
  u32 w;
  u8 b[4];
  unsigned short h[2];
};

static u32 zero; /* keeps the compiler from computing a failure itself */
static void test(u8 x, u8 y);

#ifdef NATIVE
#include <setjmp.h>

static jmp_buf next_input;
static char failed[1000];

static int fail(int line) {
  failed[line] = 1;
  longjmp(next_input, 1);
}

#define CHECK(c) ((c) ? 0 : fail(__LINE__))
#define AT(a, n, i) (a)[(unsigned long)(i) < (n) ? (long)(i) : fail(__LINE__)]
#define DIV(a, b) ((a) / ((b) ? (b) : (u32)fail(__LINE__)))
#define MOD(a, b) ((a) % ((b) ? (b) : (u32)fail(__LINE__)))
#define SHL(a, b) ((a) << ((u32)(b) < 32 ? (b) : (u32)fail(__LINE__)))
static int add(int a, int b, int line) { return __builtin_add_overflow(a, b, &a) ? fail(line) : a; }
static int multiply(int a, int b, int line) { return __builtin_mul_overflow(a, b, &a) ? fail(line) : a; }
#define ADD(a, b) add(a, b, __LINE__)
#define MULTIPLY(a, b) multiply(a, b, __LINE__)

/* Memory: objects with their bounds and lives. */
static struct object {
  u8 data[64];
  int size, freed, heap;
} objects[64];
static int objects_used;
typedef struct {
  int object, offset;
} pointer;

static pointer make(int size, int heap) {
  objects[++objects_used] = (struct object){.size = size, .heap = heap};
  return (pointer){objects_used, 0};
}

static u8 *access_bytes(pointer p, int at, int bytes, int line) {
  struct object *o = &objects[p.object];
  int start = p.offset + at;
  if (!p.object || o->freed || start < 0 || start + bytes > o->size) fail(line);
  return o->data + start;
}

static void release(pointer p, int line) {
  if (!p.object) return;
  if (p.offset || !objects[p.object].heap || objects[p.object].freed) fail(line);
  objects[p.object].freed = 1;
}

#define LOCAL(name, size) pointer name = make(size, 0)
#define MALLOC(size) make(size, 1)
#define NONE ((pointer){0, 0})
#define FREE(p) release(p, __LINE__)
#define BYTE(p, i) (*access_bytes(p, i, 1, __LINE__))
#define MOVE(p, i) ((pointer){(p).object, (p).offset + (i)})
#define COPY(to, from, n) ((n) ? memmove(access_bytes(to, 0, n, __LINE__), access_bytes(from, 0, n, __LINE__), n) : 0)
#define FILL(to, c, n) ((n) ? memset(access_bytes(to, 0, n, __LINE__), c, n) : 0)

int main(void) {
  for (int i = 0; i < 65536; i++) {
    objects_used = 0;
    if (!setjmp(next_input)) test((u8)i, (u8)(i >> 8));
  }
  for (int line = 0; line < 1000; line++)
    if (failed[line]) fprintf(stderr, "%d\n", line);
  return 0;
}
#else
#include <assert.h>
#include <klee/klee.h>

#define CHECK(c) assert(c)
#define AT(a, n, i) (a)[i]
#define DIV(a, b) ((a) / ((b) + zero))
#define MOD(a, b) ((a) % ((b) + zero))
#define SHL(a, b) ((a) << ((b) + zero))
#define ADD(a, b) ((a) + ((b) + (int)zero))
#define MULTIPLY(a, b) ((a) * ((b) + (int)zero))

typedef u8 *pointer;
#define LOCAL(name, size) \
  u8 name##_bytes[size];  \
  memset(name##_bytes, 0, size); \
  pointer name = name##_bytes
#define MALLOC(size) calloc(size, 1)
#define NONE ((pointer)0)
#define FREE(p) free(p)
#define BYTE(p, i) (p)[i]
#define MOVE(p, i) ((p) + (i))
#define COPY(to, from, n) memmove(to, from, n)
#define FILL(to, c, n) memset(to, c, n)

int main(void) {
  u8 in[2];
  klee_make_symbolic(in, 2, "in");
  test(in[0], in[1]);
  return 0;
}
#endif

static int sign(int v) { return (v > 0) - (v < 0); }
static int distance(const char *p, const char *from) { return p ? (int)(p - from) : -1; }
static int compare(const void *a, const void *b) { return *(const u8 *)a - *(const u8 *)b; }

static int median(u8 a, u8 b, u8 c) {
  u8 v[3] = {a, b, c};
  qsort(v, 3, 1, compare);
  return v[1];
}

static u32 f0(u32 a, u8 b) {
  u32 r = a * 3 + b;
  while (r > 400 && b) {
    r -= b--;
    if (b < 40) break;
  }
  return r;
}

static u32 f1(u32 a, u8 b) { return b > 100 ? a ^ b : a * b + 7; }
static u32 (*const functions[2])(u32, u8) = {f0, f1};
