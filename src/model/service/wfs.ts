/** Settings of the WFS. */
import { type PlacedParts, part } from "../schema.ts";
import { everyService, off } from "./every-service.ts";

/** In document order. */
export const wfs = {
  ...everyService(["1.0.0", "1.1.0", "2.0.0"]),
  gml: part("gml", "gml", {
    usual: {
      V_10: { srsNameStyle: "XML", overrideGMLAttributes: true },
      V_11: { srsNameStyle: "URN", overrideGMLAttributes: false },
      V_20: { srsNameStyle: "URN2", overrideGMLAttributes: false },
    },
    means: "GML settings by WFS version (V_10, V_11, V_20).",
  }),
  serviceLevel: part("text", "serviceLevel", {
    usual: "COMPLETE",
    values: ["BASIC", "TRANSACTIONAL", "COMPLETE"],
    means: "BASIC reads, TRANSACTIONAL also writes, COMPLETE also locks.",
    exposure: ["BASIC", "TRANSACTIONAL", "COMPLETE"],
  }),
  maxFeatures: part("number", "maxFeatures", {
    least: 0,
    usual: 1_000_000,
  }),
  featureBounding: part("flag", "featureBounding", { usual: true }),
  canonicalSchemaLocation: part("flag", "canonicalSchemaLocation", off),
  encodeFeatureMember: part("flag", "encodeFeatureMember", off),
  hitsIgnoreMaxFeatures: part("flag", "hitsIgnoreMaxFeatures", off),
  includeWfsRequestDumpFile: part("flag", "includeWFSRequestDumpFile", {
    usual: true,
  }),
  disableStoredQueriesManagement: part("flag", "disableStoredQueriesManagement", off),
  srs: part("codes", "srs"),
  allowGlobalQueries: part("flag", "allowGlobalQueries", {
    usual: true,
    springs: true,
    nullable: true,
    exposure: "shows",
  }),
  simpleConversionEnabled: part("flag", "simpleConversionEnabled", {
    usual: false,
    springs: false,
    nullable: true,
  }),
  getFeatureOutputTypeCheckingEnabled: part("flag", "getFeatureOutputTypeCheckingEnabled", off),
  getFeatureOutputTypes: part("texts", "getFeatureOutputTypes"),
  csvDateFormat: part("text", "csvDateFormat"),
} as const satisfies PlacedParts;
