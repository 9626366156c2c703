/** What stock servers of each line do otherwise, as servers of it were seen to answer. */
import type { Container } from "./container.ts";
import type { RecordedId } from "./recorded/rows.ts";

export const stockLines = ["2.28", "3.0"] as const;

export type StockLine = (typeof stockLines)[number];

/** The line that a server of a version is taken for. */
export function stockLineOf(version: string): StockLine {
  return version.startsWith("2.") ? "2.28" : "3.0";
}

export interface LineHabits {
  readonly line: StockLine;
  readonly about: string;
  readonly container: Container;
  /** Whether the suffix of a path decides the form of an answer before the query does. */
  readonly formsBySuffix: boolean;
  /** Whether null in a PUT takes a field away; else it is as if nobody had said it. */
  readonly nullsClear: boolean;
  /** Whether empty segments of a path do not matter, so that a key of a rule on requests loses its first slash. */
  readonly tidiesPaths: boolean;
  /** Whether it refuses paths as default installations do. */
  readonly firewall: boolean;
  /** Whether the disk quota, and what describes the index of a mosaic, are there in JSON. */
  readonly describesInJson: boolean;
  /** Whether a DOCTYPE of a style is taken. */
  readonly takesDoctype: boolean;
  /** Whether a path, method or type that nothing takes is answered with a problem document. */
  readonly tellsProblems: boolean;
  /** Elements that it takes and does not keep. */
  readonly drops: ReadonlySet<string>;
  /** Refusals with another status and text than the recorded rows of 3.0 have: all by pages of the container. */
  readonly refusals: Readonly<Partial<Record<RecordedId, readonly [status: number, says: string]>>>;
}

const about = (build: string, version: string, tools: string, cache: string) =>
  `<about>${[
    ["GeoServer", version],
    ["GeoTools", tools],
    ["GeoWebCache", cache],
  ]
    .map(
      ([name, own]) =>
        `<resource name="${name}"><Build-Timestamp>${build}</Build-Timestamp><Version>${own}</Version><Git-Revision>21b88b5</Git-Revision></resource>`,
    )
    .join("")}</about>`;

export const lineHabits: Readonly<Record<StockLine, LineHabits>> = {
  "2.28": {
    line: "2.28",
    about: about("21-Jan-2026 14:00", "2.28.2", "34.2", "1.28.2"),
    container: "tomcat",
    formsBySuffix: true,
    nullsClear: false,
    tidiesPaths: true,
    firewall: true,
    describesInJson: true,
    takesDoctype: true,
    tellsProblems: false,
    drops: new Set(["disabledVersions"]),
    refusals: {
      "PUT user: unknown": [404, "Provided {what} does not exist: {name}"],
      "POST role of user: unknown": [404, "Provided role does not exist: {name}"],
      "POST role: taken": [404, "The role {name} already exists"],
      "POST user: taken": [404, "The {what} {name} already exists"],
    },
  },
  "3.0": {
    line: "3.0",
    about: about("2026-03-11 18:06", "3.0-SNAPSHOT", "35.0", "2.0.0"),
    container: "jetty",
    formsBySuffix: false,
    nullsClear: true,
    tidiesPaths: false,
    firewall: false,
    describesInJson: false,
    takesDoctype: false,
    tellsProblems: true,
    drops: new Set(),
    refusals: {},
  },
};
