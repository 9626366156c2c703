/** A reporter that says at the end of a run which files took most processor time. */
import { relative } from "node:path";
import type { Reporter } from "vitest/node";

const SHOWN = 10;

/** Prints the dearest files, in seconds of processor time; in full where PLUMBLINE_TEST_COSTS is set. */
export const dearestFiles: Reporter = {
  onTestRunEnd(modules) {
    const costs = modules
      .map((module) => ({
        name: relative(process.cwd(), module.moduleId),
        seconds: module.meta().cpuSeconds ?? 0,
      }))
      .toSorted((one, other) => other.seconds - one.seconds);
    if (costs.length <= SHOWN) return;
    const shown = process.env["PLUMBLINE_TEST_COSTS"] === "1" ? costs : costs.slice(0, SHOWN);
    const lines = shown.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
    const all = costs.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(0);
    process.stdout.write(
      `\nProcessor time of ${costs.length} files: ${all} s. Most of it:\n${lines.join("\n")}\n`,
    );
  },
};
