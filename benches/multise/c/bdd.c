// Decision diagrams of three variables: N operations on two diagrams, against truth tables; equal functions are one node.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#ifndef N
#define N 3
#endif
enum { VARIABLES = 3, NODES = 64 };

struct node {
  int variable, low, high;
};
// Nodes 0 and 1 are the constants.
static struct node nodes[NODES] = {{VARIABLES, 0, 0}, {VARIABLES, 1, 1}};
static int used = 2;

static int make(int variable, int low, int high) {
  if (low == high) return low;
  for (int i = 2; i < used; i++) {
    if (nodes[i].variable == variable && nodes[i].low == low && nodes[i].high == high) return i;
  }
  assert(used < NODES);
  nodes[used].variable = variable;
  nodes[used].low = low;
  nodes[used].high = high;
  return used++;
}

// The operation as its truth table: bit 2 * a + b is the result for a and b.
static int apply(int table, int a, int b) {
  if (a < 2 && b < 2) return table >> (2 * a + b) & 1;
  int variable = nodes[a].variable < nodes[b].variable ? nodes[a].variable : nodes[b].variable;
  int a_low = a, a_high = a, b_low = b, b_high = b;
  if (nodes[a].variable == variable) {
    a_low = nodes[a].low;
    a_high = nodes[a].high;
  }
  if (nodes[b].variable == variable) {
    b_low = nodes[b].low;
    b_high = nodes[b].high;
  }
  int low = apply(table, a_low, b_low);
  int high = apply(table, a_high, b_high);
  return make(variable, low, high);
}

static int evaluate(int node, int assignment) {
  while (node > 1) node = assignment >> nodes[node].variable & 1 ? nodes[node].high : nodes[node].low;
  return node;
}

int main(void) {
  enum { AND = 8, OR = 14, XOR = 6, IMPLIES = 11 };
  static const int truth[VARIABLES] = {0xaa, 0xcc, 0xf0};
  int diagram[2] = {0, 1}, table[2] = {0, 0xff};
  for (int i = 0; i < N; i++) {
    unsigned char choice = __VERIFIER_nondet_uchar();
    int to = i % 2, variable, operation;
    if ((choice & 3) == 0) variable = 0;
    else if ((choice & 3) == 1) variable = 1;
    else variable = 2;
    if ((choice >> 2 & 3) == 0) {
      operation = AND;
      table[to] &= truth[variable];
    } else if ((choice >> 2 & 3) == 1) {
      operation = OR;
      table[to] |= truth[variable];
    } else if ((choice >> 2 & 3) == 2) {
      operation = XOR;
      table[to] ^= truth[variable];
    } else {
      operation = IMPLIES;
      table[to] = (~table[to] | truth[variable]) & 0xff;
    }
    diagram[to] = apply(operation, diagram[to], make(variable, 0, 1));
  }
  for (int k = 0; k < 2; k++) {
    for (int assignment = 0; assignment < 1 << VARIABLES; assignment++) {
      assert(evaluate(diagram[k], assignment) == (table[k] >> assignment & 1));
    }
  }
  assert((diagram[0] == diagram[1]) == (table[0] == table[1]));
  return 0;
}
