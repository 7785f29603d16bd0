// The texts of errors that operators throw, as node's.
// expect: safe
var c = sheaf.boolean('c');
var o = {a: {}, list: [1]}, nothing, nil = null, key = 'key';
class Made {}
var seen = [];
function check(run, expected) {
  var text = 'none';
  try {
    run();
  } catch (error) {
    text = error.message;
  }
  if (text !== expected) seen.push(`${text} / ${expected}`);
}
check(() => o.x(), 'o.x is not a function');
check(() => o['x'](), 'o.x is not a function');
check(() => o[key](), 'o[key] is not a function');
check(() => o.a.b(), 'o.a.b is not a function');
check(() => nothing(), 'nothing is not a function');
check(() => (o.x || o.y)(), '(o.x || o.y) is not a function');
check(() => (() => 1)()(), '(intermediate value)(...) is not a function');
check(() => 'abc'(), '"abc" is not a function');
check(() => new Made().x(), '(intermediate value).x is not a function');
check(() => [1].map({}), '#<Object> is not a function');
check(() => [1].map(new Made()), '#<Made> is not a function');
check(() => nothing.x, "Cannot read properties of undefined (reading 'x')");
check(() => nil[0], "Cannot read properties of null (reading '0')");
check(() => nothing[Symbol('s')], "Cannot read properties of undefined (reading 'Symbol(s)')");
check(() => { nil.x = c; }, "Cannot set properties of null (setting 'x')");
check(() => { delete nil.x; }, 'Cannot convert undefined or null to object');
check(() => { const [a] = nothing; }, 'nothing is not iterable');
check(() => { for (const a of o) ; }, 'o is not iterable');
check(() => [...o.a], 'o.a is not iterable');
check(() => Math.max(...o), 'Spread syntax requires ...iterable[Symbol.iterator] to be a function');
check(() => new Set(5), 'number 5 is not iterable (cannot read property Symbol(Symbol.iterator))');
check(() => new Map([1]), 'Iterator value 1 is not an entry object');
check(() => { const {a} = nil; }, "Cannot destructure property 'a' of 'nil' as it is null.");
check(() => { const {} = nothing; }, "Cannot destructure 'nothing' as it is undefined.");
check(() => (({a}) => a)(), "Cannot destructure property 'a' of 'undefined' as it is undefined.");
check(() => { const {a: {b}} = o; const {x: {y}} = o; }, 'Cannot read properties of undefined '
  + "(reading 'y')");
check(() => { const a = 1; a = 2; }, 'Assignment to constant variable.');
check(() => new o.a(), 'o.a is not a constructor');
check(() => new (() => {})(), '(intermediate value) is not a constructor');
check(() => Made(), "Class constructor Made cannot be invoked without 'new'");
check(() => { class B extends o {} }, 'Class extends value #<Object> is not a constructor or null');
check(() => 'a' in 'b', "Cannot use 'in' operator to search for 'a' in b");
check(() => o instanceof o, "Right-hand side of 'instanceof' is not callable");
check(function () { 'use strict'; 'abc'.x = 1; }, "Cannot create property 'x' on string 'abc'");
check(function () { 'use strict'; 'abc'[0] = 1; }, "Cannot assign to read only property '0' of "
  + "string 'abc'");
check(function () { 'use strict'; ({get a() {}}).a = 1; }, 'Cannot set property a of #<Object> which '
  + 'has only a getter');
check(() => Object.defineProperty({}, 'a', {get: 1}), 'Getter must be a function: 1');
check(() => Number.prototype.valueOf.call(''), "Number.prototype.valueOf requires that 'this' be a "
  + 'Number');
check(() => JSON.parse('{"a" 1}'), "Expected ':' after property name in JSON at position 5");
check(() => JSON.parse('[1,]'), `Unexpected token ']', "[1,]" is not valid JSON`);
check(() => { o.o = o; JSON.stringify(o); }, 'Converting circular structure to JSON\n    --> starting '
  + "at object with constructor 'Object'\n    --- property 'o' closes the circle");
sheaf.assert(seen.length === 0, 'another message');
