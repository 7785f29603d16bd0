// Arrays as examples of ExpoSE's inputs, and inputs of any type.
// expect: bug uncaught-exception @13
var S$ = require('S$');
var list = S$.symbol('list', [1]), words = S$.symbol('words', ['a']);
S$.assume(list.length < 3 && words.length < 2);
for (const item of list) S$.assert(typeof item === 'number' && item % 1 === 0);
for (const word of words) S$.assert(typeof word === 'string' && word.length <= 8);
var sum = 0;
for (const item of list) {
  S$.assume(item > 0 && item < 10);
  sum += item;
}
if (sum === 17 && words[0] === 'hi') throw new Error('found');
