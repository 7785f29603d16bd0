// A write to `arguments` at an index that is an input sets the parameter, if there is one.
// expect: bug assertion @18
// expect: bug assertion @19
const n = sheaf.integer('n', 0, 3);
function write(a, b) {
  arguments[n] += 5;
  return [a, b, arguments.length, arguments[2]];
}
function unmapped(a) {
  'use strict';
  arguments[n] = 7;
  return a;
}
const r = write(1, 2);
sheaf.assert(r[0] === (n === 0 ? 6 : 1) && r[1] === (n === 1 ? 7 : 2));
sheaf.assert(r[2] === 2 && (n === 2 ? r[3] !== r[3] : r[3] === undefined));
sheaf.assert(unmapped(4) === 4);
sheaf.assert(r[1] !== 7);
sheaf.assert(r[0] !== 6);
