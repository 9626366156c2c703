/**
 * Random nests of layer groups and random removals: no group is left empty, holds something that
 * is gone, or holds itself.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { dialectOf } from "../../src/server/catalog/dialect.ts";
import { CatalogError } from "../../src/server/catalog/errors.ts";
import { publishFeatureType } from "../../src/server/catalog/feature-type.ts";
import {
  createLayerGroup,
  deleteLayerGroup,
  updateLayerGroup,
} from "../../src/server/catalog/layer-group.ts";
import { removeLayer } from "../../src/server/catalog/layer.ts";
import { prepareCatalog } from "../../src/server/catalog/start.ts";
import {
  serverOrigin,
  type CatalogReader,
  type CatalogWriter,
} from "../../src/server/catalog/unit-of-work.ts";
import { createWorkspace, deleteWorkspace } from "../../src/server/catalog/workspace.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { scale } from "../support/run/scale.ts";

const layers = ["v:A", "v:B", "w:A", "w:B"];
const groups = ["g1", "g2", "g3", "g4"];
const member = fc.constantFrom(...layers, ...groups);
const put = fc.record({
  type: fc.constant("put" as const),
  name: fc.constantFrom(...groups),
  members: fc.array(member, { minLength: 1, maxLength: 4 }),
});
const action = fc.oneof(
  { weight: 2, arbitrary: put },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("remove" as const), name: member }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("empty" as const), name: fc.constantFrom("v", "w") }),
  },
);
/** A nest to begin with: every group from what is there before it, then anything. */
const story = fc
  .tuple(
    fc.tuple(
      ...groups.map((name, index) =>
        fc
          .array(fc.constantFrom(...layers, ...groups.slice(0, index)), {
            minLength: 1,
            maxLength: 4,
          })
          .map((members) => ({ type: "put" as const, name, members })),
      ),
    ),
    fc.array(action, { minLength: 1, maxLength: 8 }),
  )
  .map(([first, then]): readonly Action[] => [...first, ...then]);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

const dialect = dialectOf({ dialect: "documented" });
const named = (name: string) => ({
  type: name.includes(":") ? ("layer" as const) : ("layerGroup" as const),
  name,
});

async function act(writer: CatalogWriter, step: Action): Promise<void> {
  if (step.type === "empty") {
    await deleteWorkspace(writer, dialect, { name: step.name, recurse: true });
  } else if (step.type === "put") {
    const { name, members } = step;
    const change = { name, members: members.map(named), styles: [], description: {} };
    const group = await writer.get("layer-group", null, name);
    if (group === undefined) await createLayerGroup(writer, dialect, { workspace: null, change });
    else await updateLayerGroup(writer, dialect, { group, change });
  } else if (step.name.includes(":")) {
    const [workspace = "", name = ""] = step.name.split(":");
    await removeLayer(writer, workspace, name);
  } else {
    const group = await writer.get("layer-group", null, step.name);
    if (group !== undefined) await deleteLayerGroup(writer, group);
  }
}

/** Reads every group and goes down through all of them. */
async function checkGroups(reader: CatalogReader): Promise<void> {
  for (const group of await reader.list("layer-group")) {
    expect(group.value.members.length).toBeGreaterThan(0);
    const open = [{ name: group.name, above: [] as readonly string[] }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { name, above } = next;
      expect(above).not.toContain(name);
      const found = await reader.get("layer-group", null, name);
      for (const inner of found?.value.members ?? []) {
        const kind = inner.type === "layer" ? "layer" : "layer-group";
        const there = await reader.get(kind, inner.workspace, inner.name);
        expect(there, `${name} holds ${inner.name}`).toBeDefined();
        if (kind === "layer-group") open.push({ name: inner.name, above: [...above, name] });
      }
    }
  }
}

test("layer groups stay whole", { timeout: 600_000 }, async () => {
  const runs = fc.asyncProperty(story, async (steps) => {
    const catalog = await openSqliteCatalog(temporaryFolder(), () => "2026-11-20T00:00:00.000Z");
    await catalog.write(serverOrigin, async (writer) => {
      await prepareCatalog(writer, dialectOf({ dialect: "documented" }));
      for (const workspace of ["v", "w"]) {
        await createWorkspace(writer, { name: workspace });
        for (const nativeName of ["A", "B"])
          await publishFeatureType(writer, { workspace, store: "s", nativeName });
        const store = {
          storeType: "x",
          description: null,
          enabled: true,
          isDefault: false,
          parameters: {},
        };
        await writer.put({ kind: "data-store", workspace, name: "s" }, store);
      }
    });
    for (const step of steps) {
      await catalog
        .write(serverOrigin, (writer) => act(writer, step))
        .catch((error: unknown) => {
          // A refusal is an answer too; anything else is a fault.
          if (!(error instanceof CatalogError)) throw error;
        });
      await catalog.read(checkGroups);
    }
    await catalog.close();
  });
  await fc.assert(runs, { numRuns: scale({ test: 30, proof: 2_000 }), seed: 20_261_121 });
});
