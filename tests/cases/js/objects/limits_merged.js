// Objects that only one of the merged paths has frozen, sealed or closed, and arrays and objects
// that the same `new` has made.
// expect: bug assertion @25
// expect: bug assertion @41
var n = sheaf.integer('n', 0, 3), part = sheaf.integer('part', 0, 1);

function frozen() {
  var o = {a: 1}, list = [1, 2];
  var limit = [Object.freeze, Object.seal, Object.preventExtensions, (it) => it][n];
  limit(o);
  o.a = 2;
  o.b = 3;
  sheaf.assert(o.a === (n === 0 ? 1 : 2) && o.b === (n === 3 ? 3 : undefined));
  sheaf.assert(delete o.a === n > 1 && ('a' in o) === n < 2);
  sheaf.assert(Object.isFrozen(o) === (n === 0 || n === 2) && Object.isSealed(o) === n < 3);
  if (n > 1) Object.freeze(list);
  var message = '';
  try {
    list.push(3);
  } catch (error) {
    message = error.message;
  }
  sheaf.assert(list.length === (n > 1 ? 2 : 3));
  sheaf.assert(message === (n > 1 ? 'Cannot add property 2, object is not extensible' : ''));
  sheaf.assert(message === '');
}

function made() {
  var o = new (n > 1 ? Array : Object)();
  o[0] = 1;
  sheaf.assert(o.length === (n > 1 ? 1 : undefined) && Array.isArray(o) === n > 1);
  o.length = 3;
  sheaf.assert(Object.keys(o).length === (n > 1 ? 1 : 2));
  var bound = (n > 1 ? function () { return 1; } : () => 1).bind(null), thrown = false;
  try {
    new bound();
  } catch (error) {
    thrown = error.message === 'bound is not a constructor';
  }
  sheaf.assert(thrown === n < 2);
  sheaf.assert(!thrown);
}

[frozen, made][part]();
