/**
 * What a running server was seen to answer: exchanges that were recorded while cases of the corpus ran
 * against it, and probes that were sent one after the other. They lie beside the project.
 */
import { readFileSync } from "node:fs";
import { recording } from "../support/run/samples.ts";

/** A request and its answer, as they were recorded; a body that is no text is reported by its length. */
export interface RecordedExchange {
  readonly shape: string;
  /** What the exchange shows, in the second file. */
  readonly row?: string;
  /** The case of the corpus that sent it, or what stands for one: `(cleaning)`, `(probe)`. */
  readonly case: string;
  readonly method: string;
  /** Path and query, from `/rest` on. */
  readonly url: string;
  readonly reqType?: string | null;
  readonly reqBody?: string | null;
  readonly status: number;
  readonly type?: string | null;
  readonly location?: string | null;
  readonly body: string;
}

/** A recorded exchange under the name that tables of differences know it by. */
export interface RecordedRow {
  readonly id: string;
  readonly exchange: RecordedExchange;
}

/** What cases and probes sent, below the folder of recordings. */
export const RECORDINGS = "recordings.jsonl";
/** The same of a released server: what the lane of the tests sent, and what was asked by hand. */
export const RELEASED = "../live-2.28/recordings.jsonl";
/** What was asked besides, row by row of a list of what was believed; has no shapes and no cases. */
export const MORE_RECORDINGS = "recordings-2.jsonl";

/** A file of recorded exchanges in their order. */
export function readRecordings(file: string = RECORDINGS): readonly RecordedExchange[] {
  // The word of the database of the lane was also hidden where it is a part of others.
  return readFileSync(recording(file), "utf8")
    .replaceAll(/(?<=open|post)\(secret\)/gi, "gis")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RecordedExchange);
}

/** The probes in their order, each named `probe N: METHOD path`. */
export function probes(): readonly RecordedRow[] {
  return readRecordings()
    .filter(({ shape }) => shape === "probe")
    .map((exchange, index) => ({
      id: `probe ${index}: ${exchange.method} ${exchange.url}`,
      exchange,
    }));
}

/** What the cases sent, by case; each named `CASE: METHOD url -> status`, with a number where that is not enough. */
export function recordedByCase(
  file: string = RECORDINGS,
): ReadonlyMap<string, readonly RecordedRow[]> {
  const seen = new Map<string, number>();
  const rows = readRecordings(file)
    .filter(({ shape }) => shape !== "probe")
    .map((exchange) => {
      const name = `${exchange.case}: ${exchange.method} ${exchange.url} -> ${exchange.status}`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return { id: count === 1 ? name : `${name} (${count})`, exchange };
    });
  return Map.groupBy(rows, ({ exchange }) => exchange.case);
}

const NOUNS = new Set(
  (
    "rest about version reload reset resource styles plumbline security acl layers services catalog " +
    "masterpw roles role user group users groups usergroup workspaces namespaces datastores " +
    "coveragestores featuretypes coverages index granules layergroups data"
  ).split(" "),
);

/** Method, path with names left open, names of the query, and the type of what is sent: what two requests are alike by. */
export function requestShape(method: string, url: string, mediaType: string | null = null): string {
  const { pathname, searchParams } = new URL(url, "http://h");
  const segments = pathname
    .replace(/^\/geoserver/, "")
    .split("/")
    .map((segment) => {
      const [, name = segment, suffix = ""] =
        /^(.*?)(\.(?:xml|json|sld|css|appschema|imagemosaic))$/.exec(segment) ?? [];
      return NOUNS.has(name) || segment.startsWith("file.") || segment === ""
        ? segment
        : `{}${suffix}`;
    });
  const type = mediaType?.split(";", 1)[0] ?? "";
  return [method, segments.join("/"), [...new Set(searchParams.keys())].toSorted().join("&"), type]
    .join(" ")
    .trim();
}
