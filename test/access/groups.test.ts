/**
 * Layer groups through the eyes of accounts: their own rules, their members', and the styles that
 * they name. The records are written as the catalog keeps them.
 */
import { expect, onTestFinished, test } from "vitest";
import { listRules, replaceRules } from "../../src/server/catalog/access-rules.ts";
import { setCatalogMode } from "../../src/server/catalog/catalog-mode.ts";
import type { RecordKind } from "../../src/server/catalog/records.ts";
import { serverOrigin } from "../../src/server/catalog/unit-of-work.ts";
import { policySource } from "../../src/server/catalog/policy.ts";
import { visibleTo } from "../../src/server/catalog/visible-reader.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { temporaryFolder } from "../support/run/folders.ts";

const GROUP = "layer-group" as RecordKind;
const member = (
  type: string,
  workspace: string | null,
  name: string,
  style: object | null = null,
) => ({ type, workspace, name, style });
const groups = [
  { workspace: null, name: "open", members: [member("layer", "geo", "wells")], root: null },
  {
    workspace: null,
    name: "mixed",
    members: [member("layer", "geo", "wells"), member("layer", "sea", "tides")],
    root: null,
  },
  { workspace: null, name: "nested", members: [member("layerGroup", null, "mixed")], root: null },
  {
    workspace: null,
    name: "circle",
    members: [member("layerGroup", null, "circle"), member("layer", "geo", "wells")],
    root: null,
  },
  {
    workspace: null,
    name: "hanging",
    members: [member("layerGroup", null, "missing")],
    root: null,
  },
  {
    workspace: null,
    name: "rooted",
    members: [member("layer", "geo", "wells")],
    root: { layer: { workspace: "sea", name: "tides" }, style: { workspace: null, name: "line" } },
  },
  {
    workspace: "geo",
    name: "own",
    members: [member("layer", "geo", "wells", { workspace: "sea", name: "sstyle" })],
    root: {
      layer: { workspace: "geo", name: "wells" },
      style: { workspace: "sea", name: "sstyle" },
    },
  },
];

async function catalogWith(rules: Readonly<Record<string, readonly string[]>>, mode = "HIDE") {
  const catalog = await openSqliteCatalog(temporaryFolder(), () => "2026-01-01T00:00:00Z");
  onTestFinished(() => catalog.close());
  await catalog.write(serverOrigin, async (writer) => {
    for (const { workspace, name, ...value } of groups) {
      await writer.put({ kind: GROUP, workspace, name }, value as never);
    }
    // Keys of two parts cannot be sent; they come with catalogs that were taken over.
    for (const [name, roles] of Object.entries(rules)) {
      await writer.put({ kind: "access-rule", workspace: null, name }, { roles });
    }
    await setCatalogMode(writer, mode);
  });
  const listed = (roles: readonly string[], workspace?: string | null) =>
    catalog.read(async (reader) =>
      (await visibleTo(reader, roles, await policySource()(reader)).list(GROUP, workspace)).map(
        ({ name }) => name,
      ),
    );
  const got = (roles: readonly string[], workspace: string | null, name: string) =>
    catalog.read(async (reader) =>
      visibleTo(reader, roles, await policySource()(reader)).get(GROUP, workspace, name),
    );
  return { catalog, listed, got };
}

const ALL = ["circle", "hanging", "mixed", "nested", "open", "rooted", "own"];

test.for([
  ["without rules", {}, [], ALL],
  ["all for one role, without it", { "*.*.r": ["R"] }, [], []],
  ["all for one role, with it", { "*.*.r": ["R"] }, ["R"], ALL],
  [
    "one layer for one role, without it",
    { "sea.tides.r": ["R"] },
    [],
    ["circle", "hanging", "open", "own"],
  ],
  ["one layer for one role, with it", { "sea.tides.r": ["R"] }, ["R"], ALL],
  ["a rule for a global group", { "open.r": ["R"] }, [], ALL.filter((name) => name !== "open")],
  [
    "a rule for a group inside another",
    { "mixed.r": ["R"] },
    [],
    ALL.filter((name) => !["mixed", "nested"].includes(name)),
  ],
  ["a global group opens none of its layers", { "*.*.r": ["R"], "open.r": ["*"] }, [], []],
  [
    "a global group with its layers",
    { "*.*.r": ["R"], "open.r": ["*"], "geo.wells.r": ["*"] },
    [],
    ["open"],
  ],
  ["a workspace of the group's name is something else", { "open.*.r": ["R"] }, [], ALL],
  [
    "a rule for a group of a workspace",
    { "geo.own.r": ["R"] },
    [],
    ALL.filter((name) => name !== "own"),
  ],
  [
    "writing a global group is not reading it",
    { "open.r": ["R"], "open.w": ["W"] },
    ["W"],
    ALL.filter((name) => name !== "open"),
  ],
] as const)("groups listed: %s", async ([, rules, roles, expected]) => {
  expect(await (await catalogWith(rules)).listed(roles)).toEqual(expected);
});

test("a group that is not read is absent, or refused, or shown, by the mode", async () => {
  const rules = { "sea.*.r": ["R"] };
  expect(await (await catalogWith(rules, "HIDE")).got([], null, "nested")).toBeUndefined();
  await expect((await catalogWith(rules, "MIXED")).got([], null, "nested")).rejects.toThrow(
    "Access is denied",
  );
  const challenged = await catalogWith(rules, "CHALLENGE");
  expect((await challenged.got([], null, "nested"))?.name).toBe("nested");
  expect(await challenged.listed([])).toEqual(ALL);
});

test("a group does not name the styles of workspaces that are not seen", async () => {
  const { got } = await catalogWith({ "sea.*.r": ["R"] });
  expect(JSON.stringify((await got([], "geo", "own"))?.value)).not.toContain("sstyle");
  expect(JSON.stringify((await got(["R"], "geo", "own"))?.value)).toContain("sstyle");
});

test("rules of two parts are listed, and cannot be sent", async () => {
  const { catalog } = await catalogWith({ "open.r": ["R"] });
  expect([...(await catalog.read((reader) => listRules(reader, "layers"))).keys()]).toEqual([
    "open.r",
  ]);
  const rules = new Map([["open.w", ["R"]]]);
  await expect(
    catalog.write(serverOrigin, (writer) => replaceRules(writer, "layers", rules)),
  ).rejects.toThrow(
    "Invalid rule open.w, the expected format is workspace.layer.mode=role1,role2,...",
  );
});

test("accounts, rules and the audit are nobody's but the administrators'", async () => {
  for (const mode of ["HIDE", "MIXED", "CHALLENGE"]) {
    const { catalog } = await catalogWith({ "*.*.r": ["*"] }, mode);
    await catalog.read(async (reader) => {
      const seen = visibleTo(reader, ["ROLE_READER"], await policySource()(reader));
      for (const kind of [
        "access-rule",
        "rest-rule",
        "service-rule",
        "account",
        "account-group",
      ] as const) {
        expect(await seen.list(kind)).toEqual([]);
      }
      expect(await seen.get("access-rule", null, "*.*.r")).toBeUndefined();
      expect(await seen.audit(0, 10)).toEqual([]);
      expect(await seen.filesUnder("")).toEqual([]);
    });
  }
});
