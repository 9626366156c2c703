/**
 * What each field of each kind shows and hides, written by hand: a field that is not in this list fails, so that nobody
 * adds one without having thought of it.
 */
import { describe, expect, test } from "vitest";
import { effectOf, overlaps, type Exposure, type Scope } from "../../src/model/exposure.ts";
import { kinds } from "../../src/reconciler/kinds/registry.ts";

const layer = {
  other: ["nativeName"],
  shows: ["enabled", "advertised"],
  hiding: ["disabledServices"],
  none: [
    "store",
    "title",
    "abstract",
    "description",
    "srs",
    "projectionPolicy",
    "titles",
    "abstracts",
    "alias",
    "linksToMetadata",
    "linksToData",
    "keywords",
    "caching",
    "metadata",
  ],
};
const store = { shows: ["enabled"], none: ["description", "disableOnConnFailure"] };

type Verdicts = Partial<Record<(Exposure & string) | "ranked" | "none", readonly string[]>>;

/** Fields by what they do; of settings, whose fields are many, only those that do something. */
const verdicts: Readonly<Record<string, Verdicts>> = {
  AccessRule: { none: ["roles"] },
  ServiceRule: { none: ["roles"] },
  RestRule: { none: ["roles"] },
  AppSchemaStore: {
    ...store,
    other: ["mapping"],
    hiding: ["unpublished"],
    none: [...store.none, "storeType", "featureTypes", "types"],
  },
  CatalogMode: { ranked: ["mode"] },
  Coverage: {
    ...layer,
    // Another native name makes another coverage.
    other: ["coverageView", "readingParameters"],
    none: [
      "nativeName",
      "nativeBounds",
      "geographicBounds",
      "format",
      "grid",
      "bands",
      "dimensions",
      "wcs",
      "boundsOf",
      ...layer.none,
    ],
  },
  CoverageStore: {
    ...store,
    other: ["type", "url"],
    none: [...store.none, "sort", "cog", "metadata"],
  },
  DataStore: {
    ...store,
    other: ["type", "parameters", "secrets"],
    none: [...store.none, "sort", "metadata"],
  },
  DefaultWorkspace: { none: ["workspace"] },
  FeatureType: {
    ...layer,
    other: ["nativeName", "sqlView"],
    condition: ["filter"],
    columns: ["attributes"],
    none: ["boundsOf", "nativeBounds", "geographicBounds", "wfs", "dimensions", ...layer.none],
  },
  File: { none: ["content"] },
  GridSet: {
    none: [
      "description",
      "srs",
      "extent",
      "levels",
      "scaleNames",
      "metersPerUnit",
      "pixelSize",
      "tileSize",
      "alignTopLeft",
      "yCoordinateFirst",
    ],
  },
  ImageMosaic: {
    ...store,
    other: ["definition", "secrets", "contents"],
    showing: ["granules", "harvest", "coverages"],
    none: [...store.none, "storeType", "index", "schema"],
  },
  KeystorePassword: { none: ["password"] },
  Layer: {
    shows: ["enabled", "queryable"],
    none: [
      "title",
      "defaultStyle",
      "styles",
      "opaque",
      "path",
      "interpolation",
      "attribution",
      "authorityUrls",
      "identifiers",
      "metadata",
    ],
  },
  LayerGroup: {
    other: ["rootless", "mode", "root"],
    shows: ["enabled", "advertised"],
    hides: ["queryDisabled"],
    showing: ["layers"],
    none: [
      "title",
      "abstract",
      "bounds",
      "titles",
      "abstracts",
      "keywords",
      "linksToMetadata",
      "attribution",
      "authorityUrls",
      "identifiers",
      "caching",
      "metadata",
    ],
  },
  Role: {},
  Style: { none: ["format", "content", "images", "legend", "metadata"] },
  Template: { none: ["content"] },
  UrlCheck: { shows: ["enabled"], other: ["regex"], none: ["description"] },
  User: { shows: ["enabled"], showing: ["groups", "roles"], none: ["password"] },
  WmsLayer: {
    ...layer,
    other: ["nativeName", "vendorParameters"],
    none: [
      "forcedRemoteStyle",
      "preferredFormat",
      "metadataBBoxRespected",
      "minScale",
      "selectedRemoteFormats",
      "selectedRemoteStyles",
      "maxScale",
      ...layer.none,
    ],
  },
  WmtsLayer: layer,
  Workspace: { hides: ["isolated"], none: ["namespace", "metadata"] },
};
for (const kind of ["WmsStore", "WmtsStore"])
  Object.assign(verdicts, {
    [kind]: {
      ...store,
      other: ["capabilitiesUrl", "secrets", "user"],
      none: [
        ...store.none,
        "headerName",
        "maxConnections",
        "readTimeout",
        "connectTimeout",
        "metadata",
      ],
    },
  });

/** Kinds of many fields, with what does something. */
const settings: Readonly<Record<string, Verdicts>> = {
  Service: { shows: ["enabled", "allowGlobalQueries"], ranked: ["serviceLevel"] },
  Settings: { shows: ["globalServices"] },
  Logging: {},
  DiskQuota: {},
  BlobStore: {},
  TileLayer: {},
};

function found(kind: string): Verdicts {
  const by = Map.groupBy(Object.entries(kinds.get(kind)?.fields ?? {}), ([, { exposure }]) =>
    exposure === undefined ? "none" : typeof exposure === "string" ? exposure : "ranked",
  );
  return Object.fromEntries(
    [...by].map(([name, own]) => [name, own.map(([field]) => field).toSorted()]),
  );
}

const sorted = (all: Verdicts) =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([, fields = []]) => fields.length > 0)
      .map(([name, fields = []]) => [name, fields.toSorted()]),
  );

describe("fields", () => {
  test("every kind is in one of the lists", () => {
    const listed = [...Object.keys(verdicts), ...Object.keys(settings)];
    expect(listed.toSorted()).toEqual([...kinds.keys()].toSorted());
  });

  test.for(Object.keys(verdicts))("%s", (kind) => {
    expect(found(kind)).toEqual(sorted(verdicts[kind] ?? {}));
  });

  test.for(Object.keys(settings))("%s", (kind) => {
    const { none: _unseen, ...others } = found(kind);
    expect(others).toEqual(sorted(settings[kind] ?? {}));
  });
});

const both = { narrows: true, widens: true };
const narrows = { narrows: true, widens: false };
const widens = { narrows: false, widens: true };
const neither = { narrows: false, widens: false };

test.for<readonly [Exposure, unknown, unknown, object]>([
  ["shows", true, false, narrows],
  ["shows", false, true, widens],
  ["shows", undefined, false, narrows],
  ["shows", false, undefined, widens],
  ["hides", false, true, narrows],
  ["hides", true, false, widens],
  ["showing", ["a"], ["a", "b"], widens],
  ["showing", ["a", "b"], ["b"], narrows],
  ["showing", ["a"], ["b"], both],
  ["hiding", ["a"], ["a", "b"], narrows],
  ["hiding", ["a"], [], widens],
  ["condition", "", "a = 1", narrows],
  ["condition", "a = 1", "", widens],
  ["condition", "a = 1", "b = 1", both],
  ["columns", [], ["a"], narrows],
  ["columns", ["a"], [], widens],
  ["columns", ["a", "b"], ["a"], narrows],
  ["columns", ["a"], ["a: source=b"], both],
  ["columns", ["a"], ["a"], neither],
  ["other", "a", "b", both],
  [["BASIC", "COMPLETE"], "BASIC", "COMPLETE", widens],
  [["BASIC", "COMPLETE"], "COMPLETE", "BASIC", narrows],
  [["BASIC", "COMPLETE"], "COMPLETE", "UNKNOWN", both],
])("%s: from %o to %o", ([exposure, before, after, effect]) => {
  expect(effectOf(exposure, before as string, after as string)).toEqual(effect);
});

test.for<readonly [Scope, Scope, boolean]>([
  [{}, { workspace: "w" }, true],
  [{ workspace: "w" }, { workspace: "v" }, false],
  [{ workspace: "w", layer: "a" }, { workspace: "w", layer: new Set(["a"]) }, false],
  [{ workspace: "w", layer: "b" }, { workspace: "w", layer: new Set(["a"]) }, true],
  [{ workspace: "w", store: "d" }, { workspace: "w", layer: "a", store: "e" }, false],
  [{ workspace: "w", service: "wfs" }, { workspace: "w", layer: "a" }, true],
  [{ door: "rest" }, { door: "maps", workspace: "w" }, false],
])("%o and %o have something in common: %s", ([one, other, expected]) => {
  expect(overlaps(one, other)).toBe(expected);
  expect(overlaps(other, one)).toBe(expected);
});
