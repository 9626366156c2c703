/** Stores: what data stores and coverage stores have in common. */
import type { Details } from "./details.ts";
import type { FieldTable } from "./fields.ts";

/** A store of either sort. */
export interface Store {
  readonly name: string;
  readonly workspace: string;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly isDefault: boolean;
  readonly details?: Details | undefined;
}

/** Fields of either. */
export const storeFields = {
  name: { type: "text" },
  workspace: { type: "reference" },
  description: { type: "optional-text", usual: null },
  enabled: { type: "flag" },
  isDefault: { type: "flag", element: "_default", alias: "__default", usual: false },
} as const satisfies FieldTable<Store>;

/** What documents of stores say where nobody said otherwise, as stock servers do. */
export const storeFlags: Details = { disableOnConnFailure: false };
