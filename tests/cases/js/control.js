// Loops, labels, `switch`, `let` before its declaration, sloppy and strict `this`.
// expect: safe
var n = sheaf.integer('n', 0, 3);
function word(k) {
  var s = '';
  switch (k) {
    case 0: s += 'a';
    case 1: s += 'b'; break;
    default: s += 'd';
    case 2: s += 'c';
  }
  return s;
}
sheaf.assert(word(n) === ['ab', 'b', 'c', 'dc'][n]);
var count = 0;
outer: for (var i = 0; i < 3; i++) {
  for (var j = 0; ; j++) {
    if (j > i) continue outer;
    if (i === 2) break outer;
    count++;
  }
}
sheaf.assert(count === 3);
var k = 0;
do { k++; } while (k < n);
sheaf.assert(k === (n === 0 ? 1 : n));
var early = false;
try { use(); } catch (e) { early = e instanceof ReferenceError; }
let later = 1;
function use() { return later; }
sheaf.assert(early && use() === 1);
var caught = '';
try { missing; } catch (e) { caught = e.message; }
sheaf.assert(caught === 'missing is not defined');
sheaf.assert(typeof missing === 'undefined');
function strict() { 'use strict'; return this; }
sheaf.assert(strict() === undefined);
const fixed = 1;
try { fixed = 2; } catch (e) { caught = e.message; }
sheaf.assert(caught === 'Assignment to constant variable.' && fixed === 1);
sheaf.assert((null ?? 'x') === 'x' && (0 ?? 'x') === 0 && (0 || n + 1) === n + 1);
var t = `n is ${n}!`;
sheaf.assert(t === 'n is ' + n + '!');
var g = function fact(m) { return m < 2 ? 1 : m * fact(m - 1); };
sheaf.assert(g(5) === 120);
