/** What stores publish: feature types and coverages, each under a name that one layer has. */
import type { Details } from "./details.ts";
import type { FieldTable, Patch } from "./fields.ts";

/** A feature type or a coverage. */
export interface Published {
  readonly name: string;
  readonly workspace: string;
  readonly store: string;
  /** Name inside the store. */
  readonly nativeName: string;
  readonly title: string | null;
  readonly enabled: boolean;
  /** Absent where the server published it by itself. */
  readonly details?: Details | undefined;
}

/** What a client says of one. */
export type PublishedPatch = Patch<Published>;

/** Fields of either. */
export const publishedFields = {
  name: { type: "filled-text" },
  workspace: { type: "reference", element: "namespace" },
  store: { type: "reference-inside" },
  nativeName: { type: "filled-text" },
  title: { type: "optional-text" },
  enabled: { type: "flag" },
} as const satisfies FieldTable<Published>;

/** What else documents of either say where nobody said otherwise: stock servers always write these. */
export const publishedUsual: Details = {
  projectionPolicy: "FORCE_DECLARED",
  advertised: true,
  serviceConfiguration: false,
  simpleConversionEnabled: false,
};
