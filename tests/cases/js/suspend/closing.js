// An iteration that is left early closes its iterator: on every way out, and once.
// expect: safe
var closed = 0, failing = false;
function upTo(n) {
  var i = 0;
  return {
    [Symbol.iterator]() { return this; },
    next() { return {value: i, done: i++ >= n}; },
    return() {
      closed++;
      if (failing) throw new RangeError('return');
      return {};
    },
  };
}
var way = sheaf.integer('way', 0, 6);
function run() {
  outer: for (var a = 0; a < 1; a++) {
    for (var x of upTo(2)) {
      if (x < 1) continue;
      if (way === 1) break;
      if (way === 2) return 'returned';
      if (way === 3) throw 'thrown';
      if (way === 4) continue outer;
      if (way === 5) { failing = true; break; }
      if (way === 6) { failing = true; throw 'thrown'; }
    }
  }
  return 'end';
}
var result;
try { result = run(); } catch (e) { result = e instanceof RangeError ? 'failed' : e; }
sheaf.assert(closed === (way === 0 ? 0 : 1));
sheaf.assert(result === ['end', 'end', 'returned', 'thrown', 'end', 'failed', 'thrown'][way]);

// So does destructuring that takes fewer values than there are.
failing = false;
closed = 0;
var [p, q] = upTo(3);
sheaf.assert(closed === 1 && q === 1);
