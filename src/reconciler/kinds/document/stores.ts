/** What the documents of all stores share. */
import { isSameAddress, type Address } from "../../../model/address.ts";
import { coverageStoreFields } from "../../../model/coverage-store.ts";
import type { StoreMember } from "../../../model/nouns.ts";
import { names } from "../../../model/schema.ts";
import { storePlace, storeSettings } from "../../../model/store.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import {
  setIn,
  type Cascade,
  type Departure,
  type Facts,
  type KindContext,
  type Live,
  type Resource,
} from "../../kind.ts";
import { storeFolders, templateCascade } from "../published/templates.ts";
import { shown, type ShownNoun } from "../published/shown.ts";
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

export function storePaths(store: StoreMember): DocumentPaths {
  return {
    read: (address, suffix) => pathTo(store, storePlace(address), suffix),
    collection: (address) => pathTo(`${store}s`, storePlace(address)),
    single: (address) => pathTo(store, storePlace(address)),
  };
}

async function publishedNames(
  noun: ShownNoun,
  { read }: KindContext,
  address: Address,
): Promise<readonly string[]> {
  const { list, root } = shown[noun];
  return namesAt(read, pathTo(list, storePlace(address), "xml"), root);
}

export function storeContents(noun: ShownNoun) {
  return {
    inside: async (context: KindContext, address: Address): Promise<Facts> => ({
      published: await publishedNames(noun, context, address),
    }),
    contains: ({ address: { workspace }, facts }: Live): readonly Address[] => {
      return setIn(facts, "published").flatMap((name) =>
        [shown[noun].kind, "Layer"].map((kind) => ({ kind, workspace, name })),
      );
    },
  };
}

/** What a store publishes goes only if the plan deletes it; its kind reports what that removes. */
export function storeCascades(noun: ShownNoun) {
  return async (
    context: KindContext,
    { address }: Live,
    declared: readonly Resource[],
    { to }: Departure = {},
  ): Promise<Cascade> => {
    const names = await publishedNames(noun, context, address);
    const contents = names.map((name) => ({
      addresses: [{ kind: shown[noun].kind, workspace: address.workspace, name }],
      what: `${noun} ${name}`,
      goes: "if-deleted" as const,
    }));
    const own = declared.find((one) => to !== undefined && isSameAddress(one.address, to));
    const irreversible =
      own === undefined ? [] : await undeclaredOf(context, shown[noun].store, address, own);
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
  store: StoreMember,
  address: Address,
  { facts }: Resource,
): Promise<readonly string[]> {
  const keysIn = (field: string, mark: string) =>
    setIn(facts, field).map((text) => text.slice(0, text.indexOf(mark)));
  const keys = [...keysIn("parameters", "="), ...keysIn("secrets", " ")];
  const declared = new Set([...Object.keys(facts), ...keys]);
  return storeWords(context, store, storePlace(address), { declared, parameters: new Set(keys) });
}
