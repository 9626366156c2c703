/** Settings that several services share. */
import { type PlacedParts, part } from "../schema.ts";

/** Settings of every service, before its own. */
export function everyService(versions: readonly string[]) {
  return {
    enabled: part("flag", "enabled", {
      usual: true,
      means: "Whether the service answers.",
      exposure: "shows",
    }),
    serviceName: part("text", "name", { means: "Its name." }),
    title: part("text", "title"),
    internationalTitle: part("languages", "internationalTitle", {
      means: "Titles by language; `default` is the one without a language.",
    }),
    maintainer: part("text", "maintainer"),
    abstract: part("text", "abstrct"),
    internationalAbstract: part("languages", "internationalAbstract"),
    accessConstraints: part("text", "accessConstraints"),
    fees: part("text", "fees"),
    versions: part("versions", "versions", {
      usual: versions,
      means: "Versions; a start of a stock server adds those that it always has.",
    }),
    disabledVersions: part("versions", "disabledVersions", {
      means: "Versions that are not answered.",
    }),
    keywords: part("keywords", "keywords", { means: "Texts, or value, language, vocabulary." }),
    "metadataLink.type": part("text", "metadataLink/type"),
    "metadataLink.about": part("text", "metadataLink/about"),
    "metadataLink.metadataType": part("text", "metadataLink/metadataType"),
    "metadataLink.content": part("text", "metadataLink/content"),
    citeCompliant: part("flag", "citeCompliant", { usual: false }),
    onlineResource: part("text", "onlineResource"),
    schemaBaseUrl: part("text", "schemaBaseURL", {
      usual: "http://schemas.opengis.net",
    }),
    verbose: part("flag", "verbose", { usual: false }),
    outputStrategy: part("text", "outputStrategy"),
    metadata: part("entries", "metadata", {
      means: "Texts by key; others stay as they are, and null takes one away.",
    }),
    defaultLocale: part("text", "defaultLocale"),
  } as const satisfies PlacedParts;
}

/** A number that defaults to 0. */
export const count = { least: 0, usual: 0 } as const;
/** A flag that defaults to off. */
export const off = { usual: false } as const;

/** Most values of a dimension per request. */
export function dimensionValues() {
  return part("number", "maxRequestedDimensionValues", {
    least: 0,
    usual: 100,
    springs: 100,
    nullable: true,
    means: "Values of one request; 0 is no limit.",
  });
}
