// Variables of a script are properties of the global object, unless they are lexical.
// expect: bug assertion @13
var a = sheaf.integer('a', 0, 9);
let lexical = 1;
function f() { return this.a; }
sheaf.assert(this.a === a && globalThis.f === f && this.lexical === undefined);
globalThis.a = 4;
sheaf.assert(a === 4 && f() === 4 && !delete globalThis.a);
a = sheaf.integer('b', 0, 9);
const about = Object.getOwnPropertyDescriptor(this, 'a');
sheaf.assert(about.writable && about.enumerable && !about.configurable && about.value === a);
for (var key in { only: 1 }) sheaf.assert(this.key === 'only');
sheaf.assert(f() !== 7, 'seven');
sheaf.assert(String(globalThis) === '[object global]');
