// `lastIndex` moves, and starts again after a miss.
// expect: safe
var s = sheaf.string('s', 3), p = /a/g, count = 0;
while (p.test(s)) count++;
sheaf.assert(p.lastIndex === 0 && count === s.split('a').length - 1);
