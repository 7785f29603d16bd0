// What is wrong about views throws; elements cannot be deleted, redefined or frozen.
// expect: safe
'use strict';
function name(f) {
  try {
    f();
  } catch (error) {
    return error.name;
  }
  return 'none';
}
var a = new Uint16Array(2), buffer = new ArrayBuffer(5), n = sheaf.integer('n', 0, 3);
sheaf.assert(name(() => new Uint16Array(buffer, n, 1)) === (n % 2 ? 'RangeError' : 'none'));
sheaf.assert(name(() => new Uint16Array(buffer)) === 'RangeError');
sheaf.assert(name(() => Uint8Array(1)) === 'TypeError' && name(() => new Uint8Array(-1)) === 'RangeError');
sheaf.assert(name(() => delete a[0]) === 'TypeError' && name(() => delete a[2]) === 'none');
sheaf.assert(name(() => Object.freeze(a)) === 'TypeError');
sheaf.assert(name(() => Object.defineProperty(a, 0, {get() {}})) === 'TypeError');
sheaf.assert(name(() => { a[0] = Symbol(); }) === 'TypeError' && name(() => { a[n] = n; }) === 'none');
sheaf.assert(name(() => { a.length = 3; }) === 'TypeError' && name(() => { a[7] = 3; }) === 'none');
sheaf.assert(name(() => a.set([1, 2], n)) === (n > 0 ? 'RangeError' : 'none'));
sheaf.assert(Reflect.set(a, 0, 5) && a[0] === 5 && Reflect.set(a, 5, 5) && !Reflect.has(a, 5));
sheaf.assert(Object.keys(a).join() === '0,1' && a['-0'] === undefined && a.hasOwnProperty('1'));
