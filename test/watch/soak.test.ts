/** A short soak: the executable over a folder that is edited at random, its server restarted. */
import { expect, test } from "vitest";
import { problemsOf, soakWatch } from "../../scripts/soak/watch.ts";
import { isProof } from "../support/run/scale.ts";

test("random edits, half writes, broken manifests and restarts end in what the folder says", async () => {
  const much = { seconds: 240, edits: 300, restarts: 4 };
  const little = { seconds: 10, edits: 12, restarts: 1 };
  const report = await soakWatch({ ...(isProof ? much : little), seed: 3 });
  expect(problemsOf(report), JSON.stringify(report)).toEqual([]);
  expect(report.results["applied"]).toBeGreaterThan(0);
  expect(report.deletions).toBeGreaterThan(0);
}, 900_000);
