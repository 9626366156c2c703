/**
 * Lines of stock servers and their differences. docs/versions.md is generated from this table.
 * Observed behaviour takes precedence over the version's line
 * (docs/decisions/0087-lines-of-stock-servers.md).
 */

/**
 * Oldest first: 2.20 to 2.27 (from sources), 2.28 (observed on 2.28.2), 3.0 (observed on the
 * snapshot of March 2026).
 */
export const serverLines = ["2.2x", "2.28", "3.0"] as const;

/** A line. */
export type ServerLine = (typeof serverLines)[number];

/** Lines with a table of changes (`src/reconciler/upgrade/changes.ts`). */
export const upgradeLines = ["3.0"] as const;

/** Such a line. */
export type UpgradeLine = (typeof upgradeLines)[number];

/** A difference between lines. */
export interface LineDifference {
  readonly subject: string;
  /** Behaviour of each line. */
  readonly answers: Readonly<Record<ServerLine, string>>;
  /** What Plumbline does on all lines. */
  readonly plumbline: string;
  /** What users must know; a clause for `plumbline doctor`. */
  readonly note?: Readonly<Partial<Record<ServerLine, string>>>;
  /** Fields by kind that a line accepts with 200 but does not store. */
  readonly drops?: Readonly<Partial<Record<ServerLine, Readonly<Record<string, string>>>>>;
}

const upTo228 = (older: string, newer: string): LineDifference["answers"] => ({
  "2.2x": older,
  "2.28": older,
  "3.0": newer,
});

/** The line of a version. */
export interface LineOf {
  readonly line: ServerLine;
  /** False if the line is only the nearest one. */
  readonly isKnown: boolean;
}

const RELEASE = /^(\d+)\.(\d+)(?:\.\d+)?(?:-(?:SNAPSHOT|RC\d*|M\d+))?$/;

/** The line, or the nearest one, of a version from `/about/version`. */
export function serverLineOf(version: string): LineOf {
  const [, major, minor] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  const number = major === undefined ? 2.28 : Number(major) + Number(minor ?? 0) / 100;
  const line = number >= 3 ? "3.0" : number >= 2.28 ? "2.28" : "2.2x";
  const isOfLine = number === 3 || (number >= 2.2 && number < 2.29);
  return { line, isKnown: isOfLine && RELEASE.test(version) };
}

/** All differences, most important first. */
export const lineDifferences: readonly LineDifference[] = [
  {
    subject: "A null in a PUT (`xsi:nil`, JSON `null`)",
    answers: {
      "2.2x": "is ignored: the field keeps its value",
      "2.28": "acts like an empty text: it empties texts, and removes nothing else",
      "3.0": "removes the value",
    },
    plumbline: "sends null only to remove the legend of a style; empty values are sent empty",
    note: {
      "2.2x": "a null in a PUT removes no field",
      "2.28": "a null in a PUT removes no field",
    },
  },
  {
    subject: "What follows the last dot of a path",
    answers: upTo228("is cut off", "is cut off if it is a known suffix"),
    plumbline: "adds a suffix to names with a dot",
  },
  {
    subject: "Metadata of a file or folder (`/resource`, `operation=metadata`)",
    answers: upTo228(
      "format by the path's suffix; 500 for `.sld`, `.css`, `.png` and others",
      "format by the query",
    ),
    plumbline: "uses HEAD",
  },
  {
    subject: "Users, groups, roles and services that are unknown, or there already",
    answers: upTo228("404", "400"),
    plumbline: "reads before it writes",
  },
  {
    subject: "Writes of an account without rights",
    answers: upTo228("405; a POST 403", "403"),
    plumbline: "reports the status",
  },
  {
    subject: "A trailing slash",
    answers: upTo228("is ignored", "404"),
    plumbline: "sends none",
  },
  {
    subject: "A path, method or type that nothing takes",
    answers: upTo228("an empty body, or a page of the container", "a problem document in JSON"),
    plumbline: "explains the status",
  },
  {
    subject: "Encoded slashes and percent signs in a path",
    answers: {
      "2.2x": "accepted up to 2.24; the firewall refuses them from 2.25 on",
      "2.28": "refused by the firewall",
      "3.0": "refused by the firewall or the container",
    },
    plumbline: "sends them only to delete a rule on requests by its key",
    note: {
      "2.2x": "rules on requests may not be deletable by their keys (from 2.25)",
      "2.28": "rules on requests may not be deletable by their keys",
      "3.0": "rules on requests may not be deletable by their keys",
    },
  },
  {
    subject: "Uploads by `url` and `external`",
    answers: {
      "2.2x": "accepted up to 2.25; from 2.26 on if a URL check allows the URL",
      "2.28": "accepted if a URL check allows the URL",
      "3.0": "accepted if a URL check allows the URL",
    },
    plumbline: "creates no URL check: you decide what a server may fetch",
    note: {
      "2.2x": "from 2.26 on files outside of its data directory need a URL check",
      "2.28": "files outside of its data directory need a URL check",
      "3.0": "files outside of its data directory need a URL check",
    },
  },
  {
    subject: "Changes of rules, roles and accounts at the same time",
    answers: {
      "2.2x": "can be lost before 2.23",
      "2.28": "are made one after the other",
      "3.0": "are made one after the other",
    },
    plumbline: "sends one at a time, and reads it back",
    note: { "2.2x": "before 2.23 a concurrent change of a rule can undo one of an apply" },
  },
  {
    subject: "`disabledVersions` of a service",
    answers: upTo228("is accepted with 200 and dropped", "is kept"),
    plumbline: "stops a plan that sets it if the line drops it",
    drops: {
      "2.2x": { Service: "disabledVersions" },
      "2.28": { Service: "disabledVersions" },
    },
  },
  {
    subject: "The files of a store by `GET …/file.appschema`",
    answers: upTo228("the folder as ZIP", "removed"),
    plumbline: "reads them below `/resource`",
  },
  {
    subject: "A ZIP by `PUT /styles/NAME.zip`",
    answers: upTo228("replaces the style", "500, because the name is `NAME.zip`"),
    plumbline: "sends the content type to `/styles/NAME`",
  },
  {
    subject: "The index of a mosaic in H2 (`SPI=org.geotools.data.h2.H2DataStoreFactory`)",
    answers: upTo228("works with the H2 extension", "is not supported"),
    plumbline: "sends the definition unchanged",
    note: { "3.0": "mosaics with an H2 index need another SPI" },
  },
  {
    subject: "The SLD of a CSS style without placement of its labels",
    answers: upTo228("has no placement", "has the default, anchored at 0.0, 0.5"),
    plumbline: "compares the sheet, not its SLD",
  },
  {
    subject: "A CSS style with types of features",
    answers: upTo228(
      "names each as `FeatureTypeName`",
      "has one `NamedLayer` for each, which must exist",
    ),
    plumbline: "sends the sheet unchanged",
    note: { "3.0": "a CSS style that names types needs layers of these names" },
  },
  {
    subject: "Who changed an object, and when (`dateModified`, `modifiedBy`)",
    answers: {
      "2.2x": "not examined",
      "2.28":
        "the last change of styles and workspaces, only the first one of stores, layers and groups; the account only with a setting",
      "3.0": "not examined",
    },
    plumbline:
      "names nobody beside drift: the date does not tell an apply from a later change, and files have none",
  },
  {
    subject: "Security services, filters and chains below `/security`",
    answers: { "2.2x": "missing", "2.28": "available", "3.0": "available" },
    plumbline: "leaves them alone",
  },
];

/** Notes for users of a line. */
export function notesOf(line: ServerLine): readonly string[] {
  return lineDifferences.flatMap(({ note }) => note?.[line] ?? []);
}

/** Whether servers of a line store a field of a kind. */
export function isKept(line: ServerLine, kind: string, field: string): boolean {
  return lineDifferences.every(({ drops }) => drops?.[line]?.[kind] !== field);
}

/** Warning on an unknown line. */
export function unknownLine(version: string, line: ServerLine) {
  const known = serverLines.join(", ");
  return {
    message: `GeoServer ${version} is of no line that is known (${known}) and is taken for one of ${line}`,
    hint: "Rehearse a plan, and plan again after an apply.",
  };
}
