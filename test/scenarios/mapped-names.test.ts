/** Names that mappings map: a stock server opens the first store of all that map one, and refuses the others. */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";

const OPTIONS = {
  prune: "owned",
  allow: ["over-limit", "workspace-delete", "irreversible"],
} as const;

/** Stores by workspace with the types that they map; all workspaces but the first are isolated. */
function estate(stores: Readonly<Record<string, readonly string[]>>): string {
  const folder = temporaryFolder();
  for (const [name, types] of Object.entries(stores))
    writeFiles(folder, {
      [`${name}.yaml`]: document(
        "Workspace",
        { name },
        { namespace: "http://example.org/t", isolated: name !== "a" },
      ),
      [`${name}s.yaml`]: document(
        "AppSchemaStore",
        { workspace: name, name: "s" },
        { mapping: `./${name}.xml` },
      ),
      [`${name}.xml`]: mapping(types),
    });
  return folder;
}

const only = (workspace: string) => ({
  selection: { only: [`*/${workspace}`, `*/${workspace}:*`], exclude: [], labels: [], paths: [] },
});

const has = (taker: string, type: string, holder: string) =>
  `AppSchemaStore/${taker}:s would get the mapped name {http://example.org/t}${type}, which AppSchemaStore/${holder}:s has too`;

test("one that another store has and keeps stops the plan", async () => {
  const { app } = stockServer();
  expect((await applyFolder(app, estate({ a: ["t:T", "t:U"] }), OPTIONS)).result?.converged).toBe(
    true,
  );
  for (const [stores, part] of [
    [{ a: ["t:T", "t:U"], b: ["t:V", "t:U"] }, {}],
    [{ b: ["t:V", "t:U"] }, only("b")],
  ] as const) {
    const { planned, writes } = await applyFolder(app, estate(stores), { ...OPTIONS, ...part });
    expect(planned.plan?.blocks.map(({ message }) => message)).toEqual([has("b", "U", "a")]);
    expect(writes).toEqual([]);
  }
});

test("two new stores do not get the same ones", async () => {
  const { app } = stockServer();
  const { planned } = await applyFolder(app, estate({ a: ["t:T"], b: ["t:T"] }), OPTIONS);
  expect(planned.plan?.blocks.map(({ message }) => message)).toEqual([
    has("a", "T", "b"),
    has("b", "T", "a"),
  ]);
});

test("they are given up before they are taken, and exchanged by stores that are recreated", async () => {
  const { app } = stockServer();
  const stages = [
    { a: ["t:T", "t:U"], b: ["t:V"] },
    { a: ["t:V"], b: ["t:T", "t:U"] },
    { b: ["t:V", "t:X"], c: ["t:T", "t:U"] },
    { d: ["t:X", "t:U"] },
  ];
  for (const stores of stages) {
    const { planned, result } = await applyFolder(app, estate(stores), OPTIONS);
    expect(planned.plan?.blocks).toEqual([]);
    expect(result?.converged).toBe(true);
  }
});

test("the included server has them once in each workspace", async () => {
  const { app } = await startCatalog({ dialect: "documented" });
  const { result } = await applyFolder(app, estate({ a: ["t:T"], b: ["t:T"] }), OPTIONS);
  expect(result?.converged).toBe(true);
});
