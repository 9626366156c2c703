/**
 * The examples and the project's own manifests, and round trips of imports, against the server that
 * PLUMBLINE_LIVE_URL names; without one a few of them against the included server, through the lane.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { caseNames } from "../support/estates/corpus-case.ts";
import { examples } from "../support/project/examples.ts";
import { slice } from "../support/run/scale.ts";
import { openDoor, type Door } from "./door.ts";
import { runExample } from "./example.ts";
import { groundsFor } from "./grounds.ts";
import { roundTrip } from "./round-trip.ts";
import { ownLane } from "./own-lane.ts";

const live = openDoor();
const folders = ["manifests", ...examples.map((name) => `examples/${name}`)];

/** One estate of each noun that somebody may have made elsewhere. */
const imported = caseNames.filter((name) =>
  /^(?:workspace--created|store--folder-created|datastore--created|coveragestore--created|style--(?:created|package-created|sld-to-css)|rules--(?:added|services-changed)|group--(?:created|nested)|layer--declared-whole|user--created|mode--let-go|featuretype--settings-changed|wmsstore--fields-changed|names--with-dots)$/.test(
    name,
  ),
);

let door: Door;
let close: () => Promise<unknown> = async () => undefined;
const scratch = mkdtempSync(join(tmpdir(), "plumbline-lane-"));

beforeAll(async () => {
  if (live === undefined) ({ door, close } = await ownLane());
  else door = live;
});

afterAll(async () => {
  await close();
  rmSync(scratch, { recursive: true, force: true });
});

const few = <Element>(all: readonly Element[]) =>
  live === undefined ? slice(all, { test: 1 }) : all;

describe("examples", () => {
  test.for(few(folders))("%s", async (folder) => {
    const grounds = groundsFor(door.info);
    const { outcome, because } = await runExample(door, folder, grounds);
    expect(outcome, because).not.toBe("failed");
  });
});

describe("imports", () => {
  test.for(few(imported))("%s", async (name) => {
    const grounds = groundsFor(door.info);
    const { outcome, because } = await roundTrip(door, name, grounds);
    expect(outcome, because).not.toBe("failed");
  });
});
