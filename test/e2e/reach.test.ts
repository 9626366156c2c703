/** What a change reaches: layers and groups by what way, stale tiles, services and scales; who may do less. */
import { describe, expect, test } from "vitest";
import type { PlanDocument } from "../../src/reconciler/report/documents.ts";
import { sld } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { project, serverForFile, style } from "./support.ts";

const { run } = serverForFile();

const of = (kind: string, metadata: string, spec: string) =>
  `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata: { ${metadata} }\nspec: ${spec}\n`;
const inRoads = (name: string) => `workspace: roads, name: ${name}`;
const published = (name: string, layer: string) => [
  of("FeatureType", inRoads(name), "{ store: db }"),
  of("Layer", inRoads(name), layer),
];

const ESTATE = [
  of("Workspace", "name: roads", "{}"),
  of(
    "DataStore",
    inRoads("db"),
    "{ type: PostGIS, connectionParameters: { dbtype: postgis, host: h } }",
  ),
  ...published("ways", "{ defaultStyle: thin, styles: [wide] }"),
  ...published("signs", "{ defaultStyle: plain }"),
  of(
    "LayerGroup",
    inRoads("base"),
    "{ mode: SINGLE, layers: [{ layer: ways }, { layer: signs }] }",
  ),
  of("LayerGroup", inRoads("drawn"), "{ mode: SINGLE, layers: [{ layer: signs, style: wide }] }"),
  of("LayerGroup", inRoads("all"), "{ mode: SINGLE, layers: [{ group: base }] }"),
  of("TileLayer", inRoads("ways"), "{ gutter: 10 }"),
  of("TileLayer", inRoads("all"), "{ gutter: 10 }"),
  ...["thin", "wide", "plain"].map(style),
].join("---\n");

/** A rule that draws at some scales. */
const ruled = (colour: string) =>
  sld({ colour }).replace(
    "<LineSymbolizer>",
    "<MinScaleDenominator>50000</MinScaleDenominator><MaxScaleDenominator>100000</MaxScaleDenominator><LineSymbolizer>",
  );

async function applied(): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "plumbline.yaml": project("estate: reaching"),
    "all.yaml": ESTATE,
    "thin.sld": ruled("#000000"),
    "wide.sld": sld(),
    "plain.sld": sld(),
  });
  const ran = await run("apply", folder, "--yes");
  expect(ran.code, `${ran.stdout}${ran.stderr}`).toBe(0);
  return folder;
}

describe("a plan", () => {
  test("names what shows a changed style", async () => {
    const folder = await applied();
    writeFiles(folder, { "thin.sld": ruled("#ff0000"), "wide.sld": sld({ colour: "#ff0000" }) });
    const { stdout } = await run("plan", folder, "-o", "json");
    const { changes } = JSON.parse(stdout) as PlanDocument;
    const reach = Object.fromEntries(changes.map((one) => [one.address, one.reach]));
    const user = (address: string, how: string | null, through: string | null) => {
      return { address, how, through };
    };
    expect(reach["Style/thin"]).toEqual({
      users: [
        user("Layer/roads:ways", "by default", null),
        user("LayerGroup/roads:base", null, "Layer/roads:ways"),
        user("LayerGroup/roads:all", null, "LayerGroup/roads:base"),
      ],
      stale: ["TileLayer/roads:all", "TileLayer/roads:ways"],
      services: ["WMS", "WMTS", "TMS", "WMS-C"],
      scales: { from: 50_000, to: 100_000 },
    });
    expect(reach["Style/wide"]).toEqual({
      users: [
        user("Layer/roads:ways", "as an alternate", null),
        user("LayerGroup/roads:drawn", "for a member", null),
      ],
      stale: ["TileLayer/roads:ways"],
      services: ["WMS", "WMTS", "TMS", "WMS-C"],
      scales: null,
    });
    const text = await run("plan", folder);
    expect(text.stdout)
      .toContain(`        shown by     Layer/roads:ways (by default), LayerGroup/roads:base (through Layer/roads:ways), LayerGroup/roads:all (through LayerGroup/roads:base)
        at scales    1:50,000 to 1:100,000
        stale tiles  TileLayer/roads:all, TileLayer/roads:ways
        seen in      WMS, WMTS, TMS, WMS-C
`);
    const page = await run("plan", folder, "-o", "markdown");
    expect(page.stdout).toContain("at scales: 1:50,000 to 1:100,000\n");
    const shown = /objects depend on Style\/thin\.\nshown by +Layer\/roads:ways \(by default\), /;
    const graph = await run("graph", folder, "--of", "Style/thin");
    expect(graph.stdout).toMatch(shown);
    expect(graph.stdout).toMatch(/\nstale tiles +TileLayer\/roads:all, /);
    const live = await run("graph", folder, "--of", "Style/thin", "--live");
    expect(live.stdout).toMatch(shown);
    expect(live.stdout).toMatch(/\nseen in +WMS\n/);
    // What the plan deletes itself shows nothing afterwards.
    const kept = ESTATE.split("---\n").filter((one) => !/kind: LayerGroup|name: all/.test(one));
    writeFiles(folder, { "all.yaml": kept.join("---\n") });
    const pruned = await run("plan", folder, "--prune", "owned", "-o", "json");
    const left = (JSON.parse(pruned.stdout) as PlanDocument).changes.find(
      ({ address }) => address === "Style/thin",
    )?.reach;
    expect(left?.users.map(({ address }) => address)).toEqual(["Layer/roads:ways"]);
    expect(left?.stale).toEqual(["TileLayer/roads:ways"]);
  });

  test("names what nobody of the estate declares, where the whole server is asked for it", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      "plumbline.yaml": project("estate: reaching-far"),
      "a.yaml": style("far"),
      "far.sld": sld(),
    });
    expect((await run("apply", folder, "--yes")).code).toBe(0);
    const others = temporaryFolder();
    const published = [
      of("Workspace", "name: far", "{}"),
      of(
        "DataStore",
        "workspace: far, name: db",
        "{ type: PostGIS, connectionParameters: { dbtype: postgis, host: h } }",
      ),
      of("FeatureType", "workspace: far, name: ways", "{ store: db }"),
      of("Layer", "workspace: far, name: ways", "{ defaultStyle: far }"),
      of("LayerGroup", "workspace: far, name: base", "{ mode: SINGLE, layers: [{ layer: ways }] }"),
    ];
    writeFiles(others, {
      "plumbline.yaml": project("estate: others"),
      "all.yaml": published.join("---\n"),
    });
    const ran = await run("apply", others, "--yes");
    expect(ran.code, `${ran.stdout}${ran.stderr}`).toBe(0);
    writeFiles(folder, { "far.sld": sld({ colour: "#ff0000" }) });
    const narrow = await run("plan", folder);
    expect(narrow.stdout).not.toContain("shown by");
    const wide = await run("plan", folder, "--live-reach", "-v");
    expect(wide.stdout).toContain(
      "        shown by  Layer/far:ways (by default), LayerGroup/far:base (through Layer/far:ways)\n",
    );
    expect(wide.stderr).not.toMatch(/^(?!GET)[A-Z]+ \//m);
    // The plan is the same one, and is read no further where nothing that others show is changed.
    const digest = (text: string) => /Digest (\w+)/.exec(text)?.[1];
    expect(digest(wide.stdout)).toBe(digest(narrow.stdout));
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    const asked = (text: string) => text.match(/^GET /gm)?.length;
    const [still, plain] = [
      await run("plan", folder, "--live-reach", "-v"),
      await run("plan", folder, "-v"),
    ];
    expect(asked(still.stderr)).toBe(asked(plain.stderr));
  });

  test("names who may do less after it", async () => {
    const folder = temporaryFolder();
    const rules = (roles: string) =>
      of(
        "AccessRules",
        "name: rules",
        `{ mode: exclusive, scope: ["lakes.*"], rules: { "lakes.*.r": [${roles}] } }`,
      );
    writeFiles(folder, {
      "plumbline.yaml": project("estate: restricting\nallow: [public-access]"),
      "a.yaml": rules("ROLE_A, ROLE_B"),
    });
    expect((await run("apply", folder, "--yes")).code).toBe(0);
    writeFiles(folder, { "a.yaml": rules("ROLE_B") });
    const { stdout } = await run("plan", folder);
    expect(stdout).toContain("ROLE_A may no longer read every layer of lakes that no rule names\n");
  });
});
