/** A reporter that says at the end of a run which lane was left out, and how to run it. */
import type { Reporter, TestModule } from "vitest/node";
import { PROGRAMS } from "./parts.ts";

/** Speaks last, where the filter of the run leaves out tests that meet programs of the machine. */
export const leftOut: Reporter = {
  onTestRunEnd(modules) {
    const filter = modules[0]?.project.vitest.config.tagsFilter ?? [];
    process.stdout.write(tellLeftOut(filter, countPrograms(modules)));
  },
};

/**
 * What the end of a run says of the lane that it left out; empty where it left out nothing.
 * `filter` is the `--tagsFilter` of the run, `count` how many tests of the lane its files hold.
 */
export function tellLeftOut(filter: readonly string[], count: number): string {
  const isLeftOut = filter.some((each) => PROGRAMS.tags.some((tag) => each.trim() === `!${tag}`));
  if (!isLeftOut || count === 0) return "";
  const tests = count === 1 ? "1 test" : `${count} tests`;
  return (
    `\nLEFT OUT: ${tests} of the lane "programs" (PostgreSQL, browsers, shells, containers and the like).\n` +
    `They run with:  npm run test:programs\n`
  );
}

function countPrograms(modules: readonly TestModule[]): number {
  const counts = modules.map((module) =>
    Array.from(module.children.allTests()).filter(({ tags }) =>
      PROGRAMS.tags.some((tag) => tags.includes(tag)),
    ),
  );
  return counts.flat().length;
}
