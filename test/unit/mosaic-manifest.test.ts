/** What `validate` says of manifests of mosaics: every fault at its place, nothing half understood. */
import { describe, expect, test } from "vitest";
import { bodyStore } from "../../src/reconciler/manifest/artefacts.ts";
import { checkArtefacts, loadDesired } from "../../src/reconciler/manifest/resolve.ts";
import { readZip } from "../../src/wire/zip.ts";
import { zipOf } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";

const NOW = Date.parse("2026-01-31T12:00:00Z");

/** A manifest with one field a line, so that places can be distinguished. */
const yaml = (spec: readonly string[]) =>
  [
    "apiVersion: plumbline/v1",
    "kind: ImageMosaic",
    "metadata: { workspace: w, name: s }",
    "spec:",
    ...spec.map((line) => `  ${line}`),
    "",
  ].join("\n");

async function load(
  spec: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
  environment: Readonly<Record<string, string>> = {},
) {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "w.yaml": JSON.stringify({
      apiVersion: "plumbline/v1",
      kind: "Workspace",
      metadata: { name: "w" },
      spec: {},
    }),
    "m.yaml": yaml(spec),
    "s/indexer.properties": indexer(),
    "s/timeregex.properties": TIME_REGEX,
    "g/a_20260130.tif": "a",
    ...files,
  });
  const bodies = bodyStore();
  const desired = await loadDesired([folder], { bodies, environment, clock: () => NOW });
  const all = [...desired.diagnostics, ...(await checkArtefacts(desired.state))];
  const found = all.map(({ code, severity, message, where }) => {
    const place = where === undefined ? "" : where.file.slice(folder.length + 1);
    return `${severity} ${code} ${place}:${where?.line ?? "-"} ${message}`;
  });
  const mosaic = desired.state.resources.find(({ address }) => address.kind === "ImageMosaic");
  return { found, mosaic, bodies };
}

const DEFINITION = "definition: ./s/";

describe("faults stand at their place", () => {
  test.for<
    [
      name: string,
      spec: readonly string[],
      expected: string,
      files?: Readonly<Record<string, string>>,
    ]
  >([
    [
      "no definition",
      ["definition: ./none/"],
      "error artefact-missing m.yaml:5 There is no ./none/",
    ],
    [
      "a definition that is one file",
      ["definition: ./s/timeregex.properties"],
      "error artefact-unusable m.yaml:5 ./s/timeregex.properties is one file; a definition is a folder or a .zip",
    ],
    [
      "an index that the included server does not open",
      [DEFINITION],
      "info mosaic-invalid s/datastore.properties:2 SPI=org.geotools.data.oracle.OracleNGDataStoreFactory: an index in Oracle is not opened by the included server",
      {
        "s/datastore.properties": "host=h\nSPI=org.geotools.data.oracle.OracleNGDataStoreFactory\n",
      },
    ],
    [
      "an unknown variable",
      [DEFINITION, "variables: { a: b }"],
      "error variable-undefined s/datastore.properties:2 ${{ var.passwd }} names no variable of the manifest",
      {
        "s/datastore.properties":
          "SPI=org.geotools.data.h2.H2DataStoreFactory\npasswd=${{ var.passwd }}\n",
      },
    ],
    [
      "an expression that is no variable",
      [DEFINITION],
      "error variable-undefined s/datastore.properties:1 ${{ env.HOME }} names no variable of the manifest",
      { "s/datastore.properties": "SPI=${{ env.HOME }}\n" },
    ],
    [
      "a secret that is not there",
      [DEFINITION, "variables:", "  passwd: { fromEnv: NOT_SET }"],
      "error secret-missing m.yaml:7 The environment variable NOT_SET is not set",
    ],
    [
      "a mirror of a folder of the server",
      [DEFINITION, "granules:", "  policy: mirror", "  sources:", "    - file:///data/sst/"],
      "error mosaic-granules m.yaml:9 file:///data/sst/ is a folder; servers do not list folders, so a mirror cannot know what is in it",
    ],
    [
      "a mirror of nothing",
      [DEFINITION, "granules:", "  policy: mirror"],
      "error mosaic-granules m.yaml:7 A mirror needs local: or a list of files in sources",
    ],
    [
      "a relative source",
      [DEFINITION, "granules:", "  sources: [data/sst/]"],
      'error mosaic-granules m.yaml:7 "data/sst/" is neither an absolute path nor the address of a file',
    ],
    [
      "a source on another host",
      [DEFINITION, "granules:", "  sources: ['file://other/data/']"],
      'error mosaic-granules m.yaml:7 "file://other/data/" is neither an absolute path nor the address of a file',
    ],
    [
      "no folder of granules",
      [DEFINITION, "granules:", "  local: ./nowhere/"],
      "error artefact-missing m.yaml:7 There is no ./nowhere/",
    ],
    [
      "a window that is no duration",
      [DEFINITION, "granules:", "  local: ./g/", "  window: { attribute: time, last: 30 days }"],
      'error manifest-invalid m.yaml:8 "30 days" is no duration; one is written P30D or PT6H',
    ],
    [
      "a window over no times",
      [DEFINITION, "granules:", "  local: ./g/", "  window: { attribute: location, last: P1D }"],
      "error mosaic-granules m.yaml:8 location holds no times of the index; attributes with times: time",
    ],
    [
      "a window over an attribute that is not there",
      [DEFINITION, "granules:", "  local: ./g/", "  window: { attribute: day, last: P1D }"],
      "error mosaic-granules m.yaml:8 day is no attribute of the index; attributes with times: time",
    ],
    [
      "a window without anything to look at",
      [DEFINITION, "granules:", "  sources: [/data/]", "  window: { attribute: time, last: P1D }"],
      "warning mosaic-granules m.yaml:8 It has no effect: without local: nothing is looked at",
    ],
    [
      "a purge of what is never removed",
      [DEFINITION, "granules:", "  local: ./g/", "  purge: all"],
      "warning mosaic-granules m.yaml:8 It has no effect: add-only removes nothing",
    ],
    [
      "a coverage that the definition does not name",
      [DEFINITION, "granules: { local: ./g/ }", "coverages:", "  - name: other"],
      "warning mosaic-granules m.yaml:8 The definition names no coverage other; it names s",
    ],
    [
      "a coverage twice",
      [DEFINITION, "granules: { local: ./g/ }", "coverages:", "  - name: s", "  - name: s"],
      'error manifest-invalid m.yaml:9 The coverage name "s" is declared twice',
    ],
    [
      "a resolution without a fixed length",
      [
        DEFINITION,
        "granules: { local: ./g/ }",
        "coverages:",
        "  - name: s",
        "    dimensions:",
        "      time: { presentation: DISCRETE_INTERVAL, resolution: P1M }",
      ],
      'error manifest-invalid m.yaml:10 "P1M" is no duration of a fixed length; one is written PT6H or P1D',
    ],
    [
      "a dimension that the definition does not name",
      [
        DEFINITION,
        "granules: { local: ./g/ }",
        "coverages:",
        "  - name: s",
        "    dimensions:",
        "      elevation: { presentation: LIST }",
      ],
      "warning mosaic-granules m.yaml:10 The definition names no dimension elevation; it names time",
    ],
    [
      "coverages without granules",
      [DEFINITION, "coverages: [{ name: s }]"],
      "warning mosaic-granules m.yaml:6 ImageMosaic/w:s brings no granules, and its coverage s is published from granules",
    ],
    [
      "an unknown field",
      [DEFINITION, "granule: {}"],
      "error manifest-invalid m.yaml:6 spec.granule is not a known field",
    ],
  ])("%s", async ([, spec, expected, files]) => {
    const { found } = await load(spec, files);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
  });

  test("two mosaics of one workspace that publish one name", async () => {
    const other = yaml([
      DEFINITION,
      "coverages: [{ name: c, nativeName: s }]",
      "granules: { local: ./g/ }",
    ]);
    const { found } = await load(
      [DEFINITION, "coverages: [{ name: c, nativeName: s }]", "granules: { local: ./g/ }"],
      {
        "n.yaml": other
          .replace("name: s }", "name: t }")
          .replaceAll("nativeName: s", "nativeName: t"),
      },
    );
    expect(found).toEqual(["error mosaic-granules n.yaml:3 The mosaics s and t both publish w:c"]);
  });

  test("one store in two manifests", async () => {
    const { found } = await load([DEFINITION], { "n.yaml": yaml([DEFINITION]) });
    expect(found[0]).toContain(
      "error duplicate-address n.yaml:3 ImageMosaic/w:s is declared twice",
    );
  });
});

describe("what is wanted", () => {
  const WINDOW = "  window: { attribute: time, last: P2D }";

  test("local files before the window are left out, what no name dates is not", async () => {
    const { found, mosaic } = await load(
      [DEFINITION, "granules:", "  local: ./g/", "  policy: mirror", WINDOW],
      {
        "g/b_20260129.tif": "b",
        "g/c_20260101.tif": "c",
        "g/undated.tif": "u",
        "g/a_20260130.tfw": "w",
      },
    );
    expect(found).toEqual([
      expect.stringMatching(/^warning mosaic-granules m\.yaml:7 .*No matches found for: undated/),
    ]);
    expect(mosaic?.facts["granules"]).toEqual(["a_20260130.tif", "undated.tif"]);
    expect(mosaic?.facts["contents"]).toHaveLength(4);
  });

  test("a month ends where it ends", async () => {
    const { mosaic } = await load(
      [DEFINITION, "granules:", "  local: ./g/", "  window: { attribute: time, last: P2M }"],
      { "g/b_20251130.tif": "b", "g/c_20251201.tif": "c" },
    );
    expect(mosaic?.facts["granules"]).toEqual(["a_20260130.tif", "c_20251201.tif"]);
  });

  test("a folder and an archive of it mean the same, whatever the archive has around it", async () => {
    const files = { "top/indexer.properties": indexer(), "top/timeregex.properties": TIME_REGEX };
    const [one, two] = [
      await load([DEFINITION]),
      await load(["definition: ./s.zip"], { "s.zip": await zipOf(files) }),
    ];
    expect(two.found).toEqual([]);
    expect(two.mosaic?.facts).toEqual(one.mosaic?.facts);
  });

  test("the place of the index and its columns are distinguished from the rest", async () => {
    const database = [
      "SPI=org.geotools.data.postgis.PostgisNGDataStoreFactory",
      "host=db",
      "database=gis",
      "user=me",
      "passwd=x",
    ];
    const { mosaic } = await load([DEFINITION], { "s/datastore.properties": database.join("\n") });
    expect(mosaic?.facts).toMatchObject({
      index: "PostGIS db:5432/gis, schema public",
      schema: ["s.the_geom:geometry", "s.location:string", "s.time:timestamp"],
    });
  });
});

describe("variables", () => {
  const SPEC = [DEFINITION, "variables: { plain: '<a> & \\b', secret: { fromEnv: S } }"];
  const FILES = {
    "s/datastore.properties":
      "SPI=org.geotools.data.h2.H2DataStoreFactory\na=${{ var.plain }} ${x}\nb=${{var.secret}}\n",
    "s/aux.xml": "<a b='${{ var.plain }}'>${{ var.secret }}ä</a>",
  };

  test("are written as the file needs them; what is the server's stays", async () => {
    const { found, mosaic } = await load(SPEC, FILES, { S: ' é\\"\n' });
    expect(found).toEqual([]);
    const payload = mosaic?.payload as {
      found: { texts: ReadonlyMap<string, { sent: () => Promise<Uint8Array>; shown: Uint8Array }> };
    };
    const text = async (file: string) =>
      new TextDecoder().decode(await payload.found.texts.get(file)?.sent());
    expect(await text("datastore.properties")).toBe(
      'SPI=org.geotools.data.h2.H2DataStoreFactory\na=<a> & \\\\b ${x}\nb=\\ \\u00e9\\\\"\\u000a\n',
    );
    expect(await text("aux.xml")).toBe("<a b='&#60;a&#62; &#38; \\b'> &#233;\\&#34;&#10;ä</a>");
    const shown = payload.found.texts.get("datastore.properties")?.shown;
    expect(Buffer.from(shown ?? []).toString()).toContain("b=${{var.secret}}");
  });

  test("a secret shows in no fact; another one makes another fingerprint and another body", async () => {
    const [one, same, other] = [
      await load(SPEC, FILES, { S: "hunter2" }),
      await load(SPEC, FILES, { S: "hunter2" }),
      await load(SPEC, FILES, { S: "hunter3" }),
    ];
    expect(same.mosaic?.facts).toEqual(one.mosaic?.facts);
    expect(JSON.stringify(one.mosaic?.facts)).not.toContain("hunter");
    expect(other.mosaic?.facts["secrets"]).not.toEqual(one.mosaic?.facts["secrets"]);
    expect(other.mosaic?.facts["definition"]).toEqual(one.mosaic?.facts["definition"]);
  });

  test("files without variables travel byte for byte", async () => {
    const { mosaic, bodies } = await load([DEFINITION], { "s/a.properties": "x=\\u00e9 é\r\n" });
    const payload = mosaic?.payload as { bodies: { pack: (files: object) => Promise<never> } } & {
      found: { texts: ReadonlyMap<string, { artefact: object }> };
    };
    const files = new Map([...payload.found.texts].map(([path, one]) => [path, one.artefact]));
    const zip = await readZip(await bodies.load(await payload.bodies.pack(files)));
    expect(new TextDecoder().decode(zip.get("a.properties"))).toBe("x=\\u00e9 é\r\n");
  });
});
