/** What manifests say of the life of their objects, over plans, applies and prunes, in both dialects. */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { dangerNames } from "../../src/reconciler/kind.ts";
import { sld } from "../support/estates/artefacts.ts";
import { document, inventoryPath, startPasses, type Files } from "../support/estates/passes.ts";
import { oneByFile } from "../support/run/scale.ts";

const anchor = document("Workspace", { name: "w" }, {});

/** A style of workspace w with a lifecycle, or without. */
function styled(lifecycle?: string, colour = "#112233"): Files {
  const metadata = { workspace: "w", name: "s", ...(lifecycle === undefined ? {} : { lifecycle }) };
  return {
    "w.yaml": anchor,
    "s.yaml": document("Style", metadata, { source: "./s.sld" }),
    "s.sld": sld({ colour }),
  };
}

const without: Files = { "w.yaml": anchor };

/** Access rules of workspace w; in the scope there may be no others. */
function ruled(keys: readonly string[], lifecycle?: string, name = "rules"): string {
  const rules = Object.fromEntries(keys.map((key) => [key, ["STAFF"]]));
  const metadata = { name, ...(lifecycle === undefined ? {} : { lifecycle }) };
  return document("AccessRules", metadata, { mode: "exclusive", scope: ["w.*"], rules });
}

const STYLE = "/workspaces/w/styles/s.sld";

describe.for(oneByFile(import.meta.url, dialects))("lifecycles, %s dialect", (dialect) => {
  test("protect holds after the manifest is gone, until it is declared without", async () => {
    const target = await startPasses(dialect);
    await target.converge(styled("protect"));
    for (const allow of [[], dangerNames]) {
      const stopped = await target.apply(without, { allow });
      expect(stopped.fixed).toEqual(["Style/w:s is protected and would be deleted"]);
      expect([...stopped.writes, stopped.bookkeeping]).toEqual([0]);
    }
    const kept = await target.converge(without, { prune: "none" });
    expect(kept.planned.plan?.orphans).toMatchObject([{ kind: "Style", name: "s" }]);
    expect((await target.apply(without)).fixed).toHaveLength(1);
    const freed = await target.converge(styled());
    expect([...freed.writes, freed.bookkeeping]).toEqual([1]);
    expect((await target.converge(without)).writes).toEqual(["DELETE /workspaces/w/styles/s"]);
  });

  test("protect does not stop updates", async () => {
    const target = await startPasses(dialect);
    await target.converge(styled("protect"));
    expect((await target.converge(styled("protect", "#445566"))).writes).toHaveLength(1);
  });

  test("a protected rule is not deleted by an exclusive manifest", async () => {
    const target = await startPasses(dialect);
    const rules = (keys: readonly string[]) => ({ ...without, "r.yaml": ruled(keys, "protect") });
    await target.converge(rules(["w.a.r", "w.b.r"]));
    expect((await target.apply(rules(["w.a.r"]))).fixed).toEqual([
      "AccessRule/w.b.r is protected and would be deleted",
    ]);
  });

  test("an orphan is let go when it is left out, whatever is pruned", async () => {
    for (const prune of ["owned", "none"] as const) {
      const target = await startPasses(dialect);
      await target.converge(styled("orphan"));
      const { changes, writes, bookkeeping } = await target.converge(without, { prune });
      expect({ changes, writes, bookkeeping }).toEqual({
        changes: ["forget Style/s"],
        writes: [],
        bookkeeping: 1,
      });
      expect(await target.status(STYLE)).toBe(200);
      expect(await target.inventory()).not.toContain("Style/w:s");
    }
  });

  test("what is observed is reported, never written, never owned", async () => {
    const target = await startPasses(dialect);
    const missing = await target.converge(styled("observe"));
    expect(missing.leftAlone).toEqual(["Style/s is only observed, and is not on the server"]);
    const theirs = document("Workspace", { name: "w", lifecycle: "ignore" }, {});
    const others = { ...styled(undefined, "#000001"), "w.yaml": theirs };
    await target.converge(others, { estate: "other" });
    const other = await target.converge(styled("observe"));
    expect(other.leftAlone).toEqual(["Style/s is only observed, and differs"]);
    expect(other.writes).toEqual([]);
    expect((await target.converge(styled("observe", "#000001"))).leftAlone).toEqual([]);
    expect(await target.inventory()).not.toContain("Style/w:s");
    expect((await target.converge(without)).changes).toEqual([]);
    expect(await target.status(STYLE)).toBe(200);
  });

  test("what was owned and is only observed now is let go", async () => {
    const target = await startPasses(dialect);
    await target.converge(styled());
    expect((await target.converge(styled("observe", "#445566"))).changes).toEqual([
      "forget Style/s",
    ]);
    expect((await target.converge(without)).changes).toEqual([]);
  });

  test("an observed scope deletes nothing, and what it does not list is reported", async () => {
    const target = await startPasses(dialect);
    await target.converge({ ...without, "r.yaml": ruled(["w.a.r", "w.b.r"]) }, { estate: "other" });
    const files = { ...without, "r.yaml": ruled(["w.a.r", "w.c.r"], "observe") };
    const { writes, leftAlone } = await target.converge(files);
    expect(writes).toEqual([]);
    expect(leftAlone).toEqual([
      "AccessRule/w.c.r is only observed, and is not on the server",
      "AccessRule/w.b.r is there, though AccessRules/rules, which only observes, does not list it",
    ]);
  });

  test("what needs an observed object needs it to be there", async () => {
    const target = await startPasses(dialect);
    const files = {
      ...styled(),
      "w.yaml": document("Workspace", { name: "w", lifecycle: "observe" }, {}),
    };
    const { planned, writes } = await target.apply(files);
    expect(writes).toEqual([]);
    expect(planned.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "reference-missing: Style/w:s needs Workspace/w, which is only observed and the server does not hold",
    ]);
    await target.converge(without, { estate: "other" });
    expect((await target.converge(files)).writes).toHaveLength(1);
  });

  test("what is ignored is referred to, and neither read nor written", async () => {
    const target = await startPasses(dialect);
    await target.converge(without, { estate: "other" });
    const theirs = { name: "w", lifecycle: "ignore" };
    const files = {
      ...styled(),
      "w.yaml": document("Workspace", theirs, { namespace: "http://example.org/else" }),
    };
    const { writes, reads } = await target.converge(files);
    expect(writes).toEqual(["POST /workspaces/w/styles"]);
    expect(reads.filter((path) => /^\/(?:namespaces|workspaces)\/w\b[^/]*$/.test(path))).toEqual(
      [],
    );
    const removed = await target.converge({ "w.yaml": files["w.yaml"] });
    expect(removed.writes).toEqual(["DELETE /workspaces/w/styles/s"]);
  });

  test("an ignored manifest has its spec checked all the same", async () => {
    const target = await startPasses(dialect);
    const { planned } = await target.apply({
      "a.yaml": document("Style", { name: "s", lifecycle: "ignore" }, { source: "./none.sld" }),
    });
    expect(planned.diagnostics).toMatchObject([{ code: "artefact-missing" }]);
  });

  test("the scope of an ignored manifest is outside of every exclusiveScope", async () => {
    const rules = { ...without, "r.yaml": ruled(["w.a.r", "w.b.r"]) };
    const all = { mode: "exclusive", scope: ["*.*"], rules: {} };
    const own = { ...without, "own.yaml": document("AccessRules", { name: "own" }, all) };
    const theirs = { "theirs.yaml": ruled(["w.a.r"], "ignore", "theirs") };
    const target = await startPasses(dialect);
    await target.converge(rules, { estate: "other" });
    expect((await target.converge({ ...own, ...theirs })).changes).toEqual([]);
    expect((await target.converge(own)).changes).toHaveLength(2);
  });

  test("a handover: ignored here, declared there, nothing is deleted in between", async () => {
    const target = await startPasses(dialect);
    await target.converge(styled());
    const released = await target.converge(styled("ignore"));
    expect(released.changes).toEqual(["forget Style/s"]);
    await target.converge(styled(), { estate: "other" });
    expect((await target.converge(without)).changes).toEqual([]);
    expect(await target.status(STYLE)).toBe(200);
  });

  test("an inventory of before lifecycles is read as it is", async () => {
    const target = await startPasses(dialect);
    await target.converge(styled());
    const old = (await target.inventory()).replace(
      /"format_version": "1\.\d+"/,
      '"format_version": "1.0"',
    );
    expect(old).not.toContain("lifecycle");
    expect(await target.send("PUT", inventoryPath("test"), old)).toBeLessThan(300);
    const same = await target.converge(styled());
    expect([...same.writes, same.bookkeeping]).toEqual([0]);
    expect((await target.converge(without)).writes).toHaveLength(1);
  });
});
