/**
 * Parses fields that the catalog does not interpret into one neutral tree, and renders them as XML
 * or JSON. A list of one equals its member; flags are booleans; numbers are JSON numbers only in
 * known numeric fields, so that a name such as `2020` stays a text (docs/compatibility.md,
 * "Documents").
 */
import { isList, type Detail, type Details, type DetailsChange } from "../model/details.ts";
import { wmsLayerSettings } from "../model/cascaded-layer.ts";
import { publishedParts } from "../model/published-parts.ts";
import { names, type Parts, type PartType } from "../model/schema.ts";
import { featureTypeUsual } from "../model/feature-type.ts";
import { layerFlags, layerSettings } from "../model/layer.ts";
import { details as limits } from "../model/limits.ts";
import { madeOnce } from "../model/made-once.ts";
import { storeFlags } from "../model/store.ts";
import type { DocumentNode, Fields } from "./document.ts";
import { asList, isUnset, member, members, textOf, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

const elements = madeOnce(() => ({
  /** Boolean elements, whatever a client writes in them. */
  flags: new Set([
    ...elementsOf("flag"),
    ...usually("boolean"),
    ...names("boolean enabled escapeSql nearestMatchEnabled nillable rawNearestMatchEnabled"),
  ]),
  numbers: new Set([
    ...elementsOf("count"),
    ...usually("number"),
    ...names(
      `double int length max maxOccurs maxScale maxx maxy min minOccurs minScale minx miny
       resolution scaleX scaleY shearX shearY srid translateX translateY`,
    ),
  ]),
  /** An empty text in them means no members. */
  containers: new Set([
    ...elementsOf("texts", "codes", "systems", "record", "records"),
    ...names(
      `attributes connectionParameters dimensions disabledServices internationalAbstract
       internationalTitle keywords metadata parameters`,
    ),
  ]),
}));

/** Elements of these types of part. */
function elementsOf(...types: readonly PartType[]): readonly string[] {
  const within = (parts: Parts): readonly string[] =>
    Object.entries(parts).flatMap(([name, { type, path = name, parts: inner = {} }]) => [
      ...(types.includes(type) ? [path.slice(path.search(/[^/@]*$/))] : []),
      ...within(inner),
    ]);
  return within({ ...layerFlags, ...layerSettings, ...wmsLayerSettings, ...publishedParts });
}

function usually(type: "boolean" | "number"): readonly string[] {
  const usual = Object.entries({ ...featureTypeUsual, ...storeFlags });
  return usual.filter(([, value]) => typeof value === type).map(([name]) => name);
}

/** Maps, in any spelling that clients use. */
const MAPS = new Set(["connectionParameters", "metadata"]);

const NAME = /^(?:\$|@?[\p{L}_][\p{L}\p{M}\p{N}._-]*)$/u;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Without links and namespaces; null unsets a field. */
export type NeutralBody = Readonly<Record<string, Detail | null>>;

/** Throws WireError for names that XML cannot write, nested lists, and too deep nesting. */
export function neutralBody(tree: Tree): NeutralBody {
  return Object.fromEntries(
    members(tree)
      .filter(([name]) => !name.startsWith("@") && name !== "$" && !isForeign(name))
      .map(([name, node]) => [name, neutral(name, node, 1)]),
  );
}

/** The fields of a body that a codec does not process. */
export function detailsOf(body: NeutralBody, taken: ReadonlySet<string>): DetailsChange {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !taken.has(name)));
}

function isForeign(name: string): boolean {
  return name.includes(":") || name.startsWith("@xmlns");
}

function neutral(name: string, tree: Tree, depth: number): Detail | null {
  if (depth > limits.depth) {
    throw new WireError("too-large", `The document is nested deeper than ${limits.depth}`);
  }
  if (!NAME.test(name)) {
    throw new WireError("malformed", `${JSON.stringify(name)} cannot be the name of a field`);
  }
  if (tree === null || isUnset(tree)) return null;
  if (typeof tree !== "object") return leaf(name, tree);
  if (name === "$" || name.startsWith("@")) {
    throw new WireError("malformed", `${name} holds an object or list; it can hold a text only`);
  }
  if (Array.isArray(tree)) return list(name, tree as readonly Tree[], depth);
  return MAPS.has(name) ? map(tree, depth) : object(name, tree, depth);
}

function leaf(name: string, value: string | number | boolean): Detail | null {
  const { flags, numbers, containers } = elements();
  if (typeof value === "string" && value.trim() === "")
    if (containers.has(name) || flags.has(name)) return null;
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new WireError("malformed", `${name} holds a number that is out of range`);
  }
  if (flags.has(name)) return String(value).trim().toLowerCase() === "true";
  return typeof value === "string" && numbers.has(name) ? value.trim() : value;
}

function list(name: string, nodes: readonly Tree[], depth: number): Detail | null {
  if (nodes.some((node) => Array.isArray(node))) {
    throw new WireError("malformed", `${name} holds a list inside a list; XML cannot write it`);
  }
  return collapsed(nodes.flatMap((node) => neutral(name, node, depth) ?? []));
}

function collapsed(nodes: readonly Detail[]): Detail | null {
  return nodes.length > 1 ? nodes : (nodes[0] ?? null);
}

function object(name: string, tree: Tree, depth: number): Detail | null {
  const kept = members(tree)
    .filter(([key]) => !isForeign(key))
    .flatMap(([key, node]) => {
      const detail = neutral(key, node, depth + 1);
      return detail === null ? [] : [[key, detail] as const];
    });
  const [only] = kept;
  if (only === undefined) return null;
  if (kept.length > 1 || only[0] !== "$") return Object.fromEntries(attributesFirst(kept));
  return typeof only[1] === "object" ? only[1] : leaf(name, only[1]);
}

/** Both formats write attributes first. */
function attributesFirst<Part extends readonly [string, Detail]>(fields: readonly Part[]) {
  const isAttribute = ([name]: Part) => name.startsWith("@");
  return [...fields.filter(isAttribute), ...fields.filter((field) => !isAttribute(field))];
}

/** Converts a map to `entry` members with `@key`. */
function map(tree: Tree, depth: number): Detail | null {
  const entries = new Map<string, Detail>();
  for (const [name, node] of members(tree)) {
    if (name.startsWith("@") || name === "$" || isForeign(name)) continue;
    const written =
      name === "entry" ? asList(node).map(keyedEntry) : [[name, unwrapped(node)] as const];
    for (const [key, content] of written) {
      if (key !== undefined) entries.set(key, entry(key, content, depth + 1));
    }
  }
  const nodes = collapsed([...entries.values()]);
  return nodes === null ? null : { entry: nodes };
}

/** The key is an attribute, or a `string` element before another `string` or any other element. */
function keyedEntry(tree: Tree): readonly [key: string | undefined, content: Tree] {
  const attribute = member(tree, "@key");
  if (attribute !== undefined) return [textOf(attribute), tree];
  const strings = member(tree, "string");
  if (Array.isArray(strings)) return [textOf(strings[0] as Tree), unwrapped(tree)];
  const others = members(tree).filter(([name]) => name !== "string" && !name.startsWith("@"));
  return [others.length === 0 ? undefined : textOf(strings), Object.fromEntries(others)];
}

/** Removes the `string` element around a value, unless the tree has a `@key`. */
function unwrapped(tree: Tree): Tree {
  const strings = member(tree, "@key") === undefined ? member(tree, "string") : undefined;
  return strings === undefined ? tree : (asList(strings).at(-1) ?? "");
}

function entry(key: string, content: Tree, depth: number): Detail {
  const attribute = leaf("@key", key) ?? key;
  const detail = neutral("entry", content, depth);
  if (detail === null || isList(detail)) return { "@key": attribute, $: "" };
  if (typeof detail !== "object") return { "@key": attribute, $: String(detail) };
  const rest = Object.entries(detail).filter(([name]) => name !== "@key" && name !== "@class");
  const texts = rest.map(
    ([name, node]) =>
      [name, name === "$" && typeof node !== "object" ? String(node) : node] as const,
  );
  return { "@key": attribute, ...(rest.length === 0 ? { $: "" } : Object.fromEntries(texts)) };
}

/** Known and kept fields in document order. */
export function arranged(order: ReadonlySet<string>, known: Fields, kept: Details): Fields {
  const fields = new Map<string, DocumentNode | undefined>(known);
  for (const [name, detail] of Object.entries(kept)) {
    if (!fields.has(name))
      fields.set(name, { type: "kept", xml: detail, json: typed(name, detail) });
  }
  return [...new Set([...order, ...fields.keys()])].flatMap((name) =>
    fields.has(name) ? [[name, fields.get(name)] as const] : [],
  );
}

/** The JSON of a node: texts in numeric fields become numbers. */
function typed(name: string, detail: Detail): unknown {
  if (typeof detail === "string") {
    return elements().numbers.has(name) && NUMBER.test(detail) ? numberOf(detail) : detail;
  }
  if (typeof detail !== "object") return detail;
  if (isList(detail)) return detail.map((node) => typed(name, node));
  return Object.fromEntries(Object.entries(detail).map(([key, node]) => [key, typed(key, node)]));
}

/** The text itself where a JSON number would lose digits. */
function numberOf(text: string): number | string {
  const number = Number(text);
  const size = Math.abs(number);
  // From 1e21 on, a number has an exponent, which marks it as rounded.
  const rounded = size >= 1e21 && Number.isFinite(number) && !/^-?\d+$/.test(text);
  return size <= Number.MAX_SAFE_INTEGER || rounded ? number : text;
}
