'use strict';
// Lengths that are set to what they are, to more and to less; and types of known values.
// expect: safe
var n = sheaf.integer('n', 0, 2);
function fails(run) {
  try { run(); } catch (error) { return error instanceof TypeError; }
  return false;
}
const list = [n, n];
list.length = 2;
list.length = 4;
sheaf.assert(list.length === 4 && !(2 in list) && list[1] === n);
list.push(7);
sheaf.assert(list[4] === 7 && list.length === 5);
list.length = 1;
sheaf.assert(list.length === 1 && !(1 in list) && list[0] === n);
list.length = n;
sheaf.assert(list.length === n && 0 in list === n > 0);
const fixed = Object.defineProperty([1], 'length', { writable: false });
for (const it of [Object.freeze([1]), fixed, new Uint8Array(1)]) {
  sheaf.assert(fails(() => { it.length = 2; }) && it.length === 1);
}
const object = { length: 1 };
object.length = 9;
sheaf.assert(object.length === 9 && fails(() => { fails.length = 5; }) && fails.length === 1);
const known = [undefined, null, true, 1, 0.5, 'x', 1n, Symbol(), {}, [], fails, class {}, Math.max];
const types = 'undefined object boolean number number string bigint symbol object object function '
  + 'function function';
sheaf.assert(known.map((it) => typeof it).join(' ') === types && typeof n === 'number');
