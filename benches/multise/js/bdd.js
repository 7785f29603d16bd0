// Decision diagrams of three variables: N operations on two diagrams, against truth tables; equal
// functions are one node.
const N = 3;
const VARIABLES = 3;

const constants = [0, 1].map((value) => ({ variable: VARIABLES, value }));
const nodes = [];

function make(variable, low, high) {
  if (low === high) return low;
  for (const node of nodes) {
    if (node.variable === variable && node.low === low && node.high === high) return node;
  }
  const node = { variable, low, high };
  nodes.push(node);
  return node;
}

// The operation as its truth table: bit 2 * a + b is the result for a and b.
function apply(table, a, b) {
  const variable = Math.min(a.variable, b.variable);
  if (variable === VARIABLES) return constants[table >> (2 * a.value + b.value) & 1];
  const [aLow, aHigh] = a.variable === variable ? [a.low, a.high] : [a, a];
  const [bLow, bHigh] = b.variable === variable ? [b.low, b.high] : [b, b];
  const low = apply(table, aLow, bLow), high = apply(table, aHigh, bHigh);
  return make(variable, low, high);
}

function evaluate(node, assignment) {
  while (node.variable < VARIABLES) node = assignment >> node.variable & 1 ? node.high : node.low;
  return node.value;
}

const AND = 8, OR = 14, XOR = 6, IMPLIES = 11;
const truth = [0xaa, 0xcc, 0xf0];
const diagram = [constants[0], constants[1]], table = [0, 0xff];
for (let i = 0; i < N; i++) {
  const choice = sheaf.integer('choice', 0, 255), to = i % 2;
  let variable, operation;
  if ((choice & 3) === 0) variable = 0;
  else if ((choice & 3) === 1) variable = 1;
  else variable = 2;
  if ((choice >> 2 & 3) === 0) {
    operation = AND;
    table[to] &= truth[variable];
  } else if ((choice >> 2 & 3) === 1) {
    operation = OR;
    table[to] |= truth[variable];
  } else if ((choice >> 2 & 3) === 2) {
    operation = XOR;
    table[to] ^= truth[variable];
  } else {
    operation = IMPLIES;
    table[to] = (~table[to] | truth[variable]) & 0xff;
  }
  diagram[to] = apply(operation, diagram[to], make(variable, constants[0], constants[1]));
}
for (let k = 0; k < 2; k++) {
  for (let assignment = 0; assignment < 1 << VARIABLES; assignment++) {
    sheaf.assert(evaluate(diagram[k], assignment) === (table[k] >> assignment & 1));
  }
}
sheaf.assert((diagram[0] === diagram[1]) === (table[0] === table[1]));
