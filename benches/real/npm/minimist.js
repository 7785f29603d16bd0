// What is no option is an argument, and arguments are strings or numbers.
const minimist = require('minimist');
const word = sheaf.string('word', 4);
const options = minimist(['x', word]);
sheaf.assert(options._[0] === 'x');
for (const each of options._) sheaf.assert(typeof each === 'string' || typeof each === 'number');
