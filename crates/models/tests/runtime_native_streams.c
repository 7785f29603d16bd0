/* Compares the buffers of streams with those of the host's C library: random calls on a file, of
 * which the result, `errno`, the content of the file, the position of the descriptor and what is
 * pending must be the same after each call. */
#include "runtime_native_host.h"
#include <fcntl.h>
#include <stdio_ext.h>
#include <unistd.h>

#define DECLARE(result, name, ...) result rt_##name(__VA_ARGS__)
DECLARE(int, open, const char *, int, ...);
DECLARE(int, close, int);
DECLARE(int, dup, int);
DECLARE(int, ftruncate, int, off_t);
DECLARE(int, unlink, const char *);
DECLARE(ssize_t, read, int, void *, size_t);
DECLARE(ssize_t, write, int, const void *, size_t);
DECLARE(ssize_t, pread, int, void *, size_t, off_t);
DECLARE(off_t, lseek, int, off_t, int);
DECLARE(FILE *, fopen, const char *, const char *);
DECLARE(FILE *, freopen, const char *, const char *, FILE *);
DECLARE(FILE *, fmemopen, void *, size_t, const char *);
DECLARE(int, fclose, FILE *);
DECLARE(int, fflush, FILE *);
DECLARE(int, fileno, FILE *);
DECLARE(int, setvbuf, FILE *, char *, int, size_t);
DECLARE(int, fputc, int, FILE *);
DECLARE(int, fputs, const char *, FILE *);
DECLARE(int, fprintf, FILE *, const char *, ...);
DECLARE(size_t, fwrite, const void *, size_t, size_t, FILE *);
DECLARE(size_t, fread, void *, size_t, size_t, FILE *);
DECLARE(int, fgetc, FILE *);
DECLARE(char *, fgets, char *, int, FILE *);
DECLARE(int, ungetc, int, FILE *);
DECLARE(int, fseek, FILE *, long, int);
DECLARE(long, ftell, FILE *);
DECLARE(int, feof, FILE *);
DECLARE(int, ferror, FILE *);
DECLARE(void, clearerr, FILE *);
DECLARE(size_t, __fpending, FILE *);
DECLARE(size_t, __fbufsize, FILE *);
DECLARE(int, __flbf, FILE *);
DECLARE(int *, __errno_location, void);

static char text[12000];

/* The calls so far, for the message of a failure. */
static char history[4000];

#define CALL(...) snprintf(history + strlen(history), sizeof history - strlen(history), __VA_ARGS__)

/* A stream of the model, one of the host, and second descriptors of their files. */
struct pair {
  FILE *left, *right;
  int left_file, right_file;
  int is_writing, is_reading;
  int has_moved; /* since the last `fflush`: the stream may rely on the descriptor's position */
  /* Whether the descriptor is used. Where characters were pushed back as well, glibc is wrong. */
  int shares;
};

/* The content of both files. */
static void compare_files(struct pair *pair) {
  static char a[60000], b[60000];
  ssize_t m = rt_pread(pair->left_file, a, sizeof a, 0), n = pread(pair->right_file, b, sizeof b, 0);
  EXPECT(m == n && (m < 0 || !memcmp(a, b, (size_t)m)), "%zd and %zd bytes:%s", m, n, history);
}

/* What a program can ask of a stream. */
static void compare_state(struct pair *pair) {
  long x = rt_lseek(rt_fileno(pair->left), 0, SEEK_CUR), y = lseek(fileno(pair->right), 0, SEEK_CUR);
  EXPECT(x == y, "descriptors at %ld and %ld:%s", x, y, history);
  x = rt_ftell(pair->left), y = ftell(pair->right);
  EXPECT(x == y, "streams at %ld and %ld:%s", x, y, history);
  x = (long)rt___fpending(pair->left), y = (long)__fpending(pair->right);
  EXPECT(x == y, "pending %ld and %ld:%s", x, y, history);
  x = (long)rt___fbufsize(pair->left), y = (long)__fbufsize(pair->right);
  EXPECT(x == y, "buffers of %ld and %ld:%s", x, y, history);
  EXPECT(!rt_feof(pair->left) == !feof(pair->right), "end %d:%s", rt_feof(pair->left), history);
  EXPECT(!rt_ferror(pair->left) == !ferror(pair->right), "error %d:%s", rt_ferror(pair->left), history);
  EXPECT(!rt___flbf(pair->left) == !__flbf(pair->right), "lines%s", history);
}

/* Between reading and writing, a program has to move. */
static void turn(struct pair *pair, int is_writing) {
  if (is_writing ? pair->is_reading : pair->is_writing) {
    CALL(" fseek(0, SEEK_CUR)");
    int x = rt_fseek(pair->left, 0, SEEK_CUR), y = fseek(pair->right, 0, SEEK_CUR);
    EXPECT(x == y, "%d, %d:%s", x, y, history);
    pair->has_moved = 1;
  }
  pair->is_writing = is_writing;
  pair->is_reading = !is_writing;
}

static unsigned amount(void) { return below(3) ? below(20) : below(2) ? 4090 + below(12) : below(10000); }

static void put_something(struct pair *pair) {
  unsigned n = amount(), from = below(1000);
  long x, y;
  turn(pair, 1);
  switch (below(4)) {
    case 0:
      CALL(" fputc");
      x = rt_fputc(text[from], pair->left), y = fputc(text[from], pair->right);
      break;
    case 1:
      CALL(" fprintf");
      x = rt_fprintf(pair->left, "%5d\n%.*s", n, n % 50, text), y = fprintf(pair->right, "%5d\n%.*s", n, n % 50, text);
      break;
    default:
      CALL(" fwrite(%u)", n);
      x = (long)rt_fwrite(text + from, 1, n, pair->left), y = (long)fwrite(text + from, 1, n, pair->right);
  }
  EXPECT(x == y, "%ld, %ld:%s", x, y, history);
}

static void get_something(struct pair *pair) {
  static char a[12000], b[12000];
  unsigned n = amount();
  long x, y;
  turn(pair, 0);
  memset(a, 0, n + 1), memset(b, 0, n + 1);
  switch (below(5)) {
    case 0:
      CALL(" fgetc");
      x = rt_fgetc(pair->left), y = fgetc(pair->right);
      break;
    case 1:
      CALL(" fgets(%u)", n);
      x = rt_fgets(a, (int)n, pair->left) != NULL, y = fgets(b, (int)n, pair->right) != NULL;
      break;
    case 2:
      CALL(" fgetc, ungetc(Q), fgetc");
      x = rt_fgetc(pair->left), y = fgetc(pair->right);
      if (x < 0 || y < 0 || pair->shares) break;
      rt_ungetc('Q', pair->left), ungetc('Q', pair->right);
      EXPECT(rt_ftell(pair->left) == ftell(pair->right), "%s", history);
      x = rt_fgetc(pair->left), y = fgetc(pair->right);
      break;
    default:
      CALL(" fread(%u)", n);
      x = (long)rt_fread(a, 1, n, pair->left), y = (long)fread(b, 1, n, pair->right);
  }
  EXPECT(x == y && !memcmp(a, b, n), "%ld, %ld:%s", x, y, history);
}

static void move(struct pair *pair) {
  long distance = (long)amount() - (long)below(2) * (long)amount();
  int from = (int)below(3);
  CALL(" fseek(%ld, %d)", distance, from);
  int x = rt_fseek(pair->left, distance, from), y = fseek(pair->right, distance, from);
  EXPECT(x == y, "%d, %d:%s", x, y, history);
  if (!x) pair->is_reading = pair->is_writing = 0;
  pair->has_moved = 1;
}

static void flush(struct pair *pair) {
  CALL(" fflush");
  int x = rt_fflush(pair->left), y = fflush(pair->right);
  EXPECT(x == y, "%d, %d:%s", x, y, history);
  if (!x) pair->is_writing = pair->has_moved = 0;
}

/* Uses of the descriptor. */
static void use_descriptor(struct pair *pair) {
  static char a[12000], b[12000];
  unsigned n = amount();
  long x, y, place = below(6000);
  unsigned choice = below(3);
  if (pair->has_moved || choice == 2) flush(pair);
  if (pair->has_moved) return;
  switch (choice) {
    case 0:
      CALL(" read(%u)", n);
      x = rt_read(rt_fileno(pair->left), a, n), y = read(fileno(pair->right), b, n);
      EXPECT(x < 0 || !memcmp(a, b, (size_t)x), "%s", history);
      break;
    case 1:
      CALL(" write(%u)", n);
      x = rt_write(rt_fileno(pair->left), text, n), y = write(fileno(pair->right), text, n);
      break;
    default:
      CALL(" lseek(%ld)", place);
      x = rt_lseek(rt_fileno(pair->left), place, SEEK_SET), y = lseek(fileno(pair->right), place, SEEK_SET);
  }
  EXPECT(x == y && (x >= 0 || *rt___errno_location() == errno), "%ld, %ld:%s", x, y, history);
}

static void set_buffer(struct pair *pair) {
  static char a[5000], b[5000];
  static const size_t sizes[] = {1, 2, 100, 127, 128, 130, 1024, 4096, 5000};
  static const int modes[] = {_IOFBF, _IOLBF, _IONBF};
  size_t size = sizes[below(9)];
  int mode = modes[below(3)], own = (int)below(2);
  CALL(" setvbuf(%s, %d, %zu)", own ? "buffer" : "NULL", mode, size);
  int x = rt_setvbuf(pair->left, own ? a : NULL, mode, size), y = setvbuf(pair->right, own ? b : NULL, mode, size);
  EXPECT(x == y, "%d, %d:%s", x, y, history);
}

static void fill_files(const char *left, const char *right, unsigned bytes) {
  int x = rt_open(left, O_WRONLY | O_CREAT | O_TRUNC, 0600), y = open(right, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  EXPECT(rt_write(x, text, bytes) == write(y, text, bytes), "%u", bytes);
  rt_close(x), close(y);
}

static void test_file(const char *place) {
  static const char *const modes[] = {"r", "r+", "w", "w+", "a", "a+"};
  static const char left[] = "/tmp/model";
  const char *mode = modes[below(6)];
  fill_files(left, place, below(4) ? amount() : 0);
  history[0] = 0;
  CALL(" %s", mode);
  struct pair pair = {rt_fopen(left, mode), fopen(place, mode), rt_open(left, O_RDONLY), open(place, O_RDONLY), 0, 0, 0, (int)below(2)};
  EXPECT(pair.left && pair.right, "%s", mode);
  if (below(2)) set_buffer(&pair);
  for (int step = 0; step < 12; step++) {
    *rt___errno_location() = errno = 0;
    switch (below(10)) {
      case 0:
      case 1:
      case 2: put_something(&pair); break;
      case 3:
      case 4:
      case 5: get_something(&pair); break;
      case 6: move(&pair); break;
      case 7:
        if (pair.shares) use_descriptor(&pair);
        break;
      case 8:
        CALL(" clearerr");
        rt_clearerr(pair.left), clearerr(pair.right);
        break;
      default: flush(&pair); break;
    }
    compare_files(&pair);
    compare_state(&pair);
  }
  int x = rt_dup(rt_fileno(pair.left)), y = dup(fileno(pair.right));
  CALL(" fclose");
  EXPECT(rt_fclose(pair.left) == fclose(pair.right), "%s", history);
  compare_files(&pair);
  EXPECT(rt_lseek(x, 0, SEEK_CUR) == lseek(y, 0, SEEK_CUR), "%ld, %ld:%s", rt_lseek(x, 0, SEEK_CUR), lseek(y, 0, SEEK_CUR), history);
  rt_close(x), close(y), rt_close(pair.left_file), close(pair.right_file);
}

/* Streams in memory. */
static void test_memory(void) {
  static const char *const modes[] = {"r", "r+", "w", "w+", "a", "a+"};
  static jmp_buf here;
  char a[40], b[40];
  const char *mode = modes[below(6)];
  unsigned size = 1 + below(30);
  memcpy(a, text, sizeof a);
  a[below(40)] = 0;
  memcpy(b, a, sizeof b);
  history[0] = 0;
  CALL(" fmemopen(%u, %s)", size, mode);
  struct pair pair = {rt_fmemopen(a, size, mode), fmemopen(b, size, mode), -1, -1, 0, 0, 0, 0};
  for (int step = 0; step < 8; step++) {
    unsigned n = below(12);
    long x = 0, y = 0, distance = (long)below(20) - 5;
    int from = (int)below(3);
    switch (below(4)) {
      case 0:
        turn(&pair, 1);
        CALL(" fwrite(%u), fflush", n);
        x = (long)rt_fwrite(text, 1, n, pair.left), y = (long)fwrite(text, 1, n, pair.right);
        EXPECT(rt_fflush(pair.left) == fflush(pair.right), "%s", history);
        break;
      case 1: {
        char to[12] = {0}, other[12] = {0};
        turn(&pair, 0);
        CALL(" fread(%u)", n);
        x = (long)rt_fread(to, 1, n, pair.left), y = (long)fread(other, 1, n, pair.right);
        EXPECT(!memcmp(to, other, sizeof to), "%s", history);
        break;
      }
      default:
        CALL(" fseek(%ld, %d)", distance, from);
        unmodelled = &here;
        if (setjmp(here)) {
          unmodelled = NULL;
          fclose(pair.right);
          return;
        }
        x = rt_fseek(pair.left, distance, from), y = fseek(pair.right, distance, from);
        unmodelled = NULL;
        if (!y) pair.is_reading = pair.is_writing = 0;
    }
    EXPECT(x == y, "%ld, %ld:%s", x, y, history);
    EXPECT(!memcmp(a, b, sizeof a), "content:%s", history);
    EXPECT(rt_ftell(pair.left) == ftell(pair.right), "%ld, %ld:%s", rt_ftell(pair.left), ftell(pair.right), history);
    EXPECT(!rt_feof(pair.left) == !feof(pair.right) && !rt_ferror(pair.left) == !ferror(pair.right), "flags:%s", history);
  }
  EXPECT(rt_fclose(pair.left) == fclose(pair.right) && !memcmp(a, b, sizeof a), "%s", history);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 20000;
  char place[] = "/tmp/streamsXXXXXX";
  close(mkstemp(place));
  for (size_t i = 0; i < sizeof text - 1; i++) text[i] = below(8) ? (char)('a' + below(26)) : '\n';
  for (int i = 0; i < rounds / 10; i++) {
    test_file(place);
    test_memory();
  }
  unlink(place);
  printf("%d failures\n", failures);
  return failures != 0;
}
