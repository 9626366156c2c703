/** Documents of services against goldens written by hand from what stock servers are known to answer. */
import { describe, expect, test } from "vitest";
import { serviceSettings, type ServiceName } from "../../src/model/service.ts";
import type { SettingValues } from "../../src/model/setting.ts";
import { parseBody } from "../../src/wire/body.ts";
import type { Rendering } from "../../src/wire/document.ts";
import { parseServiceInput, renderService } from "../../src/wire/service.ts";
import { alike, golden } from "../support/estates/goldens.ts";

const xml: Rendering = { format: "xml", base: "http://maps.example.org/rest", lists: "published" };

const wms: SettingValues = {
  enabled: true,
  name: "WMS",
  title: "Maps & more",
  internationalTitle: { en: "Maps", "de-AT": "Karten" },
  maintainer: "http://example.org/maintainer",
  abstrct: "All maps",
  internationalAbstract: { de: "Alle Karten" },
  accessConstraints: "NONE",
  fees: "NONE",
  versions: ["1.1.1", "1.3.0"],
  disabledVersions: ["1.1.1"],
  keywords: ["maps", "Karten\\@language=de\\;\\@vocabulary=http://example.org/words\\;"],
  "metadataLink/type": "undef",
  "metadataLink/about": "http://example.org/about",
  "metadataLink/metadataType": "other",
  "metadataLink/content": "http://example.org/metadata.xml",
  citeCompliant: false,
  onlineResource: "http://example.org",
  schemaBaseURL: "http://schemas.opengis.net",
  verbose: false,
  outputStrategy: "SPEED",
  metadata: { svgRenderer: "Batik", MarkFactoryList: "" },
  defaultLocale: "de_AT",
  srs: ["4326", "3857"],
  allowedURLsForAuthForwarding: ["http://example.org/icons"],
  bboxForEachCRS: true,
  "watermark/enabled": true,
  "watermark/position": "TOP_LEFT",
  "watermark/transparency": 40,
  "watermark/url": "file:styles/mark.png",
  interpolation: "Bicubic",
  getFeatureInfoMimeTypeCheckingEnabled: true,
  getFeatureInfoMimeTypes: ["text/plain"],
  getMapMimeTypeCheckingEnabled: true,
  getMapMimeTypes: ["image/png", "image/jpeg"],
  dynamicStylingDisabled: true,
  featuresReprojectionDisabled: true,
  authorityURLs: [{ name: "gso", href: "http://example.org/gso" }],
  identifiers: [{ authority: "gso", identifier: "wms-1" }],
  maxBuffer: 25,
  maxRequestMemory: 65_536,
  maxRenderingTime: 60,
  maxRenderingErrors: 1000,
  rootLayerTitle: "All",
  rootLayerAbstract: "All layers",
  internationalRootLayerTitle: { de: "Alle" },
  internationalRootLayerAbstract: { de: "Alle Ebenen" },
  maxRequestedDimensionValues: 100,
  "cacheConfiguration/enabled": true,
  "cacheConfiguration/maxEntries": 1000,
  "cacheConfiguration/maxEntrySize": 51_200,
  remoteStyleMaxRequestTime: 60_000,
  remoteStyleTimeout: 30_000,
  defaultGroupStyleEnabled: false,
  transformFeatureInfoDisabled: true,
  autoEscapeTemplateValues: true,
  exceptionOnInvalidDimension: true,
};

const wfs: SettingValues = {
  enabled: true,
  name: "WFS",
  citeCompliant: false,
  verbose: false,
  metadata: { "SHAPE-ZIP_DEFAULT_PRJ_IS_ESRI": "false", maxNumberOfFeaturesForPreview: "50" },
  gml: {
    V_11: { srsNameStyle: "URN", overrideGMLAttributes: false },
    V_20: { srsNameStyle: "URN2", overrideGMLAttributes: false, mimeTypeToForce: "text/xml" },
    V_10: { srsNameStyle: "XML", overrideGMLAttributes: true },
  },
  serviceLevel: "BASIC",
  maxFeatures: 1_000_000,
  featureBounding: false,
  canonicalSchemaLocation: false,
  encodeFeatureMember: false,
  hitsIgnoreMaxFeatures: false,
  includeWFSRequestDumpFile: false,
  disableStoredQueriesManagement: false,
  srs: ["4326"],
  allowGlobalQueries: true,
  simpleConversionEnabled: false,
  getFeatureOutputTypeCheckingEnabled: true,
  getFeatureOutputTypes: ["application/json"],
  csvDateFormat: "yyyy-MM-dd",
};

const wcs: SettingValues = {
  enabled: true,
  name: "WCS",
  citeCompliant: false,
  verbose: false,
  srs: ["25832"],
  gmlPrefixing: false,
  latLon: true,
  maxInputMemory: 1024,
  maxOutputMemory: 2048,
  defaultDeflateCompressionLevel: 9,
  subsamplingEnabled: true,
  overviewPolicy: "IGNORE",
  maxRequestedDimensionValues: 100,
};

const documents: readonly (readonly [ServiceName, string | null, SettingValues])[] = [
  ["wms", null, wms],
  ["wfs", "geology", wfs],
  ["wcs", null, wcs],
];

describe.for(documents)("%s", ([service, workspace, settings]) => {
  const text = golden(`service-${service}.xml`);

  test("is rendered", () => {
    const rendered = renderService({ service, workspace, settings }, xml).text;
    expect(alike(rendered)).toBe(alike(text));
  });

  test("is read", () => {
    const tree = parseBody(new TextEncoder().encode(text), "application/xml", service);
    expect(parseServiceInput(service, tree).said).toEqual(settings);
  });
});

test("the goldens hold every setting of a WMS, and all that the others have beyond those of every service", () => {
  const every = new Set(Object.values(serviceSettings.wmts).map(({ path }) => path));
  const shown = { wms, wfs, wcs };
  for (const [service, settings] of Object.entries(shown)) {
    const own = Object.values(serviceSettings[service as ServiceName]).map(({ path }) => path);
    const wanted = own.filter((path) => service === "wms" || !every.has(path));
    expect(
      wanted.filter((path) => !Object.hasOwn(settings, path)),
      service,
    ).toEqual([]);
  }
});

test("in JSON lists of one collapse", () => {
  const settings = {
    enabled: true,
    name: "WMTS",
    versions: ["1.0.0"],
    keywords: ["tiles", "1"],
    citeCompliant: false,
    verbose: false,
    metadata: { k: "v" },
  };
  const text = golden("service-wmts.json");
  const service = { service: "wmts", workspace: "geology", settings } as const;
  expect(renderService(service, { ...xml, format: "json" }).text).toBe(text);
  const tree = parseBody(new TextEncoder().encode(text), "application/json", "wmts");
  expect(parseServiceInput("wmts", tree).said).toEqual(settings);
});
