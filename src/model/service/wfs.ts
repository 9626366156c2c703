/** Settings of the WFS. */
import { setting, type SettingTable } from "../setting.ts";
import { everyService, off } from "./every-service.ts";

/** In document order. */
export const wfs = {
  ...everyService(["1.0.0", "1.1.0", "2.0.0"]),
  gml: setting("gml", "gml", {
    usual: {
      V_10: { srsNameStyle: "XML", overrideGMLAttributes: true },
      V_11: { srsNameStyle: "URN", overrideGMLAttributes: false },
      V_20: { srsNameStyle: "URN2", overrideGMLAttributes: false },
    },
    means: "By version (V_10, V_11, V_20) how GML is written.",
  }),
  serviceLevel: setting("text", "serviceLevel", {
    usual: "COMPLETE",
    values: ["BASIC", "TRANSACTIONAL", "COMPLETE"],
    means: "BASIC reads, TRANSACTIONAL writes too, COMPLETE also locks.",
    exposure: ["BASIC", "TRANSACTIONAL", "COMPLETE"],
  }),
  maxFeatures: setting("number", "maxFeatures", {
    least: 0,
    usual: 1_000_000,
  }),
  featureBounding: setting("flag", "featureBounding", { usual: true }),
  canonicalSchemaLocation: setting("flag", "canonicalSchemaLocation", off),
  encodeFeatureMember: setting("flag", "encodeFeatureMember", off),
  hitsIgnoreMaxFeatures: setting("flag", "hitsIgnoreMaxFeatures", off),
  includeWfsRequestDumpFile: setting("flag", "includeWFSRequestDumpFile", {
    usual: true,
  }),
  disableStoredQueriesManagement: setting("flag", "disableStoredQueriesManagement", off),
  srs: setting("codes", "srs"),
  allowGlobalQueries: setting("flag", "allowGlobalQueries", {
    usual: true,
    springs: true,
    nullable: true,
    exposure: "shows",
  }),
  simpleConversionEnabled: setting("flag", "simpleConversionEnabled", {
    usual: false,
    springs: false,
    nullable: true,
  }),
  getFeatureOutputTypeCheckingEnabled: setting("flag", "getFeatureOutputTypeCheckingEnabled", off),
  getFeatureOutputTypes: setting("texts", "getFeatureOutputTypes"),
  csvDateFormat: setting("text", "csvDateFormat"),
} as const satisfies SettingTable;
