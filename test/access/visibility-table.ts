/**
 * Who sees what: accounts × roles × rules on layers × catalog modes × documents. Written by hand
 * from the rules in docs/compatibility.md, "Who sees what", not from what the server answers.
 */
import type { Account, Answer } from "./server.ts";

/** A status, or the names in a list that is answered with 200; `-` is an empty list. */
export type Cell = number | string;
/** A document, and what `retired` (no roles but the reader's), `geo`, `sea` and `both` get of it. */
type Row = readonly [path: string, retired: Cell, geo: Cell, sea: Cell, both: Cell];

/** Whose columns those of a row are. */
export const columns: readonly Account[] = ["retired", "geo", "sea", "both"];
const DEFAULTS = "generic line point polygon raster";
const STORE = "/workspaces/geo/datastores/gs";

/** What to do with what an account may not read. */
export const modes = ["HIDE", "MIXED", "CHALLENGE"] as const;

/** Accounts that see everything, in any mode and by any rules. */
export const administrators: readonly Account[] = ["admin", "boss", "chief"];

/** Rules by which nobody else sees anything. */
export const nobody: Readonly<Record<string, string>> = {
  "*.*.r": "",
  "geo.*.r": "",
  "geo.wells.r": "",
};

/** Documents, and what administrators get of them. */
export const everything: readonly (readonly [path: string, cell: Cell])[] = [
  ["/workspaces.json", "empty geo sea"],
  ["/layers.json", "geo:faults geo:wells sea:tides"],
  ["/workspaces/geo/styles.json", "gstyle"],
  ["/workspaces/geo/styles/gstyle.sld", 200],
];

/** Rules in a mode, and what accounts get by them. */
export interface Scenario {
  readonly mode: (typeof modes)[number];
  readonly rules: Readonly<Record<string, string>>;
  readonly table: readonly Row[];
}

/** All of them, by what they are about. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  "a new catalog's rules: all is read": {
    mode: "HIDE",
    rules: { "*.*.r": "*", "*.*.w": "ADMIN,GROUP_ADMIN" },
    table: [
      ["/workspaces.json", ...same("empty geo sea")],
      ["/namespaces.json", ...same("empty geo sea")],
      ["/workspaces/geo.json", ...same(200)],
      [`${STORE}.json`, ...same(200)],
      [`${STORE}/featuretypes.json`, ...same("faults wells")],
      [`${STORE}/featuretypes.json?list=all`, ...same("faults wells")],
      ["/layers.json", ...same("geo:faults geo:wells sea:tides")],
      ["/layers/geo:wells.json", ...same(200)],
      ["/workspaces/geo/styles.json", ...same("gstyle")],
      ["/workspaces/geo/styles/gstyle.sld", ...same(200)],
      ["/styles.json", ...same(DEFAULTS)],
      ["/about/version.json", ...same(200)],
    ],
  },
  "a workspace for one role, hidden": {
    mode: "HIDE",
    rules: { "*.*.r": "*", "geo.*.r": "ROLE_GEO" },
    table: [
      ["/workspaces.json", "empty sea", "empty geo sea", "empty sea", "empty geo sea"],
      ["/namespaces.json", "empty sea", "empty geo sea", "empty sea", "empty geo sea"],
      ["/workspaces/geo.json", 404, 200, 404, 200],
      ["/workspaces/default.json", 404, 200, 404, 200],
      ["/workspaces/sea.json", ...same(200)],
      ["/namespaces/geo.json", 404, 200, 404, 200],
      ["/workspaces/geo/datastores.json", 404, "gs", 404, "gs"],
      [`${STORE}.json`, 404, 200, 404, 200],
      [`${STORE}/featuretypes.json`, 404, "faults wells", 404, "faults wells"],
      [`${STORE}/featuretypes.json?list=all`, 404, "faults wells", 404, "faults wells"],
      [`${STORE}/featuretypes/wells.json`, 404, 200, 404, 200],
      ["/workspaces/geo/featuretypes.json", "-", "faults wells", "-", "faults wells"],
      ["/workspaces/geo/featuretypes/wells.json", 404, 200, 404, 200],
      [
        "/layers.json",
        "sea:tides",
        "geo:faults geo:wells sea:tides",
        "sea:tides",
        "geo:faults geo:wells sea:tides",
      ],
      ["/workspaces/geo/layers.json", "-", "faults wells", "-", "faults wells"],
      ["/layers/geo:wells.json", 404, 200, 404, 200],
      ["/layers/wells.json", 404, 200, 404, 200],
      ["/layers/tides.json", ...same(200)],
      ["/workspaces/geo/styles.json", 404, "gstyle", 404, "gstyle"],
      ["/geo/styles.json", 404, "gstyle", 404, "gstyle"],
      ["/workspaces/geo/styles/gstyle.json", 404, 200, 404, 200],
      ["/workspaces/geo/styles/gstyle.sld", 404, 200, 404, 200],
      ["/workspaces/sea/styles/sstyle.sld", ...same(200)],
      ["/styles.json", ...same(DEFAULTS)],
      ["/styles/line.sld", ...same(200)],
    ],
  },
  "a workspace for one role, mixed": {
    mode: "MIXED",
    rules: { "*.*.r": "*", "geo.*.r": "ROLE_GEO" },
    table: [
      ["/workspaces.json", "empty sea", "empty geo sea", "empty sea", "empty geo sea"],
      ["/namespaces.json", "empty sea", "empty geo sea", "empty sea", "empty geo sea"],
      ["/workspaces/geo.json", 403, 200, 403, 200],
      ["/workspaces/default.json", 403, 200, 403, 200],
      ["/workspaces/none.json", ...same(404)],
      ["/namespaces/geo.json", 403, 200, 403, 200],
      ["/workspaces/geo/datastores.json", 403, "gs", 403, "gs"],
      [`${STORE}.json`, 403, 200, 403, 200],
      [`${STORE}/featuretypes.json`, 403, "faults wells", 403, "faults wells"],
      ["/workspaces/geo/featuretypes.json", "-", "faults wells", "-", "faults wells"],
      ["/workspaces/geo/featuretypes/wells.json", 403, 200, 403, 200],
      [
        "/layers.json",
        "sea:tides",
        "geo:faults geo:wells sea:tides",
        "sea:tides",
        "geo:faults geo:wells sea:tides",
      ],
      ["/layers/geo:wells.json", 403, 200, 403, 200],
      ["/layers/geo:wells/styles.json", 403, "-", 403, "-"],
      ["/layers/geo:none.json", ...same(404)],
      ["/workspaces/geo/styles.json", 403, "gstyle", 403, "gstyle"],
      ["/workspaces/geo/styles/gstyle.json", 403, 200, 403, 200],
      ["/workspaces/geo/styles/gstyle.sld", 403, 200, 403, 200],
      ["/styles/line.sld", ...same(200)],
    ],
  },
  "a workspace for one role, challenged": {
    mode: "CHALLENGE",
    rules: { "*.*.r": "*", "geo.*.r": "ROLE_GEO" },
    table: [
      ["/workspaces.json", ...same("empty geo sea")],
      ["/workspaces/geo.json", ...same(200)],
      ["/namespaces/geo.json", ...same(200)],
      ["/workspaces/geo/datastores.json", ...same("gs")],
      [`${STORE}.json`, ...same(200)],
      [`${STORE}/featuretypes.json`, ...same("faults wells")],
      [`${STORE}/featuretypes.json?list=all`, 403, "faults wells", 403, "faults wells"],
      ["/workspaces/geo/featuretypes/wells.json", ...same(200)],
      ["/layers.json", ...same("geo:faults geo:wells sea:tides")],
      ["/layers/geo:wells.json", ...same(200)],
      ["/workspaces/geo/styles.json", ...same("gstyle")],
      ["/workspaces/geo/styles/gstyle.json", ...same(200)],
      ["/workspaces/geo/styles/gstyle.sld", 403, 200, 403, 200],
      ["/styles/line.sld", ...same(200)],
    ],
  },
  "a layer apart from its workspace, hidden": {
    mode: "HIDE",
    rules: { "*.*.r": "ROLE_SEA", "geo.wells.r": "ROLE_GEO" },
    table: [
      ["/workspaces.json", "-", "geo", "empty geo sea", "empty geo sea"],
      ["/workspaces/geo.json", 404, 200, 200, 200],
      ["/workspaces/sea.json", 404, 404, 200, 200],
      [`${STORE}.json`, 404, 200, 200, 200],
      [`${STORE}/featuretypes.json`, 404, "wells", "faults", "faults wells"],
      [`${STORE}/featuretypes.json?list=all`, 404, 404, 404, "faults wells"],
      [`${STORE}/featuretypes.json?list=available`, 404, 404, 404, "-"],
      ["/workspaces/geo/featuretypes.json", "-", "wells", "faults", "faults wells"],
      ["/workspaces/geo/featuretypes/faults.json", 404, 404, 200, 200],
      ["/layers.json", "-", "geo:wells", "geo:faults sea:tides", "geo:faults geo:wells sea:tides"],
      ["/layers/geo:wells.json", 404, 200, 404, 200],
      ["/layers/geo:faults.json", 404, 404, 200, 200],
      ["/workspaces/geo/styles/gstyle.sld", 404, 200, 200, 200],
      ["/workspaces/sea/styles/sstyle.sld", 404, 404, 200, 200],
      ["/styles.json", ...same(DEFAULTS)],
    ],
  },
  "a layer apart from its workspace, mixed": {
    mode: "MIXED",
    rules: { "*.*.r": "ROLE_SEA", "geo.wells.r": "ROLE_GEO" },
    table: [
      ["/workspaces.json", "-", "geo", "empty geo sea", "empty geo sea"],
      ["/workspaces/sea.json", 403, 403, 200, 200],
      [`${STORE}/featuretypes.json`, 403, "wells", "faults", "faults wells"],
      [`${STORE}/featuretypes.json?list=available`, 403, 403, 403, "-"],
      ["/layers.json", "-", "geo:wells", "geo:faults sea:tides", "geo:faults geo:wells sea:tides"],
      ["/layers/geo:wells.json", 403, 200, 403, 200],
      ["/layers/geo:faults.json", 403, 403, 200, 200],
      ["/workspaces/sea/styles/sstyle.sld", 403, 403, 200, 200],
    ],
  },
  "a layer apart from its workspace, challenged": {
    mode: "CHALLENGE",
    rules: { "*.*.r": "ROLE_SEA", "geo.wells.r": "ROLE_GEO" },
    table: [
      ["/workspaces.json", ...same("empty geo sea")],
      ["/layers.json", ...same("geo:faults geo:wells sea:tides")],
      ["/layers/geo:faults.json", ...same(200)],
      [`${STORE}/featuretypes.json?list=available`, 403, 403, 403, "-"],
      ["/workspaces/geo/styles/gstyle.sld", 403, 200, 200, 200],
      ["/workspaces/sea/styles/sstyle.sld", 403, 403, 200, 200],
    ],
  },
  "administration implies reading, writing does not": {
    mode: "HIDE",
    rules: { "*.*.r": "", "geo.*.a": "ROLE_GEO", "geo.wells.r": "", "sea.*.w": "ROLE_SEA" },
    table: [
      ["/workspaces.json", "-", "geo", "-", "geo"],
      ["/layers.json", "-", "geo:faults geo:wells", "-", "geo:faults geo:wells"],
      ["/layers/geo:wells.json", 404, 200, 404, 200],
      ["/layers/sea:tides.json", 404, 404, 404, 404],
      ["/workspaces/sea.json", 404, 404, 404, 404],
      ["/workspaces/geo/styles/gstyle.sld", 404, 200, 404, 200],
    ],
  },
  "administration of the whole catalog": {
    mode: "HIDE",
    rules: { "*.*.r": "", "*.*.a": "ROLE_SEA", "geo.*.a": "ROLE_GEO" },
    table: [
      ["/workspaces.json", "-", "geo", "empty sea", "empty geo sea"],
      ["/layers.json", "-", "geo:faults geo:wells", "sea:tides", "geo:faults geo:wells sea:tides"],
    ],
  },
  "no rule for reading: all is read": {
    mode: "HIDE",
    rules: { "geo.wells.w": "ROLE_GEO", "sea.*.a": "ROLE_SEA" },
    table: [
      ["/workspaces.json", ...same("empty geo sea")],
      ["/layers.json", ...same("geo:faults geo:wells sea:tides")],
      ["/workspaces/geo/styles/gstyle.sld", ...same(200)],
    ],
  },
  "a rule for nobody": {
    mode: "HIDE",
    rules: { "*.*.r": "*", "geo.*.r": "", "sea.tides.r": "" },
    table: [
      ["/workspaces.json", ...same("empty sea")],
      ["/workspaces/sea/datastores.json", ...same("ss")],
      ["/workspaces/sea/datastores/ss/featuretypes.json", ...same("-")],
      ["/workspaces/sea/datastores/ss/featuretypes.json?list=all", ...same(404)],
      ["/layers.json", ...same("-")],
      ["/layers/sea:tides.json", ...same(404)],
    ],
  },
  "the deepest rule decides, wider ones do not add to it": {
    mode: "HIDE",
    rules: {
      "*.*.r": "ROLE_READER",
      "geo.*.r": "ROLE_SEA",
      "geo.wells.r": "*",
      "sea.*.r": "ROLE_GEO,ROLE_SEA",
    },
    table: [
      ["/workspaces.json", "empty geo", "empty geo sea", "empty geo sea", "empty geo sea"],
      [
        "/layers.json",
        "geo:wells",
        "geo:wells sea:tides",
        "geo:faults geo:wells sea:tides",
        "geo:faults geo:wells sea:tides",
      ],
      ["/layers/geo:faults.json", 404, 404, 200, 200],
    ],
  },
  "names are told apart by case, and rules may name what is missing": {
    mode: "HIDE",
    rules: {
      "*.*.r": "",
      "GEO.*.r": "*",
      "geo.Wells.r": "ROLE_GEO",
      "none.none.r": "*",
      "empty.later.r": "ROLE_SEA",
    },
    table: [
      ["/workspaces.json", "-", "geo", "empty", "empty geo"],
      ["/layers.json", ...same("-")],
      ["/layers/geo:wells.json", ...same(404)],
      ["/workspaces/empty/datastores.json", 404, 404, "-", "-"],
    ],
  },
  "whoever has logged in": {
    mode: "HIDE",
    rules: { "*.*.r": "", "sea.*.r": "ROLE_AUTHENTICATED" },
    table: [
      ["/workspaces.json", ...same("sea")],
      ["/layers.json", ...same("sea:tides")],
    ],
  },
};

function same(cell: Cell): readonly [Cell, Cell, Cell, Cell] {
  return [cell, cell, cell, cell];
}

/** A JSON answer as a cell: names where it is a list of names, its status otherwise. */
export function cellOf({ status, text }: Answer): Cell {
  if (status !== 200 || !text.startsWith("{")) return status;
  const [content] = Object.values(JSON.parse(text) as Record<string, unknown>);
  const [members, ...more] = Object.values((content ?? {}) as Record<string, unknown>);
  if (!Array.isArray(members) || more.length > 0) return status;
  const names = (members as readonly (string | { readonly name?: string })[]).map((member) =>
    typeof member === "string" ? member : member.name,
  );
  if (names.includes(undefined)) return status;
  return names.length === 0 ? "-" : names.toSorted((a = "", b = "") => (a < b ? -1 : 1)).join(" ");
}
