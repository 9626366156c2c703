/**
 * Parses and renders settings by type. Unknown elements are ignored, as GeoServer does
 * (docs/compatibility.md, "Settings").
 */
import {
  type PlacedPart,
  type PlacedParts,
  type SettingValue,
  objectsAround,
} from "../model/schema.ts";
import type { SettingValues, SettingsPatch } from "../model/setting.ts";
import type { DocumentNode, Fields } from "./document.ts";
import { partCodecs } from "./part-codecs.ts";
import { asList, isUnset, member, wholeText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import type { XmlValue } from "./xml.ts";

/** The node at a path of a document. */
export function nodeAt(tree: Tree | undefined, path: string): Tree | undefined {
  return path.split("/").reduce((node, element) => member(node, element), tree);
}

/** Throws WireError. */
export function parseSettings(table: PlacedParts, tree: Tree): SettingsPatch {
  const objects = new Set<string>();
  const said: Record<string, SettingValue | null> = {};
  for (const one of Object.values(table)) {
    const around = objectsAround(one).filter((path) => nodeAt(tree, path) !== undefined);
    for (const path of around) objects.add(path);
    const node = nodeAt(tree, one.path);
    const isGone = around.some((path) => isUnset(nodeAt(tree, path) ?? ""));
    if (isGone || (node !== undefined && isUnset(node))) said[one.path] = null;
    else if (node !== undefined) said[one.path] = valueOf(node, one);
  }
  return { said, objects };
}

/** The values of a document; malformed values are shown as text. */
export function readSettings(table: PlacedParts, document: Tree): SettingValues {
  return Object.fromEntries(
    Object.values(table).flatMap((one) => {
      const node = nodeAt(document, one.path);
      return node === undefined || isUnset(node)
        ? []
        : [[one.path, shownValue(node, one)] as const];
    }),
  );
}

/** An empty flag is false, an element without text an empty text. */
function valueOf(node: Tree, one: PlacedPart): SettingValue {
  const { type, path } = one;
  const found = partCodecs[type].read(node, one, path.slice(path.lastIndexOf("/") + 1));
  return (found ?? (type === "flag" ? false : "")) as SettingValue;
}

function shownValue(node: Tree, one: PlacedPart): SettingValue {
  try {
    return valueOf(node, one);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const isList = one.type === "keywords";
    return isList
      ? asList(member(node, "string")).map((text) => wholeText(text) ?? "")
      : (wholeText(node) ?? "");
  }
}

/** Converts a value for a body. */
export function writtenSetting(one: PlacedPart, value: SettingValue): XmlValue {
  return partCodecs[one.type].write(value, one);
}

export function settingFields(table: PlacedParts, values: SettingValues): Fields {
  const root: Branch = new Map();
  for (const one of Object.values(table)) {
    const value = values[one.path];
    const node = value === undefined ? undefined : partCodecs[one.type].show(value, one);
    if (node === undefined) continue;
    const elements = one.path.split("/");
    const name = elements.pop() ?? "";
    branchAt(root, elements.join("/")).set(name, node);
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
