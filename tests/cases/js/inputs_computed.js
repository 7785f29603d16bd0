// Names of inputs and examples of Jalangi may be computed.
// expect: bug assertion @12
// expect: bug assertion @15
// expect: bug assertion @18
// expect: bug assertion @21
// expect: bug assertion @25
// expect: bug assertion @26
// expect: bug assertion @29
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
for (let k = 0; k < 2; k++) {
  const any = sheaf.value('any' + k, 2);
  sheaf.assert(k === 0 || any !== null);
  sheaf.assert(k === 0 || any !== 'ab');
}
const symbols = S$.symbol('list' + count, [1]);
sheaf.assert(symbols.length !== 2 || symbols[0] + symbols[1] !== 9);
