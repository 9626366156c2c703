/** What `validate` says of manifests of documents: every fault at its place, with a way out. */
import { expect, test } from "vitest";
import { bodyStore } from "../../src/reconciler/manifest/artefacts.ts";
import { loadDesired } from "../../src/reconciler/manifest/resolve.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const yaml = (kind: string, spec: readonly string[], name = "a") =>
  [
    "apiVersion: plumbline/v1",
    `kind: ${kind}`,
    `metadata: { workspace: w, name: ${JSON.stringify(name)} }`,
    "spec:",
    ...spec.map((line) => `  ${line}`),
    "",
  ].join("\n");

async function faults(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  writeFiles(folder, { "w.yaml": manifest("Workspace", { name: "w" }, {}), ...files });
  const { diagnostics } = await loadDesired([folder], { bodies: bodyStore() });
  return diagnostics.map(({ code, message, where, hint }) => {
    const text = message.replaceAll(`${folder}/`, "");
    return `${code} ${where?.line ?? "-"} ${text}${hint === undefined ? "" : ` (${hint})`}`;
  });
}

const REFER = "(Refer to it: { fromEnv: NAME } or { fromFile: PATH }.)";

test.for<[kind: string, spec: readonly string[], expected: readonly string[]]>([
  [
    "DataStore",
    [
      "connectionParameters:",
      "  host: h",
      "  passwd: open",
      "  url: https://a:open@h/",
      "  user: { fromEnv: NOBODY }",
    ],
    [
      `manifest-invalid 7 The connection parameter passwd contains a readable password ${REFER}`,
      `manifest-invalid 8 The connection parameter url contains a readable password ${REFER}`,
      "secret-missing 9 The environment variable NOBODY is not set",
    ],
  ],
  [
    "DataStore",
    ["connectionParameters: { dbtype: app-schema }"],
    [
      "manifest-invalid 5 A store with an app-schema mapping is not declared as a DataStore (Declare an AppSchemaStore with its mapping.)",
    ],
  ],
  [
    "CoverageStore",
    ["type: ImageMosaic", "url: file:data/w/a"],
    [
      "manifest-invalid 5 A mosaic in a folder of its own is not declared as a CoverageStore (Declare an ImageMosaic with its definition.)",
    ],
  ],
  ["CoverageStore", ["type: ImageMosaic", "url: file:///mnt/sst"], []],
  [
    "FeatureType",
    ["store: s", 'title: "a\\u0001b"', 'keywords: [""]'],
    [
      "manifest-invalid 6 spec.title: holds a character that XML cannot write",
      "manifest-invalid 7 spec.keywords.0: must have at least 1 character",
    ],
  ],
  [
    "FeatureType",
    [
      "store: s",
      "attributes: [{ name: a, binding: java.lang.String, maxOccurs: 0, minOccurs: -1 }]",
    ],
    [
      "manifest-invalid 6 spec.attributes.0.minOccurs: must be at least 0",
      "manifest-invalid 6 spec.attributes.0.maxOccurs: must be more than 0",
    ],
  ],
  [
    "FeatureType",
    [
      "store: s",
      "sqlView:",
      '  sql: " "',
      "  keys: []",
      "  geometry: { geom: { type: Curve } }",
      "metadata: { JDBC_VIRTUAL_TABLE: a }",
    ],
    [
      "manifest-invalid 10 spec.metadata.JDBC_VIRTUAL_TABLE: has a field of its own in the spec: sqlView",
      "manifest-invalid 7 spec.sqlView.sql: is empty",
      "manifest-invalid 8 spec.sqlView.keys: must have at least 1 item",
      'manifest-invalid 9 spec.sqlView.geometry.geom.type: must be "Geometry", "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon" or "GeometryCollection"',
    ],
  ],
  [
    "Coverage",
    ["store: s", "dimensions:", "  time: { presentation: DISCRETE_INTERVAL, resolution: P1M }"],
    ['manifest-invalid 7 "P1M" is no duration of a fixed length; one is written PT6H or P1D'],
  ],
])("%s with faults: %j", async ([kind, spec, expected]) => {
  expect(await faults({ "a.yaml": yaml(kind, spec) })).toEqual(expected);
});

test("a key that no entry can have", async () => {
  const told = "is no key: it is empty, has white space around it, or holds =";
  const spec = ["connectionParameters:", '  "a=b": c', '  " d": e'];
  const found = await faults({ "a.yaml": yaml("DataStore", spec) });
  expect(found.toSorted()).toEqual([
    `manifest-invalid 6 spec.connectionParameters.a=b: ${told}`,
    `manifest-invalid 7 spec.connectionParameters. d: ${told}`,
  ]);
});

test("a name that documents cannot have", async () => {
  expect(
    await faults({ "a.yaml": yaml("CoverageStore", ["type: GeoTIFF", "url: file:a"], "a/b") }),
  ).toEqual(['manifest-invalid 3 The coverage store name "a/b" holds the character "/"']);
});

test("what a mapping publishes is not declared on its own", async () => {
  const found = await faults({
    "s.yaml": manifest("AppSchemaStore", { workspace: "w", name: "s" }, { mapping: "./s.xml" }),
    "s.xml": mapping(["t:A"]),
    "a.yaml": yaml("FeatureType", ["store: s"], "A"),
    "d.yaml": yaml("DataStore", ["connectionParameters: { host: h }"], "s"),
  });
  const hint = "(Declare one of the two: an object has one owner.)";
  const owner = "is a part of AppSchemaStore/w:s, which is declared at s.yaml:1:";
  expect(found.map((text) => text.replace(/1:\d+ \(/, "1: ("))).toEqual([
    `duplicate-address 3 DataStore/w:s ${owner} ${hint}`,
    `duplicate-address 3 FeatureType/w:A ${owner} ${hint}`,
  ]);
});
