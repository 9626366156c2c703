/**
 * Before the tests: Node keeps what it compiles for the processes and threads of a run. A server that is opened
 * from the sources starts threads with its first jobs, and each would strip and compile them anew.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Called by vitest, once for a run, and after temporary folders have their place. */
export function setup(): void {
  process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "plumbline-compile-cache");
}
