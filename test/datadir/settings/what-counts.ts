/** Which texts of a data directory count as settings, by document and place. */

/** Why a text is none; undefined for a setting. */
export function noSetting(path: string, text: string): string | undefined {
  if (text === "") return "says nothing";
  return RULES.find(([pattern]) => pattern.test(path))?.[1];
}

/** What objects are the same as, or where they are: ids and what stands beside them in references. */
const REFERENCES = "workspace|namespace|store|resource|defaultStyle|style|published|layer|rootLayer|rootLayerStyle";

const RULES: readonly (readonly [RegExp, string])[] = [
  [/\/id$/, "id"],
  [new RegExp(`^\\w+/(?:[\\w]+/)?(?:${REFERENCES})/`), "id"],
  [/\/(?:dateCreated|dateModified|modifiedBy)$/, "date"],
  [/\/link$/, "link"],
  [/^(?:featureType|coverage|wmsLayer|wmtsLayer)\/(?:native|latLon)BoundingBox\//, "computed bounds"],
  [/^global\/updateSequence$/, "counter of changes"],
  [/^layer\/(?:name|type)$/, "follows from what the layer shows"],
  [/^GeoServerTileLayer\/name$/, "follows from what it is of"],
  [/^style\/(?:languageVersion|sldVersion)\/version$/, "follows from the content"],
];

/** What a server that opens the data finds in it (docs/opinions.md, "Recreation"), and nobody says. */
const FOUND =
  /^(?:featureType|coverage)\/(?:nativeCRS$|nativeFormat$|grid\/|dimensions\/coverageDimension\/|metadata\/entry\[dirName\]$)/;

/** Whether a setting is one that a server finds in the data by itself. */
export function isFound(path: string): boolean {
  return FOUND.test(path);
}
