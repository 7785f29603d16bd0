// A table of texts at an index that is an input: elements that are equal, absent on one path, or
// not there at all.
// expect: bug assertion @14
// expect: bug assertion @15
// expect: bug assertion @16
// expect: bug assertion @19
const names = [];
for (let i = 0; i < 40; i++) names[i] = i % 3 ? 'n' + i : 'same';
names[7] = 7;
if (sheaf.boolean('without')) delete names[20];
const at = sheaf.integer('at', 0, 41);
const name = names[at];
if (at < 40 && at !== 20) sheaf.assert(name !== undefined);
if (at < 40) sheaf.assert(name !== undefined);
sheaf.assert(name !== undefined || at < 40);
sheaf.assert(name !== 7);
sheaf.assert(name !== 'same' || at % 3 === 0);
sheaf.assert(name === undefined || name === 7 || name === 'same' || name === 'n' + at);
sheaf.assert(name !== 'n38');
