/** What data stores and coverage stores have in common as documents. */
import { z } from "zod";
import type { Address } from "../../../model/address.ts";
import { parseNames } from "../../../wire/list.ts";
import { pathOf } from "../../../wire/paths.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Cascade, KindContext, Live } from "../../kind.ts";
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
    read: (address, suffix) => pathOf(single, place(address), suffix),
    collection: (address) => pathOf(collection, place(address)),
    single: (address) => pathOf(single, place(address)),
  };
}

/**
 * What goes with a store: all that it publishes, if the plan deletes each of it. What that takes
 * along in turn is told by its own kind.
 */
export function storeCascades(published: {
  readonly kind: string;
  readonly noun: string;
  /** Element of the list. */
  readonly element: string;
  readonly list: "storeFeatureTypes" | "storeCoverages";
}) {
  return async ({ read }: KindContext, { address }: Live): Promise<Cascade> => {
    const place = { workspace: address.workspace ?? "", store: address.name };
    const response = await getIfThere(read, pathOf(published.list, place, "xml"));
    const names = response === undefined ? [] : parseNames(response, published.element);
    const contents = names.map((name) => ({
      addresses: [{ kind: published.kind, workspace: address.workspace, name }],
      what: `${published.noun} ${name}`,
      goes: "if-deleted" as const,
    }));
    return { lost: [], gone: [], contents, irreversible: [] };
  };
}
