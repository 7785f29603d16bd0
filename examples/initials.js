// The first letters of the words of a name, each with a dot.
function initials(name) {
  return name.split(' ').map((word) => word[0].concat('.')).join(' ');
}
