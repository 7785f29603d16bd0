// A variable that only a text of `eval` declares exists as soon as the text has run.
// expect: bug assertion @12
// expect: incomplete unmodelled-call
const n = sheaf.integer('n', 0, 9);
let fresh = 'outside';
function declares() {
  const before = fresh;
  if (n > 4) eval('var fresh = n');
  fresh += 1;
  return before + fresh;
}
sheaf.assert(declares() !== 'outside8', 'seven');
sheaf.assert(fresh === (n > 4 ? 'outside' : 'outside1'));
function twice() {
  const kind = () => typeof late, kinds = kind();
  eval('var late = 1; function add(a) { return late += a; }');
  eval('var late; late *= 2');
  return kinds + kind() + add(n) + late;
}
sheaf.assert(twice() === 'undefinednumber' + (n + 2) + (n + 2));
function* steps() { eval('var at = 0'); while (at < n) yield at++; }
sheaf.assert([...steps()].length === n);
function conflicts() { let held = 1; { eval('var held = 2'); } }
let rejected = 0;
try { conflicts(); } catch (error) { rejected += error instanceof SyntaxError; }
try { missing; } catch (error) { rejected += error instanceof ReferenceError; }
function assigns() { assigned = (eval('var assigned = 1'), n); return assigned; }
sheaf.assert(rejected === 2 && assigns() === 1 && globalThis.assigned === n);
function inWith(object) { with (object) { eval('var held = 1'); return held; } }
sheaf.assert(n < 9 || inWith({}) === 1);
function lists(a = eval('var listed = n; 1'), get = () => listed) { listed += a; return get(); }
sheaf.assert(lists() === n + 1 && typeof listed === 'undefined');
