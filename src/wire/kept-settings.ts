/**
 * Settings that a user may have made: all of a document but names, links, dates and calculated
 * values. A recreated object gets them back, including elements that only newer servers know
 * (docs/opinions.md, "Recreation").
 */
import { cascadedLayerUsual } from "../model/cascaded-layer.ts";
import type { Details } from "../model/details.ts";
import { featureTypeUsual } from "../model/feature-type.ts";
import { layerDocument, layerUsual } from "../model/layer.ts";
import { ownElements } from "./codec.ts";
import {
  asList,
  entryList,
  member,
  members,
  memberText,
  textOf,
  type Tree,
  stringsIn,
} from "./tree.ts";
import type { XmlValue } from "./xml.ts";

/** Members of a request body. */
export type KeptSettings = Readonly<Record<string, XmlValue>>;

/** Servers write these elements themselves. */
const WRITTEN: readonly string[] = ["id", "dateCreated", "dateModified", "modifiedBy"];

/** Cascaded layers show them; bodies must not contain them. */
export const NEVER_SENT: readonly string[] = ["allAvailableRemoteStyles"];

/** The members that a body can repeat, without those in `left`. */
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

/** Defaults of a new feature type, coverage or layer with the same name. */
export interface NewObjectDefaults {
  readonly root: "featureType" | "coverage" | "wmsLayer" | "wmtsLayer";
  /** Whether the server derives values from the data. */
  readonly calculates: boolean;
  /** Possible keyword sets of a new object; the empty set is always possible. */
  readonly keywords: readonly (readonly string[])[];
  /** Projection policy of a server that does not read the data; absent for none. */
  readonly policy?: string | undefined;
  /** Whether such a server reprojects to the declared system by default. */
  readonly isReprojected?: boolean;
}

/** Identity, which the new object shares. */
const IDENTITY = ["name", "nativeName", "nativeCoverageName", "namespace", "store"] as const;

/** Values that a server reads from the data. */
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

/** Settings, including the title, that a new object would not have. */
export function keptOfPublished(document: Tree, newborn: NewObjectDefaults): KeptSettings {
  const left = [...IDENTITY, ...NEVER_SENT, ...(newborn.calculates ? CALCULATED : [])];
  const all = sendable(document, left);
  const { metadata, ...kept } = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => !isUsual(name, value, document, newborn)),
  );
  const entries = asList(member(metadata, "entry")).filter((entry) => !isAutomatic(entry));
  return entries.length === 0 ? kept : { ...kept, metadata: { entry: entries as XmlValue[] } };
}

/** As `keptOfPublished`, with the native name where a recreation needs it. */
export function carriedOfPublished(document: Tree, newborn: NewObjectDefaults): KeptSettings {
  const kept = keptOfPublished(document, newborn);
  // The native name of a coverage depends on its store's file.
  const native = newborn.root === "coverage" ? undefined : memberText(document, "nativeName");
  const isOther = native !== undefined && native !== "" && native !== memberText(document, "name");
  return isOther ? { nativeName: native, ...kept } : kept;
}

/** Metadata entries that servers write themselves. */
const AUTOMATIC: ReadonlySet<string> = new Set(["dirName"]);

function isAutomatic(entry: Tree): boolean {
  return AUTOMATIC.has(memberText(entry, "@key") ?? "");
}

/** Default values; all other elements are empty by default. */
const { projectionPolicy: _depends, ...flags }: Details = {
  ...featureTypeUsual,
  ...cascadedLayerUsual.wms,
  enabled: true,
};
const USUAL = new Map(Object.entries(flags).map(([name, usual]) => [name, JSON.stringify(usual)]));

/** Values that servers fill in when another element is written. */
const FILLED_IN: Readonly<Record<string, readonly string[]>> = {
  encodeMeasures: ["false"],
  defaultInterpolationMethod: ["nearest neighbor"],
};

function isUsual(
  name: string,
  value: XmlValue,
  document: Tree,
  newborn: NewObjectDefaults,
): boolean {
  const text = textOf(value);
  if (isEmpty(value)) return true;
  if (text !== undefined && USUAL.get(name) === text) return true;
  if (name === "projectionPolicy" && text === newborn.policy) return true;
  if (name === "title") return isTitleOf(document, text);
  if (name === "keywords") return isKeywordSet(value, newborn);
  if (newborn.calculates) return isCalculated(name, value, document);
  // Plumbline's server shows this policy by default.
  return name === "projectionPolicy" && text === "FORCE_DECLARED" && newborn.isReprojected !== true;
}

function isCalculated(name: string, value: XmlValue, document: Tree): boolean {
  const text = textOf(value);
  if (text !== undefined && FILLED_IN[name]?.includes(text)) return true;
  return calculatedUsual[name]?.(value, document) ?? false;
}

/** Defaults that depend on other elements, if the server reads the data. */
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

function isKeywordSet(tree: Tree, { keywords }: NewObjectDefaults): boolean {
  const given = new Set(stringsIn(tree));
  return keywords.some(
    (usual) => usual.length === given.size && usual.every((one) => given.has(one)),
  );
}

/** GeoServer's code for data without a CRS. */
const NO_SYSTEM = "EPSG:404000";

/** The EPSG code of the data; feature types show it only in their box. */
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
  const codes = stringsIn(tree).map((code) => code.replace("EPSG:", ""));
  // The default is the CRS of the data, not the declared one.
  const native = nativeCode(document)?.replace("EPSG:", "");
  return codes.length === 1 && codes[0] === native;
}

/** Default read parameters of coverage formats. */
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
  const [key = "", value = ""] = stringsIn(entry);
  return isUsualParameter(key, value);
}

/** Whether a read parameter has its default value. */
export function isUsualParameter(key: string, value: string): boolean {
  return value === "" || PARAMETERS[key] === value;
}

/** Whether an attribute is unchanged from the data. */
function isPlainAttribute(attribute: Tree): boolean {
  const source = memberText(attribute, "source");
  const isOwn = source === undefined || source === memberText(attribute, "name");
  const known = ["description", "options", "range", "metadata"];
  return isOwn && known.every((name) => isEmpty(member(attribute, name) ?? null));
}

/** Settings of a layer that a new one would not have, other than styles and flags. */
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

/** Names of elements, and keys of metadata entries. */
export function keptWords(kept: KeptSettings): readonly string[] {
  return Object.entries(kept).flatMap(([name, value]) => {
    if (name !== "metadata") return [name];
    const entries = asList(member(value, "entry"));
    return entries.map((entry) => `metadata ${memberText(entry, "@key") ?? ""}`);
  });
}
