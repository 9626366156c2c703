/**
 * Values of settings of services, server and log, and their changes (docs/compatibility.md,
 * "Settings").
 */
import { objectsAround, type PlacedPart, type PlacedParts, type SettingValue } from "./schema.ts";

/** Values by setting path; absent ones are not shown. */
export type SettingValues = Readonly<Record<string, SettingValue>>;

/** Values by path, null to clear, and paths of objects in the body. */
export interface SettingsPatch {
  readonly said: Readonly<Record<string, SettingValue | null>>;
  readonly objects: ReadonlySet<string>;
}

/** Whether objects in a body keep their other settings. */
export type ObjectManner = "merged" | "replaced";

/** The values after a change. */
export function changedSettings(
  table: PlacedParts,
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
function bare({ type, nullable }: PlacedPart): SettingValue | null {
  if (nullable) return null;
  if (type === "flag") return false;
  return type === "number" ? 0 : null;
}

/** A stock server's document of an empty body, without inner objects. */
export function bareSettings(table: PlacedParts): SettingValues {
  const outer = Object.values(table).filter((one) => objectsAround(one).length === 0);
  return present(outer.map((one) => [one.path, bare(one)] as const));
}

/** Adds values that a stock server writes with a change, except cleared ones. */
export function sprungSettings(
  table: PlacedParts,
  values: SettingValues,
  { said }: Pick<SettingsPatch, "said">,
): SettingValues {
  const all = Object.values(table).map(({ path, springs = null }) => {
    return [path, values[path] ?? (said[path] === null ? null : springs)] as const;
  });
  return present(all);
}

/** Default values of a table. */
export function usualSettings(table: PlacedParts): SettingValues {
  return present(Object.values(table).map(({ path, usual = null }) => [path, usual] as const));
}

/** Shown defaults before any change, without nullable ones. */
export function shownSettings(table: PlacedParts): SettingValues {
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
