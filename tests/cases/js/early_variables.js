// Variables that are used before their declaration: in later cases, closures, and their own
// initializers.
// expect: safe
var n = sheaf.integer('n', 0, 2);
function early(f) {
  try { f(); } catch (e) { return e instanceof ReferenceError; }
  return false;
}
function cases(k) {
  switch (k) {
    case 0: let x = 5;
    case 1: x; return x;
    default: return early(() => x) ? -1 : -2;
  }
}
sheaf.assert(n === 1 ? early(() => cases(n)) : cases(n) === (n === 0 ? 5 : -1));
sheaf.assert(early(() => { let y = y + n; }));
sheaf.assert(early(() => { let [y = z, z] = []; }));
sheaf.assert(early(() => { for (let z of [z]); }));
sheaf.assert(early(() => { later(); let value = n; function later() { return value; } }));
function again() {
  let found = 0;
  for (let k = 0; k < 3; k++) {
    if (k > n) { try { value; } catch (e) { found++; } }
    let value = k;
    found += value;
  }
  return found;
}
sheaf.assert(again() === 3 + 2 - n);
sheaf.assert(early(() => { switch (n) { case n: { switch (1) { case 0: let w; case 1: w; } } } }));
