/** What the documents of all stores share. */
import { isSameAddress, type Address } from "../../../model/address.ts";
import { coverageStoreFields } from "../../../model/coverage-store.ts";
import { names } from "../../../model/schema.ts";
import { storePlace, storeSettings } from "../../../model/store.ts";
import { parseNames } from "../../../wire/list.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Cascade, Departure, Facts, KindContext, Live, Resource } from "../../kind.ts";
import { storeFolders, templateCascade } from "../published/templates.ts";
import { storeWords } from "../published/store-words.ts";
import type { DocumentPaths } from "./contract.ts";
import { partHandler, partHandlers } from "../fields/parts.ts";

const { storeType } = coverageStoreFields;

/** Fields of all stores. */
export const storeFields = () => ({
  type: partHandler("type", storeType),
  ...partHandlers(storeSettings),
});

/**
 * Elements that fields cover, or that follow from others. `_default` is not among them: a server
 * shows it, but no body of a store sets it.
 */
export function storeElements(more: readonly string[]): ReadonlySet<string> {
  return new Set([...SAID, ...more]);
}

const SAID = [
  ...names("id name type workspace connectionParameters metadata dateCreated dateModified"),
  ...names("modifiedBy featureTypes coverages"),
  ...Object.keys(storeSettings),
];

export type StoreRoot = "dataStore" | "coverageStore" | "wmsStore" | "wmtsStore";

export function storePaths(single: StoreRoot, collection: `${StoreRoot}s`): DocumentPaths {
  return {
    read: (address, suffix) => pathTo(single, storePlace(address), suffix),
    collection: (address) => pathTo(collection, storePlace(address)),
    single: (address) => pathTo(single, storePlace(address)),
  };
}

interface Published {
  readonly kind: string;
  readonly noun: string;
  readonly element: string;
  readonly list: keyof typeof ROOTS;
}

const ROOTS = {
  storeFeatureTypes: "dataStore",
  storeCoverages: "coverageStore",
  wmsStoreLayers: "wmsStore",
  wmtsStoreLayers: "wmtsStore",
} as const satisfies Readonly<Record<string, StoreRoot>>;

async function publishedNames(
  { element, list }: Published,
  { read }: KindContext,
  address: Address,
): Promise<readonly string[]> {
  const response = await getIfThere(read, pathTo(list, storePlace(address), "xml"));
  return response === undefined ? [] : parseNames(response, element);
}

export function storeContents(published: Published) {
  return {
    inside: async (context: KindContext, address: Address): Promise<Facts> => ({
      published: await publishedNames(published, context, address),
    }),
    contains: ({ address: { workspace }, facts }: Live): readonly Address[] => {
      const names = Array.isArray(facts["published"]) ? facts["published"] : [];
      return names.flatMap((name: string) =>
        [published.kind, "Layer"].map((kind) => ({ kind, workspace, name })),
      );
    },
  };
}

/** What a store publishes goes only if the plan deletes it; its kind reports what that removes. */
export function storeCascades(published: Published) {
  return async (
    context: KindContext,
    { address }: Live,
    declared: readonly Resource[],
    { to }: Departure = {},
  ): Promise<Cascade> => {
    const names = await publishedNames(published, context, address);
    const contents = names.map((name) => ({
      addresses: [{ kind: published.kind, workspace: address.workspace, name }],
      what: `${published.noun} ${name}`,
      goes: "if-deleted" as const,
    }));
    const own = declared.find((one) => to !== undefined && isSameAddress(one.address, to));
    const irreversible =
      own === undefined ? [] : await undeclaredOf(context, published, address, own);
    const again = own ?? declared.find((one) => isSameAddress(one.address, address));
    const about = { ...storePlace(address), goes: true, names: [], backOf: () => undefined };
    const templates = await templateCascade(
      context,
      storeFolders({ ...about, owner: again?.address }),
    );
    const { affected, gone, damage } = templates;
    return {
      affected,
      gone,
      contents,
      damage,
      irreversible: [...irreversible, ...templates.irreversible],
    };
  };
}

/** Undeclared settings, which a store under another name does not get. */
async function undeclaredOf(
  context: KindContext,
  { list }: Published,
  address: Address,
  { facts }: Resource,
): Promise<readonly string[]> {
  const root = ROOTS[list];
  const keysIn = (field: string, mark: string) => {
    const texts = facts[field];
    const all = Array.isArray(texts) ? (texts as readonly string[]) : [];
    return all.map((text) => text.slice(0, text.indexOf(mark)));
  };
  const keys = [...keysIn("parameters", "="), ...keysIn("secrets", " ")];
  const declared = new Set([...Object.keys(facts), ...keys]);
  return storeWords(context, root, storePlace(address), { declared, parameters: new Set(keys) });
}
