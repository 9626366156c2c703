/** Settings of the WCS. */
import { setting, type SettingTable } from "../setting.ts";
import { everyService, count, dimensionValues, off } from "./every-service.ts";

const memory = { ...count, least: -1, means: "Kilobytes; 0 is no limit, and so is -1." } as const;

/** In document order. */
export const wcs = {
  ...everyService(["1.0.0", "1.1.1", "2.0.1"]),
  srs: setting("codes", "srs"),
  gmlPrefixing: setting("flag", "gmlPrefixing", off),
  latLon: setting("flag", "latLon", off),
  maxInputMemory: setting("number", "maxInputMemory", {
    ...memory,
  }),
  maxOutputMemory: setting("number", "maxOutputMemory", {
    ...memory,
  }),
  defaultDeflateCompressionLevel: setting("number", "defaultDeflateCompressionLevel", {
    least: 1,
    most: 9,
    usual: 9,
    springs: 9,
    nullable: true,
  }),
  subsamplingEnabled: setting("flag", "subsamplingEnabled", {
    usual: true,
    springs: true,
    nullable: true,
  }),
  overviewPolicy: setting("text", "overviewPolicy", {
    usual: "IGNORE",
    springs: "IGNORE",
    nullable: true,
    values: ["QUALITY", "IGNORE", "NEAREST", "SPEED", "NONE"],
  }),
  maxRequestedDimensionValues: dimensionValues(),
} as const satisfies SettingTable;
