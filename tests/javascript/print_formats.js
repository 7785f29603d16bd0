// Directives of console.log, and util.
const util = require('util');
console.log('%s is %d years and %i, %f, %j %O %% %c x', 'Bob', 42.5, 42.9, '1.5', {a: 1}, {b: {c: {d: {}}}}, 'css', 'extra', {z: 1});
console.log('%s', {a: 1}, '%s', null, undefined, -0, [-0], 10n, [10n], Symbol('t'), [Symbol('t')]);
console.log('%d', '0x10', '%');
console.log('100%', 5);
console.log('%s');
console.log('a%sb%sc', 1);
console.log('%s|%s|%s|%s', function f() {}, class A {}, [1, [2]], new Date(0));
console.log('%s', {toString() { return 'own'; }});
console.log('%i %i %d %d', '42abc', {}, {}, '1e3');
console.info('info', [1]);
console.debug({d: 1});
console.log(util.inspect({a: {b: {c: {d: {}}}}}, {depth: 0}), util.inspect({a: {b: {c: {d: {}}}}}, {depth: null}));
console.log(util.format('%s-%d', 'a', 5, 'z'), util.inspect('str'), util.inspect(new Map([['k', 1]])));
console.log(util.isDeepStrictEqual({a: [1]}, {a: [1]}), util.isDeepStrictEqual({a: [1]}, {a: ['1']}));
function Child() {}
function Parent() {}
util.inherits(Child, Parent);
console.log(new Child() instanceof Parent, Child.super_ === Parent);
console.log(process.argv.slice(2), process.argv.length);
