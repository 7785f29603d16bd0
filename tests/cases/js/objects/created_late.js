// What is created when it is first used, and only one of the merged paths has used it.
// expect: bug assertion @28
// expect: bug assertion @37
// expect: bug assertion @55
var n = sheaf.integer('n', 0, 3), part = sheaf.integer('part', 0, 3);

function prototypes() {
  function F() {}
  function G() {}
  if (n > 1) F.prototype = null;
  var prototype = F.prototype;
  sheaf.assert(n > 1 ? F.prototype === null : F.prototype.constructor === F);
  if (n === 1) G.prototype.x = 1;
  sheaf.assert(G.prototype.constructor === G && new G().x === (n === 1 ? 1 : undefined));
  sheaf.assert(Object.getPrototypeOf(new F()) === (n > 1 ? Object.prototype : F.prototype));
  G.y = 1;
  var names = Object.getOwnPropertyNames(G);
  sheaf.assert(names.indexOf('prototype') < names.indexOf('y'));
  sheaf.assert(delete G.prototype === false && 'prototype' in G && Object.hasOwn(G, 'prototype'));
  var result;
  try {
    result = new (n > 1 ? F : G)() instanceof F;
  } catch (error) {
    result = error.message;
  }
  var message = "Function has non-object prototype 'null' in instanceof check";
  sheaf.assert(result === (n > 1 ? message : false));
  sheaf.assert(prototype);
}

function generators() {
  function* g() {}
  var first = g.prototype;
  if (n > 1) g.prototype = 5;
  var usual = Object.getPrototypeOf(function* () {}).prototype;
  sheaf.assert(Object.getPrototypeOf(g()) === (n > 1 ? usual : first));
  sheaf.assert(Object.getPrototypeOf(g()) === first);
}

function shared() {
  var made;
  const tag = (strings) => strings, site = () => tag`a`;
  if (n > 1) made = site();
  sheaf.assert(n < 2 || site() === made);
  if (n === 1) made = Symbol.for('late');
  sheaf.assert(n !== 1 || Symbol.for('late') === made);
  if (n === 3) globalThis.late = 1;
  var seen = 'none';
  try {
    seen = late;
  } catch (error) {
    seen = error.message;
  }
  sheaf.assert(seen === (n === 3 ? 1 : 'late is not defined'));
  sheaf.assert(seen !== 1);
}

function Same(object) {
  return object;
}
class Added extends Same {
  #q;
  static has(object) {
    return #q in object;
  }
}
class Changed extends Same {
  get #m() {
    return 1;
  }
  set #m(value) {}
}

function fields() {
  var object = {}, messages = [];
  if (n > 1) new Added(object);
  if (n > 2) new Changed(object);
  sheaf.assert(Added.has(object) === n > 1);
  for (var made of [Added, Changed]) {
    try {
      new made(object);
      messages.push('');
    } catch (error) {
      messages.push(error.message);
    }
  }
  sheaf.assert(messages[0] === (n > 1 ? 'Cannot initialize #q twice on the same object' : ''));
  sheaf.assert(Added.has(object) && messages[1]
    === (n > 2 ? 'Cannot initialize private methods of class Changed twice on the same object' : ''));
}

[prototypes, generators, shared, fields][part]();
