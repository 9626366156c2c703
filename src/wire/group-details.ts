/** Details of a layer group other than its members. */
import {
  attributionFields,
  type Attribution,
  type Authority,
  type Identifier,
  type GroupDetails,
} from "../model/layer-group.ts";
import { parseEntries } from "./body.ts";
import { optional, value, type DocumentNode, type Fields } from "./document.ts";
import { asList, member, memberText, memberWholeText, type Tree } from "./tree.ts";

/** Documents always have an attribution, even if none was given. */
export function attributionNode(attribution: Attribution | undefined): DocumentNode {
  const { logoWidth = "0", logoHeight = "0", ...texts } = attribution ?? {};
  return {
    type: "object",
    fields: [
      ...Object.entries(texts).map(([name, text]) => [name, optional(text)] as const),
      ["logoWidth", value(Number(logoWidth))],
      ["logoHeight", value(Number(logoHeight))],
    ],
  };
}

/** The other details as fields of a document. */
export function detailFields({ metadata, authorities, identifiers }: GroupDetails): Fields {
  return [
    ["metadata", metadata && { type: "entries", entries: new Map(Object.entries(metadata)) }],
    ["authorityURLs", authorities && recordList("AuthorityURL", authorities)],
    ["identifiers", identifiers && recordList("Identifier", identifiers)],
  ];
}

export function recordList(name: string, records: readonly object[]): DocumentNode {
  const nodes = records.map((record): DocumentNode => ({
    type: "object",
    fields: Object.entries(record as Readonly<Record<string, string>>).map(
      ([key, text]) => [key, value(text)] as const,
    ),
  }));
  return { type: "list", name, nodes };
}

/** Undefined for absent details. */
export function parseDetails(tree: Tree): GroupDetails {
  const metadata = parseEntries(member(tree, "metadata"));
  return {
    attribution: parseAttribution(member(tree, "attribution")),
    metadata: metadata && Object.fromEntries(metadata),
    authorities: parseRecords(tree, ["authorityURLs", "AuthorityURL"], authorityOf),
    identifiers: parseRecords(tree, ["identifiers", "Identifier"], identifierOf),
  };
}

function parseAttribution(tree: Tree | undefined): Attribution | undefined {
  if (tree === undefined) return undefined;
  const texts = attributionFields.flatMap((name) => {
    const isSize = name === "logoWidth" || name === "logoHeight";
    const text = isSize ? memberText(tree, name) : memberWholeText(tree, name);
    if (text === undefined || (isSize && text === "0")) return [];
    const isPassedOver = isSize && !(/^\d{1,10}$/.test(text) && Number(text) < 2 ** 31);
    return isPassedOver ? [] : [[name, text] as const];
  });
  return Object.fromEntries(texts);
}

function authorityOf(tree: Tree): Authority {
  return textsOf(tree, ["name", "href"]);
}

function identifierOf(tree: Tree): Identifier {
  return textsOf(tree, ["authority", "identifier"]);
}

/** Absent members become empty texts. */
export function textsOf<Name extends string>(
  tree: Tree,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const texts = names.map((name) => [name, memberWholeText(tree, name) ?? ""] as const);
  return Object.fromEntries(texts) as Record<Name, string>;
}

/** Undefined when the body does not have the list. */
export function parseRecords<Item>(
  tree: Tree,
  [list, item]: readonly [string, string],
  read: (tree: Tree) => Item,
): readonly Item[] | undefined {
  const found = member(tree, list);
  return found === undefined ? undefined : asList(member(found, item)).map(read);
}
