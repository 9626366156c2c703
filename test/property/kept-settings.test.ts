/**
 * What somebody set on a server is there again after what has it was recreated, moved or renamed, or the
 * plan was stopped by a danger that names it: every element of the documents, on every server.
 */
import { describe, expect, test } from "vitest";
import { rehearse } from "../../src/rehearsal/rehearse.ts";
import { coverageDocument } from "../../src/model/coverage.ts";
import { featureTypeDocument } from "../../src/model/feature-type.ts";
import { layerDocument } from "../../src/model/layer.ts";
import { COVERAGE_TAIL, HEAD, SERVICES, TYPE_TAIL } from "../stock/published-elements.ts";
import { connectTo } from "../support/servers/catalog.ts";
import { estateOf } from "../support/estates/estate.ts";
import {
  settingsOf,
  SHOWN,
  unnamed,
  type Root,
  type ServerName,
} from "../support/estates/kept-elements.ts";
import { operations, type Operation } from "../support/estates/kept-operations.ts";
import {
  cutOff,
  everything,
  finish,
  foretell,
  stage,
  untold,
  type Wish,
} from "../support/estates/kept-runs.ts";
import { numbers } from "../support/run/numbers.ts";
import { isProof, oneByFile, scale, slice } from "../support/run/scale.ts";

const servers: readonly ServerName[] = ["documented", "geoserver", "stock"];

/** Sets elements, operates, and sees that each of them is there again, or was named before. */
async function expectKept(server: ServerName, operation: Operation, wishes: readonly Wish[]) {
  const at = await stage(server, operation, wishes);
  const { words, dangers } = await foretell(at);
  expect(untold(await finish(at, dangers), words).join("\n")).toBe("");
}

/** What is set together: everything, or nothing of the layer or of what is behind it. */
const parts: Readonly<Record<string, (wish: Wish) => boolean>> = {
  "all elements": () => true,
  "what is behind layers": ({ subject: { root } }) => root !== "layer",
  "what layers have themselves": ({ subject: { root } }) => root === "layer",
};

const cells = Object.entries(parts).flatMap(([part, isIn]) =>
  operations.flatMap((operation) =>
    servers.map((server) => ({ part, isIn, operation, server, name: operation.name })),
  ),
);

/** More of the stock server, which costs next to nothing. */
const own = [
  ...slice(
    cells.filter(({ server }) => server === "stock"),
    { test: 10 },
  ),
  ...slice(
    cells.filter(({ server }) => server !== "stock"),
    { test: 4 },
  ),
];

describe("what somebody set is kept", () => {
  test.for(own)("$part, $name, $server", async ({ isIn, operation, server }) => {
    await expectKept(server, operation, everything(operation).filter(isIn));
  });

  const single = operations.flatMap((operation) =>
    everything(operation).flatMap((wish) => servers.map((server) => ({ operation, wish, server }))),
  );

  test.for(slice(single, { test: 3 }))(
    "$wish.name of a $wish.subject.root alone, $operation.name, $server",
    async ({ operation, wish, server }) => {
      await expectKept(server, operation, [wish]);
    },
  );
});

test("a policy that somebody set beside a system, where the server gives another with it", async () => {
  const operation =
    operations.find(({ name }) => name === "a coverage of another raster") ?? expect.unreachable();
  const values = { srs: "EPSG:25832", projectionPolicy: "FORCE_DECLARED" };
  const wishes = everything(operation).flatMap(({ subject, name }): readonly Wish[] =>
    subject.root === "coverage" && name in values
      ? [{ subject, name, value: values[name as keyof typeof values] }]
      : [],
  );
  await expectKept("geoserver", operation, wishes);
});

/** Not cut off here, since the next run does not know that a workspace which is gone was isolated. */
const UNCUT: ReadonlySet<string> = new Set(["a workspace of another name with what is in it"]);

/** A case by its number: some elements with some values, an operation, a server, and maybe a cut. */
function drawn(seed: number) {
  const next = numbers(seed * 7919 + 17);
  // The lowest bits of such numbers go round too soon.
  const one = <Element>(all: readonly Element[]): Element =>
    all[Math.floor(next() * all.length)] ?? expect.unreachable();
  const operation = one(operations);
  const server = one(isProof ? servers : (["stock"] as const));
  const share = next();
  const wishes = operation.subjects.flatMap((subject) =>
    settingsOf(subject.root)
      .filter(() => next() < share)
      .map(({ name, values }): Wish => ({ subject, name, value: one(values) })),
  );
  const isCut = next() < 0.6 && !UNCUT.has(operation.name);
  return { operation, server, wishes, cut: isCut ? 1 + Math.floor(next() * 5) : undefined };
}

describe("what somebody set is kept although a run is cut off", () => {
  const writes = [1, 2, 3, 4, 5, 6, 7] as const;
  const cuts = operations
    .filter(({ name }) => !UNCUT.has(name))
    .flatMap((operation) =>
      servers.flatMap((server) => writes.map((cut) => ({ operation, server, cut }))),
    );

  // The coverage is gone with its layer, and the one that takes its name is not there yet: met by chance once.
  const between = cuts.filter(
    ({ operation, server, cut }) =>
      operation.name === "a coverage that is published from an image instead" &&
      server === "documented" &&
      cut === 1,
  );
  const some = new Set([...between, ...slice(cuts, { test: 2 })]);

  test.for([...some])(
    "$operation.name, $server, after $cut writes",
    async ({ operation, server, cut }) => {
      const at = await stage(server, operation, everything(operation));
      const { words, dangers } = await foretell(at);
      await cutOff(at, dangers, cut);
      const again = [...dangers, ...(await foretell(at)).dangers];
      expect(untold(await finish(at, again), words)).toEqual([]);
    },
  );
});

test("some elements with some values, and a run that is cut off on its way", async () => {
  const count = scale({ test: 3, proof: 200 });
  for (let seed = 0; seed < count; seed++) {
    const { operation, server, wishes, cut } = drawn(seed);
    const about = `case ${seed}: ${operation.name}, ${server}, cut off after ${cut} writes`;
    const at = await stage(server, operation, wishes);
    const { words, dangers } = await foretell(at);
    if (cut !== undefined) await cutOff(at, dangers, cut);
    // What was shown or lost before the cut was allowed then; the rest is allowed again.
    const again = cut === undefined ? dangers : [...dangers, ...(await foretell(at)).dangers];
    expect(`${about}\n${untold(await finish(at, again), words).join("\n")}`).toBe(`${about}\n`);
  }
}, 1_800_000);

describe("the table names every element", () => {
  const ordered = {
    featureType: featureTypeDocument.elements,
    coverage: coverageDocument.elements,
    layer: layerDocument.elements,
  } as const;

  test.for(Object.entries(ordered) as readonly [keyof typeof ordered, ReadonlySet<string>][])(
    "that our server writes of a %s",
    ([root, names]) => {
      expect(unnamed(root, names)).toEqual([]);
    },
  );

  test("that the stand-in of a stock server keeps", () => {
    const either = [...HEAD, ...SERVICES];
    expect(unnamed("featureType", [...either, ...TYPE_TAIL])).toEqual([]);
    expect(unnamed("coverage", [...either, ...COVERAGE_TAIL])).toEqual([]);
  });

  test("that a stock server has shown", () => {
    for (const [root, names] of Object.entries(SHOWN) as [Root, readonly string[]][])
      expect(unnamed(root, names)).toEqual([]);
  });
});

const ours = oneByFile(import.meta.url, ["documented", "geoserver"] as const);

describe.for(ours)("a rehearsal foretells it, %s", (server) => {
  const rehearsed = [
    "a mapped store that publishes other types",
    "a type that is mapped instead",
    "a feature type in another store",
    "a workspace of another name with what is in it",
  ];
  const names = slice(rehearsed, { test: 1 });

  test.for(names)("%s", async (name) => {
    const operation = operations.find((one) => one.name === name) ?? expect.unreachable();
    const at = await stage(server, operation, everything(operation));
    const { words, dangers } = await foretell(at);
    const connection = await connectTo(at.app);
    const stopped = await rehearse(estateOf(at.folder, { prune: "owned" }), connection);
    expect(new Set(stopped.planned.plan?.blocks.map((block) => block.name))).toEqual(
      new Set(dangers),
    );
    const estate = estateOf(at.folder, { prune: "owned", allow: dangers });
    const { planned, run } = await rehearse(estate, connection);
    expect(planned.plan?.blocks).toEqual([]);
    expect([run?.notRehearsed, run?.leftovers, run?.converged]).toEqual([[], [], true]);
    expect(untold(await finish(at, dangers), words).join("\n")).toBe("");
  });
});
