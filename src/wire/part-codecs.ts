/** How each type of a document's part is read and written (`model/schema.ts`). */
import { parseKeyword } from "../model/keyword.ts";
import { splitQualifiedName, type QualifiedName } from "../model/layer.ts";
import type { Part, Parts, PartTexts, PartType, SettingRecord } from "../model/schema.ts";
import { parseEntries } from "./body.ts";
import { value, type DocumentNode } from "./document.ts";
import { parseStyleReference, styleInput, styleNode } from "./style-reference.ts";
import {
  asList,
  member,
  members,
  memberText,
  memberWholeText,
  referenceName,
  textOf,
  wholeText,
  type Tree,
} from "./tree.ts";
import { WireError } from "./wire-error.ts";
import type { XmlValue } from "./xml.ts";

/** Codec of a type. */
export interface PartCodec {
  /**
   * The value of an element; undefined if it says nothing, null if it clears the value. Throws
   * WireError.
   */
  readonly read: (node: Tree, part: Part, element: string) => unknown;
  /** Undefined if documents omit the value; not called for null or undefined. */
  readonly show: (found: unknown, part: Part) => DocumentNode | undefined;
  /** As in a request body. */
  readonly write: (wanted: unknown, part: Part) => XmlValue;
}

const plain = {
  show: (found: unknown) => value(found as string | number | boolean),
  write: (wanted: unknown) => wanted as string | number | boolean,
};

type Write<Value> = (wanted: Value, part: Part) => XmlValue;

/** Lists and maps; empty ones are omitted. */
function many<Value>(read: PartCodec["read"], write: Write<Value>): PartCodec {
  return {
    read,
    show: (found, part) =>
      Object.keys(found as object).length === 0 ? undefined : nodeOf(write(found as Value, part)),
    write: (wanted, part) => write(wanted as Value, part),
  };
}

const texts = (tree: Tree): readonly string[] =>
  asList(member(tree, "string")).flatMap((one) => wholeText(one) ?? []);

const writtenTexts: Write<readonly string[]> = (wanted) => ({ string: wanted });

const recordCodec = many<PartTexts>(
  (node, { parts = {} }) => readRecord(parts, node),
  (wanted, { parts = {} }) => writtenRecord(parts, wanted),
);

/** The texts of a record, not trimmed; an empty one that is not required is left out. */
export function readRecord(parts: Parts, node: Tree | undefined): PartTexts {
  const texts = Object.entries(parts).flatMap(([name, { path = name, isRequired }]) => {
    const text = memberWholeText(node, path) ?? "";
    return text.trim() === "" && isRequired !== true ? [] : [[name, text] as const];
  });
  return Object.fromEntries(texts);
}

/** The elements of a record. */
export function writtenRecord(
  parts: Parts,
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, XmlValue>> {
  const elements = Object.entries(parts).flatMap(([name, { path = name }]) => {
    const said = record[name];
    return said === undefined ? [] : [[path, said as XmlValue] as const];
  });
  return Object.fromEntries(elements);
}

const VERSION = "org.geotools.util.Version";

/** By type. */
export const partCodecs: Readonly<Record<PartType, PartCodec>> = {
  // Like Java: anything but "true" is false.
  flag: {
    ...plain,
    read: (node) => {
      const text = textOf(node);
      return text === undefined || text === "" ? undefined : text.toLowerCase() === "true";
    },
  },
  count: { ...plain, read: readCount },
  number: { ...plain, read: readNumber },
  word: { ...plain, read: textOf },
  "filled-word": { ...plain, read: (node) => textOf(node) || undefined },
  "optional-filled-word": {
    ...plain,
    read: (node) => (node === null || textOf(node) === "" ? null : textOf(node)),
  },
  text: { ...plain, read: readText },
  "filled-text": {
    ...plain,
    read: (node) => (textOf(node) === "" ? undefined : wholeText(node)),
  },
  "optional-text": { ...plain, read: (node) => (node === null ? null : wholeText(node)) },
  reference: { ...plain, read: (node) => referenceName(node) || undefined },
  "reference-inside": {
    ...plain,
    read: (node) => {
      const name = referenceName(node) ?? "";
      return name === "" ? undefined : splitQualifiedName(name).name;
    },
  },
  style: {
    read: parseStyleReference,
    show: (found) => styleNode(found as QualifiedName),
    write: (wanted) => styleInput(wanted as QualifiedName),
  },
  styles: {
    read: (node) =>
      asList(member(node, "style")).flatMap((entry) => parseStyleReference(entry) ?? []),
    show: (found) => showStyles(found as readonly QualifiedName[]),
    write: (wanted) => writeStyles(wanted as readonly QualifiedName[]),
  },
  parameters: {
    ...plain,
    read: parseEntries,
    show: (found) => ({ type: "entries", entries: found as ReadonlyMap<string, string> }),
  },
  entries: many<SettingRecord>(
    (node) => record([...(parseEntries(node) ?? [])], (text) => text),
    // GeoServer's JSON omits an empty value.
    (wanted) => ({
      entry: Object.entries(wanted).map(([key, $]) =>
        $ === "" ? { "@key": key } : { "@key": key, $ },
      ),
    }),
  ),
  "typed-entries": many(readTyped, writeTyped),
  texts: many(texts, writtenTexts),
  codes: many((node) => texts(node).map((code) => code.trim()), writtenTexts),
  keywords: many(readKeywords, writtenTexts),
  versions: many<readonly string[]>(
    (node) =>
      asList(member(node, VERSION)).flatMap(
        (one) => memberText(one, "version") ?? textOf(one) ?? [],
      ),
    (wanted) => ({ [VERSION]: wanted.map((version) => ({ version })) }),
  ),
  languages: many<SettingRecord>(readLanguages, (wanted) => wanted),
  systems: many(texts, writtenTexts),
  measure: { ...plain, read: textOf },
  token: { ...plain, read: textOf },
  link: { ...plain, read: textOf },
  record: recordCodec,
  // A group has no element of its own.
  group: recordCodec,
  records: many<readonly PartTexts[]>(
    (node, { item = "", parts = {} }) =>
      asList(member(node, item)).map((one) => readRecord(parts, one)),
    (wanted, { item = "", parts = {} }) => ({
      [item]: wanted.map((one) => writtenRecord(parts, one)),
    }),
  ),
  gml: many(readGml, writeGml),
};

/** Undefined for an empty element. */
function readCount(node: Tree, _part: Part, element: string): number | undefined {
  const text = textOf(node);
  if (text === undefined || text === "") return undefined;
  if (/^[+-]?\d{1,10}$/.test(text)) return Number(text);
  throw new WireError(
    "malformed",
    `The element ${element} holds ${JSON.stringify(text)}, which is no whole number`,
  );
}

function readNumber(node: Tree, _part: Part, element: string): number {
  const text = textOf(node) ?? "";
  const number = Number(text);
  if (text !== "" && Number.isFinite(number)) return number;
  const message = `${element} must be a number, not ${JSON.stringify(text)}`;
  throw new WireError("meaningless", message);
}

function readText(node: Tree, { values }: Part, element: string): string | undefined {
  if (values === undefined) return wholeText(node);
  const text = textOf(node) ?? "";
  if (values.includes(text)) return text;
  const message = `${element} must be one of ${values.join(", ")}, not ${JSON.stringify(text)}`;
  throw new WireError("meaningless", message);
}

function showStyles(styles: readonly QualifiedName[]): DocumentNode | undefined {
  if (styles.length === 0) return undefined;
  const nodes = styles.map(styleNode);
  return { type: "list", name: "style", className: "linked-hash-set", nodes };
}

function writeStyles(styles: readonly QualifiedName[]): XmlValue {
  return styles.length === 0 ? "" : { style: styles.map(styleInput) };
}

function record<Node, Value>(
  all: readonly (readonly [string, Node])[],
  of: (node: Node) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(all.map(([name, node]) => [name, of(node)]));
}

/** A language tag is an element name. */
const LANGUAGE = /^[A-Za-z][\w-]*$/;

function readLanguages(tree: Tree): SettingRecord {
  const languages = members(tree).filter(([name]) => !/[@$:]/.test(name));
  const wrong = languages.find(([name]) => !LANGUAGE.test(name))?.[0];
  if (wrong !== undefined)
    throw new WireError("malformed", `${JSON.stringify(wrong)} is no language`);
  const texts = Object.entries(record(languages, (node) => wholeText(node) ?? ""));
  // An empty text removes the text of a language.
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

function readKeywords(tree: Tree): readonly string[] {
  const keywords = texts(tree);
  const wrong = keywords.find((text) => parseKeyword(text) === undefined);
  if (wrong === undefined) return keywords;
  const message = `${wrong} is no keyword: a text, then \\@language=…\\; and \\@vocabulary=…\\;`;
  throw new WireError("meaningless", message);
}

/** Entries must be inside an element `map`. */
function readTyped(tree: Tree): SettingRecord {
  const map = member(tree, "map");
  const [other] = members(tree).filter(([name]) => name !== "map" && !name.startsWith("@"));
  if (map === undefined && other !== undefined)
    throw new WireError("meaningless", `Expected <map> but found <${other[0]}>`);
  return Object.fromEntries(
    asList(member(map, "entry")).flatMap((entry) => {
      const [key, text] = asList(member(entry, "string"));
      if (key === undefined) return [];
      const [type] = members(entry).filter(([name]) => name !== "string");
      const named = textOf(key) ?? "";
      if (type === undefined) return [[named, wholeText(text) ?? ""] as const];
      return [[named, typedValue(type[0], textOf(type[1]) ?? "")] as const];
    }),
  );
}

function typedValue(type: string, text: string): string | number | boolean {
  if (type === "boolean") return text.toLowerCase() === "true";
  const isNumber =
    /^(?:int|long|double|float)$/.test(type) && text !== "" && Number.isFinite(+text);
  return isNumber ? Number(text) : text;
}

function writeTyped(wanted: SettingRecord): XmlValue {
  const entry = Object.entries(wanted).map(([key, one]): XmlValue => {
    if (typeof one === "string") return { string: [key, one] };
    if (typeof one === "boolean") return { string: key, boolean: one };
    return { string: key, [Number.isInteger(one) ? "int" : "double"]: one };
  });
  return { map: { entry } };
}

function readGml(tree: Tree): Readonly<Record<string, SettingRecord>> {
  return Object.fromEntries(
    asList(member(tree, "entry")).map((entry) => {
      // GeoServer's first versions wrote class names.
      const gml = member(entry, "gml") ?? member(entry, "org.geoserver.wfs.GMLInfoImpl");
      const version = memberText(entry, "version") ?? memberText(entry, OLD_VERSION);
      const force = memberText(gml, "mimeTypeToForce");
      const written = {
        srsNameStyle: memberText(gml, "srsNameStyle") ?? "NORMAL",
        overrideGMLAttributes: memberText(gml, "overrideGMLAttributes")?.toLowerCase() === "true",
        ...(force === undefined || force === "" ? {} : { mimeTypeToForce: force }),
      };
      return [version ?? "", written];
    }),
  );
}

const OLD_VERSION = "org.geoserver.wfs.WFSInfo_-Version";

function writeGml(wanted: Readonly<Record<string, SettingRecord>>): XmlValue {
  return { entry: Object.entries(wanted).map(([version, gml]) => ({ version, gml })) };
}

function nodeOf(written: XmlValue): DocumentNode {
  if (typeof written !== "object") return { type: "value", value: written };
  return { type: "kept", xml: written, json: collapsed(written) };
}

/** In JSON, a list of one collapses to its member. */
function collapsed(written: XmlValue): unknown {
  if (Array.isArray(written)) {
    const all = (written as readonly XmlValue[]).map(collapsed);
    return all.length === 1 ? all[0] : all;
  }
  if (typeof written !== "object") return written;
  return record(Object.entries(written as Readonly<Record<string, XmlValue>>), collapsed);
}
