/** CSS styles offline: translated, and checked with their places. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { runHere } from "../support/run-here.ts";

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
