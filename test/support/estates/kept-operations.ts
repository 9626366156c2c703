/**
 * What makes objects anew on a server, as manifests before and after, with the documents of which somebody
 * sets elements in between: where they are, and where they are looked for afterwards.
 */
import { mapping } from "./artefacts.ts";
import type { Root } from "./kept-elements.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../mosaics/mosaic-manifests.ts";

/** Manifests and artefacts by path; undefined takes a file away. */
export type Files = Readonly<Record<string, string | Uint8Array | undefined>>;

/** A document before and after, by its path below `/rest`. */
export interface Subject {
  readonly root: Root;
  readonly before: string;
  readonly after: string;
}

/** What is done. */
export interface Operation {
  readonly name: string;
  readonly before: Files;
  /** What is written over it. */
  readonly after: Files;
  readonly subjects: readonly Subject[];
}

const workspace = (name: string, more: object = {}) =>
  manifest("Workspace", { name, ...more }, { namespace: "http://example.org/t" });

/** Isolation is taken back for a moment, if the default workspace is another one. */
const ANCHOR = { "anchor.yaml": manifest("Workspace", { name: "anchor" }, {}) };
const BASE = { ...ANCHOR, "w.yaml": workspace("w") };

const layer = (name: string, to = name): Subject => ({
  root: "layer",
  before: `/layers/w:${name}`,
  after: `/layers/${to.includes(":") ? to : `w:${to}`}`,
});

const place = (root: "featureType" | "coverage", at: string, name: string) => {
  const [own, store] = at.split(":");
  return root === "coverage"
    ? `/workspaces/${own}/coveragestores/${store}/coverages/${name}`
    : `/workspaces/${own}/datastores/${store}/featuretypes/${name}`;
};

/** Stores as `workspace:store`, names as they are before and after. */
const published = (
  root: "featureType" | "coverage",
  stores: readonly [string, string],
  names: readonly [string, string],
): readonly Subject[] => [
  { root, before: place(root, stores[0], names[0]), after: place(root, stores[1], names[1]) },
  layer(names[0], `${stores[1].split(":")[0]}:${names[1]}`),
];

const mapped = (name: string, types: readonly string[], more: object = {}): Files => ({
  [`${name}.yaml`]: manifest(
    "AppSchemaStore",
    { workspace: "w", name, ...more },
    { mapping: `./${name}.xml` },
  ),
  [`${name}.xml`]: mapping(types.map((type) => `t:${type}`)),
});

const table = (own: string, name: string) =>
  manifest(
    "DataStore",
    { workspace: own, name },
    { type: "PostGIS", connectionParameters: { dbtype: "postgis", host: "db.example.org" } },
  );

const type = (store: string, own = "w") =>
  manifest("FeatureType", { workspace: own, name: "A" }, { store });

const image = (own: string, name: string, file = name) =>
  manifest(
    "CoverageStore",
    { workspace: own, name },
    { type: "GeoTIFF", url: `file:data/${file}.tif` },
  );

const coverage = (spec: object, own = "w") =>
  manifest("Coverage", { workspace: own, name: "c" }, spec);

const mosaic = (name: string, more: object = {}, coverages: readonly object[] = [{ name: "s" }]) =>
  manifest(
    "ImageMosaic",
    { workspace: "w", name, ...more },
    { definition: "./s/", coverages, granules: { local: "./granules/" } },
  );

const MOSAIC: Files = {
  ...BASE,
  "s.yaml": mosaic("s"),
  "s/indexer.properties": indexer({ lines: ["Name=s"] }),
  "s/timeregex.properties": TIME_REGEX,
  "granules/s_20260101.tif": raster(1),
};

/** Feature types. */
const OF_TYPES: readonly Operation[] = [
  {
    name: "a mapped store that publishes other types",
    before: { ...BASE, ...mapped("maps", ["A", "B"]) },
    after: mapped("maps", ["A", "C"]),
    subjects: published("featureType", ["w:maps", "w:maps"], ["A", "A"]),
  },
  {
    name: "a mapped store of another name",
    before: { ...BASE, ...mapped("maps", ["A", "B"]) },
    after: {
      "maps.yaml": undefined,
      ...mapped("charts", ["A", "B"], { previousName: "maps" }),
    },
    subjects: published("featureType", ["w:maps", "w:charts"], ["A", "A"]),
  },
  {
    name: "a type that another mapped store publishes",
    before: { ...BASE, ...mapped("maps", ["A", "B"]), ...mapped("others", ["C"]) },
    after: { ...mapped("maps", ["B"]), ...mapped("others", ["A", "C"]) },
    subjects: published("featureType", ["w:maps", "w:others"], ["A", "A"]),
  },
  {
    name: "a type that is published from a table instead",
    before: { ...BASE, ...mapped("maps", ["A", "B"]), "db.yaml": table("w", "db") },
    after: { ...mapped("maps", ["B"]), "a.yaml": type("db") },
    subjects: published("featureType", ["w:maps", "w:db"], ["A", "A"]),
  },
  {
    name: "a type that is mapped instead",
    before: {
      ...BASE,
      ...mapped("maps", ["B"]),
      "db.yaml": table("w", "db"),
      "a.yaml": type("db"),
    },
    after: { ...mapped("maps", ["A", "B"]), "a.yaml": undefined },
    subjects: published("featureType", ["w:db", "w:maps"], ["A", "A"]),
  },
  {
    name: "a feature type in another store",
    before: {
      ...BASE,
      "db.yaml": table("w", "db"),
      "copy.yaml": table("w", "copy"),
      "a.yaml": type("db"),
    },
    after: { "a.yaml": type("copy") },
    subjects: published("featureType", ["w:db", "w:copy"], ["A", "A"]),
  },
];

/** Coverages. */
const OF_COVERAGES: readonly Operation[] = [
  {
    name: "a coverage in another store",
    before: {
      ...BASE,
      "one.yaml": image("w", "one"),
      "two.yaml": image("w", "two"),
      "c.yaml": coverage({ store: "one" }),
    },
    after: { "c.yaml": coverage({ store: "two" }) },
    subjects: published("coverage", ["w:one", "w:two"], ["c", "c"]),
  },
  {
    name: "a coverage of another raster",
    before: {
      ...BASE,
      "one.yaml": image("w", "one", "r1"),
      "c.yaml": coverage({ store: "one", nativeName: "r1" }),
    },
    // The raster of an image has the name of its file.
    after: {
      "one.yaml": image("w", "one", "r2"),
      "c.yaml": coverage({ store: "one", nativeName: "r2" }),
    },
    subjects: published("coverage", ["w:one", "w:one"], ["c", "c"]),
  },
  {
    name: "a mosaic of other columns",
    before: MOSAIC,
    after: { "s/indexer.properties": indexer({ lines: ["Name=s"], columns: ["level:Integer"] }) },
    subjects: published("coverage", ["w:s", "w:s"], ["s", "s"]),
  },
  {
    name: "a coverage that is published from an image instead",
    before: {
      ...MOSAIC,
      "one.yaml": image("w", "one"),
    },
    after: {
      "s.yaml": mosaic("s", {}, [{ name: "t", nativeName: "s" }]),
      "c.yaml": manifest("Coverage", { workspace: "w", name: "s" }, { store: "one" }),
    },
    subjects: published("coverage", ["w:s", "w:one"], ["s", "s"]),
  },
  {
    name: "a coverage that a mosaic publishes instead",
    before: {
      ...MOSAIC,
      "s.yaml": mosaic("s", {}, [{ name: "t", nativeName: "s" }]),
      "one.yaml": image("w", "one"),
      "c.yaml": manifest("Coverage", { workspace: "w", name: "s" }, { store: "one" }),
    },
    after: { "s.yaml": mosaic("s"), "c.yaml": undefined },
    subjects: published("coverage", ["w:one", "w:s"], ["s", "s"]),
  },
  {
    name: "a mosaic of another name",
    before: MOSAIC,
    after: { "s.yaml": mosaic("m", { previousName: "s" }) },
    subjects: published("coverage", ["w:s", "w:m"], ["s", "s"]),
  },
];

/** Whole workspaces. */
const OF_WORKSPACES: readonly Operation[] = [
  {
    name: "a workspace of another name with what is in it",
    before: {
      ...BASE,
      "db.yaml": table("w", "db"),
      "a.yaml": type("db"),
      "one.yaml": image("w", "one"),
      "c.yaml": coverage({ store: "one" }),
    },
    after: {
      "w.yaml": workspace("v", { previousName: "w" }),
      "db.yaml": table("v", "db"),
      "a.yaml": type("db", "v"),
      "one.yaml": image("v", "one"),
      "c.yaml": coverage({ store: "one" }, "v"),
    },
    subjects: [
      { root: "workspace", before: "/workspaces/w", after: "/workspaces/v" },
      ...published("featureType", ["w:db", "v:db"], ["A", "A"]),
      ...published("coverage", ["w:one", "v:one"], ["c", "c"]),
    ],
  },
];

/** All of them. */
export const operations: readonly Operation[] = [...OF_TYPES, ...OF_COVERAGES, ...OF_WORKSPACES];
