// Names of inputs and examples of Jalangi may be computed.
// expect: bug assertion @9
// expect: bug assertion @12
// expect: bug assertion @15
// expect: bug assertion @18
const keys = [], list = ['a', 'b', 'c'];
let count = 0;
for (let i = 0; i < 3; i++) keys.push(sheaf.boolean('k' + count++));
sheaf.assert(count !== 3 || !(keys[0] && keys[1] && !keys[2]));
let sum = 0;
for (const name of list) sum += sheaf.integer(`${name}[${count}]`, 0, 9);
sheaf.assert(sum !== 27);
const words = list.map((name) => sheaf.string(name.toUpperCase(), 2));
const chosen = list.map((name) => sheaf.choice(name + '?', list));
sheaf.assert(words.join('') !== 'xyzz' || chosen.join('') !== 'cab');
let total = 0;
for (let i = 0; i < 2; i++) total += J$.readInput(i);
sheaf.assert(total !== 1234);
sheaf.assert(typeof J$.readInput(list[0]) === 'string' && typeof J$.readInput(list.length > 2) === 'boolean');
