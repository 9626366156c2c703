/** What the documents of feature types and coverages have in common. */
import type { DetailsChange } from "../model/details.ts";
import { featureTypeDocument } from "../model/feature-type.ts";
import { parseKeyword } from "../model/keyword.ts";
import { qualifiedName } from "../model/layer.ts";
import type { Published, PublishedPatch } from "../model/published.ts";
import { nameReference, parsePatch } from "./codec.ts";
import type { Fields } from "./document.ts";
import { pathOf } from "./paths.ts";
import { checkLinks } from "./links.ts";
import { checkSqlView } from "./sql-view.ts";
import { asList, member, textOf, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

/** Roots of the documents of stores. */
type StoreRoot = "dataStore" | "coverageStore" | "wmsStore" | "wmtsStore";

/** What either refers to; `storeClass` is the noun of the store. */
export function publishedReferences(
  { workspace, store }: Published,
  storeClass: StoreRoot,
): Fields {
  const path = pathOf(storeClass, { workspace, store });
  return [
    ["namespace", nameReference(workspace, pathOf("namespace", { namespace: workspace }))],
    ["store", nameReference(qualifiedName(workspace, store), path, storeClass)],
  ];
}

/** A feature type or coverage as a body or a file says it. */
type SaidOfPublished = PublishedPatch & { readonly details: DetailsChange };

/** Reads the content of a `featureType` or `coverage`: both have the same fields. Throws WireError. */
export function parsePublishedInput(tree: Tree): SaidOfPublished {
  return parsePatch(featureTypeDocument, tree);
}

/**
 * The same of a body that a client sends, which has to be one that servers can read. Throws WireError.
 * Deviation: sql-as-sent. Deviation: metadata-kept.
 */
export function parsePublishedBody(tree: Tree): SaidOfPublished {
  const patch = parsePublishedInput(tree);
  const said = patch.details as Tree;
  checkSqlView(said);
  checkLinks(said);
  checkKeywords(said);
  checkNumbers(said);
  return patch;
}

/** Fields that no server of this family reads as anything but a whole number. */
const NUMBERS = ["maxFeatures", "numDecimals"] as const;

function checkNumbers(body: Tree): void {
  for (const name of NUMBERS) {
    const node = member(body, name);
    const text = node === undefined || node === null ? "0" : (textOf(node) ?? "");
    if (/^-?\d+$/.test(text)) continue;
    const message = `${name} must be a whole number, not ${JSON.stringify(text)}`;
    throw new WireError("meaningless", message);
  }
}

function checkKeywords(body: Tree): void {
  const texts = asList(member(member(body, "keywords"), "string")).map((one) => textOf(one) ?? "");
  const wrong = texts.find((text) => text.includes("\\") && parseKeyword(text) === undefined);
  if (wrong === undefined) return;
  const rule = "Keywords must not be empty and must not contain the '\\' character";
  throw new WireError("malformed", `Illegal keyword '${wrong}'. ${rule}`);
}
