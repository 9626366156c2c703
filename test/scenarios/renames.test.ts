/** Former names that cannot be followed, or need not be. */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { sld } from "../support/estates/artefacts.ts";
import { startEmpty } from "../live/given.ts";
import { connectTo } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { faults } from "../support/servers/faults.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { oneByFile } from "../support/run/scale.ts";
import type { Estate } from "../../src/reconciler/estate.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";

/** Styles by name, with the name that each had before. */
function styles(named: Readonly<Record<string, string | undefined>>, colour?: string): string {
  const folder = temporaryFolder();
  for (const [name, previousName] of Object.entries(named)) {
    const metadata = { name, previousName };
    const spec = { source: "./style.sld" };
    const manifest = { apiVersion: "plumbline/v1", kind: "Style", metadata, spec };
    writeFiles(folder, { [`${name}.yaml`]: JSON.stringify(manifest, null, 1) });
  }
  writeFiles(folder, { "style.sld": sld(colour === undefined ? {} : { colour }) });
  return folder;
}

describe.for(oneByFile(import.meta.url, dialects))("a former name, %s dialect", (dialect) => {
  async function planned(before: string, after: string, more: { name?: string } = {}) {
    const app = await startEmpty(dialect);
    await applyFolder(app, before);
    const { plan, diagnostics } = await planFolder(app, after, { prune: "owned", ...more });
    return {
      actions: plan?.changes.map(({ action, address }) => `${action} ${address.name}`),
      told: diagnostics.map(({ severity, message, where }) => [severity, message, where?.line]),
    };
  }

  test("of an object that has its name already: a note", async () => {
    expect(await planned(styles({ b: undefined }), styles({ b: "a" }))).toEqual({
      actions: ["none b"],
      told: [["warning", "Style/b has its name already", 6]],
    });
  });

  test("that is there beside the new one: an error", async () => {
    const { told } = await planned(styles({ a: undefined, b: undefined }), styles({ b: "a" }));
    expect(told).toEqual([["error", "Style/b was Style/a, but both are on the server", 6]]);
  });

  test("that nobody has: the object is created", async () => {
    expect(await planned(styles({ x: undefined }), styles({ b: "a", x: undefined }))).toEqual({
      actions: ["create b", "none x"],
      told: [],
    });
  });

  test("of an object that the estate does not own: it stays", async () => {
    expect(await planned(styles({ a: undefined }), styles({ b: "a" }), { name: "other" })).toEqual({
      actions: ["create b"],
      told: [
        [
          "warning",
          "Style/a stays, and Style/b is created beside it: this estate does not own it",
          6,
        ],
      ],
    });
  });

  test("that somebody still has in the manifests: an error with its place", async () => {
    const { told } = await planned(
      styles({ a: undefined }),
      styles({ a: undefined, b: "a", c: "c", d: "old", e: "old" }),
    );
    expect(told).toEqual([
      ["error", "Style/b cannot have been Style/a, which is declared too", 6],
      ["error", "Style/c cannot have been Style/c, which is its name now", 6],
      [
        "error",
        "Style/e cannot have been Style/old, which is also the former name of another object",
        6,
      ],
    ]);
  });

  test("a layer that is switched off, and gets the style by its new name, waits for the rename", async () => {
    const app = await startEmpty(dialect);
    const manifests = (style: object, ...more: readonly object[]) => {
      const folder = temporaryFolder();
      const all = [
        { kind: "Workspace", metadata: { name: "w" }, spec: {} },
        {
          kind: "DataStore",
          metadata: { workspace: "w", name: "db" },
          spec: { connectionParameters: { dbtype: "postgis", host: "db" } },
        },
        { kind: "FeatureType", metadata: { workspace: "w", name: "t" }, spec: { store: "db" } },
        { kind: "Style", metadata: style, spec: { source: "./style.sld" } },
        ...more,
      ];
      const text = all.map((one) => JSON.stringify({ apiVersion: "plumbline/v1", ...one }));
      writeFiles(folder, { "all.yaml": text.join("\n---\n"), "style.sld": sld() });
      return folder;
    };
    await applyFolder(app, manifests({ workspace: "w", name: "a" }));
    const layer = {
      kind: "Layer",
      metadata: { workspace: "w", name: "t" },
      spec: { enabled: false, defaultStyle: "w:b" },
    };
    const after = manifests({ workspace: "w", name: "b", previousName: "a" }, layer);
    expect((await applyFolder(app, after)).result).toMatchObject({ converged: true });
    expect((await applyFolder(app, after)).writes).toEqual([]);
  });

  test.for(Object.keys(faults))(
    "a rename that is %s is found out by the next run",
    async (fault) => {
      const app = await startEmpty(dialect);
      await applyFolder(app, styles({ a: undefined }));
      const after = styles({ b: "a" }, "#00000a");
      const estate: Estate = { name: "test", paths: [after], prune: "none", allow: new Set() };
      const connection = await connectTo(app);
      const broken = faults[fault]?.(connection.send) ?? expect.unreachable();
      const { inventory } = connection;
      const result = await applyPlan(await planEstate(estate, connection), {
        inventory,
        send: (request) =>
          request.path === "/styles/a" ? broken(request) : connection.send(request),
        wait: async () => {},
      });
      expect(result).toMatchObject({ converged: false });
      expect((await applyFolder(app, after)).result).toMatchObject({ converged: true });
      const again = await applyFolder(app, after, { prune: "owned" });
      expect([again.planned.plan?.changes.length, again.writes, again.bookkeeping]).toEqual([
        1,
        [],
        [],
      ]);
    },
  );
});
