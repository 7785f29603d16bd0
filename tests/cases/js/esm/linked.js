// ES modules: bindings are live, cycles work, CommonJS modules have a default.
// expect: safe
import zero, { count, add, more, Step as S, ten, strict } from './parts/counter.mjs';
import * as all from './parts/counter.mjs';
import old, { limit } from './parts/old.cjs';
import other from './parts/other.mjs';
export function half(k) { return (k - k % 2) / 2; }
var n = sheaf.integer('n', 0, 9);
sheaf.assert(count === 0 && zero === 0);
sheaf.assert(add(n) === half(n) && count === n && zero === n && all.count === n);
more(1);
sheaf.assert(all.default === n + 1 && new S(n).k === n);
sheaf.assert(ten === 10 && old.limit === limit && other === 10 && strict);
sheaf.assert(Object.keys(all).join() === 'Step,add,count,default,more,strict,ten');
var failed = 0;
try { count = 5; } catch (e) { failed += e instanceof TypeError; }
try { all.count = 5; } catch (e) { failed += e instanceof TypeError; }
sheaf.assert(failed === 2 && count === n + 1 && this === undefined);
let later;
import('./parts/late.mjs').then(m => { later = m.default; });
setTimeout(() => sheaf.assert(later === 10), 9);
