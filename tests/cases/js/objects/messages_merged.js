// Messages that show values which differ between merged paths.
// expect: bug assertion @37
// expect: bug assertion @38
var n = sheaf.integer('n', 0, 3);
function caught(action) {
  try {
    action();
    return 'nothing';
  } catch (error) {
    return error.message;
  }
}
class A {}
var key = n > 1 ? 'a' : 'b', symbol = Symbol(n > 1 ? 'c' : 'd'), nothing = n > 2 ? null : undefined;
var read = caught(() => nothing[key]);
sheaf.assert(read === `Cannot read properties of ${nothing} (reading '${key}')`);
sheaf.assert(caught(() => null[symbol]) === `Cannot read properties of null (reading '${String(symbol)}')`);
var o = {};
if (n > 1) o.toString = () => 'x';
sheaf.assert(caught(() => null[o]) === `Cannot read properties of null${n > 1 ? '' : " (reading '#<Object>')"}`);
sheaf.assert(caught(() => { null[n > 1 ? {} : A] = 1; })
  === `Cannot set properties of null (setting '${n > 1 ? '#<Object>' : 'class A {}'}')`);
var error = new Error('e' + key);
if (n > 1) error.name = 'Mine';
sheaf.assert(caught(() => undefined[error])
  === `Cannot read properties of undefined (reading '${n > 1 ? 'Mine: ea' : 'Error: eb'}')`);
sheaf.assert(caught(() => 'x' in (n > 1 ? 1 : 'y'))
  === `Cannot use 'in' operator to search for 'x' in ${n > 1 ? 1 : 'y'}`);
var frozen = Object.freeze(n > 1 ? [1] : { 0: 1 });
sheaf.assert(caught(() => { 'use strict'; frozen[0] = 2; })
  === `Cannot assign to read only property '0' of object '${n > 1 ? '[object Array]' : '#<Object>'}'`);
sheaf.assert(caught(() => [...(n > 1 ? 1 : null)]).includes('not iterable'));
var long = function f() { return 'xxxxxxxxxxxxxxxxxxxx' + 'yyyyyyyyyyyyyyyyyyyy'
  + 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'; };
sheaf.assert(caught(() => null[long])
  === `Cannot read properties of null (reading '${String(long).slice(0, 111)}...<omitted>... }')`);
sheaf.assert(read !== "Cannot read properties of null (reading 'a')");
sheaf.assert(caught(() => null[o]).length > 30);
