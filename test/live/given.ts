/** The server that was given, in the place of one that a scenario starts. */
import type { FastifyInstance } from "fastify";
import { expect, onTestFinished } from "vitest";
import type { DialectName } from "../../src/model/dialect.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { openDoor } from "./door.ts";

const door = openDoor();

/** Scenarios that need more than a foreign server promises, by a part of their names, with what that is. */
const ours: readonly (readonly [name: string, because: string])[] = [
  ["what a cascade would delete counts as transferred", "its mapping has no tables"],
  ["what is ignored is referred to, and neither read nor written", "it counts on digests"],
];

/** An empty catalog of a dialect: the server under test for the stock one, where there is one; else one of our own. */
export async function startEmpty(dialect: DialectName): Promise<FastifyInstance> {
  if (door === undefined || dialect !== "geoserver") return (await startCatalog({ dialect })).app;
  const name = expect.getState().currentTestName ?? "";
  const [, because] = ours.find(([part]) => name.includes(part)) ?? [];
  if (because !== undefined) {
    process.stderr.write(`SKIPPED, ${because}: ${name}\n`);
    await door.begin(name);
    await door.record({ table: "scenarios", case: name, cells: {}, outcome: "skipped", because });
    return (await startCatalog({ dialect })).app;
  }
  const left = await door.begin(`scenario: ${name}`);
  expect(left, "the server could not be cleaned").toEqual([]);
  onTestFinished(async ({ task }) => {
    const { state, errors } = task.result ?? {};
    const because = errors?.[0]?.message.split("\n")[0];
    const outcome = state === "fail" ? "failed" : "held";
    await door.record({
      table: "scenarios",
      case: name,
      cells: {},
      outcome,
      ...(because === undefined ? {} : { because }),
    });
  });
  return door.app;
}
