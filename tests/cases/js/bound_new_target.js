// Another `new.target` than a bound function stays, through any number of them.
// expect: safe
function Base() { this.made = new.target; }
const bound = Base.bind(null), twice = bound.bind(null);
bound.prototype = twice.prototype = {};
class Derived extends twice {}
const own = sheaf.boolean('own');
const object = own ? new twice() : new Derived();
sheaf.assert(object.made === (own ? Base : Derived));
