/** What feature types, coverages and cascaded layers of the stock server have in common as nouns. */
import { entriesOf, flag, param, type Call } from "./call.ts";
import { refuseHeld, removePublished } from "./cascades.ts";
import { dates, field, kept, link, map, pathOf } from "./documents.ts";
import { HEAD } from "./published-elements.ts";
import { found, Refusal } from "./refusal.ts";
import { inWorkspace, scoped, type Published } from "./state.ts";
import { child, type Element } from "./xml-tree.ts";

/** Names of what is published in the workspace of a path, of its store where the path has one. */
export function namesOf(call: Call, all: ReadonlyMap<string, Published>): readonly string[] {
  const { store } = call.params;
  const own = inWorkspace(all, param(call, "workspace"));
  return own.filter((one) => store === undefined || one.store === store).map(({ name }) => name);
}

/** What a path names, in its store where the path has one; undefined where it is not there. */
export function published<One extends Published>(
  { params }: Call,
  all: ReadonlyMap<string, One>,
): One | undefined {
  const { workspace = "", store, one = "" } = params;
  const known = all.get(scoped(workspace, one));
  return store === undefined || known?.store === store ? known : undefined;
}

/** The same. Throws Refusal 404 with the names of the path behind the words. */
export function pathPublished<One extends Published>(
  call: Call,
  all: ReadonlyMap<string, One>,
  words: string,
): One {
  const { workspace, store, one } = call.params;
  const isShort = store === undefined || words !== "feature type";
  const isRead = words === "coverage" && store !== undefined && call.method === "GET";
  const where = isShort && !isRead ? [workspace, one] : [workspace, store, one];
  return found(published(call, all), `No such ${words}: ${where.join(",")}`);
}

/** A document; `tail` follows the store. */
export function publishedXml(
  call: Call,
  one: Published,
  { item, store, stores, tail }: Readonly<Record<"item" | "store" | "stores" | "tail", string>>,
): string {
  const { workspace } = one;
  const home = pathOf("workspaces", workspace, stores, one.store);
  const parts = [
    field("name", one.name) + field("nativeName", one.nativeName),
    `<namespace>${field("name", workspace)}${link(call, pathOf("namespaces", workspace))}</namespace>`,
    kept(one.fields, ...HEAD) + map(call, "metadata", one.metadata),
    `<store class="${store}">${field("name", `${workspace}:${one.store}`)}${link(call, home)}</store>`,
  ];
  return `<${item}>${parts.join("")}${tail}${dates(one)}</${item}>`;
}

export function takeMetadata(one: Published, body: Element): void {
  const metadata = child(body, "metadata");
  if (metadata !== undefined) one.metadata = entriesOf(metadata);
}

/** What the first change writes down where nobody said it. */
export function settle({ fields }: Published, usual: ReadonlyMap<string, string>): void {
  for (const [name, value] of usual) if (!fields.has(name)) fields.set(name, value);
}

/** Removes what is published with its layer. Throws Refusal. */
export function removeWithLayer(call: Call, one: Published, words: string): void {
  const key = scoped(one.workspace, one.name);
  if (call.state.layers.has(key) && !flag(call, "recurse"))
    throw new Refusal(403, `${words} referenced by layer(s)`);
  refuseHeld(call.state, key);
  removePublished(call.state, key);
}
