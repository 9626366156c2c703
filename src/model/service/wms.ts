/** Settings of the WMS. */
import { inside, setting, type SettingTable } from "../setting.ts";
import { everyService, count, dimensionValues, off } from "./every-service.ts";

/** In document order. */
export const wms = {
  ...everyService(["1.1.1", "1.3.0"]),
  srs: setting("codes", "srs", {
    means: "Codes of the reference systems of capabilities; all where empty.",
  }),
  allowedUrlsForAuthForwarding: setting("texts", "allowedURLsForAuthForwarding"),
  bboxForEachCrs: setting("flag", "bboxForEachCRS", {
    usual: false,
    nullable: true,
    springs: false,
  }),
  ...inside("watermark", {
    "watermark.enabled": setting("flag", "enabled", { usual: false }),
    "watermark.position": setting("text", "position", {
      usual: "BOT_RIGHT",
      values: ["TOP", "MID", "BOT"].flatMap((row) =>
        ["LEFT", "CENTER", "RIGHT"].map((column) => `${row}_${column}`),
      ),
    }),
    "watermark.transparency": setting("number", "transparency", {
      least: 0,
      most: 100,
      usual: 100,
    }),
    "watermark.url": setting("text", "url"),
  }),
  interpolation: setting("text", "interpolation", {
    usual: "Nearest",
    values: ["Nearest", "Bilinear", "Bicubic"],
  }),
  getFeatureInfoMimeTypeCheckingEnabled: setting("flag", "getFeatureInfoMimeTypeCheckingEnabled", {
    usual: false,
  }),
  getFeatureInfoMimeTypes: setting("texts", "getFeatureInfoMimeTypes"),
  getMapMimeTypeCheckingEnabled: setting("flag", "getMapMimeTypeCheckingEnabled", {
    usual: false,
  }),
  getMapMimeTypes: setting("texts", "getMapMimeTypes"),
  dynamicStylingDisabled: setting("flag", "dynamicStylingDisabled", off),
  featuresReprojectionDisabled: setting("flag", "featuresReprojectionDisabled", off),
  authorityUrls: setting("authority-urls", "authorityURLs"),
  identifiers: setting("identifiers", "identifiers"),
  "limits.buffer": setting("number", "maxBuffer", {
    ...count,
    means: "Pixels around a request.",
  }),
  "limits.requestMemory": setting("number", "maxRequestMemory", {
    ...count,
    means: "Kilobytes; 0 is no limit.",
  }),
  "limits.renderingTime": setting("number", "maxRenderingTime", {
    ...count,
    means: "Seconds; 0 is no limit.",
  }),
  "limits.renderingErrors": setting("number", "maxRenderingErrors", {
    ...count,
    means: "Errors of one request; 0 is no limit.",
  }),
  rootLayerTitle: setting("text", "rootLayerTitle"),
  rootLayerAbstract: setting("text", "rootLayerAbstract"),
  internationalRootLayerTitle: setting("languages", "internationalRootLayerTitle"),
  internationalRootLayerAbstract: setting("languages", "internationalRootLayerAbstract"),
  maxRequestedDimensionValues: dimensionValues(),
  ...inside("cacheConfiguration", {
    "cacheConfiguration.enabled": setting("flag", "enabled", {
      usual: false,
      springs: false,
      nullable: true,
    }),
    "cacheConfiguration.maxEntries": setting("number", "maxEntries", {
      least: 0,
      usual: 1_000,
      springs: 1_000,
      nullable: true,
    }),
    "cacheConfiguration.maxEntrySize": setting("number", "maxEntrySize", {
      least: 0,
      usual: 51_200,
      springs: 51_200,
      nullable: true,
    }),
  }),
  remoteStyleMaxRequestTime: setting("number", "remoteStyleMaxRequestTime", {
    least: 0,
    usual: 60_000,
    springs: 60_000,
    nullable: true,
    means: "Milliseconds.",
  }),
  remoteStyleTimeout: setting("number", "remoteStyleTimeout", {
    least: 0,
    usual: 30_000,
    springs: 30_000,
    nullable: true,
    means: "Milliseconds.",
  }),
  defaultGroupStyleEnabled: setting("flag", "defaultGroupStyleEnabled", {
    usual: true,
    springs: true,
    nullable: true,
  }),
  transformFeatureInfoDisabled: setting("flag", "transformFeatureInfoDisabled", off),
  autoEscapeTemplateValues: setting("flag", "autoEscapeTemplateValues", off),
  exceptionOnInvalidDimension: setting("flag", "exceptionOnInvalidDimension", {
    usual: true,
    nullable: true,
  }),
} as const satisfies SettingTable;
