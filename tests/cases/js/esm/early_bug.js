// A module of a cycle uses what another one has initialized only on some paths.
// expect: bug uncaught-exception @11
import { set } from './parts/early.mjs';
export const n = sheaf.integer('n', 0, 3);
if (n === 2) early();
export let ready = true;
function early() {
  try { set(); } catch (e) { failed = e; }
}
var failed;
if (failed) throw failed;
