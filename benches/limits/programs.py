"""Small C programs in which one thing takes long: an instruction, a query, a merge, a replay, the end. Each is worth more than any limit."""

HEADER = "#include <assert.h>\n#include <klee/klee.h>\n#include <stdlib.h>\n#include <string.h>\n"


def main(body, outside=""):
    """A program of this body."""
    return f"{HEADER}{outside}\nint main(void) {{\n{body}\n  return 0;\n}}\n"


def symbol(declaration, name):
    """Declares an input."""
    return f"  {declaration}; klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");\n"


X, N = symbol("unsigned x", "x"), symbol("unsigned n", "n")

PROGRAMS = {
    "input of any length": main(N + '  char *p = malloc(n); if (p) klee_make_symbolic(p, n, "p");'),
    "large input": main('  static char p[1 << 28]; klee_make_symbolic(p, sizeof p, "p");'),
    "many inputs": main(
        '  static char p[1 << 18]; klee_make_symbolic(p, sizeof p, "p");\n'
        "  for (unsigned k = 0; k + 1 < sizeof p; k++) if (p[k] > p[k + 1]) return 1;"
    ),
    "part of an array term": main(
        X + "  a[x % sizeof a] = 7;\n  for (unsigned k = 0;; k++) memcpy(b + k % 64, a + 1, sizeof a - 64 - k % 7);",
        "static unsigned char a[1 << 14], b[1 << 14];",
    ),
    "table": main(
        symbol("unsigned short i", "i")
        + "  for (unsigned k = 0; k < 1 << 16; k++) table[k] = k * 40503u >> 7;\n"
        + "  for (;;) i = table[i] ^ table[(unsigned short)(i + 1)];",
        "static unsigned short table[1 << 16];",
    ),
    "ranges": main(
        N + X + "  klee_assume(n < 4000); klee_assume(x < 4000);\n"
        "  for (unsigned k = 0;; k++) { memcpy(b + x, a + (n ^ k) % 4000, n); memset(a + x, k, n); }",
        "static char a[8192], b[8192];",
    ),
    "large ranges": main("  for (unsigned k = 0;; k++) { memset(a, k, sizeof a); memcpy(b, a, sizeof b); }", "static char a[1 << 29], b[1 << 29];"),
    "switch": main(
        X + "  int r = 0;\n  switch (x) {\n"
        + "".join(f"  case {k * 7919 % 1000003}: r += {k * 31 % 977}; break;\n" for k in range(5000))
        + "  }\n  return r == 17;"
    ),
    "expression": main(X + "".join(f"  x = (x ^ {k}) * (x + {k}) + (x >> {k % 31});\n" for k in range(20000)) + "  return x == 3;"),
    "query": main(
        X + N + "  if (x > 1000) return 1;\n  unsigned v = x;\n"
        "  for (unsigned k = 0; k < 20000; k++) v = (v * (n + k)) ^ k;\n  if (v == 12345) return 2;"
    ),
    "division": main(X + N + "  unsigned v = x;\n  for (unsigned k = 0; k < 100; k++) { v = v / (n | 1) * (x | 1) % (v | 3); if (v == 3 * k) return k; }"),
    "many states": main(
        '  char s[32]; klee_make_symbolic(s, sizeof s, "s");\n  unsigned r = 0;\n'
        "  for (unsigned k = 0; k < sizeof s; k++) { if (s[k] == ' ') r++; else if (s[k] < '0') r += 3; else if (s[k] > 'a') r *= 2; }\n"
        "  return r == 17;"
    ),
    "large states": main(
        '  char s[64]; klee_make_symbolic(s, sizeof s, "s");\n'
        "  for (unsigned r = 0;; r++)\n    for (unsigned k = 0; k < sizeof s; k++)\n"
        "      if (s[k] > (char)r) for (unsigned j = 0; j < 1 << 16; j += 64) a[j + k] += s[k];",
        "static unsigned char a[1 << 16];",
    ),
    "numbers": main(
        '  char s[24]; klee_make_symbolic(s, sizeof s, "s");\n  unsigned v = 0, d = 1;\n'
        "  for (unsigned k = 0; k < sizeof s; k++) {\n    if (s[k] >= '0' && s[k] <= '9') { v = v * 10 + (s[k] - '0'); d *= 10; }\n"
        "    else if (s[k] == '.') { d = 1; } else if (v > d * k) { v /= 3; } else { v ^= d; }\n  }\n  assert(v != 12345);"
    ),
    "sort": main(
        '  int a[14]; klee_make_symbolic(a, sizeof a, "a");\n'
        "  for (int i = 1; i < 14; i++) { int k = a[i], j = i; while (j > 0 && a[j - 1] > k) { a[j] = a[j - 1]; j--; } a[j] = k; }\n"
        "  for (int i = 1; i < 14; i++) assert(a[i - 1] <= a[i]);"
    ),
    "floats": main(
        '  double a[6]; klee_make_symbolic(a, sizeof a, "a");\n  double s = 0, p = 1;\n'
        "  for (int i = 0; i < 6; i++) { s += a[i] * a[5 - i]; p *= s - a[i]; if (p > s / (a[i] + 1)) s /= p; }\n  assert(s != p + 1);"
    ),
    "objects": main(
        X + "  for (unsigned k = 0; k < 20000; k++) { p[k] = malloc(16); *p[k] = k; }\n"
        "  for (;;) { *p[x % 20000] += x; x = x * 5 + *p[(x + 7) % 20000]; if (x == 7) return 1; }",
        "static int *p[20000];",
    ),
    "list": main(
        '  char s[40]; klee_make_symbolic(s, sizeof s, "s");\n  struct node *all = 0;\n'
        "  for (unsigned k = 0; k < sizeof s; k++) {\n    struct node **at = &all;\n"
        "    while (*at && (*at)->value < s[k]) at = &(*at)->next;\n"
        "    struct node *new = malloc(sizeof *new); new->value = s[k]; new->next = *at; *at = new;\n  }",
        "struct node { char value; struct node *next; };",
    ),
    "endless": main("  for (volatile unsigned k = 0;; k++) {}"),
    "recursion": main("  return f(x);", "static int f(unsigned x) { volatile char a[512]; a[x % 512] = x; return x == 77 ? 1 : f(x + a[(x + 1) % 512]); }").replace(
        "int main(void) {\n", "int main(void) {\n" + X
    ),
    "late failure": main(
        X + "  for (volatile unsigned k = 0; k < 30000000; k++) {}\n  assert(x != 7);\n  for (volatile unsigned k = 0;; k++) {}"
    ),
    "text": main(
        '  static char s[300], t[300]; klee_make_symbolic(s, sizeof s, "s"); klee_make_symbolic(t, sizeof t, "t");\n'
        "  s[299] = t[299] = 0;\n  if (strcmp(s, t) == 0 && strstr(s, \"needle\") && strlen(t) > 200) return 1;"
    ),
}
