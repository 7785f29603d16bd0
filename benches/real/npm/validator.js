// What is an integer, or a number, converts to one.
const validator = require('validator');
const text = sheaf.string('text', 5);
if (validator.isInt(text)) sheaf.assert(Number.isInteger(Number(text)));
if (validator.isFloat(text)) sheaf.assert(!Number.isNaN(Number(text)));
