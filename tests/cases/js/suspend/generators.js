// Generators: what is sent to them, how they end, and `yield*`.
// expect: safe
function* count(low, high) {
  let sum = 0;
  try {
    for (let i = low; i < high; i++) {
      const sent = yield i;
      if (sent !== undefined) sum += sent;
    }
    return sum;
  } finally {
    closed++;
  }
}
var closed = 0;
var n = sheaf.integer('n', 0, 3), k = sheaf.integer('k', -5, 5);
var it = count(0, n), seen = 0, sum = 0;
for (var step = it.next(); !step.done; step = it.next(k)) {
  seen++;
  sum += k;
}
sheaf.assert(seen === n && closed === 1);
sheaf.assert(step.value === sum);
sheaf.assert(it.next().done && it.next().value === undefined);

// `return` and `throw` run `finally`.
var other = count(0, 9);
sheaf.assert(other.return(1).value === 1 && closed === 1);
other = count(0, 9);
other.next();
sheaf.assert(other.return(k).value === k && closed === 2);
other = count(0, 9);
other.next();
var caught = 0;
try { other.throw(k); } catch (e) { caught = e; }
sheaf.assert(caught === k && closed === 3);

// `yield*` yields the values of another iterator, and then what that one returns.
function* both() {
  var a = yield* count(0, n);
  var b = yield* [7, 8];
  yield [a, b];
}
var all = [...both()];
sheaf.assert(all.length === n + 3 && all[n] === 7 && all[n + 2][0] === 0);

// Methods, and values that wait in an expression.
class Tree {
  constructor(left, key, right) { this.left = left; this.key = key; this.right = right; }
  *[Symbol.iterator]() {
    if (this.left) yield* this.left;
    yield this.key;
    if (this.right) yield* this.right;
  }
}
var tree = new Tree(new Tree(null, 1, null), 2, new Tree(null, k, null));
sheaf.assert([...tree].join() === '1,2,' + k);
function* sums() { return 1 + (yield 'a') * (yield 'b'); }
var s = sums();
s.next();
s.next(k);
sheaf.assert(s.next(3).value === 1 + 3 * k);
var running = (function* () { running.next(); })();
caught = 0;
try { running.next(); } catch (e) { caught = e instanceof TypeError ? 1 : 2; }
sheaf.assert(caught === 1);
