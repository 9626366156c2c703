/** Each fault that a seam puts in is found by the seed that is kept with it, which finds nothing without it. */
import { expect, test } from "vitest";
import { slice } from "../support/run/scale.ts";
import { drawHistory } from "./draw/history.ts";
import { simulate } from "./run/simulate.ts";
import { seams } from "./seams.ts";

test.for(slice(seams, { test: 2 }))("$name", async ({ seed, check, wrap }) => {
  const history = drawHistory(seed);
  const clean = await simulate(history);
  expect(clean.failure).toBe(undefined);
  const isOther = (finding: { readonly check: string }) => !finding.check.startsWith(check);
  const spoilt = await simulate(history, { seam: wrap(), passes: isOther });
  expect(spoilt.failure?.check).toMatch(new RegExp(`^${check}`));
});
