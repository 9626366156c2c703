/** Document properties under one name of a spec; only declared ones are compared and set. */
import { z } from "zod";
import { asList, entryList, member, memberText, textOf, type Tree } from "../../../wire/tree.ts";
import type { XmlValue } from "../../../wire/xml.ts";
import type { GroupMember, GroupTable, ListType } from "../../../model/property-groups.ts";
import { entryKey, entryTexts, listIn, withEntries } from "../fields/entries.ts";
import { filledText, type DocumentField, type Members } from "../fields/fields.ts";

interface ValueOf {
  readonly flag: boolean;
  readonly count: number;
  readonly text: string;
  readonly measure: string;
  readonly texts: readonly string[];
  readonly codes: readonly (string | number)[];
  readonly systems: readonly (string | number)[];
}

type GroupSpec<Table extends GroupTable> = {
  readonly [Name in keyof Table]?: ValueOf[Table[Name]["type"]] | undefined;
};

const codes = z.array(z.union([filledText, z.int().positive()]));

const specs = {
  flag: z.boolean(),
  count: z.int().nonnegative(),
  text: filledText,
  measure: filledText,
  texts: z.array(filledText),
  codes,
  systems: codes,
} as const satisfies Readonly<Record<GroupMember["type"], z.ZodType>>;

export function groupSpec<const Table extends GroupTable>(
  table: Table,
): z.ZodType<GroupSpec<Table>> {
  const shape = Object.entries(table).map(([name, { type, means }]) => {
    return [name, specs[type].optional().describe(means)] as const;
  });
  return z.strictObject(Object.fromEntries(shape)) as unknown as z.ZodType<GroupSpec<Table>>;
}

type Grouped<Name extends string, Table extends GroupTable> = {
  readonly [One in Name]?: GroupSpec<Table> | undefined;
};

export function groupField<Name extends string, const Table extends GroupTable>(
  name: Name,
  table: Table,
): DocumentField<Grouped<Name, Table>> {
  const isInMetadata = Object.values(table).some(({ isEntry }) => isEntry === true);
  const said = (declared: Grouped<Name, Table>) =>
    Object.entries(declared[name] ?? {}).flatMap(([one, value]) => {
      const about = table[one];
      return about === undefined || value === undefined ? [] : [{ one, value, about }];
    });
  return {
    onChange: "update",
    ...(isInMetadata ? { shares: true as const } : {}),
    wanted: (declared) =>
      declared[name] &&
      entryTexts(said(declared).map(({ one, value, about }) => [one, textFor(about, value)])),
    shown: (document, { wanted }) => {
      const names = listIn(wanted).map(entryKey);
      const found = names.flatMap((one) => {
        const about = table[one];
        return about === undefined ? [] : [[one, shownText(document, about)] as const];
      });
      return entryTexts(found);
    },
    declare: (document, { statedOnly }) => {
      const found = Object.entries(table).flatMap(([one, about]) => {
        if (about.isCalculated === true && !statedOnly) return [];
        const isSet = about.isEntry === true && (entryText(document, about.element) ?? "") !== "";
        const text = shownText(document, about);
        return text === about.usual && !isSet ? [] : [[one, spelled(about, text)] as const];
      });
      const isDeclarable =
        found.length > 0 && groupSpec(table).safeParse(Object.fromEntries(found)).success;
      if (isDeclarable) return { spec: { [name]: Object.fromEntries(found) } };
      return { spec: {}, notes: found.map(([one]) => `${name}.${one}`) };
    },
    body: ({ declared, before }) => {
      const all = said(declared);
      const elements = all
        .filter(({ about }) => about.isEntry !== true)
        .map(({ value, about }) => [about.element, written(about, value)] as const);
      const entries = all
        .filter(({ about }) => about.isEntry === true)
        .map(({ value, about }) => ({ "@key": about.element, $: String(value) }));
      const metadata: Members = entries.length === 0 ? {} : withEntries(before, entries);
      return { ...Object.fromEntries(elements), ...metadata };
    },
  };
}

function textFor({ type }: GroupMember, value: unknown): string {
  if (isList(type)) return listText(type, value as readonly (string | number)[]);
  const text = String(value).trim();
  return type === "measure" ? plainMeasure(text) : text;
}

/** A measure as servers write it: without needless zeros, and no space before the unit. */
function plainMeasure(text: string): string {
  return text.replace(/^([-+]?\d*\.?\d+(?:e[-+]?\d+)?)\s*/i, (number) => String(Number(number)));
}

function isList(type: GroupMember["type"]): type is ListType {
  return type === "texts" || type === "codes" || type === "systems";
}

function listText(type: ListType, values: readonly (string | number)[]): string {
  return values.map((one) => (type === "texts" ? String(one) : plainCode(String(one)))).join(", ");
}

/** Codes appear with and without their authority. */
function plainCode(code: string): string {
  return code.trim().replace(/^EPSG:/i, "");
}

function shownText(document: Tree, about: GroupMember): string {
  const { type, element, usual, isEntry } = about;
  if (isList(type)) {
    const found = asList(member(member(document, element), "string"));
    return found.length === 0
      ? usual
      : listText(
          type,
          found.map((one) => textOf(one) ?? ""),
        );
  }
  const text = isEntry === true ? entryText(document, element) : memberText(document, element);
  if (text === undefined || text === "") return usual;
  if (type === "flag") return String(text.toLowerCase() === "true");
  if (type === "measure") return plainMeasure(text);
  return type === "count" && Number.isFinite(Number(text)) ? String(Number(text)) : text;
}

function entryText(document: Tree, key: string): string | undefined {
  const entries = entryList(member(document, "metadata"));
  return textOf(entries.find((entry) => memberText(entry, "@key") === key));
}

function spelled({ type }: GroupMember, text: string): unknown {
  if (type === "flag") return text === "true";
  if (type === "text" || type === "measure") return text;
  if (type === "count") return Number(text);
  const texts = text === "" ? [] : text.split(", ");
  if (type === "texts") return texts;
  return texts.map((code) => (/^[1-9]\d*$/.test(code) ? Number(code) : code));
}

function written({ type }: GroupMember, value: unknown): XmlValue {
  if (type === "measure") return plainMeasure(String(value).trim());
  if (!isList(type)) return value as XmlValue;
  const texts = (value as readonly (string | number)[]).map((one) => {
    const text = type === "texts" ? String(one) : plainCode(String(one));
    return type === "systems" && /^\d+$/.test(text) ? `EPSG:${text}` : text;
  });
  return texts.length === 0 ? "" : { string: texts };
}
