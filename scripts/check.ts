/**
 * Everything that must hold before a change lands: form, rules, types, dead code, tests.
 *
 *   npm run check
 *   npm run check -- --tested    after the tests ran by themselves
 */
import { runAll } from "./run.ts";

const isTested = process.argv.includes("--tested");

runAll([
  { name: "format", command: ["oxfmt", "--check", "src", "test", "scripts", "bin"] },
  {
    name: "lint",
    command: ["oxlint", "--type-aware", "src", "test", "scripts", "bin"],
  },
  { name: "types", command: ["tsc"] },
  { name: "types of report pages", command: ["tsc", "-p", "src/report-page"] },
  { name: "types of the console", command: ["tsc", "--project", "src/console"] },
  { name: "dead code", command: ["knip"] },
  ...(isTested
    ? []
    : [
        { name: "tests, in both lanes", command: ["vitest", "run"] },
        { name: "slice on PostgreSQL", command: ["node", "scripts/lane.ts"] },
      ]),
]);
