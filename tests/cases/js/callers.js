// `caller` and `arguments` of functions: what strict code hides is null, other callers end the path.
// expect: incomplete unmodelled-call
// expect: bug assertion @26
var n = sheaf.integer('n', 0, 4);
function sloppy() { return sloppy.caller; }
function strict() { 'use strict'; return sloppy(); }
function other() { return sloppy(); }
function throws(f) {
  try { f(); } catch (error) { return error instanceof TypeError; }
  return false;
}
sheaf.assert(sloppy.caller === null && sloppy.arguments === null);
sheaf.assert(strict() === null && [1].map(strict)[0] === null);
sheaf.assert(throws(() => strict.caller) && throws(() => strict.arguments));
sheaf.assert(throws(() => { strict.caller = 1; }) && throws(() => Function.prototype.caller));
sheaf.assert(throws(() => (class { }).caller) && throws(() => (() => n).arguments));
sheaf.assert(throws(() => Array.caller) && throws(() => sloppy.bind(null).caller));
if (n === 1) other();
if (n === 2) [1].map(sloppy);
if (n === 3) sloppy.caller = n;
// A closure of the same function may be the one that runs.
function make() {
  return function self(f) { return f ? f() : self.arguments; };
}
if (n === 4) (function () { make()(make()); })();
sheaf.assert(n !== 0, 'zero');
