/** Specs of settings, generated from a table (`model/setting.ts`). */
import { z } from "zod";
import { compareText } from "../../../model/address.ts";
import { formatKeyword, parseKeyword } from "../../../model/keyword.ts";
import type {
  SaidRecord,
  Setting,
  SettingRecord,
  SettingTable,
  SettingType,
  SettingValue,
} from "../../../model/setting.ts";
import { recordSpecs } from "../fields/attribution.ts";
import { documentText, filledText, trimmedText } from "../fields/fields.ts";
import { entriesSpec, entryValue, removableValue } from "../fields/entries.ts";

/** Nested objects, by the parts of the setting names. */
export type SettingsSpec = Readonly<Record<string, unknown>>;

export type SaidValue = SettingValue | SaidRecord;

export type DeclaredSettings = Readonly<Record<string, SettingValue>>;

const keyword = z
  .union([
    documentText,
    z.strictObject({
      value: filledText,
      language: filledText.optional(),
      vocabulary: filledText.optional(),
    }),
  ])
  .transform((one) => (typeof one === "string" ? one : formatKeyword(one)))
  .refine((text) => parseKeyword(text) !== undefined, "must not be empty nor hold a backslash");

/** Languages are used as element names. */
const LANGUAGE = /^[A-Za-z_][\w-]*$/;

const languages = z.record(
  z.string().regex(LANGUAGE, "must be a language, such as en or pt-BR, or default"),
  filledText,
);

const gml = z.record(
  z.string().regex(/^V_\d+$/, "must be a version, such as V_20"),
  z.strictObject({
    srsNameStyle: z.enum(["NORMAL", "XML", "URN", "URN2", "URL"]).optional(),
    overrideGMLAttributes: z.boolean().optional(),
    mimeTypeToForce: trimmedText.nullable().optional().describe("Null takes it away."),
  }),
);

/** Servers leave an empty list out, and then the default applies. */
const listOf = ({ usual }: Setting) =>
  usual === undefined ? z.array(filledText) : z.array(filledText).min(1);

const specs: Readonly<Record<SettingType, (one: Setting) => z.ZodType>> = {
  text: ({ values }) => (values === undefined ? documentText : z.enum(values)),
  flag: () => z.boolean(),
  number: ({ isBroken, least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER }) =>
    (isBroken ? z.number() : z.int()).min(least).max(most),
  texts: listOf,
  codes: () => z.array(z.union([filledText, z.int()]).transform(String)),
  versions: listOf,
  keywords: () => z.array(keyword),
  languages: () => languages,
  entries: () => entriesSpec(entryValue.transform(String).nullable()),
  "typed-entries": () => entriesSpec(removableValue),
  "authority-urls": () => z.array(recordSpecs.authorityUrls),
  identifiers: () => z.array(recordSpecs.identifiers),
  gml: () => gml,
};

export function settingsSpec(table: SettingTable): z.ZodType<SettingsSpec> {
  const byFirst = Map.groupBy(Object.entries(table), ([name]) => name.split(".", 1)[0] ?? name);
  const shape = [...byFirst].map(([first, named]) => {
    const own = table[first];
    if (own !== undefined) return [first, valueSpec(own).optional()] as const;
    const inner = named.map(([name, one]) => [name.slice(first.length + 1), one] as const);
    return [first, settingsSpec(Object.fromEntries(inner)).optional()] as const;
  });
  return z.strictObject(Object.fromEntries(shape));
}

function valueSpec(one: Setting): z.ZodType {
  const spec = specs[one.type](one);
  return one.means === undefined ? spec : spec.describe(one.means);
}

export function declaredIn(table: SettingTable, spec: SettingsSpec): DeclaredSettings {
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
  said: readonly (readonly [name: string, one: Setting, value: SaidValue])[],
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

function sayable({ type }: Setting, value: SaidValue): unknown {
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

export function isDeclarable(one: Setting, value: SaidValue): boolean {
  return valueSpec(one).safeParse(sayable(one, value)).success;
}
