/** Which texts of a data directory count as settings, by document and place. */

/** Why a text is none; undefined for a setting. */
export function noSetting(file: string, path: string, text: string): string | undefined {
  if (text === "") return "says nothing";
  const relic = RELICS.find(([pattern]) => pattern.test(file))?.[1];
  return relic ?? RULES.find(([pattern]) => pattern.test(path))?.[1];
}

/** Files that set nothing. */
const RELICS: readonly (readonly [RegExp, string])[] = [
  [/^demo\//, "requests that people may send"],
  [/^(?:plugIns|validation)\/|^coverages\/.*\/info\.xml$/, "read by no version since 2.0"],
];

/** Elements that refer to another object, by its id and what stands beside that. */
const REFERENCES =
  "workspace|namespace|store|resource|defaultStyle|style|published|layer|rootLayer|rootLayerStyle";

const RULES: readonly (readonly [RegExp, string])[] = [
  [/\/id$/, "id"],
  [new RegExp(`^\\w+/(?:\\w+/)?(?:${REFERENCES})/`), "id"],
  [/\/(?:dateCreated|dateModified|modifiedBy)$/, "date"],
  [/\/link$/, "link"],
  [/^(?:featureType|coverage|wmsLayer|wmtsLayer)\/(?:native|latLon)BoundingBox\//, "bounds"],
  [/^global\/updateSequence$/, "counter of changes"],
  [/\/serviceConfiguration$/, "says whether disabledServices counts"],
  [/Store\/__default$/, "written and never read"],
  [/\/connectionParameters\/entry\[namespace\]$/, "refers to the workspace"],
  [/^coverage\/simpleConversionEnabled$/, "means something for feature types alone"],
  [/^layer\/(?:name|type|enabled)$/, "follows from what the layer shows"],
  [/^namespace\/(?:prefix|isolated)$/, "said by the workspace"],
  [/^GeoServerTileLayer\/name$/, "follows from what it is of"],
  [/^style\/(?:languageVersion|sldVersion)\/version$/, "follows from the content"],
];

/** What a server that opens the data finds in it (docs/opinions.md, "Recreation"), and nobody says. */
const FOUND =
  /^(?:featureType|coverage)\/(?:nativeCRS$|nativeFormat$|grid\/|dimensions\/coverageDimension\/|metadata\/entry\[dirName\]$)|^coverage\/nativeName$/;

/** Whether a setting is one that a server finds in the data by itself. */
export function isFound(path: string): boolean {
  return FOUND.test(path);
}

/** Roots of the documents of a server itself; others are those of extensions that few have. */
const OWN = new Set(
  [
    "workspace namespace dataStore coverageStore wmsStore wmtsStore featureType coverage wmsLayer wmtsLayer",
    "layer layerGroup style GeoServerTileLayer GeoServerGWCConfig gwcConfiguration gwcQuotaConfiguration",
    "global settings logging wms wfs wcs wmts wps csw checks security AppSchemaDataAccess",
    "userRegistry roleRegistry layout",
  ].flatMap((line) => line.split(" ")),
);

/** Whether a setting is of what has no kind: services for processes and catalogues, the security subsystem. */
export function isBeyond(path: string): boolean {
  return /^(?:wps|csw|security)\//.test(path);
}

/** Whether a setting is one of a server itself. */
export function isOwn(path: string): boolean {
  return OWN.has(path.split("/")[0] ?? "");
}
