// Combinations pass their own functions to `then`; a promise is settled once.
// expect: safe
var given = [], log = [];
function thenable(...uses) {
  return { then(f, g) { given.push(f, g); for (const use of uses) use(f, g); } };
}
Promise.resolve = value => value;
Promise.race([thenable(), thenable()]);
sheaf.assert(given[0] === given[2] && given[1] === given[3]);
given = [];
Promise.all([thenable(), thenable()]);
sheaf.assert(given[0] !== given[2] && given[1] === given[3]);
given = [];
Promise.any([thenable(), thenable()]);
sheaf.assert(given[0] === given[2] && given[1] !== given[3]);
// Resolved with a promise that never settles: the second call is ignored.
Promise.race([thenable(f => f(new Promise(() => {})), f => f('second'))]).then(v => log.push(v));
Promise.any([thenable(f => f(new Promise(() => {})), f => f('second'))]).then(v => log.push(v));
Promise.race([thenable(f => f(new Promise(() => {})), (f, g) => g('second'))]).catch(v => log.push(v));
Promise.allSettled([thenable(f => f(1), (f, g) => g(2)), thenable(f => f(3))]).then(list => {
  log.push(list.map(it => it.status + (it.value || it.reason)).join());
});
setTimeout(() => sheaf.assert(log.join(';') === 'fulfilled1,fulfilled3'));
