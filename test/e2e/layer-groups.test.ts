/**
 * A store that is recreated takes its layers out of layer groups that nobody declares. They are as
 * they were afterwards, to the byte; what cannot come back stops the plan. In both dialects.
 */
import { expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, listenCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { slice } from "../support/run/scale.ts";
import { project } from "./support.ts";

const store = (name: string) => `---
apiVersion: plumbline/v1
kind: AppSchemaStore
metadata: { workspace: w, name: ${name} }
spec: { mapping: ./${name}.xml }
`;
const manifests = `apiVersion: plumbline/v1
kind: Workspace
metadata: { name: w }
spec: {}
${store("s")}${store("other")}`;

const published = (...names: readonly string[]) =>
  `<publishables>${names.map((name) => `<published type="${name.startsWith("w:g") ? "layerGroup" : "layer"}"><name>${name}</name></published>`).join("")}</publishables>`;

/** Groups by path: one that goes, one that stays, one with a root, one that holds another. */
const groups: readonly (readonly [scope: string, name: string, content: string])[] = [
  [
    "/layergroups",
    "overview",
    `<title>All &amp; more</title><mode>NAMED</mode>${published("w:B", "w:A")}<styles><style><name>line</name></style><style/></styles><bounds><minx>1.5</minx><maxx>2</maxx><miny>3</miny><maxy>4</maxy><crs>EPSG:3857</crs></bounds><keywords><string>wells</string></keywords><metadata><entry key="k">v</entry></metadata><advertised>false</advertised><internationalTitle><de>Alles</de></internationalTitle><attribution><title>Us</title></attribution>`,
  ],
  [
    "/workspaces/w/layergroups",
    "g",
    `<abstractTxt>Some</abstractTxt>${published("w:A", "w:O", "w:B")}<styles><style/><style><name>point</name></style><style><name>polygon</name></style></styles>`,
  ],
  [
    "/layergroups",
    "rooted",
    `<mode>EO</mode>${published("w:O")}<rootLayer><name>w:A</name></rootLayer><rootLayerStyle><name>line</name></rootLayerStyle>`,
  ],
  ["/layergroups", "outer", published("w:g", "w:A")],
];

test.for(slice(dialects, { test: 1 }))(
  "groups that nobody declares come back as they were, %s dialect",
  { timeout: 60_000 },
  async (dialect) => {
    const url = await listenCatalog(dialect);
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    const folder = temporaryFolder();
    const run = (...args: readonly string[]) => runHere(args, { url });
    const shown = async () => {
      const texts = groups.map(async ([scope, name]) => {
        const answer = await fetch(`${url}/rest${scope}/${name}.xml`, { headers });
        expect(answer.status).toBe(200);
        return (await answer.text()).replaceAll(/\s*<date\w+>[^<]*<\/date\w+>/g, "");
      });
      return Promise.all(texts);
    };
    writeFiles(folder, {
      "plumbline.yaml": project("estate: grouped"),
      "estate.yaml": manifests,
      "s.xml": mapping(["t:A", "t:B"]),
      "other.xml": mapping(["t:O"]),
    });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    for (const [scope, name, content] of groups) {
      // A stock server fills these in with the first PUT; given, they stay as they are.
      const flags = `<enabled>true</enabled>${content.includes("<advertised>") ? "" : "<advertised>true</advertised>"}`;
      const body = `<layerGroup><name>${name}</name>${content}${flags}</layerGroup>`;
      const made = await fetch(`${url}/rest${scope}`, { method: "POST", headers, body });
      expect(made.status, await made.text()).toBe(201);
    }
    const before = await shown();

    writeFiles(folder, { "s.xml": mapping(["t:A", "t:B", "t:C"]) });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    expect(await shown()).toEqual(before);
    expect((await run("plan", folder)).stdout).toMatch(/No changes/);

    writeFiles(folder, { "s.xml": mapping(["t:B"]) });
    const stopped = await run("apply", folder, "--yes");
    expect(stopped.code).toBe(3);
    expect(stopped.stdout + stopped.stderr).toMatch(
      /the place of layer w:A in layer group overview/,
    );
    expect(await shown()).toEqual(before);

    const allowed = await run("apply", folder, "--yes", "--allow", "irreversible");
    expect(allowed).toMatchObject({ code: 0 });
    const [overview, g, rooted, outer] = await shown();
    expect(overview).toMatch(/<published type="layer">\s*<name>w:B<\/name>/);
    expect(overview).not.toMatch(/<name>w:A<\/name>/);
    expect(g).toMatch(/w:O[\s\S]*w:B[\s\S]*point[\s\S]*polygon/);
    expect(rooted).toMatch(/<mode>CONTAINER<\/mode>/);
    expect(outer).toMatch(/<name>w:g<\/name>/);
  },
);
