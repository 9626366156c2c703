/** `diff`: what differs in meaning, offline. */
import { join } from "node:path";
import { applyPatch } from "diff";
import { describe, expect, test } from "vitest";
import { mapping, sld, zipOf } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { project, style } from "./support.ts";

/** Writes files and compares two of them. */
async function diff(
  files: Readonly<Record<string, string | Uint8Array>>,
  [before, after]: readonly [string, string],
  ...flags: string[]
) {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return runHere(["diff", join(folder, before), join(folder, after), ...flags]);
}

/** Rules of a style, each with the width of its line. */
function rules(widths: Readonly<Record<string, number>>): string {
  const body = Object.entries(widths).map(
    ([name, width]) => `<Rule><Name>${name}</Name><LineSymbolizer><Stroke>
      <CssParameter name="stroke-width">${width}</CssParameter></Stroke></LineSymbolizer></Rule>`,
  );
  return `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer>
    <Name>roads</Name><UserStyle><FeatureTypeStyle>${body.join("\n")}</FeatureTypeStyle></UserStyle>
  </NamedLayer></StyledLayerDescriptor>`;
}

const SECRET = "canary-of-diff";

/** A mapping with a password in the clear. */
function withPassword(password: string): string {
  const parameter = `<Parameter><name>passwd</name><value>${password}</value></Parameter>`;
  return mapping(["t:A"]).replace("</parameters>", `${parameter}</parameters>`);
}

test("a declared style that changes its language is told by what it draws in both", async () => {
  const folder = temporaryFolder();
  const of = (source: string) => style("roads").replace("./roads.sld", source);
  writeFiles(folder, {
    "old/plumbline.yaml": project("estate: languages"),
    "old/a.yaml": of("./roads.sld"),
    "old/roads.sld": sld({ colour: "#112233" }),
    "new/plumbline.yaml": project("estate: languages"),
    "new/a.yaml": of("./roads.css"),
    "new/roads.css": "* { stroke: #445566; }\n",
  });
  const { code, stdout } = await runHere(["diff", join(folder, "old"), join(folder, "new")]);
  expect(code).toBe(2);
  expect(stdout).toContain('language: "sld" → "css"');
  expect(stdout).toContain('stroke: "#112233" → "#445566"');
  expect(stdout).not.toContain("is removed");
});

test("images of a package that differ in their endings alone come and go", async () => {
  const folder = temporaryFolder();
  const side = (name: string, images: readonly string[]) => ({
    [`${name}/plumbline.yaml`]: project("estate: images"),
    [`${name}/a.yaml`]: style("roads").replace("./roads.sld", "./roads/"),
    [`${name}/roads/roads.sld`]: sld({ name: "roads" }),
    ...Object.fromEntries(images.map((image) => [`${name}/roads/${image}`, image])),
  });
  writeFiles(folder, { ...side("old", ["a.gif", "a.png"]), ...side("new", ["a.svg"]) });
  const { stdout } = await runHere(["diff", join(folder, "old"), join(folder, "new")]);
  expect(stdout).not.toContain("language");
  const lines = stdout.split("\n").map((line) => line.trim());
  expect(lines.filter((line) => line.includes("a."))).toEqual(["- a.gif", "- a.png", "+ a.svg"]);
});

describe("two files", () => {
  test("layout, comments and prefixes are no difference", async () => {
    const plain = sld({ name: "roads" });
    const other = plain
      .replaceAll(/<(\/?)(\w)/g, "<$1s:$2")
      .replace("xmlns=", "xmlns:s=")
      .replaceAll("<s:Stroke>", "<!-- a line -->\n\n<s:Stroke>");
    expect(other).not.toBe(plain);
    expect(await diff({ "a.sld": plain, "b.sld": other }, ["a.sld", "b.sld"])).toEqual({
      code: 0,
      stdout: "Both mean the same.\n",
      stderr: "",
    });
  });

  test("a style and a style sheet are distinguished by what both draw", async () => {
    const files = { "a.sld": sld({ colour: "#112233" }), "b.css": "* { stroke: #445566; }\n" };
    const { code, stdout } = await diff(files, ["a.sld", "b.css"]);
    expect(code).toBe(2);
    expect(stdout).toContain('language: "sld" → "css"');
    expect(stdout).toContain('stroke: "#112233" → "#445566"');
    const back = await diff(files, ["b.css", "a.sld"]);
    expect(back.stdout).toContain('stroke: "#445566" → "#112233"');
  });

  test("a style is distinguished by its rules", async () => {
    const files = {
      "a.sld": rules({ major: 3, minor: 1, path: 1 }),
      "b.sld": rules({ major: 4, minor: 1, track: 1 }),
    };
    const { code, stdout } = await diff(files, ["a.sld", "b.sld"]);
    expect(code).toBe(2);
    expect(stdout).toBe(`~ b.sld
    layer "roads" › rule "major" › LineSymbolizer › Stroke › stroke-width: "3" → "4"
    layer "roads" › rule "path" is removed
    layer "roads" › rule "track" is added

1 file differs.
`);
    const turned = {
      "a.sld": rules({ major: 3, minor: 1 }),
      "b.sld": rules({ minor: 1, major: 3 }),
    };
    expect((await diff(turned, ["a.sld", "b.sld"])).stdout).toContain("is in another order");
  });

  test("white space, with and without a comment beside it", async () => {
    const drawn = (inside: string) =>
      rules({ major: 3 }).replace("</Rule>", `<TextSymbolizer>${inside}</TextSymbolizer></Rule>`);
    const beside = { "a.sld": drawn("\n <!-- c -->\n"), "b.sld": drawn("<!-- c -->") };
    expect((await diff(beside, ["a.sld", "b.sld"])).code).toBe(0);
    const alone = { "a.sld": drawn("\n "), "b.sld": drawn(" ") };
    const { stdout } = await diff(alone, ["a.sld", "b.sld"]);
    expect(stdout).toContain("TextSymbolizer: changes in white space only");
    expect(stdout).not.toContain("secret");
  });

  test("a mapping by its types, in a file, a folder and an archive", async () => {
    const before = mapping(["t:A", "t:B"]);
    const after = mapping(["t:A", "t:C"]).replace("<OCQL>ID<", "<OCQL>gid<");
    const files = {
      "one.appschema": before,
      "folder/two.appschema": after,
      "folder/more.xsd": "<schema/>",
      "three.zip": await zipOf({ "three.appschema": before }),
    };
    const told = await diff(files, ["one.appschema", "folder"], "-o", "json");
    expect(told.code).toBe(2);
    expect(JSON.parse(told.stdout)).toMatchObject({
      format_version: "1.0",
      equal: false,
      objects: [],
      files: [
        { path: "more.xsd", state: "added", differences: [] },
        {
          path: "two.appschema",
          state: "changed",
          patch: null,
          differences: [
            {
              place: ['type "t:A"', 'attribute "t:A"', "idExpression", "OCQL"],
              text: '"ID" → "gid"',
            },
            { place: ['type "t:B"'], text: "is removed" },
            { place: ['type "t:C"'], text: "is added" },
          ],
        },
      ],
    });
    expect(await diff(files, ["one.appschema", "three.zip"], "-o", "json")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"equal": true') as unknown,
    });
  });

  test("a patch is one, and holds no password; nor does anything else", async () => {
    const css = {
      "a.css": "* { stroke: red; }\n* { fill: blue; }\n",
      "b.css": "* { stroke: red; }\n",
    };
    const { stdout } = await diff(css, ["a.css", "b.css"], "--patch");
    const patch = stdout.slice(stdout.indexOf("--- old/"), stdout.indexOf("\n1 file"));
    expect(applyPatch(css["a.css"], patch)).toBe(css["b.css"]);
    const files = {
      "a.appschema": withPassword(SECRET),
      "b.appschema": withPassword(`${SECRET}-2`).replace("postgisng", "oracle"),
      "a.properties": `user=me\npasswd=${SECRET}\nurl=jdbc://me:${SECRET}@host/db\n`,
      "b.properties": `user=you\npasswd=${SECRET}-2\nurl=jdbc://me:${SECRET}-2@host/db\n`,
    };
    for (const end of ["appschema", "properties"] as const) {
      for (const form of ["text", "json"]) {
        const sides = [`a.${end}`, `b.${end}`] as const;
        const found = await diff(files, sides, "--patch", "-o", form);
        expect(found.code).toBe(2);
        expect(found.stdout).toContain("(secret), changed");
        expect(found.stdout).toMatch(/passwd(?:=\(secret\)|<\/name><value>\(secret\)<\/value>)/);
        expect(`${found.stdout}${found.stderr}`).not.toContain(SECRET);
      }
    }
  });
});

describe("two folders of manifests", () => {
  const workspace = (namespace: string) =>
    `apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: roads }\nspec: { namespace: "${namespace}" }\n`;

  test("are compared by what plans compare, files by what they mean", async () => {
    const files = {
      "old/all.yaml": [style("lines"), style("gone"), workspace("http://a.example")].join("---\n"),
      "old/lines.sld": rules({ major: 3 }),
      "old/gone.sld": sld(),
      // Other files, another order, another layout: none of it counts.
      "new/b.yaml": `${workspace("http://b.example")}---\n${style("lines").replace("./lines.sld", "./deep/drawn.sld")}`,
      "new/a.yaml": style("fresh"),
      "new/deep/drawn.sld": rules({ major: 4 }),
      "new/fresh.sld": sld(),
      "same/a.yaml": [workspace("http://a.example"), style("gone"), style("lines")].join("---\n"),
      "same/lines.sld": `<!-- the same -->${rules({ major: 3 })}`,
      "same/gone.sld": sld(),
    };
    const { code, stdout, stderr } = await diff(files, ["old", "new"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    expect(stdout).toBe(`+ Style/fresh
- Style/gone
~ Style/lines
    ~ content.sld
        layer "roads" › rule "major" › LineSymbolizer › Stroke › stroke-width: "3" → "4"
~ Workspace/roads
    namespace: http://a.example → http://b.example

4 objects differ.
`);
    expect(await diff(files, ["old", "same"])).toMatchObject({ code: 0 });
  });

  test("a field that one side leaves out is reported", async () => {
    const layer = (spec: string) =>
      `apiVersion: plumbline/v1\nkind: Layer\nmetadata: { workspace: w, name: l }\nspec: ${spec}\n`;
    const files = {
      "a.yaml": layer("{ title: Roads, queryable: true }"),
      "b.yaml": layer("{ queryable: true, opaque: false }"),
    };
    const { code, stdout } = await diff(files, ["a.yaml", "b.yaml"]);
    expect(code).toBe(2);
    expect(stdout).toContain("    opaque: not said → false\n");
    expect(stdout).toContain("    title: Roads → not said\n");
  });
});

describe("two targets of a project file", () => {
  const files = {
    "plumbline.yaml": project(
      "variables: { uri: { type: string, default: 'http://test.example' } }\ntargets:\n  test: { url: 'http://test.example' }\n  live: { url: 'http://live.example', variables: { uri: 'http://live.example' } }",
    ),
    "manifests/a.yaml":
      'apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: roads }\nspec: { namespace: "${{ var.uri }}" }\n',
  };

  test("are distinguished by what is declared for them", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    const compare = (targets: string, ...more: readonly string[]) =>
      runHere(["diff", "--targets", targets, join(folder, "manifests"), ...more]);
    const { code, stdout } = await compare("test,live");
    expect(code).toBe(2);
    expect(stdout).toContain("    namespace: http://test.example → http://live.example\n");
    expect(await compare("test,test")).toMatchObject({ code: 0 });
    expect(await compare("test")).toMatchObject({ code: 64 });
    for (const one of [
      ["--url", "http://other.example"],
      ["--target", "test"],
    ])
      expect(await compare("test,live", "--live", ...one)).toMatchObject({
        code: 64,
        stderr: expect.stringContaining(`${one[0]} names one server, and --targets names two`),
      });
    const unknown = await compare("test,liv");
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain("Did you mean live?");
  });
});

describe("what cannot be compared", () => {
  test("is an error, reported in both forms", async () => {
    const files = { "a.sld": sld(), "b.yaml": style("x"), "x.sld": sld(), "c/c.yaml": "kind: [" };
    const none = await diff(files, ["a.sld", "missing.sld"], "-o", "json");
    expect(none.code).toBe(1);
    expect(JSON.parse(none.stdout)).toMatchObject({ diagnostics: [{ code: "artefact-missing" }] });
    const unlike = await diff(files, ["a.sld", "b.yaml"]);
    expect(unlike).toMatchObject({ code: 1, stdout: "" });
    expect(unlike.stderr).toContain("not of one sort");
    const broken = await diff(files, ["b.yaml", "c"]);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain("c.yaml:1");
  });

  test("one path is a wrong command line", async () => {
    expect(await runHere(["diff", "only.sld"])).toMatchObject({ code: 64 });
  });
});
