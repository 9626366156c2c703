/**
 * Whatever is a rule on layers for a stock server can be declared, comes with an import and stays: names with
 * blanks, dots and signs, rules on global layer groups, rules for nobody. Where such a server takes a key in its
 * file alone, it is written there.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { dialects } from "../../src/model/dialect.ts";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import {
  applyFolder,
  estateOf,
  planFolder,
  type EstateOptions,
} from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { runHere } from "../support/commands/run-here.ts";
import { foretellAndApply } from "../support/commands/rehearsals.ts";
import { oneByFile } from "../support/run/scale.ts";

const HEAD = {
  "global.xml": "<global><settings><id>s</id></settings></global>",
  "workspaces/w/workspace.xml": "<workspace><id>w</id><name>w</name></workspace>",
  "workspaces/w/namespace.xml":
    "<namespace><id>n</id><prefix>w</prefix><uri>urn:w</uri></namespace>",
};

/** Lines of `security/layers.properties`, with the key that a manifest declares. */
const LINES: Readonly<Record<string, readonly [key: string, roles: readonly string[]]>> = {
  "w.plain.r=ROLE_D": ["w.plain.r", ["ROLE_D"]],
  "w.roads\\\\.2024.r=ROLE_A": ["w.roads\\.2024.r", ["ROLE_A"]],
  "w.Railway\\ OSM.r=ROLE_B": ["w.Railway OSM.r", ["ROLE_B"]],
  "w.Roads.r=ROLE_UPPER": ["w.Roads.r", ["ROLE_UPPER"]],
  "w.roads.r=ROLE_LOWER": ["w.roads.r", ["ROLE_LOWER"]],
  "w.\\u00fcber.w=ROLE_B": ["w.über.w", ["ROLE_B"]],
  "w.a\\=b,c.r=ROLE_B": ["w.a=b,c.r", ["ROLE_B"]],
  "w\\ .\\ spaced\\ .\\ w=ROLE_A ROLE_B": ["w.spaced.w", ["ROLE_A", "ROLE_B"]],
  "w.secret.r=": ["w.secret.r", []],
  "basemap.r=ROLE_C": ["basemap.r", ["ROLE_C"]],
  "base\\\\.map.w=ROLE_C": ["base\\.map.w", ["ROLE_C"]],
  "w.*.a=ROLE_D": ["w.*.a", ["ROLE_D"]],
};
const RULES = Object.fromEntries(Object.values(LINES));

async function importOf(lines: readonly string[]) {
  const folder = temporaryFolder();
  writeFiles(folder, {
    ...Object.fromEntries(Object.entries(HEAD).map(([path, text]) => [`data/${path}`, text])),
    "data/security/layers.properties": [
      "mode=HIDE",
      "*.*.r=*",
      "*.*.w=ADMIN,GROUP_ADMIN",
      ...lines,
    ].join("\n"),
  });
  const out = join(folder, "out");
  const ran = await runHere(["import", "--from", join(folder, "data"), "--out", out]);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  const rulesIn = (file: string) => {
    const text = readFileSync(join(out, file), "utf8");
    return (parse(text) as { spec: { rules: Record<string, readonly string[]> } }).spec.rules;
  };
  return { out, ran, rulesIn, report: readFileSync(join(out, "IMPORT.md"), "utf8") };
}

/** Servers, each new; `rules` shows what is in force. */
const servers = {
  documented: async () => ours("documented"),
  geoserver: async () => ours("geoserver"),
  stock: async () => {
    const { app, state } = stockServer();
    onTestFinished(() => app.close());
    return { app, rules: async () => Object.fromEntries(state.rules.layers) };
  },
};

async function ours(dialect: "documented" | "geoserver") {
  const { app } = await startCatalog({ dialect });
  return { app, rules: () => rulesOf(app) };
}

async function rulesOf(app: FastifyInstance) {
  const url = "/rest/security/acl/layers.json";
  const answer = await app.inject({
    method: "GET",
    url,
    headers: { authorization: AUTHORIZATION },
  });
  const listed = Object.entries(answer.json<Record<string, string>>());
  return Object.fromEntries(
    listed.map(([key, roles]) => [key, roles === "" ? [] : roles.split(",")]),
  );
}

function rulesFolder(spec: object): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "r.yaml": document("AccessRules", { name: "r" }, spec) });
  return folder;
}

/** Applies a folder, and sees that nothing is left to do. */
async function converge(app: FastifyInstance, folder: string, options: EstateOptions = {}) {
  const all = { allow: ["public-access", "over-limit", "workspace-delete"], ...options } as const;
  const { planned, result, writes } = await applyFolder(app, folder, all);
  expect([
    planned.diagnostics.filter(({ severity }) => severity === "error"),
    planned.plan?.blocks,
  ]).toEqual([[], []]);
  expect(result?.execution.reports.filter(({ outcome }) => outcome !== "done")).toEqual([]);
  expect((await planFolder(app, folder, options)).plan?.steps).toEqual([]);
  return writes.map(({ request: { method, path } }) => `${method} ${path}`);
}

test("an import of a data directory brings them all, and none is lost", async () => {
  const { rulesIn, report } = await importOf(Object.keys(LINES));
  expect({
    ...rulesIn("w/access-rules.yaml"),
    ...rulesIn("global/access-rules/layers.yaml"),
  }).toEqual(RULES);
  expect(report).not.toContain("Lost protection");
});

test("what is no rule for manifests comes first in the report, and nothing is said of servers", async () => {
  const { ran, report, out } = await importOf([
    "w.plain.r=ROLE_D",
    "*.roads.r=ROLE_A",
    "a.b.c.d.r=ROLE_B",
    "basemap.a=R",
  ]);
  const sections = [...report.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(sections[0]).toBe("Lost protection");
  const lost = report.slice(0, report.indexOf("\n## ", report.indexOf("## Lost protection") + 1));
  for (const key of ["*.roads.r", "a.b.c.d.r", "basemap.a"])
    expect(lost).toContain(`\`AccessRule/${key}\``);
  expect(ran.stdout.indexOf("Lost protection")).toBeLessThan(
    ran.stdout.indexOf("Not declared") >>> 0,
  );
  expect(`${ran.stdout}${ran.stderr}${report}`).not.toMatch(/servers (?:leave|drop|take)/);
  expect((await runHere(["validate", out])).code).toBe(0);
});

describe.for(oneByFile(import.meta.url, ["documented", "geoserver", "stock"] as const))(
  "%s",
  (name) => {
    test("all of them are made, changed and deleted, and a plan after that is empty", async () => {
      const { app, rules } = await servers[name]();
      const spec = { mode: "merge", rules: RULES };
      const folder = rulesFolder(spec);
      await converge(app, folder, { prune: "owned" });
      expect(await rules()).toMatchObject(RULES);
      const changed = Object.fromEntries(Object.keys(RULES).map((key) => [key, ["ROLE_Z"]]));
      writeFiles(folder, {
        "r.yaml": document("AccessRules", { name: "r" }, { ...spec, rules: changed }),
      });
      await converge(app, folder, { prune: "owned" });
      expect(await rules()).toMatchObject(changed);
      writeFiles(folder, {
        "r.yaml": document(
          "AccessRules",
          { name: "r" },
          { ...spec, rules: { "w.plain.r": ["ROLE_Z"] } },
        ),
      });
      await converge(app, folder, { prune: "owned" });
      expect(Object.keys(await rules()).toSorted()).toEqual(["*.*.r", "*.*.w", "w.plain.r"]);
    });

    test("exclusive keeps those that it lists and deletes the others of its scope alone", async () => {
      const { app, rules } = await servers[name]();
      await converge(app, rulesFolder({ mode: "merge", rules: RULES }), { name: "somebody" });
      const kept = ["w.Railway OSM.r", "w.roads\\.2024.r"];
      const own = Object.fromEntries(kept.map((key) => [key, RULES[key] ?? []]));
      await converge(app, rulesFolder({ mode: "exclusive", scope: ["w.*"], rules: own }), {
        allow: ["public-access", "over-limit", "takeover"],
      });
      const left = Object.keys(await rules()).toSorted();
      expect(left).toEqual(["*.*.r", "*.*.w", "base\\.map.w", "basemap.r", ...kept].toSorted());
      const scope = ["w.roads\\.2024"];
      await converge(app, rulesFolder({ mode: "exclusive", scope, rules: {} }), {
        allow: ["public-access", "takeover"],
      });
      expect(Object.keys(await rules())).not.toContain("w.roads\\.2024.r");
      expect(Object.keys(await rules())).toContain("w.Railway OSM.r");
    });
  },
);

test.for(dialects)("a rehearsal has all of them and no others, %s", async (dialect) => {
  const { app } = await startCatalog({ dialect });
  const headers = { authorization: AUTHORIZATION, "content-type": "text/plain" };
  const url = "/rest/resource/security/layers.properties";
  const payload = ["mode=HIDE", "*.*.r=*", ...Object.keys(LINES)].join("\n");
  expect((await app.inject({ method: "PUT", url, headers, payload })).statusCode).toBe(201);
  const rules = { "*.*.w": ["ROLE_A"], "w.new\\.one.r": ["ROLE_A"], "newmap.r": ["ROLE_A"] };
  const estate = estateOf(rulesFolder({ mode: "merge", rules }), {});
  const { rehearsal, foretold, happened } = await foretellAndApply(app, estate);
  expect(rehearsal.run).toMatchObject({
    gaps: [],
    notRehearsed: [],
    leftovers: [],
    converged: true,
  });
  const isOfCatalog = (request: string) => !request.includes(" /resource/plumbline/");
  expect(foretold.filter(isOfCatalog)).toEqual(happened.filter(isOfCatalog));
});

test("a key is one rule in whatever way it is written", async () => {
  const { app } = await startCatalog({ dialect: "documented" });
  const folder = rulesFolder({ mode: "merge", rules: { " w . Railway OSM . r ": ["ROLE_A"] } });
  await converge(app, folder);
  expect(await rulesOf(app)).toMatchObject({ "w.Railway OSM.r": ["ROLE_A"] });
  const twice = rulesFolder({ mode: "merge", rules: { "w.a.r": ["A"], "w. a.r": ["B"] } });
  const { diagnostics } = await planFolder(app, twice);
  expect(diagnostics).toMatchObject([{ code: "duplicate-address", severity: "error" }]);
});

test("a rule of two parts that means a workspace is warned about", async () => {
  const folder = rulesFolder({
    mode: "merge",
    rules: { "w.r": ["ROLE_ADMINISTRATOR"], "basemap.r": ["ROLE_ADMINISTRATOR"] },
  });
  writeFiles(folder, { "w.yaml": document("Workspace", { name: "w" }, { namespace: "urn:w" }) });
  const { stderr, code } = await runHere(["validate", folder]);
  expect(code).toBe(0);
  expect(stderr).toContain("w.*.r");
  expect(stderr).not.toContain("basemap");
});
