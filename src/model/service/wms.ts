/** Settings of the WMS. */
import { authorityUrls, identifiers } from "../published-parts.ts";
import { type PlacedParts, inside, part } from "../schema.ts";
import { everyService, count, dimensionValues, off } from "./every-service.ts";

/** In document order. */
export const wms = {
  ...everyService(["1.1.1", "1.3.0"]),
  srs: part("codes", "srs", {
    means: "EPSG codes in capabilities; empty means all.",
  }),
  allowedUrlsForAuthForwarding: part("texts", "allowedURLsForAuthForwarding"),
  bboxForEachCrs: part("flag", "bboxForEachCRS", {
    usual: false,
    nullable: true,
    springs: false,
  }),
  ...inside("watermark", {
    "watermark.enabled": part("flag", "enabled", { usual: false }),
    "watermark.position": part("text", "position", {
      usual: "BOT_RIGHT",
      values: ["TOP", "MID", "BOT"].flatMap((row) =>
        ["LEFT", "CENTER", "RIGHT"].map((column) => `${row}_${column}`),
      ),
    }),
    "watermark.transparency": part("number", "transparency", {
      least: 0,
      most: 100,
      usual: 100,
    }),
    "watermark.url": part("text", "url"),
  }),
  interpolation: part("text", "interpolation", {
    usual: "Nearest",
    values: ["Nearest", "Bilinear", "Bicubic"],
  }),
  getFeatureInfoMimeTypeCheckingEnabled: part("flag", "getFeatureInfoMimeTypeCheckingEnabled", {
    usual: false,
  }),
  getFeatureInfoMimeTypes: part("texts", "getFeatureInfoMimeTypes"),
  getMapMimeTypeCheckingEnabled: part("flag", "getMapMimeTypeCheckingEnabled", {
    usual: false,
  }),
  getMapMimeTypes: part("texts", "getMapMimeTypes"),
  dynamicStylingDisabled: part("flag", "dynamicStylingDisabled", off),
  featuresReprojectionDisabled: part("flag", "featuresReprojectionDisabled", off),
  authorityUrls,
  identifiers,
  "limits.buffer": part("number", "maxBuffer", {
    ...count,
    means: "Extra pixels around a request.",
  }),
  "limits.requestMemory": part("number", "maxRequestMemory", {
    ...count,
    means: "Kilobytes; 0 means no limit.",
  }),
  "limits.renderingTime": part("number", "maxRenderingTime", {
    ...count,
    means: "Seconds; 0 means no limit.",
  }),
  "limits.renderingErrors": part("number", "maxRenderingErrors", {
    ...count,
    means: "Maximum rendering errors per request; 0 means no limit.",
  }),
  rootLayerTitle: part("text", "rootLayerTitle"),
  rootLayerAbstract: part("text", "rootLayerAbstract"),
  internationalRootLayerTitle: part("languages", "internationalRootLayerTitle"),
  internationalRootLayerAbstract: part("languages", "internationalRootLayerAbstract"),
  maxRequestedDimensionValues: dimensionValues(),
  ...inside("cacheConfiguration", {
    "cacheConfiguration.enabled": part("flag", "enabled", {
      usual: false,
      springs: false,
      nullable: true,
    }),
    "cacheConfiguration.maxEntries": part("number", "maxEntries", {
      least: 0,
      usual: 1_000,
      springs: 1_000,
      nullable: true,
    }),
    "cacheConfiguration.maxEntrySize": part("number", "maxEntrySize", {
      least: 0,
      usual: 51_200,
      springs: 51_200,
      nullable: true,
    }),
  }),
  remoteStyleMaxRequestTime: part("number", "remoteStyleMaxRequestTime", {
    least: 0,
    usual: 60_000,
    springs: 60_000,
    nullable: true,
    means: "Milliseconds.",
  }),
  remoteStyleTimeout: part("number", "remoteStyleTimeout", {
    least: 0,
    usual: 30_000,
    springs: 30_000,
    nullable: true,
    means: "Milliseconds.",
  }),
  defaultGroupStyleEnabled: part("flag", "defaultGroupStyleEnabled", {
    usual: true,
    springs: true,
    nullable: true,
  }),
  transformFeatureInfoDisabled: part("flag", "transformFeatureInfoDisabled", off),
  autoEscapeTemplateValues: part("flag", "autoEscapeTemplateValues", off),
  exceptionOnInvalidDimension: part("flag", "exceptionOnInvalidDimension", {
    usual: true,
    nullable: true,
  }),
} as const satisfies PlacedParts;
