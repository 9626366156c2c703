/**
 * The corpus against the server that PLUMBLINE_LIVE_URL names; without one against the included server
 * in its stock dialect, through the same lane, so that this stays fit for use.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { caseNames } from "../support/estates/corpus-case.ts";
import { isProof, slice } from "../support/run/scale.ts";
import { runCase } from "./case.ts";
import { groundsFor } from "./grounds.ts";
import { openDoor, type Door } from "./door.ts";
import { ownLane } from "./own-lane.ts";

const door = openDoor();

/** A few of them suffice to see that the lane works; each costs more than in process. */
const own = slice(caseNames, { test: 2 });

let close: () => Promise<unknown> = async () => undefined;
let at: Door;

beforeAll(async () => {
  if (door === undefined) ({ door: at, close } = await ownLane());
  else at = door;
});
afterAll(async () => {
  const told = await close();
  if (isProof && typeof told === "string") process.stdout.write(told);
});

describe(`corpus, ${door === undefined ? "the included server" : "a server that was given"}`, () => {
  test.for(door === undefined ? own : caseNames)("%s", async (name) => {
    const grounds = groundsFor(at.info);
    const { outcome, because } = await runCase(at, name, grounds);
    if (door === undefined) expect(outcome, because).toBe("held");
    else expect(outcome, because).not.toBe("failed");
  });
});
