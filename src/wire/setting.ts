/**
 * Parses and renders settings by type. Unknown elements are ignored, as GeoServer does
 * (docs/compatibility.md, "Settings").
 */
import { parseKeyword } from "../model/keyword.ts";
import {
  objectsAround,
  type Setting,
  type SettingRecord,
  type SettingsPatch,
  type SettingTable,
  type SettingType,
  type SettingValue,
  type SettingValues,
} from "../model/setting.ts";
import { parseEntries } from "./body.ts";
import type { DocumentNode, Fields } from "./document.ts";
import {
  asList,
  isUnset,
  member,
  members,
  memberText,
  memberWholeText,
  textOf,
  wholeText,
  type Tree,
} from "./tree.ts";
import { WireError } from "./wire-error.ts";
import type { XmlValue } from "./xml.ts";

interface SettingCodec {
  readonly read: (tree: Tree, one: Setting) => SettingValue;
  readonly write: (value: SettingValue) => XmlValue;
}

const plain = (value: SettingValue) => value as string | number | boolean;

const list = (tree: Tree): readonly string[] =>
  asList(member(tree, "string")).flatMap((one) => wholeText(one) ?? []);

const texts: SettingCodec = {
  read: list,
  write: (value) => ({ string: value as readonly string[] }),
};

const VERSION = "org.geotools.util.Version";

const codecs: Readonly<Record<SettingType, SettingCodec>> = {
  text: { read: readText, write: plain },
  flag: { read: (tree) => (textOf(tree) ?? "").toLowerCase() === "true", write: plain },
  number: { read: readNumber, write: plain },
  texts,
  codes: {
    ...texts,
    read: (tree) => list(tree).map((code) => code.trim()),
  },
  keywords: { ...texts, read: readKeywords },
  versions: {
    read: (tree) =>
      asList(member(tree, VERSION)).flatMap(
        (one) => memberText(one, "version") ?? textOf(one) ?? [],
      ),
    write: (value) => ({
      [VERSION]: (value as readonly string[]).map((version) => ({ version })),
    }),
  },
  languages: {
    read: readLanguages,
    write: (value) => value,
  },
  entries: {
    read: (tree) => record([...(parseEntries(tree) ?? [])], (text) => text ?? ""),
    write: (value) => ({
      // GeoServer's JSON omits an empty value.
      entry: Object.entries(value as SettingRecord).map(([key, $]) =>
        $ === "" ? { "@key": key } : { "@key": key, $ },
      ),
    }),
  },
  "typed-entries": { read: readTyped, write: writeTyped },
  "authority-urls": recordsOf("AuthorityURL", ["name", "href"]),
  identifiers: recordsOf("Identifier", ["authority", "identifier"]),
  gml: { read: readGml, write: writeGml },
};

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

function readText(tree: Tree, { path, values }: Setting): string {
  const text = (values === undefined ? wholeText(tree) : textOf(tree)) ?? "";
  if (values === undefined || values.includes(text)) return text;
  const message = `${last(path)} must be one of ${values.join(", ")}, not ${JSON.stringify(text)}`;
  throw new WireError("meaningless", message);
}

function readNumber(tree: Tree, { path }: Setting): number {
  const text = textOf(tree) ?? "";
  const number = Number(text);
  if (text !== "" && Number.isFinite(number)) return number;
  const message = `${last(path)} must be a number, not ${JSON.stringify(text)}`;
  throw new WireError("meaningless", message);
}

function readKeywords(tree: Tree): readonly string[] {
  const keywords = list(tree);
  const wrong = keywords.find((text) => parseKeyword(text) === undefined);
  if (wrong === undefined) return keywords;
  const message = `${wrong} is no keyword: a text, then \\@language=…\\; and \\@vocabulary=…\\;`;
  throw new WireError("meaningless", message);
}

function recordsOf(element: string, names: readonly string[]): SettingCodec {
  return {
    read: (tree) =>
      asList(member(tree, element)).map((one) =>
        Object.fromEntries(names.map((name) => [name, memberWholeText(one, name) ?? ""])),
      ),
    write: (value) => ({ [element]: value as readonly SettingRecord[] }),
  };
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

function writeTyped(value: SettingValue): XmlValue {
  const entry = Object.entries(value as SettingRecord).map(([key, one]): XmlValue => {
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

function writeGml(value: SettingValue): XmlValue {
  const versions = Object.entries(value as Readonly<Record<string, SettingRecord>>);
  return { entry: versions.map(([version, gml]) => ({ version, gml })) };
}

function last(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The node at a path of a document. */
export function nodeAt(tree: Tree | undefined, path: string): Tree | undefined {
  return path.split("/").reduce((node, element) => member(node, element), tree);
}

/** Throws WireError. */
export function parseSettings(table: SettingTable, tree: Tree): SettingsPatch {
  const objects = new Set<string>();
  const said: Record<string, SettingValue | null> = {};
  for (const one of Object.values(table)) {
    const around = objectsAround(one).filter((path) => nodeAt(tree, path) !== undefined);
    for (const path of around) objects.add(path);
    const node = nodeAt(tree, one.path);
    const isGone = around.some((path) => isUnset(nodeAt(tree, path) ?? ""));
    if (isGone || (node !== undefined && isUnset(node))) said[one.path] = null;
    else if (node !== undefined) said[one.path] = codecs[one.type].read(node, one);
  }
  return { said, objects };
}

/** The values of a document; malformed values are shown as text. */
export function readSettings(table: SettingTable, document: Tree): SettingValues {
  return Object.fromEntries(
    Object.values(table).flatMap((one) => {
      const node = nodeAt(document, one.path);
      return node === undefined || isUnset(node)
        ? []
        : [[one.path, shownValue(node, one)] as const];
    }),
  );
}

function shownValue(node: Tree, one: Setting): SettingValue {
  try {
    return codecs[one.type].read(node, one);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const isList = one.type === "keywords";
    return isList
      ? asList(member(node, "string")).map((text) => wholeText(text) ?? "")
      : (wholeText(node) ?? "");
  }
}

/** Converts a value for a body. */
export function writtenSetting({ type }: Setting, value: SettingValue): XmlValue {
  return codecs[type].write(value);
}

export function settingFields(table: SettingTable, values: SettingValues): Fields {
  const root: Branch = new Map();
  for (const one of Object.values(table)) {
    const value = values[one.path];
    if (value === undefined || isEmpty(one, value)) continue;
    const elements = one.path.split("/");
    const name = elements.pop() ?? "";
    branchAt(root, elements.join("/")).set(name, nodeOf(codecs[one.type].write(value)));
  }
  return fieldsOf(root);
}

type Branch = Map<string, Branch | DocumentNode>;

function branchAt(root: Branch, path: string): Branch {
  if (path === "") return root;
  return path.split("/").reduce((branch, element) => {
    const found = branch.get(element);
    if (found instanceof Map) return found;
    const made: Branch = new Map();
    branch.set(element, made);
    return made;
  }, root);
}

function fieldsOf(branch: Branch): Fields {
  return [...branch].map(([name, node]) => {
    return [name, node instanceof Map ? { type: "object", fields: fieldsOf(node) } : node] as const;
  });
}

/** Empty lists and maps are omitted. */
function isEmpty({ type }: Setting, value: SettingValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return type !== "text" && typeof value === "object" && Object.keys(value).length === 0;
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
