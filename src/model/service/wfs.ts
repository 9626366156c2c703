/** Settings of the WFS. */
import { setting, type SettingTable } from "../setting.ts";
import { everyService, off } from "./every-service.ts";

/** In the order of its document. */
export const wfs = {
  ...everyService(["1.0.0", "1.1.0", "2.0.0"]),
  gml: setting("gml", "gml", {
    usual: {
      V_10: { srsNameStyle: "XML", overrideGMLAttributes: true },
      V_11: { srsNameStyle: "URN", overrideGMLAttributes: false },
      V_20: { srsNameStyle: "URN2", overrideGMLAttributes: false },
    },
    label: "GML",
    means: "By version (V_10, V_11, V_20) how GML is written.",
  }),
  serviceLevel: setting("text", "serviceLevel", {
    usual: "COMPLETE",
    values: ["BASIC", "TRANSACTIONAL", "COMPLETE"],
    label: "service level",
    means: "BASIC reads, TRANSACTIONAL writes too, COMPLETE also locks.",
    exposure: ["BASIC", "TRANSACTIONAL", "COMPLETE"],
  }),
  maxFeatures: setting("number", "maxFeatures", {
    least: 0,
    usual: 1_000_000,
    label: "largest number of features",
  }),
  featureBounding: setting("flag", "featureBounding", { usual: true, label: "boxes of features" }),
  canonicalSchemaLocation: setting("flag", "canonicalSchemaLocation", {
    ...off,
    label: "canonical schema location",
  }),
  encodeFeatureMember: setting("flag", "encodeFeatureMember", {
    ...off,
    label: "one element for each feature",
  }),
  hitsIgnoreMaxFeatures: setting("flag", "hitsIgnoreMaxFeatures", {
    ...off,
    label: "counts ignore the largest number",
  }),
  includeWfsRequestDumpFile: setting("flag", "includeWFSRequestDumpFile", {
    usual: true,
    label: "requests in shapefiles",
  }),
  disableStoredQueriesManagement: setting("flag", "disableStoredQueriesManagement", {
    ...off,
    label: "no management of stored queries",
  }),
  srs: setting("codes", "srs", { label: "reference systems" }),
  allowGlobalQueries: setting("flag", "allowGlobalQueries", {
    usual: true,
    springs: true,
    nullable: true,
    label: "queries over all workspaces",
    exposure: "shows",
  }),
  simpleConversionEnabled: setting("flag", "simpleConversionEnabled", {
    usual: false,
    springs: false,
    nullable: true,
    label: "conversion to simple features",
  }),
  getFeatureOutputTypeCheckingEnabled: setting("flag", "getFeatureOutputTypeCheckingEnabled", {
    ...off,
    label: "check of formats of GetFeature",
  }),
  getFeatureOutputTypes: setting("texts", "getFeatureOutputTypes", {
    label: "formats of GetFeature",
  }),
  csvDateFormat: setting("text", "csvDateFormat", { label: "dates in CSV" }),
} as const satisfies SettingTable;
