/** Settings of the WMS. */
import { inside, setting, type SettingTable } from "../setting.ts";
import { everyService, count, dimensionValues, off } from "./every-service.ts";

/** In the order of its document. */
export const wms = {
  ...everyService(["1.1.1", "1.3.0"]),
  srs: setting("codes", "srs", {
    label: "reference systems",
    means: "Codes of the reference systems of capabilities; all where empty.",
  }),
  allowedUrlsForAuthForwarding: setting("texts", "allowedURLsForAuthForwarding", {
    label: "addresses that get the credentials",
  }),
  bboxForEachCrs: setting("flag", "bboxForEachCRS", {
    usual: false,
    nullable: true,
    springs: false,
    label: "a box for each reference system",
  }),
  ...inside("watermark", {
    "watermark.enabled": setting("flag", "enabled", { usual: false, label: "watermark" }),
    "watermark.position": setting("text", "position", {
      usual: "BOT_RIGHT",
      values: ["TOP", "MID", "BOT"].flatMap((row) =>
        ["LEFT", "CENTER", "RIGHT"].map((column) => `${row}_${column}`),
      ),
      label: "position of the watermark",
    }),
    "watermark.transparency": setting("number", "transparency", {
      least: 0,
      most: 100,
      usual: 100,
      label: "transparency of the watermark",
    }),
    "watermark.url": setting("text", "url", { label: "address of the watermark" }),
  }),
  interpolation: setting("text", "interpolation", {
    usual: "Nearest",
    values: ["Nearest", "Bilinear", "Bicubic"],
  }),
  getFeatureInfoMimeTypeCheckingEnabled: setting("flag", "getFeatureInfoMimeTypeCheckingEnabled", {
    usual: false,
    label: "check of formats of GetFeatureInfo",
  }),
  getFeatureInfoMimeTypes: setting("texts", "getFeatureInfoMimeTypes", {
    label: "formats of GetFeatureInfo",
  }),
  getMapMimeTypeCheckingEnabled: setting("flag", "getMapMimeTypeCheckingEnabled", {
    usual: false,
    label: "check of formats of GetMap",
  }),
  getMapMimeTypes: setting("texts", "getMapMimeTypes", { label: "formats of GetMap" }),
  dynamicStylingDisabled: setting("flag", "dynamicStylingDisabled", {
    ...off,
    label: "no styles from clients",
  }),
  featuresReprojectionDisabled: setting("flag", "featuresReprojectionDisabled", {
    ...off,
    label: "no reprojection of features",
  }),
  authorityUrls: setting("authority-urls", "authorityURLs", { label: "addresses of authorities" }),
  identifiers: setting("identifiers", "identifiers"),
  "limits.buffer": setting("number", "maxBuffer", {
    ...count,
    label: "largest buffer",
    means: "Pixels around a request.",
  }),
  "limits.requestMemory": setting("number", "maxRequestMemory", {
    ...count,
    label: "memory of a request",
    means: "Kilobytes; 0 is no limit.",
  }),
  "limits.renderingTime": setting("number", "maxRenderingTime", {
    ...count,
    label: "rendering time",
    means: "Seconds; 0 is no limit.",
  }),
  "limits.renderingErrors": setting("number", "maxRenderingErrors", {
    ...count,
    label: "rendering errors",
    means: "Errors of one request; 0 is no limit.",
  }),
  rootLayerTitle: setting("text", "rootLayerTitle", { label: "title of the root layer" }),
  rootLayerAbstract: setting("text", "rootLayerAbstract", { label: "abstract of the root layer" }),
  internationalRootLayerTitle: setting("languages", "internationalRootLayerTitle", {
    label: "title of the root layer by language",
  }),
  internationalRootLayerAbstract: setting("languages", "internationalRootLayerAbstract", {
    label: "abstract of the root layer by language",
  }),
  maxRequestedDimensionValues: dimensionValues(),
  ...inside("cacheConfiguration", {
    "cacheConfiguration.enabled": setting("flag", "enabled", {
      usual: false,
      springs: false,
      label: "cache of remote files",
      nullable: true,
    }),
    "cacheConfiguration.maxEntries": setting("number", "maxEntries", {
      least: 0,
      usual: 1_000,
      springs: 1_000,
      nullable: true,
      label: "entries of the cache",
    }),
    "cacheConfiguration.maxEntrySize": setting("number", "maxEntrySize", {
      least: 0,
      usual: 51_200,
      springs: 51_200,
      nullable: true,
      label: "size of an entry of the cache",
    }),
  }),
  remoteStyleMaxRequestTime: setting("number", "remoteStyleMaxRequestTime", {
    least: 0,
    usual: 60_000,
    springs: 60_000,
    nullable: true,
    label: "time for remote styles",
    means: "Milliseconds.",
  }),
  remoteStyleTimeout: setting("number", "remoteStyleTimeout", {
    least: 0,
    usual: 30_000,
    springs: 30_000,
    nullable: true,
    label: "wait for remote styles",
    means: "Milliseconds.",
  }),
  defaultGroupStyleEnabled: setting("flag", "defaultGroupStyleEnabled", {
    usual: true,
    springs: true,
    nullable: true,
    label: "default style of groups",
  }),
  transformFeatureInfoDisabled: setting("flag", "transformFeatureInfoDisabled", {
    ...off,
    label: "no transformations for GetFeatureInfo",
  }),
  autoEscapeTemplateValues: setting("flag", "autoEscapeTemplateValues", {
    ...off,
    label: "templates escape values",
  }),
  exceptionOnInvalidDimension: setting("flag", "exceptionOnInvalidDimension", {
    usual: true,
    nullable: true,
    label: "invalid dimensions are refused",
  }),
} as const satisfies SettingTable;
