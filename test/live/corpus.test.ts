/**
 * The corpus against the server that PLUMBLINE_LIVE_URL names; without one against the included server
 * in its stock dialect, through the same lane, so that this stays fit for use.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { caseNames } from "../support/corpus-case.ts";
import { isProof, slice } from "../support/scale.ts";
import { runCase } from "./case.ts";
import { groundsFor } from "./grounds.ts";
import { openDoor } from "./door.ts";
import { ownLane, type OwnLane } from "./own-lane.ts";

const door = openDoor();

describe.skipIf(door === undefined)("corpus, a server that was given", () => {
  test.for(caseNames)("%s", async (name) => {
    if (door === undefined) return;
    const verdict = await runCase(door, name, groundsFor(door.info));
    expect(verdict.outcome, verdict.because).not.toBe("failed");
  });
});

describe.skipIf(door !== undefined)("corpus through the lane, the included server", () => {
  let lane: OwnLane;
  beforeAll(async () => {
    lane = await ownLane();
  });
  afterAll(async () => {
    const told = await lane?.close();
    if (isProof) process.stdout.write(told);
  });

  test.for(slice(caseNames, { test: 6 }))("%s", async (name) => {
    const verdict = await runCase(lane.door, name, groundsFor(lane.door.info, false));
    expect(verdict.outcome, verdict.because).toBe("held");
  });
});
