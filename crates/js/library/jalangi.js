// Jalangi's `J$.addAxiom(condition)`: only runs in which the condition holds count. Conditions after
// 'begin' are one condition from the next 'and' or 'or' on; 'ignore' drops the last of them.
const axiomGroups = [];

function addAxiom(axiom) {
  const count = axiomGroups.length;
  if (axiom === 'begin') {
    axiomGroups.push([]);
  } else if (axiom === 'and' || axiom === 'or') {
    if (count === 0) throw new Error("J$.addAxiom('begin') not found");
    const group = axiomGroups[count - 1];
    axiomGroups.length = count - 1;
    if (group.length > 0) addAxiom(combined(group, axiom === 'and'));
  } else if (axiom === 'ignore') {
    if (count === 0) runtime.unmodelled("J$.addAxiom('ignore') without 'begin'");
    const group = axiomGroups[count - 1];
    if (group.length > 0) group.length = group.length - 1;
  } else if (count > 0) {
    axiomGroups[count - 1].push(axiom);
  } else {
    sheaf.assume(axiom);
  }
}

// Whether all conditions hold, or one of them.
function combined(conditions, all) {
  for (let at = 0; at < conditions.length; at++) {
    if (!conditions[at] === all) return !all;
  }
  return all;
}

runtime.install(runtime.initial('library'), addAxiom);
