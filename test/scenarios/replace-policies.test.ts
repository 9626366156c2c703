/** Recreates that their manifests refuse or leave to people, in both dialects. */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { dangerNames } from "../../src/reconciler/kind.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { document, startPasses, type Files } from "../support/estates/passes.ts";
import { oneByFile } from "../support/run/scale.ts";

const workspace = { "w.yaml": document("Workspace", { name: "w" }, {}) };

function store(name: string, types: readonly string[], spec: object = {}, comment = ""): Files {
  const declared = { mapping: `./${name}.xml`, ...spec };
  return {
    [`${name}.yaml`]: document("AppSchemaStore", { workspace: "w", name }, declared),
    [`${name}.xml`]: mapping(
      types.map((type) => `t:${type}`),
      { schemas: [`http://example.org/remote${comment}.xsd`] },
    ),
  };
}

describe.for(oneByFile(import.meta.url, dialects))("replace policies, %s dialect", (dialect) => {
  test("fail stops a recreate and lets updates through", async () => {
    const target = await startPasses(dialect);
    const fail = { replacePolicy: "fail" };
    await target.converge({ ...workspace, ...store("a", ["A"], fail) });
    expect(
      (await target.converge({ ...workspace, ...store("a", ["A"], fail, "2") })).writes,
    ).toHaveLength(1);
    const stopped = await target.apply(
      { ...workspace, ...store("a", ["A", "B"], fail) },
      { allow: dangerNames },
    );
    expect(stopped.fixed).toEqual([
      "AppSchemaStore/w:a would have to be recreated (feature types), and its replacePolicy is fail",
    ]);
    expect(stopped.writes).toEqual([]);
    const recreate = { replacePolicy: "recreate" };
    const through = await target.converge({ ...workspace, ...store("a", ["A", "B"], recreate) });
    expect(through.changes).toEqual(["replace AppSchemaStore/a"]);
  });

  test("manual leaves it, with all that waits, until somebody deleted it", async () => {
    const target = await startPasses(dialect);
    const manual = { replacePolicy: "manual" };
    const three = (a: readonly string[], b: readonly string[], c: readonly string[]) => ({
      ...workspace,
      ...store("a", a, manual),
      ...store("b", b),
      ...store("c", c),
    });
    await target.converge(three(["A", "X"], ["B", "Y"], ["C"]));
    const after = three(["A"], ["B", "X"], ["C", "Y"]);
    for (let round = 0; round < 2; round++) {
      const { planned, changes, leftAlone, writes, bookkeeping } = await target.converge(after);
      expect({ changes, writes, bookkeeping }).toEqual({ changes: [], writes: [], bookkeeping: 0 });
      expect(leftAlone).toEqual([
        "AppSchemaStore/a needs a recreate by hand",
        "AppSchemaStore/b waits for AppSchemaStore/w:a",
        "AppSchemaStore/c waits for AppSchemaStore/w:b",
      ]);
      const told = planned.diagnostics.filter(({ code }) => code === "recreate-by-hand");
      expect(told.map(({ severity, where }) => [severity, where?.line])).toEqual([
        ["warning", 1],
        ["warning", 1],
        ["warning", 1],
      ]);
    }
    expect(await target.send("DELETE", "/workspaces/w/datastores/a?recurse=true")).toBeLessThan(
      300,
    );
    const { changes, leftAlone } = await target.converge(after);
    expect(leftAlone).toEqual([]);
    expect(changes).toEqual([
      "create AppSchemaStore/a",
      "replace AppSchemaStore/b",
      "replace AppSchemaStore/c",
    ]);
  });

  test("manual leaves a store alone that was never ours, and does not take it", async () => {
    const target = await startPasses(dialect);
    await target.converge({ ...workspace, ...store("a", ["A"]) }, { estate: "other" });
    const files = { ...workspace, ...store("a", ["A", "B"], { replacePolicy: "manual" }) };
    expect((await target.converge(files)).writes).toEqual([]);
    expect(await target.inventory()).not.toContain("AppSchemaStore/w:a");
  });
});
