// Attributes that depend on an input, and properties that are values on one of the merged paths and
// have attributes on the other.
// expect: bug assertion @16
// expect: bug assertion @27
// expect: bug assertion @35
// expect: bug assertion @49
var n = sheaf.integer('n', 0, 3), other = sheaf.boolean('other'), part = sheaf.integer('part', 0, 3);

function written() {
  var o = {};
  Object.defineProperty(o, 'p', {writable: n === 1, configurable: other, value: 1});
  o.p = 9;
  sheaf.assert(o.p === (n === 1 ? 9 : 1));
  var before = o.p;
  sheaf.assert(delete o.p === other && 'p' in o === !other);
  sheaf.assert(before === 1);
}

function enumerated() {
  var o = {a: 1}, descriptor = {value: 2, configurable: true};
  if (n > 1) descriptor.enumerable = true;
  Object.defineProperty(o, 'b', descriptor);
  var count = Object.keys(o).length;
  sheaf.assert(count === (n > 1 ? 2 : 1) && JSON.stringify(o).includes('b') === n > 1);
  if (n === 0) Object.defineProperty(o, 'a', {enumerable: other});
  sheaf.assert(Object.keys(o).includes('a') === (n !== 0 || other));
  sheaf.assert(count === 1);
}

function inherited() {
  var o = Object.create({set x(value) { this.y = value; }});
  if (n > 1) Object.defineProperty(o, 'x', {value: 1, writable: other, configurable: true});
  o.x = 5;
  sheaf.assert(o.y === (n > 1 ? undefined : 5) && o.x === (n > 1 ? (other ? 5 : 1) : undefined));
  sheaf.assert(o.y === undefined);
}

function accessor() {
  var o = {a: 1}, seen = 0;
  if (n > 1) Object.defineProperty(o, 'a', {get() { return 7; }, set(value) { seen = value; }});
  if (n === 1) Object.defineProperty(o, 'a', {get: undefined, set: undefined});
  if (n === 0 && other) delete o.a;
  var before = n > 1 ? 7 : n === 1 || other ? undefined : 1;
  sheaf.assert(o.a === before);
  o.a = 3;
  sheaf.assert(seen === (n > 1 ? 3 : 0) && o.a === (n === 0 ? 3 : n === 1 ? undefined : 7));
  var found = Object.getOwnPropertyDescriptor(o, 'a');
  sheaf.assert(('get' in found) === n > 0);
  sheaf.assert(seen === 0);
}

[written, enumerated, inherited, accessor][part]();
