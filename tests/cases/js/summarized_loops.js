// Loops over numbers, with calls and reads of properties, whose iterations are skipped: values may
// leave 32 bits, and what is read changes between two loops.
// expect: safe
function twice(x) { return x + x; }
const shape = {step: 2, go(x) { return x + this.step; }};
const child = Object.create(shape);
function walk(n) {
  let s = 0;
  for (let i = 0; i < n; i++) s = child.go(s);
  return s;
}
const n = sheaf.integer('n', 0, 9);
let a = 0, b = 0;
while (a < n) { a++; b = a; }
sheaf.assert(b === n);
let t = 0;
for (let i = 0; i < n; i++) t += twice(1);
sheaf.assert(t === n + n);
const first = walk(n);
shape.step = 3;
const second = walk(n);
child.step = 1;
const third = walk(n);
shape.go = x => x + 4;
const fourth = walk(n);
sheaf.assert(first === 2 * n && second === 3 * n && third === n && fourth === 4 * n);
let big = 2147483644;
for (let i = 0; i < n && i < 7; i++) big += 1;
sheaf.assert(big === 2147483644 + Math.min(n, 7));
