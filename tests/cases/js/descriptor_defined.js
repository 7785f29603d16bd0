// A descriptor has its members, whatever Object.prototype has.
// expect: safe
var b = sheaf.boolean('b');
Object.defineProperty(Object.prototype, 'value', { set(v) { }, configurable: true });
var d = Object.getOwnPropertyDescriptor({ a: b }, 'a');
sheaf.assert(Object.keys(d).length === 4 && d.value === b);
