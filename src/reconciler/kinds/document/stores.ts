/** What data stores and coverage stores have in common as documents. */
import { z } from "zod";
import type { Address } from "../../../model/address.ts";
import { parseNames } from "../../../wire/list.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Cascade, Facts, KindContext, Live } from "../../kind.ts";
import type { DocumentPaths } from "./contract.ts";
import { documentText, flagField, textField } from "./fields.ts";

/** Spec of what either may have. */
export const storeSpec = {
  description: documentText.optional(),
  enabled: z
    .boolean()
    .optional()
    .describe("Whether what it publishes is shown; a new one is enabled."),
};

/** Fields of either. */
export const storeFields = {
  type: textField("type", "type"),
  description: textField("description", "description"),
  enabled: flagField("enabled"),
};

/** Paths of either, by their names in the interface. */
export function storePaths(
  single: "dataStore" | "coverageStore",
  collection: "dataStores" | "coverageStores",
): DocumentPaths {
  const place = ({ workspace, name }: Address) => ({ workspace: workspace ?? "", store: name });
  return {
    read: (address, suffix) => pathTo(single, place(address), suffix),
    collection: (address) => pathTo(collection, place(address)),
    single: (address) => pathTo(single, place(address)),
  };
}

/** What a store publishes, in lists and under which kind it may be declared. */
interface Published {
  readonly kind: string;
  readonly noun: string;
  /** Element of the list. */
  readonly element: string;
  readonly list: "storeFeatureTypes" | "storeCoverages";
}

async function publishedNames(
  { element, list }: Published,
  { read }: KindContext,
  { workspace, name }: Address,
): Promise<readonly string[]> {
  const response = await getIfThere(
    read,
    pathTo(list, { workspace: workspace ?? "", store: name }, "xml"),
  );
  return response === undefined ? [] : parseNames(response, element);
}

/** What is in a store: what it publishes, with the layers. */
export function storeContents(published: Published) {
  return {
    inside: async (context: KindContext, address: Address): Promise<Facts> => ({
      published: await publishedNames(published, context, address),
    }),
    holds: ({ address: { workspace }, facts }: Live): readonly Address[] => {
      const names = Array.isArray(facts["published"]) ? facts["published"] : [];
      return names.flatMap((name: string) =>
        [published.kind, "Layer"].map((kind) => ({ kind, workspace, name })),
      );
    },
  };
}

/**
 * What goes with a store: all that it publishes, if the plan deletes each of it. What that takes
 * along in turn is told by its own kind.
 */
export function storeCascades(published: Published) {
  return async (context: KindContext, { address }: Live): Promise<Cascade> => {
    const names = await publishedNames(published, context, address);
    const contents = names.map((name) => ({
      addresses: [{ kind: published.kind, workspace: address.workspace, name }],
      what: `${published.noun} ${name}`,
      goes: "if-deleted" as const,
    }));
    return { lost: [], gone: [], contents, irreversible: [] };
  };
}
