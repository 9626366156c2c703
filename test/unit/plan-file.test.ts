/** Plan files: what makes one unusable or stale, seen object by object, and what is never in one. */
import { expect, describe, test } from "vitest";
import { hasErrors, type Diagnostic } from "../../src/model/diagnostic.ts";
import { differences } from "../../src/reconciler/report/plan-difference.ts";
import {
  approvalOf,
  checkPlanFile,
  parsePlanFile,
  renderPlanFile,
  type Approval,
} from "../../src/reconciler/report/plan-file.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog, type TestCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";

const DAY = 86_400_000;
const now = Date.parse("2026-11-21T12:00:00Z");
const situation = { estate: "test", url: "http://maps.test/rest", version: "1.4.0", now };
const options = { prune: "owned", allow: ["catalog-mode", "workspace-delete"] } as const;
const terms = { expiresMs: DAY, prune: "owned", allow: new Set(options.allow) } as const;

const manifest = (kind: string, metadata: object, spec: object) =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });

const estate = (colour: string, types: readonly string[], mode: string) => ({
  "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "s.yaml": manifest("AppSchemaStore", { workspace: "w", name: "s" }, { mapping: "./s.xml" }),
  "s.xml": mapping(types),
  "a.yaml": manifest("Style", { name: "a" }, { source: "./a.sld" }),
  "a.sld": sld({ colour }),
  "r.yaml": manifest(
    "AccessRules",
    { name: "r" },
    { scope: ["w.*"], mode: "exclusive", rules: { "w.*.r": ["R", colour.slice(1)] } },
  ),
  "m.yaml": manifest("CatalogMode", { name: "catalog" }, { mode }),
});

async function approvalIn({ app }: TestCatalog, folder: string): Promise<Approval> {
  const { plan, desired, diagnostics } = await planFolder(app, folder, options);
  expect(hasErrors(diagnostics)).toBe(false);
  return approvalOf(plan ?? expect.unreachable(), desired.state.resources, situation);
}

/** An estate that is applied in one version and planned in the next, as a plan file. */
async function planned() {
  const catalog = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, estate("#000001", ["t:A"], "HIDE"));
  expect((await applyFolder(catalog.app, folder, options)).result?.converged).toBe(true);
  writeFiles(folder, estate("#000002", ["t:A", "t:B"], "MIXED"));
  const text = renderPlanFile(await approvalIn(catalog, folder), situation, terms);
  return { catalog, folder, text };
}

/** One plan for the tests that need no more than its text. */
let written: Promise<string> | undefined;

const plannedText = (): Promise<string> => (written ??= planned().then(({ text }) => text));

const texts = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ message }) => message);

describe("a file", () => {
  test("is itself again", async () => {
    const { catalog, folder, text } = await planned();
    const { file, diagnostics } = parsePlanFile(text, "p.json");
    expect(diagnostics).toEqual([]);
    if (file === undefined) throw new Error("it was not read");
    expect(checkPlanFile(file, "p.json", situation)).toEqual([]);
    expect(differences(file, await approvalIn(catalog, folder), "p.json")).toEqual([]);
    expect(Object.keys(file.before).toSorted()).toEqual([
      "AccessRule/w.*.r",
      "AppSchemaStore/w:s",
      "CatalogMode/catalog",
      "Style/a",
    ]);
  });

  test.for([
    ["nothing", () => "", "plan-unusable", /not JSON/],
    ["a part", (text: string) => text.slice(0, -5), "plan-unusable", /only a part/],
    ["a list", () => "[]", "plan-unusable", /no plan of Plumbline/],
    ["a manifest", () => manifest("Style", {}, {}), "plan-unusable", /no plan of Plumbline/],
    [
      "of a later format",
      (text: string) => text.replace('"format_version": "1.0"', '"format_version": "2.0"'),
      "plan-unusable",
      /the format 2\.0, which this version does not know/,
    ],
    [
      "with another danger",
      (text: string) => text.replace('"catalog-mode"', '"keystore"'),
      "plan-stale",
      /changed after it was written/,
    ],
    [
      "with a later end",
      (text: string) => text.replace('"expires": "2026', '"expires": "2027'),
      "plan-stale",
      /changed after it was written/,
    ],
    [
      "with another request",
      (text: string) => text.replace('"method": "PUT"', '"method": "GET"'),
      "plan-stale",
      /changed after it was written/,
    ],
  ] as const)("that is %s", async ([, damage, code, message]) => {
    const text = await plannedText();
    const damaged = damage(text);
    expect(damaged).not.toBe(text);
    expect(parsePlanFile(damaged, "p.json")).toEqual({
      diagnostics: [
        expect.objectContaining({
          code,
          message: expect.stringMatching(message),
          where: { file: "p.json" },
        }),
      ],
    });
  });

  test("is for one time, estate, target and major version", async () => {
    const { file } = parsePlanFile(await plannedText(), "p.json");
    if (file === undefined) throw new Error("it was not read");
    const check = (other: Partial<typeof situation>) =>
      texts(checkPlanFile(file, "p.json", { ...situation, ...other }));
    expect(check({ now: now + DAY, version: "1.9.1" })).toEqual([]);
    expect(check({ now: now + DAY + 1, version: "2.0.0", estate: "other" })).toEqual([
      "The plan has expired at 2026-11-22T12:00:00.000Z",
      "The plan is for the estate test, not for other",
      "The plan was made by version 1.4.0; this is 2.0.0",
    ]);
    expect(check({ url: "http://maps.test/geoserver/rest" })).toEqual([
      "The plan is for http://maps.test/rest, not for http://maps.test/geoserver/rest",
    ]);
  });
});

/** What somebody else does between plan and apply: method, path, type, body, and whom it is reported of. */
const meddling = [
  [
    "PUT",
    "/styles/a?raw=true",
    "application/vnd.ogc.sld+xml",
    sld({ colour: "#000003" }),
    "Style/a",
  ],
  ["DELETE", "/styles/a?purge=true", "", undefined, "Style/a"],
  [
    "PUT",
    "/namespaces/w",
    "text/xml",
    "<namespace><uri>http://x.org</uri></namespace>",
    "Workspace/w",
  ],
  ["DELETE", "/workspaces/w/datastores/s?recurse=true", "", undefined, "AppSchemaStore/w:s"],
  [
    "PUT",
    "/workspaces/w/datastores/s/file.appschema?configure=all",
    "text/xml",
    mapping(["t:A", "t:C"]),
    "AppSchemaStore/w:s",
  ],
  ["PUT", "/security/acl/layers", "application/json", '{"w.*.r":"X"}', "AccessRule/w.*.r"],
  ["DELETE", "/security/acl/layers/w.*.r", "", undefined, "AccessRule/w.*.r"],
  ["POST", "/security/acl/layers", "application/json", '{"w.*.w":"X"}', "AccessRule/w.*.w"],
  [
    "PUT",
    "/security/acl/catalog",
    "application/json",
    '{"mode":"CHALLENGE"}',
    "CatalogMode/catalog",
  ],
] as const;

test.for(meddling)("%s %s is seen in the plan", async ([method, path, type, payload, address]) => {
  const { catalog, folder, text } = await planned();
  const headers = {
    authorization: AUTHORIZATION,
    ...(type === "" ? {} : { "content-type": type }),
  };
  const body = payload === undefined ? {} : { payload };
  const answer = await catalog.app.inject({ method, url: `/rest${path}`, headers, ...body });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  const { file } = parsePlanFile(text, "p.json");
  if (file === undefined) throw new Error("it was not read");
  const found = differences(file, await approvalIn(catalog, folder), "p.json");
  expect(found[0]).toMatchObject({ code: "plan-stale", where: { file: "p.json" } });
  expect(found.slice(1).map((one) => one.address)).toContain(address);
});

test("secrets are not in a plan file", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const canary = "canary-7f3b";
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "s.yaml": manifest(
      "ImageMosaic",
      { workspace: "w", name: "s" },
      { definition: "./s/", variables: { password: { fromFile: "./secret.txt" } } },
    ),
    "secret.txt": canary,
    "s/indexer.properties":
      "Schema=*the_geom:Polygon,location:String\nCanBeEmpty=true\n# ${{ var.password }}\n",
  });
  const { plan, desired, diagnostics } = await planFolder(app, folder, options);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { resources } = desired.state;
  const approval = approvalOf(plan ?? expect.unreachable(), resources, situation);
  const text = renderPlanFile(approval, situation, terms);
  expect(text).toMatch(/password scrypt-[0-9a-f]{32}/);
  expect(text).not.toContain(canary);
});
