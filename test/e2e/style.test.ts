/** CSS styles offline: translated, and checked with their places. */
import { readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { zipOf } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { allElements, readSvg } from "../support/styles/svg-documents.ts";

const sheet = "@styleName 'roads';\n* { stroke: #ff0000; stroke-width: 2px; }\n";
const broken = "* { stroke: red; }\n[a >] { fill: blue; }\n* :mrk { fill: red; }\n";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

describe("plumbline style translate", () => {
  test("the SLD of a sheet, and all faults of a broken one", async () => {
    const folder = folderWith({ "roads.css": sheet, "broken.css": broken });
    const ran = await runHere(["style", "translate", join(folder, "roads.css")]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(/<[\w:]*StyledLayerDescriptor[^]*LineSymbolizer[^]*#ff0000/);
    const refused = await runHere(["style", "translate", join(folder, "broken.css")]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/broken\.css:2:\d+[^]*broken\.css:3:\d+/);
  });

  test("as a document, out of standard input", async () => {
    const args = ["style", "translate", "-", "-o", "json"];
    const { code, stdout } = await runHere(args, { stdin: sheet });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      format_version: "1.0",
      name: "roads",
      sld: expect.stringContaining("LineSymbolizer"),
      diagnostics: [],
    });
  });

  test("what cannot be read is an error, what is no verb a mistake", async () => {
    const missing = await runHere(["style", "translate", "nowhere.css", "-o", "json"]);
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.stdout)).toMatchObject({
      diagnostics: [{ code: "file-unreadable", file: "nowhere.css" }],
    });
    expect((await runHere(["style", "paint", "roads.css"])).code).toBe(64);
    expect((await runHere(["style", "translate", "a.css", "b.css"])).code).toBe(64);
    expect((await runHere(["style", "translate", "a.css", "--out", "a.sld"])).code).toBe(64);
  });
});

describe("plumbline style draw", () => {
  const sld = (colour: string) =>
    `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld" xmlns:xlink="http://www.w3.org/1999/xlink"><NamedLayer><Name>roads</Name><UserStyle><FeatureTypeStyle><Rule><Name>main</Name><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href="stop.svg"/><Format>image/svg+xml</Format></ExternalGraphic></Graphic></PointSymbolizer></Rule><Rule><Name>side</Name><LineSymbolizer><Stroke><CssParameter name="stroke">${colour}</CssParameter></Stroke></LineSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';

  test("the rules of a style with its images, in a file or on stdout", async () => {
    const folder = folderWith({ "roads.sld": sld("#ff0000"), "stop.svg": image });
    const out = join(folder, "roads.svg");
    const written = await runHere(["style", "draw", join(folder, "roads.sld"), "--out", out]);
    expect(written).toMatchObject({ code: 0, stderr: "" });
    expect(written.stdout).toBe(`${out}: 2 pictures, 0 with something that is not shown\n`);
    const printed = await runHere(["style", "draw", folder]);
    expect(printed.stdout).toBe(readFileSync(out, "utf8"));
    const elements = allElements(readSvg(printed.stdout));
    expect(elements.some(({ attributes }) => attributes["stroke"] === "#ff0000")).toBe(true);
    // The tile and the legend use the same image, which is there once.
    const hrefs = elements.flatMap(({ attributes }) => attributes["href"] ?? []);
    expect(hrefs).toEqual([
      `data:image/svg+xml;base64,${btoa(image)}`,
      ...Array<unknown>(2).fill(expect.stringMatching(/^#p[0-9a-f]+$/)),
    ]);
  });

  test("a package with its images; images elsewhere on the disk are not looked at", async () => {
    const elsewhere = sld("#ff0000").replace("stop.svg", "../stop.svg");
    const folder = folderWith({ "stop.svg": image, "inside/roads.sld": elsewhere });
    writeFiles(folder, { "linked/roads.sld": sld("#ff0000") });
    symlinkSync("../stop.svg", join(folder, "linked/stop.svg"));
    const packed = join(folder, "roads.zip");
    writeFileSync(packed, await zipOf({ "roads.sld": sld("#ff0000"), "stop.svg": image }));
    const notesOf = async (path: string) => {
      const { stdout } = await runHere(["style", "draw", path, "-o", "json"]);
      const { rules } = JSON.parse(stdout) as { rules: readonly { notes: readonly string[] }[] };
      return rules.flatMap(({ notes }) => notes);
    };
    expect(await notesOf(packed)).toEqual([]);
    expect(await notesOf(join(folder, "inside/roads.sld"))).toEqual([
      "image ../stop.svg is missing",
    ]);
    expect(await notesOf(join(folder, "linked"))).toEqual(["image stop.svg is missing"]);
  });

  test.for(["a".repeat(300), "turning"])(
    "an image %s, which the disk does not give, is not at hand",
    async (name) => {
      const folder = folderWith({
        "roads.sld": sld("#ff0000").replace("stop.svg", name),
        "stop.svg": image,
      });
      symlinkSync("turning", join(folder, "turning"));
      const { code, stdout } = await runHere(["style", "draw", folder, "-o", "json"]);
      expect(code).toBe(0);
      expect(stdout).toContain(`image ${name} is missing`);
    },
  );

  test("a style in a folder that is larger than any", async () => {
    const folder = folderWith({ "huge.sld": "" });
    truncateSync(join(folder, "huge.sld"), 3 * 1024 ** 3);
    const ran = await runHere(["style", "draw", folder]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("huge.sld is larger than any style");
  });

  test("a sheet out of standard input, as a document", async () => {
    const ran = await runHere(["style", "draw", "-", "-o", "json"], { stdin: sheet });
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      format_version: "1.0",
      rules: [{ level: 1, rule: 1, min_scale: 0, max_scale: null, notes: [] }],
      not_drawn: 0,
      svg: expect.stringContaining("#ff0000"),
    });
  });

  test("two versions beside each other, with the rules that differ marked", async () => {
    const folder = folderWith({ "a.sld": sld("#ff0000"), "b.sld": sld("#00ff00") });
    const paths = [join(folder, "a.sld"), join(folder, "b.sld")];
    const { stdout } = await runHere(["style", "draw", ...paths, "-o", "json"]);
    const { rules, svg } = JSON.parse(stdout) as { rules: readonly object[]; svg: string };
    expect(rules).toMatchObject([
      { change: "none", after: { name: "main", notes: ["image stop.svg is missing"] } },
      { change: "changed", before: { name: "side" }, after: { name: "side" } },
    ]);
    const texts = allElements(readSvg(svg)).map(({ name, text }) => (name === "text" ? text : ""));
    expect(texts.filter((text) => text === "changed")).toHaveLength(1);
  });

  test("what cannot be drawn is an error with its place", async () => {
    const folder = folderWith({
      "broken.css": broken,
      "broken.sld": "<StyledLayerDescriptor>\n<x",
    });
    const sheetRefused = await runHere(["style", "draw", join(folder, "broken.css")]);
    expect(sheetRefused).toMatchObject({ code: 1, stdout: "" });
    expect(sheetRefused.stderr).toMatch(/broken\.css:2:\d+/);
    const refused = await runHere(["style", "draw", join(folder, "broken.sld")]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/broken\.sld:2:\d+/);
    expect((await runHere(["style", "draw", folder])).code).toBe(1);
    const values = folderWith({ "a.ysld": "name: a\n", "b.mbstyle": "{}" });
    for (const [file, language] of [
      ["a.ysld", "YSLD"],
      ["b.mbstyle", "MBStyle"],
    ] as const) {
      const other = await runHere(["style", "draw", join(values, file)]);
      expect(other.code).toBe(1);
      expect(other.stderr).toContain(
        `Styles in ${language} are not drawn; those in SLD and CSS are`,
      );
    }
    expect((await runHere(["style", "draw", "a", "b", "c"])).code).toBe(64);
  });
});

test("validate names the places of all faults of a sheet", async () => {
  const folder = folderWith({
    "roads.yaml":
      "apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: roads }\nspec: { source: ./roads.css }\n",
    "roads.css": broken,
  });
  const ran = await runHere(["validate", folder, "-o", "json"]);
  expect(ran.code).toBe(1);
  const { diagnostics } = JSON.parse(ran.stdout) as { diagnostics: readonly object[] };
  expect(diagnostics).toMatchObject([
    { code: "style-invalid", file: join(folder, "roads.css"), line: 2 },
    { code: "style-invalid", file: join(folder, "roads.css"), line: 3 },
  ]);
  writeFiles(folder, { "roads.css": sheet });
  expect(await runHere(["validate", folder])).toMatchObject({ code: 0 });
});
