/** Settings that several services share. */
import { type PlacedParts, part } from "../schema.ts";

/** Settings of every service, before its own. */
export function everyService(versions: readonly string[]) {
  return {
    enabled: part("flag", "enabled", {
      usual: true,
      means: "Whether the service is enabled.",
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
      means: "Versions; a stock server adds its built-in ones at a start.",
    }),
    disabledVersions: part("versions", "disabledVersions", {
      means: "Disabled versions.",
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
      means: "Values by key; other keys are kept, and null removes a key.",
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
    means: "Maximum dimension values per request; 0 means no limit.",
  });
}
