/** Loaded before each file of tests: notes how much processor time the file took, with the processes that it started and that ended. */
import { afterAll } from "vitest";
import { processorTime } from "../../../scripts/processor-time.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of a file of tests, in seconds. */
    cpuSeconds?: number;
  }
}

const before = cpuSeconds();

// oxlint-disable-next-line no-empty-pattern -- the pattern tells vitest what a hook asks for.
afterAll(({}, file) => {
  file.meta.cpuSeconds = cpuSeconds() - before;
});

/** Of this process, and where the system shows it of the children that it waited for. */
function cpuSeconds(): number {
  const found = processorTime("self");
  if (found !== undefined) return found.own + found.ended;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
