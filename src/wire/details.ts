/**
 * Documents that clients write with more fields than the catalog understands: one reading for
 * XML and JSON into a neutral tree, and one rendering back into either. Lists of one and single
 * members are the same; flags are flags in both forms; numbers are numbers in JSON where the field
 * is known to hold one, so that a name such as `2020` stays a text (docs/compatibility.md,
 * "Documents").
 */
import { isList, type Detail, type Details, type DetailsChange } from "../model/details.ts";
import { wmsLayerSettings } from "../model/cascaded-layer.ts";
import { names, type Field } from "../model/fields.ts";
import { featureTypeUsual } from "../model/feature-type.ts";
import { layerFlags } from "../model/layer.ts";
import { details as limits } from "../model/limits.ts";
import { storeFlags } from "../model/store.ts";
import type { DocumentNode, Fields } from "./document.ts";
import { asList, isUnset, member, members, textOf, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

/** Fields that hold `true` or `false`, whatever a client writes for it. */
const FLAGS: ReadonlySet<string> = new Set([
  ...Object.keys(layerFlags),
  ...flagsIn(wmsLayerSettings),
  ...usually("boolean"),
  ...names(
    "boolean enabled encodeMeasures escapeSql nearestMatchEnabled nillable rawNearestMatchEnabled",
  ),
]);

/** Fields that hold a number. */
const NUMBERS: ReadonlySet<string> = new Set([
  ...usually("number"),
  ...names(
    `cacheAgeMax double int length logoHeight logoWidth max maxOccurs maxScale maxx maxy min minOccurs minScale
     minx miny resolution scaleX scaleY shearX shearY srid translateX translateY`,
  ),
]);

/** The flags of a table. */
function flagsIn(fields: Readonly<Record<string, Field>>): readonly string[] {
  return Object.entries(fields).flatMap(([name, { type }]) => (type === "flag" ? [name] : []));
}

/** Fields of feature types and stores that hold something of a type where nobody says anything. */
function usually(type: "boolean" | "number"): readonly string[] {
  const usual = Object.entries({ ...featureTypeUsual, ...storeFlags });
  return usual.filter(([, value]) => typeof value === type).map(([name]) => name);
}

/** Fields that are maps, in any of the spellings clients use. */
const MAPS = new Set(["connectionParameters", "metadata"]);

/** Fields that hold members only, so that an empty text means that there are none. */
const CONTAINERS = names(
  `attributes attribution authorityURLs connectionParameters dataLinks dimensions disabledServices
   identifiers internationalAbstract internationalTitle interpolationMethods keywords metadata metadataLinks parameters requestSRS responseSRS
   supportedFormats`,
);

const NAME = /^(?:\$|@?[\p{L}_][\p{L}\p{M}\p{N}._-]*)$/u;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A body as it is kept: nothing left of links and namespaces, null for what is to be un-set. */
export type NeutralBody = Readonly<Record<string, Detail | null>>;

/**
 * Brings the content of a body to the neutral form. Throws WireError for names
 * that XML cannot write, for lists inside lists, and for what is nested beyond its bound.
 */
export function neutralBody(tree: Tree): NeutralBody {
  return Object.fromEntries(
    members(tree)
      .filter(([name]) => !name.startsWith("@") && name !== "$" && !isForeign(name))
      .map(([name, node]) => [name, neutral(name, node, 1)]),
  );
}

/** The fields of a body that a codec does not take for its own. */
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
  if (typeof value === "string" && value.trim() === "")
    if (CONTAINERS.has(name) || FLAGS.has(name)) return null;
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new WireError("malformed", `${name} holds a number that is out of range`);
  }
  if (FLAGS.has(name)) return String(value).trim().toLowerCase() === "true";
  return typeof value === "string" && NUMBERS.has(name) ? value.trim() : value;
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

/** Both forms write attributes first, wherever a reader put them. */
function attributesFirst<Field extends readonly [string, Detail]>(fields: readonly Field[]) {
  const isAttribute = ([name]: Field) => name.startsWith("@");
  return [...fields.filter(isAttribute), ...fields.filter((field) => !isAttribute(field))];
}

/** A map as `entry` members with `@key`. */
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

/**
 * Key and value of an `entry`. The key is an attribute, and all that stands in the entry its value;
 * or the key is a `string` element in front of another one or of anything else.
 */
function keyedEntry(tree: Tree): readonly [key: string | undefined, content: Tree] {
  const attribute = member(tree, "@key");
  if (attribute !== undefined) return [textOf(attribute), tree];
  const strings = member(tree, "string");
  if (Array.isArray(strings)) return [textOf(strings[0] as Tree), unwrapped(tree)];
  const others = members(tree).filter(([name]) => name !== "string" && !name.startsWith("@"));
  return [others.length === 0 ? undefined : textOf(strings), Object.fromEntries(others)];
}

/** A value in `string` elements without them, unless `@key` says that they are the value. */
function unwrapped(tree: Tree): Tree {
  const strings = member(tree, "@key") === undefined ? member(tree, "string") : undefined;
  return strings === undefined ? tree : (asList(strings).at(-1) ?? "");
}

/** An entry in its one form. */
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

/** The fields of a document in its order: what the codec knows, and what was kept. */
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

/** JSON of a node: texts become numbers where the field holds one. */
function typed(name: string, detail: Detail): unknown {
  if (typeof detail === "string") {
    return NUMBERS.has(name) && NUMBER.test(detail) ? numberOf(detail) : detail;
  }
  if (typeof detail !== "object") return detail;
  if (isList(detail)) return detail.map((node) => typed(name, node));
  return Object.fromEntries(Object.entries(detail).map(([key, node]) => [key, typed(key, node)]));
}

/** A number, or the text itself when a number could not hold all of it, or JSON not write it so. */
function numberOf(text: string): number | string {
  const number = Number(text);
  const size = Math.abs(number);
  // From 1e21 on a number is written with an exponent, which says that it is rounded.
  const rounded = size >= 1e21 && Number.isFinite(number) && !/^-?\d+$/.test(text);
  return size <= Number.MAX_SAFE_INTEGER || rounded ? number : text;
}
