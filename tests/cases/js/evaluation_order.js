// The order in which patterns and compound assignments evaluate their parts, and iterators that are
// closed.
// expect: safe
var n = sheaf.integer('n', 0, 4);
var log = [], o = {};

function items(count) {
  let at = 0;
  return {
    [Symbol.iterator]() {
      return this;
    },
    next() {
      log.push('next');
      return {value: at++, done: at > count};
    },
    return() {
      log.push('return');
      return {};
    },
  };
}
function target(name) {
  log.push(name);
  return o;
}
function logged() {
  const text = log.join();
  log = [];
  return text;
}

[target('t1').a, target('t2').b = log.push('default')] = items(n);
const expected = n === 0 ? 't1,next,t2,default' : n === 1 ? 't1,next,t2,next,default'
  : 't1,next,t2,next,return';
sheaf.assert(logged() === expected);

let [first = log.push('default'), ...others] = items(n);
sheaf.assert(others.length === (n === 0 ? 0 : n - 1));
logged();

let message = '';
try {
  [target('t3').a, (() => {
    throw new Error('thrown');
  })().b] = items(4);
} catch (error) {
  message = error.message;
}
sheaf.assert(message === 'thrown' && logged() === 't3,next,return');

({[(log.push('key'), 'a')]: target('t4').c, missing: target('t5').d = log.push('default')} = o);
sheaf.assert(logged() === 'key,t4,t5,default');

function* waiting() {
  const [a = yield 1, b = yield 2] = items(0);
  return a + b;
}
const left = waiting();
left.next();
left.return(7);
sheaf.assert(logged() === 'next');

let list = [1, 2, n];
[list[0], list[1]] = [list[1], list[0]];
[list[1], list[2]] = list;
sheaf.assert(list.join() === '2,2,2');

let converted = 0;
const key = {
  toString() {
    converted++;
    return 'k';
  },
};
const values = {k: n};
values[key] += 1;
values[key]++;
sheaf.assert(values.k === n + 2 && converted === 2);

let named, unnamed;
named = (function () {});
(unnamed) = function () {};
sheaf.assert(named.name === 'named' && unnamed.name === '');
let {pattern = (() => 1), other = (0, () => 1)} = {};
sheaf.assert(pattern.name === 'pattern' && other.name === '');

for (let i = 0, first = () => i++, other; i < 2; i++) {
  other = () => i;
  first();
  sheaf.assert(other() === i && first() === 2 * i + 1);
}

let read = 0;
const {a: taken, ...rest} = {
  get a() {
    return ++read;
  },
  b: n,
};
sheaf.assert(read === 1 && rest.b === n && Object.keys(rest).join() === 'b');

let early = '';
try {
  class Own extends Own {}
} catch (error) {
  early = error.name;
}
sheaf.assert(early === 'ReferenceError');
class Bare { }
class Odd extends Bare { constructor() { super[super()]; } }
try { new Odd(); } catch (error) { sheaf.assert(error instanceof ReferenceError); }
