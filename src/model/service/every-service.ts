/** Settings that several services share. */
import { setting, type SettingTable } from "../setting.ts";

/** Settings of every service, before its own. */
export function everyService(versions: readonly string[]) {
  return {
    enabled: setting("flag", "enabled", {
      usual: true,
      means: "Whether the service answers.",
      exposure: "shows",
    }),
    serviceName: setting("text", "name", { means: "Its name." }),
    title: setting("text", "title"),
    internationalTitle: setting("languages", "internationalTitle", {
      means: "Titles by language; `default` is the one without a language.",
    }),
    maintainer: setting("text", "maintainer"),
    abstract: setting("text", "abstrct"),
    internationalAbstract: setting("languages", "internationalAbstract"),
    accessConstraints: setting("text", "accessConstraints"),
    fees: setting("text", "fees"),
    versions: setting("versions", "versions", {
      usual: versions,
      means: "Versions; a start of a stock server adds those that it always has.",
    }),
    disabledVersions: setting("versions", "disabledVersions", {
      means: "Versions that are not answered.",
    }),
    keywords: setting("keywords", "keywords", { means: "Texts, or value, language, vocabulary." }),
    "metadataLink.type": setting("text", "metadataLink/type"),
    "metadataLink.about": setting("text", "metadataLink/about"),
    "metadataLink.metadataType": setting("text", "metadataLink/metadataType"),
    "metadataLink.content": setting("text", "metadataLink/content"),
    citeCompliant: setting("flag", "citeCompliant", { usual: false }),
    onlineResource: setting("text", "onlineResource"),
    schemaBaseUrl: setting("text", "schemaBaseURL", {
      usual: "http://schemas.opengis.net",
    }),
    verbose: setting("flag", "verbose", { usual: false }),
    outputStrategy: setting("text", "outputStrategy"),
    metadata: setting("entries", "metadata", {
      means: "Texts by key; others stay as they are, and null takes one away.",
    }),
    defaultLocale: setting("text", "defaultLocale"),
  } as const satisfies SettingTable;
}

/** A number that defaults to 0. */
export const count = { least: 0, usual: 0 } as const;
/** A flag that defaults to off. */
export const off = { usual: false } as const;

/** Most values of a dimension per request. */
export function dimensionValues() {
  return setting("number", "maxRequestedDimensionValues", {
    least: 0,
    usual: 100,
    springs: 100,
    nullable: true,
    means: "Values of one request; 0 is no limit.",
  });
}
