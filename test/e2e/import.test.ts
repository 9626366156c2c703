/** `plumbline import` as users run it: what it prints, what it writes, how it ends. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { contentsBelow, findWords } from "../support/commands/canaries.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { sld, style } from "../datadir/small-directory.ts";
import { estate, serverForFile } from "./support.ts";

const { url, run } = serverForFile();

/** Words that nobody may read anywhere. */
const words = { database: "canary <one> & more", mapped: "canary-two", remote: "canary-three" };

const COUNTY = `apiVersion: plumbline/v1
kind: Workspace
metadata: { name: county }
spec: {}
---
apiVersion: plumbline/v1
kind: DataStore
metadata: { workspace: county, name: db }
spec: { connectionParameters: { dbtype: postgis, host: h, passwd: { fromEnv: DATABASE }, url: { fromEnv: REMOTE } } }
---
apiVersion: plumbline/v1
kind: AppSchemaStore
metadata: { workspace: county, name: gauges }
spec: { mapping: ./gauges.appschema, variables: { passwd: { fromEnv: MAPPED } } }
`;

const secrets = {
  DATABASE: words.database,
  MAPPED: words.mapped,
  REMOTE: `https://a:${words.remote}@h/`,
};

/** The same secrets under the names that the import gives them. */
const named = {
  COUNTY_DB_PASSWD: secrets.DATABASE,
  COUNTY_GAUGES_PASSWD: secrets.MAPPED,
  COUNTY_DB_URL: secrets.REMOTE,
};

const parameter = "<Parameter><name>passwd</name><value>${{ var.passwd }}</value></Parameter>";

test("a catalog is imported, planned without changes, and imported again", async () => {
  const folder = estate("county", {
    "county.yaml": COUNTY,
    "gauges.appschema": mapping(["Gauge"]).replace("</parameters>", `${parameter}</parameters>`),
  });
  const made = await runHere(["apply", folder, "--yes"], { url: url(), env: secrets });
  expect(made.code, made.stderr).toBe(0);
  const state = `${url()}/rest/resource/plumbline/county/inventory.json`;
  await fetch(state, { method: "DELETE", headers: { authorization: AUTHORIZATION } });

  const out = join(temporaryFolder(), "county");
  const first = await run("import", "--out", out);
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout).toMatch(/^Imported \d+ objects from http:/);
  for (const variable of Object.keys(named)) expect(first.stdout).toContain(`  ${variable}  `);
  expect(first.stdout).toContain("COUNTY_DB_PASSWD  passwd of DataStore/county:db\n");
  const written = contentsBelow(out).flatMap(([path, content]) => findWords(path, content, words));
  expect([...written, ...findWords("output", first.stdout + first.stderr, words)]).toEqual([]);
  expect(readFileSync(join(out, "plumbline.yaml"), "utf8")).toContain("prune: none");
  expect(readFileSync(join(out, ".gitignore"), "utf8")).toBe(".plumbline/*\n!.plumbline/schema/\n");
  const style = readFileSync(join(out, "global/styles/county.yaml"), "utf8");
  const schema = /^# yaml-language-server: \$schema=(\S+)\n/.exec(style)?.[1] ?? "";
  expect(existsSync(join(out, "global/styles", schema))).toBe(true);

  const plan = await runHere(["plan", out, "--detailed-exitcode", "-o", "json"], {
    url: url(),
    env: named,
  });
  const document = JSON.parse(plan.stdout) as { readonly requests?: readonly unknown[] };
  expect([plan.code, document.requests], plan.stdout).toEqual([0, []]);

  const again = await run("import", "--out", out, "-o", "json");
  expect(again.code, again.stderr).toBe(0);
  const told = JSON.parse(again.stdout) as Record<string, readonly Record<string, string>[]>;
  expect(told["format_version"]).toBe("1.0");
  expect(told["undeclared"]).toEqual([]);
  expect(told["secrets"]?.map(({ variable }) => variable).toSorted()).toEqual(
    Object.keys(named).toSorted(),
  );
  expect(told["objects"]?.map(({ address }) => address)).toContain("AppSchemaStore/county:gauges");
  expect(told["needless"]?.map(({ address }) => address)).toContain("Style/generic");

  writeFiles(out, { "county/data-stores/db.yaml": "# mine\n" });
  const refused = await run("import", "--out", out, "--workspace", "county", "-o", "json");
  expect(refused.code).toBe(1);
  const { diagnostics } = JSON.parse(refused.stdout) as {
    readonly diagnostics: readonly { readonly code: string; readonly summary: string }[];
  };
  expect(diagnostics.map(({ code }) => code)).toEqual(["import-in-the-way", "import-in-the-way"]);
  expect(readFileSync(join(out, "county/data-stores/db.yaml"), "utf8")).toBe("# mine\n");

  const accept = await runHere(["import", "--accept", "Style/county", out], {
    url: url(),
    env: named,
  });
  expect(accept.code, accept.stdout).toBe(1);
  expect(accept.stderr).toContain("[not-accepted]");
}, 60_000);

test("flags that say nothing, or two things, are refused", async () => {
  const none = await run("import");
  expect([none.code, none.stderr]).toEqual([
    64,
    "error: name a folder with --out, or an object with --accept\n",
  ]);
  const help = await run("import", "--help");
  expect(help.code).toBe(0);
  expect(help.stdout).toContain("Examples:\n  plumbline import --out manifests/");
});

test("what no field says is kept: in the manifest, in a report, and observed where that is asked for", async () => {
  const directory = join(temporaryFolder(), "data_dir");
  writeFiles(directory, {
    "global.xml": "<global/>",
    "workspaces/default.xml": "",
    "styles/shade.xml": style(
      "style-shade",
      "shade",
      '<metadata><entry key="a = b">x</entry></metadata>',
    ),
    "styles/shade.sld": sld("shade"),
    "styles/dots.xml":
      "<style><name>dots</name><format>future</format><filename>dots.x</filename></style>",
    "wps.xml": "<wps><enabled>true</enabled></wps>",
  });
  const out = join(temporaryFolder(), "estate");
  const first = await run("import", "--from", directory, "--out", out);
  expect(first.code, first.stderr).toBe(0);
  const manifest = join(out, "global/styles/shade.yaml");
  const comment =
    /\n# Settings that this manifest cannot express[^]*\n# - metadata a = b\n# With `lifecycle: observe` in its/;
  expect(readFileSync(manifest, "utf8")).toMatch(comment);
  const report = readFileSync(join(out, "IMPORT.md"), "utf8");
  expect(report).toContain("\n- `Style/shade`, `global/styles/shade.yaml`: metadata a = b\n");
  expect(report).toContain("wps.xml`: The file holds settings of a service, for which there is");
  expect(report).toMatch(/\n- `Style\/dots`: It is written in future; /);
  expect((await runHere(["validate", out], { env: {} })).code).toBe(0);

  // The same import is no other one; one that observes is.
  const again = await run("import", "--from", directory, "--out", out);
  expect(again.code, again.stderr).toBe(0);
  const flags = ["--observe-incomplete", "--overwrite"];
  const observed = await run("import", "--from", directory, "--out", out, ...flags);
  expect(observed.code, observed.stderr).toBe(0);
  const text = readFileSync(manifest, "utf8");
  expect(text).toMatch(/\n# - metadata a = b\napiVersion/);
  expect(text).toContain("\n  lifecycle: observe\n");
});

test("a folder of more icons than an import takes is one manifest, with those that styles draw", async () => {
  const icons = Array.from(
    { length: 2_010 },
    (_unused, index) => `i${String(index).padStart(4, "0")}.svg`,
  );
  const drawn = icons.slice(-7);
  const directory = join(temporaryFolder(), "data_dir");
  const graphic = (icon: string) =>
    `<PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="icons/${icon}"/><Format>image/svg+xml</Format></ExternalGraphic></Graphic></PointSymbolizer>`;
  writeFiles(directory, {
    "global.xml": "<global/>",
    "styles/shops.xml": style("style-shops", "shops"),
    "styles/shops.sld": sld("shops").replace("<LineSymbolizer/>", drawn.map(graphic).join("")),
    ...Object.fromEntries(icons.map((icon) => [`styles/icons/${icon}`, "<svg/>"])),
  });
  const out = join(temporaryFolder(), "estate");
  const ran = await run("import", "--from", directory, "--out", out);
  expect(ran.code, ran.stderr).toBe(0);
  const written = readdirSync(out, { recursive: true, encoding: "utf8" });
  expect(written.filter((path) => /icons.*\.yaml$/.test(path))).toHaveLength(1);
  const there = new Set(
    written.filter((path) => path.endsWith(".svg")).map((path) => basename(path)),
  );
  expect(there.size).toBe(2_000);
  for (const icon of drawn) expect(there).toContain(icon);
  expect(ran.stdout.split("\n").length).toBeLessThan(20);
  expect(readFileSync(join(out, "IMPORT.md"), "utf8")).toContain(
    "10 files of it are left out: there are more than 2000, and those that styles draw with come first",
  );
  expect(await runHere(["validate", out], { env: {} })).toMatchObject({ code: 0, stderr: "" });
});
