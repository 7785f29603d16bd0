// Names in `with` are properties of its object, if it has them, and else what they are outside.
// options: --string-size 3
// expect: bug assertion @36
// expect: bug uncaught-exception @43
var n = sheaf.integer('n', 0, 9), b = sheaf.boolean('b');
var x = 1, y = 2, box = {x: n, get twice() { return this.x * 2; }, me() { return this; }};
with (box) {
  sheaf.assert(x === n && y === 2 && twice === 2 * n && me() === box);
  x = 7;
  y++;
  var made = x, twice2 = typeof z + typeof x;
  sheaf.assert(delete x && x === 1 && !('x' in box));
}
sheaf.assert(y === 3 && made === 7 && twice2 === 'undefinednumber' && x === 1);
box.x = 5;
with (box) var x = 6;
sheaf.assert(x === 1 && box.x === 6);
var inner = {y: 20};
with (box) with (inner) sheaf.assert(x + y === 26 && eval('x + y') === 26 && me() === box);
function counter(object) {
  let count = 0;
  with (object) return () => ++count;
}
var counts = {count: 5}, first = counter(counts), second = counter({});
sheaf.assert(first() === 6 && first() === 7 && second() === 1 && counts.count === 7);
with ([1, 2]) sheaf.assert(length === 2 && typeof keys === 'undefined');
with ({x: 1, [Symbol.unscopables]: {x: n > 4}}) sheaf.assert(x === 1);
for (const object of [{x: 3}, {}]) with (object) { x = 4; continue; }
sheaf.assert(x === 4);
with ('text') sheaf.assert(length === 4 && charAt(1) === 'e' && toString() === 'text');
var some = b ? {level: n} : {}, level = 12;
with (some) {
  level += 1;
  sheaf.assert(b ? level === n + 1 : level === 13);
}
sheaf.assert(level === 13 ? !b : some.level !== 8, 'eight');
function strict(object) {
  with (object) return (function () { 'use strict'; x = (delete object.x, 2); });
}
let thrown = 0;
try { strict({x: 1})(); } catch (error) { thrown += error instanceof ReferenceError; }
try { with (null) x = 0; } catch (error) { thrown += error instanceof TypeError; }
if (thrown === 2) with ({fail() { throw new RangeError('n'); }}) if (n === 3) fail();
function* numbers(object) { with (object) { yield x; x = yield x + 1; } }
var steps = numbers(box), object = {arguments: n, undefined: 1};
sheaf.assert(steps.next().value === 6 && steps.next().value === 7);
steps.next(n);
sheaf.assert(box.x === n);
sheaf.assert((function () { with (object) return arguments + undefined; })() === n + 1);
sheaf.assert((function () { with (object) return ((x) => x + arguments)(2); })() === n + 2);
sheaf.assert((function () { with (object) return (function () { return arguments.length; })(); })() === 0);
({x: x, y} = {x: 8, y: 9});
with (box) [x, y] = [y, x];
sheaf.assert(box.x === 9 && y === n);
