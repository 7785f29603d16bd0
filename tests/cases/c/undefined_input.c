// What nothing defines is an input, if that is asked for.
// options: --undefined input
// expect: bug assertion @16
// expect: bug out-of-bounds @17
struct triple { long a, b, c; };
struct triple measure(int);
int read_sensor(void);
int *find(const char *);
void note(int);
extern int limit;
extern const unsigned char table[4];

int main(void) {
  note(1);
  if (limit < 0 || table[3] > 3) return 1;
  if (limit == read_sensor()) assert(measure(2).b != 7 || table[3] != 2);
  return find("x") == &limit + 1 ? (&limit)[1] : 0;
}
