/** What stores publish: feature types and coverages, each under a name that one layer has. */
import type { Details } from "./details.ts";
import { names, usualOf, type Field, type FieldTable, type Patch } from "./fields.ts";

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
  name: { type: "filled-word" },
  workspace: { type: "reference", element: "namespace" },
  store: { type: "reference-inside" },
  nativeName: { type: "filled-word", exposure: "other" },
  title: { type: "optional-text" },
  enabled: { type: "flag" },
} as const satisfies FieldTable<Published>;

/**
 * What manifests say of either, in the order of plans: of the fields above and of what a catalog only keeps. A title
 * that is said is no empty one.
 */
export const publishedSettings = {
  title: { type: "filled-text" },
  abstract: { type: "text" },
  description: {
    type: "text",
    means: "What servers say of the source where nobody says otherwise.",
  },
  srs: {
    type: "filled-word",
    means: "Declared coordinate reference system, such as EPSG:4326.",
  },
  projectionPolicy: {
    type: "filled-word",
    usual: "FORCE_DECLARED",
    values: ["NONE", "REPROJECT_TO_DECLARED", "FORCE_DECLARED"],
  },
  enabled: {
    ...publishedFields.enabled,
    means: "Whether it is shown; a new one is enabled.",
    exposure: "shows",
  },
  advertised: {
    type: "flag",
    usual: true,
    means: "Whether capabilities list it.",
    exposure: "shows",
  },
} as const satisfies Readonly<Record<string, Field>>;

/** Elements that documents of either begin with, and those in the middle; each noun has others between and behind. */
export const publishedElements = {
  first: names(
    "name nativeName alias namespace title description abstract keywords metadataLinks dataLinks",
  ),
  next: names(
    `nativeCRS srs nativeBoundingBox latLonBoundingBox projectionPolicy enabled advertised metadata
     store serviceConfiguration disabledServices simpleConversionEnabled internationalTitle
     internationalAbstract`,
  ),
} as const;

/** What else documents of either say where nobody said otherwise: stock servers always write these. */
export const publishedUsual: Details = {
  ...usualOf(publishedSettings),
  serviceConfiguration: false,
  simpleConversionEnabled: false,
};
