// Sorting is stable, for short and for long lists, and asks the comparison for few pairs.
// expect: bug assertion @19
const n = sheaf.integer('n', -100, 100), m = sheaf.integer('m', -100, 100);
const three = [n, 0, m].sort((a, b) => a - b);
sheaf.assert(three[0] <= three[1] && three[1] <= three[2] && three[0] + three[2] + three[1] === n + m);
const long = [];
for (let k = 0; k < 100; k++) long.push({k, by: k * 7 % 10});
let asked = 0;
long.sort((a, b) => (asked++, a.by - b.by));
for (let k = 1; k < 100; k++) {
  const [a, b] = [long[k - 1], long[k]];
  sheaf.assert(a.by < b.by || a.by === b.by && a.k < b.k);
}
sheaf.assert(asked < 700);
// What holds no order is sorted as by node.
sheaf.assert([5, 1, 4, 2, 3].sort((a, b) => a > b).join() === '5,1,4,2,3');
sheaf.assert([1, 2, 3, 4].sort(() => -1).join() === '4,3,2,1');
sheaf.assert([3, , undefined, n].sort((a, b) => b - a)[2] === undefined);
sheaf.assert(three[1] !== n);
// Fewer than two elements are left alone.
sheaf.assert(Object.freeze([n]).sort()[0] === n && Object.freeze([]).sort().length === 0);
