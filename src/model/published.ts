/** Resources: feature types and coverages, each with a layer of its name. */
import type { Details } from "./details.ts";
import { type Part, type PartsOf, type Patch, names, usualOf } from "./schema.ts";

/** A feature type or coverage. */
export interface Published {
  readonly name: string;
  readonly workspace: string;
  readonly store: string;
  /** Name inside the store. */
  readonly nativeName: string;
  readonly title: string | null;
  readonly enabled: boolean;
  /** Absent where the server published it automatically. */
  readonly details?: Details | undefined;
}

/** A change of a resource. */
export type PublishedPatch = Patch<Published>;

/** Common fields. */
export const publishedFields = {
  name: { type: "filled-word" },
  workspace: { type: "reference", path: "namespace" },
  store: { type: "reference-inside" },
  nativeName: { type: "filled-word", exposure: "other" },
  title: { type: "optional-text" },
  enabled: { type: "flag" },
} as const satisfies PartsOf<Published>;

/**
 * Common settings of manifests, in plan order, also of values that a catalog only stores. A given
 * title is not empty.
 */
export const publishedSettings = {
  title: { type: "filled-text" },
  abstract: { type: "text" },
  description: {
    type: "text",
    means: "Description; by default that of the source.",
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
    means: "Whether it is published; new ones are enabled.",
    exposure: "shows",
  },
  advertised: {
    type: "flag",
    usual: true,
    means: "Whether capabilities list it.",
    exposure: "shows",
  },
} as const satisfies Readonly<Record<string, Part>>;

/** Leading and middle elements; nouns have others between and after them. */
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

/** Defaults that stock servers always write. */
export const publishedUsual: Details = {
  ...usualOf(publishedSettings),
  serviceConfiguration: false,
  simpleConversionEnabled: false,
};
