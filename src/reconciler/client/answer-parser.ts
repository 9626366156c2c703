/**
 * The parser of answers is WebAssembly inside undici. V8 compiles it anew, for speed, once it was
 * busy for a few answers, and a process that is over by then waits at its end until that is done.
 */
import { setFlagsFromString } from "node:v8";

/** What V8 lets code run before it compiles it anew, in bytes of the code: its own choice, and ours. */
const budgets = { usual: 13_000_000, patient: 1_000_000_000 };

/** Who connects to a server, and tells when that is done. */
interface Connecting {
  readonly once: (event: "connect", listener: () => void) => unknown;
}

/** Lets V8 wait until some hundreds of answers came; to be called before the first request. */
export function compileParserLate(pool: Connecting): void {
  setBudget(budgets.patient);
  // The parser keeps the budget it began with; code that was compiled before is only good under its flags.
  pool.once("connect", () => setBudget(budgets.usual));
}

function setBudget(bytes: number): void {
  setFlagsFromString(`--wasm-tiering-budget=${bytes}`);
}
