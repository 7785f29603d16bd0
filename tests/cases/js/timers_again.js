// Timers that start again, callbacks that add others, and what timers are.
// expect: safe
var order = [];
var again = setTimeout(() => {
  order.push('again');
  if (order.length < 6) again.refresh();
}, 120);
setTimeout(() => {
  setTimeout(() => order.push('late'), 1);
  setImmediate(() => order.push('immediate'));
}, 1);
var moved = setTimeout(() => order.push('moved'), 60);
setTimeout(() => order.push('other'), 60);
moved.refresh();
var stopped = setTimeout(() => order.push('stopped'), 1);
clearTimeout(stopped);
stopped.refresh();
var immediate = setImmediate(() => {});
sheaf.assert(immediate.hasRef() && !immediate.unref().hasRef() && immediate.ref() === immediate);
sheaf.assert(immediate.constructor.name === 'Immediate' && again.constructor.name === 'Timeout');
sheaf.assert(again instanceof again.constructor);
setTimeout(() => {
  sheaf.assert(order.join() === 'immediate,late,other,moved,again,again');
}, 600);
