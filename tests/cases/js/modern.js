// Chains, logical assignment, destructuring, iterators, symbols, tagged templates, collections and
// JSON.
// expect: bug assertion @52
var n = sheaf.integer('n', 0, 2), c = sheaf.boolean('c');
var deep = c ? { a: { f() { return this.v; }, v: n } } : null;
sheaf.assert(deep?.a.f() === (c ? n : undefined) && deep?.['a']?.v === deep?.a.v);
sheaf.assert(deep?.b?.c.d === undefined && (deep?.a.g?.() ?? 'none') === 'none');
var x = null, y = n, z = 1;
x ??= 5; y ||= 7; z &&= n;
sheaf.assert(x === 5 && y === (n || 7) && z === n && 2 ** n === [1, 2, 4][n]);

var o = {}, first, others;
[o.a, first = 3, ...others] = [n, undefined, 1, 2];
sheaf.assert(o.a === n && first === 3 && others.length === 2);
({ a: first, ...others } = { a: 1, b: n, c });
sheaf.assert(first === 1 && others.b === n && !('a' in others) && others.c === c);
[x, y] = [y, x];
sheaf.assert(y === 5);

var range = {
  from: 0, to: n,
  [Symbol.iterator]() {
    var at = this.from, end = this.to;
    return { next: () => at < end ? { value: at++, done: false } : { value: 0, done: true } };
  },
};
var total = 0;
for (var k of range) total += k;
sheaf.assert(total === [0, 0, 1][n] && [...range].length === n && Math.max(-1, ...range) === n - 1);
for (var [i, w] of ['a', 'b'].entries()) sheaf.assert(w === 'ab'.charAt(i));
var s = Symbol('s');
o[s] = n;
sheaf.assert(o[s] === n && typeof s === 'symbol' && Object.keys(o).join() === 'a');
sheaf.assert(s.toString() === 'Symbol(s)' && s !== Symbol('s') && Symbol.for('t') === Symbol.for('t'));
var tag = (strings, ...values) => strings.raw.join('|') + values.join();
sheaf.assert(tag`a${1}\n${n}c` === 'a|\\n|c1,' + n);

var m = new Map([['k', 1], [n, 2]]), seen = new Set([1, n, 1]);
sheaf.assert(m.get(n) === 2 && m.get('k') === 1 && m.size === 2 && !m.has('0'));
sheaf.assert(seen.size === (n === 1 ? 1 : 2) && seen.has(n));
m.delete('k');
m.set(NaN, 3);
sheaf.assert([...m.keys()].length === 2 && m.get(NaN) === 3 && !m.has('k'));

sheaf.assert(JSON.stringify({ a: [1, null, 'q"'], b: undefined, c: { d: n } }) ===
  '{"a":[1,null,"q\\""],"c":{"d":' + n + '}}');
var parsed = JSON.parse(' {"a": [1, 2.5, "x\\u0041"], "b": {"c": null}, "d": -1e2} ');
sheaf.assert(parsed.a[2] === 'xA' && parsed.b.c === null && parsed.d === -100);
sheaf.assert(JSON.stringify([n], null, 1) === '[\n ' + n + '\n]');
var failed = false;
try { JSON.parse('{"a":}'); } catch (e) { failed = e instanceof SyntaxError; }
sheaf.assert(failed && c !== (n === 2));
