/** Whether the time of a regular expression grows with its text and no faster, by a checker of them. */
import { createRequire } from "node:module";
import type { Diagnostics } from "recheck";
import type { Expression } from "../support/project/expressions.ts";

// What the package gives to browsers starts no other program.
const { checkSync } = createRequire(import.meta.url)(
  "recheck/lib/browser.js",
) as typeof import("recheck");

/** No verdict depends on how busy the machine is; what takes so many milliseconds has none, and is tried the other way. */
const LIMITS = {
  timeout: 30_000,
  incubationTimeout: null,
  seedingTimeout: null,
  attackTimeout: null,
};

/** What is wrong with the growth of one look at a text; undefined for what grows in line with it. */
export function growthOf({ source, flags }: Expression): string | undefined {
  const found = checkSync(source, flags, LIMITS);
  if (found.status !== "unknown") return problemIn(found);
  return problemIn(checkSync(source, flags, { ...LIMITS, checker: "fuzz" }));
}

function problemIn(found: Diagnostics): string | undefined {
  if (found.status === "safe") return undefined;
  if (found.status === "unknown") return `unknown: ${JSON.stringify(found.error)}`;
  return `${found.complexity.summary}, by ${found.attack.pattern}`;
}
