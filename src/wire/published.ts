/** Common parts of feature type and coverage documents. */
import type { DetailsChange } from "../model/details.ts";
import { featureTypeDocument } from "../model/feature-type.ts";
import { parseKeyword } from "../model/keyword.ts";
import { qualifiedName } from "../model/layer.ts";
import type { StoreMember } from "../model/nouns.ts";
import type { Published, PublishedPatch } from "../model/published.ts";
import { nameReference, parsePatch } from "./codec.ts";
import type { Fields } from "./document.ts";
import { pathOf } from "./paths.ts";
import { checkLinks } from "./links.ts";
import { checkSqlView } from "./sql-view.ts";
import { member, textOf, type Tree, stringsIn } from "./tree.ts";
import { WireError } from "./wire-error.ts";

export function publishedReferences(
  { workspace, store }: Published,
  storeClass: StoreMember,
): Fields {
  const path = pathOf(storeClass, { workspace, store });
  return [
    ["namespace", nameReference(workspace, pathOf("namespace", { namespace: workspace }))],
    ["store", nameReference(qualifiedName(workspace, store), path, storeClass)],
  ];
}

type SaidOfPublished = PublishedPatch & { readonly details: DetailsChange };

/** Parses a `featureType` or `coverage`, which have the same fields. Throws WireError. */
export function parsePublishedInput(tree: Tree): SaidOfPublished {
  return parsePatch(featureTypeDocument, tree);
}

/**
 * Rejects client bodies that GeoServer cannot read. Throws WireError. Deviation: sql-as-sent.
 * Deviation: metadata-kept.
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

/** GeoServer accepts only whole numbers in these fields. */
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
  const texts = stringsIn(member(body, "keywords"));
  const wrong = texts.find((text) => text.includes("\\") && parseKeyword(text) === undefined);
  if (wrong === undefined) return;
  const rule = "Keywords must not be empty and must not contain the '\\' character";
  throw new WireError("malformed", `Illegal keyword '${wrong}'. ${rule}`);
}
