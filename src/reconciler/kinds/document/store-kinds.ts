/** What the kinds of stores, and of what they publish, have in common. */
import type { Address } from "../../../model/address.ts";
import type { StoreMember } from "../../../model/nouns.ts";
import type { Live } from "../../kind.ts";
import { removeByLayer } from "../published/removal.ts";
import { shown, type ShownNoun } from "../published/shown.ts";
import { listPublished, listStores } from "./list.ts";
import {
  homesOf,
  layerOf,
  publishedCascades,
  publishedKeeps,
  publishedPaths,
  storeFacts,
} from "./published.ts";
import { storeCascades, storeContents, storePaths } from "./stores.ts";

type StoreName = Capitalize<StoreMember>;

function nameOf(store: StoreMember): StoreName {
  return `${store.charAt(0).toUpperCase()}${store.slice(1)}` as StoreName;
}

/** A kind of stores, by what they publish. */
export function storeKind(noun: ShownNoun) {
  const { store } = shown[noun];
  const name = nameOf(store);
  return {
    name,
    root: store,
    requests: [`POST ${store}s`, `PUT ${store}`, `DELETE ${store}`],
    paths: storePaths(store),
    ...storeContents(noun),
    list: { inWorkspace: listStores(name, store) },
    cascades: storeCascades(noun),
  } as const;
}

/** A kind of published objects, each with a layer. Servers add keywords beside the name. */
export function publishedKind(
  noun: ShownNoun,
  keywords: readonly string[] = [],
  stores: readonly string[] = [nameOf(shown[noun].store)],
) {
  const { kind, root, store, list, single } = shown[noun];
  const paths = publishedPaths(noun);
  const republished = { root, paths, keywords };
  return {
    name: kind,
    noun,
    root,
    requests: [
      `POST ${list}`,
      `PUT ${single}`,
      `DELETE ${single}`,
      "DELETE layer",
      "POST layerRules",
      "DELETE layerRule",
    ],
    takes: "layer",
    requires: ({ workspace }: Address, declared: { readonly store: string }) => [
      { kind: nameOf(store), workspace, name: declared.store },
    ],
    brings: layerOf,
    contains: ({ address }: Live) => layerOf(address),
    list: { inWorkspace: listPublished(shown[noun], paths) },
    livesIn: homesOf(stores),
    always: storeFacts,
    paths,
    postedEnabled: true,
    removeWithDependents: ({ address }: Live) => [removeByLayer(noun, address)],
    keeps: publishedKeeps(republished),
    cascades: publishedCascades(republished),
  } as const;
}
