/** Files as other programs write them: taken as they are, or warned of where servers read them as something else. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { se, sld, zipOf } from "../support/estates/artefacts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { definition, granule } from "../support/mosaics/mosaics.ts";
import { startProxy } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { slice } from "../support/run/scale.ts";
import { serverForFile } from "./support.ts";

const { url } = serverForFile();

const manifest = (kind: string, metadata: string, spec: string): string =>
  `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata: ${metadata}\nspec: ${spec}\n`;
const STYLE = manifest("Style", "{ name: a }", "{ source: ./a.sld }");

/** A style of one rule with this in it. */
const ruled = (inner: string, more = ""): string =>
  sld().replace(/<Rule>.*<\/Rule>/s, `<Rule>${inner}</Rule>${more}`);
const line = (parameter: string): string =>
  ruled(`<LineSymbolizer><Stroke>${parameter}</Stroke></LineSymbolizer>`);
const width = (text: string): string =>
  line(`<CssParameter name="stroke-width">${text}</CssParameter>`);
const point = (inner: string): string =>
  ruled(`<PointSymbolizer><Graphic>${inner}</Graphic></PointSymbolizer>`);
const mark = (name: string): string => point(`<Mark><WellKnownName>${name}</WellKnownName></Mark>`);
const icon = (href: string): string =>
  point(
    `<ExternalGraphic><OnlineResource xmlns:x="http://www.w3.org/1999/xlink" x:type="simple" x:href="${href}"/><Format>image/png</Format></ExternalGraphic>`,
  );
const filter = (literal: string): string =>
  `<Filter><PropertyIsEqualTo><PropertyName>a</PropertyName><Literal>${literal}</Literal></PropertyIsEqualTo></Filter>`;
const entry = (attributes: string): string =>
  ruled(
    `<RasterSymbolizer><ColorMap><ColorMapEntry color="#112233" ${attributes}/></ColorMap></RasterSymbolizer>`,
  );

/** What is said of a style; undefined for one that nothing is to be said of. */
const styles: Readonly<Record<string, readonly [content: string, says?: RegExp]>> = {
  "an encoding without its hyphen": [
    sld().replace("UTF-8", "utf8"),
    /a\.sld:1:1: warning: A stock server knows no encoding of the name utf8.*\n +Write UTF-8\./,
  ],
  "an encoding of Windows by another name": [
    sld().replace("UTF-8", "cp1252"),
    /a\.sld:1:1: warning: A stock server knows no encoding of the name cp1252.*\n +Write WINDOWS-1252\./,
  ],
  "an encoding by a registered name": [sld().replace("UTF-8", "ISO_8859-1")],
  "an encoding as it is called": [sld().replace("UTF-8", "iso-8859-1")],
  "a filter that could not be written": [
    ruled("<!--Parser Error: \nsyntax error - Expression was: land use = 'A'--><LineSymbolizer/>"),
    /a\.sld:\d+:\d+: warning: .*could not write the filter of this rule, so that the rule draws every/,
  ],
  "a symbol that could not be written": [
    ruled("<!--SymbolLayerV2 Hashed not implemented yet--><LineSymbolizer/>"),
    /warning: .* left out: SymbolLayerV2 Hashed not implemented yet/,
  ],
  "a text that could not be written": [
    ruled("<TextSymbolizer><!--Parser Error: \nsyntax error--><Label>a</Label></TextSymbolizer>"),
    /warning: .*could not write an expression of this symbolizer/,
  ],
  "a comment of another sort": [ruled("<!-- Parser of roads --><LineSymbolizer/>")],
  "a number with a comma": [
    width("0,5"),
    /warning: stroke-width is "0,5", which is no number.*\n +Write 0\.5\./,
  ],
  "a literal number with a comma": [
    point("<Size><Literal>1,5</Literal></Size>"),
    /warning: Size is "1,5", which is no number/,
  ],
  "a scale with a comma": [
    ruled("<MaxScaleDenominator>2500,5</MaxScaleDenominator><LineSymbolizer/>"),
    /warning: MaxScaleDenominator is "2500,5", which is no number.*\n +Write 2500\.5\./,
  ],
  "a quantity with a comma": [
    entry('quantity="1,5"'),
    /warning: The quantity of ColorMapEntry is "1,5", which is no number.*\n +Write 1\.5\./,
  ],
  "an opacity of an entry with a comma": [
    entry('quantity="1" opacity="0,5"'),
    /warning: The opacity of ColorMapEntry is "0,5", which is no number/,
  ],
  "an entry whose numbers are computed": [entry('quantity="${env(\'low\',1)}" opacity="1"')],
  "numbers with a unit, or computed": [
    line(
      '<CssParameter name="stroke-width">2px</CssParameter><CssParameter name="stroke-opacity">${a}</CssParameter>',
    ),
  ],
  "a shape that is misspelt": [
    mark("circel"),
    /warning: No server knows a shape circel; a square.*\n +Did you mean circle\?/,
  ],
  "a shape of the server": [mark("shape://times")],
  "a shape in other letters": [mark("Circle")],
  "an entry without a quantity": [
    entry('label="a"'),
    /warning: ColorMapEntry has no attribute quantity/,
  ],
  "an entry with all that it needs": [entry('quantity="1"')],
  "two filters": [
    ruled(`${filter("a")}${filter("b")}<LineSymbolizer/>`),
    /warning: The rule has more than one Filter/,
  ],
  "a filter beside what is left": [
    ruled(`${filter("a")}<ElseFilter/><LineSymbolizer/>`),
    /warning: The rule has a Filter and an ElseFilter/,
  ],
  "a literal between line breaks": [
    ruled(`${filter("\n A\n")}<LineSymbolizer/>`),
    /warning: The Literal has line breaks around its text/,
  ],
  "a number between line breaks": [ruled(`${filter("\n 12\n")}<LineSymbolizer/>`)],
  "an icon within the style": [icon(`data:image/png;base64,${"A".repeat(200_000)}`)],
};

test.for(slice(Object.entries(styles), { test: 8 }))("%s", async ([, [content, says]]) => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.yaml": STYLE, "a.sld": content });
  const { code, stderr } = await runHere(["validate", "a.yaml"], { cwd: folder });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: says === undefined ? "" : expect.stringMatching(says),
  });
});

test("an address as long as an icon is refused", async () => {
  const folder = temporaryFolder();
  const long = `http://icons.example/${"a".repeat(70_000)}`;
  writeFiles(folder, { "a.yaml": STYLE, "a.sld": icon(long) });
  const { code, stderr } = await runHere(["validate", "a.yaml"], { cwd: folder });
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: /characters in one attribute/ });
});

test("an icon within a style is applied, and nothing is left to do", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.yaml": STYLE, "a.sld": icon(`base64:${"A".repeat(80_000)}`) });
  const applied = await runHere(["apply", "a.yaml", "--yes"], { url: url(), cwd: folder });
  expect(applied.code, applied.stderr).toBe(0);
  const { code } = await runHere(["plan", "a.yaml"], { url: url(), cwd: folder });
  expect(code).toBe(0);
});

test.for(["---\n", "---\n# the end\n", "---\n---\n\n", "--- # nothing\n"])(
  "documents without a node are none: %j",
  async (end) => {
    const folder = temporaryFolder();
    writeFiles(folder, { "a.yaml": `${STYLE}${end}`, "a.sld": sld() });
    const { code, stderr } = await runHere(["validate", "a.yaml"], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  },
);

test("signs that nobody sees are shown, and warned of in names", async () => {
  const folder = temporaryFolder();
  const spec = String.raw`{ description: "x\u202Eevil \u009b8m", connectionParameters: { directory: "file:d", passwd: { fromEnv: UNSEEN } } }`;
  writeFiles(folder, {
    "a.yaml": `${manifest("Workspace", "{ name: esc }", "{}")}---\n${manifest("DataStore", String.raw`{ workspace: esc, name: "ro\u200bads" }`, spec)}`,
  });
  const given = { url: url(), cwd: folder, env: { UNSEEN: "a word of its own" } };
  const { stdout, stderr } = await runHere(["plan", "a.yaml"], given);
  expect(stdout + stderr).not.toMatch(/(?!\n)\p{C}/u);
  expect(stdout).toContain("ro\ufffdads");
  expect(stdout).toContain("x\ufffdevil");
  expect(stderr).toMatch(/warning: metadata\.name: holds U\+200B/);
  const applied = await runHere(["apply", "a.yaml", "--yes"], given);
  expect(applied.code, applied.stderr).toBe(0);
  const graph = await runHere(["graph", "a.yaml"], given);
  const out = await runHere(["import", "--out", "o"], given);
  const run = await runHere(["history", "last"], given);
  expect(run.code).toBe(0);
  for (const shown of [applied.stdout, graph.stdout, out.stdout, run.stdout])
    expect(shown).not.toMatch(/(?!\n)\p{C}/u);
  expect(graph.stdout).toContain("ro\ufffdads");
  expect(out.stdout).toContain("ro\ufffdads");
});

test("so are those in the reason of a lock", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.yaml": manifest("Workspace", "{ name: esc }", "{}") });
  const run = (...args: string[]) => runHere(args, { url: url(), cwd: folder });
  const taken = await run("lock", "a.yaml", "--take", "--reason", "x\u202Eevil");
  const [shown, doctor] = [await run("lock", "a.yaml"), await run("doctor", "a.yaml")];
  const [, id = ""] = /--force (\S+)/.exec(shown.stdout) ?? [];
  const ended = await run("unlock", "a.yaml", "--force", id);
  for (const { code, stdout } of [taken, shown, doctor, ended]) {
    expect([code, stdout]).toEqual([0, expect.stringContaining("x\ufffdevil")]);
    expect(stdout).not.toContain("\u202E");
  }
});

test("what a terminal would obey is shown, whoever says it", async () => {
  const folder = temporaryFolder();
  const said = manifest("Style", "{ name: a }", String.raw`{ source: "./a\e[2Jb.sld" }`);
  writeFiles(folder, { "a.yaml": said, "b.yaml": manifest("Workspace", "{ name: esc }", "{}") });
  const validated = await runHere(["validate", "a.yaml"], { cwd: folder });
  expect(validated.stderr).toContain("There is no ./a\ufffd[2Jb.sld");
  const failing = await startProxy(url(), ({ path }) =>
    path.includes("/about/") ? { status: 500, body: "it\u001b[2J\r\nfailed" } : undefined,
  );
  const planned = await runHere(["plan", "b.yaml"], { url: failing, cwd: folder });
  expect(planned.stdout + planned.stderr).toMatch(/it\ufffd\[2J\s+failed/);
  for (const { stdout, stderr } of [validated, planned])
    expect(stdout + stderr).not.toContain("\u001b");
});

/** A mosaic whose granules lie beside the manifest. */
function mosaicWith(files: Readonly<Record<string, string>>, local: string): string {
  const folder = temporaryFolder();
  const spec = "{ definition: ./def/, granules: { local: ./gr/ } }";
  writeFiles(folder, {
    "a.yaml": `${manifest("Workspace", "{ name: m }", "{}")}---\n${manifest("ImageMosaic", "{ workspace: m, name: n }", spec)}`,
    ...Object.fromEntries(
      Object.entries({ ...definition, ...files }).map(([name, text]) => [`def/${name}`, text]),
    ),
  });
  writeFiles(join(folder, "gr"), { [local]: granule(0) });
  return folder;
}

const indexer = definition["indexer.properties"] ?? "";

test.for<
  [what: string, files: Readonly<Record<string, string>>, local: string, code: number, says: RegExp]
>([
  [
    "granules that are harvested later",
    { "indexer.properties": indexer.replace("CanBeEmpty=true", "") },
    "g_20260101_z1.tif",
    1,
    /those of granules\.local are harvested after the upload, so set CanBeEmpty=true/,
  ],
  [
    "names without what a pattern looks for",
    {},
    "g_2026_z1.tif",
    0,
    /a\.yaml:\d+:\d+: warning: Servers do not index a granule beside the manifest: .*g_2026_z1/,
  ],
])("a mosaic: %s", async ([, files, local, code, says]) => {
  const folder = mosaicWith(files, local);
  const ran = await runHere(["validate", "a.yaml"], { cwd: folder });
  expect(ran).toMatchObject({ code, stderr: expect.stringMatching(says) });
});

test.for([
  ["POST", "/styles?name=two"],
  ["PUT", "/styles/one.zip"],
] as const)("a package with two styles is refused: %s %s", async ([method, path]) => {
  const put = async (to: string, how: string, files: Readonly<Record<string, string>>) =>
    fetch(`${url()}/rest${to}`, {
      method: how,
      headers: { authorization: AUTHORIZATION, "content-type": "application/zip" },
      body: new Uint8Array(await zipOf(files)),
    });
  await put("/styles?name=one", "POST", { "a.sld": sld() });
  const response = await put(path, method, { "a.sld": sld(), "b.sld": se("b") });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("holds 2 .sld files (a.sld, b.sld)");
});

test.for([".", "styles"])(
  "styles with their entries are imported without a data directory: %s",
  async (at) => {
    const folder = temporaryFolder();
    const document = "<style><name>red</name><filename>red.sld</filename></style>";
    writeFiles(folder, { "styles/red.xml": document, "styles/red.sld": sld(), "README.md": "" });
    const given = ["import", "--from", at, "--out", "estate"];
    const { code, stderr } = await runHere(given, { cwd: folder });
    expect(code, stderr).toBe(0);
    const valid = await runHere(["validate", "estate"], { cwd: folder });
    expect(valid.stdout).toMatch(/^Valid: /);
    const rendered = await runHere(["render", "estate"], { cwd: folder });
    expect(rendered.stdout).toMatch(/kind: Style\nmetadata:\n +name: red/);
  },
);
