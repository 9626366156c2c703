/** Commands on feature types, from uploads and from documents. */
import { localPart } from "../../model/app-schema.ts";
import { automaticDetails } from "../../model/feature-type.ts";
import { mergeDetails } from "./patch.ts";
import { CatalogError } from "./errors.ts";
import { checkPlace, createPublished, findPublished, type PublishedPlace } from "./published.ts";
import type { PublishedPatch } from "../../model/published.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Publishes a type with a layer, numbering a name that is taken. */
export async function publishFeatureType(
  writer: CatalogWriter,
  { workspace, store, nativeName }: PublishedPlace & { readonly nativeName: string },
): Promise<void> {
  let name = nativeName;
  for (let n = 1; (await findPublished(writer, workspace, name)) !== undefined; n++) {
    name = `${nativeName}${n}`;
  }
  const value = { store, nativeName, title: name, enabled: true };
  await createPublished(writer, "feature-type", { workspace, name, value });
}

/** Without a name, returns the default or else the oldest store. */
export async function storeForFeatureType(
  reader: CatalogReader,
  workspace: string,
  asked: string | undefined,
): Promise<Stored<"data-store">> {
  const stores = asked === undefined ? await reader.list("data-store", workspace) : [];
  const found =
    asked === undefined
      ? (stores.find(({ value }) => value.isDefault) ?? stores.toSorted(byAge)[0])
      : await reader.get("data-store", workspace, asked);
  if (found !== undefined) return found;
  throw new CatalogError("not-found", `No such data store: ${workspace},${asked ?? ""}`);
}

function byAge(a: Stored<"data-store">, b: Stored<"data-store">): number {
  return a.created < b.created ? -1 : 1;
}

export interface FeatureTypeCreation {
  readonly place: PublishedPlace;
  readonly change: PublishedPatch;
  /** Names in the store's mapping; undefined if they cannot be known. */
  readonly mapped: readonly string[] | undefined;
}

/** Creates an enabled type and its layer. */
export async function createFeatureType(
  writer: CatalogWriter,
  { place, change, mapped }: FeatureTypeCreation,
): Promise<string> {
  checkPlace("feature-type", place, change);
  const name = change.name ?? change.nativeName;
  if (name === undefined) {
    throw new CatalogError(
      "feature-type-unknown",
      "Trying to create new feature type inside the store, but no feature type name was specified",
    );
  }
  const nativeName = change.nativeName ?? name;
  checkMapped(place, localPart(nativeName), mapped);
  const { workspace, store } = place;
  const base = mapped === undefined ? {} : automaticDetails(name);
  const value = {
    store,
    nativeName: mapped === undefined ? nativeName : localPart(nativeName),
    title: change.title ?? name,
    enabled: true,
    details: mergeDetails(base, change.details),
  };
  await createPublished(writer, "feature-type", { workspace, name, value });
  return name;
}

function checkMapped(
  { store }: PublishedPlace,
  name: string,
  mapped: readonly string[] | undefined,
): void {
  if (mapped === undefined || mapped.includes(name)) return;
  throw new CatalogError(
    "feature-type-unknown",
    "Trying to create new feature type inside the store, but no attributes were specified\n" +
      `The mapping of store '${store}' publishes no type '${name}', only: ${mapped.join(", ")}`,
  );
}
