/**
 * Settings: what documents of services, of the server and of its log hold. A document is a table of
 * settings by their names in manifests, in the order of its elements; the codec (`wire/setting.ts`), merges,
 * kinds and the reader of data directories follow it (docs/compatibility.md, "Settings").
 */
import type { Exposure } from "./exposure.ts";

/** How documents hold a setting; `wire/setting.ts` knows how each is read and written. */
export type SettingType =
  | "text"
  | "flag"
  | "number"
  /** Texts, of which the order does not count. */
  | "texts"
  /** The same with codes of reference systems, which may be numbers. */
  | "codes"
  | "versions"
  /** Texts with a language and a vocabulary. */
  | "keywords"
  /** Texts by language. */
  | "languages"
  /** Texts by key. */
  | "entries"
  /** Values by key, each of its own type. */
  | "typed-entries"
  | "authority-urls"
  | "identifiers"
  /** How each version of GML is written. */
  | "gml";

/** A part of a value that has parts. */
export type SettingRecord = Readonly<Record<string, string | number | boolean>>;

/** A value; maps are records by key. */
export type SettingValue =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly SettingRecord[]
  | Readonly<Record<string, string | number | boolean | SettingRecord>>;

/** A part of a map as a manifest says it: null takes it away. */
export type SaidRecord = Readonly<Record<string, string | number | boolean | null>>;

/** One setting. */
export interface Setting {
  readonly type: SettingType;
  /** The elements that lead to it in its document, joined by slashes. */
  readonly path: string;
  /** What it is where a document does not show it. */
  readonly usual?: SettingValue;
  /** All that it may be, where that is one of a few. */
  readonly values?: readonly string[];
  readonly least?: number;
  readonly most?: number;
  /** An end of a text that makes no difference. */
  readonly idleEnd?: RegExp;
  /** Set for numbers that may be broken. */
  readonly isBroken?: true;
  /** Set where a stock server can be without it: of others, a flag that is not said is false, and a number 0. */
  readonly nullable?: true;
  /** What a stock server writes out after the first change of the document, whatever that was. */
  readonly springs?: SettingValue;
  /** What manifests say by it, as a sentence. */
  readonly means?: string;
  /** What its values show or hide; absent where nobody sees a change of it. */
  readonly exposure?: Exposure;
}

/** The settings of a document by their names in manifests; `a.b` is the member `b` of the object `a`. */
export type SettingTable = Readonly<Record<string, Setting>>;

/** Values by the paths of their settings; what is not there is not shown. */
export type SettingValues = Readonly<Record<string, SettingValue>>;

/** What a client says: values by path, null to clear, and the paths of the objects that the body holds. */
export interface SettingsPatch {
  readonly said: Readonly<Record<string, SettingValue | null>>;
  readonly objects: ReadonlySet<string>;
}

/** What becomes of the other settings of an object that a body names: kept, or as in one recreated. */
export type ObjectManner = "merged" | "replaced";

type Rest = Omit<Setting, "type" | "path">;

/** A setting of a type. */
export function setting(type: SettingType, path: string, rest: Rest = {}): Setting {
  return { type, path, ...rest };
}

/** A table inside of an element. */
export function inside<const Table extends SettingTable>(element: string, table: Table): Table {
  const moved = Object.entries(table).map(([name, one]) => {
    return [name, { ...one, path: `${element}/${one.path}` }] as const;
  });
  return Object.fromEntries(moved) as Table;
}

/** The paths of the objects that a setting lies in, the outer one first. */
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

/** What a stock server makes of a setting that the body of a new object does not say. */
function bare({ type, nullable }: Setting): SettingValue | null {
  if (nullable) return null;
  if (type === "flag") return false;
  return type === "number" ? 0 : null;
}

/** The values of a document that a stock server makes of nothing; objects inside of it are not there. */
export function bareSettings(table: SettingTable): SettingValues {
  const outer = Object.values(table).filter((one) => objectsAround(one).length === 0);
  return present(outer.map((one) => [one.path, bare(one)] as const));
}

/** The values with what a stock server writes out at a change, but for what that change clears. */
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

/** The usual values of a table, as far as it has them. */
export function usualSettings(table: SettingTable): SettingValues {
  return present(Object.values(table).map(({ path, usual = null }) => [path, usual] as const));
}

/** The usual values of a table that a document shows before anybody changed it: of what servers can be without, none. */
export function shownSettings(table: SettingTable): SettingValues {
  const all = Object.values(table).map(({ path, usual = null, nullable }) => {
    return [path, nullable === true ? null : usual] as const;
  });
  return present(all);
}

/** Values of the settings inside of an element, by their paths there. */
export function settingsInside(values: SettingValues, element: string): SettingValues {
  const start = `${element}/`;
  const found = Object.entries(values).filter(([path]) => path.startsWith(start));
  return Object.fromEntries(found.map(([path, value]) => [path.slice(start.length), value]));
}

function present(all: readonly (readonly [string, SettingValue | null])[]): SettingValues {
  return Object.fromEntries(all.filter((one): one is [string, SettingValue] => one[1] !== null));
}
