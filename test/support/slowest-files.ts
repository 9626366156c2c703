/** A reporter that says at the end of a run which files took longest. */
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const SHOWN = 10;

/** Prints the slowest files, in seconds. */
export const slowestFiles: Reporter = {
  onTestRunEnd(modules) {
    const times = modules.map((module) => ({
      name: relative(process.cwd(), module.moduleId),
      seconds: secondsOf(module),
    }));
    const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, SHOWN);
    if (times.length <= SHOWN) return;
    const lines = slowest.map(
      ({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`,
    );
    process.stdout.write(`\nSlowest files of ${times.length}:\n${lines.join("\n")}\n`);
  },
};

function secondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration) / 1_000;
}
