var o = Object.freeze({a: 1}); o.a = 2; console.log(o.a, Object.isFrozen(o));
console.log(Object.getOwnPropertyDescriptor([1], 'length').writable);
var d = Object.defineProperty({}, 'x', {value: 1}); d.x = 5; console.log(d.x, Object.keys(d).length);
var t = (s, ...v) => s.raw.join('|') + v.join(); console.log(t`a${1}b\n${2}c`);
console.log(typeof Symbol('x'), Symbol.iterator.toString(), {[Symbol.toPrimitive]() { return 3; }} + 1);
console.log([1, [2, 3]] + '', {} + '', (() => {}).name, new Number(5) + 1);
var it = { [Symbol.iterator]() { var n = 0; return { next: () => ({ value: n, done: n++ >= 3 }) }; } };
console.log([...it].join(), Math.max(...it)); for (var q of it) console.log(q);
function P() { if (!new.target) return 'plain'; this.v = 1; } console.log(P(), new P().v);
var bound = P.bind(null); console.log(new bound().v, bound.name);
console.log([3,1,2].sort().map(x => x * 2).join('-'), Array.prototype.map.call('ab', x => x + x).join());
try { null.x } catch (e) { console.log(`${e}`) }
console.log(Object.prototype.toString.call([]), Object.prototype.toString.call(null), `${new Error('m')}`);
