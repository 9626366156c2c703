/** Handler of parts of a document under one name; only declared ones are compared and set. */
import { madeOnce } from "../../lazy.ts";
import type { Part, PartType } from "../../../model/schema.ts";
import {
  member,
  memberText,
  textOf,
  type Tree,
  metadataEntry,
  stringsIn,
} from "../../../wire/tree.ts";
import type { XmlValue } from "../../../wire/xml.ts";
import type { Members, PartHandler } from "./contract.ts";
import { entryKey, entryTexts, listIn } from "./entries.ts";
import { metadataKey, withEntries } from "./metadata.ts";
import { partSpec } from "./part-specs.ts";

type Said = Readonly<Record<string, unknown>>;

export function groupHandler(name: string, part: Part): PartHandler<Said> {
  const { parts = {} } = part;
  const spec = madeOnce(() => partSpec(part));
  const isInMetadata = Object.values(parts).some((about) => metadataKey(about) !== undefined);
  const said = ({ [name]: group = {} }: Said) =>
    Object.entries(group as Said).flatMap(([one, value]) => {
      const about = parts[one];
      return about === undefined || value === undefined ? [] : [{ one, value, about }];
    });
  return {
    onChange: "update",
    ...(isInMetadata ? { shares: true as const } : {}),
    wanted: (declared) =>
      declared[name] === undefined
        ? undefined
        : entryTexts(said(declared).map(({ one, value, about }) => [one, textFor(about, value)])),
    shown: (document, { wanted }) => {
      const names = listIn(wanted).map(entryKey);
      const found = names.flatMap((one) => {
        const about = parts[one];
        return about === undefined ? [] : [[one, shownText(document, one, about)] as const];
      });
      return entryTexts(found);
    },
    declare: (document, { statedOnly }) => {
      const found = Object.entries(parts).flatMap(([one, about]) => {
        if (about.isFoundOut === true && !statedOnly) return [];
        const key = metadataKey(about);
        const isSet = key !== undefined && (entryText(document, key) ?? "") !== "";
        const text = shownText(document, one, about);
        const isUsual = text === usualText(about) && !isSet;
        return isUsual ? [] : [[one, spelled(about, text)] as const];
      });
      const isDeclarable = found.length > 0 && spec().safeParse(Object.fromEntries(found)).success;
      if (isDeclarable) return { spec: { [name]: Object.fromEntries(found) } };
      return { spec: {}, notes: found.map(([one]) => `${name}.${one}`) };
    },
    body: ({ declared, before }) => {
      const entries: { readonly "@key": string; readonly $: string }[] = [];
      const elements: Record<string, XmlValue> = {};
      for (const { one, value, about } of said(declared)) {
        const key = metadataKey(about);
        if (key === undefined) elements[about.path ?? one] = written(about, value);
        else entries.push({ "@key": key, $: textFor(about, value) });
      }
      const metadata: Members = entries.length === 0 ? {} : withEntries(before, entries);
      return { ...elements, ...metadata };
    },
  };
}

function usualText({ usual = "" }: Part): string {
  return typeof usual === "string" ? usual : JSON.stringify(usual);
}

function textFor({ type }: Part, value: unknown): string {
  if (Array.isArray(value)) return listText(type, value as readonly string[]);
  const text = typeof value === "string" ? value.trim() : JSON.stringify(value);
  return type === "measure" ? plainMeasure(text) : text;
}

/** A measure as servers write it: without needless zeros, and no space before the unit. */
function plainMeasure(text: string): string {
  return text.replace(/^([-+]?\d*\.?\d+(?:e[-+]?\d+)?)\s*/i, (number) => String(Number(number)));
}

const LISTS: ReadonlySet<PartType> = new Set(["texts", "codes", "systems"]);

function listText(type: PartType, values: readonly string[]): string {
  return values.map((one) => (type === "texts" ? one : plainCode(one))).join(", ");
}

/** Codes appear with and without their authority. */
function plainCode(code: string): string {
  return code.trim().replace(/^EPSG:/i, "");
}

function shownText(document: Tree, name: string, about: Part): string {
  const { type, path = name } = about;
  if (LISTS.has(type)) {
    const found = stringsIn(member(document, path));
    return found.length === 0 ? usualText(about) : listText(type, found);
  }
  const key = metadataKey(about);
  const text = key === undefined ? memberText(document, path) : entryText(document, key);
  if (text === undefined || text === "") return usualText(about);
  if (type === "flag") return String(text.toLowerCase() === "true");
  if (type === "measure") return plainMeasure(text);
  return type === "count" && Number.isFinite(Number(text)) ? String(Number(text)) : text;
}

function entryText(document: Tree, key: string): string | undefined {
  return textOf(metadataEntry(document, key));
}

function spelled({ type }: Part, text: string): unknown {
  if (type === "flag") return text === "true";
  if (type === "filled-word" || type === "measure") return text;
  if (type === "count") return Number(text);
  const texts = text === "" ? [] : text.split(", ");
  if (type === "texts") return texts;
  return texts.map((code) => (/^[1-9]\d*$/.test(code) ? Number(code) : code));
}

function written({ type }: Part, value: unknown): XmlValue {
  if (type === "measure") return plainMeasure(String(value).trim());
  if (!LISTS.has(type)) return value as XmlValue;
  const texts = (value as readonly string[]).map((one) => {
    const text = type === "texts" ? one : plainCode(one);
    return type === "systems" && /^\d+$/.test(text) ? `EPSG:${text}` : text;
  });
  return texts.length === 0 ? "" : { string: texts };
}
