/** Definitions of mosaics for tests, written here and nowhere else. */

/** An indexer of a mosaic that may be empty, with times from the names of its files. */
export function indexer(
  options: {
    more?: readonly string[];
    columns?: readonly string[];
    lines?: readonly string[];
  } = {},
): string {
  const columns = ["*the_geom:Polygon", "location:String", "time:java.util.Date"];
  const schema = [...columns, ...(options.columns ?? [])].join(",");
  return [
    "TimeAttribute=time",
    `Schema=${schema}`,
    "PropertyCollectors=TimestampFileNameExtractorSPI[timeregex](time)",
    "CanBeEmpty=true",
    ...(options.lines ?? []),
    "",
  ].join("\n");
}

/** The pattern that finds the day in a name. */
export const TIME_REGEX = "regex=[0-9]{8}\n";

/** A manifest as JSON, which is YAML. */
export function manifest(kind: string, metadata: object, spec: object): string {
  return JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });
}
