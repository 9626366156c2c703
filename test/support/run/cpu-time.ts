/** Loaded before each file of tests: notes how much processor time the file took, with the processes that it started and that ended. */
import { readFileSync } from "node:fs";
import { afterAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of a file of tests, in seconds. */
    cpuSeconds?: number;
  }
}

const TICKS_PER_SECOND = 100;
const isLinux = process.platform === "linux";
const before = cpuSeconds();

// oxlint-disable-next-line no-empty-pattern -- the pattern tells vitest what a hook asks for.
afterAll(({}, file) => {
  file.meta.cpuSeconds = cpuSeconds() - before;
});

/** Of this process, and where the system tells it of the children that it waited for. */
function cpuSeconds(): number {
  if (!isLinux) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
  // utime, stime, cutime and cstime of proc(5), counted after the name of the program.
  const stat = readFileSync("/proc/self/stat", "utf8");
  const ticks = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 16);
  return ticks.reduce((sum, one) => sum + Number(one), 0) / TICKS_PER_SECOND;
}
