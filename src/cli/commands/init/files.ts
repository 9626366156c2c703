/** The files of a new estate, by path. Pure. */
import type { Answers } from "./answers.ts";
import { pipeline } from "./pipelines.ts";

/** Where the JSON Schemas lie that editors check the files against. */
const SCHEMAS = ".plumbline/schema";

/** Everything that is written; `schemaOf` gives JSON Schemas by name. */
export function filesOf(
  answers: Answers,
  schemaOf: (name: string) => object | undefined,
): ReadonlyMap<string, string> {
  const { samples, ci, estate } = answers;
  const schema = (name: string): readonly [string, string] => [
    `${SCHEMAS}/${name}.json`,
    `${JSON.stringify(schemaOf(name), null, 2)}\n`,
  ];
  return new Map([
    ["plumbline.yaml", projectFile(answers)],
    ...(samples ? sampleFiles(estate) : []),
    schema("manifest"),
    schema("project"),
    [".gitattributes", ATTRIBUTES],
    ...(ci === undefined ? [] : [pipeline(ci)]),
  ]);
}

/** Checkouts hold the bytes of the commit, whatever the machine ends lines with. */
const ATTRIBUTES = ["css", "ftl", "sld", "appschema", "xml", "properties", "yaml"]
  .map((ending) => `*.${ending} text eol=lf\n`)
  .join("");

/** Lines that a .gitignore must have: what one machine remembers is nobody else's. */
export const ignoredLines = [".plumbline/*", "!.plumbline/schema/"] as const;

function projectFile({ estate, url, prune }: Answers): string {
  const address =
    url === undefined
      ? "# The map server; --url and PLUMBLINE_URL count more.\n# url: https://maps.example.org/geoserver\n"
      : `# The map server; --url and PLUMBLINE_URL count more.\nurl: ${url}\n`;
  return `${modeline("", "project")}apiVersion: plumbline/v1
kind: Project
# What this estate makes is recorded under its name.
estate: ${estate}
${address}# What becomes of objects that are declared no more: none keeps them, owned deletes those this estate made.
prune: ${prune}
credentials:
  user: { fromEnv: PLUMBLINE_USER }
  password: { fromEnv: PLUMBLINE_PASSWORD }
`;
}

function sampleFiles(estate: string): readonly (readonly [string, string])[] {
  return [
    [
      "manifests/workspace.yaml",
      `${modeline("../", "manifest")}apiVersion: plumbline/v1
kind: Workspace
metadata:
  name: ${estate}
spec: {}
`,
    ],
    [
      "manifests/styles/roads.yaml",
      `${modeline("../../", "manifest")}apiVersion: plumbline/v1
kind: Style
metadata:
  name: roads
  workspace: ${estate}
spec:
  source: ./roads.sld
`,
    ],
    ["manifests/styles/roads.sld", ROADS],
  ];
}

function modeline(up: string, schema: string): string {
  const path = up === "" ? `./${SCHEMAS}` : `${up}${SCHEMAS}`;
  return `# yaml-language-server: $schema=${path}/${schema}.json\n`;
}

const ROADS = `<?xml version="1.0" encoding="UTF-8"?>
<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc">
  <NamedLayer>
    <Name>roads</Name>
    <UserStyle>
      <Title>Roads, thinner where there are many</Title>
      <FeatureTypeStyle>
        <Rule>
          <MaxScaleDenominator>100000</MaxScaleDenominator>
          <LineSymbolizer>
            <Stroke>
              <CssParameter name="stroke">#444444</CssParameter>
              <CssParameter name="stroke-width">2.5</CssParameter>
            </Stroke>
          </LineSymbolizer>
        </Rule>
        <Rule>
          <MinScaleDenominator>100000</MinScaleDenominator>
          <LineSymbolizer>
            <Stroke>
              <CssParameter name="stroke">#444444</CssParameter>
              <CssParameter name="stroke-width">0.8</CssParameter>
            </Stroke>
          </LineSymbolizer>
        </Rule>
      </FeatureTypeStyle>
    </UserStyle>
  </NamedLayer>
</StyledLayerDescriptor>
`;
