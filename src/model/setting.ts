/**
 * Settings of services, server and log. Tables list a document's settings by manifest name, in
 * element order; the codec (`wire/setting.ts`), merges, kinds and the data directory reader follow
 * them (docs/compatibility.md, "Settings").
 */
import type { Exposure } from "./exposure.ts";

/** How documents represent a setting; `wire/setting.ts` implements it. */
export type SettingType =
  | "text"
  | "flag"
  | "number"
  /** Unordered texts. */
  | "texts"
  /** The same with CRS codes, which may be numbers. */
  | "codes"
  | "versions"
  /** Texts with language and vocabulary. */
  | "keywords"
  /** By language. */
  | "languages"
  /** By key. */
  | "entries"
  /** Values by key, each of its own type. */
  | "typed-entries"
  | "authority-urls"
  | "identifiers"
  /** How each version of GML is written. */
  | "gml";

/** A part of a structured value. */
export type SettingRecord = Readonly<Record<string, string | number | boolean>>;

/** A value; maps are records by key. */
export type SettingValue =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly SettingRecord[]
  | Readonly<Record<string, string | number | boolean | SettingRecord>>;

/** A part of a map in a manifest: null removes an entry. */
export type SaidRecord = Readonly<Record<string, string | number | boolean | null>>;

/** One setting. */
export interface Setting {
  readonly type: SettingType;
  /** Path of elements in its document, joined by slashes. */
  readonly path: string;
  /** The value if a document does not show it. */
  readonly usual?: SettingValue;
  /** Allowed values. */
  readonly values?: readonly string[];
  readonly least?: number;
  readonly most?: number;
  /** An ignored end of a text. */
  readonly idleEnd?: RegExp;
  /** Set for numbers that may have decimals. */
  readonly isBroken?: true;
  /** Stock servers can leave it out; otherwise an omitted flag is false, a number 0. */
  readonly nullable?: true;
  /** Written by stock servers after the document's first change. */
  readonly springs?: SettingValue;
  /** Documentation for manifests, as a sentence. */
  readonly means?: string;
  /** What its values show or hide; absent if nothing. */
  readonly exposure?: Exposure;
}

/** By manifest name; `a.b` is member `b` of object `a`. */
export type SettingTable = Readonly<Record<string, Setting>>;

/** Values by setting path; absent ones are not shown. */
export type SettingValues = Readonly<Record<string, SettingValue>>;

/** Values by path, null to clear, and paths of objects in the body. */
export interface SettingsPatch {
  readonly said: Readonly<Record<string, SettingValue | null>>;
  readonly objects: ReadonlySet<string>;
}

/** Whether objects in a body keep their other settings. */
export type ObjectManner = "merged" | "replaced";

type Rest = Omit<Setting, "type" | "path">;

/** A setting of a type. */
export function setting(type: SettingType, path: string, rest: Rest = {}): Setting {
  return { type, path, ...rest };
}

/** Moves a table into an element. */
export function inside<const Table extends SettingTable>(element: string, table: Table): Table {
  const moved = Object.entries(table).map(([name, one]) => {
    return [name, { ...one, path: `${element}/${one.path}` }] as const;
  });
  return Object.fromEntries(moved) as Table;
}

/** Objects around a setting, outermost first. */
export function objectsAround({ path }: Pick<Setting, "path">): readonly string[] {
  const elements = path.split("/").slice(0, -1);
  return elements.map((_element, index) => elements.slice(0, index + 1).join("/"));
}

/** The values after a change. */
export function changedSettings(
  table: SettingTable,
  before: SettingValues,
  { said, objects }: SettingsPatch,
  manner: ObjectManner,
): SettingValues {
  const after = Object.values(table).map((one) => {
    const given = said[one.path];
    if (given !== undefined) return [one.path, given] as const;
    const isReplaced =
      manner === "replaced" && objectsAround(one).some((path) => objects.has(path));
    return [one.path, isReplaced ? bare(one) : (before[one.path] ?? null)] as const;
  });
  return present(after);
}

/** A stock server's value for omitted settings of a new object. */
function bare({ type, nullable }: Setting): SettingValue | null {
  if (nullable) return null;
  if (type === "flag") return false;
  return type === "number" ? 0 : null;
}

/** A stock server's document of an empty body, without inner objects. */
export function bareSettings(table: SettingTable): SettingValues {
  const outer = Object.values(table).filter((one) => objectsAround(one).length === 0);
  return present(outer.map((one) => [one.path, bare(one)] as const));
}

/** Adds values that a stock server writes with a change, except cleared ones. */
export function sprungSettings(
  table: SettingTable,
  values: SettingValues,
  { said }: Pick<SettingsPatch, "said">,
): SettingValues {
  const all = Object.values(table).map(({ path, springs = null }) => {
    return [path, values[path] ?? (said[path] === null ? null : springs)] as const;
  });
  return present(all);
}

/** Default values of a table. */
export function usualSettings(table: SettingTable): SettingValues {
  return present(Object.values(table).map(({ path, usual = null }) => [path, usual] as const));
}

/** Shown defaults before any change, without nullable ones. */
export function shownSettings(table: SettingTable): SettingValues {
  const all = Object.values(table).map(({ path, usual = null, nullable }) => {
    return [path, nullable === true ? null : usual] as const;
  });
  return present(all);
}

/** Values inside an element, by their paths there. */
export function settingsInside(values: SettingValues, element: string): SettingValues {
  const start = `${element}/`;
  const found = Object.entries(values).filter(([path]) => path.startsWith(start));
  return Object.fromEntries(found.map(([path, value]) => [path.slice(start.length), value]));
}

function present(all: readonly (readonly [string, SettingValue | null])[]): SettingValues {
  return Object.fromEntries(all.filter((one): one is [string, SettingValue] => one[1] !== null));
}
