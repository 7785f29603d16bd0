// The global names and members of node 20, no more and no fewer.
// expect: safe
function is(found, wanted) { sheaf.assert(found === wanted); }
is("File" in globalThis, true);
for (var name of ['Iterator', 'navigator', 'WebSocket', 'AsyncFunction', 'require', 'module']) {
  is(name in globalThis, false);
}
is('groupBy' in Object || 'groupBy' in Map || 'fromAsync' in Array, false);
is('transfer' in ArrayBuffer.prototype || 'detached' in ArrayBuffer.prototype, false);
is(global, globalThis);
is(typeof global, 'object');
is(Object.keys(globalThis).slice(0, 13).join(' '), 'global clearImmediate setImmediate ' +
  'clearInterval clearTimeout setInterval setTimeout queueMicrotask structuredClone atob btoa ' +
  'performance fetch');
is(typeof Iterator, 'undefined');
var n = sheaf.integer('n', 1, 2), last;
function size(body) { try { return body().length; } catch (error) { return String(error); } }
var message = 'RangeError: Invalid string length';
is(size(() => 'a'.repeat(2 ** 29 * n)), message);
is(size(() => 'a'.padStart(2 ** 29 * n)), message);
is(size(() => 'ab'.padEnd(536870889, 'x')), message);
is(size(() => ''.repeat(2 ** 30)), 0);
is(JSON.stringify([1, [2]], null, 0.9), '[\n1,\n[\n2\n]\n]');
is(JSON.stringify({ a: 1 }, null, new Number(0.5)), '{\n"a": 1\n}');
is(JSON.stringify([1], null, -0.5), '[1]');
function tag(strings) { return strings; }
Object.defineProperty(Array.prototype, '0', { value: 5, writable: true, configurable: true });
is(tag`a`[0], 'a');
delete Array.prototype[0];
var list = [1];
list.push(list);
is(list.toLocaleString(), '1,');
var seen = [];
var element = { toLocaleString(a, b) { seen.push(a, b); return 'e'; } };
is([element, null, element].toLocaleString('en', seen), 'e,,e');
is(seen[0] === 'en' && seen[1] === seen, true);
is([1234.5].toLocaleString('en-US'), '1,234.5');
is(new Float64Array([1234.5]).toLocaleString(), '1,234.5');
