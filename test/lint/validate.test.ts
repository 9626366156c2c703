/** What `validate` warns of in an estate: place, message and hint; a run of it ends as without, unless it is strict. */
import { describe, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { zipOf } from "../support/estates/artefacts.ts";

const line =
  '<LineSymbolizer><Stroke><CssParameter name="stroke">#000000</CssParameter></Stroke></LineSymbolizer>';

const rule = (content: string): string =>
  `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld" xmlns:xlink="http://www.w3.org/1999/xlink">
<NamedLayer><Name>n</Name><UserStyle><FeatureTypeStyle>
<Rule>
${content}
</Rule>
</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;

const icon = rule(
  '<PointSymbolizer><Graphic>\n<ExternalGraphic><OnlineResource xlink:href="icon.png"/><Format>image/png</Format></ExternalGraphic>\n</Graphic></PointSymbolizer>',
);

const archive = await zipOf({ "s.sld": icon });

const manifest = (kind: string, metadata: string, spec: string): string =>
  `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata: ${metadata}\nspec:\n${spec}\n`;

const style = (source: string): string => manifest("Style", "{ name: s }", `  source: ${source}`);
const store = manifest(
  "DataStore",
  "{ workspace: w, name: d }",
  "  type: PostGIS\n  connectionParameters: { host: h }",
);
const workspace = manifest("Workspace", "{ name: w }", "  description: none").replace(
  "spec:\n  description: none",
  "spec: {}",
);
const rules = (role: string): string =>
  manifest(
    "AccessRules",
    "{ name: r }",
    `  domain: layers\n  mode: merge\n  rules:\n    "w.*.r": [${role}]`,
  );

async function validate(files: Readonly<Record<string, string | Uint8Array>>, ...flags: string[]) {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const ran = await runHere(["validate", folder, ...flags]);
  return { ...ran, told: ran.stderr.replaceAll(`${folder}/`, "") };
}

const cases: readonly (readonly [string, Readonly<Record<string, string | Uint8Array>>, string])[] =
  [
    [
      "an element that there is not",
      { "a.yaml": style("./s.sld"), "s.sld": rule(`<LineSymboliser/>`) },
      "s.sld:4:1: warning: LineSymboliser is no element of a style; servers pass over it [passed-over]\n    Did you mean LineSymbolizer?\n",
    ],
    [
      "a property that there is not",
      { "a.yaml": style("./s.css"), "s.css": "* {\n  stroke: red;\n  stroke-widht: 4;\n}\n" },
      "s.css:3:3: warning: stroke-widht is no property; servers pass over it [passed-over]\n    Did you mean stroke-width?\n",
    ],
    [
      "scales that do not meet",
      {
        "a.yaml": style("./s.sld"),
        "s.sld": rule(
          `<MinScaleDenominator>50</MinScaleDenominator><MaxScaleDenominator>20</MaxScaleDenominator>${line}`,
        ),
      },
      "s.sld:3:1: warning: The rule draws at no scale: its MinScaleDenominator 50 is not below its MaxScaleDenominator 20 [draws-nothing]\n",
    ],
    [
      "what a stock server refuses",
      { "a.yaml": style("./s.css"), "s.css": "* {\n  stroke: red;\n  stroke-width: .5px;\n}\n" },
      "s.css:3:3: warning: A stock server reads numbers only with a digit before the point, and refuses stroke-width as it is [stock-refuses]\n",
    ],
    [
      "an image that is not in the folder",
      { "a.yaml": style("./s"), "s/s.sld": icon },
      "s/s.sld:5:18: warning: The style names the image icon.png; it is not in the package [style-image]\n    Put it beside the SLD.\n",
    ],
    [
      "an image that is not in the archive",
      { "a.yaml": style("./s.zip"), "s.zip": archive },
      "s.zip!s.sld:5:18: warning: The style names the image icon.png; it is not in the package [style-image]\n    Put it beside the SLD.\n",
    ],
    [
      "a role that is nearly built in",
      { "a.yaml": workspace, "b.yaml": rules("ROLE_ADMINISTRATR") },
      "b.yaml:8:15: warning: The rule w.*.r names the role ROLE_ADMINISTRATR, which no manifest declares [role-unknown]\n    Did you mean ROLE_ADMINISTRATOR?\n",
    ],
    [
      "a role beside those that are declared",
      {
        "a.yaml": workspace,
        "b.yaml": rules("ROLE_EDITR"),
        "c.yaml": manifest("Role", "{ name: ROLE_EDITOR }", "").replace("spec:\n", "spec: {}"),
      },
      "b.yaml:8:15: warning: The rule w.*.r names the role ROLE_EDITR, which no manifest declares [role-unknown]\n    Did you mean ROLE_EDITOR?\n",
    ],
    [
      "a reference system that there is not",
      {
        "a.yaml": workspace,
        "b.yaml": store,
        "c.yaml": manifest(
          "FeatureType",
          "{ workspace: w, name: f }",
          "  store: d\n  srs: EPSG:432600",
        ),
      },
      "c.yaml:6:3: warning: There is no reference system EPSG:432600 [system-unknown]\n    A server knows it only if its own list of projections defines it.\n",
    ],
    [
      "a type of stores that there is not",
      { "a.yaml": workspace, "b.yaml": store.replace("PostGIS", "PostGiss") },
      "b.yaml:5:3: warning: Servers know no type of stores PostGiss [store-type-unknown]\n    Did you mean PostGIS?\n",
    ],
  ];

const clean: readonly (readonly [string, Readonly<Record<string, string | Uint8Array>>])[] = [
  [
    "an image of another server",
    { "a.yaml": style("./s"), "s/s.sld": icon.replace("icon.png", "https://example.org/icon.png") },
  ],
  [
    "an image of the package",
    { "a.yaml": style("./s"), "s/s.sld": icon, "s/icon.png": "an image" },
  ],
  ["an image that the server may have", { "a.yaml": style("./s.sld"), "s.sld": icon }],
  [
    "an image of another package of the scope",
    {
      "a.yaml": style("./s"),
      "s/s.sld": icon,
      "b.yaml": style("./t").replace("name: s", "name: t"),
      "t/t.sld": icon,
      "t/icon.png": "an image",
    },
  ],
  [
    "roles of others",
    { "a.yaml": workspace, "b.yaml": rules('EDITORS, ADMIN, ROLE_ANONYMOUS, "*"') },
  ],
];

describe("validate", () => {
  test.each(cases)("warns of %s", async (_, files, told) => {
    expect(await validate(files)).toMatchObject({
      code: 0,
      told,
      stdout: expect.stringMatching(/^Valid: .* 0 errors, 1 warning\.\n$/),
    });
  });

  test.each(clean)("does not warn of %s", async (_, files) => {
    expect(await validate(files, "--strict")).toMatchObject({ code: 0, told: "" });
  });

  test("fails for warnings when it is strict", async () => {
    const files = { "a.yaml": style("./s.css"), "s.css": "* { stroke: red; stroke-widht: 4; }\n" };
    const { code, stdout } = await validate(files, "--strict");
    expect([code, stdout]).toEqual([1, "Not valid: 1 manifest, 1 object, 0 errors, 1 warning.\n"]);
    const document = await validate(files, "--strict", "--output", "json");
    expect([document.code, JSON.parse(document.stdout)]).toMatchObject([
      1,
      { valid: false, diagnostics: [{ severity: "warning", code: "passed-over" }] },
    ]);
    expect(await validate(files, "--output", "json")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/"valid": ?true/),
    });
  });

  test("a style that cannot be used is looked through all the same", async () => {
    const files = { "a.yaml": style("./s.css"), "s.css": "* { strok: red; }\n" };
    const { code, told } = await validate(files);
    expect([code, told]).toEqual([
      1,
      expect.stringContaining("s.css:1:5: warning: strok is no property; servers pass over it"),
    ]);
  });

  test("what it says of an object has the address that documents know it by", async () => {
    const inWorkspace = (name: string, source: string) =>
      manifest("Style", `{ workspace: w, name: ${name} }`, `  source: ${source}`);
    const mapping =
      '<AppSchemaDataAccess xmlns="http://www.geotools.org/app-schema"><a/></AppSchemaDataAccess>';
    const files = {
      "a.yaml": workspace,
      "b.yaml": inWorkspace("s", "./s.css"),
      "c.yaml": inWorkspace("broken", "./broken.sld"),
      "d.yaml": manifest("AppSchemaStore", "{ workspace: w, name: m }", "  mapping: ./m.xml"),
      "e.yaml": inWorkspace("icon", "./icon"),
      "broken.sld": "<no/>",
      "icon/s.sld": icon,
      "m.xml": mapping,
      "s.css": "* { stroke: red; stroke-widht: 4; }\n",
    };
    const { stdout } = await validate(files, "--output", "json");
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: readonly { code: string; address: string | null }[];
    };
    expect(diagnostics.map(({ code, address }) => `${code} ${address}`)).toEqual(
      expect.arrayContaining([
        "passed-over Style/w:s",
        "style-invalid Style/w:broken",
        "passed-over AppSchemaStore/w:m",
        "style-image Style/w:icon",
      ]),
    );
  });

  test("mappings are looked through", async () => {
    const mapping = `<as:AppSchemaDataAccess xmlns:as="http://www.geotools.org/app-schema"><typeMappings>
<FeatureTypeMapping><targetElement>a:b</targetElement><attributeMapings/></FeatureTypeMapping>
</typeMappings></as:AppSchemaDataAccess>`;
    const files = {
      "a.yaml": workspace,
      "b.yaml": manifest("AppSchemaStore", "{ workspace: w, name: s }", "  mapping: ./m.xml"),
      "m.xml": mapping,
    };
    const { told } = await validate(files);
    expect(told).toContain(
      "m.xml:2:55: warning: attributeMapings is no element of a mapping; servers pass over it [passed-over]\n    Did you mean attributeMappings?\n",
    );
  });
});
