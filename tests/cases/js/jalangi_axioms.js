// Harnesses of Jalangi as they are: the module of inputs is not loaded, axioms are assumptions.
// expect: bug assertion @20
// expect: bug assertion @21
require('../../src/js/InputManager');
require(process.cwd() + '/inputs');
const x = J$.readInput(1), y = J$.readInput(1);
J$.addAxiom('begin');
J$.addAxiom('begin');
J$.addAxiom(x > 20);
J$.addAxiom(x < 30);
J$.addAxiom('and');
J$.addAxiom(x === 100);
J$.addAxiom('or');
J$.addAxiom('begin');
J$.addAxiom(y === 7);
J$.addAxiom(y === 8);
J$.addAxiom('ignore');
J$.addAxiom('and');
sheaf.assert(y === 7 && x > 20 && x <= 100);
sheaf.assert(x !== 100);
sheaf.assert(x !== 21);
