// Closures share what they capture, and each round of a loop has a variable of its own.
// expect: bug assertion @22
function counter() {
  let n = 0;
  return { up: function () { n += 1; return n; }, value: () => n };
}
var a = counter(), b = counter();
a.up();
if (sheaf.boolean('again')) a.up();
b.up();
sheaf.assert(b.value() === 1);
sheaf.assert(a.value() >= 1 && a.value() <= 2);

var all = [];
for (let i = 0; i < 3; i++) all.push(() => i);
sheaf.assert(all[0]() === 0 && all[2]() === 2);
var late = [];
for (var j = 0; j < 3; j++) late.push(function () { return j; });
sheaf.assert(late[0]() === 3);

var total = a.value();
sheaf.assert(total !== 2, 'not twice');
