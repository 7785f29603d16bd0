// What a union's initial value leaves open was never written, in a local; in a global it is zero.
// expect: bug uninitialized @12
union both { int number; char character; };
struct pair { union both left, right; };

static struct pair global = {{.character = 1}, {.number = 5}};

int main(void) {
  struct pair local = {{.character = 1}, {.number = 5}};
  if (global.left.number != 1 || local.left.character != 1 || local.right.number != 5) return 1;
  struct pair copy = local;
  if (copy.left.number == 1) return 2;
  return 0;
}
