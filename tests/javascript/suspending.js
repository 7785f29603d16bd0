// Generators, async functions, promises and timers, in the order of node.
function* g(n) { for (let i = 0; i < n; i++) { const r = yield i * 2; if (r) console.log('got ' + r); } return 'end'; }
const it = g(3);
console.log(it.next().value, it.next('a').value, it.next('b').value);
console.log(JSON.stringify(it.next()), JSON.stringify(it.next()));
for (const v of g(4)) { if (v === 4) break; console.log(v); }
function* h() { try { const x = yield 1; console.log('x', x); yield* [10, 20]; const r = yield* g(2); console.log('r', r); } finally { console.log('fin'); } }
for (const v of h()) console.log('h', v);
const k = h(); k.next(); console.log(JSON.stringify(k.return(5)));
const m = h(); m.next(); try { m.throw(new Error('boo')); } catch (e) { console.log(e.message); }
console.log([...g(3)].join(), Math.max(...g(5)));
const [a, b] = g(10); console.log(a, b);
class C { *[Symbol.iterator]() { yield* [1,2,3]; } static *s() { yield this.name; } }
console.log([...new C()].join(), [...C.s()].join());
const closing = { [Symbol.iterator]() { let i = 0; return { next() { return {value: i++, done: false}; }, return(v) { console.log('closed'); return {}; } }; } };
for (const x of closing) { if (x > 2) break; }
outer: for (const y of [1,2]) for (const x of closing) { if (x > 1) continue outer; }
try { for (const x of closing) throw new Error('t'); } catch (e) { console.log(e.message); }
function f() { for (const x of closing) return x; } console.log(f());
const [q] = closing; console.log(q);
async function af(x) { console.log('start', x); const y = await x; console.log('after', y); return y + 1; }
af(1).then(v => console.log('then', v));
(async () => { try { await Promise.reject(new Error('rej')); } catch (e) { console.log('caught', e.message); } finally { console.log('f'); } })();
Promise.resolve(1).then(v => { console.log('p1', v); return 2; }).then(v => console.log('p2', v)).finally(() => console.log('pf'));
setTimeout(() => console.log('t0'), 0); setTimeout(() => console.log('t5'), 100); setTimeout((x) => console.log('t2', x), 40, 'arg');
queueMicrotask(() => console.log('micro'));
Promise.all([1, Promise.resolve(2), af(5)]).then(l => console.log('all', l.join()));
Promise.allSettled([Promise.reject(1), 2]).then(l => console.log(JSON.stringify(l)));
Promise.any([Promise.reject(1), Promise.resolve(3)]).then(v => console.log('any', v));
Promise.any([Promise.reject(1)]).catch(e => console.log(e.name, e.message, e.errors.join()));
Promise.race([new Promise(r => setTimeout(r, 60, 'slow')), new Promise(r => setTimeout(r, 20, 'fast'))]).then(v => console.log('race', v));
async function* ag() { for (let i = 0; i < 3; i++) { await null; yield i; } }
(async () => { for await (const x of ag()) { console.log('ag', x); if (x === 1) break; } for await (const x of [Promise.resolve('pr'), 'v']) console.log(x); })();
console.log('sync end');
let n = 0; const iv = setInterval(() => { console.log('iv', ++n); if (n === 3) clearInterval(iv); }, 80);
async function* inner() { const sent = yield 'a'; console.log('sent', sent); yield 'b'; return 'r'; }
async function* outer() { console.log('inner returns', await (yield* inner())); yield* ['c']; }
(async () => {
  const it = outer();
  for (const sent of [0, 1, 2, 3, 4]) console.log(JSON.stringify(await it.next(sent)));
  const early = outer();
  await early.next();
  console.log(JSON.stringify(await early.return(7)), JSON.stringify(await early.next()));
})();
