/**
 * What a document holds that somebody may have set: everything but names, links, dates and what a server
 * calculates. An object that is deleted and recreated gets it back, so what is not known here is kept
 * too: an element that a server learns tomorrow is not lost (docs/opinions.md, "Recreation").
 */
import { cascadedLayerUsual } from "../model/cascaded-layer.ts";
import type { Details } from "../model/details.ts";
import { featureTypeUsual } from "../model/feature-type.ts";
import { layerDocument, layerUsual } from "../model/layer.ts";
import { ownElements } from "./codec.ts";
import { asList, entryList, member, members, memberText, textOf, type Tree } from "./tree.ts";
import type { XmlValue } from "./xml.ts";

/** Members of a body that say it again. */
export type KeptSettings = Readonly<Record<string, XmlValue>>;

/** Written by every server by itself: identity, dates. */
const WRITTEN: readonly string[] = ["id", "dateCreated", "dateModified", "modifiedBy"];

/** What another server says of a cascaded layer, and no body. */
export const NEVER_SENT: readonly string[] = ["allAvailableRemoteStyles"];

/** The members of a document that a body can say again, but for those named. */
export function sendable(content: Tree, left: Iterable<string> = []): KeptSettings {
  const out = new Set([...WRITTEN, ...left]);
  return Object.fromEntries(
    members(content)
      .filter(([name]) => !out.has(name) && !isForeign(name))
      .map(([name, node]) => [name, withoutLinks(node)]),
  );
}

/** Attributes of the root, and elements of other namespaces such as links. */
function isForeign(name: string): boolean {
  return name.startsWith("@") || name === "$" || name.includes(":");
}

function withoutLinks(node: Tree): XmlValue {
  if (node === null) return "";
  if (typeof node !== "object") return node;
  if (Array.isArray(node)) return (node as readonly Tree[]).map(withoutLinks);
  return Object.fromEntries(
    members(node)
      .filter(([name]) => !name.includes(":"))
      .map(([name, inner]) => [name, withoutLinks(name === "entry" ? entryList(node) : inner)]),
  );
}

/** What a new feature type or coverage of the same name would be like. */
export interface Newborn {
  readonly root: "featureType" | "coverage" | "wmsLayer" | "wmtsLayer";
  /** Whether the server finds out by itself what follows from the data. */
  readonly calculates: boolean;
  /** Keywords that one is given by the server, as sets; none at all is always one of them. */
  readonly keywords: readonly (readonly string[])[];
  /** The projection policy that a server gives which does not look at the data; absent for none. */
  readonly policy?: string | undefined;
  /** Whether a server which does not look at the data brings it to the declared system where nothing is said. */
  readonly isReprojected?: boolean;
}

/** Who and where it is, which the new one is too. */
const IDENTITY = ["name", "nativeName", "nativeCoverageName", "namespace", "store"] as const;

/** What a server that opens the data finds in it. */
const CALCULATED = [
  "nativeCRS",
  "nativeBoundingBox",
  "latLonBoundingBox",
  "nativeFormat",
  "grid",
  "supportedFormats",
  "interpolationMethods",
  "dimensions",
] as const;

/**
 * What somebody may have set of a feature type or coverage and a new one would not have; empty when
 * there is nothing. A title counts as any other.
 */
export function keptOfPublished(document: Tree, newborn: Newborn): KeptSettings {
  const left = [...IDENTITY, ...NEVER_SENT, ...(newborn.calculates ? CALCULATED : [])];
  const all = sendable(document, left);
  const { metadata, ...kept } = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => !isUsual(name, value, document, newborn)),
  );
  const entries = asList(member(metadata, "entry")).filter((entry) => !isAutomatic(entry));
  return entries.length === 0 ? kept : { ...kept, metadata: { entry: entries as XmlValue[] } };
}

/** The same with the name in the store, where a request that recreates it has to say that. */
export function carriedOfPublished(document: Tree, newborn: Newborn): KeptSettings {
  const kept = keptOfPublished(document, newborn);
  // What a coverage shows depends on the file of its store, and so does its name in there.
  const native = newborn.root === "coverage" ? undefined : memberText(document, "nativeName");
  const isOther = native !== undefined && native !== "" && native !== memberText(document, "name");
  return isOther ? { nativeName: native, ...kept } : kept;
}

/** Entries of metadata that servers write by themselves. */
const AUTOMATIC: ReadonlySet<string> = new Set(["dirName"]);

function isAutomatic(entry: Tree): boolean {
  return AUTOMATIC.has(memberText(entry, "@key") ?? "");
}

/** What elements hold where nobody set them; of others, nothing. */
const { projectionPolicy: _depends, ...flags }: Details = {
  ...featureTypeUsual,
  ...cascadedLayerUsual.wms,
  enabled: true,
};
const USUAL = new Map(Object.entries(flags).map(([name, usual]) => [name, JSON.stringify(usual)]));

/** The same of servers that fill elements in when something else is written. */
const FILLED_IN: Readonly<Record<string, readonly string[]>> = {
  encodeMeasures: ["false"],
  defaultInterpolationMethod: ["nearest neighbor"],
};

function isUsual(name: string, value: XmlValue, document: Tree, newborn: Newborn): boolean {
  const text = textOf(value);
  if (isEmpty(value)) return true;
  if (text !== undefined && USUAL.get(name) === text) return true;
  if (name === "projectionPolicy" && text === newborn.policy) return true;
  if (name === "title") return isTitleOf(document, text);
  if (name === "keywords") return isKeywordSet(value, newborn);
  if (newborn.calculates) return isCalculated(name, value, document);
  // The included server shows it where nobody said another one.
  return name === "projectionPolicy" && text === "FORCE_DECLARED" && newborn.isReprojected !== true;
}

function isCalculated(name: string, value: XmlValue, document: Tree): boolean {
  const text = textOf(value);
  if (text !== undefined && FILLED_IN[name]?.includes(text)) return true;
  return calculatedUsual[name]?.(value, document) ?? false;
}

/** Elements whose usual value depends on others, where the server looks at the data. */
const calculatedUsual: Readonly<Record<string, (tree: Tree, document: Tree) => boolean>> = {
  description: (tree) => textOf(tree)?.startsWith("Generated from ") ?? false,
  srs: (tree, document) => textOf(tree) === nativeCode(document) || textOf(tree) === NO_SYSTEM,
  projectionPolicy: (tree, document) => {
    const isRaster = member(document, "grid") !== undefined;
    return textOf(tree) === (isRaster ? "REPROJECT_TO_DECLARED" : "FORCE_DECLARED");
  },
  requestSRS: (tree, document) => isOwnSystem(tree, document),
  responseSRS: (tree, document) =>
    member(document, "grid") !== undefined && isOwnSystem(tree, document),
  parameters: (tree) => asList(member(tree, "entry")).every(isUsualEntry),
  attributes: (tree) => asList(member(tree, "attribute")).every(isPlainAttribute),
};

function isEmpty(tree: Tree): boolean {
  if (tree === null || tree === "") return true;
  if (typeof tree !== "object") return false;
  if (Array.isArray(tree)) return (tree as readonly Tree[]).every(isEmpty);
  return members(tree).every(([name, inner]) => name.startsWith("@") || isEmpty(inner));
}

function isTitleOf(document: Tree, text: string | undefined): boolean {
  return ["name", "nativeName", "nativeCoverageName"].some(
    (name) => memberText(document, name) === text,
  );
}

function isKeywordSet(tree: Tree, { keywords }: Newborn): boolean {
  const given = new Set(asList(member(tree, "string")).map((one) => textOf(one) ?? ""));
  return keywords.some(
    (usual) => usual.length === given.size && usual.every((one) => given.has(one)),
  );
}

/** What servers say of data without a place. */
const NO_SYSTEM = "EPSG:404000";

/**
 * The code of the system that the data is in, which feature types show by their box alone; undefined where
 * the document does not show it.
 */
function nativeCode(document: Tree): string | undefined {
  return ["nativeCRS", "nativeBoundingBox"]
    .map((name) => {
      const tree = member(document, name);
      return codeIn(textOf(tree) ?? textOf(member(tree, "crs")) ?? "");
    })
    .find((code) => code !== undefined);
}

function codeIn(text: string): string | undefined {
  const code = /(?:AUTHORITY\["EPSG",\s*"?|ID\["EPSG",\s*)(\d+)"?\]\s*\]\s*$/.exec(text)?.[1];
  if (code !== undefined) return `EPSG:${code}`;
  return /^EPSG:\d+$/.test(text) ? text : undefined;
}

function isOwnSystem(tree: Tree, document: Tree): boolean {
  const codes = asList(member(tree, "string")).map((one) =>
    (textOf(one) ?? "").replace("EPSG:", ""),
  );
  // A new one is asked for in the system of its data, whatever somebody declared it to be in.
  const native = nativeCode(document)?.replace("EPSG:", "");
  return codes.length === 1 && codes[0] === native;
}

/** Parameters of readers as formats have them where nobody set them. */
const PARAMETERS: Readonly<Record<string, string>> = {
  OVERVIEW_POLICY: "QUALITY",
  MergeBehavior: "FLAT",
  AllowMultithreading: "false",
  MaxAllowedTiles: "-1",
  ExcessGranuleRemoval: "NONE",
  USE_IMAGEN_IMAGEREAD: "true",
  USE_JAI_IMAGEREAD: "true",
  RescalePixels: "true",
  SkipDuplicates: "false",
  SUGGESTED_TILE_SIZE: "512,512",
  "Accurate resolution computation": "false",
  FootprintBehavior: "None",
  BackgroundValues: "",
};

function isUsualEntry(entry: Tree): boolean {
  const [key = "", value = ""] = asList(member(entry, "string")).map((one) => textOf(one) ?? "");
  return isUsualParameter(key, value);
}

/** Whether a parameter of a reader is as its format has it. */
export function isUsualParameter(key: string, value: string): boolean {
  return value === "" || PARAMETERS[key] === value;
}

/** An attribute as the data has it: nobody said what it is made of, what it is or what it may be. */
function isPlainAttribute(attribute: Tree): boolean {
  const source = memberText(attribute, "source");
  const isOwn = source === undefined || source === memberText(attribute, "name");
  const known = ["description", "options", "range", "metadata"];
  return isOwn && known.every((name) => isEmpty(member(attribute, name) ?? null));
}

/** What of a layer's own document is neither its styles nor its flags, and a new one would not have. */
export function keptOfLayer(document: Tree): KeptSettings {
  const kept = sendable(document, ownElements(layerDocument));
  return Object.fromEntries(
    Object.entries(kept).filter(([name, value]) => {
      const tree: Tree = value;
      if (name === "attribution") return !isBlankAttribution(tree);
      const usual = textOf(layerUsual[name]);
      return !isEmpty(tree) && (usual === undefined || textOf(tree) !== usual);
    }),
  );
}

function isBlankAttribution(tree: Tree): boolean {
  return members(tree).every(
    ([name, inner]) =>
      isEmpty(inner) || (/^logo(?:Width|Height)$/.test(name) && textOf(inner) === "0"),
  );
}

/** Settings in words, for people: the names of the elements, of metadata and parameters the keys. */
export function keptWords(kept: KeptSettings): readonly string[] {
  return Object.entries(kept).flatMap(([name, value]) => {
    if (name !== "metadata") return [name];
    const entries = asList(member(value, "entry"));
    return entries.map((entry) => `metadata ${memberText(entry, "@key") ?? ""}`);
  });
}
