// What console.log prints of objects: kinds, nesting, lines and columns.
class P { constructor() { this.a = 1; } }
console.log(new Map([[1,{a:2}],['x',[1]]]), new Set(['a',1]), new WeakMap, Promise.resolve(3), new Date(0), /a\/b/g, [new Number(3), new String('ab'), new Boolean(false), Object(Symbol('q'))]);
console.log((function*(){})(), [1,2,3][Symbol.iterator]());
console.log(new Uint8Array([1,2,3]), new Float64Array(10), new Uint8Array(0), new Uint16Array(300));
console.log(new Map(), new Set, new Set([[1],[2]]), Promise.reject(1).catch(()=>0), new Promise(()=>0));
console.log(Array.from({length: 30}, (_, i) => i * i * 1.5), Array.from({length: 12}, (_, i) => 'x'.repeat(i)));
console.log([[1,2,[3,4,[5,[6]]]]], {a:[{b:{c:{}}}]}, {a:[[[]]]}, [[[[]]]]);
console.log({a:'x'.repeat(100)}, ['y'.repeat(90)], 'line1\nline2', ['line1\nline2 that is long enough to be divided because it is beyond the width']);
console.log({ name: 'A', list: [1,2,3], nested: { deep: { er: 1 } }, fn() {}, when: new Date(1e12), re: /x/, nul: null, und: undefined, sym: Symbol('z'), big: 12n, neg: -0, nan: NaN });
console.log([1.5, 'a', null, undefined, true, {}, [], ()=>1, /r/, new Date(NaN)]);
console.log(Object.assign(Object.create({inherited: 1}), {own: 2}), new (class Foo { constructor() { this.bar = {baz: [1, {qux: 2}]}; } }));
console.log([ , ], [ , 'a'], [undefined, , 3], Array(5), Array(200));
console.log('a\tb', ['a\tb', "q'", '\u{1F600}', '\n']);
console.log({ 'key with space': 1, valid_id: 2, 3: 3, 'é': 4, '': 5, '0a': 6, a1: 7 });
console.log(new Error('top').message, [1, 2, 3].entries().toString(), String([1, [2, 3]]), `${{}}`);
console.log(); console.log(''); console.log(' '); console.log(undefined); console.log(null, undefined);
console.log('%s|%s|%s|%s', function f() {}, class A {}, [1, [2]], new Date(0)); console.log('%s', {toString() { return 'own'; }}); console.log('%s', Object.create(null)); console.log('%i %i %d %d', '42abc', {}, {}, '1e3');
console.log(Array.from({length: 101}, (_, i) => i % 10), Array.from({length: 8}, (_, i) => -i * 1000), [10n, 20n, 3n, 4n, 5n, 6n, 7n]);
console.log(new Set(Array.from({length: 105}, (_, i) => i)), new Map(Array.from({length: 3}, (_, i) => [{i}, 'v'.repeat(30)])));
const bad = new TypeError('bad'); bad.stack = undefined; bad.code = 'E1'; console.log([bad]);
console.log({f() {}, g: class A extends Map {}, h: class {}, i: function () {}, j: async () => 1, k: function* gg() {}, [Symbol('s')]: 1, 'a-b': 2, get x() { return 1; }, set x(v) {}, get y() { return 2; }, set z(v) {}});
console.log(new P, Object.create(null), Object.create({}), new (class extends P {}), new (class Q extends Array {})(3), [, 1,,, 2], Object.assign([1], {k: 2}), Object.assign(() => 1, {z: 1}));
const c = {n: 1}; c.c = c; c.d = [c]; console.log(c);
console.log({a: {b: {c: {d: 1}}}, e: [[[[1]]]], p: {q: {r: new P}}});
class T { get [Symbol.toStringTag]() { return 'Tag'; } } console.log(new T, {[Symbol.toStringTag]: 'X'}, Math);
(function () { console.log(arguments); })(1, 2);
console.log(Array.from({length: 27}, (_, i) => 'item' + i), [1, 2, 3, 4, 5, 6, 7, -100, 23456]);
