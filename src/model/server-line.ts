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
      "2.28": "is as an empty text: empties a text, and takes nothing else away",
      "3.0": "un-sets the field",
    },
    plumbline:
      "sends none but to take the legend of a style away; what is to be empty is sent empty",
    note: {
      "2.2x": "a null in a PUT takes no field away",
      "2.28": "a null in a PUT takes no field away",
    },
  },
  {
    subject: "What follows the last dot of a path",
    answers: upTo228("is cut off, whatever it is", "is cut off where it is a known suffix"),
    plumbline: "gives names with a dot a suffix of their own",
  },
  {
    subject: "Metadata of a file or folder (`/resource`, `operation=metadata`)",
    answers: upTo228(
      "has the form of the path's suffix; 500 for `.sld`, `.css`, `.png` and others",
      "has the form that the query asks for",
    ),
    plumbline: "asks with HEAD",
  },
  {
    subject: "Users, groups, roles and services that are unknown, or there already",
    answers: upTo228("404", "400"),
    plumbline: "looks before it writes",
  },
  {
    subject: "Writes of an account without rights",
    answers: upTo228("405; a POST 403", "403"),
    plumbline: "reports the status",
  },
  {
    subject: "A trailing slash",
    answers: upTo228("does not matter", "404"),
    plumbline: "sends none",
  },
  {
    subject: "A path, method or type that nothing takes",
    answers: upTo228("nothing, or a page of the container", "a problem document in JSON"),
    plumbline: "reports the status in words of its own",
  },
  {
    subject: "Encoded slashes and percent signs in a path",
    answers: {
      "2.2x": "taken up to 2.24, refused by the firewall that is on from 2.25",
      "2.28": "refused by the firewall",
      "3.0": "refused by the firewall, or before by the container",
    },
    plumbline: "sends them only where a rule on requests is deleted by its key",
    note: {
      "2.2x": "rules on requests may not be deletable by their keys (from 2.25)",
      "2.28": "rules on requests may not be deletable by their keys",
      "3.0": "rules on requests may not be deletable by their keys",
    },
  },
  {
    subject: "Uploads by `url` and `external`",
    answers: {
      "2.2x": "taken up to 2.25; from 2.26 on where a URL check allows the address",
      "2.28": "taken where a URL check allows the address",
      "3.0": "taken where a URL check allows the address",
    },
    plumbline: "makes no URL check: people decide what a server may fetch",
    note: {
      "2.2x": "from 2.26 on files outside of its data directory need a URL check",
      "2.28": "files outside of its data directory need a URL check",
      "3.0": "files outside of its data directory need a URL check",
    },
  },
  {
    subject: "Changes of rules, roles and accounts at the same time",
    answers: {
      "2.2x": "can lose each other before 2.23",
      "2.28": "come one after the other",
      "3.0": "come one after the other",
    },
    plumbline: "sends one at a time, and reads back what it wrote",
    note: { "2.2x": "before 2.23 somebody else's change of a rule can undo one of an apply" },
  },
  {
    subject: "`disabledVersions` of a service",
    answers: upTo228("is taken with 200 and not kept", "is kept"),
    plumbline: "stops a plan that sets it where it is not kept",
    drops: {
      "2.2x": { Service: "disabledVersions" },
      "2.28": { Service: "disabledVersions" },
    },
  },
  {
    subject: "The files of a store by `GET …/file.appschema`",
    answers: upTo228("its folder as ZIP", "gone"),
    plumbline: "reads them below `/resource`",
  },
  {
    subject: "A ZIP by `PUT /styles/NAME.zip`",
    answers: upTo228("replaces the style", "500, the name being `NAME.zip`"),
    plumbline: "names the type in the header and sends to `/styles/NAME`",
  },
  {
    subject: "The index of a mosaic in H2 (`SPI=org.geotools.data.h2.H2DataStoreFactory`)",
    answers: upTo228("works where H2 is in", "is no longer there"),
    plumbline: "sends a definition as it is written",
    note: { "3.0": "mosaics with an H2 index need another SPI" },
  },
  {
    subject: "The SLD of a CSS style without placement of its labels",
    answers: upTo228("leaves the placement out", "writes the default, anchored at 0.0, 0.5"),
    plumbline: "compares the sheet, not its SLD",
  },
  {
    subject: "A CSS style with types of features",
    answers: upTo228(
      "names each as `FeatureTypeName`",
      "one `NamedLayer` for each, which has to exist",
    ),
    plumbline: "sends the sheet as it is",
    note: { "3.0": "a CSS style that names types needs layers of these names" },
  },
  {
    subject: "Who changed an object, and when (`dateModified`, `modifiedBy`)",
    answers: {
      "2.2x": "not looked at",
      "2.28":
        "the last change of styles and workspaces, the first one of stores, layers and groups for ever; the account only where a setting asks for it",
      "3.0": "not looked at",
    },
    plumbline:
      "says nobody's name beside drift: no date tells an apply from what came after it, and a file changes without one",
  },
  {
    subject: "Security services, filters and chains below `/security`",
    answers: { "2.2x": "not there", "2.28": "there", "3.0": "there" },
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
