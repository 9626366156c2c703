/**
 * The oracle over every field that shows or hides something: it changes together with the rule that says who reads the
 * layer, in each direction, and nobody gets in between what they get neither before nor after.
 */
import { expect, test } from "vitest";
import { kinds } from "../../../src/reconciler/kinds/registry.ts";
import { slice } from "../../support/run/scale.ts";
import { serverNames } from "../../support/servers/servers.ts";
import { thing } from "../draw/draft.ts";
import { theirs } from "../draw/others.ts";
import type { History, Step, Thing } from "../history.ts";
import { audienceOf, rolesIn } from "../oracle/audience.ts";
import { applyStep, isStopped } from "../run/command.ts";
import { openPlace } from "../run/place.ts";
import { simulate } from "../run/simulate.ts";
import { exposedFields, type ExposedField } from "./fields.ts";

/** Who reads the layer before and after: it is opened, closed, or handed to others. */
const RULES = [
  [["ROLE_A"], ["*"]],
  [["*"], ["ROLE_A"]],
  [["ROLE_A"], ["ROLE_B"]],
] as const;

function stepOf(things: readonly Thing[], roles: readonly string[]): Step {
  const rules = { "ws1.la1.r": roles, "ws1.la1.w": roles };
  const access = thing(
    "AccessRules",
    { name: "rules" },
    { domain: "layers", mode: "merge", rules },
  );
  const all = [...things, access];
  return { about: "", estate: "alpha", things: all, prune: "owned", edits: [], runs: [] };
}

/** Changes of a field, each with a change of who reads. */
function historiesOf({ one, other }: ExposedField): readonly Omit<History, "server">[] {
  const ways = [
    [one, other],
    [other, one],
  ] as const;
  return ways.flatMap(([before, after]) =>
    RULES.map(([was, is]) => ({ theirs, steps: [stepOf(before, was), stepOf(after, is)] })),
  );
}

const cases = serverNames.flatMap((server) =>
  exposedFields.flatMap((field) =>
    historiesOf(field).map((history) => ({
      name: `${field.kind} ${field.field}`,
      server,
      history,
    })),
  ),
);

test.for(slice(cases, { test: 3 }))("$name on $server", async ({ server, history }) => {
  const { failure } = await simulate({ server, ...history });
  expect(failure).toBe(undefined);
});

/** What everybody gets once this is applied. */
async function audienceAfter(things: readonly Thing[]) {
  const place = await openPlace("stock");
  try {
    await place.edit(theirs);
    const step = stepOf(things, ["ROLE_A"]);
    const ended = await applyStep({
      exchange: place.exchange,
      folder: place.checkOut(step),
      step,
      faults: [],
      after: async () => undefined,
    });
    expect(isStopped(ended)).toBe(false);
    const world = await place.world();
    return audienceOf(world, rolesIn([world]));
  } finally {
    await place.close();
  }
}

const seen = exposedFields.filter(({ isSeen }) => isSeen);

test.for(slice(seen, { test: 2 }))("the oracle sees $kind $field", async ({ one, other }) => {
  expect(await audienceAfter(one)).not.toEqual(await audienceAfter(other));
});

test("every field that shows or hides something is here", () => {
  const told = [...kinds.values()].flatMap(({ name, manifest, fields }) =>
    Object.entries(fields).flatMap(([field, { exposure }]) =>
      manifest === undefined || exposure === undefined ? [] : [`${manifest.kind ?? name} ${field}`],
    ),
  );
  const here = exposedFields.map(({ kind, field }) => `${kind} ${field}`);
  expect(here.toSorted()).toEqual(told.toSorted());
});
