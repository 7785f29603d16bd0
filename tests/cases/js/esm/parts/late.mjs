import { ten } from './other.mjs';
export default await new Promise(done => setTimeout(done, 3, ten));
