/** Common parts of data stores and coverage stores. */
import type { Address } from "./address.ts";
import type { Details } from "./details.ts";
import { type Part, type PartsOf, names } from "./schema.ts";

/** A store of either sort. */
export interface Store {
  readonly name: string;
  readonly workspace: string;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly isDefault: boolean;
  readonly details?: Details | undefined;
}

/** A store by workspace and name. */
export interface StorePlace {
  readonly workspace: string;
  readonly store: string;
}

/** The place of an addressed store. */
export function storePlace({ workspace, name }: Pick<Address, "workspace" | "name">): StorePlace {
  return { workspace: workspace ?? "", store: name };
}

/** Common fields. */
export const storeFields = {
  name: { type: "word" },
  workspace: { type: "reference" },
  description: { type: "optional-text", usual: null },
  enabled: {
    type: "flag",
    means: "Whether the store is enabled; new stores are.",
    exposure: "shows",
  },
  isDefault: { type: "flag", path: "_default", alias: "__default", usual: false },
} as const satisfies PartsOf<Store>;

/** Common settings of manifests, in plan order, also of values that a catalog only stores. */
export const storeSettings = {
  description: storeFields.description,
  enabled: storeFields.enabled,
  disableOnConnFailure: {
    type: "flag",
    usual: false,
    means: "Whether a server disables the store when its source cannot be reached.",
  },
} as const satisfies Readonly<Record<string, Part>>;

/** Leading elements of documents. */
export const storeElements = names(
  `name description type enabled workspace connectionParameters metadata _default dateCreated
   dateModified disableOnConnFailure`,
);

/** Default details, as on stock servers. */
export const storeFlags: Details = { disableOnConnFailure: false };
