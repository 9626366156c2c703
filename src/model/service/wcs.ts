/** Settings of the WCS. */
import { type PlacedParts, part } from "../schema.ts";
import { everyService, count, dimensionValues, off } from "./every-service.ts";

const memory = { ...count, least: -1, means: "Kilobytes; 0 is no limit, and so is -1." } as const;

/** In document order. */
export const wcs = {
  ...everyService(["1.0.0", "1.1.1", "2.0.1"]),
  srs: part("codes", "srs"),
  gmlPrefixing: part("flag", "gmlPrefixing", off),
  latLon: part("flag", "latLon", off),
  maxInputMemory: part("number", "maxInputMemory", {
    ...memory,
  }),
  maxOutputMemory: part("number", "maxOutputMemory", {
    ...memory,
  }),
  defaultDeflateCompressionLevel: part("number", "defaultDeflateCompressionLevel", {
    least: 1,
    most: 9,
    usual: 9,
    springs: 9,
    nullable: true,
  }),
  subsamplingEnabled: part("flag", "subsamplingEnabled", {
    usual: true,
    springs: true,
    nullable: true,
  }),
  overviewPolicy: part("text", "overviewPolicy", {
    usual: "IGNORE",
    springs: "IGNORE",
    nullable: true,
    values: ["QUALITY", "IGNORE", "NEAREST", "SPEED", "NONE"],
  }),
  maxRequestedDimensionValues: dimensionValues(),
} as const satisfies PlacedParts;
