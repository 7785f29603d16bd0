// Functions that read variables before and after these are initialized.
// expect: safe
var n = sheaf.integer('n', 0, 3);
function early(read) {
  try { read(); } catch (error) { return error instanceof ReferenceError; }
  return false;
}
function before() { return late; }
const arrow = () => late;
sheaf.assert(early(before) && early(arrow) && early(() => late));
let late = n;
sheaf.assert(before() === n && arrow() === n && (() => late)() === n);
// The initializer itself, and functions that are declared behind it.
let self = early(() => self), hoisted = early(inner);
function inner() { return hoisted; }
sheaf.assert(self && hoisted && inner());
// A case may be reached without the declaration of another.
function choose(k) {
  switch (k) {
    case 0: let value = 1;
    case 1: return early(() => value);
    default: value = 2;
  }
}
sheaf.assert(!choose(0) && choose(1) && early(() => choose(n + 2)));
// Each iteration has a variable of its own, and a block that is left early is left again.
function last(k) {
  const reads = [];
  for (let i = 0; i < 2; i++) {
    reads.push(early(() => own));
    let own = i;
    reads.push(() => own);
  }
  try {
    if (k > 1) return 0;
  } finally {
    sheaf.assert(early(() => own));
    let own = k;
    sheaf.assert((() => own)() === k);
  }
  return reads[0] && reads[2] && reads[1]() === 0 && reads[3]() === 1;
}
sheaf.assert(n > 1 ? last(n) === 0 : last(n));
// Parameters see those before them.
function defaults(a, b = () => a, c = () => d, d = n) {
  return b() === a && c() === n;
}
function wrong(a = (() => b)(), b = 1) { return a; }
sheaf.assert(defaults(n) && early(() => wrong()));
