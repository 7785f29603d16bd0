// How generators end: `return` and `throw` run `finally`, values wait in an expression.
// expect: safe
// run: exit 0
// input: 4
var closed = 0, k = sheaf.integer('k', -5, 5);
function* one() {
  try { yield 1; } finally { closed++; }
}
var g = one();
sheaf.assert(g.return(1).value === 1 && closed === 0);
g = one();
g.next();
sheaf.assert(g.return(k).value === k && closed === 1);
g = one();
g.next();
var caught = 0;
try { g.throw(k); } catch (e) { caught = e; }
sheaf.assert(caught === k && closed === 2);

class Tree {
  constructor(left, key, right) { this.left = left; this.key = key; this.right = right; }
  *[Symbol.iterator]() {
    if (this.left) yield* this.left;
    yield this.key;
    if (this.right) yield* this.right;
  }
}
var [first, second, third] = new Tree(new Tree(null, 1, null), 2, new Tree(null, k, null));
sheaf.assert(first === 1 && second === 2 && third === k);
function* sums() { return 1 + (yield 'a') * (yield 'b'); }
var s = sums();
s.next();
s.next(k);
sheaf.assert(s.next(3).value === 1 + 3 * k);
var running = (function* () { running.next(); })();
caught = 0;
try { running.next(); } catch (e) { caught = e instanceof TypeError ? 1 : 2; }
sheaf.assert(caught === 1);
