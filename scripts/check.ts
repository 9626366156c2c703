/** Everything that must hold before a change lands: form, rules, types, dead code, tests. */
import { runAll } from "./run.ts";

runAll([
  { name: "format", command: ["oxfmt", "--check", "src", "test", "scripts", "bin"] },
  {
    name: "lint",
    command: ["oxlint", "--type-aware", "--type-check", "src", "test", "scripts", "bin"],
  },
  { name: "types", command: ["tsc"] },
  { name: "dead code", command: ["knip"] },
  { name: "tests", command: ["vitest", "run"] },
]);
