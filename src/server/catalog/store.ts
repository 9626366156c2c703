/** Rules for stores of all kinds, which share one namespace per workspace. */
import { nameProblem } from "../../model/name.ts";
import type { StorePlace } from "../../model/store.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError, type CatalogErrorCode } from "./errors.ts";
import { missingText } from "./missing-text.ts";
import type { Asked, Naming, ObjectNoun } from "./objects.ts";
import { emptyStore, moveToStore, publishedOf, type PublishedKind } from "./published.ts";
import { definitionFolder, type Purge } from "./mosaic.ts";
import type { Stored } from "./records.ts";
import { moveFolder } from "./store-files.ts";
import { moveTemplates } from "./template-files.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Throws not-found if the workspace does not exist. */
export async function requireStoreWorkspace(
  reader: CatalogReader,
  name: string,
): Promise<Stored<"workspace">> {
  const found = await reader.get("workspace", null, name);
  if (found === undefined) throw new CatalogError("not-found", missingWorkspace(name));
  return found;
}

/** Throws store-workspace-missing if the workspace does not exist. */
export async function requireNewStoreWorkspace(
  reader: CatalogReader,
  dialect: Dialect,
  name: string,
): Promise<Stored<"workspace">> {
  const found = await reader.get("workspace", null, name);
  if (found !== undefined) return found;
  const message = missingText(dialect, "storeWorkspace", missingWorkspace(name));
  throw new CatalogError("store-workspace-missing", message);
}

function missingWorkspace(name: string): string {
  return `No such workspace : ${name}`;
}

/** Throws expected-other if the document names another workspace than the URL. */
export function checkStoreWorkspace({ workspace, change }: Asked<Naming>): void {
  const { workspace: asked } = change;
  if (asked === undefined || asked === "" || asked === workspace) return;
  throw new CatalogError(
    "expected-other",
    `Expected workspace ${workspace ?? ""} but client specified ${asked}`,
  );
}

const SORTS = {
  "data-store": "a data store",
  "coverage-store": "a coverage store",
  "wms-store": "a cascaded WMS store",
  "wmts-store": "a cascaded WMTS store",
} as const;

/** Records of stores. */
export type StoreKind = keyof typeof SORTS;

const STORES = Object.keys(SORTS) as readonly StoreKind[];

/** Throws store-type if another kind of store has the name. */
export async function checkUploadTarget(
  reader: CatalogReader,
  own: StoreKind,
  { workspace, store }: StorePlace,
): Promise<void> {
  for (const kind of STORES) {
    if (kind === own || (await reader.get(kind, workspace, store)) === undefined) continue;
    throw new CatalogError("store-type", `Store '${store}' exists and is ${SORTS[kind]}`);
  }
}

/** Throws if the name is invalid or any store has it. */
export async function checkFreeStoreName(
  reader: CatalogReader,
  { workspace, name }: { readonly workspace: string | null; readonly name: string },
): Promise<void> {
  const problem = nameProblem(name);
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The store name '${name}' ${problem}`);
  for (const kind of STORES) {
    if ((await reader.get(kind, workspace, name)) === undefined) continue;
    const message = `Store '${name}' already exists in workspace '${workspace ?? ""}'`;
    throw new CatalogError("store-exists", message);
  }
}

/** What differs between kinds of stores. */
export interface StoreRules<Kind extends StoreKind = StoreKind> {
  readonly record: Kind;
  readonly publishes: PublishedKind;
  /** What messages call one. */
  readonly word: string;
  readonly notEmpty: readonly [CatalogErrorCode, string];
  /** Removes what belongs to a store beside its resources and templates. */
  readonly removed?: (writer: CatalogWriter, place: StorePlace, purge: Purge) => Promise<void>;
}

/** Commands on a kind of stores. */
export type StoreNoun<Kind extends StoreKind, Change extends Naming> = StoreRules<Kind> &
  ObjectNoun<Kind, Change>;

/** The error for a missing store. */
export function missingStore(
  { word }: Pick<StoreRules, "word">,
  { workspace, store }: StorePlace,
  code: CatalogErrorCode = "not-found",
): CatalogError {
  return new CatalogError(code, `No such ${word}: ${workspace},${store}`);
}

/** Throws `code` if the store does not exist. */
export async function requireStore<Kind extends StoreKind>(
  reader: CatalogReader,
  noun: Pick<StoreRules<Kind>, "record" | "word">,
  place: StorePlace,
  code?: CatalogErrorCode,
): Promise<Stored<Kind>> {
  const found = await reader.get(noun.record, place.workspace, place.store);
  if (found !== undefined) return found;
  throw missingStore(noun, place, code);
}

/** Moves what has the name of a store in its path, and its resources. */
export async function renameStore(
  writer: CatalogWriter,
  publishes: PublishedKind,
  {
    workspace,
    from,
    to,
  }: { readonly workspace: string; readonly from: string; readonly to: string },
): Promise<void> {
  await moveToStore(writer, publishes, { workspace, from, to });
  const [before, after] = [from, to].map((store) => definitionFolder({ workspace, store }));
  await moveFolder(writer, before ?? "", after ?? "");
  await moveTemplates(writer, workspace, { from, to });
}

/** Removes a store; with `recurse`, also its resources, layers and rules. */
export async function deleteStore(
  writer: CatalogWriter,
  noun: StoreRules,
  {
    recurse,
    purge = "none",
    ...place
  }: StorePlace & { readonly recurse: boolean; readonly purge?: Purge },
): Promise<void> {
  await requireStore(writer, noun, place);
  const published = await publishedOf(writer, noun.publishes, place);
  if (published.length > 0 && !recurse) throw new CatalogError(...noun.notEmpty);
  await emptyStore(writer, noun.publishes, place);
  await noun.removed?.(writer, place, purge);
  await writer.remove({ kind: noun.record, workspace: place.workspace, name: place.store });
}
