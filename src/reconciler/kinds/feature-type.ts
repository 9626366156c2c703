/** Feature types of any store but app-schema (docs/compatibility.md, "Feature types"). */
import { partHandler, partHandlers } from "./fields/parts.ts";
import { partsSpec } from "./fields/part-specs.ts";
import { z } from "zod";
import { madeOnce } from "../lazy.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { wfs } from "../../model/published-parts.ts";
import { publishedFields as publishedTable } from "../../model/published.ts";
import type { DimensionSettings } from "../../wire/coverage-settings.ts";
import { bindKind } from "../kind.ts";
import { attributesField, attributesSpec } from "./document/attributes.ts";
import { refreshFacts, refreshProblems, refreshSpec } from "./published/refresh.ts";
import { boundsField, boundsSpec } from "./document/bounds.ts";
import { documentKind } from "./document/document-kind.ts";
import { sqlViewField, sqlViewSpec } from "./document/sql-view.ts";
import { dimensionsField } from "./document/dimensions.ts";
import { filterField, filterSpec } from "./document/filter.ts";
import { keywordsField } from "./document/keywords.ts";
import {
  publishedFields,
  publishedMetadata,
  publishedSpec,
  declaredNativeName,
  setsOfLayer,
} from "./document/published.ts";
import { publishedKind } from "./document/store-kinds.ts";
import { featureReach } from "./published/reach.ts";
import { readDimensions, typeDimensionsSpec } from "./published/dimensions.ts";

const spec = madeOnce(() =>
  z.strictObject({
    ...publishedSpec(),
    sqlView: sqlViewSpec().optional(),
    bounds: boundsSpec().optional(),
    refresh: refreshSpec().optional(),
    attributes: attributesSpec().optional(),
    dimensions: typeDimensionsSpec()
      .optional()
      .describe("Every dimension that is enabled. When absent, dimensions are left as they are."),
    filter: filterSpec.optional(),
    ...partsSpec({ wfs }),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

interface Declared extends Omit<Spec, "dimensions"> {
  readonly name: string;
  readonly dimensions: readonly DimensionSettings[] | undefined;
}

/** Prefix of the names of dimensions other than time and elevation. */
const PREFIX = "dim_";

/** Kinds that may declare its store. */
const STORES = ["DataStore", "AppSchemaStore"] as const;

/** Keywords that servers add by themselves. */
const KEYWORDS = ["features"] as const;

export const featureTypeKind = bindKind(
  documentKind<Spec, Declared>({
    ...publishedKind("feature type", KEYWORDS, STORES),
    description: "A feature type with its layer, where no AppSchemaStore publishes it.",
    spec,
    example: {
      metadata: { workspace: "roads", name: "ways" },
      spec: { store: "db", title: "Ways", srs: "EPSG:4326" },
    },
    weight: 50,
    fields: madeOnce(() => ({
      nativeName: {
        ...partHandler("nativeName", publishedTable.nativeName),
        declare: declaredNativeName(["nativeName"]),
        // The old bounds do not fit the new native type.
        query: ({ declared: { bounds } }): Readonly<Record<string, string>> =>
          bounds === undefined ? { recalculate: "nativebbox,latlonbbox" } : {},
      },
      sqlView: sqlViewField,
      ...publishedFields(),
      keywords: keywordsField(KEYWORDS),
      nativeBounds: boundsField("native"),
      geographicBounds: boundsField("geographic"),
      attributes: attributesField,
      filter: filterField,
      ...partHandlers({ wfs }),
      dimensions: dimensionsField(PREFIX),
      ...publishedMetadata(),
    })),
    read: async (manifest) => {
      const { name, spec: declared, locate } = manifest;
      const diagnostics: Diagnostic[] = [...refreshProblems(manifest)];
      const place = { locate, prefix: PREFIX } as const;
      const { dimensions: given } = declared;
      const dimensions = given && readDimensions(place, given, ["spec", "dimensions"], diagnostics);
      return { declared: { ...declared, name, dimensions }, diagnostics };
    },
    terms: ({ srs, bounds }) => [
      { type: "system", text: srs, path: ["srs"] },
      { type: "system", text: bounds?.native?.crs, path: ["bounds", "native", "crs"] },
      { type: "system", text: bounds?.geographic?.crs, path: ["bounds", "geographic", "crs"] },
    ],
    sets: setsOfLayer,
    refresh: { root: "featureType", facts: refreshFacts(STORES) },
    reach: featureReach,
  }),
);
