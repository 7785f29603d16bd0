// Members of node's own modules and objects are enumerable, and their kinds have names.
// expect: safe
var path = require('path'), util = require('util'), assert = require('assert');
function is(found, wanted) { sheaf.assert(found === wanted); }
is(Object.prototype.toString.call(process), '[object process]');
is(String(console), '[object console]');
is({ ...path }.join('a', 'b'), 'a/b');
is(Object.keys(path).join(' '), 'resolve normalize isAbsolute join relative toNamespacedPath ' +
  'dirname basename extname format parse matchesGlob sep delimiter win32 posix _makeLong');
is(Object.keys(assert).join(' '), 'fail AssertionError ok equal notEqual deepEqual notDeepEqual ' +
  'deepStrictEqual notDeepStrictEqual strictEqual notStrictEqual throws rejects doesNotThrow ' +
  'doesNotReject ifError match doesNotMatch CallTracker strict');
is(Object.keys(console).join(' '), 'log warn dir time timeEnd timeLog trace assert clear count ' +
  'countReset group groupEnd table debug info dirxml error groupCollapsed Console profile ' +
  'profileEnd timeStamp context createTask');
is(Object.keys({ ...console }).length, 25);
is(Object.keys(util).length, 44);
is(Object.keys(globalThis).indexOf('setTimeout') >= 0, true);
is(assert.ok, assert);
is(assert.strict.ok, assert);
is(assert.strict.equal, assert.strictEqual);
is(path.basename('a/js/', '.js'), 'js/');
is(path.basename('a/b.js/', '.js'), 'b');
is(path.basename('//', '/'), '//');
is(path.basename('/a', 'a'), 'a');

function A() {}
function B() {}
util.inherits(A, B);
is(A.super_, B);
is(Object.keys(A).length, 0);
is(new A() instanceof B, true);
function code(body) { try { body(); } catch (error) { return error.code; } }
is(code(() => util.inherits(A)), 'ERR_INVALID_ARG_TYPE');
is(code(() => util.inherits(A, () => 1)), 'ERR_INVALID_ARG_TYPE');
is(code(() => setTimeout('x')), 'ERR_INVALID_ARG_TYPE');
is(code(() => setInterval('x')), 'ERR_INVALID_ARG_TYPE');
is(code(() => setImmediate('x')), 'ERR_INVALID_ARG_TYPE');
is(code(() => queueMicrotask('x')), 'ERR_INVALID_ARG_TYPE');
is(code(() => path.join(1)), 'ERR_INVALID_ARG_TYPE');
is(code(() => path.basename('a', 1)), 'ERR_INVALID_ARG_TYPE');
try {
  path.join(sheaf.boolean('b') ? null : undefined);
} catch (error) {
  is(String(error).startsWith('TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument must be of ' +
    'type string. Received '), true);
}
try {
  assert.equal(1, 2, 'text');
} catch (error) {
  is(String(error), 'AssertionError [ERR_ASSERTION]: text');
  is(Object.getOwnPropertyNames(error).join(),
    'stack,message,generatedMessage,name,code,actual,expected,operator');
  is(Object.keys(error).join(), 'generatedMessage,code,actual,expected,operator');
}
