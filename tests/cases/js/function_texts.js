// Sources of functions, digits of numbers, Reflect, and symbols that operators look up.
// expect: safe
var n = sheaf.integer('n', 0, 3);

class Shown {
  m ( ) { return 1; }
  static  s(a) { return a; }
  get é() { return 1; }
}
sheaf.assert(String(Shown.prototype.m) === 'm ( ) { return 1; }');
sheaf.assert(`${Shown.s}` === 's(a) { return a; }');
sheaf.assert(String(Object.getOwnPropertyDescriptor(Shown.prototype, 'é').get)
  === 'get é() { return 1; }');
const functions = [x => x+1, function  f ( a ) {}, [].map, function () {}.bind()];
const texts = ['x => x+1', 'function  f ( a ) {}', 'function map() { [native code] }',
  'function () { [native code] }'];
sheaf.assert(functions[n].toString() === texts[n]);

sheaf.assert(n.toFixed(2) === n + '.00' && (2.125).toFixed(2) === '2.13');
sheaf.assert((1.005).toFixed(2) === '1.00' && (-1.5).toFixed(0) === '-2' && (25).toFixed(1) === '25.0');
sheaf.assert((123.456).toPrecision(4) === '123.5' && (1e21).toPrecision(3) === '1.00e+21');
sheaf.assert((12345.678).toExponential(2) === '1.23e+4' && (5e-324).toExponential() === '5e-324');

sheaf.assert(Reflect.apply(Math.max, null, [1, n, 2]) === (n > 2 ? n : 2));
sheaf.assert(Reflect.construct(Date, [n]).getTime() === n);
sheaf.assert(Reflect.ownKeys({b: 1, [Symbol.iterator]: 2, 1: 1}).length === 3);
const receiver = {};
sheaf.assert(Reflect.set({set a(value) { this.s = value; }}, 'a', n, receiver) && receiver.s === n);
sheaf.assert(!Reflect.deleteProperty(Object.freeze({a: 1}), 'a'));

class Even {
  static [Symbol.hasInstance](value) {
    return value % 2 === 0;
  }
}
sheaf.assert(n instanceof Even === (n === 0 || n === 2));
sheaf.assert(new Shown() instanceof Shown && !({} instanceof Shown));
sheaf.assert([1].concat({length: 1, 0: n, [Symbol.isConcatSpreadable]: true}).join() === '1,' + n);
sheaf.assert(String.fromCodePoint(97 + n, 0x1F600).length === 3);

const map = new Map([[1, 2]]), entries = map.entries();
entries.next();
sheaf.assert(entries.next().done);
map.set(2, 3);
sheaf.assert(entries.next().done && String(entries) === '[object Map Iterator]');
