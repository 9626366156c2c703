/** Settings of the WCS. */
import { setting, type SettingTable } from "../setting.ts";
import { everyService, count, dimensionValues, off } from "./every-service.ts";

const memory = { ...count, least: -1, means: "Kilobytes; 0 is no limit, and so is -1." } as const;

/** In the order of its document. */
export const wcs = {
  ...everyService(["1.0.0", "1.1.1", "2.0.1"]),
  srs: setting("codes", "srs", { label: "reference systems" }),
  gmlPrefixing: setting("flag", "gmlPrefixing", { ...off, label: "prefix in GML" }),
  latLon: setting("flag", "latLon", { ...off, label: "latitude first" }),
  maxInputMemory: setting("number", "maxInputMemory", {
    ...memory,
    label: "memory of the input",
  }),
  maxOutputMemory: setting("number", "maxOutputMemory", {
    ...memory,
    label: "memory of the output",
  }),
  defaultDeflateCompressionLevel: setting("number", "defaultDeflateCompressionLevel", {
    least: 1,
    most: 9,
    usual: 9,
    springs: 9,
    nullable: true,
    label: "compression",
  }),
  subsamplingEnabled: setting("flag", "subsamplingEnabled", {
    usual: true,
    springs: true,
    nullable: true,
    label: "subsampling",
  }),
  overviewPolicy: setting("text", "overviewPolicy", {
    usual: "IGNORE",
    springs: "IGNORE",
    nullable: true,
    values: ["QUALITY", "IGNORE", "NEAREST", "SPEED", "NONE"],
    label: "overviews",
  }),
  maxRequestedDimensionValues: dimensionValues(),
} as const satisfies SettingTable;
