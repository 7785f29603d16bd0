// Methods of a class that are found through two prototypes.
class Counter {
  constructor() { this.value = 0; }
  add(n) { this.value = this.value + n | 0; return this; }
}
class Limited extends Counter {
  limit(most) { if (this.value > most) this.value = 0; return this; }
}
function run(count) {
  const counter = new Limited();
  for (let i = 0; i < count; i++) counter.add(i).limit(1000000);
  return counter.value;
}
console.log(run(600000));
