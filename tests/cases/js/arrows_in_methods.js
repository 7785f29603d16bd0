// What arrow functions see of the function around them, computed fields, and private names of
// classes that are evaluated again.
// expect: safe
var n = sheaf.integer('n', 0, 3);

function counts(a) {
  const inner = () => [arguments.length, (() => arguments[0])()];
  return inner(9, 9, 9).join();
}
sheaf.assert(counts(n, 1) === '2,' + n);

function Target() {
  this.is = (() => new.target === Target)();
}
sheaf.assert(new Target().is);

class Base {
  constructor(x) {
    this.x = x;
  }
  get twice() {
    return 2 * this.x;
  }
  set twice(value) {
    this.x = value;
  }
  show() {
    return 'base ' + this.x;
  }
}
class Derived extends Base {
  #p = 3;
  constructor(x) {
    const init = (y) => super(y);
    let early = '';
    try {
      (() => this)();
    } catch (error) {
      early = error.name;
    }
    sheaf.assert(early === 'ReferenceError');
    if (n > 1) init(x + 1);
    else init(x);
    sheaf.assert(this.#p === 3);
    let again = '';
    try {
      init(0);
    } catch (error) {
      again = error.name;
    }
    sheaf.assert(again === 'ReferenceError');
  }
  show() {
    return (() => super.show() + '!')();
  }
  change() {
    super.twice += 5;
    super.own = 1;
    const own = this.own;
    super['own']++;
    return own + String(this.own);
  }
}
const derived = new Derived(n);
sheaf.assert(derived.show() === 'base ' + (n > 1 ? n + 1 : n) + '!');
const before = derived.twice;
sheaf.assert(derived.change() === '1NaN');
sheaf.assert(derived.x === before + 5);

var made = 0;
function makeClass() {
  return class {
    #secret = made;
    #reveal() {
      return this.#secret;
    }
    static has(object) {
      return #secret in object;
    }
    reveal() {
      return this.#reveal();
    }
    ['key' + made++] = () => made;
  };
}
const First = makeClass(), Second = makeClass();
const first = new First(), second = new Second();
sheaf.assert(First.has(first) && !First.has(second) && Second.has(second));
sheaf.assert(Object.keys(first).join() === 'key0' && Object.keys(second).join() === 'key1');
sheaf.assert(first.key0.name === 'key0' && first.key0() === 2 && second.reveal() === 2);
sheaf.assert(Object.getOwnPropertySymbols(first).length === 0);
const chosen = n === 0 ? first : second;
sheaf.assert(First.has(chosen) === (n === 0));
let refused = '';
try {
  First.prototype.reveal.call(chosen);
} catch (error) {
  refused = error.name;
}
sheaf.assert(refused === (n === 0 ? '' : 'TypeError'));
