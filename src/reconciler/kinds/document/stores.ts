/** What stores of all sorts have in common as documents. */
import { isSameAddress, type Address } from "../../../model/address.ts";
import { coverageStoreFields } from "../../../model/coverage-store.ts";
import { names } from "../../../model/fields.ts";
import { storePlace, storeSettings } from "../../../model/store.ts";
import { parseNames } from "../../../wire/list.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Cascade, Departure, Facts, KindContext, Live, Resource } from "../../kind.ts";
import { storeFolders, templateCascade } from "../published/templates.ts";
import { storeWords } from "../published/store-words.ts";
import type { DocumentPaths } from "./contract.ts";
import { tableFields, tableSpec, textField } from "./fields.ts";

const { storeType } = coverageStoreFields;

/** Spec of what either may have. */
export const storeSpec = tableSpec(storeSettings);

/** Fields of either. */
export const storeFields = {
  type: textField("type", storeType),
  ...tableFields(storeSettings),
};

/**
 * Elements of documents of stores that fields say, or that follow from others; `more` are those of one sort. That one
 * is the default of its workspace is not among them: a server shows that, and no body of a store sets it.
 */
export function storeElements(more: readonly string[]): ReadonlySet<string> {
  return new Set([...SAID, ...more]);
}

const SAID = [
  ...names("id name type workspace connectionParameters metadata dateCreated dateModified"),
  ...names("modifiedBy featureTypes coverages"),
  ...Object.keys(storeSettings),
];

/** Roots of the documents of stores. */
export type StoreRoot = "dataStore" | "coverageStore" | "wmsStore" | "wmtsStore";

/** Paths of either, by their names in the interface. */
export function storePaths(single: StoreRoot, collection: `${StoreRoot}s`): DocumentPaths {
  return {
    read: (address, suffix) => pathTo(single, storePlace(address), suffix),
    collection: (address) => pathTo(collection, storePlace(address)),
    single: (address) => pathTo(single, storePlace(address)),
  };
}

/** What a store publishes, in lists and under which kind it may be declared. */
interface Published {
  readonly kind: string;
  readonly noun: string;
  /** Element of the list. */
  readonly element: string;
  readonly list: keyof typeof ROOTS;
}

/** The stores of what is published, by its lists. */
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

/** What is in a store: what it publishes, with the layers. */
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

/**
 * What is deleted with a store: all that it publishes, if the plan deletes each of it. What that takes
 * along in turn is reported by its own kind.
 */
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

/** What somebody set of a store and its manifest does not say: under another name it starts without it. */
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
