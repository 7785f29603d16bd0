// The name of a normal form that is chosen, or a string: valid ones do not throw.
// expect: bug assertion @8
// expect: bug assertion @10
const form = sheaf.choice('form', ['NFC', 'NFD', 'none']);
let length = 0;
try { length = 'e\u0301'.normalize(form).length; } catch (error) { length = 9; }
sheaf.assert(form !== 'none' || length === 9);
if (form === 'NFC') sheaf.assert(length !== 1);
const text = sheaf.string('text', 3);
try { 'x'.normalize(text); sheaf.assert(text !== 'NFC'); } catch (error) { if (text === 'NFD') throw error; }
