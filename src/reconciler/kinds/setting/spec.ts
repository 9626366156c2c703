/** Specs of settings, generated from a table (`model/schema.ts`). */
import { z } from "zod";
import { compareText } from "../../../model/address.ts";
import { parseKeyword } from "../../../model/keyword.ts";
import type {
  PlacedPart,
  PlacedParts,
  SaidRecord,
  SettingRecord,
  SettingValue,
} from "../../../model/schema.ts";
import { described, partSpec } from "../fields/part-specs.ts";

/** Nested objects, by the parts of the setting names. */
export type SettingsSpec = Readonly<Record<string, unknown>>;

export type SaidValue = SettingValue | SaidRecord;

export type DeclaredSettings = Readonly<Record<string, SettingValue>>;

export function settingsSpec(table: PlacedParts): z.ZodType<SettingsSpec> {
  const byFirst = Map.groupBy(Object.entries(table), ([name]) => name.split(".", 1)[0] ?? name);
  const shape = [...byFirst].map(([first, named]) => {
    const own = table[first];
    if (own !== undefined) return [first, described(partSpec(own), own).optional()] as const;
    const inner = named.map(([name, one]) => [name.slice(first.length + 1), one] as const);
    return [first, settingsSpec(Object.fromEntries(inner)).optional()] as const;
  });
  return z.strictObject(Object.fromEntries(shape));
}

export function declaredIn(table: PlacedParts, spec: SettingsSpec): DeclaredSettings {
  const said = Object.keys(table).map((name) => [name, valueAt(spec, name)] as const);
  return Object.fromEntries(
    said.filter((one): one is [string, SettingValue] => one[1] !== undefined),
  );
}

function valueAt(spec: SettingsSpec, name: string): unknown {
  return name.split(".").reduce<unknown>((object, part) => {
    return (object as Readonly<Record<string, unknown>> | undefined)?.[part];
  }, spec);
}

/** The inverse of `declaredIn`. */
export function specOf(
  said: readonly (readonly [name: string, one: PlacedPart, value: SaidValue])[],
): SettingsSpec {
  const root: Record<string, unknown> = {};
  for (const [name, one, value] of said) {
    const parts = name.split(".");
    const last = parts.pop() ?? "";
    let object = root;
    for (const part of parts) object = (object[part] ??= {}) as Record<string, unknown>;
    object[last] = sayable(one, value);
  }
  return root;
}

function sayable({ type }: PlacedPart, value: SaidValue): unknown {
  if (type === "codes")
    return (value as readonly string[]).map((code) => (/^[1-9]\d{0,9}$/.test(code) ? +code : code));
  if (typeof value === "object" && !Array.isArray(value))
    // Servers show maps in any order.
    return Object.fromEntries(
      Object.entries(value).toSorted(([one], [other]) => compareText(one, other)),
    );
  if (type !== "keywords") return value;
  return (value as readonly string[]).map((text) => {
    const found = parseKeyword(text);
    const isPlain = found?.language === undefined && found?.vocabulary === undefined;
    return isPlain ? text : (found as unknown as SettingRecord);
  });
}

export function isDeclarable(one: PlacedPart, value: SaidValue): boolean {
  return partSpec(one).safeParse(sayable(one, value)).success;
}
